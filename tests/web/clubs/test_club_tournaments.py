"""A tournament comes to a club: a new one from its page, and the seasons that may count it."""

from datetime import date

import pytest

from scorekeeper.club.club_service import find_club
from scorekeeper.club.club_tournaments import open_seasons
from scorekeeper.club.erased_names import erase_club
from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.store.roles import TOURNAMENT_ROLES, TournamentRoleRow
from scorekeeper.tournament.service import find_tournament
from scorekeeper.web.clubs import club_pages
from tests.support.desk import ClubDesk, Desk, set_up_final
from tests.support.desk_phone import ClubPhone
from tests.support.phone import Phone
from tests.web.clubs.test_pages import season_form


@pytest.fixture
def two_seasons(keeper):
    """A keeper whose club has another season beside that of its evening."""
    assert season_form(keeper, name="Autumn").status == 303
    return keeper


def began(keeper, **typed):
    """The address of a new tournament, from the club's page on."""
    [link] = [one for one in keeper.page().links() if one.startswith("/tournaments/new")]
    page = keeper.get(link)
    assert "It is the club's: Club" in page.words()
    answer = keeper.press(page, "Set it up", title="Friday", **typed)
    assert answer.status == 303
    return answer.goes_to.split("/t/")[1].split("/")[0]


def test_a_new_tournament_is_the_clubs_and_its_newest_season_counts_it(two_seasons):
    address = began(two_seasons)
    club = two_seasons.club()
    assert address in club.tournaments
    counted = [[one.tournament for one in season.tournaments] for season in club.seasons]
    assert counted == [[two_seasons.tournament], [two_seasons.tournament, address]]


def test_a_season_whose_name_was_erased_counts_it_too(keeper):
    with keeper.app.app_context():
        erase_club(keeper.public_id, None, "operator")
    address = began(keeper)
    [season] = keeper.club().seasons
    assert [one.tournament for one in season.tournaments] == [keeper.tournament, address]
    assert season_form(keeper, name="").status == 422, "another has a name"


def test_long_choice_of_tournaments_is_searched_by_typing(keeper, monkeypatch):
    monkeypatch.setattr(club_pages, "MOST_IN_ONE", 2)
    with keeper.app.app_context():
        phone = keeper.club().acts[0].phone
        made = [Desk(name=name).held for name in ("Spring Cup", "Cup", "Cup", "Winter")]
        for one in made:
            role = TournamentRoleRow("organiser")
            TOURNAMENT_ROLES.set_role(one.id, phone, role, clock.now())
    page = keeper.page()
    assert [one.get("list") for one in page.findall(".//input[@name='tournament']")] == ["to-give"]
    offered = [one.get("value") for one in page.findall(".//datalist[@id='to-give']/option")]
    assert len({*offered}) == 4, "no two are called the same"
    for typed in ("", "Nowhere", "cup"):
        refused = keeper.press(page, "It is the club's", tournament=typed)
        assert (refused.status, "Choose one of your" in refused.words()) == (422, True)
        assert refused.form_of("It is the club's").value("tournament") == typed
    assert keeper.press(refused, "It is the club's", tournament="wint").status == 303
    assert keeper.press(page, "It is the club's", tournament=offered[1]).status == 303
    assert made[3].public_id in keeper.club().tournaments


def test_its_page_leads_to_its_club_and_to_the_seasons_that_count_it(two_seasons):
    address = began(two_seasons)
    club = f"/c/{two_seasons.public_id}/"
    for phone in (two_seasons, Phone(two_seasons.app)):
        links = phone.get(f"/t/{address}/").links()
        assert (club in links, f"{club}seasons/2" in links, f"{club}seasons/1" in links) == (
            True, True, False
        )  # fmt: skip
    page = two_seasons.page(f"tournaments/{address}")
    assert "Its results stay" in page.words(".//details")
    taken = two_seasons.get(two_seasons.press(page, "It is not the club's: take it out").goes_to)
    told = taken.words()
    assert "“Friday” is no longer the club's." in told
    assert "Bring it back" in told
    assert "no longer" not in two_seasons.page().words()
    assert club not in two_seasons.get(f"/t/{address}/").links()


def test_season_says_that_its_tournament_left_the_club(keeper):
    page = keeper.page(f"tournaments/{keeper.tournament}")
    keeper.press(page, "It is not the club's: take it out")
    for path in ("seasons/1", "seasons/1/screen"):
        words = keeper.page(path).words()
        assert "the season's tournaments are no longer the club's" in words
        assert "was begun" not in words


def test_no_season_is_ticked_for_a_final(app):
    with app.app_context():
        desk = ClubDesk("Maria")
        evening = Desk(2, format="swiss", rounds=1, day=date.today()).draw().result(1, 351, 200)
        desk.belong(evening).season(evening)
        now = evening.stored().revision
        args = evening.public_id, evening.phone, new_operation_id(), now
        final = set_up_final(*args, 2, "Friday – Final")
        other = Desk(2)
        for one in (final, other.held):
            TOURNAMENT_ROLES.set_role(
                one.id, desk.phone, TournamentRoleRow("organiser"), clock.moment()
            )
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    form = keeper.page().form_of("It is the club's")
    assert form.offers("tournament") == [other.public_id, final.public_id]
    assert "season" not in dict(form.typed())
    assert "as one evening more" in keeper.page().words()


