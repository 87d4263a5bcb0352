"""The cookies of a phone: the scorer's secret, the forms' token, language and light."""

import json
import time
from datetime import UTC, datetime

import pytest

from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_secret
from scorekeeper.web import form_sessions
from tests.support.phone import Phone, Scorer

DAY = 24 * 3600
A_YEAR = 365 * DAY
SHOWN = {
    "lang": '<html lang="el"',
    "theme": 'data-theme="dark"',
    "letters": 'data-letters="big"',
    "entry": 'data-entry="simple"',
}
"""The part of a page that shows each choice."""


def preference(phone, name, value):
    return [("csrf_token", phone.token()), (name, value), ("next", "/")]


def choose(phone, **fields):
    form = [("csrf_token", phone.token()), *fields.items(), ("next", "/")]
    assert phone.post("/preferences", form).status == 303


def test_it_believes_no_secret_that_somebody_else_chose(app):
    planted = new_secret()
    phone = Scorer(app)
    phone.client.set_cookie("phone", planted)
    phone.start()
    assert phone.cookie("phone").value != planted
    attacker = Phone(app)
    attacker.client.set_cookie("phone", planted)
    assert "You are watching" in attacker.get(phone.url).words()
    assert phone.save("A:90", 97).totals() == (19, 6)


@pytest.mark.parametrize("path", ["/", "/settle", "/rules", "/help"])
def test_first_page_opens_the_session_of_all_later_forms(app, path):
    phone = Phone(app)
    phone.get(path)
    opened = phone.cookie("tefteri_session").value
    for fetched in ("/matches/new", "/settings", "/"):
        phone.get(fetched)
        assert phone.cookie("tefteri_session").value == opened


@pytest.mark.parametrize(
    ("path", "mode"), [("/", "cors"), ("/", "same-origin"), ("/nowhere", "navigate")]
)
def test_script_and_failed_page_open_no_session(app, path, mode):
    answer = app.test_client().get(path, headers={"Sec-Fetch-Mode": mode})
    assert "tefteri_session" not in answer.headers.get("Set-Cookie", "")


def test_form_that_is_sent_twice_is_of_one_phone(app):
    phone = Scorer(app)
    form = phone.get("/matches/new")
    invitation = phone.cookie("phone").value
    first = phone.press(form, "Start match")
    secret = phone.cookie("phone").value
    phone.client.set_cookie("phone", invitation)
    assert phone.press(form, "Start match").goes_to == first.goes_to
    assert phone.cookie("phone").value == secret != invitation


@pytest.fixture
def attacker(app):
    """Was invited, and put its invitation into the cookies of another phone."""
    attacker = Scorer(app)
    attacker.get("/matches/new")
    return attacker


def planted(app, attacker):
    """A phone with the attacker's invitation."""
    phone = Scorer(app)
    phone.client.set_cookie("phone", attacker.cookie("phone").value)
    return phone


def test_planted_invitation_does_not_become_the_secret(app, attacker):
    phone = planted(app, attacker).start()
    assert phone.cookie("phone").value != attacker.cookie("phone").value
    assert "You are watching" in attacker.get(phone.url).words()
    assert attacker.get(phone.url + "hands/2/correct").status == 403
    assert (
        attacker.send("PUT", f"/api/v1/matches/{phone.public_id}", {"rules": "cafe"}).status == 409
    )
    attacker.start()
    assert "You are watching" in attacker.get(phone.url).words(), "its own form makes it another"


def test_planted_invitation_repeats_no_start_once_the_phone_wrote_on(app, attacker):
    invitation = attacker.cookie("phone").value
    phone = planted(app, attacker).start()
    phone.save("A:90", 97)
    op_id = phone.ledger().acts[0].op_id
    attacker.press(attacker.get("/matches/new"), "Start match", op_id=op_id)
    assert attacker.cookie("phone").value not in (invitation, phone.cookie("phone").value)
    assert "You are watching" in attacker.get(phone.url).words()


