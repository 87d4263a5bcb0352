"""Persons shown by number: strangers see the number in all that the club shows or leads to."""

import json
from datetime import date

import pytest

from scorekeeper.club.club_matches import find_match
from scorekeeper.club.club_service import CLUB_ROLE_LINKS
from scorekeeper.tournament.pair_erasure import erase_pair
from tests.club_desk import ClubDesk
from tests.club_table import ClubTable
from tests.desk import Desk
from tests.phone import Phone, Scorer
from tests.table import MADE
from tests.web.clubs.conftest import ClubPhone

ROSTER = ("Maria", "Giorgos", "Eleni")


@pytest.fixture
def hidden(app):
    """A club in which Andreas (4) is a number to strangers, and was typed by name in an evening."""
    with app.app_context():
        desk = ClubDesk(*ROSTER)
        desk.add("Ανδρέας", by_number=True)
        evening = Desk(day=date(2026, 2, 6), format="round_robin")
        evening.add(("Maria", "Giorgos"), ("Eleni", "Andreas")).draw().result(1, 351, 200)
        desk.belong(evening, {"1": ["1", "2"]}).season(evening)
    return ClubPhone(app, desk.public_id, desk.secret, evening.public_id)


def all_told(phone, keeper):
    """Return all texts of the club for this phone, without its pictures."""
    paths = ("", "matches", "seasons/1", "seasons/1/season.json", "seasons/1/season.csv", "record",
             "seasons/1/screen", "calendar")  # fmt: skip
    return "\n".join(phone.get(keeper.url + path).html for path in paths)


def test_a_name_that_was_typed_is_none_where_it_gives_who_is_a_number(hidden):
    with hidden.app.app_context():
        table = ClubTable(hidden.held(), {"A1": "1", "A2": "2"}).play(MADE)
    told = all_told(Phone(hidden.app), hidden)
    for spelt in ("Andreas", "Ανδρέας"):
        assert spelt not in told
    for address in (table.kept.public_id, hidden.tournament):
        assert address not in told, "its own page has the name"
        assert address in all_told(hidden, hidden)
    assert "Andreas" in hidden.page("seasons/1").words()


@pytest.fixture
def numbered(app):
    """A club in which Andreas (4) is a number to strangers, and an evening where he played."""
    with app.app_context():
        desk = ClubDesk(*ROSTER)
        desk.add("Andreas", by_number=True)
        evening = Desk(2, day=date(2026, 2, 6), format="round_robin")
        desk.belong(evening, {"1": ["1", "4"]})
    return desk, evening


def is_led_to(app, desk, address):
    return address in Phone(app).get(f"/c/{desk.public_id}/").html


def test_a_tournament_that_calls_them_by_number_is_open_to_strangers(app, numbered):
    desk, evening = numbered
    assert not is_led_to(app, desk, evening.public_id), "they are called otherwise"
    with app.app_context():
        evening.change_pair("1", players=["Odd1", "No. 4"]).draw()
        desk.season(evening)
    assert is_led_to(app, desk, evening.public_id)
    season = Phone(app).get(f"/c/{desk.public_id}/seasons/1")
    assert evening.public_id in season.html


def test_a_name_that_was_put_right_after_a_draw_is_told_until_it_is_erased(app, numbered):
    desk, evening = numbered
    with app.app_context():
        evening.draw().change_pair("1", players=["Odd1", "No. 4"])
        table = evening.tables()[0].live.public_id
    history = f"/m/{table}/history/"
    assert "Even1" in Phone(app).get(history).html
    assert not is_led_to(app, desk, evening.public_id)
    with app.app_context():
        evening.held = erase_pair(evening.public_id, evening.phone, "1")
        evening.change_pair("1", players=["Odd1", "No. 4"])
    assert "Even1" not in Phone(app).get(history).html
    assert is_led_to(app, desk, evening.public_id)


def test_a_name_that_was_put_right_before_the_first_hand_is_in_the_history(app, numbered):
    desk, _ = numbered
    with app.app_context():
        named = ClubTable(desk, {"A1": "1"}).do("changed", players={"B2": "No. 4"}).play(MADE)
        desk.do("person_changed", person="4", name="Panikos", by_number=True)
        seated = ClubTable(desk, {"B2": "4"}).do("changed", players={"B2": "No. 4"}).play(MADE)
        desk.do("person_changed", person="4", name="Andreas", by_number=True)
    for table in (named, seated):
        address = table.kept.public_id
        assert "Andreas" in Phone(app).get(f"/m/{address}/history/").html
        assert not is_led_to(app, desk, address)


