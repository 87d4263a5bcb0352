"""A club's matches, for its helpers and for strangers."""

import json

import pytest

from scorekeeper.club.club_matches import find_match, matches_at, membership_of, seatings_of
from scorekeeper.club.club_record import won_between
from scorekeeper.web.clubs import club_games
from tests.support.desk import SEATED, ClubDesk, ClubTable
from tests.support.desk_phone import ClubPhone
from tests.support.phone import Phone, Scorer
from tests.support.table import MADE, Table


@pytest.fixture
def guest(app):
    """The phone of a guest who scanned the code on the wall."""
    return Scorer(app)


def ledger(keeper, url):
    with keeper.app.app_context():
        return find_match(url.split("/")[2]).ledger


def new_here(keeper, guest):
    """The form of a new match, opened from the club's page."""
    address = f"/matches/new?club={keeper.public_id}"
    assert address in guest.get(keeper.url).links()
    return guest.get(address)


def start_here(keeper, guest, **typed):
    """Begin a match from the club's page; its address."""
    return guest.press(new_here(keeper, guest), "Start match", **typed).goes_to


def at_table(keeper, seats=SEATED):
    """The scorer of a match of the club."""
    with keeper.app.app_context():
        table = ClubTable(keeper.held(), seats).play(MADE)
    return Scorer.at(keeper.app, table)


def test_a_match_is_begun_from_the_clubs_page_by_its_rules(keeper, guest):
    keeper.press(keeper.page("setup"), "Save", target="201")
    url = start_here(keeper, guest)
    found = ledger(keeper, url)
    assert membership_of(found).club == keeper.public_id
    assert found.match.rules.target == 201
    assert keeper.url in guest.get(url).links()
    assert url in keeper.page().links()
    assert url in Phone(keeper.app).get(keeper.url + "matches").links()


def test_the_phone_remembers_the_club_until_one_tap(keeper, guest):
    assert "Played at" not in guest.get("/matches/new").words()
    start_here(keeper, guest)
    again = guest.get("/matches/new")
    assert "Played at Club" in again.words()
    url = guest.press(again, "Start match").goes_to
    assert membership_of(ledger(keeper, url)).club == keeper.public_id
    left = guest.get(guest.press(again, "Not at the club").goes_to)
    assert "Played at" not in left.words()
    url = guest.press(left, "Start match").goes_to
    assert membership_of(ledger(keeper, url)).club == ""


def test_changing_a_match_leads_to_a_club_only_on_a_phone_that_knows_one(keeper, guest):
    def leads(url):
        return f"{url}club/" in guest.get(f"{url}change/").links()

    elsewhere = guest.start().url
    assert not leads(elsewhere)
    at_club = start_here(keeper, guest)
    assert leads(at_club)
    assert leads(elsewhere)


def test_names_of_a_match_elsewhere_are_not_brought_to_the_club(keeper, guest):
    guest.start(player_A1="Somebody")
    page = new_here(keeper, guest)
    assert "Somebody" not in page.html
    url = guest.press(page, "Start match", player_A1="Maria").goes_to
    assert seatings_of(ledger(keeper, url))[0].persons == {}, "a name alone joins nobody"


@pytest.mark.parametrize("typed", ["mar", "μαρι", "MARIA", "1"])
def test_persons_are_offered_as_a_name_is_typed(keeper, guest, typed):
    page = guest.get(f"/c/{keeper.public_id}/offered/A1", [("player_A1", typed)])
    assert "Maria" in page.words()
    assert "Giorgos" not in page.words()


def test_chosen_player_keeps_the_chair_in_the_next_match(keeper, guest):
    chosen = {"player_A1": "Maria", "person_A1": "1", "player_B2": "Andreas", "person_B2": "4"}
    new = new_here(keeper, guest)
    form = {**dict(new.form_of("Start match").typed()), **chosen}
    url = guest.post("/matches/", [*form.items()]).goes_to
    assert seatings_of(ledger(keeper, url))[0].persons == {"A1": "1", "B2": "4"}
    again = guest.get("/matches/new")
    url = guest.press(again, "Start match").goes_to
    assert seatings_of(ledger(keeper, url))[0].persons == {"A1": "1", "B2": "4"}


def test_a_nickname_in_the_note_finds_its_person_and_a_telephone_number_does_not(keeper, guest):
    note = "Μαρικκού 99123456"
    keeper.press(keeper.page("persons/1"), "Save the person", note=note)
    search = f"/c/{keeper.public_id}/offered/A1"
    assert "Maria" in guest.get(search, [("player_A1", "marikk")]).words()
    for typed in ("991", "ma99", "m"):
        assert "99123456" not in guest.get(search, [("player_A1", typed)]).html
    assert "Maria" not in guest.get(search, [("player_A1", "991")]).words()


