"""A season on paper, for a spreadsheet, for a program and on a wall, and what is to come."""

import csv
import json
import re
from datetime import date, datetime, timedelta

import pytest
from icalendar import Calendar

from scorekeeper.club.club_seasons import count_season
from scorekeeper.club.erased_names import erase_person
from scorekeeper.printing.short_papers import (
    PaperEvening,
    PaperRow,
    SeasonPaper,
    paper_of_season,
    season_paper,
)
from tests.club_desk import BY_PLACE, ClubDesk
from tests.desk import Desk
from tests.phone import Phone
from tests.printing.paper import pdf_pages
from tests.web.clubs.conftest import ClubPhone

LONG = "Παναγιώτης-Ευάγγελος Χατζηκωνσταντινίδης"


@pytest.fixture
def hall(app):
    """The organiser of a season of eight evenings of forty pairs with long names."""
    with app.app_context():
        desk = ClubDesk()
        evenings = []
        for number in range(8):
            evening = Desk(
                day=date(2026, 1, 2) + timedelta(7 * number), name=f"Friday {number + 1}"
            )
            evening.add(*((f"{LONG[:-2]}{n:02}", f"Even{n}") for n in range(40))).draw().play()
            desk.belong(evening)
            evenings.append(evening)
        for n in range(40):
            desk.add(f"{LONG[:-2]}{n:02}").add(f"Even{n}")
        players = {str(n + 1): [str(2 * n + 1), str(2 * n + 2)] for n in range(40)}
        for evening in evenings:
            desk.do("players_known", tournament=evening.public_id, players=players)
        desk.season(*evenings, rules={**BY_PLACE, "best": 5})
    return ClubPhone(app, desk.public_id, desk.secret)


@pytest.mark.slow
def test_forty_pairs_are_one_page(hall):
    answer = hall.client.get(f"{hall.url}seasons/1/season.pdf")
    assert answer.status_code == 200
    (page,) = pdf_pages(answer.data)
    assert len(re.findall("Even", page)) == 40
    assert "Friday 8" in page


@pytest.mark.parametrize(("evenings", "is_small"), [(2, False), (9, True), (12, False), (20, True)])
def test_names_are_small_where_columns_leave_them_no_room(evenings, is_small):
    columns = tuple(PaperEvening(f"{n}/2", "Friday", "") for n in range(evenings))
    row = PaperRow("1.", LONG, (("25", True),) * evenings, evenings, "25")
    paper = SeasonPaper("Club", "Autumn", [], True, columns, (row,), datetime(2026, 2, 1))
    assert ('class="who two"' in season_paper(paper)) == is_small


def test_a_spreadsheet_has_a_column_for_each_evening(keeper):
    keeper.press(keeper.page("persons/1"), "Save the person", by_number="1")
    answer = keeper.page("seasons/1/season.csv?separator=comma")
    rows = [*csv.reader(answer.html.lstrip("\ufeff").splitlines())]
    assert rows[0][:4] == ["Rank", "Player 1", "Player 2", "2026-02-06 Cup"]
    assert ["1", "No. 1", "Giorgos", "25.0", "25.0", "25.0", "0"] in rows, "as strangers see it"


def test_a_program_reads_what_the_command_tells(keeper):
    told = json.loads(keeper.page("seasons/1/season.json").html)
    assert told["events"][0] | {"id": ""} == {
        "id": "", "name": "Cup", "date": "2026-02-06", "weight": "1.00",
    }  # fmt: skip
    first = told["rows"][0]
    assert (first["unit"], first["names"]) == (["1", "2"], ["Maria", "Giorgos"])
    assert (first["points"], first["results"][0]["place"]) == ("25.00", 1)


@pytest.mark.slow
def test_the_projector_goes_through_all_of_them(hall):
    page = hall.page("seasons/1/screen")
    assert "1/3" in page.words()
    assert 'content="12; url=' in page.html
    assert "page=2" in page.html
    assert "3/3" in hall.page("seasons/1/screen?page=3").words()
    assert "Go on" in hall.page("seasons/1/screen?page=3&stay=1").words()


