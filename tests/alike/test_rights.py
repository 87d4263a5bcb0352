"""Rights on every route of matches, tournaments and clubs: each role asks for each of them."""

import json

import pytest

from tests.alike.owners import AtClub, AtMatch, AtTournament, ClubByApi, TournamentByApi, rows_in
from tests.support.page import Page
from tests.web.routes import FOREIGN, routes
from tests.web.test_headers import assert_right, assert_stored_right

pytestmark = pytest.mark.usefixtures("no_printing", "no_printing_process")
OWNERS = AtMatch, AtTournament, AtClub, TournamentByApi, ClubByApi
KEYS = [(owner, key) for owner in OWNERS for key in owner.ROWS]


def test_every_route_has_a_row(app):
    assert routes(app) == {key for _, key in KEYS}


@pytest.fixture
def asked(request):
    owner, key = request.param
    return owner(request.getfixturevalue, key)


@pytest.mark.parametrize("asked", KEYS, ids=lambda one: " ".join(one[1]), indirect=True)
def test_route_is_open_to_those_it_is_for_and_to_no_others(app, asked):
    """Looking writes nothing, and every answer has the headers."""
    (endpoint, method), rows, before = asked.key, rows_in(app), asked.kept()
    assert knock(app, asked) == asked.without_cookie, "nobody"
    if method == "GET" or asked.without_cookie >= 400:
        assert asked.kept() == before, "nobody"
    for role, (phone, status) in asked.asking.items():
        before = asked.kept()
        answer = asked.ask(phone)
        assert answer.status == status, role
        if ".embed_" not in endpoint:  # what may be framed has other headers (test_framing.py)
            assert_right(answer.headers, endpoint)
        if role in asked.MAY_NOT_WRITE or status == 403:
            assert asked.kept() == before, role
    if method == "GET":
        assert_stored_right(answer.headers, endpoint)
        assert_the_head_opens_no_more(app, asked)
        assert rows_in(app) == rows
    if asked.must_change:
        assert asked.kept() != before or answer.goes_to != asked.url, "and so it was about rights"


@pytest.mark.parametrize("owner", OWNERS)
def test_route_finds_no_owner_that_is_not_there(request, owner):
    """One owner's phone asks for all, for nothing is found that it could change."""
    asked, found = owner(request.getfixturevalue, next(iter(owner.LOOKING_UP))), {}
    before = asked.kept()
    for key in owner.LOOKING_UP:
        found[key] = asked.ask(asked.owner, key, "nowhere").status
    assert found == dict.fromkeys(owner.LOOKING_UP, 404)
    assert asked.kept() == before


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("owner", OWNERS)
def test_request_from_another_site_is_refused_and_writes_nothing(request, owner, headers):
    unsafe = [key for key in owner.ROWS if key[1] != "GET"]
    asked, found = owner(request.getfixturevalue, unsafe[0]), {}
    before = asked.kept()
    for key in unsafe:
        found[key] = refusal(key, asked.ask(asked.owner, key, headers=headers))
    assert found == {key: (403, "foreign" if is_of_api(key) else "") for key in unsafe}
    assert asked.kept() == before


def is_of_api(key):
    return key[0].startswith("api.")


def refusal(key, answer):
    """The status of a refusal, and the kind that the API adds to it."""
    if not is_of_api(key):
        return answer.status, ""
    told = json.loads(answer.html if isinstance(answer, Page) else answer.text)
    return answer.status, told["type"].partition("#problem-")[2]


def knock(app, asked):
    """Return the status for a client without any cookie, which fills the form in all the same."""
    given = {name: value for name, value in asked.fields() if name != "csrf_token"}
    sent = {"json": asked.body} if asked.body is not None else {"data": given}
    with app.test_client(use_cookies=False).open(
        asked.path,
        method=asked.key[1],
        headers={"Sec-Fetch-Site": "same-origin"},
        **(sent if asked.key[1] != "GET" else {}),
    ) as answer:
        return answer.status_code


def assert_the_head_opens_no_more(app, asked):
    """Assert that HEAD gives a client without a cookie no more than the page itself."""
    client = app.test_client(use_cookies=False)
    with client.head(asked.path) as head, client.options(asked.path) as options:
        assert (head.status_code, head.data) == (asked.without_cookie, b"")
        assert (options.status_code, options.data) == (200, b"")