def test_every_open_season_is_offered_and_more_than_one_counts_it(two_seasons):
    address = began(two_seasons, season=["1", "2"])
    seasons = two_seasons.club().seasons
    assert all(address in [one.tournament for one in season.tournaments] for season in seasons)


def test_no_season_counts_it_where_none_is_ticked(two_seasons):
    address = began(two_seasons, season=[])
    club = two_seasons.club()
    assert address in club.tournaments
    assert all(
        address not in [one.tournament for one in season.tournaments] for season in club.seasons
    )


def test_refused_form_keeps_the_ticked_season(two_seasons):
    page = two_seasons.get(f"/tournaments/new?club={two_seasons.public_id}")
    refused = two_seasons.press(page, "Set it up", title="", season=["1"])
    assert refused.status == 422
    sent = refused.form_of("Set it up").typed()
    assert [value for name, value in sent if name == "season"] == ["1"]
    assert ("club", two_seasons.public_id) in sent


def test_it_begins_with_the_clubs_place_and_rules(keeper):
    keeper.press(keeper.page("setup"), "Save", preset="online", target="201")
    address = began(keeper)
    with keeper.app.app_context():
        set_up = find_tournament(address).tournament.set_up
    assert (set_up.place, set_up.rules.preset, set_up.rules.target) == ("Larnaka", "online", 201)


def test_the_same_form_again_gives_the_same_tournament_once(keeper):
    page = keeper.get(f"/tournaments/new?club={keeper.public_id}")
    answers = [keeper.press(page, "Set it up", title="Friday") for _ in range(2)]
    assert len({one.goes_to for one in answers}) == 1
    club = keeper.club()
    assert len(club.tournaments) == 2
    assert len(club.seasons[0].tournaments) == 2


def test_a_stranger_gives_the_club_nothing(app, keeper):
    stranger = Phone(app)
    page = stranger.get(f"/tournaments/new?club={keeper.public_id}")
    assert "It is the club's" not in page.words()
    typed = dict(page.form_of("Set it up").typed(title="Friday"))
    assert (
        stranger.post("/tournaments/", [*typed.items(), ("club", keeper.public_id)]).status == 303
    )
    assert [*keeper.club().tournaments] == [keeper.tournament]


@pytest.mark.parametrize(
    ("today", "numbers"), [(date(2026, 12, 1), [1, 2]), (date(2027, 3, 1), [2])]
)
def test_a_season_without_an_evening_in_a_year_is_over(two_seasons, today, numbers):
    days = {two_seasons.tournament: date(2026, 2, 6)}
    assert [one.number for one in open_seasons(two_seasons.club(), days, today)] == numbers


def test_the_newest_tournaments_are_shown_and_the_others_open(app, keeper):
    with app.app_context():
        desk = ClubDesk("Maria")
        for day in range(1, 8):
            desk.belong(Desk(day=date(2026, 3, day), format="round_robin"))
        assert len(find_club(desk.public_id).club.tournaments) == 7
    page = Phone(app).get(f"/c/{desk.public_id}/")
    assert "Earlier tournaments: 2" in page.words()


def offered(page):
    """The names that a second place is offered."""
    return [one.get("value") for one in page.findall(".//datalist/option")]


def test_second_name_makes_a_pair_for_a_player_without_one(keeper):
    address = began(keeper)
    [link] = [one for one in keeper.get(f"/t/{address}/earlier").links() if "/earlier/club/" in one]
    page = keeper.get(link)
    named = {field.get("name"): field.get("value") for field in page.findall(".//input")}
    first_names = [named[f"player1-{at}"] for at in range(3)]
    assert first_names == ["Maria", "Eleni", "Andreas"], "a pair, and two who were in none"
    assert (named["player2-0"], named["player2-1"], named["player2-2"]) == ("Giorgos", "", "")
    assert "not taken unless" not in page.words()
    assert offered(page) == ["Maria", "Giorgos", "Eleni", "Andreas"]
    back = keeper.press(page, "Add the pairs")
    assert back.status == 422
    assert "none is ticked, and none has a second name" in back.words()
    assert "write the second name" in back.words()
    assert offered(back) == offered(page)
    keeper.press(back, "Add the pairs", **{"player2-1": "Andreas"})
    with keeper.app.app_context():
        pairs = find_tournament(address).tournament.pairs
    assert [pair.players for pair in pairs.values()] == [("Eleni", "Andreas")]
    named = [field.get("name") for field in keeper.get(link).findall(".//input")]
    assert "player1-0" in named
    assert "player1-1" not in named, "who is in a pair here is not asked again"


def test_players_who_came_from_the_club_are_known_as_its_persons(keeper):
    address = began(keeper)
    page = keeper.get(f"/t/{address}/earlier/club/{keeper.public_id}")
    keeper.press(page, "Add the pairs", **{"take-0": "1", "player2-1": "Zoe"})
    persons = {one.name: one.key for one in keeper.club().roster}
    assert keeper.club().tournaments[address].players == {
        "1": (persons["Maria"], persons["Giorgos"]),
        "2": (persons["Eleni"], ""),
    }
