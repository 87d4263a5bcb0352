"""Servers that are about to have a bad day, and what must be true of them afterwards."""

from pathlib import Path

import pytest

from tests.faults.scorer import Scorer
from tests.server import Server


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.faults)


@pytest.fixture
def server(tmp_path):
    """A server of the test's own. Tests that leave it running share one: their module has it."""
    server = Server(tmp_path / "instance").start()
    yield server
    server.kill()


@pytest.fixture
def scorer(server):
    """A scorer at a match just started."""
    return Scorer(server).start_match()
