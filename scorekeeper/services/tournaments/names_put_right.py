"""What pairs of a tournament were called before their names were put right. Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.services.tournament_acts.added_pairs import PairsAdded, numbers_of
from scorekeeper.services.tournament_acts.pair_acts import PairChanged
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
        match act.body:
            case PairsAdded(pairs=pairs):
                numbers = numbers_of(pairs, map(int, called))
                called |= {str(at): one.players for at, one in zip(numbers, pairs, strict=True)}
            case PairChanged(pair=key, players=players, from_now=from_now) if players is not None:
                if is_drawn and not from_now:
                    yield key, called.get(key, players)
                    yield key, players
                called[key] = players
