"""An erasure shows strangers no more of a person than before: closed addresses stay closed."""

import json
from datetime import date

import pytest

from scorekeeper.club import erased_names
from scorekeeper.club.club_file import open_club, read_club_file, write_club_file
from scorekeeper.club.club_tournaments import is_hidden_by_club
from scorekeeper.club.erased_names import erase_club, erase_person
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.phones import enrol_phone
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL, find_tournament
from tests.support.desk import ClubDesk, ClubTable, Desk, set_up_final
from tests.support.phone import Phone
from tests.support.table import MADE

HIDDEN = "Kostas Pappas"


@pytest.fixture
def desk(app):
    """A club with an evening and a match that have a hidden name, and one of each without."""
    with app.app_context():
        desk = ClubDesk("Maria")
        desk.add("Κώστας Παππάς", by_number=True)
        evening = Desk(day=date(2026, 2, 6), format="round_robin", name="Friday")
        evening.add((HIDDEN, "Zoe"), ("Eleni", "Anna")).draw().result(1, 351, 200)
        other = Desk(day=date(2026, 2, 13), format="round_robin", name="Monday")
        other.add(("Niki", "Zoe"), ("Eleni", "Anna")).draw().result(1, 351, 200)
        desk.belong(evening).belong(other).season(evening, other)
        desk.organiser, desk.secret_of_evening = evening.phone, evening.secret
        names = {"players": {"A1": HIDDEN}}
        desk.closed = ClubTable(desk, {"B1": "1"}).play(MADE).do("changed", **names).kept.public_id
        desk.open = ClubTable(desk, {"B1": "1"}).play(MADE).kept.public_id
        desk.evening, desk.other = evening.public_id, other.public_id
        yield desk


def told(app, club):
    """Return all that a stranger reads of a club, page by page."""
    paths = ("", "matches", "seasons/1", "seasons/1/screen", "seasons/1/season.json", "calendar")
    texts = [Phone(app).get(f"/c/{club}/{path}").html for path in paths]
    api = [Phone(app).get(f"/api/v1/clubs/{club}{path}").html for path in ("", "/matches")]
    return "\n".join([*texts, *api])


ERASED = {
    "person": lambda desk: erase_person(desk.public_id, desk.phone, "2"),
    "club": lambda desk: erase_club(desk.public_id, desk.phone),
}


@pytest.mark.parametrize("erase", ERASED.values(), ids=ERASED)
def test_erasing_opens_nothing(app, desk, erase):
    for stage in ("before", "after"):
        pages = told(app, desk.public_id)
        assert HIDDEN not in pages, stage
        assert desk.closed not in pages, stage
        assert desk.evening not in pages, stage
        assert desk.open in pages
        assert desk.other in pages
        preview = Phone(app).get(f"/m/{desk.closed}/").findall(".//meta[@property]")
        assert HIDDEN not in " ".join(one.get("content") for one in preview), stage
        erase(desk)
    again = len(desk.stored().club.acts)
    erase(desk)
    assert len(desk.stored().club.acts) == again, "once is as good as twice"


@pytest.mark.parametrize("erase", ERASED.values(), ids=ERASED)
def test_person_numbered_during_an_erasure_keeps_addresses_closed(app, desk, erase, monkeypatch):
    desk.do("person_changed", person="2", name="Κώστας Παππάς", by_number=False)
    assert desk.closed in told(app, desk.public_id)
    opened_by = erased_names._opened_by

    def hide_meanwhile(loaded_club, redacted):
        found = opened_by(loaded_club, redacted)
        monkeypatch.undo()
        desk.do("person_changed", person="2", name="Κώστας Παππάς", by_number=True)
        return found

    monkeypatch.setattr(erased_names, "_opened_by", hide_meanwhile)
    erase(desk)
    assert desk.closed not in told(app, desk.public_id)


def test_closed_addresses_stay_closed_in_a_club_opened_from_its_file(app, desk):
    erase_person(desk.public_id, desk.phone, "2")
    file = write_club_file(desk.stored(), desk.organiser)
    assert sum(one["closed"] for one in json.loads(file)["matches"]) == 1
    phone, _secret = enrol_phone()
    after = open_club(read_club_file(file), phone, new_operation_id())
    TOURNAMENT_JOURNAL.forget_all()
    assert len(after.club.closed) == 2
    assert HIDDEN not in told(app, after.public_id)
    assert not {desk.closed, desk.evening} & after.club.closed


def test_an_evening_is_closed_where_a_match_at_its_table_has_the_name(app, desk):
    evening = Desk(2, format="round_robin").draw().write(1, MADE)
    desk.belong(evening)
    assert evening.public_id in told(app, desk.public_id)
    evening.act(1, "adjusted", adjust={"A": 5, "B": 0}, reason=f"seen by {HIDDEN}")
    erase_person(desk.public_id, desk.phone, "2")
    assert evening.public_id in desk.stored().club.closed
    assert evening.public_id not in told(app, desk.public_id)


def test_the_preview_of_a_final_stays_closed(app, desk):
    evening = Desk(2, format="swiss", rounds=1).draw().result(1, 351, 200)
    desk.belong(evening)
    now = evening.stored().revision
    args = evening.public_id, evening.phone, new_operation_id(), now
    final = set_up_final(*args, 2, "Final")
    evening.held = final
    evening.change_pair("1", players=[HIDDEN, "Zoe"])
    assert is_hidden_by_club(find_tournament(final.public_id))
    erase_person(desk.public_id, desk.phone, "2")
    assert is_hidden_by_club(find_tournament(final.public_id))


def test_strangers_are_not_led_from_a_closed_evening_to_its_club(app, desk):
    organiser = Phone(app)
    organiser.client.set_cookie("phone", desk.secret_of_evening)
    for phone, address, is_led in (
        (Phone(app), desk.evening, False),
        (Phone(app), desk.other, True),
        (organiser, desk.evening, True),
    ):
        with app.app_context():  # what a request remembers is its own
            links = phone.get(f"/t/{address}/").links()
        assert (f"/c/{desk.public_id}/" in links) == is_led


def test_nothing_is_closed_where_nobody_was_hidden(app, desk):
    desk.do("person_changed", person="2", name="Κώστας Παππάς", note="", by_number=False)
    erase_person(desk.public_id, desk.phone, "2")
    assert not desk.stored().club.closed
    assert desk.evening in told(app, desk.public_id)
