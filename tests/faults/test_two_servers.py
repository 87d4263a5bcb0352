"""Two servers on one database behind nginx: each knows all, and one may die."""

import secrets
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection

import pytest

from tests.faults.asking import Asking
from tests.support.examples import ALL
from tests.support.http_scorer import MOST, SCORES, Scorer, Writer
from tests.support.nginx import Nginx
from tests.support.node import answers
from tests.support.processes import PATIENCE, wait_until
from tests.support.proxy import Proxy
from tests.support.server import HOST, Server
from tests.support.truth import check_file, check_match, check_paper, check_screen, written
from tests.support.two_servers import two_servers

KILLS = 20 if ALL else 1


def test_a_form_that_one_server_gave_is_taken_by_the_other(pair):
    one, other = pair.servers
    scorer = Scorer(one).start_match()
    revision = scorer.revision()
    scorer.server = other
    assert scorer.post_hand(new_op_id(), revision, 97).status == 303
    for scorer.server in (one, other):
        check_screen(scorer, [97])


def test_poll_at_one_server_brings_a_hand_saved_at_the_other(pair):
    one, other = pair.servers
    scorer = Scorer(one).start_match()
    watcher = Scorer(other)
    page = watcher.get(f"/m/{scorer.public_id}/")
    poll = f"/m/{scorer.public_id}/live?mark={mark_in(page)}"
    assert watcher.get(poll).status == 204
    scorer.write(97)
    # The server remembers the mark of a match for a second.
    wait_until(lambda: watcher.get(poll).status == 200, "nothing new")


def test_requests_go_to_both(pair):
    scorer = Scorer(pair).start_match()
    for points in SCORES:
        scorer.write(points)
    ports = {server.port for server in pair.servers}
    wait_until(lambda: set(pair.nginx.asked(scorer.public_id)) == ports, "only one was asked")
    check_match(pair, scorer, dict(written(pair, scorer)))
    check_paper(pair, scorer)


def test_nobody_takes_a_server_away_with_a_long_address(pair):
    stranger = Scorer(pair)
    for _ in range(10):
        assert stranger.get("/m/" + "x" * 7000).status in (308, 404, 414)
    for _ in range(10):
        assert stranger.get("/privacy").status == 200


@pytest.mark.timeout(300)
@pytest.mark.parametrize("number", range(KILLS))
def test_one_is_killed_and_comes_back_and_no_save_is_lost(pair, number):
    scorers = [Scorer(pair).start_match() for _ in range(2)]
    writers = [Writer(scorer, list(SCORES)) for scorer in scorers]
    for writer in writers:
        writer.start()
    saved = writers[0].acknowledged
    wait_until(lambda: saved, "nobody is served")
    before = len(saved)
    pair.servers[number % 2].kill()
    wait_until(lambda: len(saved) > before + 2, "nobody is served by the other")
    pair.start()
    for writer in writers:
        writer.stop()
    check_file(pair)
    for scorer, writer in zip(scorers, writers, strict=True):
        check_match(pair, scorer, writer.acknowledged)


@pytest.mark.faults
@pytest.mark.timeout(300)
def test_they_are_stopped_and_started_one_after_the_other_and_nobody_notices(pair):
    """As docs/operating-many.md has an upgrade."""
    scorers = [Scorer(pair).start_match() for _ in range(3)]
    is_over = threading.Event()
    with ThreadPoolExecutor(len(scorers)) as phones:
        playing = [phones.submit(play_calmly, scorer, is_over) for scorer in scorers]
        try:
            for server in pair.servers:
                server.stop(signal.SIGTERM)
                pair.start()
        finally:
            is_over.set()
        played = [one.result() for one in playing]
    for scorer, acknowledged in zip(scorers, played, strict=True):
        check_match(pair, scorer, acknowledged)


def test_requests_at_a_server_that_dies_are_done_by_the_other(pair):
    """A plain form's hand, too: no phone sees an error."""
    scorers = [Scorer(pair).start_match() for _ in range(4)]
    revisions = [scorer.revision() for scorer in scorers]
    pair.servers[0].hang()
    with ThreadPoolExecutor(len(scorers)) as phones:
        sent = [
            phones.submit(scorer.post_hand, new_op_id(), revision, 97)
            for scorer, revision in zip(scorers, revisions, strict=True)
        ]
        wait_until(lambda: any(one.done() for one in sent), "both hang")
        assert not all(one.done() for one in sent), "the one that hangs was asked nothing"
        pair.kill()
        assert [one.result().status for one in sent] == [303] * len(scorers)
    for scorer in scorers:
        check_screen(scorer, [97])
        assert [points for _, points in written(pair, scorer)] == [97]


