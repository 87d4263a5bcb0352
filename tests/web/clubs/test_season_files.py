"""A season: its files, ranking, limits and final."""

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
from scorekeeper.tournament.service import find_tournament
from scorekeeper.web import page_memory
from scorekeeper.web.clubs import club_standings
from tests.services.clubs.test_club_seasons import evening_with_final, with_season
from tests.support.desk import BY_PLACE, ClubDesk, Desk
from tests.support.desk_phone import ClubPhone
from tests.support.paper import pdf_pages
from tests.support.phone import Phone

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


@pytest.mark.parametrize("is_going", [True, False])
def test_paper_marks_the_column_of_an_evening_in_progress(is_going):
    evening = PaperEvening("6/2", "Friday", "", is_going)
    row = PaperRow("1.", "Maria", (("25", True),), 1, "25")
    paper = season_paper(
        SeasonPaper("Club", "Autumn", [], True, (evening,), (row,), datetime(2026, 2, 1))
    )
    assert paper.count("6/2*") == (2 if is_going else 0), "above the column and in the legend"


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


@pytest.fixture
def open_season(app):
    """Makes the phone of a club whose season counts an evening with a final in this way."""

    def open_season(ranking):
        with app.app_context():
            desk = with_season(evening_with_final(), ranking)
        return ClubPhone(app, desk.public_id, desk.secret)

    return open_season


def test_season_of_before_says_that_it_counts_an_evening_without_its_final(open_season):
    words = open_season("").page("seasons/1").words()
    assert "an evening with a final: as it stood before its final" in words


def test_organiser_lets_the_final_count_by_one_choice_with_a_reason(open_season):
    keeper = open_season("")
    page = keeper.page("seasons/1/setup")
    refused = keeper.press(page, "Save the season", ranking="end")
    assert (refused.status, "say why" in refused.words()) == (422, True)
    keeper.press(refused, "Save the season", ranking="end", reason="The final counts")
    assert keeper.club().seasons[0].ranking == "end"
    words = keeper.page("seasons/1").words()
    assert "an evening with a final: as its final ended" in words
    assert "before: Pairs" in words
    assert words.count("as it stood before its final") == 1


def test_new_season_counts_an_evening_as_its_final_ended(app):
    with app.app_context():
        desk = ClubDesk("Maria")
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    keeper.press(keeper.page("seasons/1/setup"), "Begin the season")
    assert keeper.club().seasons[0].ranking == "end"


@pytest.mark.parametrize("weight", ["9" * 60, "1000.01", "1001", "0", "x", "1.234"])
def test_a_weight_that_no_evening_has_is_asked_for_again(keeper, weight):
    page = keeper.page("seasons/1/setup")
    refused = keeper.press(page, "Save the season", **{f"weight-{keeper.tournament}": weight})
    assert refused.status == 422
    assert "More than 0, at most 1000, with at most two decimals." in refused.words()
    assert keeper.club().seasons[0].tournaments[0].weight == "1"


def test_a_choice_that_there_is_not_is_no_repeated_one(keeper):
    form = keeper.page("seasons/1/setup").form_of("Save the season")
    for name, value in (("tie_1", "luck"), ("by", "team"), ("scheme", "lot")):
        typed = {**dict(form.typed()), name: value, "reason": "voted"}
        refused = keeper.post(f"{keeper.url}seasons/1/setup", [*typed.items()])
        assert (refused.status, "Choose one of these." in refused.words()) == (422, True), name
        assert "Each only once." not in refused.words()
    twice = {**dict(form.typed()), "tie_1": "wins", "tie_2": "wins", "reason": "voted"}
    assert (
        "Each only once." in keeper.post(f"{keeper.url}seasons/1/setup", [*twice.items()]).words()
    )


def test_a_large_season_is_shown_page_by_page(keeper, monkeypatch):
    monkeypatch.setattr(club_standings, "MOST_UNITS", 1)
    first, second = keeper.page("seasons/1"), keeper.page("seasons/1?page=2")
    assert "1. Maria – Giorgos" in first.words()
    assert "Eleni" not in first.words()
    assert "2. Eleni – Andreas" in second.words()
    for far in ("seasons/1?page=999", "seasons/1?page=2&other=x", "seasons/1?page=02"):
        assert "2. Eleni – Andreas" in keeper.page(far).words()
    assert f"{keeper.url}seasons/1?page=1" in second.links()
    assert f"{keeper.url}seasons/1?page=2&best=3" in keeper.page("seasons/1?best=3").links()