def test_planted_invitation_is_not_taken_as_the_secret_that_was_lost(app, attacker, scorer):
    proof = json.loads(scorer.send("POST", "/phone/again", {"proofs": []}).html)["proof"]
    lost = planted(app, attacker)
    assert json.loads(lost.send("POST", "/phone/again", {"proofs": [proof]}).html)["is_back"]
    assert "You are watching" not in lost.get(scorer.url).words()
    assert "You are watching" in attacker.get(scorer.url).words()


@pytest.fixture
def secure(app):
    """A phone that reaches the server over HTTPS and has started a match."""
    return Scorer(app, origin="https://localhost").start()


def test_it_gives_the_scorer_a_cookie_that_no_script_reads(scorer):
    cookie = scorer.cookie("phone")
    assert (cookie.http_only, cookie.same_site, cookie.path) == (True, "Lax", "/")
    assert cookie.max_age == A_YEAR
    assert len(cookie.value) == 43, "256 bits"


def test_it_binds_the_scorers_cookie_to_the_host_over_https(secure):
    cookie = secure.cookie("__Host-phone")
    assert (cookie.secure, cookie.http_only, cookie.same_site) == (True, True, "Lax")
    assert (cookie.path, cookie.origin_only) == ("/", True)
    assert secure.cookie("phone") is None


def test_it_takes_no_cookie_over_https_that_http_could_have_set(app, scorer):
    phone = Phone(app, origin="https://localhost")
    phone.client.set_cookie("phone", scorer.cookie("phone").value)
    assert phone.get(scorer.url + "hands/2/correct").status == 403
    assert "You are watching" in phone.get(scorer.url).words()


def test_it_writes_hands_over_https(secure):
    page = secure.press(secure.entry(), "Save hand", contract="A:90", points_A="97")
    assert page.status == 303
    assert secure.totals() == (19, 6)


def test_it_gives_a_reader_no_scorers_cookie(app, scorer):
    reader = Phone(app)
    for path in ("/", scorer.url):
        reader.get(path)
    assert reader.cookie("phone") is None
    reader.get("/matches/new")
    assert reader.cookie("phone").value != scorer.cookie("phone").value, (
        "its own, for a match to come"
    )


@pytest.mark.parametrize(
    ("origin", "name", "secure"),
    [
        ("http://localhost", "tefteri_session", False),
        ("https://localhost", "__Host-tefteri_session", True),
    ],
)
def test_it_keeps_the_forms_token_from_scripts_and_other_sites(app, origin, name, secure):
    phone = Phone(app, origin=origin)
    phone.get("/settings")
    cookie = phone.cookie(name)
    assert (cookie.http_only, cookie.same_site, cookie.path) == (True, "Lax", "/")
    assert cookie.secure is secure, "over HTTPS it never leaves in the clear"
    assert cookie.origin_only


def test_it_takes_no_forms_token_over_https_that_http_could_have_set(app):
    """A neighbour's host could plant its session, whose token it knows."""
    planted, phone = Phone(app), Phone(app, origin="https://localhost")
    form = planted.get("/settings").form("/preferences")
    phone.client.set_cookie("tefteri_session", planted.cookie("tefteri_session").value)
    assert phone.post("/preferences", [*form.filled, ("theme", "dark")]).status == 400
    assert phone.cookie("theme") is None


@pytest.mark.parametrize("origin", ["http://localhost", "https://localhost"])
def test_every_cookie_has_an_age(app, origin):
    """A phone whose clock is ahead of the server's drops one that has a date alone, at once."""
    phone = Scorer(app, origin=origin)
    answers = [
        phone.get("/settings"),
        phone.press(phone.get("/matches/new"), "Start match"),
        *(phone.post("/preferences", preference(phone, *one)) for one in OLD.items()),
    ]
    sent = [line for one in answers for line in one.headers.getlist("Set-Cookie")]
    names = {line.partition("=")[0].removeprefix("__Host-") for line in sent}
    assert names == {"tefteri_session", "phone", *OLD}
    assert all(f"; Max-Age={A_YEAR};" in line for line in sent), sent


