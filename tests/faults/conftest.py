"""Servers that are about to have a bad day, and what must be true of them afterwards."""

from pathlib import Path

import pytest

from tests.support.http_scorer import Scorer
from tests.support.server import Server
from tests.support.two_servers import two_servers


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.examples)


@pytest.fixture(scope="module")
def make_server(kept_in, tmp_path_factory):
    """Starts a server with these settings; the tests of a module share it, to start fewer."""
    folder = tmp_path_factory.mktemp("servers")
    started = []

    def make_server(**settings):
        url = kept_in.without_tables().get("DATABASE_URL")
        place = folder / f"instance-{len(started)}"
        server = Server(place, database_url=url, **kept_in.server_settings, **settings).start()
        started.append(server)
        return server

    yield make_server
    for server in started:
        server.kill()


@pytest.fixture(scope="module")
def server(make_server):
    return make_server()


@pytest.fixture(scope="module")
def pair_of_module(cluster, tmp_path_factory):
    with two_servers(cluster, tmp_path_factory.mktemp("pair")) as pair:
        yield pair


@pytest.fixture
def pair(pair_of_module):
    """Two servers that are both there and asked."""
    return pair_of_module.start()


@pytest.fixture
def scorer(server):
    """A scorer at a match just started."""
    return Scorer(server).start_match()
