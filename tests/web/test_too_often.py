"""How often one address may start matches, print, and show wrong secrets."""

import io
import json

import pytest
from flask import Blueprint, abort, request

from scorekeeper.web.limits import count_failed_secret, turn_to_open
from tests.phone import Phone, Scorer
from tests.rules.match_files import match_file
from tests.table import MADE
from tests.web.routes import ROWS, ask

TOO_MUCH = "Your network asks for too much at once"
RIGHT = "the right one"


def waits(answer):
    """Is it a page that says to wait, and for how long?"""
    told = answer.status == 429 and TOO_MUCH in answer.words()
    return told and 0 < int(answer.headers["Retry-After"]) <= 600


def from_address(app, address, **told):
    """A phone at this address."""
    phone = Scorer(app, **told)
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone


@pytest.fixture
def strict(make_app):
    """A server with low limits."""
    return make_app(NEW_MATCHES=2, PRINTS=2, FAILED_SECRETS=2)


def start(phone):
    return phone.press(phone.get("/matches/new"), "Start match", name_A="Kept")


def test_it_starts_no_more_matches_than_its_limit_and_keeps_the_form(strict):
    phone = Phone(strict)
    assert [start(phone).status for _ in range(2)] == [303, 303]
    refused = start(phone)
    assert waits(refused)
    assert refused.form_of("Try again").value("name_A") == "Kept"
    assert waits(phone.press(refused, "Try again")), "it is too early"
    assert waits(start(Phone(strict))), "another browser is no other address"


def test_it_counts_what_was_started_and_not_what_was_mended(strict):
    phone = Phone(strict)
    form = phone.get("/matches/new")
    for _ in range(5):
        assert phone.press(form, "Start match", name_A="x" * 41).status == 422
    assert start(phone).status == 303


def test_it_counts_a_match_from_a_file_with_the_others(strict):
    phone = Phone(strict)
    assert [start(phone).status for _ in range(2)] == [303, 303]
    refused = phone.press(phone.get("/matches/import"), "Take it in", text="{}")
    assert waits(refused)
    assert refused.form_of("Try again").value("text") == "{}"


@pytest.mark.parametrize("path", ["/clubs/saved", "/tournaments/open"])
def test_it_counts_a_file_of_a_club_also_where_it_is_none(app, path):
    phone = Phone(app)
    token = phone.token()

    def open_one():
        return phone.client.post(
            path,
            data={"csrf_token": token, "file": (io.BytesIO(b"{}"), "saved.json")},
            headers={"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"},
        )

    assert {open_one().status_code for _ in range(20)} == {422}
    assert waits(phone._read(open_one()))


def test_it_opens_one_file_at_a_time(app):
    phone = Phone(app)
    form = {"csrf_token": phone.token(), "file": (io.BytesIO(b"{}"), "saved.json")}
    with turn_to_open():
        busy = phone.client.post(
            "/clubs/saved",
            data=form,
            headers={"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"},
        )
    assert busy.status_code == 503
    assert "The server is busy" in busy.text


def test_it_keeps_the_file_that_it_does_not_take_yet(strict):
    phone = Phone(strict)
    start(phone), start(phone)
    file = json.dumps(match_file())
    answer = phone.client.post(
        "/matches/import",
        data={"csrf_token": phone.token(), "file": (io.BytesIO(file.encode()), "match.json")},
        headers={"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"},
    )
    refused = phone._read(answer)
    assert waits(refused)
    assert refused.form_of("Try again").value("text") == file


def test_it_counts_every_address_for_itself(strict):
    here, there = from_address(strict, "192.0.2.1"), from_address(strict, "192.0.2.2")
    assert [start(here).status for _ in range(3)] == [303, 303, 429]
    assert start(there).status == 303


@pytest.mark.parametrize(
    ("other", "status"), [("2001:db8:1:1:ffff::9", 429), ("2001:db8:1:2::1", 303)]
)
def test_it_takes_a_network_of_ipv6_for_one_client(strict, other, status):
    one = from_address(strict, "2001:db8:1:1::1")
    start(one), start(one)
    assert start(from_address(strict, other)).status == status


