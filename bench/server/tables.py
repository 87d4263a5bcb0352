"""Tables that play through everything, and those who watch them."""

import threading
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPException
from itertools import cycle
from typing import Any, Final

from bench.visiting import mark_in
from bench.wire import ask, get
from tests.faults.scorer import SCORES, Scorer
from tests.server import Server

_MOST: Final = 100
"""Hands of a match; the next one is begun then."""
_POLLS_EVERY: Final = 0.05


class Addresses:
    """The servers in turn: a phone whose server is dead asks the other one."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self._ports = cycle([server.port for server in servers])

    @property
    def port(self) -> int:
        """Where to ask now."""
        return next(self._ports)


class _Told(threading.Thread):
    """A thread that does something until it is told to stop, and keeps the fault it met."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._stopping = threading.Event()
        self._fault: BaseException | None = None

    def run(self) -> None:
        try:
            while not self._stopping.is_set():
                self.act()
        except BaseException as fault:
            self._fault = fault

    def act(self) -> None:
        """Once."""
        raise NotImplementedError

    def stop(self) -> None:
        """Let it finish what it does.

        :raises BaseException: the fault that ended it before.
        """
        self._stopping.set()
        self.join()
        if self._fault is not None:
            raise self._fault


class Table(_Told):
    """A scorer who writes a hand now and then, and after many of them the next match's."""

    def __init__(self, servers: Sequence[Server], pause: float) -> None:
        super().__init__()
        self._addresses, self._pause = Addresses(servers), pause
        self.played: list[tuple[Any, dict[str, int]]] = []
        """Each scorer with what it was told is saved: operation id → card points."""

    def act(self) -> None:
        scorer, saved = self._match()
        points = list(SCORES)[len(saved) % len(SCORES)]
        saved[scorer.write(points)] = points
        self._stopping.wait(self._pause)

    def _match(self) -> tuple[Any, dict[str, int]]:
        while not self.played or len(self.played[-1][1]) == _MOST:
            with suppress(OSError, HTTPException):
                self.played.append((Scorer(self._addresses).start_match(), {}))
        return self.played[-1]


class Watcher(_Told):
    """Whoever looks at the tables' matches and at others, one after the other."""

    def __init__(
        self, servers: Sequence[Server], others: Sequence[str], tables: Sequence[Table]
    ) -> None:
        super().__init__()
        self._addresses, self._tables = Addresses(servers), cycle(tables)
        self._others = cycle(others)
        self._marks: dict[str, str] = {}
        self.answers = 0

    def act(self) -> None:
        playing = [scorer.public_id for scorer, _ in next(self._tables).played[-1:]]
        for public_id in [*playing, next(self._others)]:
            # Its server may be dead; it asks again when its turn comes.
            with suppress(OSError):
                self._look(public_id)
        self._stopping.wait(_POLLS_EVERY)

    def _look(self, public_id: str) -> None:
        mark = self._marks.get(public_id, "")
        answer = ask(self._addresses.port, get(live(public_id, mark)))
        assert answer.status in (200, 204), answer.head
        if answer.status == 200:
            self._marks[public_id] = mark_in(answer.body.decode())
        self.answers += 1


def live(public_id: str, mark: str = "") -> str:
    """Where a watched page asks for what is new since this mark."""
    return f"/m/{public_id}/live?part=page&mark={mark}"
