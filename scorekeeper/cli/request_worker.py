"""gunicorn's threaded worker, in which no thread waits for the network.

In gunicorn's own worker a thread reads the request and sends the answer. It waits as long as the
other end is silent. So two processes of four threads stop when eight phones lose the network while
they send. Here the loop that accepts connections also collects requests. It also sends the rest of
an answer that the network did not take at once. A thread gets only whole requests, and writes its
answer into memory.
"""

import selectors
import socket
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, Final, cast

from gunicorn.config import Config
from gunicorn.http.message import Request
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.cli.request_framing import PeerAddress, RequestFrame
from scorekeeper.cli.request_lanes import RequestLanes, kind_of_request

SILENCE: Final = 10.0
"""Seconds without a byte after which a request, or a new connection, is given up."""
WHOLE: Final = 30.0
"""Seconds in which a request has to be there."""
ANSWER_SILENCE: Final = 30.0
"""Seconds in which the other end takes no byte of its answer."""
ANSWER_WHOLE: Final = 300.0
LINGER: Final = 2.0
"""Seconds of listening to a connection that ends, so that its answer is not lost."""
LARGEST_SUM: Final = 64 * 1024 * 1024
"""Bytes of all requests that are not answered yet, in one process."""
_SWITCH: Final = 0.001
"""Seconds of a thread's turn in the interpreter: a save asks for several turns."""
_AT_ONCE: Final = 256 * 1024
_TICK: Final = 0.25

_CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"

_TYPE_OF_ERRORS: Final = b"Content-Type: text/html"
_CHARSET_OF_ERRORS: Final = b"; charset=iso-8859-1"
_OF_ERRORS: Final = (
    b"\r\nContent-Security-Policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    b"\r\nX-Content-Type-Options: nosniff"
    b"\r\nReferrer-Policy: same-origin"
    b"\r\nCache-Control: no-store"
)
"""The headers of an answer that the app did not give: a few words, and nothing to load."""


class BufferedSocket:
    """A connection's socket as a thread sees it: it only collects the answer. It sends as much of
    the answer as the network takes without waiting."""

    def __init__(self, real: socket.socket) -> None:
        self.real = real
        self.unsent = bytearray()
        real.setblocking(False)

    def recv(self, _size: int) -> bytes:
        """Say that nothing follows: the request is there already, or never will be."""
        return b""

    def sendall(self, data: bytes) -> None:
        """Keep the data; `flush` sends."""
        self.unsent += data

    def send(self, data: bytes) -> int:
        """Drop gunicorn's `100 Continue`: the loop has sent it already."""
        return len(data)

    def flush(self) -> None:
        """Send what can be sent now.

        :raises OSError: the other end is gone.
        """
        while self.unsent:
            try:
                sent_bytes = self.real.send(memoryview(self.unsent)[:_AT_ONCE])
            except (BlockingIOError, InterruptedError):
                return
            del self.unsent[:sent_bytes]

    def setblocking(self, _flag: bool) -> None:
        """It never blocks."""

    def settimeout(self, _seconds: float | None) -> None:
        """It never waits."""

    def gettimeout(self) -> None:
        """It has no time-out."""

    def fileno(self) -> int:
        """The descriptor of the real socket."""
        return self.real.fileno()

    def shutdown(self, how: int) -> None:
        """End one direction of the connection."""
        self.real.shutdown(how)

    def close(self) -> None:
        """End the connection."""
        self.real.close()


class Connection(TConn):
    """A connection, and the request that is on its way."""

    def __init__(
        self, config: Config, client: socket.socket, address: PeerAddress, server: PeerAddress
    ) -> None:
        self.buffered = BufferedSocket(client)
        # It has what gunicorn asks of a socket.
        super().__init__(config, cast(socket.socket, self.buffered), address, server)
        # No thread waits for data or makes a parser: it gets a frame that has ended.
        self.data_ready = self.initialized = True
        self.frame = RequestFrame(config, address)
        self.rest = b""
        """The bytes behind the request that is being answered."""
        self.queued_bytes = 0
        """Of the request that waits for a thread, or is being answered."""
        self.kind = kind_of_request(None)
        self.is_kept = False
        self.silent_until = self.over_at = 0.0


