"""`python -m bench.watchers`: do two thousand phones that watch hold, while tables go on playing?

Every phone asks every five seconds, for minutes, on a connection that it keeps as a browser does:
when the server has closed it meanwhile, the next question opens another. A question whose
connection is cut off is asked once more. Hands are saved all the while. It proves no ratio; it
shows that nobody is refused, how long each waited, and whether the server's processes grow.
"""

import argparse
import asyncio
import random
import resource
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Final, NamedTuple

from bench.flows import Phone, save_request
from bench.seeding import House
from bench.serving import Server, tefteri
from bench.table import megabytes, milliseconds
from bench.visiting import Visitor, mark_in
from bench.wire import HOST, Answer, ask, get, read_answer

TABLES: Final = 100
HANDS: Final = 15
"""In each match before it begins."""
SAVES_A_SECOND: Final = 1.4
PATIENCE: Final = 10.0
"""Seconds that a page waits for its answer."""
_POLLS: Final = {204: "polls, nothing new", 200: "polls, changed"}
_SAVES: Final = {303: "saves"}
_PAGES: Final = {200: "the scorer's page after a save"}
"""The name under which each good answer is counted."""
HEAD: Final = "| what | count | a second | p50 | p99 | longest |\n|---|---|---|---|---|---|"


class Size(NamedTuple):
    """How much is measured."""

    watchers: int
    every: float
    """Seconds between two questions of a watcher."""
    warming: float
    """Seconds before anything counts, so that whatever is made once is made."""
    seconds: float


FULL: Final = Size(watchers=2000, every=5.0, warming=15.0, seconds=300.0)
_SEEN_AFTER: Final = 2.0
"""Seconds: for one a server believes that nothing changed."""
QUICK: Final = Size(watchers=20, every=0.1, warming=0.5, seconds=1.5)


@dataclass
class Table:
    """A match, and what its scorer's phone knows of it."""

    public_id: str
    revision: int


@dataclass
class Heard:
    """The answers that all phones got."""

    times: dict[str, list[float]] = field(default_factory=dict)
    """Seconds of every answer, by what was asked."""
    errors: list[str] = field(default_factory=list)
    opened: int = 0
    """Connections."""
    again: int = 0
    """Questions asked once more, because the connection was closed under them."""

    def line(self, what: str, seconds: float) -> str:
        """The row of the table."""
        times = sorted(self.times.get(what, []))
        if len(times) < 2:
            return f"| {what} | {len(times)} | | | | |"
        hundredths = quantiles(times, n=100, method="inclusive")
        p50, p99 = hundredths[49], hundredths[98]
        told = " | ".join(milliseconds(one) for one in (p50, p99, times[-1]))
        return f"| {what} | {len(times):,} | {len(times) / seconds:.1f} | {told} |"


