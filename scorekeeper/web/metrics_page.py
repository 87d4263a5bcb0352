"""`/metrics`: the server's counts and sizes, in the format of Prometheus.

Counts and sizes alone: no name, no address, nothing that a request can put there.
"""

import hmac
from collections.abc import Callable, Iterator
from typing import Final

from flask import Blueprint, Response, abort, request
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from sqlalchemy.exc import DatabaseError

from scorekeeper import __version__
from scorekeeper.config import current_settings
from scorekeeper.jobs.heartbeat import seconds_since_heartbeat
from scorekeeper.jobs.requests import job_counts
from scorekeeper.keeping.health import database_bytes
from scorekeeper.match.matches import DatabaseUnavailable, NotWritable
from scorekeeper.operating import maintenance
from scorekeeper.operating.metrics import COUNTED, STARTED
from scorekeeper.operating.security_events import WRONG_SECRET, mark_request

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
"""Asked for when somebody reads them: name, help, label and where they come from."""


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
                continue  # what is not known is not told; /readyz says why
            yield family


def _is_looked_after() -> bool:
    return maintenance.is_on(current_settings().maintenance)
