"""How much is measured, by default and as quickly as can be."""

from typing import Final, NamedTuple

from bench.server.saves import Size
from bench.server.soak import Size as SoakSize


class Sizes(NamedTuple):
    """Of each part."""

    writers: list[int]
    pool: int
    """Fresh matches of each set-up for each number of writers."""
    saves: Size
    polls: Size
    hands: list[int]
    growth: Size
    soak: SoakSize


FULL: Final = Sizes(
    writers=[8, 64, 256],
    pool=1024,
    saves=Size(rounds=3, seconds=4.0),
    polls=Size(rounds=3, seconds=2.0),
    hands=[1_000, 10_000, 100_000, 1_000_000],
    growth=Size(rounds=7, seconds=1.0),
    soak=SoakSize(seconds=1800.0, every=60.0, tables=8, pause=1.0, kept=1500),
)
QUICK: Final = Sizes(
    writers=[2],
    pool=8,
    saves=Size(rounds=1, seconds=0.1),
    polls=Size(rounds=1, seconds=0.1),
    hands=[30, 60],
    growth=Size(rounds=1, seconds=0.1),
    soak=SoakSize(seconds=4.0, every=0.5, tables=2, pause=0.01, kept=2),
)
