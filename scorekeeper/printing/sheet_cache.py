"""Sheets and pictures of matches, made once for each state, some before they are asked for."""

import fcntl
import hashlib
import logging
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from threading import Lock, Thread
from typing import Final, NamedTuple, cast

from cachelib import BaseCache, FileSystemCache, NullCache
from cachetools import LRUCache

from scorekeeper import __version__
from scorekeeper.config import resource
from scorekeeper.i18n import current_locale
from scorekeeper.printing.pdf import PICTURE_STYLESHEET_URL, STYLESHEET_URL, refuse_long
from scorekeeper.printing.picture import TEMPLATES, picture_of, render_picture, render_sheet
from scorekeeper.printing.printer import PRINTER, SheetPrinter
from scorekeeper.printing.sheet import sheet_of
from scorekeeper.printing.sheet_parts import FlaggedEntry
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Match

KEPT_SHEETS: Final = 500
"""Sheets and pictures in the folder, of about 40 KB each."""
_PRINT_SECONDS: Final = 60
"""Seconds for which a sheet is kept: it tells the minute at which it was printed."""
_LOCKS: Final = "sheets.lock"
_TURNS: Final = 16
"""The most different sheets that the processes of a server make at once."""


class SheetKey(NamedTuple):
    """Which state of which match a sheet shows."""

    match_id: str
    revision: int


def sheet_pdf(
    match: Match,
    key: SheetKey,
    *,
    printed_at: datetime,
    folder: Path,
    seated: Sequence[Seated] = (),
    flagged: Sequence[FlaggedEntry] = (),
    printer: SheetPrinter = PRINTER,
) -> bytes:
    """The match's sheet as a PDF in the language in use, kept in `folder` for a minute.

    `seated` is who sat at the table at each of its entries, `flagged` what was flagged in it.

    :raises PdfUnavailable: it cannot be made now.
    """

    def make() -> bytes:
        refuse_long(match)
        sheet = sheet_of(match, printed_at, seated, flagged)
        return printer.pdf(render_sheet(sheet, STYLESHEET_URL))

    return _find_or_make(folder, key, "pdf", make, _PRINT_SECONDS)


def ledger_png(
    match: Match,
    key: SheetKey,
    *,
    folder: Path,
    seated: Sequence[Seated] = (),
    between: tuple[int, int] | None = None,
    printer: SheetPrinter = PRINTER,
) -> bytes:
    """The match's ledger as a picture, kept in `folder` until the match changes.

    `between` are the matches that the two pairs have won of each other, where a club counts them.

    :raises PdfUnavailable: it cannot be made now.
    """

    def make() -> bytes:
        refuse_long(match)
        return printer.png(
            render_picture(picture_of(match, seated, between), PICTURE_STYLESHEET_URL)
        )

    return _find_or_make(folder, key, "png", make)


def card_png(html: str, *, folder: Path, printer: SheetPrinter = PRINTER) -> tuple[bytes, bool]:
    """The picture of a card's HTML, kept as long as there is room, and whether it was just drawn.

    :raises PdfUnavailable: it cannot be made now.
    """
    drawn = []

    def make() -> bytes:
        drawn.append(html)
        return printer.png(html)

    content = _find_or_make(folder, _card_key(html), "png", make)
    return content, bool(drawn)


def forget_card(html: str, *, folder: Path) -> None:
    """Keep the picture of this card no longer."""
    _cache_in(folder).delete(_name_of(_card_key(html), "png"))


def _card_key(html: str) -> SheetKey:
    return SheetKey(f"card-{hashlib.sha256(html.encode()).hexdigest()}", 0)


def _find_or_make(
    folder: Path, key: SheetKey, kind: str, make: Callable[[], bytes], seconds: int = 0
) -> bytes:
    """The content under this key, kept for so many seconds; for 0 as long as there is room."""
    cache_folder = _cache_in(folder)
    name = _name_of(key, kind)
    content = cache_folder.get(name)
    if content is None:
        with _turn(folder, name):
            content = cache_folder.get(name)
            if content is None:
                content = make()
                cache_folder.set(name, content, timeout=seconds)
    return cast(bytes, content)


