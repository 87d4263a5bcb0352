"""The servers that are measured: Tefteri's own, and a bare Flask app on the same gunicorn."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from bench.wire import HOST, ask, get
from scorekeeper.config import PROJECT
from scorekeeper.work.worker import NAME

_PATIENCE: Final = 30.0
_LEFT_OUT: Final = ("TEFTERI_", "PYTHONDONTWRITEBYTECODE")
"""Settings of the shell. A server that keeps no bytecode compiles each template anew."""


class Server:
    """A server process on a new folder, ended with the block."""

    def __init__(self, command: list[str], folder: Path, port: int, **environment: str) -> None:
        self.folder, self.port = folder, port
        self._command = command
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Server":
        own = {key: value for key, value in os.environ.items() if not key.startswith(_LEFT_OUT)}
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", *self._command],
                cwd=PROJECT,
                env=own | self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + _PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise RuntimeError((self.folder / "server.log").read_text())
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()

    @property
    def url(self) -> str:
        """Of its first page, without the slash."""
        return f"http://{HOST}:{self.port}"

    @property
    def pid(self) -> int:
        """Of its first process."""
        assert self._process is not None
        return self._process.pid

    def peak_memory(self) -> int:
        """Bytes: the most that any of its processes has held so far."""
        return max(self._memory("VmHWM"))

    def memory(self) -> int:
        """Bytes that all of its processes that answer hold now."""
        return sum(self._memory("VmRSS"))

    def _memory(self, which: str) -> list[int]:
        pid = self.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [memory_of(child, which) for child in children if _answers_requests(child)]

    def _answers(self) -> bool:
        try:
            return ask(self.port, get("/healthz")).status == 200
        except OSError:
            return False


def tefteri(folder: Path, **environment: str) -> Server:
    """`python -m scorekeeper serve`, as a player starts it, or with these settings."""
    port = _free_port()
    command = ["scorekeeper", "serve", "--host", HOST, "--port", str(port)]
    return Server(command, folder, port, TEFTERI_INSTANCE=str(folder), **environment)


def bare(folder: Path) -> Server:
    """The baseline (`bench.baseline`)."""
    database = str(folder / "bare.sqlite3")
    return under_gunicorn("bench.baseline:create_app()", folder, BENCH_DATABASE=database)


def under_gunicorn(app: str, folder: Path, **environment: str) -> Server:
    """Another app under the settings of `scorekeeper.cli.gunicorn_settings`."""
    port = _free_port()
    command = [
        *("gunicorn", app, "--bind", f"{HOST}:{port}", "--reuse-port"),
        *("--config", "python:scorekeeper.cli.gunicorn_settings"),
    ]
    return Server(command, folder, port, **environment)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _answers_requests(pid: str) -> bool:
    """And does no jobs."""
    return Path(f"/proc/{pid}/comm").read_text().strip() != NAME


def memory_of(pid: str, which: str) -> int:
    """The memory of a process in bytes: `VmRSS`, or `VmHWM` for the most that it ever had."""
    found = re.search(rf"{which}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) * 1024 if found else 0


def cpu_of(pid: str) -> float:
    """The seconds of CPU that a process has used."""
    behind_its_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    user, system = behind_its_name[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
