"""Who asks for PDFs and pictures: a process for each server process, and a cache by revision.

Made in the server process itself, one PDF would hold up every poll for its length (p99 7 → 110 ms).
A plain child on a socket pair, and not a process pool: it can be killed when it takes too long, it
ends by itself when its asker is gone, and nothing waits for it at the server's exit.
"""

import hashlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Final, NamedTuple, cast

from cachelib import BaseCache, FileSystemCache, NullCache

from scorekeeper import __version__
from scorekeeper.config import PROJECT
from scorekeeper.i18n import current_locale
from scorekeeper.printing.flags import Flagged
from scorekeeper.printing.html import TEMPLATES, render_picture, render_sheet
from scorekeeper.printing.pdf import (
    PICTURE_STYLESHEET_URL,
    STYLESHEET_URL,
    PdfUnavailable,
    Reason,
    refuse_long,
)
from scorekeeper.printing.picture import picture_of
from scorekeeper.printing.process import MADE, PDF, PNG
from scorekeeper.printing.sheet import sheet_of
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Match

LONGEST_SECONDS: Final = 8.0
"""A page takes 0.2 s, the first one 0.8 s."""
WAITING: Final = 2
"""Threads that may wait for a PDF; the others of a server process keep matches."""
_PROCESS: Final = "scorekeeper.printing.process"
_SECRET: Final = ("TEFTERI_", "DATABASE_URL")
"""Begin the settings that may tell a secret, and that nobody needs to print."""
KEPT_SHEETS: Final = 500
"""Of about 40 KB each, pictures among them."""


class SheetKey(NamedTuple):
    """Which state of which match a sheet shows."""

    match_id: str
    revision: int


class SheetPrinter:
    """A child process that makes them, started when first asked; threads take turns."""

    def __init__(self, seconds: float = LONGEST_SECONDS) -> None:
        self.seconds = seconds
        """How long one may take, and wait for its turn."""
        self._turn = Lock()
        self._places = BoundedSemaphore(WAITING)
        self._child: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None
        self._owner = 0

    @property
    def child_pid(self) -> int | None:
        """The running child's process id."""
        return self._child.pid if self._child else None

    def pdf(self, html: str) -> bytes:
        """The PDF of a sheet's HTML.

        :raises PdfUnavailable: a library is missing, it takes too long, or it fails.
        """
        return self._make(PDF, html)

    def png(self, html: str) -> bytes:
        """The picture of a ledger's HTML, as a PNG.

        :raises PdfUnavailable: as `pdf`.
        """
        return self._make(PNG, html)

    def close(self) -> None:
        """End the child."""
        with self._turn:
            self._stop()

    def _make(self, wanted: bytes, html: str) -> bytes:
        if not self._places.acquire(blocking=False):
            raise PdfUnavailable("slow", "others are waiting for theirs")
        try:
            answer = self._in_turn(wanted + html.encode(), time.monotonic() + self.seconds)
        finally:
            self._places.release()
        return made_of(answer)

    def _in_turn(self, asked: bytes, until: float) -> bytes:
        if not self._turn.acquire(timeout=self.seconds):
            raise PdfUnavailable("slow", "the printer is busy")
        try:
            return self._ask(asked, until)
        finally:
            self._turn.release()

    def _ask(self, asked: bytes, until: float) -> bytes:
        for _attempt in range(2):
            try:
                line = self._running()
                line.send_bytes(asked)
                if not line.poll(max(0.0, until - time.monotonic())):
                    self._stop()
                    raise PdfUnavailable("slow", f"nothing within {self.seconds:g} s")
                return line.recv_bytes()
            except (EOFError, OSError):
                self._stop()  # it had ended, or was killed: once more with a new one
        raise PdfUnavailable("failed", "the printing process died twice")

    def _running(self) -> Connection:
        if self._owner != os.getpid():  # after a fork the child is the other process's
            self._child = self._line = None
        if self._line is None:
            self._start()
        assert self._line is not None
        return self._line

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._child = subprocess.Popen(
                [sys.executable, "-m", _PROCESS, str(theirs.fileno()), *self._limits()],
                cwd=PROJECT,
                env={k: v for k, v in os.environ.items() if not k.startswith(_SECRET)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        self._line = Connection(ours.detach())
        self._owner = os.getpid()

    def _limits(self) -> list[str]:
        """What the child is told of what it may take."""
        return []

    def _stop(self) -> int:
        """End the child; how it ended, which it may have done by itself."""
        ended = 0
        if self._line is not None:
            self._line.close()
        if self._child is not None:
            self._child.kill()
            ended = self._child.wait()
        self._child = self._line = None
        return ended


def made_of(answer: bytes) -> bytes:
    """What the child made.

    :raises PdfUnavailable: it says that it made nothing, and why.
    """
    if answer[:1] == MADE:
        return answer[1:]
    reason, _, detail = answer[1:].decode().partition(" ")
    raise PdfUnavailable(cast(Reason, reason), detail)


PRINTER: Final = SheetPrinter()
"""This process's."""


def sheet_pdf(
    match: Match,
    key: SheetKey,
    *,
    printed_at: datetime,
    folder: Path,
    seated: Sequence[Seated] = (),
    flagged: Sequence[Flagged] = (),
    printer: SheetPrinter = PRINTER,
) -> bytes:
    """The match's sheet as a PDF in the language in use, kept in `folder` until the match changes.

    `seated` is who sat at the table at each of its entries, `flagged` what was flagged in it.

    :raises PdfUnavailable: it cannot be made now.
    """

    def make() -> bytes:
        refuse_long(match)
        sheet = sheet_of(match, printed_at, seated, flagged)
        return printer.pdf(render_sheet(sheet, STYLESHEET_URL))

    return _kept(folder, key, "pdf", make)


def ledger_png(
    match: Match,
    key: SheetKey,
    *,
    folder: Path,
    seated: Sequence[Seated] = (),
    printer: SheetPrinter = PRINTER,
) -> bytes:
    """The match's ledger as a picture, kept as `sheet_pdf` keeps sheets.

    :raises PdfUnavailable: it cannot be made now.
    """

    def make() -> bytes:
        refuse_long(match)
        return printer.png(render_picture(picture_of(match, seated), PICTURE_STYLESHEET_URL))

    return _kept(folder, key, "png", make)


def _kept(folder: Path, key: SheetKey, kind: str, make: Callable[[], bytes]) -> bytes:
    kept = _kept_in(folder)
    state = (key.match_id, str(key.revision), current_locale(), __version__)
    name = "-".join((*state, look(), kind))
    made = kept.get(name)
    if made is None:
        made = make()
        kept.set(name, made)
    return cast(bytes, made)


@cache
def look() -> str:
    """A digest of styles and templates: a sheet that was kept does not outlive its look."""
    styles = ("print", "picture", "tables", "lists")
    files = [PROJECT / f"static/css/{name}.css" for name in styles]
    files += [*sorted(TEMPLATES.glob("sheets/*")), *sorted(TEMPLATES.glob("pictures/*"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:10]


def _kept_in(folder: Path) -> BaseCache:
    """What was made, kept in a folder until it makes room for others."""
    try:
        return _folder_of(folder)
    except OSError:  # it cannot be written: everything is made anew
        return NullCache()


@cache
def _folder_of(folder: Path) -> FileSystemCache:
    return FileSystemCache(str(folder), threshold=KEPT_SHEETS, default_timeout=0)