def test_unusual_queries_add_no_season_page_to_the_memory(keeper):
    keeper.page("seasons/1")
    before = len(page_memory._pages)
    for asked in ("?x=1", "?page=01", "?best=4", "?page=1&page=2", "?best=5&y=3"):
        keeper.page(f"seasons/1{asked}")
    assert len(page_memory._pages) == before


def made(keeper, page, button):
    answer = keeper.press(page, button)
    assert answer.status == 303
    with keeper.app.app_context():
        return find_tournament(answer.goes_to.rstrip("/").rsplit("/", 1)[-1])


def seeds(loaded_tournament):
    pairs = loaded_tournament.tournament.in_seeding_order
    return [(pair.seeding, pair.players) for pair in pairs]


def know_all(keeper):
    keeper.press(keeper.page(f"tournaments/{keeper.tournament}"), "Save who played")


def test_pairs_come_as_they_stand(keeper):
    know_all(keeper)
    page = keeper.page("seasons/1/final")
    final = made(keeper, page, "Final of the first 2")
    assert final.tournament.set_up.format == "knockout"
    assert final.tournament.set_up.name == "Spring – Final"
    assert seeds(final) == [(1, ("Maria", "Giorgos")), (2, ("Eleni", "Andreas"))]
    known = keeper.club().tournaments[final.public_id].players
    assert known == {"1": ("1", "2"), "2": ("3", "4")}
    assert [one.tournament for one in keeper.club().seasons[0].tournaments] == [keeper.tournament]
    assert made(keeper, page, "Final of the first 2").public_id == final.public_id, "the same form"


def test_numbered_player_keeps_the_number_in_the_final(keeper):
    know_all(keeper)
    keeper.press(keeper.page("persons/1"), "Save the person", by_number="1")
    page = keeper.page("seasons/1/final")
    assert "Maria" not in page.words(".//main")
    final = made(keeper, page, "Final of the first 2")
    assert seeds(final) == [(1, ("No. 1", "Giorgos")), (2, ("Eleni", "Andreas"))]
    assert final.tournament.pairs["1"].key in keeper.club().tournaments[final.public_id].players


def test_of_players_the_first_plays_with_the_last(keeper):
    know_all(keeper)
    rules = {"by": "player", "reason": "voted"}
    keeper.press(keeper.page("seasons/1/setup"), "Save the season", **rules)
    page = keeper.page("seasons/1/final")
    assert "The first plays with the last of them" in page.words()
    final = made(keeper, page, "Final of the first 2")
    assert seeds(final) == [(1, ("Maria", "Andreas")), (2, ("Giorgos", "Eleni"))]


def test_too_few_have_no_final(keeper):
    keeper.press(keeper.page("seasons/1/setup"), "Save the season", minimum="2", reason="voted")
    page = keeper.page("seasons/1/final")
    assert "A final needs two pairs that have a place in the season." in page.words()


def test_player_of_two_pairs_plays_the_final_in_the_better_one(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas", "Petros", "Anna")
        first, second = (Desk(2, day=date(2026, 2, day)).draw() for day in (6, 13))
        for evening in (first, second):
            evening.result(1, 351, 200)
        desk.belong(first, {"1": ["1", "2"], "2": ["3", "4"]})
        desk.belong(second, {"1": ["5", "6"], "2": ["1", "3"]})
        desk.season(first, second)
        keeper = ClubPhone(app, desk.public_id, desk.secret)
    page = keeper.page("seasons/1/final")
    assert "Whoever stands in two pairs plays in the better one" in page.words()
    final = made(keeper, page, "Final of the first 2")
    players = [name for _, two in seeds(final) for name in two]
    assert len(players) == len({*players}) == 4
    assert keeper.club().tournaments[final.public_id].players
    assert "Semi-finals of the first 4" not in page.words(), "one player would sit on two chairs"
