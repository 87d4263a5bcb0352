"""Access to a tournament or a club by secret: no other secret reads or changes what is private."""

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.config import settings_of
from tests.support.phone import Phone
from tests.support.program import Director, Secretary, examples, operations
from tests.web.api.routes import API_ROWS, CLUB_API_ROWS, ask
from tests.web.test_crawl import assert_kept, crawl, hashes_of

ROWS = {Director: API_ROWS, Secretary: CLUB_API_ROWS}
PAGES = {Director: "/t/", Secretary: "/c/"}
OWN = {"Sec_Fetch_Site": "same-origin"}
HELPERS = {"add_person", "change_person", "add_tournament", "take_tournament_out", "know_players"}
OPERATIONS = sorted({one["op"] for one in examples("write_in_club").values()})


@pytest.fixture
def director(app):
    director = Director(app).set_up(4)
    director.done("draw")
    return director


@pytest.fixture
def secretary(app):
    """A club of four with a season."""
    secretary = Secretary(app).begin("Maria", "Giorgos", "Eleni", "Andreas")
    assert secretary.season().status == 201
    return secretary


@pytest.fixture(params=ROWS)
def kind(request):
    return request.param


@pytest.fixture
def owner(request, kind):
    """The organiser of a tournament, and of a club."""
    return request.getfixturevalue("director" if kind is Director else "secretary")


@pytest.fixture
def stranger(app, kind, owner):
    """The organiser of another one."""
    other = Director(app).set_up(4) if kind is Director else Secretary(app).begin()
    return kind(app, other.secret, owner.public_id)


def written(owner):
    """All but that a program showed its link for the first time."""
    if isinstance(owner, Director):
        acts = [act for act in owner.held().tournament.acts if act.kind != "joined"]
        return acts, owner.links()
    return [act for act in owner.held().club.acts if act.kind != "role_taken"]


def write(program, **more):
    """As a helper may, too."""
    if isinstance(program, Director):
        return program.result(1, 351, 240, **more)
    return program.do("add_person", name="Nikos", **more)


def test_a_page_of_ours_writes_by_its_cookie_and_nothing_else_does(owner):
    page = owner.with_secret(None)
    page.client.set_cookie("phone", owner.secret)
    assert write(page).status == 401, "nothing here carries a form's token"
    assert write(page, headers=OWN).status == 201


def test_wrong_secret_gets_the_same_answer_as_no_secret(kind, owner, stranger):
    made_up = owner.with_secret("made-up")
    told = [ask(one, [*ROWS[kind]][-1], owner.path).data for one in (stranger, made_up)]
    assert {**told[0], "request_id": ""} == {**told[1], "request_id": ""}


@pytest.mark.parametrize(
    ("begin", "guess"),
    [
        (lambda app: Director(app).set_up(4), write),
        (lambda app: Secretary(app).begin(), lambda program: program.get(program.path)),
    ],
)
def test_nobody_guesses_a_secret(make_app, begin, guess):
    owner = begin(make_app(FAILED_SECRETS=2))
    guesses = [guess(owner.with_secret(f"guess {n}")).status for n in range(3)]
    assert guesses == [401, 401, 429]
    op = {"name": "Nikos", "op": "add_person"} if isinstance(owner, Secretary) else {"op": "draw"}
    assert owner.done(**op), "a right secret is not refused"


def test_nothing_that_a_stranger_reads_leads_to_a_secret(kind, owner, stranger):
    helper = owner.new_link("helper")
    secrets = [owner.secret, helper]
    if isinstance(owner, Director):
        secrets += [one["secret"] for one in owner.links()]
        acts = owner.held().tournament.acts
    else:
        acts = owner.held().club.acts
    private = [*secrets, *(act.op_id for act in acts)]
    nobody = owner.with_secret(None)
    begins = owner.path.replace(owner.public_id, "{id}")
    for name, method, path, _ in operations():
        if method == "GET" and path.startswith(begins):
            address = path.format(id=owner.public_id, number=1, pair=1, season=1)
            for reader in (nobody, stranger, owner.with_secret(helper)):
                text = reader.get(address).text
                assert not [one for one in private if one in text], name
    page = nobody.client.get(f"{PAGES[kind]}{owner.public_id}/").text
    assert not [one for one in secrets if one in page]


# --- tournaments ---


