"""A final of a season is a knockout with its pairs and seeds filled in."""

from datetime import date

from scorekeeper.tournament.service import find_tournament
from tests.club_desk import ClubDesk
from tests.desk import Desk
from tests.web.clubs.conftest import ClubPhone


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
