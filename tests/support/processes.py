"""Processes, as the system shows them; and programs that tests start."""

import json
import os
import pwd
import select
import subprocess
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
ARTEFACTS = PROJECT / "tests" / "artefacts"
"""Pictures that people look at, and those of tests that failed."""
PATIENCE = 200.0
"""Seconds: what is waited for comes, also on a machine where ten others ask for each processor."""
NOT_JSON = {"ok": False, "problems": [{"code": "not_json", "field": None}]}


def environment_for(folder, **settings):
    """Return the environment of a command in this instance folder, with these settings by name.

    From the tests' environment only the choice of SQLite is kept: one file is not opened with two.
    """
    own = {
        name: value
        for name, value in os.environ.items()
        if name == "TEFTERI_SQLITE" or not name.startswith(("TEFTERI_", "DATABASE_URL"))
    }
    told = {f"TEFTERI_{name}": str(value) for name, value in settings.items()}
    return own | {"TEFTERI_INSTANCE": str(folder)} | told


def children_of(pid):
    """The process ids of a process's children."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def family_of(pid):
    """The process id and those of all that came of it."""
    return [pid, *(one for child in children_of(pid) for one in family_of(child))]


def name_of(pid):
    """Return the process's own name; empty for one that is gone."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_gone(pid):
    """Has the process ended?"""
    return name_of(pid) == ""


def wait_until(condition, otherwise):
    """Wait until the condition holds, or fail with the message `otherwise`."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.02)


def make_folder(name, place="/tmp"):
    """A folder of whoever runs them. Not in TMPDIR: the path of a socket is 107 bytes at most."""
    folder = Path(tempfile.mkdtemp(prefix=f"tefteri-{name}-", dir=place))
    if os.geteuid() == 0:
        user = _user()
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder


def beginning(death):
    """Of a command line that one of them runs by; `death` is the signal once the tests are gone."""
    command = ["setpriv", f"--pdeathsig={death}"]
    if os.geteuid() == 0:
        user = _user()
        command += [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    return command


def _user():
    names = {user.pw_name for user in pwd.getpwall()}
    return pwd.getpwnam("postgres" if "postgres" in names else "nobody")


class Conversation:
    """A running program: a line is written, and its answer read before the next is written."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=PROJECT, bufsize=0
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0
        self.process.stdout.close()

    def ask(self, line):
        self.process.stdin.write(line + b"\n")
        answer = b""
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            assert ready, f"no answer to {line[:80]!r}"
            part = self.process.stdout.read(65536)
            assert part, f"stopped at {line[:80]!r}"
            answer += part
        assert answer.count(b"\n") == 1, "one line for one line"
        return json.loads(answer)