def test_an_answer_that_is_lost_behind_nginx_is_given_by_the_other_and_the_hand_is_there_once(pair):
    proxy = Proxy(pair.servers[0])
    nginx = Nginx(proxy, pair.servers[1]).start()
    try:
        scorer = Scorer(nginx).start_match()
        proxy.lose_answers = True
        acknowledged = {scorer.write(points): points for points in SCORES}
        assert proxy.lost > 0
    finally:
        nginx.remove()
        proxy.close()
    check_match(pair, in_place_of(scorer, pair), acknowledged)


def test_answer_of_two_stopped_servers_says_so_and_makes_a_phone_wait(pair):
    scorer = Scorer(pair).start_match()
    op_id, revision = new_op_id(), scorer.revision()
    for server in pair.servers:
        server.kill()
    page = scorer.post_hand(op_id, revision, 97)
    assert page.status == 502, "a phone that keeps pages shows its own"
    assert "Το Τεφτέρι δεν απαντά τώρα" in page.text
    assert "The server does not answer now" in page.text
    style = Scorer(pair).get("/away/page.css")
    assert (style.status, b"--paper" in style.body) == (200, True)
    for path in ("/", "/api/v1/", "/metrics", "/away/part", "/away/page.css"):
        assert_guarded_once(pair, path)
    assert Asking(pair).ask_once("GET", "/matches/x").status == 503
    undo = {"op_id": new_op_id(), "match": scorer.public_id, "revision": 1, "op": {"op": "undo"}}
    (known,) = answers("send.mjs", [undo], pair.nginx.url)
    assert (known["is"], known["status"], known["seconds"]) == ("unknown", 503, 5)
    pair.start()
    assert scorer.post_hand(op_id, revision, 97).status == 303
    assert_guarded_once(pair, "/")
    check_match(pair, scorer, {op_id: 97})


def test_a_server_with_another_secret_key_does_not_start_beside_them(pair, tmp_path):
    """Every other form would be refused, and it would not know the links that were printed."""
    with pytest.raises(AssertionError, match="has another secret key"):
        Server(tmp_path, database_url=pair.database_url).start()


@pytest.fixture
def strict_pair(cluster, tmp_path_factory):
    with two_servers(cluster, tmp_path_factory.mktemp("strict"), NEW_MATCHES=1) as pair:
        yield pair.start()


def test_each_client_is_known_by_an_address_of_its_own(strict_pair):
    """Each of the four workers lets an address start one match, so that of five one is refused."""

    def start(host, told):
        told = {"X-Forwarded-For": told}
        return Asking(strict_pair).ask_once("POST", "/matches", {"rules": "cafe"}, host, **told)

    liar = {start("127.0.0.2", f"192.0.2.{number}").status for number in range(5)}
    assert liar == {201, 429}, "what a client says of its address is not believed"
    assert {start(f"127.0.0.{number}", "192.0.2.9").status for number in range(3, 8)} == {201}


def assert_guarded_once(pair, path):
    with closing(HTTPConnection(HOST, pair.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path)
        headers = connection.getresponse().headers
    for name in ("X-Content-Type-Options", "Content-Security-Policy"):
        assert len(headers.get_all(name, [])) == 1, (path, name)


def play_calmly(scorer, is_over):
    """Write hands, each asked for once and kept at once; operation id → card points."""
    acknowledged = {}
    while not is_over.is_set() and len(acknowledged) < MOST:
        form = scorer.get(f"/m/{scorer.public_id}/hand?op={'0' * 32}")
        assert form.status == 200, form
        op_id, points = new_op_id(), list(SCORES)[len(acknowledged) % len(SCORES)]
        answer = scorer.post_hand(op_id, form.hidden("revision"), points)
        assert answer.status == 303, answer
        acknowledged[op_id] = points
        time.sleep(0.2)  # longer than all restarts together, and a match is still not over
    return acknowledged


def new_op_id():
    return secrets.token_hex(16)


def mark_in(page):
    return page.hidden("mark")


def in_place_of(scorer, pair):
    """The same phone, at other servers of the same matches."""
    scorer.server = pair
    return scorer