def test_a_helper_does_nothing_but_write_and_withdraw_results(director):
    helper, before = director.helper(), written(director)
    bodies = examples("write_in_tournament")
    (own, *_) = [body for body in bodies.values() if body["op"] == "result"]
    found = {
        title: attempt(helper, body) for title, body in bodies.items() if body["op"] != "result"
    }
    withdrawn = found.pop("withdraw it")  # nothing is written that could be
    assert (withdrawn.status, withdrawn.data["problems"][0]["code"]) == (422, "no_result")
    statuses = {title: (answer.status, answer.kind) for title, answer in found.items()}
    assert statuses == dict.fromkeys(found, (403, "organiser_only"))
    assert written(director) == before
    assert attempt(helper, own).status == 201


def attempt(helper, body):
    told = {**body, "revision": 4, "headers": None}
    return helper.do(told.pop("op"), **told)


def test_a_helper_corrects_nothing_that_others_were_drawn_from(director):
    helper = director.helper()
    for table in (1, 2):
        helper.result(table, 351, 240)
    director.done("draw")
    answer = helper.result(1, 240, 351, reason="the sides were confused")
    assert (answer.status, answer.kind) == (403, "organiser_only")


def test_an_organisers_link_is_as_good_as_the_secret_until_it_is_replaced(director):
    other = director.with_secret(director.new_link("organiser"))
    assert other.result(1, 351, 240).status == 201
    assert other.links() == director.links()
    director.new_link("organiser")
    answer = other.result(2, 351, 240)
    assert (answer.status, answer.kind) == (401, "unauthorized")


def test_a_programs_link_is_one_phone_however_often_it_is_shown(app, director):
    helper = director.helper()
    for table in (1, 2):
        helper.result(table, 351, 240)
    phones = {act.phone for act in director.held().tournament.acts[-2:]}
    assert len(phones) == 1


def test_a_table_s_secret_writes_at_its_own_table_and_nowhere_else(director):
    first, second = director.scorer(1), director.scorer(2)
    stolen = Director(director.app, first.secret, director.public_id)
    assert stolen.result(1, 351, 240).status == 401
    first.public_id = second.public_id
    assert first.do("stop", revision=1).status == 401


def test_no_more_rounds_are_drawn_than_matches_may_be_started(make_app):
    strict = make_app(NEW_MATCHES=2)
    director = Director(strict).set_up(4)
    director.done("draw")
    director.done("undraw", round=1)
    assert director.do("draw").status == 429


def test_crawl_from_the_tournament_page_finds_no_secret(app, director, no_printing):
    links = [one["secret"] for one in director.links()]
    secrets = [director.secret, director.new_link("helper"), *links]
    found = crawl(Phone(app), f"/t/{director.public_id}/")
    assert {f"/t/{director.public_id}/{path}" for path in ("standings", "rounds/1")} <= {*found}
    assert f"/m/{director.links()[0]['match']}/" in found
    assert_kept(found, [*secrets, *hashes_of(secrets)])


def test_only_hashes_of_the_secrets_are_kept(app, director):
    secrets = [director.secret, director.new_link("helper"), director.links()[0]["secret"]]
    content = settings_of(app).database_file.read_bytes()
    assert not any(one.encode() in content for one in secrets)
    with closing(sqlite3.connect(settings_of(app).database_file)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM tournament_link").fetchone()
    assert count == 1


# --- clubs ---


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


def test_a_cookie_alone_tells_no_program_more_than_a_stranger(secretary):
    secretary.done("add_person", name="Sotiris", note="the baker", by_number=True)
    page = secretary.with_secret(None)
    page.client.set_cookie("phone", secretary.secret)
    for path in ("", "/matches", "/record"):
        assert "Sotiris" not in page.get(secretary.path + path).text


def test_an_organisers_link_to_a_club_is_as_good_as_the_secret_until_it_is_replaced(secretary):
    other = secretary.with_secret(secretary.new_link("organiser"))
    told = {"name": "Other", "place": "", "rules": "cafe"}
    assert other.do("change", **told).status == 201
    phones = {act.phone for act in secretary.held().club.acts[-2:]}
    assert len(phones) == 1, "one phone, however often it is shown"
    secretary.new_link("organiser")
    answer = other.do("change", **{**told, "name": "Another"})
    assert (answer.status, answer.kind) == (401, "unauthorized")


def test_no_more_clubs_are_begun_than_matches_may_be_started(make_app):
    strict = make_app(NEW_MATCHES=2)
    body = {"name": "Club"}
    statuses = [Secretary(strict).send("POST", "/clubs", body).status for _ in range(3)]
    assert statuses == [201, 201, 429]


def test_only_hashes_of_a_club_s_secrets_are_kept(app, secretary):
    secrets = [secretary.secret, secretary.new_link("helper")]
    content = settings_of(app).database_file.read_bytes()
    assert not any(one.encode() in content for one in secrets)
