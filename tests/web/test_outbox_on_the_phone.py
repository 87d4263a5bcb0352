"""static/js/outbox.js and static/js/store.js in Node, in front of a real server."""

import pytest

from tests.node import failed_in, run_tests
from tests.processes import PROJECT
from tests.server import Server

TESTS = sorted((PROJECT / "tests/js/phone").glob("*.test.mjs"))


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path).start()
    yield server
    server.kill()


def test_every_test_of_the_outbox_in_node_passes(server):
    assert TESTS
    run = run_tests(TESTS, SERVER=server.url)
    assert failed_in(run) == []
    assert run.returncode == 0, run.stdout + run.stderr
