"""Writes the log: one line an event, also for requests refused for safety's sake.

A line of a refusal has the kind of event, the view's name, and the status. The client chooses
nothing in it: no address, no secret, no text.

No line has a name, a secret, or an address by which a match can be read. A line names the view in
place of the address. Only damaged data is named by its address: the operator has to look at it.
"""

import logging
import time
from collections import Counter
from threading import Lock
from typing import Final

from flask import has_request_context, request

# Operators look for these lines by this name.
_log = logging.getLogger("scorekeeper.operating.security_events")

WRONG_SECRET: Final = "wrong_secret"
"""An unknown secret of a link, a phone or a program."""
NO_RIGHT: Final = "no_right"
TOO_OFTEN: Final = "too_often"
FOREIGN_PAGE: Final = "foreign_page"
"""Another site's page sent it."""
WRONG_TOKEN: Final = "wrong_token"
"""A form without its token, with an old one or with another phone's."""
FOREIGN_HOST: Final = "foreign_host"
BAD_REQUEST: Final = "bad_request"
"""The request was no HTTP, or broke its rules: no view was called."""
NO_EVENT: Final = ""
"""A refusal that belongs to how a phone becomes known."""

MOST: Final = 10
"""Lines of a kind in a minute, in each process: a flood must not fill the disk."""
_MINUTE: Final = 60.0
_OF_STATUS: Final = {401: NO_RIGHT, 403: NO_RIGHT, 429: TOO_OFTEN}
_KIND: Final = "tefteri.security_event"
"""The key of a request's kind of event in its WSGI environment."""


class SecurityEvents:
    """Writes the lines, and counts those that it leaves out."""

    def __init__(self, seconds: float = _MINUTE) -> None:
        self._seconds = seconds
        self._over_at = 0.0
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def tell(self, kind: str, what: str, request_id: str | None = None) -> None:
        """Write that it happened, unless it happened too often in this minute."""
        self.tell_left_out()
        with self._lock:
            self._counts[kind] += 1
            is_told = self._counts[kind] <= MOST
        if is_told:
            _log.warning("%s: %s", kind, what, extra={"request_id": request_id or "-"})

    def tell_left_out(self) -> None:
        """Write how many lines were left out in the minute that is over."""
        now = time.monotonic()
        with self._lock:
            if now < self._over_at:
                return
            counts, self._counts = self._counts, Counter()
            self._over_at = now + self._seconds
        for kind, times in counts.items():
            if times > MOST:
                _log.warning("%s: %d more", kind, times - MOST, extra={"request_id": "-"})


EVENTS: Final = SecurityEvents()


def mark_request(kind: str) -> None:
    """Set the kind of this request's refusal, where its status does not decide it."""
    request.environ[_KIND] = kind


def kind_of(environ: dict[str, object], status: int) -> str:
    """The kind of event that this answer is; "" for none."""
    return str(environ.get(_KIND, _OF_STATUS.get(status, NO_EVENT)))


REQUEST_ID: Final = "tefteri.request_id"
"""The key of a request's number in its WSGI environment."""


_ROW: Final = "DETAIL:"
"""The beginning of PostgreSQL's line about the refused row, with the names in it."""


class Lines(logging.Formatter):
    """Time, level, process and request before the text; a traceback goes on in the same line."""

    def __init__(self) -> None:
        super().__init__(
            "%(asctime)s %(levelname)s [%(process)d] %(request_id)s %(name)s: %(message)s",
            "%Y-%m-%dT%H:%M:%S%z",
        )

    def format(self, record: logging.LogRecord) -> str:
        if not hasattr(record, "request_id"):
            record.request_id = request_id() or "-"
        lines = super().format(record).splitlines()
        return " | ".join(line for line in lines if not line.startswith(_ROW))


class GunicornsOwn(logging.Filter):
    """Takes addresses out of gunicorn's lines: the client's, and the requested one."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Log a request that was no HTTP as a security event instead; write all other lines."""
        message = str(record.msg)
        if message.startswith("Invalid request from ip="):
            EVENTS.tell(BAD_REQUEST, "no HTTP")
            return False
        if message.startswith("Error handling request"):
            record.msg, record.args = "Error handling a request", ()
        return True


CONFIG: Final[dict[str, object]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": Lines}},
    "filters": {"gunicorns_own": {"()": GunicornsOwn}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "lines",
            "stream": "ext://sys.stderr",
        }
    },
    "root": {"level": "WARNING", "handlers": ["stderr"]},
    "loggers": {
        name: {
            "level": "WARNING",
            "handlers": ["stderr"],
            "filters": ["gunicorns_own"],
            "propagate": False,
        }
        for name in ("gunicorn.error", "gunicorn.access")
    },
}
"""For `logging.config.dictConfig`, to which gunicorn gives it."""


def request_id() -> str | None:
    """The number of the request that is being answered, if there is one."""
    found: str | None = request.environ.get(REQUEST_ID) if has_request_context() else None
    return found