class RequestWorker(ThreadWorker):
    """Collects requests and sends answers in the loop; threads only handle whole requests."""

    column = 0
    """Of the metrics: where this process counts (gunicorn_settings.py)."""

    def init_process(self) -> None:
        """Start the loop."""
        # In the order in which they began to wait.
        self._waiting: dict[Connection, Callable[[Connection], None]] = {}
        self._buffered_bytes = 0
        self._checked_at = 0.0
        sys.setswitchinterval(_SWITCH)
        super().init_process()

    def get_thread_pool(self) -> RequestLanes:
        """The threads that handle requests."""
        return RequestLanes(self.cfg.threads)

    def accept(self, listener: socket.socket) -> None:
        """Take a new connection, and wait for its request."""
        try:
            client, address = listener.accept()
        except BlockingIOError:  # another process was quicker
            return
        except OSError:  # no descriptor is left, say: the next round may have one
            self._drop_oldest()
            return
        self.nr_conns += 1
        conn = Connection(self.cfg, client, address, listener.getsockname())
        if self.nr_conns >= self.worker_connections:
            self._drop_oldest()  # or no new connection fits until one is given up
        self._wait(conn, selectors.EVENT_READ, self._collect, SILENCE, SILENCE)
        self._do(conn)  # mostly the request has come with it

    def handle(self, conn: TConn) -> bool:
        """Answer a request, in a thread, and send of the answer what goes out at once."""
        is_kept = super().handle(conn)
        _own(conn).buffered.flush()
        return is_kept

    def handle_error(
        self,
        req: Request | None,
        client: socket.socket,
        addr: PeerAddress,
        exc: BaseException,
    ) -> None:
        """Answer what gunicorn answers by itself, with the headers of a page that is only text."""
        unsent = cast(BufferedSocket, client).unsent
        begin = len(unsent)
        super().handle_error(req, client, addr, exc)
        end = unsent.find(b"\r\n\r\n", begin)
        if end >= 0:
            head = unsent[begin:end]
            head = head.replace(_TYPE_OF_ERRORS, _TYPE_OF_ERRORS + _CHARSET_OF_ERRORS)
            unsent[begin:end] = head + _OF_ERRORS

    def _keepalive_after(self, _conn: Connection, keepalive: object) -> bool:
        # The unread rest of the body lies in memory: nothing is waited for.
        return bool(keepalive)

    def finish_request(self, conn: TConn, fs: "Future[bool]") -> None:
        """Go on with a connection whose request was handled."""
        conn = _own(conn)
        self._buffered_bytes -= conn.queued_bytes
        try:
            conn.is_kept = bool(fs.result())
        except Exception:  # as a rule the other end is gone
            self._end(conn)
            return
        if conn.buffered.unsent:
            self._wait(conn, selectors.EVENT_WRITE, self._send, ANSWER_SILENCE, ANSWER_WHOLE)
        else:
            self._go_on(conn)

    def murder_keepalived(self, force: bool = False) -> None:
        """End the connections whose time is over; gunicorn asks for it after each event."""
        now = time.monotonic()
        if now - self._checked_at < _TICK and not force:
            return
        self._checked_at = now
        for conn in [one for one in self._waiting if force or _is_over(one, now)]:
            self._end(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        # At the end: connections that have sent nothing yet get less time than usual.
        for conn, step in self._waiting.items():
            if step == self._collect and not conn.frame.data:
                conn.silent_until = min(conn.silent_until, deadline)

    def _wait(
        self,
        conn: Connection,
        event: int,
        step: Callable[[Connection], None],
        silence: float,
        whole: float,
    ) -> None:
        now = time.monotonic()
        conn.silent_until, conn.over_at = now + silence, now + whole
        self._waiting[conn] = step
        self.poller.register(conn.buffered.real, event, partial(self._do, conn))

    def _do(self, conn: Connection, _socket: object = None) -> None:
        step = self._waiting.get(conn)
        if step is None:  # dropped meanwhile, in the same round of events
            return
        try:
            step(conn)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self._end(conn)

    def _collect(self, conn: Connection) -> None:
        more = conn.buffered.real.recv(_AT_ONCE)
        if not more:
            self._end(conn)
            return
        now = time.monotonic()
        if not conn.frame.data:
            conn.over_at = now + WHOLE
        conn.silent_until = now + SILENCE
        self._buffered_bytes += len(more)
        conn.frame.add(more)
        if conn.frame.is_ended:
            self._leave(conn)
            self._hand_over(conn)
            return
        if conn.frame.expects_continue:
            conn.frame.expects_continue = False
            conn.buffered.real.send(_CONTINUE)
        if self._buffered_bytes > LARGEST_SUM:
            self._end(max(self._waiting, key=lambda one: len(one.frame.data)))

    def _hand_over(self, conn: Connection) -> None:
        conn.queued_bytes = len(conn.frame.data)
        self._buffered_bytes += conn.queued_bytes
        conn.rest = conn.frame.take_rest()
        conn.kind = kind_of_request(conn.frame.request)
        conn.parser = cast(Any, conn.frame)  # gunicorn only asks it for the next request
        conn.frame = RequestFrame(self.cfg, conn.client)
        self.enqueue_req(conn)

    def _send(self, conn: Connection) -> None:
        before = len(conn.buffered.unsent)
        conn.buffered.flush()
        if len(conn.buffered.unsent) < before:
            conn.silent_until = time.monotonic() + ANSWER_SILENCE
        if not conn.buffered.unsent:
            self._leave(conn)
            self._go_on(conn)

    def _go_on(self, conn: Connection) -> None:
        """The answer is sent: wait for the next request, or end."""
        if not conn.is_kept:
            try:
                conn.buffered.shutdown(socket.SHUT_WR)
            except OSError:
                self._end(conn)
            else:
                self._wait(conn, selectors.EVENT_READ, self._linger, LINGER, SILENCE)
            return
        # A client may send the next request without waiting for this one's answer.
        conn.frame.add(conn.rest)
        if conn.frame.is_ended:
            self._hand_over(conn)
            return
        self._buffered_bytes += len(conn.frame.data)
        silence = SILENCE if conn.frame.data else float(self.cfg.keepalive)
        self._wait(conn, selectors.EVENT_READ, self._collect, silence, WHOLE)
        if not self.alive:
            self._cap_keepalive(time.monotonic() + LINGER)

    def _linger(self, conn: Connection) -> None:
        # Further bytes are read and dropped; closed with unread bytes, the answer could be lost.
        if not conn.buffered.real.recv(_AT_ONCE):
            self._end(conn)

    def _leave(self, conn: Connection) -> None:
        self._waiting.pop(conn)
        self.poller.unregister(conn.buffered.real)
        self._buffered_bytes -= len(conn.frame.data)

    def _end(self, conn: Connection) -> None:
        if conn in self._waiting:
            self._leave(conn)
        self.nr_conns -= 1
        conn.close()

    def _drop_oldest(self) -> None:
        if self._waiting:
            self._end(next(iter(self._waiting)))


def _own(conn: TConn) -> Connection:
    """One of gunicorn's connections as ours: no other is ever made."""
    assert isinstance(conn, Connection)
    return conn


def _is_over(conn: Connection, now: float) -> bool:
    return now > min(conn.silent_until, conn.over_at)
