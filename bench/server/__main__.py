"""`python -m bench.server`: measure what each set-up of servers carries, and print the table."""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import date
from pathlib import Path
from typing import Final

from bench.load import Load
from bench.machine import machine
from bench.server.databases import DISK, KINDS, Databases
from bench.server.growth import growth_rows
from bench.server.side_by_side import SetUpsSideBySide
from bench.server.sizes import FULL, QUICK, Sizes
from bench.server.soak import soak_rows
from bench.server.sunday import sunday_lines
from bench.table import HEAD, Row

_PARTS: Final = ("growth", "load", "soak")


class Bench:
    """The parts that were asked for, one after the other."""

    def __init__(self, options: argparse.Namespace, place: Path, stack: ExitStack) -> None:
        self._options, self._place, self._stack = options, place, stack
        self._sizes = _sizes(options)
        self._databases = stack.enter_context(Databases(place))
        self.after: list[str] = []
        """Lines that are told after the table."""

    def rows(self) -> Iterator[Row]:
        """Every row as it is measured, part by part."""
        for part in self._options.parts:
            yield from {"growth": self._growth, "load": self._load, "soak": self._soak}[part]()

    def _growth(self) -> Iterator[Row]:
        sizes = self._sizes
        with closing(Load()) as load:
            for kind in self._options.databases:
                yield from growth_rows(self._databases, kind, sizes.hands, load, sizes.growth)

    def _load(self) -> Iterator[Row]:
        with ExitStack() as stack:
            kinds = self._options.databases
            measured = SetUpsSideBySide(self._databases, kinds, self._sizes, self._place, stack)
            yield from measured.rows()
        self.after += sunday_lines(measured.costs)

    def _soak(self) -> Iterator[Row]:
        for kind in self._options.databases:
            database = self._databases.new(kind, f"{kind.lower()}-soaked")
            self.after.append((yield from soak_rows(database, self._sizes.soak)))


def main(arguments: list[str]) -> int:
    """Print what was measured; 1 where a wanted ratio is missed."""
    options = _options(arguments)
    began = f"{machine()}; {date.today()}, load {os.getloadavg()[0]:.1f}"
    print(f"{began}\n\n{HEAD}", flush=True)
    missed = []
    with ExitStack() as stack:
        place = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-", dir=DISK))
        bench = Bench(options, Path(place), stack)
        for row in bench.rows():
            print(row, flush=True)
            if row.wanted and not row.wanted.is_met(row.ratio):
                missed.append(row.what)
    print("", *bench.after, f"Load at the end: {os.getloadavg()[0]:.1f}", sep="\n")
    for what in missed:
        print(f"Missed: {what}", file=sys.stderr)
    return 1 if missed and not options.quick else 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.server", description=__doc__)
    parser.add_argument("--parts", nargs="+", choices=_PARTS, default=_PARTS)
    parser.add_argument("--databases", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--writers", nargs="+", type=int, help="so many at a time, in turn")
    parser.add_argument("--seconds", type=float, help="of each round")
    parser.add_argument("--hands", nargs="+", type=int, help="the first is the one to compare to")
    parser.add_argument("--soak-minutes", type=float)
    parser.add_argument("--quick", action="store_true", help="does it run? the ratios say nothing")
    return parser.parse_args(arguments)


def _sizes(options: argparse.Namespace) -> Sizes:
    sizes = QUICK if options.quick else FULL
    if options.writers:
        sizes = sizes._replace(writers=options.writers)
    if options.hands:
        sizes = sizes._replace(hands=options.hands)
    if options.seconds:
        for part in ("saves", "polls", "growth"):
            size = getattr(sizes, part)._replace(seconds=options.seconds)
            sizes = sizes._replace(**{part: size})
    if options.soak_minutes:
        sizes = sizes._replace(soak=sizes.soak._replace(seconds=60 * options.soak_minutes))
    return sizes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
