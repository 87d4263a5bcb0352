"""`python -m bench.strangers`: a save at other tables, while strangers ask for what costs most.

Eight connections each look at the next round of 1,000 pairs and send the longest list of pairs.
They also read a long match's history, and send senseless operations. Each sends the next request as
soon as it is answered. Then eight ask for one public page of a tournament of 1,000 pairs, each kind
alone, with an unknown query. After that strangers change early hands of long matches, each kind
alone, on one connection and then on eight: they undo one and bring it back, correct one, insert
one, and ask what an undoing would change. Wanted is a save in 250 ms at p99. Beside changes its p50
may be three times that in peace. That strangers are refused (429) or sent away (503) is as it
should be; nobody who saves may be.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from os import getloadavg
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Final, NamedTuple

from bench.flows import TOLD, Phone, Played
from bench.seeding import House
from bench.serving import tefteri
from bench.table import Wanted, at_most, milliseconds, row
from bench.visiting import Visitor
from bench.watchers import HEAD, Connection, Evening, Heard, Size, Table
from bench.wire import ask, get, post, put
from scorekeeper.match.ledger import MOST_ACTS

WANTED: Final = 0.25
"""Seconds of a save at p99."""
EACH: Final = 8
TABLES: Final = 20
_STRANGERS_PATIENCE: Final = 60.0


class Crowd(NamedTuple):
    """The matches that the strangers find, and the length of their attack."""

    pairs: int
    lines: int
    undone: int
    """Hands of the long match that were written and undone again."""
    corrected: int
    """Corrections in the long match whose early hands are changed."""
    each: int
    size: Size


_HANDS: Final = 200
_MOST_UNDONE: Final = (MOST_ACTS - 1 - _HANDS) // 2
"""A match takes no more acts."""
_CORRECTED_HANDS: Final = 150
ROOM: Final = 400
"""So many acts more a match takes that is changed early."""
_MOST_CORRECTED: Final = MOST_ACTS - 1 - _CORRECTED_HANDS - ROOM
READ: Final = {
    "front page": "{url}",
    "standings": "{url}standings",
    "results": "{url}results",
    "cross table": "{url}cross",
    "embedded standings": "/embed{url}standings",
}
PARTS: Final = ("mixed", "readers", "rewrites")
REWRITES: Final = ("undo", "corrections", "insertions", "what would change")
_COPIES: Final = 3
"""Of the long match, for each connection."""
FULL: Final = Crowd(
    1000,
    8000,
    _MOST_UNDONE,
    _MOST_CORRECTED,
    EACH,
    Size(watchers=0, every=0.1, warming=5.0, seconds=60.0),
)
QUICK: Final = Crowd(10, 200, 5, 5, 1, Size(watchers=0, every=0.1, warming=0.1, seconds=2.0))

Request = Callable[[], bytes]


class Siege(NamedTuple):
    """A measured request, and the connections that send it."""

    what: str
    each: int
    """Connections that ask for the same."""
    asked: Mapping[str, Request]
    most: Wanted | None = None
    """How many times its p50 in peace that of a save may be."""


class Rewriter:
    """A stranger who changes an early hand of a long match again and again, until it is full.

    Then he does the same in the next copy of it.
    """

    def __init__(self, what: str, long: Played, addresses: list[str], phone: Phone) -> None:
        self._what, self._long, self._addresses, self._phone = what, long, addresses, phone
        self._asked = 0

    def __call__(self) -> bytes:
        """The next request."""
        turn, number = divmod(self._asked, ROOM)
        self._asked += 1
        address = self._addresses[turn % len(self._addresses)]
        revision = self._long.revision + number
        if self._what == "what would change":
            return get(f"/m/{address}/history/2/undo", self._phone.cookie)
        told = {
            "undo": {"op": "undo", "seq": revision if number % 2 else 2},
            "corrections": {"op": "correct", "hand_id": 3, "hand": TOLD[number % len(TOLD)]},
            "insertions": {"op": "insert", "before": 3, "hand": TOLD[0]},
        }[self._what]
        path = f"/api/v1/matches/{address}/ops/{secrets.token_hex(16)}"
        return put(path, {**told, "revision": revision}, self._long.secret)


class Besieged(Evening):
    """An evening of scorers, and of strangers who ask for what is costly."""

    def __init__(
        self,
        port: int,
        tables: list[Table],
        scorer: Phone,
        size: Size,
        siege: Siege,
    ) -> None:
        super().__init__(port, tables, scorer, size)
        self._each, self._costly = siege.each, siege.asked
        self.answers: dict[str, dict[int, int]] = {}
        """How often each was answered with which status; 0 for not at all."""

    async def spend(self, seconds: float) -> Heard:
        """The evening with its strangers."""
        self.answers = {what: {} for what in self._costly}
        asking = [
            self._ask_on(what, request)
            for what, request in self._costly.items()
            for _ in range(self._each)
        ]
        heard, *_ = await asyncio.gather(super().spend(seconds), *asking)
        return heard

    async def _ask_on(self, what: str, request: Request) -> None:
        connection, answers = Connection(self._port, Heard()), self.answers[what]
        await asyncio.sleep(0)  # the evening begins first
        while perf_counter() < self._saved_until:
            try:
                asked = connection.ask(request())
                status = (await asyncio.wait_for(asked, _STRANGERS_PATIENCE)).status
            except OSError:
                connection.close()
                status = 0
            answers[status] = answers.get(status, 0) + 1
        connection.close()


def main(arguments: list[str]) -> int:
    """Print what was measured; 1 where anybody who saved was refused."""
    parser = argparse.ArgumentParser(prog="bench.strangers", description=__doc__)
    parser.add_argument("--seconds", type=float, help=f"{FULL.size.seconds:g}")
    parser.add_argument("--sqlite", choices=("python", "pysqlite3"), default="python")
    parser.add_argument("--quick", action="store_true", help="does it run?")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="all")
    options = parser.parse_args(arguments)
    crowd = QUICK if options.quick else FULL
    if options.seconds:
        crowd = crowd._replace(size=crowd.size._replace(seconds=options.seconds))
    with tempfile.TemporaryDirectory(prefix="bench-", dir="/var/tmp") as place:
        house = House(Path(place) / "house")
        played, long = house.play(3), house.undone(house.play(_HANDS), crowd.undone)
        tables = [Table(one, played.revision) for one in house.copies(played, TABLES)]
        changed = house.corrected(house.play(_CORRECTED_HANDS), crowd.corrected)
        copies = [house.copies(changed, _COPIES) for _ in range(len(REWRITES) * 2 * crowd.each)]
        large, small = house.tournament(crowd.pairs), house.tournament(2)
        hall = house.hall(crowd.pairs // 2, 1)
        house.close()
        with tefteri(house.folder, TEFTERI_SQLITE=options.sqlite) as server:
            scorer = Visitor(server.port, {"phone": played.secret})
            scorer.open(f"/m/{played.public_id}/")
            costly = {
                "next round of many pairs": _previews(large.url, large.secret),
                "long lists of pairs": _lists(server.port, small.url, small.secret, crowd.lines),
                "history of a long match": lambda: get(f"/m/{long.public_id}/history/"),
                "senseless operations": _nonsense,
            }
            for what, request in costly.items():
                print(f"{what}: {ask(server.port, request()).status}", file=sys.stderr)
            parts = {
                "mixed": lambda: [Siege("all of it", crowd.each, costly)],
                "readers": lambda: _readers(hall.url, crowd.each),
                "rewrites": lambda: _rewriters(server.port, changed, copies, crowd.each),
            }
            failed = 0
            for part in options.parts:
                for siege in parts[part]():
                    print(f"\n## {siege.what}, connections: {siege.each * len(siege.asked)}\n")
                    failed |= _measure(server.port, tables, scorer.phone, crowd.size, siege)
            return failed


def _readers(url: str, each: int) -> Iterator[Siege]:
    """Public pages: none of them is in a cache by its address."""
    for what, page in READ.items():

        def request(page: str = page) -> bytes:
            return get(f"{page.format(url=url)}?x={secrets.token_hex(8)}")

        yield Siege(what, each, {what: request})


def _rewriters(port: int, long: Played, copies: list[list[str]], most: int) -> Iterator[Siege]:
    """Yield the sieges that rewrite long matches: on one connection, and on most."""
    writer = Visitor(port, {"phone": long.secret})
    writer.open(f"/m/{long.public_id}/")
    for what in REWRITES:
        for connections in (1, most):
            each = [Rewriter(what, long, copies.pop(), writer.phone) for _ in range(connections)]
            asked = {f"{what} {number}": one for number, one in enumerate(each, 1)}
            yield Siege(what, 1, asked, at_most(3))


def _previews(url: str, secret: str) -> Request:
    return lambda: get(f"{url}draw?op_id={secrets.token_hex(16)}", f"phone={secret}")


def _lists(port: int, url: str, secret: str, lines: int) -> Request:
    organiser = Visitor(port, {"phone": secret})
    organiser.open(f"{url}pairs")
    listed = "\n".join(f"Maria {number}, Giorgos {number}" for number in range(lines))
    fields = {"csrf_token": organiser.phone.token, "revision": "1", "text": listed}
    return lambda: post(
        f"{url}pairs", fields | {"op_id": secrets.token_hex(16)}, organiser.phone.cookie
    )


def _nonsense() -> bytes:
    path = f"/api/v1/matches/{secrets.token_hex(16)}"
    return put(path, {"rules": "cafe"}, secrets.token_urlsafe(32))


def _measure(port: int, tables: list[Table], scorer: Phone, size: Size, siege: Siege) -> int:
    calm = Evening(port, tables, scorer, size)
    asyncio.run(calm.spend(size.warming))
    peace = asyncio.run(calm.spend(size.seconds))
    besieged = Besieged(port, tables, scorer, size, siege)
    heard = asyncio.run(besieged.spend(size.seconds))
    print(f"{siege.each} of each, {size.seconds:g} s, load average {getloadavg()[0]:.1f}\n\n{HEAD}")
    print(peace.line("saves", size.seconds).replace("saves", "saves in peace", 1))
    print(heard.line("saves", size.seconds))
    print()
    for what, answers in besieged.answers.items():
        told = ", ".join(f"{times:,} × {status}" for status, times in sorted(answers.items()))
        print(f"{what}: {told}")
    slowest = [_p99(one) for one in (heard, peace)]
    told = "p99 of a save while strangers ask"
    print(row(f"{told} / 250 ms", slowest[:1], [WANTED], milliseconds, at_most(1)))
    print(row(f"{told} / in peace", slowest[:1], slowest[1:], milliseconds))
    usual = [median(one.times["saves"]) for one in (heard, peace)]
    print(
        row(
            "p50 of it / in peace",
            usual[:1],
            usual[1:],
            milliseconds,
            siege.most,
        )
    )
    errors = [*peace.errors, *heard.errors]
    print(f"\nErrors of those who save: {len(errors)}.")
    for error in sorted(set(errors))[:5]:
        print(error, file=sys.stderr)
    return 1 if errors else 0


def _p99(heard: Heard) -> float:
    return quantiles(heard.times["saves"], n=100, method="inclusive")[98]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
