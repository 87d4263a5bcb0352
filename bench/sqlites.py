"""The gain of pysqlite3's newer SQLite: saves with it and with Python's own, in turn.

A save here is the service's alone, without a form and HTTP, with all that the disk takes.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.digests import HANDS
from bench.seeding import House
from bench.table import Row, at_most, microseconds, row

_WANTED: Final = 1.0
_ALONE: Final = """
import scorekeeper  # decides about SQLite, before anybody imports one
import sys
from pathlib import Path
from bench.sqlites import seconds_of_saves
print(seconds_of_saves(int(sys.argv[1]), Path(sys.argv[2])))
"""


def sqlite_rows(rounds: int, saves: int, folder: Path) -> Iterator[Row]:
    """The seconds of a save with pysqlite3 by those with Python's own."""
    told = [
        [_seconds(kind, saves, folder / f"{kind}-{number}") for kind in ("pysqlite3", "python")]
        for number in range(rounds)
    ]
    ours, limit = zip(*told, strict=True)
    what = "Time of a save with pysqlite3 / with Python's SQLite"
    yield row(what, ours, limit, microseconds, at_most(_WANTED))


def _seconds(kind: str, saves: int, folder: Path) -> float:
    """The seconds of a save, in a process that has this SQLite."""
    command = [sys.executable, "-c", _ALONE, str(saves), str(folder)]
    environment = os.environ | {"TEFTERI_SQLITE": kind}
    ran = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return float(ran.stdout)


def seconds_of_saves(saves: int, folder: Path) -> float:
    """The seconds of a save of a new house in this folder."""
    house = House(folder)
    match = house.save(house.play(HANDS))  # once to warm up
    begin = perf_counter()
    for _ in range(saves):
        match = house.save(match)
    spent = perf_counter() - begin
    house.close()
    return spent / saves