@pytest.mark.parametrize("days", [-400, -40, 40, 400])
def test_a_form_is_taken_after_the_servers_clock_was_set(phone, monkeypatch, days):
    form = preference(phone, "theme", "dark")
    later = time.time() + days * DAY
    monkeypatch.setattr("time.time", lambda: later)
    form_sessions._known.clear()  # a minute has passed
    assert phone.post("/preferences", form).status == 303
    renewed = [line for line in phone.get("/").headers.getlist("Set-Cookie") if "session" in line]
    assert renewed


def test_a_refusal_tells_a_lost_session_from_an_old_form(phone):
    old = preference(phone, "theme", "dark")
    phone.client.delete_cookie("tefteri_session")
    # In Cyprus the next day has begun.
    with clock.at(datetime(2026, 11, 28, 22, 30, tzinfo=UTC)):
        lost = phone.post("/preferences", old)
    assert lost.status == 400
    assert "Your browser sent no cookie" in lost.words()
    assert "By the server's clock it is 29.11.2026 00:30" in lost.words()
    refused = phone.post("/preferences", old)
    assert refused.status == 400
    assert "This page was too old to send" in refused.words()
    assert "clock" not in refused.words(".//main")


@pytest.mark.parametrize("is_lost", [True, False])
def test_a_refused_form_is_sent_again_with_all_that_was_typed(phone, is_lost):
    old = preference(phone, "theme", "dark")
    phone.client.delete_cookie("tefteri_session")
    if not is_lost:
        phone.get("/")
    refused = phone.post("/preferences", old)
    assert phone.press(refused, "Try again").status == 303
    assert phone.cookie("theme").value == "dark"


@pytest.mark.parametrize(
    ("name", "value"), [("lang", "el"), ("theme", "dark"), ("letters", "big"), ("entry", "simple")]
)
@pytest.mark.parametrize("origin", ["http://localhost", "https://localhost"])
def test_it_remembers_a_choice_for_a_year(app, origin, name, value):
    phone = Phone(app, origin=origin)
    is_secure = origin.startswith("https")
    choose(phone, **{name: value})
    cookie = phone.cookie(f"__Host-{name}" if is_secure else name)
    assert (cookie.value, cookie.max_age, cookie.same_site) == (value, A_YEAR, "Lax")
    assert (cookie.path, cookie.origin_only, cookie.http_only) == ("/", True, True)
    assert cookie.secure is is_secure
    assert not is_secure or phone.cookie(name) is None
    assert SHOWN[name] in phone.get("/").html


OLD = {"lang": "el", "theme": "dark", "letters": "big"}
"""The choices of a phone from the time when its cookies over HTTPS had no prefix."""


@pytest.mark.parametrize("path", ["/", "/nowhere", "/matches/new"])
def test_it_carries_an_old_choice_over(app, path):
    phone = Phone(app, origin="https://localhost")
    for name, value in OLD.items():
        phone.client.set_cookie(name, value, secure=True)
    shown = phone.get(path).html
    assert all(SHOWN[name] in shown for name in OLD), "already in the first answer"
    kept = {name: phone.cookie(f"__Host-{name}") for name in OLD}
    assert {name: cookie.value for name, cookie in kept.items()} == OLD
    assert all(cookie.secure and cookie.max_age == A_YEAR for cookie in kept.values())
    assert not any(phone.cookie(name) for name in OLD)
    assert "Set-Cookie" not in phone.get(path).headers or not any(
        name in line for line in phone.get(path).headers.getlist("Set-Cookie") for name in OLD
    )


def test_current_choice_wins_over_an_old_cookie(app):
    """A neighbour's host could plant one."""
    phone = Phone(app, origin="https://localhost")
    choose(phone, lang="en", theme="light")
    for name, value in OLD.items():
        phone.client.set_cookie(name, value)
    page = phone.get("/")
    assert (page.find("html").get("lang"), page.find("html").get("data-theme")) == ("en", "light")
    assert phone.cookie("__Host-lang").value == "en"
    assert phone.cookie("lang") is None