@pytest.mark.parametrize(("called_now", "is_told"), [("Petros", False), ("Andreas", True)])
def test_former_name_opens_the_match_only_when_another_person_bears_it(app, called_now, is_told):
    with app.app_context():
        desk = ClubDesk(*ROSTER)
        desk.add("Andreas").do("person_changed", person="4", name="A. L.", by_number=True)
        desk.add(called_now)
        table = ClubTable(desk, {"A1": "1"}).play(MADE)
    assert is_led_to(app, desk, table.kept.public_id) == is_told


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Δημήτρης Κρυμμένος", "dhmhtrhs krymmenos"),
        ("Ελένη Μιχαήλ", "Elenh Michail"),
        ("Χρήστος", "Xrhstos"),
        ("Kwsths", "Κωστής"),
        ("Ηλίας", "Hlias"),
        ("Elisabeth", "Ελισάβεθ"),
    ],
)
def test_a_name_in_latin_letters_that_look_like_greek_ones_gives_it_too(app, name, typed):
    with app.app_context():
        desk = ClubDesk(*ROSTER)
        desk.add(name, by_number=True)
        table = ClubTable(desk, {"A1": "1"}).do("changed", players={"B2": typed}).play(MADE)
    assert not is_led_to(app, desk, table.kept.public_id)
    assert typed not in Phone(app).get(f"/c/{desk.public_id}/matches").html


def test_a_programs_ids_fit_each_other_without_the_address(hidden):
    told = json.loads(Phone(hidden.app).get(f"{hidden.url}seasons/1/season.json").html)
    assert [one["id"] for one in told["events"]] == ["e1"]
    assert [row["counted"] for row in told["rows"]] == [["e1"], ["e1"]]
    assert told["rows"][1]["unit"] == ["e1:2:0", "e1:2:1"]
    assert told["rows"][1]["names"] == ["Eleni", "Pair 2"]


def test_joined_person_stays_a_number_and_no_name_finds_it_for_strangers(hidden):
    asked = hidden.press(hidden.page("persons/1"), "They are one person", other="4")
    hidden.press(asked, "Yes, they are one person")
    search = f"{hidden.url}offered/A1"
    for typed in ("Ανδρέας", "andreas", "Maria"):
        stranger = Phone(hidden.app).get(search, [("player_A1", typed)])
        assert "Maria" not in stranger.words()
        assert "No. 1" not in stranger.words()
        assert "Maria" in hidden.get(search, [("player_A1", typed)]).words()
    assert "Maria" not in Phone(hidden.app).get(hidden.url).words()


def test_numbered_player_takes_a_seat_under_the_number(hidden):
    phone = Scorer(hidden.app)
    phone.client.set_cookie("phone", hidden.cookie("phone").value)
    offered = phone.get(f"{hidden.url}offered/B2", [("player_B2", "andreas")])
    assert 'data-name="No. 4"' in offered.html
    assert "Ανδρέας" in offered.words()
    page = phone.get(f"/matches/new?club={hidden.public_id}")
    typed = {"player_A1": "Maria", "player_B2": "Ανδρέας"}
    form = {**dict(page.form_of("Start match").typed()), **typed, "person_B2": "4"}
    url = phone.post("/matches/", [*form.items()]).goes_to
    with hidden.app.app_context():
        match = find_match(url.split("/")[2]).ledger.match
    assert (match.player_at("B2"), match.player_at("A1")) == ("No. 4", "Maria")
    assert url in Phone(hidden.app).get(hidden.url).links()


def test_pairs_of_the_club_come_into_a_tournament_by_number(app):
    with app.app_context():
        desk = ClubDesk(*ROSTER)
        desk.add("Andreas", by_number=True)
        evening = Desk(2).draw()
        desk.belong(evening, {"1": ["1", "4"]})
        new = Desk()
    organiser = Phone(app)
    organiser.client.set_cookie("phone", new.secret)
    listed = f"/t/{new.public_id}/earlier/club/{desk.public_id}"
    assert organiser.get(listed).status == 404, "they do not help in the club"
    with app.app_context():
        secret = CLUB_ROLE_LINKS.make(desk.public_id, desk.phone, "helper")
        CLUB_ROLE_LINKS.open(secret, new.phone)
    page = organiser.get(listed)
    assert "No. 4" in page.html
    assert "Andreas" not in page.html
    assert Phone(app).get(listed).status == 403
