"""What a phone keeps: the scorer's secret, the forms' token, language and light."""

import pytest

from tests.phone import Phone, Scorer

A_YEAR = 365 * 24 * 3600


@pytest.fixture
def secure(app):
    """A phone that reaches the server over HTTPS and has started a match."""
    return Scorer(app, origin="https://localhost").start()


def test_it_gives_the_scorer_a_cookie_that_no_script_reads(scorer):
    cookie = scorer.cookie("phone")
    assert (cookie.http_only, cookie.same_site, cookie.path) == (True, "Lax", "/")
    assert cookie.max_age == A_YEAR
    assert len(cookie.value) == 43, "256 random bits"


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
    phone.get("/")
    cookie = phone.cookie(name)
    assert (cookie.http_only, cookie.same_site, cookie.path) == (True, "Lax", "/")
    assert cookie.secure is secure, "over HTTPS it never leaves in the clear"
    assert cookie.origin_only


def test_it_takes_no_forms_token_over_https_that_http_could_have_set(app):
    """A neighbour's host could plant a session of its own, whose token it knows."""
    planted, phone = Phone(app), Phone(app, origin="https://localhost")
    form = planted.get("/").form("/preferences")
    phone.client.set_cookie("tefteri_session", planted.cookie("tefteri_session").value)
    assert phone.post("/preferences", [*form.filled, ("theme", "dark")]).status == 400
    assert phone.cookie("theme") is None


def test_it_keeps_the_forms_token_when_the_browser_is_closed(phone):
    phone.get("/")
    assert phone.cookie("tefteri_session").expires is not None


@pytest.mark.parametrize(("name", "value"), [("lang", "el"), ("theme", "dark")])
@pytest.mark.parametrize("origin", ["http://localhost", "https://localhost"])
def test_it_remembers_a_choice_for_a_year(app, origin, name, value):
    phone = Phone(app, origin=origin)
    form = [("csrf_token", phone.token()), (name, value), ("next", "/")]
    phone.post("/preferences", form)
    cookie = phone.cookie(name)
    assert (cookie.value, cookie.max_age, cookie.same_site) == (value, A_YEAR, "Lax")
    assert cookie.secure is origin.startswith("https")


@pytest.mark.parametrize("path", ["/static/icon.svg", "/healthz"])
def test_it_puts_no_cookie_on_what_has_no_form(phone, path):
    assert "Set-Cookie" not in phone.get(path).headers
    phone.get("/")
    assert "Set-Cookie" not in phone.get("/static/icon.svg").headers
