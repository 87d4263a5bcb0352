"""A real server process on its own folder, or of a copy, and a worker: started, stopped, killed."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import weakref
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from scorekeeper.work.worker import NAME
from tests.support.processes import (
    PATIENCE,
    PROJECT,
    children_of,
    environment_for,
    name_of,
    wait_until,
)

HOST = "127.0.0.1"
_HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
os.execv(sys.argv[2], sys.argv[2:])
"""
_PROGRAM = ("scorekeeper", "templates", "static", "docs")


class Server:
    """`python -m scorekeeper serve`, and the folder that it keeps its matches in.

    Settings are given by name: `Server(folder, BUSY_SECONDS=1)`. `inside` is the beginning of a
    command line that runs it elsewhere, in another namespace say. `checkout` is another copy of the
    program. `database_url` is a database of PostgreSQL's. `listening` is a socket that the server
    is handed, as by systemd. It outlives the server, and its giver closes it.
    """

    command = "serve"

    def __init__(
        self, folder, inside=(), checkout=PROJECT, database_url=None, listening=None, **settings
    ):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        reserved = listening or reserve_port()
        weakref.finalize(self, reserved.close)
        self.port = reserved.getsockname()[1]
        self._handed = (listening.fileno(),) if listening else ()
        self._inside = [*inside, *(word for fd in self._handed for word in _handing_over(fd))]
        self._checkout = checkout
        # On a busy machine a sheet takes its time.
        settings = {"PRINT_SECONDS": 60, **settings}
        self._settings = settings
        self.database_url = database_url
        self._process = None

    @property
    def url(self):
        return f"http://{HOST}:{self.port}"

    @property
    def is_running(self):
        """Was it started, and not ended by these tests?"""
        return self._process is not None

    @property
    def database(self):
        return self.folder / "tefteri.sqlite3"

    @property
    def log(self):
        return self.folder / "server.log"

    def start(self, *, may_be_full=False):
        """Start it, and wait until it answers, and can write unless its disk may be full."""
        self._may_be_full = may_be_full
        command = [sys.executable, "-m", "scorekeeper", self.command]
        where = {"DATABASE_URL": self.database_url} if self.database_url else {}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self._inside, *command, "--host", HOST, "--port", str(self.port)],
                cwd=self._checkout,
                env=environment_for(self.folder, **self._settings) | where,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=self._handed,
            )
        try:
            wait_until(self._answers, f"no answer from the server; its log: {self.log}")
        except BaseException:
            self.kill()
            raise
        return self

    def stop(self, how=signal.SIGINT):
        """Ask it to end, as Ctrl-C does; a service is asked by SIGTERM."""
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(PATIENCE)
        finally:
            self.kill()

    def tell_to_end(self):
        """As systemd does."""
        self._process.send_signal(signal.SIGTERM)

    def end(self):
        """Tell it to end, and wait until it has answered everybody and is gone."""
        self.tell_to_end()
        assert self._process.wait(PATIENCE) == 0
        self._process = None

    def kill(self):
        """End it and all its workers at once, as a power cut does."""
        if self._process is None:
            return
        pids = [self._process.pid, *self.children()]
        for pid in pids:
            _kill(pid)
        self._process.wait(PATIENCE)
        if not self._handed:
            wait_until(self._is_gone, f"the port {self.port} is still taken")
        self._process = None

    def kill_worker(self, number):
        """End one of the processes that answer requests; the master makes a new one."""
        workers = self.workers()
        if workers:
            _kill(workers[number % len(workers)])

    def replace_worker(self, number):
        """The same, and wait until the new one is there."""
        before = self.workers()
        self.kill_worker(number)
        wait_until(lambda: len(set(self.workers()) - set(before)) == 1, "no new worker")

    def hang(self):
        """Stop answering and keep all connections, as a network does that is there and is not."""
        self._signal(signal.SIGSTOP)

    def wake(self):
        """Answer again."""
        self._signal(signal.SIGCONT)

    def _signal(self, number):
        for pid in (self._process.pid, *self.children()):
            os.kill(pid, number)

    @property
    def pid(self):
        """The process id of the one that the others are children of."""
        return self._process.pid

    def children(self):
        """The process ids of all that it started."""
        return children_of(self._process.pid)

    def workers(self):
        """The process ids of those that answer requests."""
        return [pid for pid in self.children() if name_of(pid) != NAME]

    def jobs_workers(self):
        """The process ids of those that do jobs: one, when it has started."""
        return [pid for pid in self.children() if name_of(pid) == NAME]

    def health(self):
        """Return the answer of `/healthz`."""
        connection = HTTPConnection(HOST, self.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def _answers(self):
        assert self._process.poll() is None, f"the server ended: {self.log.read_text()}"
        try:
            return self.health()["ok"] or self._may_be_full
        except (OSError, HTTPException):
            return False

    def _is_gone(self):
        with socket.socket() as probe:
            return probe.connect_ex((HOST, self.port)) != 0


class Demo(Server):
    """`python -m scorekeeper demo`: a café evening, and every phone its one scorer."""

    command = "demo"


def reserve_port(port=0):
    """A socket that listens to nothing and keeps its port for one server, also while that is dead.

    Tests run side by side, and two servers at one port would share its requests in silence.
    """
    reserved = socket.socket()
    try:
        reserved.bind((HOST, port))
    except OSError:
        reserved.close()
        raise
    # Now, not before: only the server may take the same port.
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    return reserved


def _handing_over(descriptor):
    """The beginning of a command line that finds the socket where systemd puts it."""
    return [sys.executable, "-c", _HAND_OVER, str(descriptor)]


def _kill(pid):
    # It may have ended by itself meanwhile.
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


class JobsWorker:
    """A worker in this environment, with more settings by name: `JobsWorker(…, BACKUPS=dir)`."""

    def __init__(self, environment, log, **settings):
        folder = environment["TEFTERI_INSTANCE"]
        own = environment_for(folder, **settings) | environment
        with log.open("ab") as written:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "scorekeeper", "work"],
                cwd=PROJECT,
                env=own,
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=written,
            )
        self.log = log

    @property
    def pid(self):
        return self._process.pid

    def hang(self):
        """Let it do nothing more, and be there."""
        self._process.send_signal(signal.SIGSTOP)

    def kill(self):
        """End it at once, as a power cut does."""
        self._process.kill()
        self._process.wait(PATIENCE)

    def stop(self):
        """Tell it to end; its exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)

    def children(self):
        """Return the process ids of its children."""
        return children_of(self._process.pid)


class Checkout(Server):
    """Its `style` is a file of every page's."""

    def __init__(self, folder, **settings):
        checkout = folder / "checkout"
        ignored = shutil.ignore_patterns("*.pyc.*")  # that another test is about to write
        for name in _PROGRAM:
            shutil.copytree(PROJECT / name, checkout / name, ignore=ignored)
        super().__init__(folder / "instance", checkout=checkout, **settings)
        self.templates = checkout / "templates"
        self._style = checkout / "static" / "css" / "base.css"

    def change(self, path, changed):
        """Let what the function makes of it stand in the file, from the next start on."""
        file = self.templates.parent / path
        before = file.read_text()
        after = changed(before)
        assert after != before, f"nothing was changed in {path}"
        file.write_text(after)

    def upgrade(self):
        """Stop, and start as a newer version: with another style sheet."""
        self.stop()
        self._style.write_text(self._style.read_text() + "\n.newer {\n  color: red;\n}\n")
        self.start()
