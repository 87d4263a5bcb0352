"""PostgreSQL itself is killed while hands are written, and started again."""

import time

import pytest

from tests.support.examples import ALL
from tests.support.http_scorer import SCORES, Scorer, Writer
from tests.support.postgres import running_cluster
from tests.support.server import Server
from tests.support.truth import check_file, check_match, check_paper_at_length, written

KILLS = 20 if ALL else 1


@pytest.fixture(scope="module")
def cluster():
    """One of these tests' own, since it is killed."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def server(cluster, tmp_path_factory):
    folder = tmp_path_factory.mktemp("instance")
    server = Server(folder, database_url=cluster.url(), BUSY_SECONDS=2).start()
    yield server
    server.kill()


def test_nothing_acknowledged_is_lost_and_the_server_goes_on(cluster, server):
    """Its files are not synced here; the machine goes on, so nothing of them is lost."""
    scorers = [Scorer(server).start_match() for _ in range(3)]
    writers = [Writer(scorer, list(SCORES)) for scorer in scorers]
    for writer in writers:
        writer.start()
    for _ in range(KILLS):
        time.sleep(0.5)
        cluster.kill()
        assert not server.health()["ok"]
        cluster.start()
        check_file(server)
        for scorer, writer in zip(scorers, writers, strict=True):
            known = dict(writer.acknowledged)  # by now: the writers go on
            assert known.items() <= dict(written(server, scorer)).items()
    for writer in writers:
        writer.stop()
    check_file(server)
    for scorer, writer in zip(scorers, writers, strict=True):
        check_match(server, scorer, writer.acknowledged)
    check_paper_at_length(server, scorers[0])
    assert sum(len(writer.acknowledged) for writer in writers) > KILLS


def test_a_scorer_is_told_that_nobody_knows_and_saves_it_later(cluster, server):
    scorer = Scorer(server).start_match()
    revision = scorer.revision()
    cluster.kill()
    answer = scorer.post_hand("a" * 32, revision, 97)
    assert answer.status == 503
    assert "nobody knows" in answer.text
    cluster.start()
    assert scorer.post_hand("a" * 32, revision, 97).status == 303
    check_match(server, scorer, {"a" * 32: 97})
