"""The pages and the saves of a real server, each in turn with its limit."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.baseline import keep_page, make_database
from bench.flows import BareSaves, Flow, Phone, Played, Polls, Saves, Sheets, Views
from bench.load import Heard, Load
from bench.seeding import House
from bench.serving import Server, bare, tefteri
from bench.table import (
    Row,
    a_second,
    at_least,
    at_most,
    kilobytes,
    megabytes,
    milliseconds,
    percentile,
    row,
    take_turns,
)
from bench.visiting import Visitor, mark_in, text_of
from bench.wire import ask, get

_LARGEST_FIRST_VISIT = 60.0 * 1024
_PAIRS = 2
"""Connections that save, and as many that view, while two more ask for PDFs."""


class Size(NamedTuple):
    """How much is measured."""

    rounds: int
    seconds: float
    """Of each round."""
    writers: int
    pool: int
    """Matches that each writer may fill in each of its rows."""
    matches: int
    """In the large database."""
    long: int
    """Hands of a long match."""


SHORT, SPAN = 30, 30
"""Hands of the match that is looked at; hands that a writer adds before its next match."""
_STARTED = SHORT - SPAN // 2


class Web:
    """Three servers side by side: a small database, a large one, and the baseline."""

    def __init__(self, size: Size, folder: Path, stack: ExitStack) -> None:
        self._size = size
        self._load = Load()
        stack.callback(self._load.close)
        small, large = House(folder / "small"), House(folder / "large")
        self._shown = {"short": small.play(SHORT), "long": small.play(size.long)}
        self._large_shown = large.play(SHORT)
        large.strangers(large.play(16), size.matches)
        (folder / "bare").mkdir()
        rows = {name: small.rows(played.public_id) for name, played in self._shown.items()}
        make_database(folder / "bare" / "bare.sqlite3", rows)
        self._pools = {
            "saves": _pool(small, size, _STARTED),
            "beside": _pool(small, size, _STARTED),
            # Few writers write more each.
            "printed": _pool(
                small, size._replace(writers=_PAIRS + 2, pool=8 * size.pool), _STARTED
            ),
            "long": _pool(small, size, size.long - SPAN // 2),
            "large": _pool(large, size, _STARTED),
        }
        small.close()
        large.close()
        self._small = stack.enter_context(tefteri(small.folder))
        self._large = stack.enter_context(tefteri(large.folder))
        changed = ask(self._small.port, get(self._poll("0")))
        keep_page(folder / "bare" / "bare.sqlite3", "constant", changed.body)
        self._mark = mark_in(text_of(changed))
        self._bare = stack.enter_context(bare(folder / "bare"))

    def rows(self) -> Iterator[Row]:
        """Every row as it is measured, the first visit first, memory last."""
        yield self._weight_row()
        yield from self._save_rows("", self._pools["saves"])
        yield self._page_row(SHORT, self._shown["short"], "short")
        yield from self._save_rows(f", {self._size.long} hands", self._pools["long"])
        yield self._page_row(self._size.long, self._shown["long"], "long")
        yield from self._poll_rows()
        yield from self._large_rows()
        yield from self._printing_rows()
        yield self._memory_row()

    def _save_rows(self, which: str, pool: "_Pool") -> list[Row]:
        ours = self._load.add(_savers("save", self._small, pool))
        limit = self._load.add([BareSaves("bare", self._bare.port) for _ in ours])
        tails: list[tuple[float, float]] = []

        def save() -> float:
            heard = self._run(ours)["save"]
            tails.append((percentile(heard.times, 99), percentile(heard.times, 50)))
            return heard.rate

        rates = take_turns(self._size.rounds, save, lambda: self._rate(limit))
        of = f"saves{which}, {len(ours)} writers"
        p99, p50 = zip(*tails[1:], strict=True)
        return [
            row(f"A second: {of} / bare synced inserts", *rates, a_second, at_least(0.5)),
            row(f"p99 of {of} / their p50", p99, p50, milliseconds, at_most(3)),
        ]

    def _page_row(self, hands: int, shown: Played, name: str) -> Row:
        ours = self._load.add(self._views(self._small, shown))
        request = get(f"/m/{name}/", "phone=" + "x" * 43)
        limit = self._load.add([Views("bare", self._bare.port, [request]) for _ in ours])
        rates = self._rates(ours, limit)
        what = f"A second: match pages, {hands} hands / the same rows from raw SQL"
        return row(what, *rates, a_second, at_least(0.7))

    def _poll_rows(self) -> list[Row]:
        """Measure the request that a watcher's phone sends every few seconds."""
        unchanged = self._rates(
            self._alike(Polls, self._small, self._poll(self._mark)),
            self._alike(Views, self._bare, "/hello"),
        )
        changed = self._rates(
            self._alike(Views, self._small, self._poll("0")),
            self._alike(Views, self._bare, "/pages/constant"),
        )
        return [
            row("A second: unchanged polls / a bare Flask hello", *unchanged, a_second,
                at_least(0.9)),
            row("A second: polls after a change / the same bytes from a constant", *changed,
                a_second, at_least(0.6)),
        ]  # fmt: skip

    def _alike(self, flow: type[Views], server: Server, path: str) -> list[int]:
        """As many connections as there are writers, which all ask for this."""
        request = get(path, "phone=" + "x" * 43)
        return self._load.add(
            [flow("poll", server.port, [request]) for _ in range(self._size.writers)]
        )

    def _poll(self, mark: str) -> str:
        return f"/m/{self._shown['short'].public_id}/live?part=page&mark={mark}"

    def _large_rows(self) -> list[Row]:
        """The cost of a save and of a page in the large database by that in the small one."""
        of = f"in {self._size.matches:,} matches / in few"
        saves = self._costs(
            _savers("save", self._large, self._pools["large"]),
            _savers("save", self._small, self._pools["beside"]),
        )
        pages = self._costs(
            self._views(self._large, self._large_shown),
            self._views(self._small, self._shown["short"]),
        )
        return [
            row(f"Time of a save {of}", *saves, milliseconds, at_most(1.2)),
            row(f"Time of a match page {of}", *pages, milliseconds, at_most(1.2)),
        ]

    def _printing_rows(self) -> list[Row]:
        savers = _savers("save", self._small, self._pools["printed"])
        views = self._views(self._small, self._shown["short"])[:_PAIRS]
        busy = self._load.add([*savers[:_PAIRS], *views])
        sheets = _savers("pdf", self._small, self._pools["printed"], Sheets)
        printing = self._load.add(sheets[_PAIRS:][:2])
        tails: dict[str, list[list[float]]] = {"save": [[], []], "view": [[], []]}
        made: list[float] = []

        def serve(flows: list[int], place: int) -> float:
            heard = self._run(flows, 2)
            if "pdf" in heard:
                made.append(heard["pdf"].rate)
            for label, kept in tails.items():
                kept[place].append(percentile(heard[label].times, 99))
            return 0.0

        take_turns(self._size.rounds, lambda: serve([*busy, *printing], 0), lambda: serve(busy, 1))
        beside = f"while {median(made):.0f} PDFs a second are made"
        return [
            row(f"p99 of {what} {beside} / idle", *told, milliseconds, at_most(2))
            for what, told in (
                ("saves", [kept[1:] for kept in tails["save"]]),
                ("match pages", [kept[1:] for kept in tails["view"]]),
            )
        ]

    def _weight_row(self) -> Row:
        visitor = Visitor(self._small.port)
        visitor.open("/")
        visitor.open("/matches/new")
        visitor.open(visitor.start_match())
        what = "First visit: home, new match, match page and their files, packed / 60 KB"
        return row(what, [visitor.bodies], [_LARGEST_FIRST_VISIT], kilobytes, at_most(1))

    def _memory_row(self) -> Row:
        peaks = [float(server.peak_memory()) for server in (self._small, self._bare)]
        what = "Peak memory of a server process after all this / of the bare app's"
        return row(what, peaks[:1], peaks[1:], megabytes, at_most(2.5))

    def _views(self, server: Server, shown: Played) -> list[Flow]:
        request = get(f"/m/{shown.public_id}/", _let_in(server, shown).cookie)
        return [Views("view", server.port, [request]) for _ in range(self._size.writers)]

    def _rates(self, ours: list[int], limit: list[int]) -> list[list[float]]:
        return take_turns(self._size.rounds, lambda: self._rate(ours), lambda: self._rate(limit))

    def _costs(self, ours: list[Flow], limit: list[Flow]) -> list[list[float]]:
        rates = self._rates(self._load.add(ours), self._load.add(limit))
        return [[1 / rate for rate in column] for column in rates]

    def _rate(self, flows: list[int]) -> float:
        return sum(heard.rate for heard in self._run(flows).values())

    def _run(self, flows: list[int], times: float = 1) -> dict[str, Heard]:
        return self._load.run(flows, self._size.seconds * times)


class _Pool(NamedTuple):
    """Writers, and the matches that each may fill."""

    phones: list[Played]
    matches: list[list[str]]


def _pool(house: House, size: Size, hands: int) -> _Pool:
    phones = [house.play(0) for _ in range(size.writers)]
    started = house.play(hands)
    own = [started._replace(phone_id=one.phone_id, secret=one.secret) for one in phones]
    return _Pool(own, [house.copies(one, size.pool) for one in own])


def _savers(
    label: str, server: Server, pool: _Pool, make: Callable[..., Flow] = Saves
) -> list[Flow]:
    flows = []
    for played, matches in zip(pool.phones, pool.matches, strict=True):
        fresh = [(match, played.revision) for match in matches]
        flows.append(make(label, server.port, _let_in(server, played), fresh, SPAN))
    return flows


def _let_in(server: Server, played: Played) -> Phone:
    visitor = Visitor(server.port, {"phone": played.secret})
    visitor.open("/matches/new")  # a watched ledger has no form
    return visitor.phone
