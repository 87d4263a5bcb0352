"""Writes the log: one line an event, to standard error, with the number of its request.

No line tells a name, a secret, or an address by which a match can be read: what was asked for is
told by the name of its view. Only what is found damaged is named by its address: somebody has to
look at it.
"""

import logging
from typing import Final

from flask import has_request_context, request

from scorekeeper.operating.security_events import BAD_REQUEST, EVENTS

REQUEST_ID: Final = "tefteri.request_id"
"""The key of a request's number in its WSGI environment."""


_ROW: Final = "DETAIL:"
"""Begins what PostgreSQL tells of the row that it refused, with the names in it."""


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
    """Takes addresses out of what gunicorn says: the client's, and that which was asked for."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell what was no HTTP as a security event instead; write all else."""
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
