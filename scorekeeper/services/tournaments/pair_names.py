"""Names as two people may write them: with accents or without, in whatever case. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from scorekeeper.services.tournaments.state import Pair, Tournament

_ENDING: Final = re.compile("(σ|ου)$")


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
    """A key of two players, whichever of them is named first."""
    return frozenset(map(plain, players))


def gives_one_of(names: Iterable[str], text: str) -> bool:
    """Does the text give one of the names, word by word, whichever of its words comes first?

    As Greek declines them, too; a part of a word, or of a name, is none.

    >>> gives_one_of(["Μαρία Παππά"], "της ΠΑΠΠΑ Μαρίας δεν της άρεσε")
    True
    >>> gives_one_of(["Rea"], "a real mistake"), gives_one_of(["Rea Minos"], "Rea's mistake")
    (False, False)
    """
    words = _words(text)
    return any(
        sorted(words[at : at + len(name)]) == sorted(name)
        for name in filter(None, map(_words, names))
        for at in range(len(words))
    )


def _words(text: str) -> list[str]:
    """Without accents and capitals, and without the endings of the cases: Γιώργος, Γιώργου."""
    return [_ENDING.sub(_ending, word) for word in re.findall(r"\w+", sort_key(text))]


def _ending(found: re.Match[str]) -> str:
    return "ο" if found[0] == "ου" else ""


def find_pairs(tournament: Tournament, text: str) -> tuple[Pair, ...]:
    """The pairs with this number, or of which a player is called so, as far as it is typed."""
    query = plain(text)
    if not query:
        return ()
    if query in tournament.pairs:
        return (tournament.pairs[query],)
    return tuple(
        pair
        for pair in tournament.pairs.values()
        if any(query in plain(name) for name in pair.players)
    )
