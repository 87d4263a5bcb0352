"""The engine alone: one hand."""

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Final

from bench.hands import evening
from bench.integers import cafe_score
from bench.table import Row, at_most, microseconds, row, take_turns
from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_hand
from scorekeeper.rules.model import Hand
from scorekeeper.rules.presets import CAFE
from scorekeeper.rules.scoring import score_hand

_HANDS: Final = 500


def engine_rows(rounds: int) -> Iterator[Row]:
    """Scoring a hand with its checks and lines."""
    dealt = evening(_HANDS)
    hands = [read_hand(one.data, CAFE)[0] for one in dealt]
    integers = [one.integers for one in dealt]
    for hand, numbers in zip(hands, integers, strict=True):
        scored = score_hand(hand, CAFE)
        assert cafe_score(*numbers) == (scored.A, scored.B), hand

    def limit() -> None:
        for numbers in integers:
            cafe_score(*numbers)

    ours = partial(_check_and_score, hands)
    times = take_turns(rounds * 20, lambda: _best(ours) / _HANDS, lambda: _best(limit) / _HANDS)
    yield row("One hand: checks and lines / bare integers", *times, microseconds, at_most(12))


def _check_and_score(hands: Sequence[Hand]) -> None:
    for hand in hands:
        if not problems(hand, CAFE):
            score_hand(hand, CAFE)


def _best(measured: Callable[[], None]) -> float:
    """Seconds of the best of five: what the machine's other work adds is not ours."""
    gc.collect()
    times = []
    for _ in range(5):
        start = perf_counter()
        measured()
        times.append(perf_counter() - start)
    return min(times)
