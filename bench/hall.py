"""`python -m bench.hall`: a save at one of 200 tables, while 2,000 phones watch and sheets print.

A tournament's round is played: hands are saved at its tables in turn, first in peace, then while
nine phones of each table ask for its match every five seconds, 200 more for the whole round every
ten, and the organiser prints the sheets of all tables, again and again. The ratio is that of the
saves in both halves of one run.
"""

import argparse
import asyncio
import random
import re
import resource
import sys
import tempfile
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Final, NamedTuple

from bench.flows import Phone
from bench.seeding import House
from bench.serving import Server, tefteri
from bench.table import at_most, milliseconds, row
from bench.visiting import Visitor, text_of
from bench.watchers import HEAD, PATIENCE, Connection, Evening, Heard, Size, Table
from bench.wire import ask, get, post

TABLES: Final = 200
HANDS: Final = 3
"""At each table before it begins."""
BOARD_EVERY: Final = 10.0
"""Seconds after which the page of a round asks again."""
_ADDRESS: Final = "http://192.0.2.1:8000/"
"""A sheet has a code only where its address leads other machines here."""
_MARK: Final = re.compile(r"[?&;]mark=([\w-]+)")
_JOB: Final = re.compile(r"job=(\w+)")
_BOARDS: Final = {204: "the round, nothing new", 200: "the round, changed"}
_SHOWN: Final = (
    "saves",
    "the scorer's page after a save",
    "polls, nothing new",
    "polls, changed",
    *_BOARDS.values(),
    "sheets of all tables",
)


class Round(NamedTuple):
    """The round that is played, and its organiser."""

    url: str
    organiser: str
    """The secret."""


class Crowd(NamedTuple):
    """How many look at the tables, and how many at the round."""

    tables: int
    size: Size
    boards: int


FULL: Final = Crowd(TABLES, Size(watchers=1800, every=5.0, warming=15.0, seconds=120.0), 200)
QUICK: Final = Crowd(4, Size(watchers=8, every=0.2, warming=0.3, seconds=1.5), 2)


class Hall(Evening):
    """An evening of a round: others look at it, and its organiser prints."""

    def __init__(
        self, server: Server, played: Round, tables: list[Table], scorer: Phone, crowd: Crowd
    ) -> None:
        super().__init__(server.port, tables, scorer, crowd.size)
        self._played, self._crowd = played, crowd
        self._jobs: set[str] = set()
        visitor = Visitor(server.port, {"phone": played.organiser})
        visitor.open(f"{played.url}papers/sheets")
        self._desk = visitor.phone
        self._as_organiser = ({"csrf_token": self._desk.token}, self._desk.cookie)

    async def spend(self, seconds: float) -> Heard:
        """The evening with its crowd and its printer."""
        every = min(BOARD_EVERY, self._size.every * 2)
        boards = (self._look(every) for _ in range(self._crowd.boards))
        heard, *_ = await asyncio.gather(super().spend(seconds), self._print(), *boards)
        return heard

    async def _look(self, every: float) -> None:
        """The page of the round, as it asks for itself again."""
        connection, mark = Connection(self._port, self.heard), ""

        async def poll() -> None:
            nonlocal mark
            request = get(f"{self._played.url}rounds/1/live?mark={mark}", gzip=True)
            answer = await self._timed(connection, request, _BOARDS)
            if answer is not None and answer.status == 200:
                mark = _found(_MARK, text_of(answer))

        await asyncio.sleep(random.uniform(0, every))
        await self._at_times(poll, every, self._saved_until)
        connection.close()

    async def _print(self) -> None:
        """The sheets of all tables; each time one has a new code, so that they are made anew."""
        tables = cycle(range(1, self._crowd.tables + 1))
        while perf_counter() < self._saved_until:
            renewing = post(
                f"{self._played.url}rounds/1/tables/{next(tables)}/link", *self._as_organiser
            )
            await self._asked(renewing, 303)
            start = perf_counter()
            await self._printed()
            took = perf_counter() - start
            self.heard.times.setdefault("sheets of all tables", []).append(took)

    async def _printed(self) -> None:
        url, cookie = f"{self._played.url}papers/sheets", self._desk.cookie
        await self._asked(post(url, *self._as_organiser), 303)
        page = (await self._asked(get(url, cookie), 200)).decode()
        job = _JOB.search(page)
        if job:
            if job[1] in self._jobs:
                self.heard.errors.append("sheets that were made before were asked for")
            self._jobs.add(job[1])
        while job and (
            await self._asked(get(f"{url}/progress?round=1&job={job[1]}", cookie), 200, 303)
        ):
            await asyncio.sleep(1)  # as the page does

    async def _asked(self, request: bytes, *wanted: int) -> bytes:
        """The body; nothing where the job is over."""
        answer = await asyncio.to_thread(ask, self._port, request)
        if answer.status not in wanted:
            self.heard.errors.append(answer.head.decode())
        return answer.body if answer.status == 200 else b""


