"""The players of a club's tournament: chosen, typed, new in the roster, known by name."""

import pytest

from scorekeeper.club.club_matches import seatings_of
from scorekeeper.club.club_service import find_club
from scorekeeper.club.erased_names import erase_club
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.matches import find_match
from scorekeeper.web import club_here
from tests.support.desk import ClubDesk, ClubTable, Desk, set_up_final
from tests.support.desk_phone import ClubPhone
from tests.support.table import MADE

LIST = "Γιώργος and Νίκος\nAna Savva and Petros"


@pytest.fixture
def evening(app):
    """The organiser of a club of two, with a tournament of two pairs."""
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos")
        played = Desk()
        played.add(("Maria", "Petros"), ("Anna", "Giorgos")).draw()
        desk.belong(played)
    return ClubPhone(app, desk.public_id, desk.secret, played.public_id)


@pytest.fixture
def large(monkeypatch):
    """As if the roster were too long for a choice in each chair."""
    monkeypatch.setattr(club_here, "MOST_IN_ONE", 1)


def players_page(phone):
    return phone.page(f"tournaments/{phone.tournament}")


def known(phone):
    return phone.club().tournaments[phone.tournament].players


def test_new_names_go_into_the_roster_with_a_tick_each(evening):
    page = players_page(evening)
    ticks = [one for one in page.findall(".//input[@type='checkbox']") if "new-" in one.get("name")]
    assert [one.get("name") for one in ticks] == ["new-all", "new-1-1", "new-2-0"]
    assert [one.get("checked") for one in ticks] == [None] * 3, "nobody is joined by itself"
    before = evening.held().revision
    evening.press(page, "Save who played", **{"new-1-1": "1"})
    assert [one.name for one in evening.club().roster] == ["Maria", "Giorgos", "Petros"]
    assert known(evening) == {"1": ("1", "3"), "2": ("", "2")}
    assert evening.held().revision == before + 1, "one act"


