"""What each server holds in memory."""

from collections.abc import Iterator, Sequence

from bench.server.processes import memory_at
from bench.server.setups import SetUp
from bench.serving import Server
from bench.table import Row, megabytes, row
from tests.postgres import Cluster


def memory_rows(set_ups: Sequence[SetUp], limit: Server, cluster: Cluster | None) -> Iterator[Row]:
    """That of each set-up's first server, by that of the empty app's.

    Then that of PostgreSQL, if it runs.
    """
    held = [float(memory_at(limit.pid))]
    for one in set_ups:
        ours = [float(memory_at(one.servers[0].pid))]
        yield row(f"Memory of a server, {one.name} / of the empty app's", ours, held, megabytes)
    if cluster is not None:
        ours = [float(memory_at(cluster.pid))]
        yield row("Memory of PostgreSQL itself / of the empty app's", ours, held, megabytes)
