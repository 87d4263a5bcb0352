"""A real server process on a folder of its own: started, stopped, killed, started again."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import weakref
from http.client import HTTPConnection, HTTPException
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
PATIENCE = 60.0


class Server:
    """`python -m scorekeeper serve`, and the folder that it keeps its matches in.

    Settings are given by name: `Server(folder, BUSY_SECONDS=1)`. `inside` is the beginning of a
    command line that runs it somewhere else, in another namespace say; `checkout` is another copy
    of the program.
    """

    def __init__(self, folder, inside=(), checkout=PROJECT, **settings):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        reserved = reserve_port()
        weakref.finalize(self, reserved.close)
        self.port = reserved.getsockname()[1]
        self._inside = inside
        self._checkout = checkout
        settings = {"PRINT_SECONDS": 60, **settings}  # on a busy machine a sheet takes its time
        self._settings = {f"TEFTERI_{name}": str(value) for name, value in settings.items()}
        self._process = None

    @property
    def url(self):
        return f"http://{HOST}:{self.port}"

    @property
    def database(self):
        return self.folder / "tefteri.sqlite3"

    @property
    def log(self):
        return self.folder / "server.log"

    def start(self):
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "scorekeeper", "serve"]
        own = {key: value for key, value in os.environ.items() if not key.startswith("TEFTERI_")}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self._inside, *command, "--host", HOST, "--port", str(self.port)],
                cwd=self._checkout,
                env={**own, "TEFTERI_INSTANCE": str(self.folder), **self._settings},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        try:
            _wait(self._answers, f"no answer from the server; its log: {self.log}")
        except BaseException:
            self.kill()
            raise
        return self

    def stop(self):
        """Ask it to end, as Ctrl-C does."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(PATIENCE)
        finally:
            self.kill()

    def kill(self):
        """End it and all its workers at once, as a power cut does."""
        if self._process is None:
            return
        pids = [self._process.pid, *self.workers()]
        for pid in pids:
            _kill(pid)
        self._process.wait(PATIENCE)
        _wait(self._is_gone, f"the port {self.port} is still taken")
        self._process = None

    def kill_worker(self, number):
        """End one of the processes that answer requests; the master makes a new one."""
        workers = self.workers()
        if workers:
            _kill(workers[number % len(workers)])

    def hang(self):
        """Stop answering and keep all connections, as a network does that is there and is not."""
        self._signal(signal.SIGSTOP)

    def wake(self):
        """Answer again."""
        self._signal(signal.SIGCONT)

    def _signal(self, number):
        for pid in (self._process.pid, *self.workers()):
            os.kill(pid, number)

    def workers(self):
        """The process ids of its workers."""
        try:
            children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
            return [int(pid) for pid in children.read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            return []

    def health(self):
        """What `/healthz` answers."""
        connection = HTTPConnection(HOST, self.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def _answers(self):
        assert self._process.poll() is None, f"the server ended: {self.log.read_text()}"
        try:
            return self.health()["ok"]
        except (OSError, HTTPException):
            return False

    def _is_gone(self):
        with socket.socket() as probe:
            return probe.connect_ex((HOST, self.port)) != 0


def reserve_port(port=0):
    """A socket that listens to nothing and keeps its port for one server, also while that is dead.

    Tests run side by side, and two servers at one port would share its requests in silence.
    """
    reserved = socket.socket()
    reserved.bind((HOST, port))
    # Now, not before: only the server may come to the same port.
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    return reserved


def _kill(pid):
    # It may have ended by itself meanwhile.
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _wait(condition, otherwise):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.02)
