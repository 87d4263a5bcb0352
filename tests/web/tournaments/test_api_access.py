"""Access to a tournament by secret: no other secret reads or changes what is private."""

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.config import settings_of
from tests.phone import Phone
from tests.program import Director, examples, operations
from tests.web.test_crawl import assert_kept, crawl, hashes_of
from tests.web.test_drill import FOREIGN
from tests.web.tournaments.api_routes import API_ROWS, ask

UNSAFE = [key for key in API_ROWS if key[1] != "GET"]
OWN = {"Sec_Fetch_Site": "same-origin"}


@pytest.fixture
def director(app):
    director = Director(app).set_up(4)
    director.done("draw")
    return director


@pytest.fixture
def stranger(app, director):
    """The organiser of another tournament."""
    return Director(app, Director(app).set_up(4).secret, director.public_id)


def written(director):
    """All but that a program showed its link for the first time."""
    acts = [act for act in director.held().tournament.acts if act.kind != "joined"]
    return acts, director.links()


@pytest.mark.parametrize("key", API_ROWS, ids=" ".join)
def test_it_is_open_to_those_it_is_for_and_to_no_others(director, stranger, key):
    """The organiser comes last, for that one may change the tournament."""
    row, helper, nobody = API_ROWS[key], director.helper(), director.with_secret(None)
    before = written(director)
    assert ask(stranger, key, director.path).status == row.stranger
    assert ask(nobody, key, director.path).status == row.nobody
    assert written(director) == before
    assert ask(helper, key, director.path).status == row.helper
    if row.helper == 403:
        assert written(director) == before
        assert ask(director, key, director.path).status == row.organiser


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


def test_a_page_of_another_site_writes_nothing(director):
    before, found = written(director), {}
    for key in UNSAFE:
        for who, headers in FOREIGN.items():
            answer = ask(director, key, director.path, **headers)
            found[key, who] = (answer.status, answer.kind)
    assert found == dict.fromkeys(found, (403, "foreign"))
    assert written(director) == before


def test_there_is_no_other_tournament(director):
    found = {key: ask(director, key, "/tournaments/nowhere").status for key in API_ROWS}
    assert found == dict.fromkeys(API_ROWS, 404)


def test_a_page_of_ours_writes_by_its_cookie_and_nothing_else_does(director):
    page = director.with_secret(None)
    page.client.set_cookie("phone", director.secret)
    assert page.result(1, 351, 240).status == 401, "nothing here carries a form's token"
    assert page.result(1, 351, 240, headers=OWN).status == 201


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


def test_wrong_secret_gets_the_same_answer_as_no_secret(director, stranger):
    made_up = director.with_secret("made-up")
    told = [ask(one, UNSAFE[-1], director.path).data for one in (stranger, made_up)]
    assert {**told[0], "request_id": ""} == {**told[1], "request_id": ""}


def test_nobody_guesses_a_secret(make_app):
    strict = make_app(FAILED_SECRETS=2)
    director = Director(strict).set_up(4)
    guesses = [director.with_secret(f"guess {n}").result(1, 1, 0).status for n in range(3)]
    assert guesses == [401, 401, 429]
    assert director.done("draw"), "a right secret is not refused"


def test_no_more_rounds_are_drawn_than_matches_may_be_started(make_app):
    strict = make_app(NEW_MATCHES=2)
    director = Director(strict).set_up(4)
    director.done("draw")
    director.done("undraw", round=1)
    assert director.do("draw").status == 429


def test_nothing_that_a_stranger_reads_leads_to_a_secret(director, stranger):
    helper = director.new_link("helper")
    secrets = [director.secret, helper, *(one["secret"] for one in director.links())]
    own = [act.op_id for act in director.held().tournament.acts]
    nobody = director.with_secret(None)
    for name, method, path, _ in operations():
        if method == "GET" and path.startswith("/tournaments/{id}"):
            address = path.format(id=director.public_id, number=1, pair=1)
            for reader in (nobody, stranger, director.with_secret(helper)):
                text = reader.get(address).text
                assert not [one for one in (*secrets, *own) if one in text], name
    page = nobody.client.get(f"/t/{director.public_id}/").text
    assert not [one for one in secrets if one in page]


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
