"""Security events: each refusal is a line of the log, without address and secret."""

import logging
import re
import time
from collections import Counter

import pytest

from scorekeeper.journal.identifiers import new_secret
from scorekeeper.operating.logs import EVENTS, MOST, Lines, SecurityEvents
from tests.support.phone import Phone
from tests.support.processes import wait_until
from tests.support.table import MADE

HERE = "scorekeeper.operating.security_events"
ADDRESS = "192.0.2.77"


@pytest.fixture(autouse=True)
def fresh_minute(monkeypatch):
    """Forget earlier refusals, so that they silence no line of this test."""
    monkeypatch.setattr(EVENTS, "_over_at", 0.0)
    monkeypatch.setattr(EVENTS, "_counts", Counter())


@pytest.fixture
def events(caplog):
    """The lines, each as what follows the request's number."""

    def events():
        lines = [Lines().format(one) for one in caplog.records if one.name == HERE]
        return [line.split(f"{HERE}: ")[1] for line in lines]

    return events


@pytest.fixture
def stranger(app):
    phone = Phone(app)
    phone.client.environ_base["REMOTE_ADDR"] = ADDRESS
    return phone


def wrong_link(phone, _url, path="/s"):
    form = [("csrf_token", phone.token()), ("secret", new_secret()), ("op_id", "0" * 32)]
    return phone.post(path, form)


def bearer(secret):
    return {"Authorization": f"Bearer {secret}"}


def act_in(url):
    return f"/api/v1{url.replace('/m/', '/matches/')}ops/{'0' * 32}"


REFUSED = {
    "a wrong link": ("wrong_secret: POST pencil.look, 422", wrong_link),
    "a wrong link, opened": (
        "wrong_secret: POST pencil.open_link, 422",
        lambda phone, url: wrong_link(phone, url, "/s/open"),
    ),
    "a wrong link of a tournament": (
        "wrong_secret: POST tournaments.look, 422",
        lambda phone, url: wrong_link(phone, url, "/tournaments/link"),
    ),
    "a program's wrong secret": (
        "wrong_secret: PUT api.write, 401",
        lambda phone, url: phone.send("PUT", act_in(url), {}, **bearer(new_secret())),
    ),
    "no secret": (
        "no_right: PUT api.write, 401",
        lambda phone, url: phone.send("PUT", act_in(url), {}),
    ),
    "a watcher who would write": (
        "no_right: GET changes.correct_form, 403",
        lambda phone, url: phone.get(f"{url}hands/2/correct"),
    ),
    "another site's form": (
        "foreign_page: POST preferences.choose, 403",
        lambda phone, _url: phone.post("/preferences", [], Sec_Fetch_Site="cross-site"),
    ),
    "a form without its token": (
        "wrong_token: POST preferences.choose, 400",
        lambda phone, _url: phone.post("/preferences", [("lang", "el")]),
    ),
}


@pytest.mark.parametrize(("line", "ask"), REFUSED.values(), ids=REFUSED)
def test_each_refusal_is_one_line(keep, stranger, events, line, ask):
    url = keep(MADE).url
    answer = ask(stranger, url)
    assert events() == [line], answer.status


@pytest.mark.parametrize(("_line", "ask"), REFUSED.values(), ids=REFUSED)
def test_a_line_has_no_address_and_no_secret(keep, stranger, caplog, _line, ask):
    scorer = keep(MADE)
    ask(stranger, scorer.url)
    [text] = [Lines().format(one) for one in caplog.records if one.name == HERE]
    assert ADDRESS not in text
    assert scorer.public_id not in text
    assert not re.search(r"[\w-]{43}", text.replace(HERE, "")), "as long as a secret"


def test_a_line_has_the_requests_number(app, caplog):
    with app.test_client().post("/preferences") as answer:
        number = answer.headers["X-Request-Id"]
    [record] = [one for one in caplog.records if one.name == HERE]
    assert f"] {number} {HERE}: wrong_token" in Lines().format(record)


def test_too_frequent_request_is_logged_as_one_line(make_app, events):
    phone = Phone(make_app(FAILED_SECRETS=1))
    assert [wrong_link(phone, "").status for _ in range(2)] == [422, 429]
    assert events() == ["wrong_secret: POST pencil.look, 422", "too_often: POST pencil.look, 429"]


def test_a_wrong_secret_for_the_figures_is_a_line(make_app, events):
    make_app(METRICS_SECRET="s" * 40).test_client().get("/metrics", headers=bearer("t" * 40))
    assert events() == ["wrong_secret: GET figures.show, 401"]


@pytest.mark.parametrize("path", ["/", "/api/v1/matches/x"])
def test_a_host_that_is_not_ours_is_a_line(make_app, events, path):
    Phone(make_app(TRUSTED_HOSTS=["score.example"])).get(path)
    assert events() == ["foreign_host: GET none, 400"]


def test_a_phone_that_becomes_known_is_no_event(app, events):
    phone = Phone(app)
    answer = phone.send("PUT", f"/api/v1/matches/{'0' * 32}", {"rules": "cafe"})
    assert answer.status == 401
    assert events() == []


def test_ordinary_request_is_no_security_event(keep, events):
    scorer = keep(MADE)
    scorer.save("A:90", 97).do("Undo")
    assert scorer.get("/nowhere").status == 404
    assert events() == []


def test_a_flood_is_a_few_lines(make_app, events):
    phone = Phone(make_app(FAILED_SECRETS=5))
    for _ in range(100):
        phone.post("/preferences", [("lang", "el")])
    assert events() == ["wrong_token: POST preferences.choose, 400"] * MOST
    wrong_link(phone, "")
    assert len(events()) == MOST + 1, "another kind has its own"


@pytest.mark.slow
def test_left_out_events_are_logged_as_one_count_after_the_interval(caplog):
    flood = SecurityEvents(seconds=1)
    for _ in range(MOST + 3):
        flood.tell("too_often", "GET sheets.blank, 429")

    def told():
        flood.tell_left_out()
        return caplog.messages[MOST:] == ["too_often: 3 more"]

    wait_until(told, "no line was logged")
    time.sleep(1.1)
    flood.tell_left_out()
    assert len(caplog.messages) == MOST + 1, "once"
    flood.tell("too_often", "GET sheets.blank, 429")
    assert caplog.messages[-1] == "too_often: GET sheets.blank, 429"
    assert {record.levelno for record in caplog.records} == {logging.WARNING}
