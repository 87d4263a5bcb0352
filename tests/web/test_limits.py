"""How much a request may bring, and to which host."""

from io import BytesIO

import pytest

from tests.phone import Phone
from tests.table import MADE
from tests.web.routes import address, ask, fields, forms, ledgers, matches_for

RECORD = ("hands.record", "POST")
FILES = (
    ("import_export.take", "POST"),
    ("tournaments.open_saved", "POST"),
    ("clubs.open_saved", "POST"),
)
"""The routes with separate limits."""


def refused(answer):
    return answer.status == 413 and "That is too much at once" in answer.words()


@pytest.mark.slow
def test_it_refuses_more_than_a_form_can_hold(keep):
    scorers = matches_for(keep, [key for key in forms() if key not in FILES])
    before = ledgers(scorers.values())
    found = {
        key: refused(ask(scorer, key, scorer, name_A="x" * 66_000))
        for key, scorer in scorers.items()
    }
    assert found == dict.fromkeys(scorers, True)
    assert ledgers(scorers.values()) == before


@pytest.mark.parametrize(
    "more", [{"points_A": "9" * 33_000}, {f"field{number}": "" for number in range(101)}]
)
def test_it_refuses_parts_that_are_too_long_or_too_many(app, keep, more):
    scorer = keep()
    answer = scorer.client.post(
        address(app, RECORD, scorer.public_id),
        data={**dict(fields(RECORD, scorer, 1)), **more},
        content_type="multipart/form-data",
    )
    assert answer.status_code == 413
    assert scorer.ledger().revision == 1


def test_it_takes_a_form_in_parts(app, keep):
    scorer = keep()
    answer = scorer.client.post(
        address(app, RECORD, scorer.public_id),
        data=dict(fields(RECORD, scorer, 1)),
        content_type="multipart/form-data",
    )
    assert answer.status_code == 303
    assert scorer.totals() == (19, 6)


@pytest.fixture
def choosy(make_app):
    return make_app(TRUSTED_HOSTS=["score.example", ".cafe.example"])


def test_it_answers_at_its_own_hosts(choosy):
    hosts = ("score.example", "a.cafe.example", "score.example:8000")
    found = {host: Phone(choosy, origin=f"http://{host}").get("/").status for host in hosts}
    assert found == dict.fromkeys(hosts, 200)


@pytest.mark.parametrize("host", ["a" * 64, f"{'a' * 64}.example", "a..b", ".a"])
@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/icon.svg", "/api/v1/matches/x"])
def test_a_host_that_cannot_be_a_name_is_refused(app, host, path):
    answer = app.test_client().get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("host", ["evil.example", "score.example.evil", "localhost", "127.0.0.1"])
def test_it_answers_at_no_other_host(choosy, host):
    for path in ("/", "/matches/new", "/nowhere", "/static/icon.svg"):
        answer = Phone(choosy, origin=f"http://{host}").get(path)
        assert answer.status == 400, path
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"], path


def test_it_answers_at_every_host_unless_told(app):
    assert Phone(app, origin="http://192.168.1.7:8000").get("/").status == 200


def test_it_believes_no_proxy_unless_told(app, make_app):
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "score.example"}
    near = app.test_client().get("/", headers=told)
    behind = make_app(PROXY_HOPS=1).test_client().get("/", headers=told)
    assert "Strict-Transport-Security" not in near.headers
    assert "Strict-Transport-Security" in behind.headers


def test_it_takes_forms_behind_a_proxy(make_app, keep):
    """The browser speaks HTTPS with the proxy, the proxy HTTP with the server."""
    scorer, site = keep(MADE), "https://score.example"
    phone = Phone(make_app(PROXY_HOPS=1), origin="http://10.0.0.5:8000")
    phone.client.set_cookie("__Host-phone", scorer.cookie("phone").value, domain="10.0.0.5")
    phone.headers |= {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "score.example"}
    undo = phone.get(scorer.url).form_of("Undo")
    answer = phone.post(undo.action, undo.filled, Origin=site, Referer=f"{site}{scorer.url}")
    assert answer.status == 303
    assert scorer.totals() == (0, 0)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_that_does_not_say_its_length_is_refused_and_not_cut(app, keep, kind):
    scorer = keep()
    answer = scorer.client.post(
        address(app, RECORD, scorer.public_id),
        input_stream=BytesIO(b"x=1"),
        headers={"Transfer-Encoding": "chunked", "Content-Type": f"{kind}; boundary=x"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code == 411
    assert scorer.ledger().revision == 1
