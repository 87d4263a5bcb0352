"""How persons and pairs of a club have played, read on its pages."""

import re
from datetime import date

import pytest

from scorekeeper.club import club_record
from scorekeeper.club.club_record import won_between
from scorekeeper.match.matches import find_match
from scorekeeper.printing.picture import picture_of
from tests.support.desk import ClubDesk, ClubTable, Desk
from tests.support.desk_phone import ClubPhone
from tests.support.phone import Phone, Scorer
from tests.support.table import FAILED, KAPO, MADE, MADE_BY_B, PASSED_OUT, SWEPT


@pytest.fixture
def club(app):
    """Four persons with two matches at the club: one comes back from 37, one is stopped."""
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")
        first = ClubTable(desk).play(KAPO, MADE, PASSED_OUT, SWEPT, SWEPT, SWEPT)
        second = ClubTable(desk).play(MADE, MADE_BY_B, FAILED)
        desk.matches = first.kept.public_id, second.kept.public_id
        phone = ClubPhone(app, desk.public_id, desk.secret)
        phone.matches, phone.tables = desk.matches, (first, second)
    return phone


def text_of(cell):
    return " ".join("".join(cell.itertext()).split())


def figures(page):
    """The figures of the page by their names."""
    rows = page.findall(".//table[@class='record']//tr")
    return {text_of(row.find("th")): text_of(row.find("td")) for row in rows}


def test_a_persons_figures_each_open_to_what_they_count(club):
    page = club.page("record/1")
    told = figures(page)
    assert told["Matches"] == "2"
    assert told["Won, of those that ended"] == "1 of 1", "no percentage of fewer than ten"
    assert told["Hands"] == "8 and 1 passed out"
    assert told["Kapos made"] == "3"
    assert told["Points for and against"] == "445 – 68"
    hands = club.get(next(one for one in page.links() if "of=bids-90" in one))
    assert "2 hands" in hands.words()
    assert next(one for one in hands.links() if "/hands/" in one).startswith("/m/")
    won = club.get(next(one for one in page.links() if "of=won" in one))
    assert "1 match" in won.words()
    assert f"/m/{club.matches[0]}/" in won.links()