def _name_of(key: SheetKey, kind: str) -> str:
    state = (key.match_id, str(key.revision), current_locale(), __version__)
    return "-".join((*state, look(), kind))


def _turn(folder: Path, name: str) -> AbstractContextManager[object]:
    """Lock the sheet, so that no other process of the server makes the same at the same time.

    A process that dies releases its lock. Where no file can be written, each makes its own sheet.
    """
    number = int(hashlib.sha256(name.encode()).hexdigest(), 16) % _TURNS
    with suppress(OSError):
        locks = folder.with_name(_LOCKS)
        locks.mkdir(mode=0o700, exist_ok=True)
        file = (locks / f"{number:x}").open("wb")
        fcntl.flock(file, fcntl.LOCK_EX)
        return file
    return nullcontext()


@cache
def look() -> str:
    """A digest of styles and templates: a change of them makes every sheet anew."""
    styles = ("paper", "print", "lists", "drawn")
    files = [resource(f"static/css/{name}.css") for name in styles]
    files += [*sorted(TEMPLATES.glob("sheets/*")), *sorted(TEMPLATES.glob("pictures/*"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:10]


def _cache_in(folder: Path) -> BaseCache:
    """The cache in this folder; one that keeps nothing, where the folder cannot be written."""
    try:
        return _folder_of(folder)
    except OSError:  # it cannot be written: everything is made anew
        return NullCache()


@cache
def _folder_of(folder: Path) -> FileSystemCache:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)  # an older version made it for everybody
    return FileSystemCache(str(folder), threshold=KEPT_SHEETS, default_timeout=0)


MOST_WAITING: Final = 30
"""The longest queue: any further sheet is made only when it is asked for."""
MOST_REMEMBERED: Final = 500
"""Keys whose last state is remembered; of others the same state may be made again."""
_log = logging.getLogger(__name__)


class _Job(NamedTuple):
    key: Hashable
    state: Hashable
    make: Callable[[], object]


class PrintAheadQueue:
    """A queue of sheets to print ahead, and a thread that works it off and then ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[Hashable, _Job] = {}
        self._states: LRUCache[Hashable, Hashable] = LRUCache(MOST_REMEMBERED)
        """The state of each key that waits or was made."""
        self._has_thread = False

    def enqueue(self, key: Hashable, state: Hashable, make: Callable[[], object]) -> None:
        """Make this state in its turn, in place of another state that waits under the same key.

        A state that waits, or was made, is not made again: every look at a page may ask for it.
        Raises nothing: a hand that was saved is saved, also where nothing can be made ahead.
        """
        with self._lock:
            if self._states.get(key) == state:
                return
            if key not in self._waiting and len(self._waiting) >= MOST_WAITING:
                return
            self._waiting[key] = _Job(key, state, make)
            self._states[key] = state
            if not self._has_thread:
                self._start_thread()

    def _start_thread(self) -> None:
        try:
            Thread(target=self._work, daemon=True).start()
        except RuntimeError as error:  # the machine has no room for another one
            for job in self._waiting.values():
                self._forget(job)
            self._waiting.clear()
            _log.warning("nothing is printed ahead: %s", error)
        else:
            self._has_thread = True

    def _forget(self, job: _Job) -> None:
        """Let the job's state be asked for again."""
        if self._states.get(job.key) == job.state:
            del self._states[job.key]

    def _work(self) -> None:
        while job := self._next():
            try:
                job.make()
            except Exception as error:  # the request for the sheet raises it again
                _log.warning("not printed ahead: %s", error)
                with self._lock:
                    self._forget(job)

    def _next(self) -> _Job | None:
        with self._lock:
            first = next(iter(self._waiting), None)
            self._has_thread = first is not None
            return self._waiting.pop(first) if first is not None else None


PRINT_AHEAD: Final = PrintAheadQueue()
"""This process's."""
