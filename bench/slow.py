"""The entry of a hand over slow 3G, a first visit and the next, also with a service worker."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from bench.browser import Visit, Wire, new_phone, one_answer, open_browser
from bench.flows import Played
from bench.seeding import House
from bench.serving import Server, tefteri
from bench.table import Row, kilobytes, row
from scorekeeper.journal.identifiers import new_operation_id

HANDS: Final = 30
_LARGEST: Final = 60 * 1024


def slow_rows(rounds: int, folder: Path) -> Iterator[Row]:
    """Seconds until the entry can be used, and bytes on the wire."""
    house = House(folder / "slow")
    played = house.play(HANDS)
    house.close()
    with tefteri(house.folder) as server, open_browser() as browser:
        yield _start_row(browser, server)
        for has_service_worker, over in ((False, "plain HTTP"), (True, "with the service worker")):
            visits = [_visits(browser, server, played, has_service_worker) for _ in range(rounds)]
            for which, made in zip(
                ("first visit", "next visit"), zip(*visits, strict=True), strict=True
            ):
                yield from _rows(f"{which} of the entry, {over}", made, browser, server)


def _start_row(browser: Browser, server: Server) -> Row:
    phone = new_phone(browser, server, "", has_service_worker=False)
    size = Wire(phone).start_match()
    phone.close()
    what = "Bytes with heads: home, new match and match page, with what comes when idle / 60 KB"
    return row(what, [size], [_LARGEST], kilobytes)


def _visits(
    browser: Browser, server: Server, played: Played, has_service_worker: bool
) -> list[Visit]:
    phone = new_phone(browser, server, played.secret, has_service_worker=has_service_worker)
    wire = Wire(phone)
    entry = f"/m/{played.public_id}/hand?op={new_operation_id()}"  # as the link to it
    first = wire.visit(entry)
    if has_service_worker:
        wire.settle_service_worker()
    visits = [first, wire.visit(entry)]
    phone.close()
    return visits


def _rows(what: str, made: tuple[Visit, ...], browser: Browser, server: Server) -> Iterator[Row]:
    limits = [_limit(browser, server, visit.needed) for visit in made]
    times = [visit.seconds for visit in made]
    yield row(f"Slow 3G: {what}, usable / one answer as large", times, limits, _seconds)
    limit = [_LARGEST for _ in made]
    for which, sizes in (
        (", until it is usable", [visit.needed for visit in made]),
        ("", [visit.size for visit in made]),
    ):
        yield row(f"Bytes with heads: {what}{which} / 60 KB", sizes, limit, kilobytes)


def _limit(browser: Browser, server: Server, size: int) -> float:
    with one_answer(size) as address:
        phone = new_phone(browser, server, "", has_service_worker=False)
        took = Wire(phone).fetch(address)
        phone.close()
    return took


def _seconds(value: float) -> str:
    return f"{value:.1f} s"