def test_in_a_final_are_those_who_were_said_to_play_before_it(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Maria of Giorgos", "Anna")
        main = Desk(format="swiss", rounds=1)
        main.add(("Maria", "Anna"), ("Zoe", "Eleni")).draw().result(1, 351, 200)
        desk.belong(main, {"1": ["2", "3"]})
        args = main.public_id, main.phone, new_operation_id(), main.stored().revision
        final = set_up_final(*args, 2, "Final")
        desk.do("tournament_belongs", phone=main.phone, tournament=final.public_id)
    page = players_page(ClubPhone(app, desk.public_id, desk.secret, final.public_id))
    form = page.form_of("Save who played")
    assert [form.value(f"1-{at}") for at in (0, 1)] == ["2", "3"], "and not the first Maria"


def test_without_a_tick_nobody_is_new(evening):
    evening.press(players_page(evening), "Save who played")
    assert len(evening.club().roster) == 2


def test_a_player_who_was_not_in_the_roster_stays_so(evening):
    namesakes = {"1-0": "", "2-1": ""}
    evening.press(players_page(evening), "Save who played", **namesakes)
    page = players_page(evening)
    form = page.form_of("Save who played")
    assert [form.value(seat) for seat in ("1-0", "1-1", "2-0", "2-1")] == [""] * 4
    perhaps = page.findall(".//select[@name='1-0']/optgroup/option")
    assert [one.get("value") for one in perhaps] == ["1"], "the namesake is still offered"
    evening.press(page, "Save who played")
    assert known(evening) == {"1": ("", ""), "2": ("", "")}


def test_a_long_roster_is_one_list_for_all_chairs(evening, large):
    page = players_page(evening)
    assert page.findall(".//select") == []
    assert [one.get("value") for one in page.findall(".//datalist/option")] == [
        "1 · Maria",
        "2 · Giorgos",
    ]
    first = page.findall(".//input[@name='1-0']")[0]
    assert (first.get("value"), first.get("list")) == ("1 · Maria", "roster")
    refused = evening.press(page, "Save who played", **{"1-1": "Nobody"})
    assert refused.status == 422
    assert "There is no such person." in refused.words()
    assert refused.findall(".//input[@name='1-1']")[0].get("value") == "Nobody"
    typed = {"1-0": "2 · Giorgos", "1-1": "MARIA", "2-1": ""}
    assert evening.press(page, "Save who played", **typed).status == 303
    assert known(evening) == {"1": ("2", "1"), "2": ("", "")}


def test_a_long_roster_is_one_list_at_a_match_too(evening, large):
    with evening.app.app_context():
        address = ClubTable(evening.held(), {}).play(MADE).kept.public_id
    page = evening.get(f"/m/{address}/club/")
    assert page.findall(".//select") == []
    evening.press(page, "Save who sits where", **{"0-A1": "Maria", "0-B2": "2"})
    with evening.app.app_context():
        seated = seatings_of(find_match(address).ledger)[0].persons
    assert seated == {"A1": "1", "B2": "2"}


def test_organiser_page_says_when_strangers_are_not_led_to_a_match(evening):
    said = "Strangers are not led"
    with evening.app.app_context():
        address = ClubTable(evening.held(), {"A1": "1"}).play(MADE).kept.public_id
    assert said not in players_page(evening).words() + evening.get(f"/m/{address}/club/").words()
    evening.press(evening.page("persons/1"), "Save the person", by_number="1")
    assert said in players_page(evening).words()
    assert said in evening.get(f"/m/{address}/club/").words()


@pytest.fixture
def namesakes(app):
    """The organiser of a club of one, with a tournament in which two have one name, and hers."""
    with app.app_context():
        desk = ClubDesk("Maria")
        played = Desk().add(("Giorgos", "Petros"), ("Giorgos", "Anna"))
        desk.belong(played)
    return ClubPhone(app, desk.public_id, desk.secret, played.public_id)


def test_a_name_that_is_there_already_is_refused_beside_its_player_who_gets_more_of_one(namesakes):
    refused = namesakes.press(players_page(namesakes), "Save who played", **{"new-all": "1"})
    assert refused.status == 422
    (field,) = refused.findall(".//input[@aria-invalid]")
    assert (field.get("name"), field.get("value")) == ("name-2-0", "Giorgos")
    assert "called so already" in refused.words(".//input[@aria-invalid]/..")
    assert namesakes.press(refused, "Save who played", **{"name-2-0": " Giorgos K. "}).status == 303
    names = [one.name for one in namesakes.club().roster]
    assert names == ["Maria", "Giorgos", "Petros", "Giorgos K.", "Anna"]
    assert known(namesakes) == {"1": ("2", "3"), "2": ("4", "5")}


def test_the_clubs_page_says_where_nobody_has_said_who_played(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos")
        evening = Desk(2).draw()
        desk.belong(evening)
        keeper = ClubPhone(app, desk.public_id, desk.secret)
        assert "Nobody has said so yet" in keeper.page().words()
        desk.do("players_known", tournament=evening.public_id, players={"1": ["1", "2"]})
        assert "Who played: 2 of 4 known" in keeper.page().words()


# --- names of a phone's own clubs and tournaments; nobody else's ---


@pytest.fixture
def known_keeper(app):
    """The organiser of a club and of a tournament that is not the club's."""
    with app.app_context():
        desk = ClubDesk("Γιώργος Παύλου", "Άννα Σάββα")
        desk.add("Μάρω Κρυφή", by_number=True)
    return ClubPhone(app, desk.public_id, desk.secret)


def begin(phone):
    """Set up a tournament, and return the address of its pages."""
    done = phone.press(phone.get("/tournaments/new"), "Set it up", title="Friday")
    return done.goes_to.removesuffix("pairs")


def offered(page):
    return [one.get("value") for one in page.findall(".//datalist[@id='known-names']/option")]


def read_list(phone, address, text=LIST):
    return phone.press(phone.get(f"{address}pairs"), "Read the list", text=text)


def meant(page):
    return [one.get("value") for one in page.findall(".//input[@data-fills]")]


def test_names_of_the_roster_complete_the_fields(known_keeper):
    address = begin(known_keeper)
    page = read_list(known_keeper, address)
    assert offered(page) == ["Άννα Σάββα", "Γιώργος Παύλου"], "a number stays a number"
    lists = {one.get("name"): one.get("list") for one in page.findall(".//input[@list]")}
    assert lists == {f"player{seat}-{at}": "known-names" for at in (0, 1) for seat in (1, 2)}
    known_keeper.press(page, "Add the pairs")
    assert offered(known_keeper.get(f"{address}pairs/1")) == ["Άννα Σάββα", "Γιώργος Παύλου"]


def test_ticked_name_is_written_in_the_place_of_the_one_that_was_read(known_keeper, organise):
    address = begin(known_keeper)
    page = read_list(known_keeper, address)
    assert meant(page) == ["Γιώργος Παύλου", "Άννα Σάββα"]
    assert "Did you mean Γιώργος Παύλου?" in page.words()
    known_keeper.press(page, "Add the pairs", **{"meant-player1-0": "Γιώργος Παύλου"})
    listed = known_keeper.get(f"{address}pairs").words(".//ul[@class='pairs']")
    assert "Γιώργος Παύλου – Νίκος" in listed
    assert "Ana Savva – Petros" in listed


def test_name_of_an_evening_is_not_offered_where_its_player_is_a_number(known_keeper):
    known_keeper.press(
        read_list(known_keeper, begin(known_keeper), "Μάρω Κρυφή and Ζωή"), "Add the pairs"
    )
    assert "Ζωή" in offered(read_list(known_keeper, begin(known_keeper)))
    assert "Μάρω Κρυφή" not in offered(read_list(known_keeper, begin(known_keeper)))


def test_name_that_plays_already_is_not_offered(known_keeper):
    address = begin(known_keeper)
    known_keeper.press(read_list(known_keeper, address, "Γιώργος Παύλου and Ρέα"), "Add the pairs")
    assert meant(read_list(known_keeper, address)) == ["Άννα Σάββα"]


def test_names_of_an_earlier_tournament_are_offered_to_its_organiser_alone(organise, app):
    organiser, other = organise(4), organise(2)
    assert offered(read_list(organiser, organiser.url)) == [], "its own pairs are no others"
    address = begin(organiser)
    assert len(offered(read_list(organiser, address))) == 8
    assert offered(read_list(other, other.url)) == []


def test_helper_of_a_club_is_offered_its_names_and_strangers_are_not(
    known_keeper, help_in_club, organise
):
    helper, stranger = help_in_club(known_keeper), organise(2)
    assert len(offered(read_list(helper, begin(helper)))) == 2
    page = read_list(stranger, stranger.url)
    assert (offered(page), meant(page)) == ([], [])


def test_choice_of_a_club_s_pairs_asks_about_no_name(known_keeper):
    page = known_keeper.get(f"{begin(known_keeper)}earlier/club/{known_keeper.public_id}")
    assert (offered(page), meant(page)) == ([], [])


def test_erased_club_offers_no_names(known_keeper, app):
    with app.app_context():
        erase_club(known_keeper.public_id, None, "operator")
        assert find_club(known_keeper.public_id).club.roster
    assert offered(read_list(known_keeper, begin(known_keeper))) == []
