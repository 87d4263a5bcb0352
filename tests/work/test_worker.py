"""A worker that is told to end, at whichever moment."""

import signal
import subprocess
import sys

import pytest

from tests.databases import KEY
from tests.processes import PATIENCE, PROJECT

TOLD_AS_ITS_THREADS_START = """
import os, sys
from huey.consumer import Consumer
from scorekeeper.app import create_app
from scorekeeper.cli import main

start = Consumer.start

def told(consumer):
    start(consumer)
    os.kill(os.getpid(), int(sys.argv[1]))

Consumer.start = told
sys.exit(main(create_app, ["work"]))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_order_also_when_told_so_while_it_starts(app, number):
    script = [sys.executable, "-c", TOLD_AS_ITS_THREADS_START, str(int(number))]
    own = {"TEFTERI_INSTANCE": str(app.config["INSTANCE"]), "TEFTERI_SECRET_KEY": KEY}
    ended = subprocess.run(
        script, cwd=PROJECT, env=own, timeout=PATIENCE, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
