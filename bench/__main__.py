"""`python -m bench`: measure everything and print the table of docs/performance.md."""

import argparse
import sys
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from datetime import date
from pathlib import Path

from bench.clubs import FULL_CLUB, QUICK_CLUB, club_rows
from bench.digests import SAVES, digest_rows
from bench.engine import engine_rows
from bench.machine import machine
from bench.pairings import pairing_rows
from bench.round_sheets import round_sheet_rows
from bench.sqlites import sqlite_rows
from bench.table import HEAD, Row
from bench.touches import touch_rows
from bench.turns import turn_rows
from bench.ways import way_rows
from bench.web import Size, Web

FULL = Size(rounds=5, seconds=2.0, writers=16, pool=40, matches=20_000, long=200)
QUICK = Size(rounds=1, seconds=0.1, writers=2, pool=4, matches=20, long=20)


def main(arguments: list[str]) -> None:
    """Print the table, row by row as it is measured."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="does it run? the ratios say nothing")
    quick = parser.parse_args(arguments).quick
    size, touches = (QUICK, 4) if quick else (FULL, 60)
    print(f"{machine()}; {date.today()}\n\n{HEAD}", flush=True)
    # /var/tmp is a disk where /tmp may be memory: a synced save must be one.
    with ExitStack() as stack:
        place = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-", dir="/var/tmp"))
        _print(engine_rows(size.rounds))
        _print(pairing_rows(size.rounds, 40 if quick else 400))
        _print(touch_rows(touches, Path(place)))
        _print(turn_rows(size.rounds, Path(place)))
        _print(way_rows(size.rounds, Path(place)))
        _print(Web(size, Path(place), stack).rows())
        _print(club_rows(QUICK_CLUB if quick else FULL_CLUB, Path(place)))
        _print(digest_rows(size.rounds, 2 if quick else SAVES, Path(place)))
        _print(sqlite_rows(size.rounds, 2 if quick else SAVES, Path(place)))
        _print(round_sheet_rows(size.rounds, (10, 20) if quick else (200, 500)))


def _print(rows: Iterable[Row]) -> None:
    for one in rows:
        print(one, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
