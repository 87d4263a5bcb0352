"""Persons who are numbers to strangers: on pages, in chats, on cards."""

import json
import re
from datetime import date, timedelta
from urllib.parse import urljoin, urlsplit

import pytest

from scorekeeper.club import erased_names
from scorekeeper.club.club_matches import find_match
from scorekeeper.club.club_service import CLUB_ROLE_LINKS
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.printing.link_card import card_html, standings_card, tournament_card
from scorekeeper.store import club_queries
from scorekeeper.tournament.pair_erasure import erase_pair
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import find_tournament
from tests.support.desk import ClubDesk, ClubTable, Desk, rematch_of_before, set_up_final
from tests.support.desk_phone import ClubPhone
from tests.support.phone import Phone, Scorer
from tests.support.table import MADE

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
    return Phone(app).get(f"/t/{evening.public_id}/players").words()


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
    shown = Phone(app).get(f"/m/{again}/share")
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


HIDDEN = ("Xenofontas", "Ξενοφώντας", "Xenos")
FILES = ("calendar.ics", "club.json", "saved.json", "seasons/1/season.csv", "seasons/1/season.json")
PICTURES = (".pdf", ".png")  # no name could be read off their bytes
MOST = 400


@pytest.fixture
def hall(app):
    """A club with a number (4), by two entries, a nickname, and every kind of game and evening."""
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni")
        desk.add("Ξενοφώντας", note="Xenos", by_number=True).add("Petros").add("Xenofontas")
        desk.do("persons_joined", person="6", other="4")
        cup = {"name": "The cup of Xenofontas", "place": "Ξενοφώντας, Larnaka"}
        told = Desk(day=date(2026, 2, 6), format="round_robin", **cup)
        told.add(("Maria", "Giorgos"), ("Eleni", "Xenofontas")).draw().result(1, 351, 200)
        open_one = Desk(day=date(2026, 2, 13), format="round_robin")
        open_one.add(("Maria", "Giorgos"), ("Eleni", "No. 6")).draw().result(1, 351, 200)
        coming = Desk(day=date.today() + timedelta(days=9), **cup)
        coming.add(("Maria", "Giorgos"), ("Eleni", "Ξενοφώντας"))
        for evening in (told, open_one):
            desk.belong(evening, {"1": ["1", "2"], "2": ["3", "4"]})
        desk.belong(coming)
        desk.season(told, open_one, coming)
        tables = [ClubTable(desk, seats) for seats in ({"A1": "1", "A2": "2"}, {"B2": "4"}, {})]
        for table in tables:
            table.do("changed", players={"B2": "Xenofontas"})
            table.play(MADE)
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    keeper.closed = [told.public_id, coming.public_id, *(one.kept.public_id for one in tables)]
    keeper.opened = open_one.public_id
    return keeper


def links_in(address, text):
    found = re.findall(r'(?:href|src|action|hx-get)="([^"#]+)"', text)
    paths = (urlsplit(urljoin(address, one.replace("&amp;", "&"))) for one in found)
    return {f"{one.path}?{one.query}" if one.query else one.path for one in paths}


def crawl(phone, start):
    """Every page that links lead to from there, and each file of the club that there may be."""
    waiting, seen = [start, *(start + file for file in FILES)], {}
    while waiting and len(seen) < MOST:
        path = waiting.pop(0)
        with phone.client.get(path, base_url=phone.origin) as answer:
            told = answer.data.decode(errors="replace").replace("\xad", "")  # in long words
            seen[path] = told if answer.status_code == 200 else ""
        is_text = answer.content_type.startswith("text/html")
        for one in sorted(links_in(path, seen[path])) if is_text else ():
            is_own = one.startswith(("/c/", "/m/", "/t/", "/matches/new"))
            is_picture = urlsplit(one).path.endswith(PICTURES)
            if is_own and not is_picture and one not in seen and one not in waiting:
                waiting.append(one)
    return seen


def test_no_stranger_is_led_to_the_name(app, hall):
    stranger = Phone(app)
    seen = crawl(stranger, hall.url)
    assert 40 < len(seen) < MOST
    assert any(hall.opened in path for path in seen), "an evening without the name is open"
    for path, text in seen.items():
        assert not any(name in text for name in HIDDEN), path
        assert not any(one in path for one in hall.closed), path
    inside = crawl(hall, hall.url)
    assert len(inside) < MOST, "all of it was looked at"
    for name in HIDDEN:
        assert any(name in text for text in inside.values()), "the crawl finds what is there"


def test_programs_are_told_no_name_either(app, hall):
    stranger = Phone(app)
    own = f"/api/v1/clubs/{hall.public_id}"
    for path in ("", "/matches", "/seasons/1", "/record"):
        with stranger.client.get(own + path) as answer:
            text = answer.get_data(as_text=True)
        assert answer.status_code == 200
        assert not any(name in text for name in HIDDEN), path
        assert not any(one in text for one in hall.closed), path
