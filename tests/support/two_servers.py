"""Two servers on one PostgreSQL behind nginx, which is all that the phones see of them."""

from contextlib import contextmanager
from itertools import count

from tests.support.databases import KEY
from tests.support.http_scorer import Scorer
from tests.support.nginx import Nginx
from tests.support.processes import wait_until
from tests.support.server import JobsWorker, Server


@contextmanager
def two_servers(cluster, folder, **settings):
    """A pair of servers with a new database, not started yet."""
    database = folder.name.replace("-", "_")
    cluster.run(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
    cluster.run(f"CREATE DATABASE {database}")
    pair = Pair(folder, cluster.url(database), **settings)
    try:
        yield pair
    finally:
        pair.remove()


class Pair:
    """One server to its clients: one of the two answers, each with its own instance folder."""

    def __init__(self, folder, database_url, **settings):
        self.database_url = database_url
        self._folder = folder
        self._workers = []
        own = {"SECRET_KEY": KEY, "PROXY_HOPS": 1, "WORKER": "none", **settings}
        self.servers = [
            Server(folder / f"server-{number}", database_url=database_url, **own)
            for number in (1, 2)
        ]
        self.nginx = Nginx(*self.servers).start()
        self._numbers = count()

    @property
    def port(self):
        return self.nginx.port

    @property
    def url(self):
        return self.nginx.url

    @property
    def log(self):
        """The first one's, which is the one that is killed."""
        return self.servers[0].log

    def start(self):
        """Start whichever is not there, and wait until nginx asks both."""
        for server in self.servers:
            if not server.is_running:
                server.start()
        wait_until(self._are_asked, "nginx asks only one of them")
        return self

    def kill(self):
        """End one of them, as a power cut does."""
        self.servers[0].kill()

    def start_worker(self):
        """One that does the jobs of both."""
        where = {"TEFTERI_INSTANCE": str(self._folder / "worker"), "TEFTERI_SECRET_KEY": KEY}
        where["DATABASE_URL"] = self.database_url
        self._workers.append(JobsWorker(where, self._folder / "worker.log"))
        return self._workers[-1]

    def remove(self):
        for worker in self._workers:
            worker.kill()
        for server in self.servers:
            server.kill()
        self.nginx.remove()

    def _are_asked(self):
        path = f"/healthz?{next(self._numbers)}."
        for _ in self.servers:
            Scorer(self).get(path)
        return sorted(self.nginx.asked(path)) == sorted(one.port for one in self.servers)
