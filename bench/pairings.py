"""A large Swiss tournament: drawing its sixth round, against a time that nobody notices."""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Final

from bench.table import Row, at_most, milliseconds, row, take_turns
from scorekeeper.draws.model import PlayedPairing, Round, TournamentToDraw
from scorekeeper.draws.next_round import draw

_ROUNDS: Final = 5
"""Played before."""
_SEED: Final = 7
_UNNOTICED: Final = 0.5
"""A second's part."""


def pairing_rows(rounds: int, pairs: int) -> Iterator[Row]:
    """The draw of the next round of so many pairs."""
    asked = _tournament(pairs, _play(pairs, _ROUNDS))
    drawing = take_turns(rounds, lambda: _timed(draw, asked), lambda: _UNNOTICED)
    yield row(f"Drawing round 6 of {pairs} pairs / 500 ms", *drawing, milliseconds, at_most(1))


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


def _timed(act: Callable[..., object], *given: object) -> float:
    start = perf_counter()
    act(*given)
    return perf_counter() - start
