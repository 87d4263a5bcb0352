"""A real worker process: `python -m scorekeeper work`, started, killed, ended by a signal."""

import signal
import subprocess
import sys

from tests.processes import PATIENCE, PROJECT, children_of, environment_for


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
