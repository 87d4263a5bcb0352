"""A chat gets no name of a person shown by number to strangers, nor of one that left the club."""

from datetime import date

import pytest

from scorekeeper.club import erased_names
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.printing.link_card import card_html, standings_card, tournament_card
from scorekeeper.store import club_queries
from scorekeeper.tournament.finals import set_up_final
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import find_tournament
from tests.club_desk import ClubDesk
from tests.club_table import ClubTable
from tests.desk import Desk, rematch_of_before
from tests.phone import Phone
from tests.table import MADE


@pytest.fixture
def desk(app):
    with app.app_context():
        yield ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")


@pytest.fixture
def evening(desk):
    evening = Desk(day=date(2026, 2, 6), format="round_robin")
    evening.add(("Maria", "Giorgos"), ("Eleni", "Andreas")).draw()
    desk.belong(evening)
    return evening


def pages_of(evening):
    """Its own, that of its standings, and that of the match at its table."""
    held = find_tournament(evening.public_id)
    (played,) = play_round(held, held.tournament.last_round)
    own = f"/t/{evening.public_id}/"
    return own, f"{own}standings", f"/m/{played.live.public_id}/"


def told(app, path):
    """Return all that a chat reads of the page with this address."""
    page = Phone(app).get(path)
    return " ".join(one.get("content") for one in page.findall(".//meta[@property]"))


def cards_of(evening):
    """The text of the pictures of the tournament and of its standings."""
    held = find_tournament(evening.public_id)
    return " ".join(card_html(card(held)) for card in (tournament_card, standings_card))


def shown_elsewhere(app, evening):
    return Phone(app).get(f"/t/{evening.public_id}/elsewhere").words()


def hide(desk):
    desk.do("person_changed", person="4", name="Andreas", note="", by_number=True)


def test_a_tournament_that_names_a_number_tells_numbers_alone(app, desk, evening):
    evening.play()
    assert "Andreas" in told(app, pages_of(evening)[2])
    assert "Andreas" in cards_of(evening)
    hide(desk)
    for path in pages_of(evening):
        text = told(app, path)
        assert not any(name in text for name in ("Andreas", "Eleni", "Maria")), path
    assert "Andreas" not in cards_of(evening)
    assert "a chat is told numbers alone" in shown_elsewhere(app, evening)
    desk.do("tournament_left", tournament=evening.public_id)
    assert "Andreas" in told(app, pages_of(evening)[2])
    assert "Andreas" in cards_of(evening)
    assert "a chat is told numbers alone" not in shown_elsewhere(app, evening)


def test_a_final_tells_what_its_tournament_tells(app, desk):
    evening = Desk(day=date(2026, 2, 6), format="swiss", rounds=1)
    evening.add(("Maria", "Giorgos"), ("Eleni", "Andreas")).draw().result(1, 200, 351)
    desk.belong(evening)
    now = evening.stored().revision
    final = set_up_final(evening.public_id, evening.phone, new_operation_id(), now, 2, "F")
    assert "Andreas" in cards_of(final)
    hide(desk)
    assert "Andreas" not in cards_of(final)


def test_a_reason_that_names_a_number_closes_the_tournament(app, desk):
    evening = Desk(day=date(2026, 2, 6), format="round_robin")
    evening.add(("Maria", "Giorgos"), ("Eleni", "No. 4")).draw().result(1, 200, 351)
    desk.belong(evening, {"2": ["3", "4"]})
    hide(desk)
    assert f"/t/{evening.public_id}/" in Phone(app).get(f"/c/{desk.public_id}/").html
    evening.do("adjusted", pair="1", to="difference", points=-5, reason="Ο Ανδρέας τους είδε")
    assert f"/t/{evening.public_id}/" not in Phone(app).get(f"/c/{desk.public_id}/").html


def test_a_tournament_that_calls_them_by_number_tells_the_other_names(app, desk):
    evening = Desk(day=date(2026, 2, 6), format="round_robin")
    evening.add(("Maria", "Giorgos"), ("Eleni", "No. 4")).draw()
    desk.belong(evening, {"2": ["3", "4"]})
    hide(desk)
    assert "Maria" in told(app, pages_of(evening)[2])


def test_the_standings_that_are_remembered_tell_no_name_that_is_hidden_since(app, desk):
    evening = Desk(day=date(2026, 2, 6), format="knockout")
    evening.add(("Maria", "Giorgos"), ("Eleni", "Andreas")).draw().result(1, 200, 351)
    desk.belong(evening)
    path = f"/t/{evening.public_id}/standings"
    assert "Andreas" in told(app, path)
    hide(desk)
    assert "Andreas" not in told(app, path)


def test_a_page_that_is_remembered_tells_what_was_chosen_since(app, evening):
    match = pages_of(evening)[2]
    assert "Andreas" in told(app, match)
    evening.do("changed", previews="numbers")
    assert "Andreas" not in told(app, match)


def test_a_page_that_is_remembered_tells_no_name_that_was_erased(app, desk):
    table = ClubTable(desk).play(MADE)
    path = f"/m/{table.kept.public_id}/"
    assert "Maria" in told(app, path)
    erased_names.erase_person(desk.public_id, desk.phone, "1")
    assert "Maria" not in told(app, path)
    assert "Giorgos" in told(app, path)


@pytest.mark.parametrize("previews", ["names", "numbers"])
def test_a_rematch_has_names_where_the_tournament_has(app, evening, previews):
    evening.do("changed", previews=previews)
    evening.act(1, "stopped")
    (table,) = evening.tables()
    scorer = table.live.ledger.acts[-1].phone
    again = rematch_of_before(table.live.public_id, scorer).public_id
    for path in (f"/m/{again}/", f"/m/{again}/evening"):
        assert ("Andreas" in told(app, path)) == (previews == "names"), path
    shown = Phone(app).get(f"/m/{again}/elsewhere")
    assert "the tournament's choice" in shown.words()


@pytest.mark.parametrize("previews", ["names", "numbers"])
def test_a_round_that_was_taken_back_has_names_where_the_tournament_has(app, evening, previews):
    evening.do("changed", previews=previews)
    match = pages_of(evening)[2]
    evening.undraw()
    assert ("Andreas" in told(app, match)) == (previews == "names")


def test_a_watcher_of_a_table_has_the_acts_of_all_clubs_gone_through_once(
    app, evening, monkeypatch
):
    match = pages_of(evening)[2]
    before = told(app, match)
    monkeypatch.setattr(club_queries, "clubs_told_of", lambda _address: 1 / 0)
    assert told(app, match) == before
