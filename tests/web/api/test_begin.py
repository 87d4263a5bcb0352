"""A match under an id that a phone chose, before it reached the server."""

from datetime import datetime, timedelta

import pytest

from scorekeeper.club.club_matches import membership_of, seatings_of
from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id, new_secret
from scorekeeper.match.matches import find_match
from scorekeeper.match.phones import find_phone
from tests.support.databases import rows
from tests.support.desk import ClubDesk
from tests.support.phone import Phone
from tests.support.program import Program
from tests.support.table import MADE, do

ID = "q3JmG9x0T1mPp8cW7ZkVdA"
PATH = f"/matches/{ID}"
OWN = {"Sec_Fetch_Site": "same-origin"}
HEAD = {"rules": "cafe", "first_dealer": "B1", "sides": {"A": {"name": "Us"}, "B": {}}}


def begin(program, head=HEAD, path=PATH, **headers):
    return program.send("PUT", path, head, **headers)


@pytest.fixture
def page(app):
    """A page of ours on a phone that has never been here."""
    return Program(app, public_id=ID)


def started(program):
    program.public_id = ID
    return program.ledger().match.started


# --- once ---


def test_it_starts_once_however_often_it_is_asked(program):
    op_id = new_operation_id()
    answers = [begin(program, {**HEAD, "op_id": op_id}) for _ in range(3)]
    assert [answer.status for answer in answers] == [201, 200, 200]
    assert answers[0].data == answers[2].data
    (act,) = answers[0].data["acts"]
    assert (act["seq"], act["kind"], act["op_id"]) == (1, "started", op_id)
    assert (answers[0].data["id"], answers[0].data["revision"]) == (ID, 1)


def test_its_phone_is_its_scorer(program):
    begin(program)
    program.public_id = ID
    assert program.do("record", revision=1, hand=MADE).status == 201
    assert program.match()["first_dealer"] == "B1"
    again = begin(program)
    assert (again.status, again.data["revision"]) == (200, 2)


def test_it_is_the_same_match_after_its_names_were_changed(program, app):
    """A repeat is compared with the match as it was started, not with its later state."""
    begin(program)
    with app.app_context():
        change = {"names": {"A": "We"}}
        phone_id = find_phone(program.secret)
        do(ID, phone_id, new_operation_id(), 1, "changed", change)
    assert begin(program).status == 200


def test_the_id_of_another_phones_match_is_taken(program, other_program):
    for path in (PATH, other_program.path):
        begin(other_program, path=path)
        answer = begin(program, path=path)
        assert (answer.status, answer.kind) == (409, "taken")


def test_another_head_is_refused_and_changes_nothing(program):
    first = begin(program)
    for changed in ({"target": 151}, {"rules": "simple"}, {"sides": {"A": {}, "B": {}}}):
        answer = begin(program, {**HEAD, **changed})
        assert (answer.status, answer.kind) == (422, "other_head")
    assert begin(program).data == first.data


@pytest.mark.parametrize("public_id", ["x", "-" + "a" * 21, "a" * 21, "a" * 23, "é" * 22])
def test_an_id_is_as_the_servers_own(program, public_id):
    answer = begin(program, path=f"/matches/{public_id}")
    assert (answer.status, answer.codes) == (422, [("unknown", "id")])
    assert "22 characters" in answer.data["detail"]


@pytest.mark.parametrize("op_id", ["x", 7, "F" * 32])
def test_an_operation_id_is_32_digits(program, op_id):
    answer = begin(program, {**HEAD, "op_id": op_id})
    assert (answer.status, answer.codes) == (422, [("unknown", "op_id")])


def test_an_operation_id_that_is_used_starts_nothing(program, other_program):
    op_id = new_operation_id()
    other_program.do("record", op_id=op_id, hand=MADE)
    answer = begin(program, {**HEAD, "op_id": op_id})
    assert (answer.status, answer.codes) == (422, [("unknown", "op_id")])
    assert other_program.public_id not in answer.text
    assert program.get(PATH).status == 404


def test_a_match_that_this_phone_started_under_another_id_is_named(program):
    op_id = new_operation_id()
    begin(program, {**HEAD, "op_id": op_id})
    again = begin(program, {**HEAD, "op_id": op_id}, path=f"/matches/{'a' * 22}")
    assert (again.status, again.kind, again.data["id"]) == (422, "started", ID)
    assert program.get(f"/matches/{'a' * 22}").status == 404


def test_another_phones_start_is_not_named(program, other_program):
    op_id = new_operation_id()
    begin(other_program, {**HEAD, "op_id": op_id})
    answer = begin(program, {**HEAD, "op_id": op_id}, path=f"/matches/{'a' * 22}")
    assert (answer.status, answer.codes) == (422, [("unknown", "op_id")])
    assert ID not in answer.text


def test_a_wrong_head_is_told_as_for_any_new_match(program):
    answer = begin(program, {"rules": "whist", "hands": []})
    assert (answer.status, answer.kind) == (422, "problems")
    assert answer.codes == program.send("POST", "/matches", {"rules": "whist", "hands": []}).codes


# --- who starts it ---


