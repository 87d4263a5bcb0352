"""Saves a second and their slowest, by ever more writers, in each set-up."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from itertools import cycle
from typing import Final, NamedTuple

from bench.flows import Played, ToldSaves
from bench.load import Heard, Load
from bench.server.asked import Asked
from bench.server.inserts import Inserts
from bench.server.setups import SetUp
from bench.table import Row, a_second, milliseconds, percentile, row, take_turns

SPAN: Final = 30
"""Hands that a writer adds to a match before its next one."""


class Size(NamedTuple):
    """How much is measured."""

    rounds: int
    seconds: float
    """Of each round."""


class Writing(Asked):
    """One set-up under so many writers, each in matches of its own."""

    def __init__(self, load: Load, set_up: SetUp, matches: list[Played], writers: int) -> None:
        pools = [matches[number::writers] for number in range(writers)]
        flows = [
            ToldSaves("save", port, pool, SPAN)
            for port, pool in zip(cycle(set_up.ports), pools, strict=False)
        ]
        super().__init__(load, set_up, flows)
        self.p50: list[float] = []
        self.p99: list[float] = []
        """Seconds, of each round."""
        self.refused = 0

    def hear(self, heard: Heard) -> None:
        self.p50.append(percentile(heard.times, 50))
        self.p99.append(percentile(heard.times, 99))
        self.refused += heard.refused


def save_rows(
    set_ups: Sequence[SetUp],
    pools: Sequence[list[Played]],
    load: Load,
    writers: int,
    size: Size,
) -> Generator[Row, None, dict[str, float]]:
    """Of each set-up, the rate by that of bare inserts by as many writers, and the tail.

    The databases' own rates by that of one writer. Each pool has a set-up's fresh matches. What
    comes back are the seconds of CPU of a save by the set-ups' names.
    """
    # The first database of each kind.
    limits = {one.database.kind: one.database for one in reversed(set_ups)}
    with ExitStack() as stack:

        def bare(kind: str, count: int) -> Callable[[], float]:
            inserts = stack.enter_context(closing(Inserts(limits[kind], count)))
            return partial(inserts.rate, size.seconds)

        ours = [Writing(load, one, pool, writers) for one, pool in zip(set_ups, pools, strict=True)]
        measures = [
            *(bare(kind, 1) for kind in limits),
            *(bare(kind, writers) for kind in limits),
            *(partial(one.rate, size.seconds) for one in ours),
        ]
        rates = take_turns(size.rounds, *measures)
    alone, together = (dict(zip(limits, rates[begin:], strict=False)) for begin in (0, len(limits)))
    for kind in limits:
        what = f"Bare synced inserts a second, {writers} writers / one, {kind}"
        yield row(what, together[kind], alone[kind], a_second)
    for writing, rate in zip(ours, rates[2 * len(limits) :], strict=True):
        yield from _rows(writing, writers, rate, together[writing.set_up.database.kind])
    return {one.set_up.name: one.cost for one in ours}


def _rows(writing: Writing, writers: int, rate: list[float], limit: list[float]) -> Iterator[Row]:
    of = f"saves, {writers} writers, {writing.set_up.name}"
    if writing.refused:
        of += f" ({writing.refused} refused: busy)"
    yield row(f"A second: {of} / bare inserts by as many", rate, limit, a_second)
    yield row(f"p99 of {of} / their p50", writing.p99[1:], writing.p50[1:], milliseconds)