def test_stranger_finds_a_numbered_player_only_under_the_number(keeper, guest):
    keeper.press(keeper.page("persons/1"), "Save the person", by_number="1", note="Marikkou")
    search = f"/c/{keeper.public_id}/offered/A1"
    for typed in ("Maria", "Marikkou"):
        assert "No. 1" not in guest.get(search, [("player_A1", typed)]).words()
        assert "Maria" in keeper.get(search, [("player_A1", typed)]).words()
    assert "No. 1" in guest.get(search, [("player_A1", "1")]).words()
    at_table(keeper)
    words = guest.get(keeper.url + "matches").words()
    assert "No. 1 – Giorgos" in words
    assert "Maria" not in words + guest.get(keeper.url).words()


def test_the_organiser_asks_and_the_scorer_says_yes(keeper):
    with keeper.app.app_context():
        scorer = Scorer.at(keeper.app, Table().play(MADE))
    asked = keeper.press(keeper.get(f"{scorer.url}club/"), "Ask the scorer")
    assert asked.status == 303
    assert "has asked the scorer" in keeper.get(f"{scorer.url}club/").words()
    assert "“Club” asks: is this match the club's?" in scorer.page().words()
    assert "asks" not in Phone(keeper.app).get(scorer.url).words()
    scorer.press(scorer.get(f"{scorer.url}club/"), "Yes, it is the club's")
    assert scorer.url in keeper.page("matches").links()
    history = scorer.get(f"{scorer.url}history/").words()
    assert "the match is played at a club" in history


def test_the_scorer_says_no_and_is_not_asked_again(keeper):
    with keeper.app.app_context():
        scorer = Scorer.at(keeper.app, Table())
    page = keeper.get(f"{scorer.url}club/")
    keeper.press(page, "Ask the scorer")
    scorer.press(scorer.get(f"{scorer.url}club/"), "No")
    refused = keeper.press(keeper.get(f"{scorer.url}club/"), "Ask the scorer")
    assert refused.status == 422
    assert "It was said before" in refused.words()


def test_a_match_leaves_by_one_tap(keeper):
    scorer = at_table(keeper)
    scorer.press(scorer.get(f"{scorer.url}club/"), "It is not the club's: take it out")
    assert scorer.url not in keeper.page().links()
    other = at_table(keeper)
    keeper.press(keeper.get(f"{other.url}club/"), "It is not the club's: take it out")
    with keeper.app.app_context():
        assert matches_at(keeper.held()) == []


def test_seats_saved_afterwards_are_kept_and_a_stale_page_is_refused(keeper):
    scorer = at_table(keeper, {})
    page = keeper.get(f"{scorer.url}club/")
    keeper.press(page, "Save who sits where", **{"0-A1": "1", "0-A2": "2"})
    assert seatings_of(ledger(keeper, scorer.url))[0].persons == {"A1": "1", "A2": "2"}
    late = keeper.press(page, "Save who sits where", **{"0-A1": "3"})
    assert late.status == 409, "the page is of before"
    twice = keeper.press(keeper.get(f"{scorer.url}club/"), "Save who sits where", **{"0-B1": "1"})
    assert "Maria would sit on two chairs of this table: " in twice.words()


def test_strangers_are_shown_no_form(keeper):
    scorer = at_table(keeper)
    page = Phone(keeper.app).get(f"{scorer.url}club/")
    assert "Save who sits where" not in page.words()
    assert "take it out" not in page.words()


def test_the_code_on_the_wall_is_the_clubs_address(keeper):
    page = keeper.page("wall")
    assert page.words(".//p[@id='address']").endswith(keeper.url)


def test_the_clubs_file_has_its_matches_and_who_sat_there(keeper):
    scorer = at_table(keeper)
    told = json.loads(keeper.page("club.json").html)
    assert told["matches"] == [{"id": scorer.public_id, "seats": [{"since": 0, "persons": SEATED}]}]


def test_back_link_leads_a_watcher_to_the_club_and_the_scorer_home(keeper):
    scorer = at_table(keeper)
    back = ".//a[@class='back']"
    watched = Phone(keeper.app).get(scorer.url)
    assert watched.find(back).get("href") == keeper.url
    assert scorer.get(scorer.url).find(back).get("href") == "/"
    answer = scorer.press(scorer.get(f"{scorer.url}club/"), "It is not the club's: take it out")
    assert answer.status == 303
    assert Phone(keeper.app).get(scorer.url).find(back).get("href") == "/"


def test_many_matches_are_shown_page_by_page_the_newest_first(keeper, monkeypatch):
    urls = [at_table(keeper, {}).url for _ in range(5)]
    monkeypatch.setattr(club_games, "MOST_GAMES", 2)

    def listed(path):
        return [one for one in keeper.page(path).links() if one.startswith("/m/")]

    assert listed("matches") == listed("matches?page=1") == [urls[4], urls[3]]
    assert listed("matches?page=2") == [urls[2], urls[1]]
    for last in ("matches?page=3", "matches?page=999"):
        assert listed(last) == [urls[0]]
    links = keeper.page("matches?page=2").links()
    assert {f"{keeper.url}matches?page={page}" for page in (1, 3)} <= set(links)
    monkeypatch.setattr(club_games, "MOST_GAMES", 5)
    assert "page=" not in keeper.page("matches").html


