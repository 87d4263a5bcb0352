"""Starts the child process that prints for this one, sends it requests, and ends it.

A plain child on a socket pair, and not a process pool: it can be killed when it takes too long, it
ends by itself when its asker is gone, and nothing waits for it at the server's exit.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Generator
from multiprocessing.connection import Connection
from typing import Final

from scorekeeper.config import PROJECT
from scorekeeper.printing.pace import Stopwatch
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.process import READY, STEP

START_SECONDS: Final = 60.0
"""A start takes 0.5 s; a child that is killed while it starts has done that for nothing."""
TICK: Final = 0.2
"""Seconds between two looks at the child."""
_PROCESS: Final = "scorekeeper.printing.process"
_SECRET: Final = ("TEFTERI_", "DATABASE_URL")
"""Prefixes of settings that may hold a secret: the child does not get them."""

ChildSteps = Generator[bytes | None, None, bytes]
"""Each step that the child tells of, None where it tells nothing for a moment; then its answer."""


class Died(Exception):
    """The child is gone; `ended` is how: 0 by itself, below 0 by a signal."""

    def __init__(self, exit_status: int) -> None:
        super().__init__(exit_status)
        self.ended = exit_status


class Child:
    """A child that starts at once; the first request waits until it is ready."""

    def __init__(self, memory: int, idle_seconds: float, niceness: int) -> None:
        ours, theirs = socket.socketpair()
        arguments = map(str, (theirs.fileno(), memory, idle_seconds, niceness))
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", _PROCESS, *arguments],
                cwd=PROJECT,
                env={k: v for k, v in os.environ.items() if not k.startswith(_SECRET)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        self._line = Connection(ours.detach())
        self._owner = os.getpid()
        self.is_ready = False
        self.is_asked = False
        """Is it at work on a request?"""

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid

    def is_there(self) -> bool:
        """Can it take a request? Not if it has ended, or if this process was forked since."""
        return self._owner == os.getpid() and self._process.poll() is None

    def ask(self, request: bytes, seconds: float) -> ChildSteps:
        """Send a request, yield the steps, and return the answer; each may take so many seconds.

        :raises PdfUnavailable: it takes longer.
        :raises Died: it is gone.
        """
        try:
            yield from self._become_ready()
            self.is_asked = True
            self._line.send_bytes(request)
            answer = yield from self._read_answer(seconds)
        except (EOFError, OSError) as error:
            raise Died(self.end()) from error
        self.is_asked = False
        return answer

    def end(self) -> int:
        """Kill it, and return how it ended; it may have ended by itself before."""
        self._line.close()
        if self._owner != os.getpid():
            return 0
        self._process.kill()
        return self._process.wait()

    def _become_ready(self) -> ChildSteps:
        watch = Stopwatch(self.pid)
        while not self.is_ready:
            if self._line.poll(TICK):
                self.is_ready = self._line.recv_bytes() == READY
            elif watch.read() > START_SECONDS:
                raise PdfUnavailable("slow", f"it did not start within {START_SECONDS:g} s")
            else:
                yield None
        return READY

    def _read_answer(self, seconds: float) -> ChildSteps:
        watch = Stopwatch(self.pid)
        while True:
            if self._line.poll(TICK):
                message = self._line.recv_bytes()
                if message[:1] != STEP:
                    return message
                watch = Stopwatch(self.pid)
                yield message
            elif watch.read() >= seconds:
                raise PdfUnavailable("slow", f"nothing within {seconds:g} s of its own")
            else:
                yield None
