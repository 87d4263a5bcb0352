"""A PostgreSQL of the tests' own: in a temporary folder, on a socket in it, stopped by its pid."""

import shutil
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.support.processes import PATIENCE, beginning, make_folder

FAST = {
    "fsync": "off",  # a power cut may take the tests' matches
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "16MB",
    "autovacuum": "off",
}


class Cluster:
    """A server with one empty database, `postgres`, and those that are made of a template."""

    def __init__(self, settings=FAST, place="/tmp"):
        self.folder = make_folder("pg", place)
        self._settings = settings
        self._before = beginning("INT")
        self._process = None
        how = (
            "--auth=trust --username=tests --encoding=UTF8 --no-locale --no-sync --no-instructions"
        )
        self.do("initdb", *how.split(), f"--pgdata={self._data}")

    @property
    def _data(self):
        return self.folder / "data"

    @property
    def log(self):
        return self.folder / "log"

    @property
    def pid(self):
        """Of the process that starts all others."""
        return self._process.pid

    def url(self, database="postgres"):
        """The address of one of its databases."""
        port = f"&port={self._settings['port']}" if "port" in self._settings else ""
        return f"postgresql://tests@/{database}?host={self.folder}{port}"

    def start(self):
        """Start it, and wait until it answers."""
        # A socket in the folder is all that it listens to.
        settings = {
            "unix_socket_directories": self.folder,
            "listen_addresses": "",
            **self._settings,
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self._before, find_program("postgres"), "-D", str(self._data), *options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
            )  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.02)
        return self

    def stop(self):
        """End its connections and it."""
        self._end(signal.SIGINT)

    def kill(self):
        """End it at once, as a power cut does. Its children see that and end, too."""
        self._end(signal.SIGQUIT)

    def remove(self):
        """Stop it and forget all that it kept."""
        self.stop()
        shutil.rmtree(self.folder)

    def run(self, statement, database="postgres"):
        """Do this in a database, past the program; the rows that come back, if any."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def do(self, program, *arguments):
        """Run one of its programs."""
        command = [*self._before, find_program(program), *map(str, arguments)]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL)

    def _end(self, how):
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def _answers(self):
        try:
            return self.run("SELECT 1") == [(1,)]
        except psycopg.OperationalError:
            return False


@contextmanager
def running_cluster():
    """One that has been started, and is removed afterwards."""
    cluster = Cluster()
    try:
        yield cluster.start()
    finally:
        cluster.remove()


def find_program(name):
    """Return the path of one of PostgreSQL's programs; Debian installs them outside of PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    path = str(found[-1]) if found else shutil.which(name)
    assert path, "no PostgreSQL here: scripts/setup test"
    return path
