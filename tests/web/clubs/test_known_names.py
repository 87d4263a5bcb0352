"""Names of a phone's own clubs and tournaments complete what is typed; nobody else's do."""

import pytest

from scorekeeper.club.club_service import find_club
from scorekeeper.club.erased_names import erase_club
from tests.club_desk import ClubDesk
from tests.web.clubs.conftest import ClubPhone

LIST = "Γιώργος and Νίκος\nAna Savva and Petros"


@pytest.fixture
def keeper(app):
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


def test_names_of_the_roster_complete_the_fields(keeper):
    address = begin(keeper)
    page = read_list(keeper, address)
    assert offered(page) == ["Άννα Σάββα", "Γιώργος Παύλου"], "a number stays a number"
    lists = {one.get("name"): one.get("list") for one in page.findall(".//input[@list]")}
    assert lists == {f"player{seat}-{at}": "known-names" for at in (0, 1) for seat in (1, 2)}
    keeper.press(page, "Add the pairs")
    assert offered(keeper.get(f"{address}pairs/1")) == ["Άννα Σάββα", "Γιώργος Παύλου"]


def test_ticked_name_is_written_in_the_place_of_the_one_that_was_read(keeper, organise):
    address = begin(keeper)
    page = read_list(keeper, address)
    assert meant(page) == ["Γιώργος Παύλου", "Άννα Σάββα"]
    assert "Did you mean Γιώργος Παύλου?" in page.words()
    keeper.press(page, "Add the pairs", **{"meant-player1-0": "Γιώργος Παύλου"})
    listed = keeper.get(f"{address}pairs").words(".//ul[@class='pairs']")
    assert "Γιώργος Παύλου – Νίκος" in listed
    assert "Ana Savva – Petros" in listed


def test_name_of_an_evening_is_not_offered_where_its_player_is_a_number(keeper):
    keeper.press(read_list(keeper, begin(keeper), "Μάρω Κρυφή and Ζωή"), "Add the pairs")
    assert "Ζωή" in offered(read_list(keeper, begin(keeper)))
    assert "Μάρω Κρυφή" not in offered(read_list(keeper, begin(keeper)))


def test_name_that_plays_already_is_not_offered(keeper):
    address = begin(keeper)
    keeper.press(read_list(keeper, address, "Γιώργος Παύλου and Ρέα"), "Add the pairs")
    assert meant(read_list(keeper, address)) == ["Άννα Σάββα"]


def test_names_of_an_earlier_tournament_are_offered_to_its_organiser_alone(organise, app):
    organiser, other = organise(4), organise(2)
    assert offered(read_list(organiser, organiser.url)) == [], "its own pairs are no others"
    address = begin(organiser)
    assert len(offered(read_list(organiser, address))) == 8
    assert offered(read_list(other, other.url)) == []


def test_helper_of_a_club_is_offered_its_names_and_strangers_are_not(
    keeper, help_in_club, organise
):
    helper, stranger = help_in_club(keeper), organise(2)
    assert len(offered(read_list(helper, begin(helper)))) == 2
    page = read_list(stranger, stranger.url)
    assert (offered(page), meant(page)) == ([], [])


def test_choice_of_a_club_s_pairs_asks_about_no_name(keeper):
    page = keeper.get(f"{begin(keeper)}earlier/club/{keeper.public_id}")
    assert (offered(page), meant(page)) == ([], [])


def test_erased_club_offers_no_names(keeper, app):
    with app.app_context():
        erase_club(keeper.public_id, None, "operator")
        assert find_club(keeper.public_id).club.roster
    assert offered(read_list(keeper, begin(keeper))) == []
