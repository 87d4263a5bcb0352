"""`python -m bench.strangers`: a save at other tables, while strangers ask for what costs most.

Eight connections each look at the next round of 1,000 pairs, send a list of pairs as long as the
form takes, read a long match's history, and send operations that make no sense, each the next one
as soon as it is answered. Beside that, one connection and then eight undo and bring back an early
hand of a long match of their own, correct it, insert one before it, and ask what would change; each
kind alone, against as many saves in peace. Wanted is a save in 250 ms at p99. That strangers are refused (429) or
sent away (503) is as it should be; nobody who saves may be.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
from collections.abc import Callable
from os import getloadavg
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Final, NamedTuple

from bench.flows import Phone
from bench.seeding import House
from bench.serving import tefteri
from bench.table import at_most, milliseconds, row
from bench.visiting import Visitor
from bench.watchers import HEAD, Connection, Evening, Heard, Size, Table
from bench.wire import ask, get, post, put
from scorekeeper.services.ledger import MOST_ACTS

WANTED: Final = 0.25
"""Seconds of a save at p99."""
EACH: Final = 8
TABLES: Final = 20
_STRANGERS_PATIENCE: Final = 60.0


class Crowd(NamedTuple):
    """What the strangers find, and for how long they ask."""

    pairs: int
    lines: int
    undone: int
    """Hands of the long match that were written and undone again."""
    each: int
    size: Size


_HANDS: Final = 200
_MOST_UNDONE: Final = (MOST_ACTS - 1 - _HANDS) // 2
"""A match takes no more acts."""
FULL: Final = Crowd(
    1000, 8000, _MOST_UNDONE, EACH, Size(watchers=0, every=0.1, warming=5.0, seconds=60.0)
)
QUICK: Final = Crowd(10, 200, 5, 1, Size(watchers=0, every=0.1, warming=0.1, seconds=2.0))

Request = Callable[[], bytes]


class Besieged(Evening):
    """An evening of scorers, and of strangers who ask for what is costly."""

    def __init__(
        self,
        port: int,
        tables: list[Table],
        scorer: Phone,
        crowd: Crowd,
        costly: dict[str, Request],
    ) -> None:
        super().__init__(port, tables, scorer, crowd.size)
        self._each, self._costly = crowd.each, costly
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
    parser.add_argument("--quick", action="store_true", help="does it run?")
    options = parser.parse_args(arguments)
    crowd = QUICK if options.quick else FULL
    if options.seconds:
        crowd = crowd._replace(size=crowd.size._replace(seconds=options.seconds))
    with tempfile.TemporaryDirectory(prefix="bench-", dir="/var/tmp") as place:
        house = House(Path(place) / "house")
        played, long = house.play(3), house.undone(house.play(_HANDS), crowd.undone)
        tables = [Table(one, played.revision) for one in house.copies(played, TABLES)]
        large, small = house.tournament(crowd.pairs), house.tournament(2)
        house.close()
        with tefteri(house.folder) as server:
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
            return _measure(server.port, tables, scorer.phone, crowd, costly)


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


def _measure(
    port: int, tables: list[Table], scorer: Phone, crowd: Crowd, costly: dict[str, Request]
) -> int:
    size = crowd.size
    calm = Evening(port, tables, scorer, size)
    asyncio.run(calm.spend(size.warming))
    peace = asyncio.run(calm.spend(size.seconds))
    besieged = Besieged(port, tables, scorer, crowd, costly)
    heard = asyncio.run(besieged.spend(size.seconds))
    print(f"{crowd.each} of each, {size.seconds:g} s, load average {getloadavg()[0]:.1f}\n\n{HEAD}")
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
    errors = [*peace.errors, *heard.errors]
    print(f"\nErrors of those who save: {len(errors)}.")
    for error in sorted(set(errors))[:5]:
        print(error, file=sys.stderr)
    return 1 if errors else 0


def _p99(heard: Heard) -> float:
    return quantiles(heard.times["saves"], n=100, method="inclusive")[98]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
