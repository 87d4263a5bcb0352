"""A national Sunday on paper: what was measured, against what it asks for."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bench.table import milliseconds
from scorekeeper.config import PROJECT

TOURNAMENTS: Final = 30
TABLES: Final = 1_000
WATCHERS: Final = 10_000
A_HAND: Final = 150.0
"""Seconds from one save of a table to its next."""
HEAD: Final = (
    "| national Sunday: CPU of | a save | a poll after a change | an unchanged poll"
    " | busy cores | head room of 4 cores |\n|---|---|---|---|---|---|"
)
CORES: Final = 4
"""Of two small machines."""


class Each(NamedTuple):
    """Something of every kind of request: how many a second, or the seconds of CPU of one."""

    save: float
    changed: float
    unchanged: float


def sunday_lines(costs: Mapping[str, Each]) -> Iterator[str]:
    """Of each set-up the cores that the Sunday keeps busy, its database's with them."""
    need = need_of_sunday()
    yield (
        f"{TOURNAMENTS} tournaments, {TABLES:,} tables, {WATCHERS:,} watchers: a second"
        f" {need.save:.1f} saves, {need.changed:.0f} polls after a change,"
        f" {need.unchanged:,.0f} unchanged polls\n\n{HEAD}"
    )
    for name, cost in costs.items():
        busy = sum(number * one for number, one in zip(need, cost, strict=True))
        told = " | ".join(map(milliseconds, cost))
        yield f"| {name} | {told} | {busy:.1f} | {CORES / busy:.1f} × |"


def need_of_sunday() -> Each:
    """What it asks for a second: each watcher sees each hand of its table once."""
    saves = TABLES / A_HAND
    changed = saves * WATCHERS / TABLES
    return Each(saves, changed, WATCHERS / seconds_between_polls() - changed)


def seconds_between_polls() -> float:
    """As the watched page does it."""
    script = (PROJECT / "static" / "js" / "watch.js").read_text()
    found = re.search(r"^const EVERY_MS = (\d+);$", script, re.MULTILINE)
    assert found
    return int(found[1]) / 1000
