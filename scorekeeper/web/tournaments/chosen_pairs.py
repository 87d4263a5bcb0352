"""A pair that is chosen by its number or a name.

A plain list of pairs would be searched by letters: typing 33 there leads from pair 3 to pair 30.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from scorekeeper.explain import tournament_words as words
from scorekeeper.i18n import gettext as _
from scorekeeper.tournament.pair_names import begins_a_word, find_pairs, plain
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.tournament_set_up import Pair

LONGEST_CHOICE: Final = 120
"""A number and two names, as the list offers them."""
_MOST_NAMED: Final = 6
"""The pairs of one name that are listed; the rest is an ellipsis."""
_NUMBER: Final = re.compile(r"\s*([0-9]{1,4})\b")


class ChosenPair(NamedTuple):
    """A typed text, and the pair that it means."""

    key: str
    """The pair's; as it was typed where it means none."""
    wrong: str = ""
    """Why it means no pair."""


def choose_pair(
    tournament: Tournament, text: str, among: Collection[str] | None = None
) -> ChosenPair:
    """The pair that is meant, of all or of these: by the number in front, else by a name."""
    keys = tournament.pairs.keys() if among is None else among
    number = _NUMBER.match(text)
    if number and (key := str(int(number[1]))) in keys:
        return ChosenPair(key)
    text = text[:LONGEST_CHOICE]
    found = [pair for pair in find_pairs(tournament.pairs, text) if pair.key in keys]
    whole = [pair for pair in found if plain(text) in map(plain, pair.players)]
    # Νίκος is never Πανίκος, even where no other is called so: nobody would look again.
    found = whole or [pair for pair in found if begins_a_word(text, pair.players)]
    if len(found) == 1:
        return ChosenPair(found[0].key)
    if found:
        return ChosenPair(text, _several_text(found, is_individual=tournament.set_up.is_individual))
    return ChosenPair(text, words.FAULTS.say("no_pair"))


def _several_text(found: Sequence[Pair], *, is_individual: bool) -> str:
    pairs = ", ".join(f"{pair.number} {pair.name}".rstrip() for pair in found[:_MOST_NAMED])
    if len(found) > _MOST_NAMED:
        pairs += " …"
    if is_individual:
        return _("Several players are called so. Type the number: %(pairs)s", pairs=pairs)
    return _("Several pairs are called so. Type the number: %(pairs)s", pairs=pairs)
