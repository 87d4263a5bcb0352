"""The other end of the wire: a separate process that keeps many connections busy.

One thread and a selector: it costs a small part of what the server costs for the same request. With
two cores it takes its time from the server's; it does so for both sides of every ratio.
"""

import selectors
import socket
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Any, NamedTuple

from bench.flows import Flow
from bench.wire import HOST, read_answer


class Heard(NamedTuple):
    """The measurements of a label's connections in one run."""

    times: list[float]
    """Seconds of every timed request."""
    rate: float
    """Timed requests a second: the sum of what each connection did until its own last answer."""


class Load:
    """Runs flows in a separate process; they keep their place from run to run."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()

    def add(self, flows: Sequence[Flow]) -> list[int]:
        """Give it flows; the numbers to run them by."""
        return list(self._ask("add", list(flows)))

    def run(self, numbers: Sequence[int], seconds: float) -> dict[str, Heard]:
        """Keep these flows busy for so long, and longer where one has timed nothing yet; by label.

        :raises RuntimeError: an answer was not the one that was wanted.
        """
        heard: dict[str, Heard] = self._ask("run", (list(numbers), seconds))
        return heard

    def close(self) -> None:
        """End the process."""
        self._line.close()
        self._process.join(10)

    def _ask(self, what: str, value: object) -> Any:
        self._line.send((what, value))
        answer = self._line.recv()
        if isinstance(answer, Exception):
            raise RuntimeError("the load met a fault") from answer
        return answer


def _serve(line: Connection) -> None:
    flows: list[Flow] = []
    while True:
        try:
            what, value = line.recv()
        except EOFError:
            return
        try:
            if what == "add":
                flows += value
                line.send(list(range(len(flows) - len(value), len(flows))))
            else:
                numbers, seconds = value
                line.send(_run([flows[number] for number in numbers], seconds))
        except Exception as error:
            line.send(error)


class _Caller:
    """One flow on one connection."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.socket = self._connect()
        self.times: list[float] = []
        self.began = self.ended = perf_counter()
        self._received = b""

    def call(self) -> None:
        """Send the next request."""
        request, self._timed = self.flow.request()
        self._received = b""
        self._start = perf_counter()
        self.socket.sendall(request)

    def listen(self) -> bool:
        """Take in what has come; is the answer whole?"""
        part = self.socket.recv(1 << 18)
        if not part:
            raise ConnectionError(f"the server hung up: {self.flow.label}")
        self._received = self._received + part if self._received else part
        answer = read_answer(self._received)
        if answer is None:
            return False
        self.ended = perf_counter()
        self.flow.heard(answer)
        if self._timed:
            self.times.append(self.ended - self._start)
        return True

    def _connect(self) -> socket.socket:
        made = socket.create_connection((HOST, self.flow.port), timeout=30)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made


def _run(flows: list[Flow], seconds: float) -> dict[str, Heard]:
    callers = [_Caller(flow) for flow in flows]
    with selectors.DefaultSelector() as selector:
        for caller in callers:
            selector.register(caller.socket, selectors.EVENT_READ, caller)
            caller.call()
        until, waiting = perf_counter() + seconds, len(callers)
        while waiting:
            for key, _ in selector.select(30):
                if not key.data.listen():
                    continue
                caller = key.data
                if perf_counter() >= until and caller.times:
                    selector.unregister(caller.socket)
                    waiting -= 1
                else:
                    caller.call()
    return _told_by(callers)


def _told_by(callers: list[_Caller]) -> dict[str, Heard]:
    heard: dict[str, Heard] = {}
    for caller in callers:
        caller.socket.close()
        times, rate = heard.get(caller.flow.label, Heard([], 0.0))
        own_rate = len(caller.times) / (caller.ended - caller.began)
        heard[caller.flow.label] = Heard([*times, *caller.times], rate + own_rate)
    return heard
