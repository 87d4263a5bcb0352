"""How gunicorn serves; it reads this module as its settings file.

Its "workers" are called server processes elsewhere: the worker is the one that does the jobs.
"""

from typing import cast

from gunicorn.arbiter import Arbiter

from scorekeeper.cli.request_worker import RequestWorker
from scorekeeper.operating import logs, metrics

workers = 2
worker_class = "scorekeeper.cli.request_worker.RequestWorker"
sendfile = False
"""Answers pass through memory, so that no thread waits for the network."""
threads = 4
"""Threads a process; measured as the safe choice for two cores (docs/decisions/serving.md)."""
preload_app = True
"""Loaded once, before the processes are made: one more is there at once,
and the machine starts sooner."""
graceful_timeout = 10
loglevel = "warning"
logconfig_dict = logs.CONFIG
control_socket_disable = True
# Only the app believes a proxy (TEFTERI_PROXY_HOPS). By itself gunicorn believes every client from
# this machine, and a proxy there passes on what strangers sent.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}


def pre_fork(server: Arbiter, worker: RequestWorker) -> None:
    """Choose a free column of the metrics for the new process."""
    others = cast(dict[int, RequestWorker], server.WORKERS)  # of `worker_class`, as all are
    used_columns = {metrics.OF_JOBS, *(other.column for other in others.values())}
    free = set(range(metrics.COLUMNS)) - used_columns
    # With that many processes some are about to end: a count may be lost, but not the server.
    worker.column = min(free, default=metrics.COLUMNS - 1)


def post_fork(_server: object, worker: RequestWorker) -> None:
    """Let the one that this process is from here on, count there."""
    metrics.use_column(worker.column)