class Connection:
    """A browser's connection, opened when it is needed."""

    def __init__(self, port: int, heard: Heard) -> None:
        self._port, self._heard = port, heard
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, request: bytes) -> Answer:
        """The answer.

        :raises OSError: there was none, on a connection opened for it.
        """
        if self._reader is not None and not self._reader.at_eof():
            try:
                return await self._send(request)
            except OSError:
                self._heard.again += 1
        self.close()
        self._reader, self._writer = await asyncio.open_connection(HOST, self._port)
        self._heard.opened += 1
        return await self._send(request)

    def close(self) -> None:
        """Let go of it."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    async def _send(self, request: bytes) -> Answer:
        assert self._reader is not None
        assert self._writer is not None
        self._writer.write(request)
        received = b""
        while (answer := read_answer(received)) is None:
            part = await self._reader.read(1 << 16)
            if not part:
                raise ConnectionError("cut off")
            received += part
        return answer


class Evening:
    """Watchers and scorers at their tables until the time is up."""

    def __init__(self, port: int, tables: list[Table], scorer: Phone, size: Size) -> None:
        self.heard = Heard()
        self._port, self._tables, self._scorer, self._size = port, tables, scorer, size
        # As if every phone had just loaded its page.
        newest = self._newest()
        self._marks = [newest[number % len(newest)] for number in range(size.watchers)]

    async def spend(self, seconds: float) -> Heard:
        """Let it pass; what was heard. After the last save every watcher has the time to see it."""
        self.heard = Heard()
        self._saved_until = perf_counter() + seconds
        self._until = self._saved_until + max(2 * self._size.every, _SEEN_AFTER)
        watching = (self._watch(number) for number in range(self._size.watchers))
        await asyncio.gather(*watching, self._play())
        newest = self._newest()
        for number, mark in enumerate(self._marks):
            if mark != newest[number % len(newest)]:
                self.heard.errors.append(f"watcher {number} never saw the last hand")
        return self.heard

    def _newest(self) -> list[str]:
        """The mark of each match as it is now."""
        asked = (get(f"/m/{table.public_id}/live") for table in self._tables)
        return [mark_in(ask(self._port, request).body.decode()) for request in asked]

    async def _watch(self, number: int) -> None:
        table = self._tables[number % len(self._tables)]
        connection = Connection(self._port, self.heard)

        async def poll() -> None:
            path = f"/m/{table.public_id}/live?part=page&mark={self._marks[number]}"
            answer = await self._timed(
                connection,
                get(path, gzip=False),
                {204: "polls, nothing new", 200: "polls, changed"},
            )
            if answer is not None and answer.status == 200:
                self._marks[number] = mark_in(answer.body.decode())

        await asyncio.sleep(random.uniform(0, self._size.every))
        await self._at_times(poll, self._size.every, self._until)
        connection.close()

    async def _play(self) -> None:
        connection = Connection(self._port, self.heard)
        turn = 0

        async def save() -> None:
            nonlocal turn
            table = self._tables[turn % len(self._tables)]
            turn += 1
            request = save_request(self._scorer, table.public_id, table.revision)
            if await self._timed(connection, request, _SAVES) is not None:
                table.revision += 1
            page = get(f"/m/{table.public_id}/", self._scorer.cookie)
            await self._timed(connection, page, _PAGES)

        await self._at_times(save, 1 / SAVES_A_SECOND, self._saved_until)
        connection.close()

    async def _at_times(
        self, act: Callable[[], Awaitable[None]], every: float, until: float
    ) -> None:
        """As a page's clock does it: late or not, the next one is at its own time."""
        at = perf_counter()
        while at < until:
            await act()
            at += every
            await asyncio.sleep(max(0.0, at - perf_counter()))

    async def _timed(
        self, connection: Connection, request: bytes, names: dict[int, str]
    ) -> Answer | None:
        start = perf_counter()
        try:
            answer = await asyncio.wait_for(connection.ask(request), PATIENCE)
        except (OSError, ValueError) as error:  # a time-out is an OSError
            connection.close()
            self.heard.errors.append(f"{next(iter(names.values()))}: {error!r}")
            return None
        if answer.status not in names:
            self.heard.errors.append(answer.head.decode())
            return None
        self.heard.times.setdefault(names[answer.status], []).append(perf_counter() - start)
        return answer


def main(arguments: list[str]) -> int:
    """Print what was measured; 1 where anybody was refused."""
    parser = argparse.ArgumentParser(prog="bench.watchers", description=__doc__)
    parser.add_argument("--seconds", type=float, help=f"{FULL.seconds:g}")
    parser.add_argument("--watchers", type=int, help=f"{FULL.watchers:,}")
    parser.add_argument("--quick", action="store_true", help="does it run?")
    options = vars(parser.parse_args(arguments))
    size = QUICK if options.pop("quick") else FULL
    size = size._replace(**{name: value for name, value in options.items() if value})
    with tempfile.TemporaryDirectory(prefix="bench-", dir="/var/tmp") as place:
        house = House(Path(place) / "house")
        played = house.play(HANDS)
        tables = [Table(one, played.revision) for one in house.copies(played, TABLES)]
        house.close()
        with tefteri(house.folder) as server:
            visitor = Visitor(server.port, {"phone": played.secret})
            visitor.open(f"/m/{played.public_id}/")
            return _measure(server, tables, visitor.phone, size)


def _measure(server: Server, tables: list[Table], scorer: Phone, size: Size) -> int:
    # The server has the limit that its own shell gave it; all the phones are this one process.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    evening = Evening(server.port, tables, scorer, size)
    asyncio.run(evening.spend(size.warming))
    before = server.memory()
    heard = asyncio.run(evening.spend(size.seconds))
    grown = server.memory() - before
    print(f"{size.watchers:,} watchers of {len(tables)} matches, {size.seconds:g} s\n\n{HEAD}")
    for names, seconds in (
        (_POLLS, size.seconds + 2 * size.every),
        (_SAVES, size.seconds),
        (_PAGES, size.seconds),
    ):
        for what in names.values():
            print(heard.line(what, seconds))
    print(f"\nErrors: {len(heard.errors)}. Connections opened: {heard.opened:,}; questions asked"
          f" once more: {heard.again:,}.\nMemory of both processes: {megabytes(before)} before,"
          f" {grown / 1024 / 1024:+.1f} MB after.")  # fmt: skip
    for error in sorted(set(heard.errors))[:5]:
        print(error, file=sys.stderr)
    return 1 if heard.errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
