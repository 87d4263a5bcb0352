"""What pairs of a tournament were called before their names were put right. Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.services.tournaments.acts import TournamentAct

_ROUND_DRAWN: Final = "round_drawn"
"""The kind of its act, by name: that act knows the tournament, which knows this."""


def names_put_right(acts: Sequence[TournamentAct]) -> Iterator[tuple[str, tuple[str, str]]]:
    """What pairs were called, by their numbers, where that was put right after a draw.

    The matches at their tables and their histories tell it, until it is erased.
    """
    called: dict[str, tuple[str, str]] = {}
    is_drawn = False
    for act in acts:
        is_drawn = is_drawn or act.kind == _ROUND_DRAWN
        given = act.body.names_given(map(int, called))
        if is_drawn and not act.body.is_substitution:
            for key in given.keys() & called.keys():
                yield key, called[key]
                yield key, given[key]
        called |= given