def test_a_phone_that_was_never_here_is_given_its_cookie_first(page):
    invited = begin(page, **OWN)
    assert (invited.status, invited.kind) == (401, "invited")
    assert "phone=" in invited.headers["Set-Cookie"]
    assert page.get(PATH).status == 404
    answers = [begin(page, **OWN) for _ in range(2)]
    assert [answer.status for answer in answers] == [201, 200]
    record = {"op": "record", "revision": 1, "hand": MADE}
    assert page.send("PUT", f"{PATH}/ops/{new_operation_id()}", record, **OWN).status == 201


def test_a_lost_answer_leaves_the_match_with_its_phone(page):
    """The first answer gave the cookie; the one that is lost holds nothing that is needed."""
    begin(page, **OWN)
    secret = page.client.get_cookie("phone").value
    begin(page, **OWN)
    page.client.set_cookie("phone", secret)
    assert begin(page, **OWN).status == 200


def phones(app):
    with app.app_context():
        return rows("SELECT count(*) FROM phone")[0][0]


@pytest.mark.parametrize(
    ("path", "head"),
    [(PATH, {"rules": "whist"}), (PATH, b"{"), ("/matches/x", HEAD), ("/matches/{taken}", HEAD)],
    ids=["rules", "no JSON", "id", "taken"],
)
def test_refused_start_enrols_no_phone(app, page, other_program, path, head):
    begin(page, **OWN)
    before = phones(app)
    refused = begin(page, head, path=path.format(taken=other_program.public_id), **OWN)
    assert refused.status in (400, 409, 422)
    assert phones(app) == before


def test_a_phone_that_has_a_match_starts_another_by_its_cookie(keep):
    scorer = keep()
    answer = scorer.send("PUT", f"/api/v1{PATH}", HEAD)
    assert answer.status == 201
    assert f"/m/{ID}/" in scorer.get("/").links()


def test_a_page_over_plain_http_says_only_where_it_is(keep):
    """Such a browser has no Sec-Fetch-Site; with a PUT it sends its Origin."""
    assert keep().send("PUT", f"/api/v1{PATH}", HEAD, Sec_Fetch_Site=None).status == 201


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer x"}], ids=["none", "wrong"])
def test_a_program_needs_a_secret(page, headers):
    answer = begin(page, **headers)
    assert (answer.status, answer.kind) == (401, "unauthorized")
    assert "Set-Cookie" not in answer.headers


def test_a_secret_of_its_own_making_is_none(page):
    assert begin(page, Authorization=f"Bearer {new_secret()}").kind == "unauthorized"


def test_it_counts_among_the_new_matches(make_app):
    phone = Phone(make_app(NEW_MATCHES=2))
    phone.get("/matches/new")
    answers = [
        phone.send("PUT", f"/api/v1/matches/{letter * 22}", HEAD) for letter in ("a", "b", "c")
    ]
    assert [answer.status for answer in answers] == [201, 201, 429]


# --- when ---


def test_it_started_when_the_phone_says(program):
    told = (clock.moment() - timedelta(hours=30)).replace(microsecond=0)
    begin(program, {**HEAD, "started": told.isoformat().replace("+00:00", "Z")})
    assert started(program) != told.isoformat(), "in words of the place"
    assert datetime.fromisoformat(started(program)) == told


@pytest.mark.parametrize("off", [timedelta(days=1), timedelta(days=-8), timedelta(days=-9000)])
def test_a_clock_that_is_wrong_gives_way_to_the_servers(program, off):
    before = clock.moment().replace(microsecond=0)
    told = {**HEAD, "started": (before + off).isoformat()}
    assert [begin(program, told).status for _ in range(2)] == [201, 200]
    assert before <= datetime.fromisoformat(started(program)) <= clock.moment()


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", 7, "2026-02-29"])
def test_a_start_that_cannot_be_read_is_told(program, text):
    answer = begin(program, {**HEAD, "started": text})
    assert (answer.status, answer.codes) == (422, [("unknown", "started")])


@pytest.mark.parametrize("text", ["2024-02-29", "0002-01-01T00:00:00+23:59", "9998-12-31 23:59"])
def test_no_moment_is_too_far_off_to_be_read(program, text):
    assert begin(program, {**HEAD, "started": text}).status == 201


# --- at a club ---


def test_a_match_begun_out_of_reach_is_the_clubs_with_who_sits_there(app, program):
    with app.app_context():
        club = ClubDesk("Maria", "Giorgos").public_id
    op_id = new_operation_id()
    head = {**HEAD, "op_id": op_id, "club": club, "persons": {"A1": "1", "B2": "9"}}
    assert [begin(program, head).status for _ in range(2)] == [201, 200]
    with app.app_context():
        ledger = find_match(ID).ledger
    assert membership_of(ledger).club == club
    assert seatings_of(ledger)[0].persons == {"A1": "1"}, "whom the club has"
    assert len(ledger.acts) == 3


@pytest.mark.parametrize(
    ("more", "field"),
    [({"club": 1}, "club"), ({"persons": []}, "persons"), ({"persons": {"C1": "1"}}, "persons")],
)
def test_invalid_club_or_persons_are_refused_with_their_field(program, more, field):
    told = begin(program, {**HEAD, **more})
    assert told.status == 422
    assert [one["field"] for one in told.data["problems"]] == [field]


def test_a_club_that_there_is_not_is_left_out(program):
    assert begin(program, {**HEAD, "club": "x" * 22}).status == 201