def entries(keeper):
    answer = keeper.client.get(f"{keeper.url}calendar.ics")
    assert answer.content_type == "text/calendar; charset=utf-8"
    return [*Calendar.from_ical(answer.data).walk("VEVENT")]


def test_calendar_entry_keeps_its_uid_when_its_day_changes(app, keeper):
    assert entries(keeper) == [], "what was played is not to come"
    assert "Nothing yet." in Phone(app).get(f"{keeper.url}calendar").words()
    day = date.today() + timedelta(days=9)
    with app.app_context():
        desk = ClubDesk()
        evening = Desk(2, day=day, name="Γενάρης, και οι άλλοι", place="Λάρνακα")
        desk.belong(evening)
        other = ClubPhone(app, desk.public_id, desk.secret)
        (before,) = entries(other)
        assert before["summary"] == "Γενάρης, και οι άλλοι"
        assert (before["dtstart"].dt, before["location"]) == (day, "Λάρνακα")
        evening.do("changed", date=(day + timedelta(7)).isoformat())
        (after,) = entries(other)
    assert after["uid"] == before["uid"]
    assert after["dtstart"].dt == day + timedelta(7)
    assert after["sequence"] > before["sequence"]
    assert "Λάρνακα" in other.page("calendar").words()


def test_a_name_with_a_comma_is_one_name_of_a_calendar(app):
    with app.app_context():
        desk = ClubDesk()
        desk.do("changed", name="Καφενείο, το παλιό; πλατεία")
        keeper = ClubPhone(app, desk.public_id, desk.secret)
    told = keeper.client.get(f"{keeper.url}calendar.ics").data.decode()
    assert "X-WR-CALNAME:Καφενείο\\, το παλιό\\; πλατεία" in told


def test_a_calendar_leads_to_no_tournament_with_a_hidden_name(app):
    with app.app_context():
        desk = ClubDesk()
        evening = Desk(2, day=date.today() + timedelta(days=9))
        desk.belong(evening)
        keeper = ClubPhone(app, desk.public_id, desk.secret)
        (entry,) = entries(keeper)
        assert evening.public_id in entry["url"]
        desk.add("Odd1", by_number=True)
        (entry,) = entries(keeper)
    assert "url" not in entry
    assert evening.public_id not in keeper.client.get(f"{keeper.url}calendar.ics").data.decode()
    assert evening.public_id not in Phone(app).get(f"{keeper.url}calendar").html
    assert evening.public_id in keeper.page("calendar").html


def test_title_and_place_with_a_hidden_name_are_told_to_nobody_outside(app):
    with app.app_context():
        desk = ClubDesk("Giorgos")
        cup = {"name": "The cup of Xenofontas", "place": "Xenofontas, Larnaka"}
        evening = Desk(2, day=date.today() + timedelta(days=9), **cup).draw()
        desk.belong(evening).season(evening)
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    assert entries(keeper)[0]["location"] == "Xenofontas, Larnaka"
    with app.app_context():
        desk.add("Ξενοφώντας", by_number=True)
    _assert_untold(app, keeper)
    assert "Xenofontas" in _unbroken(keeper.page("calendar"))
    with app.app_context():
        erase_person(desk.public_id, desk.phone, [*desk.club.persons][-1])
    _assert_untold(app, keeper)


def _assert_untold(app, keeper):
    (entry,) = entries(keeper)
    assert (str(entry["summary"]), "location" in entry) == ("Τουρνουά", False)
    with app.app_context():
        club = keeper.club()
        paper = paper_of_season(club, count_season(club, club.seasons[0]), datetime(2026, 2, 7))
    assert "Xenofontas" not in str(paper)
    for path in ("", "calendar", "seasons/1", "seasons/1/season.csv", "seasons/1/screen"):
        assert "Xenofontas" not in _unbroken(Phone(app).get(keeper.url + path)), path


def _unbroken(page):
    """The page without the places at which long words may be broken."""
    return page.html.replace("\xad", "")


def test_the_last_day_of_all_is_in_the_calendar_too(app):
    with app.app_context():
        desk = ClubDesk()
        desk.belong(Desk(2, day=date.max))
        (entry,) = entries(ClubPhone(app, desk.public_id, desk.secret))
    assert entry["dtstart"].dt == date.max