def test_typed_results_are_won_and_hands_say_how_many_a_phone_kept(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")
        ClubTable(desk).play(SWEPT, SWEPT, SWEPT)
        cup = Desk(2).draw().result(1, 351, 349)
        [table] = cup.tournament.last_round.tables
        desk.belong(cup, {table.a: ["1", "2"], table.b: ["3", "4"]})
        phone = ClubPhone(app, desk.public_id, desk.secret)
    page = phone.page("record/1-2")
    told = figures(page)
    assert told["Matches"] == "2 1 of 2 kept by phone"
    assert told["Won, of those that ended"] == "2 of 2"
    assert told["Hands"] == "3", "it stands once"
    matches = phone.get(next(one for one in page.links() if "of=won" in one))
    assert "only the result" in matches.words()
    assert matches.words().count("The race") == 1, "a result alone has no race"
    against = phone.page("record/1-2/against/3-4")
    assert figures(against)["Matches"] == "2 1 of 2 kept by phone"
    words = phone.page("record").words()
    assert "Of 2 matches." in words
    assert "Closest end: 2 351" in words, "a typed result is as close as any"
    assert "Longest match: 3 hands of 1 match kept by phone" in words


@pytest.mark.parametrize("path", ["hands?of=hands&page=99", "matches?page=99"])
def test_behind_the_last_page_is_the_last(club, path):
    page = club.page(f"record/1-2/{path}")
    assert page.links() == club.page(f"record/1-2/{path.replace('99', '1')}").links()
    assert "99" not in page.words(".//main")


@pytest.mark.parametrize(
    ("of", "count"),
    [("hands", 8), ("doubled", 3), ("kapos-for", 3), ("kapos-against", 1), ("bids-kapo", 3)],
)
def test_every_figure_lists_as_many_hands_as_it_says(club, of, count):
    page = club.page(f"record/1-2/hands?of={of}")
    said = int(re.search(r"(\d+) hands?", page.words())[1])
    assert said == len([one for one in page.links() if "/hands/" in one])
    assert (
        said == {"hands": 8, "doubled": 3, "kapos-for": 3, "kapos-against": 1, "bids-kapo": 3}[of]
    )


def test_made_bids_are_a_picture_and_a_table(club):
    page = club.page("record/1-2")
    (picture,) = page.findall(".//svg[@class='bids-chart']")
    assert len([one for one in picture.iter() if one.get("class") == "bar-us"]) == 5
    rows = page.findall(".//table[@class='record bids']//tr")
    told = {text_of(row.find("th")): row for row in rows}
    assert "2 of 2" in "".join(told["9"].itertext())
    assert "0 of 1" in "".join(told["10"].itertext()), "the others' 10 failed"


def test_two_pairs_against_each_other_from_either_side(club):
    page = club.page("record/1-2/against/3-4")
    assert figures(page)["Won by Maria – Giorgos"] == "1 of 1"
    mean = figures(page)["Difference per hand"]
    assert mean.startswith("+47.13 probably from ")
    other = figures(club.page("record/3-4/against/1-2"))["Difference per hand"]
    assert other.startswith("−47.13")
    assert "There is no rating" in page.words()
    assert "They have not met" in club.page("record/1-3/against/2-4").words()


def test_a_match_leads_to_those_who_were_parted_since_its_page_was_kept(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas", "Maria K.")
        desk.do("persons_joined", person="1", other="5")
        table = ClubTable(desk, {"A1": "5", "A2": "2", "B1": "3", "B2": "4"}).play(MADE)
        scorer = Scorer.at(app, table)

        def versus():
            (link,) = {link for link in scorer.get(scorer.url).links() if "against" in link}
            return link

        assert versus().endswith("/record/1-2/against/3-4")
        desk.do("person_parted", person="5")
        assert versus().endswith("/record/2-5/against/3-4")


def test_of_few_hands_no_interval_is_told_unless_two_are_compared(app, club):
    def per_hand(path):
        told = figures(club.page(path))
        return {name.replace("\xad", ""): text for name, text in told.items()}[
            "Difference per hand"
        ]

    assert "probably from" not in per_hand("record/1-2")
    assert "probably from" in per_hand("record/1-2/against/3-4")
    with app.app_context():
        ClubTable(club.held()).play(MADE, MADE)
    assert "probably from" in per_hand("record/1-2")


def test_the_club_remembers_its_matches(club):
    words = club.page("record").words()
    assert "Biggest comeback: 37" in words
    assert "Highest hand: 125" in words
    assert "Longest match: 5 hands" in words
    assert "Of 2 matches." in words


def test_record_counts_only_the_chosen_dates_rules_or_season(app, club):
    assert "No hand of this player" in club.page("record/1?since=2030-01-01").words()
    assert figures(club.page("record/1?rules=cafe"))["Matches"] == "2"
    assert "No hand of this player" in club.page("record/1?rules=online").words()
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")
        evening = Desk(day=date(2026, 2, 6), format="round_robin")
        evening.add(("Maria", "Giorgos"), ("Eleni", "Andreas")).draw().write(1, MADE)
        desk.belong(evening, {"1": ["1", "2"], "2": ["3", "4"]}).season(evening)
        ClubTable(desk).play(MADE, MADE)
        phone = ClubPhone(app, desk.public_id, desk.secret)
    assert figures(phone.page("record/1"))["Hands"] == "3"
    page = phone.page("record/1?season=1")
    assert figures(page)["Hands"] == "1"
    assert all("season=1" in one for one in page.links() if "/record/1/" in one)


def test_a_correction_and_a_join_move_every_figure(app, club):
    with app.app_context():
        club.tables[1].correct(1, MADE_BY_B)
    assert figures(club.page("record/1"))["Points for and against"] == "432 – 81"
    club.press(club.page("persons"), "Add the person", name="Marikkou")
    asked = club.press(club.page("persons/5"), "They are one person", other="1")
    club.press(asked, "Yes, they are one person")
    assert figures(club.page("record/5"))["Matches"] == "2"
    assert figures(club.page("record/1"))["Matches"] == "2", "its old address leads to the same"
    assert club.page("record/1-5").status == 404


def test_numbered_player_is_on_no_page_and_behind_no_link_for_strangers(app, club):
    club.press(club.page("persons/1"), "Save the person", by_number="1")
    for path in ("record", "record/1", "record/1-2", "record/1-2/against/3-4", "record/2/matches"):
        page = Phone(app).get(club.url + path)
        assert page.status == 200
        assert "Maria" not in page.words()
        assert not [one for one in page.links() if one.startswith("/m/")]
    assert not [one for one in Phone(app).get(f"{club.url}record/2/hands").links() if "/m/" in one]
    assert f"/m/{club.matches[0]}/" in club.page("record/2/matches").links()


def test_there_is_nobody_else(club):
    for path in ("record/9", "record/1-1", "record/x", "record/1-2-3", "record/1/against/3-4"):
        assert club.page(path).status == 404
    assert club.page("record/1/hands?of=luck").status == 404


def test_a_match_at_a_club_tells_how_they_stand_in_one_tap(app, club):
    stranger, match = Phone(app), club.matches[0]
    page = stranger.get(f"/m/{match}/")
    (link,) = [one for one in page.links() if "/against/" in one]
    assert link == f"{club.url}record/1-2/against/3-4"
    assert "1 of 1" in stranger.get(link).words()
    assert page.words().count("How they stand against each other") == 1
    assert page.find(".//p[@class='afters']/a[1]").get("href") == link, "beside what ends it"


@pytest.mark.slow
def test_the_picture_for_a_chat_tells_it_too(app, club):
    with app.app_context():
        loaded_match = find_match(club.matches[1])
        assert won_between(loaded_match) == (1, 0)
        lines = picture_of(loaded_match.ledger.match, between=(1, 0)).remarks
    assert "1 – 0" in lines[0]
    first = club.client.get(f"/m/{club.matches[1]}/ledger.png").data
    with app.app_context():
        club.tables[0].undo()
        assert won_between(loaded_match) == (0, 0)
    assert club.client.get(f"/m/{club.matches[1]}/ledger.png").data != first


@pytest.mark.slow
def test_repeated_counting_of_many_matches_is_limited(club, monkeypatch):
    monkeypatch.setattr(club_record, "_AT_ONCE", 1)
    for _ in range(120):
        club_record.forget_counted()
        assert club.page("record/1/matches").status == 200
    club_record.forget_counted()
    assert club.page("record").status == 429
    monkeypatch.setattr(club_record, "_AT_ONCE", 500)
    for _ in range(2):
        assert club.page("record").status == 200, "few are counted for everybody"
