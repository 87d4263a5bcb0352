"""The threads of a server process share its memory (`scorekeeper.cli.gunicorn_settings`)."""

import subprocess
import sys

import pytest

from tests.processes import PROJECT

THREADS = """
import ctypes, sys, threading
from types import SimpleNamespace
from scorekeeper.cli import gunicorn_settings
libc = ctypes.CDLL(None)
if sys.argv[1] == "limited":
    gunicorn_settings.post_fork(None, SimpleNamespace(column=0))
together = threading.Barrier(8)
def allocate():
    together.wait()
    kept = [bytes(1000) for _ in range(1000)]  # too large for Python's own pools
    together.wait()
threads = [threading.Thread(target=allocate) for _ in range(8)]
[one.start() for one in threads]
[one.join() for one in threads]
out = libc.fdopen
out.restype = ctypes.c_void_p
libc.malloc_info(0, ctypes.c_void_p(out(1, b"w")))
libc.fflush(None)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="a setting of glibc's")
@pytest.mark.parametrize(("which", "arenas"), [("limited", {1, 2}), ("unlimited", range(3, 20))])
def test_eight_threads_take_memory_from_two_arenas(which, arenas):
    command = [sys.executable, "-c", THREADS, which]
    ran = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    assert ran.stdout.count("<heap nr=") in arenas