def test_it_tells_ipv4_addresses_apart_where_they_come_as_ipv6(strict):
    one = from_address(strict, "::ffff:192.0.2.1")
    start(one), start(one)
    assert start(from_address(strict, "::ffff:192.0.2.2")).status == 303


def test_it_takes_whatever_a_proxy_calls_its_client(strict):
    assert start(from_address(strict, "unix:")).status == 303


def test_it_counts_the_client_and_not_the_proxy(make_app):
    app = make_app(NEW_MATCHES=1, PROXY_HOPS=1)
    for client, status in (("192.0.2.1", 303), ("192.0.2.2", 303), ("192.0.2.1", 429)):
        phone = Phone(app)
        phone.headers |= {"X-Forwarded-For": client}
        assert phone.press(phone.get("/matches/new"), "Start match").status == status


PRINTS = [key for key in ROWS if key[0].startswith("sheets.") and key[0] != "sheets.view"]
PRINTS += [("import_export.picture", "GET"), ("settle.picture", "GET"), ("settle.paper", "GET")]
PRINTS += [("watching.card", "GET"), ("watching.evening_picture", "GET"), ("settle.card", "GET")]


@pytest.mark.parametrize("key", PRINTS, ids=" ".join)
def test_it_prints_no_more_than_its_limit(strict, keep, no_printing, key):
    scorer, reader = keep(MADE), Phone(strict)
    answers = [ask(reader, key, scorer) for _ in range(3)]
    assert [one.status for one in answers] == [200, 200, 429]
    assert waits(answers[-1])


def test_it_always_prints_for_the_scorer_of_the_match(strict, keep, no_printing):
    scorer = Scorer(strict)
    kept = keep(MADE)
    scorer.client.set_cookie("phone", kept.cookie("phone").value)
    assert {scorer.get(f"{kept.url}sheet.pdf").status for _ in range(4)} == {200}
    assert {Phone(strict).get(f"{kept.url}sheet.pdf").status for _ in range(2)} == {200}


GUESSES = {
    (f"{whose}.{act}", "POST")
    for whose in ("pencil", "tournaments", "clubs")
    for act in ("look", "open_link")
}
STARTS = (
    *("setup.start", "tournaments.create", "clubs.create", "import_export.take"),
    *("api.create", "api.begin", "api.set_up", "api.begin_club"),
)
COUNTED = {key for key in ROWS if key[0] in STARTS} | set(PRINTS)


@pytest.mark.slow
def test_it_counts_nothing_else(make_app, keep):
    """Forty tables read, poll and write from one address."""
    phone, scorer = Phone(make_app(NEW_MATCHES=1, PRINTS=1, FAILED_SECRETS=1)), keep(MADE)
    for key in ROWS.keys() - COUNTED - GUESSES:
        assert 429 not in {ask(phone, key, scorer).status for _ in range(3)}, key


@pytest.fixture
def guarded(strict):
    """A server with a page that opens to a secret, as the scorer's link will."""
    pages = Blueprint("guarded", __name__)

    @pages.get("/guarded")
    def show():
        if request.args["secret"] != RIGHT:
            count_failed_secret()
            abort(404)
        return "<p>open</p>"

    strict.register_blueprint(pages)
    return strict


def test_it_refuses_wrong_secrets_and_never_the_right_one(guarded):
    one, other = Phone(guarded), from_address(guarded, "192.0.2.2")
    shown = ["wrong", RIGHT, "wrong", RIGHT, "wrong", RIGHT, "wrong", RIGHT]
    answers = [one.get(f"/guarded?secret={secret}") for secret in shown]
    assert [one.status for one in answers] == [404, 200, 404, 200, 429, 200, 429, 200]
    assert waits(answers[-2])
    assert other.get("/guarded?secret=wrong").status == 404


def test_it_speaks_greek_and_htmx(guarded):
    phone = Phone(guarded, language="el")
    pages = [phone.get("/guarded?secret=wrong") for _ in range(3)]
    assert pages[-1].status == 429
    assert TOO_MUCH not in pages[-1].words()
    line = phone.get("/guarded?secret=wrong", htmx=True)
    assert (line.status, line.headers["HX-Retarget"]) == (429, "#message")
    assert line.find("p").get("role") == "alert"
