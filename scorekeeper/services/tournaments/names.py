"""Names as two people may write them: with accents or without, in whatever case. Pure."""

import unicodedata
from collections.abc import Iterable

from scorekeeper.services.tournaments.state import Pair, Tournament


def sort_key(name: str) -> str:
    """A name's place in the alphabet: without accents and capitals.

    >>> sorted(["Ώτις", "Αθηνά", "άννα"], key=sort_key)
    ['Αθηνά', 'άννα', 'Ώτις']
    """
    letters = unicodedata.normalize("NFD", name.casefold())
    return "".join(char for char in letters if not unicodedata.combining(char))


def plain(text: str) -> str:
    """The name without accents, capitals and spaces.

    >>> plain("Μαρία Χ.") == plain("ΜΑΡΙΑ χ.")
    True
    """
    return "".join(sort_key(text).split())


def who(players: Iterable[str]) -> frozenset[str]:
    """The same for the same two, whichever of them is named first."""
    return frozenset(map(plain, players))


def find_pairs(tournament: Tournament, text: str) -> tuple[Pair, ...]:
    """The pairs with this number, or of which a player is called so, as far as it is typed."""
    wanted = plain(text)
    if not wanted:
        return ()
    if wanted in tournament.pairs:
        return (tournament.pairs[wanted],)
    return tuple(
        pair
        for pair in tournament.pairs.values()
        if any(wanted in plain(name) for name in pair.players)
    )
