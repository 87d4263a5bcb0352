"""What a save costs in a database that grows, by what it costs in one that has just begun."""

import random
from collections.abc import Iterator
from typing import Final

from bench.flows import Played
from bench.load import Load
from bench.seeding import House
from bench.server.databases import Databases
from bench.server.saves import Size, Writing
from bench.server.setups import SetUp
from bench.table import Row, at_most, milliseconds, row, take_turns

_HANDS: Final = 15
"""Of each match; with its start it has 16 events."""
_WRITTEN: Final = 60
"""Matches that are written in, from all over the database."""
FIFTH: Final = at_most(1.2)


def growth_rows(
    databases: Databases, kind: str, hands: list[int], load: Load, size: Size
) -> Iterator[Row]:
    """For each number of hands but the first one, against a database of that first one.

    Each database has one server and one writer, who adds few hands beside those that are there.
    """
    least, *others = hands
    for most in others:
        small, large = (
            _Grown(databases, kind, f"grown-{kind.lower()}-{most}-of-{count}", count)
            for count in (least, most)
        )
        with small.set_up, large.set_up:
            writing = [Writing(load, one.set_up, one.written, 1) for one in (large, small)]
            costs = take_turns(
                size.rounds, *(lambda one=one: 1 / one.rate(size.seconds) for one in writing)
            )
        what = f"Time of a save in {most:,} hands / in {least:,}, {kind}"
        yield row(what, *costs, milliseconds, FIFTH)


class _Grown:
    """A set-up of one server with so many hands in it."""

    def __init__(self, databases: Databases, kind: str, name: str, hands: int) -> None:
        self.written: list[Played] = []
        self._matches = max(1, hands // _HANDS)
        self.set_up = SetUp(databases.new(kind, name), 1, self._fill)

    def _fill(self, house: House) -> None:
        matches = house.strangers(house.play(_HANDS), self._matches)
        self.written = random.sample(matches, min(_WRITTEN, len(matches)))