def test_strangers_are_led_to_no_match_with_somebody_who_is_a_number_to_them(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni")
        desk.add("Petros", by_number=True)
        hidden = ClubTable(desk).play(MADE).kept.public_id
        shown = ClubTable(desk, {"A1": "1", "A2": "2"}).play(MADE).kept.public_id
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    for page in ("", "matches"):
        html = Phone(app).get(f"/c/{desk.public_id}/{page}").html
        assert (f"/m/{shown}/" in html, f"/m/{hidden}/" in html) == (True, False)
        assert f"/m/{hidden}/" in keeper.page(page).html
    assert "No. 4" in Phone(app).get(f"/c/{desk.public_id}/matches").html


def test_a_club_without_a_match_says_so(app):
    with app.app_context():
        desk = ClubDesk()
    assert "No match yet." in Phone(app).get(f"/c/{desk.public_id}/matches").words()


def test_a_reason_that_names_somebody_closes_the_match(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni")
        desk.add("Petros Pappas", by_number=True)
        table = ClubTable(desk, {"A1": "1"}).play(MADE)
        address = table.kept.public_id
        assert f"/m/{address}/" in Phone(app).get(f"/c/{desk.public_id}/matches").html
        table.do("adjusted", adjust={"A": 5, "B": 0}, reason="ο Πέτρος Παππάς διαμαρτυρήθηκε")
    assert f"/m/{address}/" not in Phone(app).get(f"/c/{desk.public_id}/matches").html


def test_a_stranger_who_types_the_name_of_a_number_learns_no_number(app):
    with app.app_context():
        desk = ClubDesk("Maria")
        desk.add("Petros Pappas", by_number=True)
        table = ClubTable(desk, {"B1": "1"})
        phone = ClubPhone(app, desk.public_id, table.secret)
    keeper = ClubPhone(app, desk.public_id, desk.secret)

    def seat(phone, name):
        form = phone.get(f"/m/{table.kept.public_id}/club/").form_of("Save who sits where")
        typed = [(key, name if key == "0-A1" else value) for key, value in form.typed()]
        return phone.post(f"/m/{table.kept.public_id}/club/seats", typed)

    for name in ("Petros Pappas", "Nobody At All"):
        refused = seat(phone, name)
        assert (refused.status, "There is no such person" in refused.words()) == (422, True)
    assert seat(phone, "2").status == 303
    assert seat(keeper, "petros pappas").status == 303


@pytest.fixture
def told(app):
    """A match of two pairs, typed with the name of a person shown by number (4)."""
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni")
        desk.add("Andreas", by_number=True)
        table = ClubTable(desk).play(MADE)
    return desk, table


PATHS = ("", "live?part=page&mark=0", "live?part=big&mark=0", "share", "club/", "history/", "big",
         "overlay", "race", "evening", "sheet", "match.json", "ledger.csv")  # fmt: skip


def test_strangers_are_led_to_no_club_from_a_match_with_somebody_who_is_a_number(app, told):
    desk, table = told
    url, club = f"/m/{table.kept.public_id}/", f"/c/{desk.public_id}/"
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    for _ in range(2):  # no page is kept of one for the other
        for path in PATHS:
            page = Phone(app).get(url + path)
            assert (page.status, desk.public_id in page.html) == (200, False), path
        assert {club, f"{club}record/1-2/against/3-4"} <= set(keeper.get(url).links())
    assert f"{club}record/1-2/against/3-4" in keeper.get(f"{url}share").links()
    assert club in keeper.get(f"{url}club/").links()
    assert "The match is played at a club." in Phone(app).get(f"{url}club/").words()


def test_live_update_leads_only_the_organiser_to_the_club(app, told):
    desk, table = told
    url = f"/m/{table.kept.public_id}/live?part=page&mark=0"
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    for _ in range(2):
        assert desk.public_id in keeper.get(url).html
        assert desk.public_id not in Phone(app).get(url).html


def test_the_scorer_reads_at_which_club_the_match_is_where_its_persons_are_seated(app, told):
    desk, table = told
    scorer = Scorer.at(app, table)
    assert desk.public_id not in scorer.page().html
    page = scorer.get(f"{scorer.url}club/")
    assert f"/c/{desk.public_id}/" in page.links()
    assert "nor from it to the club" in page.words()


def test_a_page_that_was_kept_leads_nowhere_once_somebody_is_a_number(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")
        url = f"/m/{ClubTable(desk).play(MADE).kept.public_id}/"
    assert desk.public_id in Phone(app).get(url).html
    with app.app_context():
        desk.do("person_changed", person="4", name="Andreas", by_number=True)
    assert desk.public_id not in Phone(app).get(url).html
    with app.app_context():
        desk.do("person_changed", person="4", name="Andreas", by_number=False)
    assert desk.public_id in Phone(app).get(url).html


def test_a_picture_with_somebody_who_is_a_number_says_not_how_they_stand(app, told):
    desk, table = told
    with app.app_context():
        assert won_between(table.kept) is None
        desk.do("person_changed", person="4", name="Andreas", by_number=False)
        assert won_between(table.kept) == (0, 0)
