"""A large Swiss tournament: drawing its sixth round, and the standings after it.

The draw against half a second, which nobody notices; the standings against one pass over the
results that adds up wins and differences, with no figure opened and no tie broken.
"""

from collections import defaultdict
from collections.abc import Callable
from time import perf_counter
from typing import Final

from bench.table import Row, at_most, milliseconds, row, take_turns
from scorekeeper.draws.criteria import StandingRules
from scorekeeper.draws.model import PlayedPairing, Round, TournamentToDraw
from scorekeeper.draws.next_round import draw
from scorekeeper.draws.standings import standings

_ROUNDS: Final = 5
"""Played before."""
_SEED: Final = 7
_UNNOTICED: Final = 0.5
"""A second's part."""


def pairing_rows(rounds: int, pairs: int) -> list[Row]:
    """The draw of the next round of so many pairs, and the standings with its results."""
    played = _play(pairs, _ROUNDS)
    asked = _tournament(pairs, played)
    drawing = take_turns(rounds, lambda: _timed(draw, asked), lambda: _UNNOTICED)
    results = (*played, _results(asked))
    names, rules = asked.pairs, StandingRules()
    standing = take_turns(
        rounds, lambda: _timed(standings, names, results, rules), lambda: _timed(_added, results)
    )
    return [
        row(f"Drawing round 6 of {pairs} pairs / 500 ms", *drawing, milliseconds, at_most(1)),
        row("Standings after it / wins and differences added up", *standing, milliseconds),
    ]


def _play(pairs: int, rounds: int) -> tuple[Round, ...]:
    played: tuple[Round, ...] = ()
    for _ in range(rounds):
        played = (*played, _results(_tournament(pairs, played)))
    return played


def _tournament(pairs: int, played: tuple[Round, ...]) -> TournamentToDraw:
    names = tuple(str(number) for number in range(1, pairs + 1))
    return TournamentToDraw(format="swiss", pairs=names, seed=_SEED, results=played)


def _results(asked: TournamentToDraw) -> Round:
    """The next round, of which side A wins two tables of three."""
    return tuple(
        PlayedPairing(a, b, (351, 200 + number % 150) if number % 3 else (200 + number % 150, 351))
        for number, (a, b) in enumerate(draw(asked).tables)
    )


def _added(results: tuple[Round, ...]) -> list[str]:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for played in results:
        for one in played:
            assert isinstance(one, PlayedPairing)
            ours, theirs = one.score
            for pair, won in ((one.a, ours - theirs), (one.b, theirs - ours)):
                sums[pair][0] += (won > 0) * 2 + (won == 0)
                sums[pair][1] += won
    return sorted(sums, key=lambda pair: sums[pair], reverse=True)


def _timed(act: Callable[..., object], *given: object) -> float:
    start = perf_counter()
    act(*given)
    return perf_counter() - start