def _found(pattern: re.Pattern[str], page: str) -> str:
    found = pattern.search(page)
    assert found, f"nothing like {pattern.pattern} in the page"
    return found[1]


def main(arguments: list[str]) -> int:
    """Print what was measured; 1 where anybody was refused."""
    parser = argparse.ArgumentParser(prog="bench.hall", description=__doc__)
    parser.add_argument("--seconds", type=float, help=f"{FULL.size.seconds:g}")
    parser.add_argument("--quick", action="store_true", help="does it run?")
    options = parser.parse_args(arguments)
    crowd = QUICK if options.quick else FULL
    if options.seconds:
        crowd = crowd._replace(size=crowd.size._replace(seconds=options.seconds))
    with tempfile.TemporaryDirectory(prefix="bench-", dir="/var/tmp") as place:
        house = House(Path(place) / "house")
        hall = house.hall(crowd.tables, HANDS)
        house.close()
        with tefteri(house.folder, TEFTERI_ADDRESS=_ADDRESS) as server:
            visitor = Visitor(server.port, {"phone": hall.secret})
            visitor.open(f"/m/{hall.matches[0][0]}/")
            tables = [Table(*one) for one in hall.matches]
            return _measure(server, Round(hall.url, hall.secret), tables, visitor.phone, crowd)


def _measure(
    server: Server, played: Round, tables: list[Table], scorer: Phone, crowd: Crowd
) -> int:
    # The server has the limit that its own shell gave it; all the phones are this one process.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    size = crowd.size
    evening = Evening(server.port, tables, scorer, size._replace(watchers=0))
    asyncio.run(evening.spend(size.warming))
    calm = asyncio.run(evening.spend(size.seconds))
    hall = Hall(server, played, tables, scorer, crowd)
    asyncio.run(hall.spend(size.warming))
    heard = asyncio.run(hall.spend(size.seconds))
    watchers = size.watchers + crowd.boards
    print(f"{watchers:,} watchers of {len(tables)} tables, {size.seconds:g} s\n\n{HEAD}")
    print(calm.line("saves", size.seconds).replace("saves", "saves in peace", 1))
    for what in _SHOWN:
        print(heard.line(what, size.seconds))
    print()
    for name, place in (("p50", 49), ("p99", 98)):
        ours, limit = (
            quantiles(one.times["saves"], n=100, method="inclusive")[place] for one in (heard, calm)
        )
        print(
            row(
                f"{name} of a save while they watch and sheets print / in peace",
                [ours],
                [limit],
                milliseconds,
                at_most(2),
            )
        )
    errors = [*calm.errors, *heard.errors]
    print(
        f"\nErrors: {len(errors)}. Nobody waited longer than {PATIENCE:g} s for an answer."
        if not errors
        else f"\nErrors: {len(errors)}."
    )
    for error in sorted(set(errors))[:5]:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
