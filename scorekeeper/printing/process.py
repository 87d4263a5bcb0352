"""Makes PDFs and pictures: `python -m scorekeeper.printing.process FD BYTES SECONDS NICENESS`.

A page's limit is on processor time. A limit on wall-clock time would kill a process that only waits
for its turn on the processor.

It reports when it is ready. `child` sends a letter for what it wants and then the page's HTML. It
answers one page after the other on its end of a socket pair. It ends with the other end, after its
idle time, or when a page takes too long. For a file of many pages (`jobs`) it reports each page.
Its command line limits its memory.
"""

import errno
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, NamedTuple

from scorekeeper.printing.pdf import PdfUnavailable, load_engine, render_pdf, render_png
from scorekeeper.printing.stamps import stamp

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_RUNNABLE: Final = "R"
"""The kernel's letter for a process that works, or would if it had a processor."""


class _Look(NamedTuple):
    at: float
    worked: float
    """Seconds of the processor."""
    is_runnable: bool


class Stopwatch:
    """Stands still while the process waits for the processor; sleep and standstill count.

    It has to be read a few times a second. On a system without such data on processes it is a plain
    clock.
    """

    def __init__(self, pid: int) -> None:
        self._file = Path(f"/proc/{pid}/stat")
        self._last_look = self._look()
        self._seconds = 0.0

    def read(self) -> float:
        """The seconds so far."""
        before, now = self._last_look, self._look()
        worked, passed = now.worked - before.worked, now.at - before.at
        self._seconds += worked if now.is_runnable else max(worked, passed)
        self._last_look = now
        return self._seconds

    def _look(self) -> _Look:
        try:
            fields = self._file.read_text().rpartition(")")[2].split()
        except OSError:  # it is gone, or this is not Linux
            return _Look(time.monotonic(), 0.0, is_runnable=False)
        worked = (int(fields[11]) + int(fields[12])) / _TICKS
        return _Look(time.monotonic(), worked, is_runnable=fields[0] == _RUNNABLE)


LONGEST_SECONDS: Final = 600
"""Processor seconds after which a page that never ends is killed. The server's own limit is lower:
this is for a page whose server is gone."""
READY: Final = b"!"
"""The first message, once the libraries are loaded."""
MADE: Final = b"+"
REFUSED: Final = b"-"
STEP: Final = b"."
"""One more page is made: `.12/200`."""
_NO_ROOM: Final = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
PDF: Final = b"P"
PNG: Final = b"I"
STAMPED: Final = b"S"
"""The first byte of a request; the last one takes a layout and its pages as JSON."""


def main(line: "Connection[bytes, bytes]", idle_seconds: float, niceness: int) -> None:
    """Answer requests until none has come for `idle_seconds`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's, which then lets go
    os.nice(niceness)
    with suppress(PdfUnavailable):  # each request is then answered with the missing library
        load_engine()
    line.send_bytes(READY)
    while line.poll(idle_seconds):
        try:
            request = line.recv_bytes()
        except (EOFError, ConnectionError):
            return
        _guard(LONGEST_SECONDS)
        reply = answer(request[1:].decode(), _ways(line)[request[:1]])
        _guard(0)
        line.send_bytes(reply)


def _guard(seconds: float) -> None:
    """Let the process end after these seconds of the processor from now; 0 for never."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def limit_memory(most: int) -> None:
    """Limit the memory of the process to these bytes; 0 for no limit."""
    if most:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _ways(line: "Connection[bytes, bytes]") -> dict[bytes, Callable[[str], bytes]]:
    """The functions that make what a request asks for, by its first byte."""

    def tell(page: int, pages: int) -> None:
        _guard(LONGEST_SECONDS)
        line.send_bytes(STEP + f"{page}/{pages}".encode())

    def render_stamped(layout: str) -> bytes:
        html, pages = json.loads(layout)
        return stamp(html, pages, tell)

    return {PDF: render_pdf, PNG: render_png, STAMPED: render_stamped}


def answer(html: str, render: Callable[[str], bytes]) -> bytes:
    """Render, and return the content behind `MADE`, or the reason and its detail behind `REFUSED`.

    :raises MemoryError: it takes more than the process may have.
    """
    try:
        return MADE + render(html)
    except PdfUnavailable as error:
        load_engine.cache_clear()  # once it is installed, no restart is needed
        return REFUSED + f"{error.reason} {error.detail}".encode()
    except MemoryError:
        raise
    except OSError as error:
        reason = "full" if _is_of_temporary_folder(error) else "failed"
        return REFUSED + f"{reason} {type(error).__name__}: {error}".encode()
    except Exception as error:
        # The server gets this answer and logs it; the next sheet may be fine.
        return REFUSED + f"failed {type(error).__name__}: {error}".encode()


def _is_of_temporary_folder(error: OSError) -> bool:
    """WeasyPrint writes fonts there, and all else is only read."""
    return error.errno in _NO_ROOM or "temporary directory" in str(error)


if __name__ == "__main__":
    _descriptor, _memory, _idle_seconds, _niceness = sys.argv[1:]
    with Connection(int(_descriptor)) as line:
        limit_memory(int(_memory))
        try:
            main(line, float(_idle_seconds), int(_niceness))
        except MemoryError:
            line.send_bytes(REFUSED + b"large it takes more memory than it may")
        except ConnectionError:
            sys.exit(0)  # the server does not wait for the answer
