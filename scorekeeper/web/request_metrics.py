"""Request ids, counts and log lines for every request, and `/metrics` for Prometheus.

It stands in front of Flask, because polls are answered there.

Counts and sizes alone: no name, no address, nothing that a request can put there.
"""

import logging
import re
import secrets
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Request
from werkzeug.exceptions import BadRequest

from scorekeeper.config import settings_of
from scorekeeper.operating.logs import EVENTS, REQUEST_ID, kind_of
from scorekeeper.operating.metrics import CONFLICTS, REFUSALS, REQUESTS
from scorekeeper.web.security_headers import page_headers

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
import hmac
from collections.abc import Iterator

from flask import Blueprint, Response, abort, request
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from sqlalchemy.exc import DatabaseError

from scorekeeper import __version__
from scorekeeper.config import current_settings
from scorekeeper.jobs.payloads import seconds_since_heartbeat
from scorekeeper.jobs.queue import job_counts
from scorekeeper.keeping.health import database_bytes
from scorekeeper.match.matches import DatabaseUnavailable, NotWritable
from scorekeeper.operating import maintenance
from scorekeeper.operating.logs import WRONG_SECRET, mark_request
from scorekeeper.operating.metrics import COUNTED, STARTED

_log = logging.getLogger(__name__)

_HEADER: Final = "X-Request-Id"
_REQUEST_ID: Final = re.compile(r"[0-9A-Za-z_-]{8,64}")
_POLL: Final = "watching.live"
_NO_VIEW: Final = "none"
"""The view of an address that is not there, or that does not take the method."""
_METHODS: Final = frozenset({"GET", "POST", "PUT", "DELETE"})
"""The methods that a view takes: no other word of a request stands in the log."""


class RequestMetrics:
    """WSGI middleware that gives each request its id and counts it once it is answered."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._next: WSGIApplication = app.wsgi_app
        self._believes = settings_of(app).proxy_hops > 0
        self._slow = settings_of(app).slow_seconds

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        start_time = perf_counter()
        number = environ[REQUEST_ID] = self._number_of(environ)
        endpoint, status = _POLL, 500
        # No name holds it, and PostgreSQL refuses even to be asked for one that does.
        is_odd = "\0" in environ["PATH_INFO"]

        def start(
            line: str, headers: list[tuple[str, str]], *fault: Any
        ) -> Callable[[bytes], object]:
            nonlocal endpoint, status
            request = environ.get("werkzeug.request")  # Flask takes it away at the end
            if isinstance(request, Request):  # a poll that Flask does not see has Werkzeug's
                endpoint = request.endpoint or _NO_VIEW
            status = int(line[:3])
            headers.append((_HEADER, number))
            if is_odd:  # Flask, which adds them else, is not asked
                host = environ.get("HTTP_HOST", "")
                headers += page_headers(self._app, is_secure=False, host=host).items()
            return start_response(line, headers, *fault)

        answer = (BadRequest() if is_odd else self._next)(environ, start)
        self._tell(environ, endpoint, status, perf_counter() - start_time)
        return answer

    def _number_of(self, environ: "WSGIEnvironment") -> str:
        """A proxy's that is believed, if it is one; else a new one."""
        request_id = environ.get("HTTP_X_REQUEST_ID", "") if self._believes else ""
        return request_id if _REQUEST_ID.fullmatch(request_id) else secrets.token_hex(4)

    def _tell(self, environ: "WSGIEnvironment", endpoint: str, status: int, seconds: float) -> None:
        method = "GET" if environ["REQUEST_METHOD"] == "HEAD" else environ["REQUEST_METHOD"]
        method = method if method in _METHODS else "other"
        what = "poll" if endpoint == _POLL else "read" if method == "GET" else "write"
        REQUESTS.add(what, f"{status // 100}xx", seconds=seconds)
        if status == 409:
            CONFLICTS.add()
        if status == 429:
            REFUSALS.add()
        EVENTS.tell_left_out()
        if kind := kind_of(environ, status):
            EVENTS.tell(kind, f"{method} {endpoint}, {status}", environ[REQUEST_ID])
        if status >= 500 or seconds >= self._slow:
            more = {"request_id": environ[REQUEST_ID]}
            _log.warning("%d %s %s, %.1f s", status, method, endpoint, seconds, extra=more)


pages = Blueprint("figures", __name__)

Figures = dict[str, float]
"""The values of a metric by its label; by "" where it has none."""


_GAUGES: Final[tuple[tuple[str, str, str, Callable[[], Figures]], ...]] = (
    ("tefteri_database_bytes", "Size of the database", "", lambda: {"": database_bytes()}),
    ("tefteri_jobs", "Jobs by their state", "state", lambda: {**job_counts()}),
    (
        "tefteri_maintenance",
        "Is the server looked after now?",
        "",
        lambda: {"": _is_looked_after()},
    ),
    ("tefteri_start_time_seconds", "When the server was started", "", lambda: {"": STARTED}),
    (
        "tefteri_worker_silent_seconds",
        "Since a worker for the jobs was last there",
        "",
        lambda: {"": seconds_since_heartbeat()},
    ),
)
"""Metrics that are read only on demand: name, help, label and source."""


@pages.get("/metrics")
def show() -> Response:
    """Answer with the metrics to a request with the secret; 404 without one in the settings."""
    secret = current_settings().metrics_secret
    if not secret:
        abort(404)
    authorization = request.headers.get("Authorization", "")
    if not hmac.compare_digest(authorization.encode(), f"Bearer {secret}".encode()):
        mark_request(WRONG_SECRET)
        return Response(status=401, headers={"WWW-Authenticate": "Bearer"})
    registry = CollectorRegistry(auto_describe=False)
    for collector in (*COUNTED, _Now()):
        registry.register(collector)
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class _Now(Collector):
    """How things stand at this moment."""

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("tefteri", "The program", {"version": __version__})
        for name, help_text, label, query in _GAUGES:
            family = GaugeMetricFamily(name, help_text, labels=[label] if label else [])
            try:
                for value, figure in query().items():
                    family.add_metric([value] if label else [], figure)
            except (DatabaseError, DatabaseUnavailable, NotWritable):
                continue  # an unknown figure is left out; /readyz says why
            yield family


def _is_looked_after() -> bool:
    return maintenance.is_on(current_settings().maintenance)
