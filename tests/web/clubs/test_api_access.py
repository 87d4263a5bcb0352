"""Access to a club by secret: no other secret reads or changes what is private."""

import pytest

from scorekeeper.config import settings_of
from tests.program import Secretary, examples, operations
from tests.web.clubs.api_routes import CLUB_API_ROWS, ask
from tests.web.test_drill import FOREIGN

UNSAFE = [key for key in CLUB_API_ROWS if key[1] != "GET"]
OWN = {"Sec_Fetch_Site": "same-origin"}
HELPERS = {"add_person", "change_person", "add_tournament", "take_tournament_out", "know_players"}


@pytest.fixture
def secretary(app):
    """A club of four with a season."""
    secretary = Secretary(app).begin("Maria", "Giorgos", "Eleni", "Andreas")
    assert secretary.season().status == 201
    return secretary


@pytest.fixture
def stranger(app, secretary):
    """The organiser of another club."""
    return Secretary(app, Secretary(app).begin().secret, secretary.public_id)


def written(secretary):
    """All but that a program showed its link for the first time."""
    return [act for act in secretary.held().club.acts if act.kind != "role_taken"]


@pytest.mark.parametrize("key", CLUB_API_ROWS, ids=" ".join)
def test_it_is_open_to_those_it_is_for_and_to_no_others(secretary, stranger, key):
    """The organiser comes last, for that one may change the club."""
    row, helper, nobody = CLUB_API_ROWS[key], secretary.helper(), secretary.with_secret(None)
    before = written(secretary)
    assert ask(stranger, key, secretary.path).status == row.stranger
    assert ask(nobody, key, secretary.path).status == row.nobody
    assert written(secretary) == before
    assert ask(helper, key, secretary.path).status == row.helper
    if row.helper == 403:
        assert written(secretary) == before
        assert ask(secretary, key, secretary.path).status == row.organiser


OPERATIONS = sorted({one["op"] for one in examples("write_in_club").values()})


@pytest.mark.parametrize("op", OPERATIONS)
def test_a_helper_keeps_the_roster_and_says_who_played(secretary, op):
    helper, before = secretary.helper(), written(secretary)
    (body, *_) = [one for one in examples("write_in_club").values() if one["op"] == op]
    told = {**body, "revision": secretary.held().revision, "headers": None}
    answer = helper.do(told.pop("op"), **told)
    if op in HELPERS:
        assert answer.status in (201, 404, 422), "where nothing else is in the way"
        return
    assert (answer.status, answer.kind) == (403, "organiser_only")
    assert written(secretary) == before


def test_a_page_of_another_site_writes_nothing(secretary):
    before, found = written(secretary), {}
    for key in UNSAFE:
        for who, headers in FOREIGN.items():
            answer = ask(secretary, key, secretary.path, **headers)
            found[key, who] = (answer.status, answer.kind)
    assert found == dict.fromkeys(found, (403, "foreign"))
    assert written(secretary) == before


def test_there_is_no_other_club(secretary):
    found = {key: ask(secretary, key, "/clubs/nowhere").status for key in CLUB_API_ROWS}
    assert found == dict.fromkeys(CLUB_API_ROWS, 404)


def test_a_page_of_ours_writes_by_its_cookie_and_nothing_else_does(secretary):
    page = secretary.with_secret(None)
    page.client.set_cookie("phone", secretary.secret)
    assert page.do("add_person", name="Nikos").status == 401, "nothing here carries a form's token"
    assert page.do("add_person", name="Nikos", headers=OWN).status == 201


def test_a_cookie_alone_tells_no_program_more_than_a_stranger(secretary):
    secretary.done("add_person", name="Sotiris", note="the baker", by_number=True)
    page = secretary.with_secret(None)
    page.client.set_cookie("phone", secretary.secret)
    for path in ("", "/matches", "/record"):
        assert "Sotiris" not in page.get(secretary.path + path).text


def test_an_organisers_link_is_as_good_as_the_secret_until_it_is_replaced(secretary):
    other = secretary.with_secret(secretary.new_link("organiser"))
    told = {"name": "Other", "place": "", "rules": "cafe"}
    assert other.do("change", **told).status == 201
    phones = {act.phone for act in secretary.held().club.acts[-2:]}
    assert len(phones) == 1, "one phone, however often it is shown"
    secretary.new_link("organiser")
    answer = other.do("change", **{**told, "name": "Another"})
    assert (answer.status, answer.kind) == (401, "unauthorized")


def test_wrong_secret_gets_the_same_answer_as_no_secret(secretary, stranger):
    made_up = secretary.with_secret("made-up")
    told = [ask(one, UNSAFE[-1], secretary.path).data for one in (stranger, made_up)]
    assert {**told[0], "request_id": ""} == {**told[1], "request_id": ""}


def test_nobody_guesses_a_secret(make_app):
    strict = make_app(FAILED_SECRETS=2)
    secretary = Secretary(strict).begin()
    guesses = [secretary.with_secret(f"guess {n}").get(secretary.path).status for n in range(3)]
    assert guesses == [401, 401, 429]
    assert secretary.done("add_person", name="Nikos"), "a right secret is not refused"


def test_no_more_clubs_are_begun_than_matches_may_be_started(make_app):
    strict = make_app(NEW_MATCHES=2)
    body = {"name": "Club"}
    statuses = [Secretary(strict).send("POST", "/clubs", body).status for _ in range(3)]
    assert statuses == [201, 201, 429]


def test_nothing_that_a_stranger_reads_leads_to_a_secret(app, secretary, stranger):
    helper = secretary.new_link("helper")
    secrets = [secretary.secret, helper]
    own = [act.op_id for act in secretary.held().club.acts]
    nobody = secretary.with_secret(None)
    for name, method, path, _ in operations():
        if method == "GET" and path.startswith("/clubs/{id}"):
            address = path.format(id=secretary.public_id, season=1)
            for reader in (nobody, stranger, secretary.with_secret(helper)):
                text = reader.get(address).text
                assert not [one for one in (*secrets, *own) if one in text], name
    page = f"/c/{secretary.public_id}/"
    assert not [one for one in secrets if one in nobody.client.get(page).text]
    content = settings_of(app).database_file.read_bytes()
    assert not any(one.encode() in content for one in secrets)