def test_choosing_anew_is_no_match_for_an_old_choice(app):
    phone = Phone(app, origin="https://localhost")
    token = phone.token()
    phone.client.set_cookie("lang", "el")
    phone.post("/preferences", [("csrf_token", token), ("lang", "en"), ("next", "/")])
    assert phone.cookie("__Host-lang").value == "en"
    assert phone.get("/").find("html").get("lang") == "en"


def test_an_old_choice_that_makes_no_sense_is_forgotten(app):
    phone = Phone(app, origin="https://localhost")
    phone.client.set_cookie("lang", "tlh")
    assert phone.get("/").find("html").get("lang") == "en"
    assert phone.cookie("__Host-lang") is None
    assert phone.cookie("lang") is None


def test_over_plain_http_a_cookie_keeps_its_name(phone):
    phone.client.set_cookie("lang", "el")
    assert phone.get("/").find("html").get("lang") == "el"
    assert phone.cookie("lang").value == "el"


@pytest.mark.parametrize("path", ["/static/icon.svg", "/healthz"])
def test_it_puts_no_cookie_on_what_has_no_form(phone, path):
    assert "Set-Cookie" not in phone.get(path).headers
    phone.get("/")
    assert "Set-Cookie" not in phone.get("/static/icon.svg").headers


@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/nowhere", "/static/", "/static/-0/none.js"])
def test_a_form_that_lies_open_can_be_sent_after_a_look_elsewhere(app, path):
    phone = Phone(app)
    form = [("csrf_token", phone.token()), ("theme", "dark"), ("next", "/")]
    phone.client.get(path).close()
    assert phone.post("/preferences", form).status == 303


@pytest.mark.parametrize(
    ("method", "path", "is_renewed"),
    [
        ("GET", "", True),
        ("GET", "hand", True),
        ("POST", "undo", False),
        ("GET", "/static/icon.svg", False),
        ("GET", "/api/v1/openapi.json", False),
    ],
)
@pytest.mark.parametrize("is_old", [True, False])
def test_pages_renew_an_old_session_and_a_write_does_not(
    scorer, monkeypatch, method, path, is_renewed, is_old
):
    if is_old:
        monkeypatch.setattr("scorekeeper.web.form_sessions._RENEWED_AFTER", 0)
    scorer.save("A:90", 97)
    page = scorer.page()
    address = path if path.startswith("/") else scorer.url + path
    if method == "POST":
        answer = scorer.press(page, "Undo")
        assert answer.status == 303
    else:
        answer = scorer.client.get(address)
        answer.close()
    sent = [one for one in answer.headers.getlist("Set-Cookie") if "session" in one]
    assert bool(sent) == (is_renewed and is_old), sent


def test_a_match_s_page_has_the_same_token_for_a_minute(scorer, monkeypatch):
    def token():
        return scorer.get(scorer.url).find(".//input[@name='csrf_token']").get("value")

    token()  # the page is made, and from then on filled
    first, later = token(), time.time() + 30
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: later)
    assert token() == first
    form_sessions._tokens.clear()  # a minute has passed
    assert token() != first
    sent = [("csrf_token", first), ("theme", "dark")]
    assert scorer.post("/preferences", sent).status == 303


def test_a_cookie_that_was_read_is_none_of_another_key(make_app):
    phone = Phone(make_app(SECRET_KEY="one key of 32 letters and more, for tests"))
    token = phone.token()
    cookie = phone.cookie("tefteri_session").value
    other = Phone(make_app(SECRET_KEY="another key of 32 letters and more, so it is"))
    other.client.set_cookie("tefteri_session", cookie)
    refused = other.post("/preferences", [("csrf_token", token), ("theme", "dark")])
    assert refused.status == 400
    assert phone.post("/preferences", [("csrf_token", token), ("theme", "dark")]).status == 303


@pytest.mark.parametrize("place", [0, 40, -2])
def test_a_cookie_that_differs_in_one_letter_is_none(phone, place):
    token, cookie = phone.token(), phone.cookie("tefteri_session").value
    letters = [*cookie]
    letters[place] = "x" if letters[place] != "x" else "y"
    phone.client.set_cookie("tefteri_session", "".join(letters))
    assert phone.post("/preferences", [("csrf_token", token), ("theme", "dark")]).status == 400
