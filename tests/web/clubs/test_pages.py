"""A club's pages, their Greek, and a saved club."""

import json
from datetime import date
from io import BytesIO

import pytest

from scorekeeper.club import club_file
from scorekeeper.club.acts.roster import PersonAdded
from scorekeeper.club.club_service import CLUB_JOURNAL, CLUBS
from scorekeeper.club.seasons.played_figures import Differences, Share
from scorekeeper.explain.club_words import mean_note, share_note
from scorekeeper.i18n import use_locale
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.rules.presets import PRESETS
from scorekeeper.store.roles import TOURNAMENT_ROLES, TournamentRoleRow
from scorekeeper.tournament.service import TOURNAMENT_ROLE_LINKS, find_tournament
from tests.support.databases import change_event
from tests.support.desk import BY_PLACE, ClubDesk, Desk
from tests.support.desk_phone import ClubPhone
from tests.support.page import plain
from tests.support.phone import Phone
from tests.support.table import MADE, SWEPT


def helper_link(keeper):
    page = keeper.press(keeper.page("links"), "A link for this helper", called="Kyriakos")
    return page.words(".//p[@id='address']")


def test_a_club_is_begun_from_the_first_page(phone):
    first = phone.get("/")
    assert "/clubs/" in first.links()
    refused = phone.press(phone.get("/clubs/new"), "Begin the club", place="Pafos")
    assert refused.status == 422
    assert "Give it a name." in refused.words()
    assert "Pafos" in [field.get("value") for field in refused.findall(".//input")]
    begun = phone.press(refused, "Begin the club", name="Σύλλογος")
    page = phone.get(begun.goes_to)
    assert page.status == 200
    assert "Σύλλογος" in phone.get("/clubs/").words()


def test_the_rules_and_the_target_that_are_played_there_are_set_up(keeper):
    assert keeper.club().rules == PRESETS["cafe"], "a club of an earlier version"
    page = keeper.page("setup")
    typed = {"preset": "online", "target": "own", "target_own": "9"}
    refused = keeper.press(page, "Save", **typed)
    assert refused.status == 422
    assert "A number from 21 to 5000." in refused.words()
    typed = {"preset": "online", "target": "201", "switch_stake": "False"}
    assert keeper.press(page, "Save", **typed).status == 303
    rules = keeper.club().rules
    assert (rules.preset, rules.target, rules.stake) == ("online", 201, False)
    acts = len(keeper.club().acts)
    keeper.press(keeper.page("setup"), "Save")
    assert len(keeper.club().acts) == acts, "what was shown is no change"
    assert json.loads(keeper.page("club.json").html)["rules"]["target"] == 201


def test_the_standings_open_to_their_evenings(keeper):
    page = keeper.page("seasons/1")
    words = page.words()
    assert "Maria – Giorgos" in words
    assert "place 1 · 25" in words
    assert f"/t/{keeper.tournament}/standings" in page.links()


def test_season_page_says_what_decides_between_pairs_level_on_points(app, keeper):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")
        pairs = ("Maria", "Giorgos"), ("Eleni", "Andreas")
        evenings = [
            Desk(format="round_robin", day=date(2026, 3, day)).add(*pairs).draw().result(1, *score)
            for day, score in ((6, (351, 200)), (13, (100, 351)))
        ]
        for evening in evenings:
            desk.belong(evening, {"1": ["1", "2"], "2": ["3", "4"]})
        rules = {**BY_PLACE, "ties": ["wins", "difference"]}
        desk.season(*evenings, rules=rules)
    told = (
        ClubPhone(app, desk.public_id, desk.secret)
        .page("seasons/1")
        .findall(".//li[@class='muted']")
    )
    assert [plain("".join(one.itertext())) for one in told] == [
        "Level on points with place 2. Difference of the scores: 100 against −100",
        "Level on points with place 1. Difference of the scores: −100 against 100",
    ]


def test_preview_with_another_number_of_evenings_writes_nothing(keeper):
    before = keeper.club()
    page = keeper.press(keeper.page("seasons/1"), "Show", best="1")
    assert "As it would be if 1 evening counted. Nothing was changed." in page.words()
    assert keeper.club() == before


def season_form(keeper, **typed):
    typed = {"tournament": keeper.tournament, **typed}
    return keeper.press(keeper.page("seasons/2/setup"), "Begin the season", **typed)


@pytest.mark.parametrize(
    ("typed", "table"),
    [
        ("25-18-15", [25, 18, 15]),
        ("25 – 18 - 15", [25, 18, 15]),
        ("10 5 -5", [10, 5, -5]),
        ("10, 5,-5", [10, 5, -5]),
        ("10 5 −5", [10, 5, -5]),
        ("25- 18- 15", [25, 18, 15]),
    ],
)
def test_a_hyphen_parts_two_entries_and_is_the_minus_of_one(keeper, typed, table):
    assert season_form(keeper, table=typed).status == 303
    assert keeper.club().seasons[1].rules["points"]["table"] == table
    shown = keeper.page("seasons/2/setup").form_of("Save the season").typed()
    assert ("table", " ".join(map(str, table))) in shown


def test_a_season_counts_its_tournaments_in_the_clubs_order(keeper):
    page = keeper.get(f"/tournaments/new?club={keeper.public_id}")
    keeper.press(page, "Set it up", title="Friday", season=[])
    newest_first = [*reversed(keeper.club().tournaments)]
    assert season_form(keeper, tournament=newest_first).status == 303
    club = keeper.club()
    assert [one.tournament for one in club.seasons[1].tournaments] == [*club.tournaments]


def test_a_season_is_set_up_with_what_stands_there(keeper):
    assert season_form(keeper, name="Autumn", best="5").status == 303
    season = keeper.club().seasons[1]
    assert (season.name, season.rules["best"], season.rules["by"]) == ("Autumn", 5, "pair")
    assert season.rules["points"]["table"] == [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
    assert season.rules["ties"] == ["wins", "countback"]
    assert [one.tournament for one in season.tournaments] == [keeper.tournament]


def test_a_new_season_begins_with_the_tournaments_that_no_season_counts(app):
    with app.app_context():
        desk, old, new = ClubDesk(), Desk(2, name="Winter"), Desk(2, name="Spring")
        desk.belong(old).season(old).belong(new)
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    listed = keeper.page("seasons/2/setup").findall(".//input[@name='tournament']")
    ticked = {one.get("value"): one.get("checked") is not None for one in listed}
    assert ticked == {old.public_id: False, new.public_id: True}


def test_fridays_by_player_with_the_score_by_a_thousand(keeper):
    typed = {"scheme": "results", "by": "player", "draw": "0", "score_per": "1000"}
    assert season_form(keeper, name="Fridays", **typed).status == 303
    words = keeper.page("seasons/2").words()
    assert "Maria" in words
    assert "1 × 4 + 351 ÷ 1000 = 4.35" in words


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"table": "25, x"}, "Whole numbers with spaces between them."),
        ({"best": "0"}, "A whole number from 1, or nothing for all."),
        ({"minimum": "-1"}, "A whole number."),
        ({"tie_2": "wins"}, "Each only once."),
        ({"name": ""}, "Give it a name."),
    ],
)
def test_a_wrong_field_is_marked_and_nothing_is_lost(keeper, typed, said):
    page = season_form(keeper, **{"name": "Autumn", "rest": "7", **typed})
    assert page.status == 422
    assert said in page.words()
    assert "7" in [field.get("value") for field in page.findall(".//input[@name='rest']")]
    assert len(keeper.club().seasons) == 1


def test_a_tournament_that_comes_is_counted_in_the_season_by_a_tick(organise, keeper):
    organiser = organise(2)
    link = keeper.press(keeper.page("links"), "A link for another organiser")
    asked = organiser.press(
        organiser.get("/clubs/link"), "Go on", secret=link.words(".//p[@id='address']")
    )
    page = organiser.get(organiser.press(asked, "Organise").goes_to)
    organiser.press(page, "It is the club's", season="1")
    season = keeper.club().seasons[0]
    assert [one.tournament for one in season.tournaments][1:] == [organiser.public_id]
    assert season.rules["points"]["table"] == [25, 18, 15]


def test_a_wrong_weight_is_marked(keeper):
    page = season_form(keeper, name="Autumn", **{f"weight-{keeper.tournament}": "0"})
    assert page.status == 422
    assert season_form(keeper, name="A", **{f"weight-{keeper.tournament}": "1,5"}).status == 303
    assert keeper.club().seasons[1].tournaments[0].weight == "1.5"


def test_other_rules_in_mid_season_need_a_reason(keeper):
    page = keeper.page("seasons/1/setup")
    refused = keeper.press(page, "Save the season", best="4")
    assert refused.status == 422
    assert "Other rules in mid-season: say why." in refused.words()
    assert keeper.press(refused, "Save the season", reason="voted").status == 303
    words = keeper.page("seasons/1").words()
    assert "voted" in words
    assert "before: Pairs · By place: 25–18–15, every later place 1 · all evenings count" in words
    keeper.press(keeper.page("seasons/1/setup"), "Save the season", name="Springtime")
    assert "voted" in keeper.page("seasons/1").words(), "another name takes no reason away"


def test_a_person_of_the_same_name_is_offered_and_joined_by_nobody(keeper):
    assert keeper.club().tournaments[keeper.tournament].players == {"1": ("1", "2")}
    page = keeper.page(f"tournaments/{keeper.tournament}")
    assert keeper.press(page, "Save who played").status == 303
    known = keeper.club().tournaments[keeper.tournament].players
    assert known == {"1": ("1", "2"), "2": ("3", "4")}


def test_two_entries_are_joined_and_parted(keeper):
    keeper.press(keeper.page("persons"), "Add the person", name="Marikkou")
    asked = keeper.press(keeper.page("persons/1"), "They are one person", other="5")
    assert "“Marikkou” (5) will be “Maria”" in asked.words()
    assert keeper.club().who_is("5") == "5", "nothing is joined before the question is answered"
    joined = keeper.press(asked, "Yes, they are one person")
    assert joined.status == 303
    assert keeper.club().who_is("5") == "1"
    assert "is Maria" in keeper.page("persons").words()
    parted = keeper.press(keeper.get(joined.goes_to), "They are two: part them again Marikkou")
    assert parted.goes_to == joined.goes_to, "it is undone where it was done"
    assert keeper.club().who_is("5") == "5"
    keeper.press(asked, "Yes, they are one person")
    nobody = keeper.press(keeper.page("persons/2"), "They are one person")
    assert (nobody.status, "Choose who it is." in nobody.words()) == (422, True)
    refused = keeper.press(keeper.page("persons/1"), "They are one person", other="2")
    told = "Maria would sit on two chairs of “Cup”, in the pairs: 1."
    assert told in refused.words()


def test_long_roster_is_searched_by_typing(keeper):
    with keeper.app.app_context():
        held = keeper.held()
        for number in range(5, 26):
            body = PersonAdded(name=f"Player {number}")
            op_id, phone = new_operation_id(), held.club.acts[0].phone
            held = CLUBS.write(held.public_id, phone, op_id, held.revision, body)
    page = keeper.page("persons/1")
    assert [one.get("list") for one in page.findall(".//input[@name='other']")] == ["others"]
    nobody = keeper.press(page, "They are one person", other="Stranger")
    assert "There is no such person." in nobody.words()
    searched = keeper.page(f"tournaments/{keeper.tournament}").findall(".//input[@list='roster']")
    assert len(searched) == 4
    asked = keeper.press(page, "They are one person", other="Player 17")
    assert "“Player 17” (17) will be “Maria”" in asked.words()
    assert keeper.press(asked, "Yes, they are one person").status == 303
    assert keeper.club().who_is("17") == "1"


def test_erasing_a_person_lists_the_tournaments_where_the_names_stand(app, keeper):
    with app.app_context():
        (evening,) = keeper.club().tournaments
        organiser = find_tournament(evening).tournament.acts[0].phone
        link = TOURNAMENT_ROLE_LINKS.make(evening, organiser, "organiser")
        TOURNAMENT_ROLE_LINKS.open(link, keeper.club().acts[0].phone)
    asked = keeper.page("persons/2/names")
    names = f"/t/{evening}/pairs/1/names"
    assert [link for link in asked.links() if link.startswith("/t/")] == [names]
    done = keeper.press(asked, "Erase the person's names", sure="1")
    assert done.goes_to.endswith("/persons/2/names"), "something is left"
    page = keeper.get(done.goes_to)
    assert names in page.links()
    keeper.press(keeper.get(names), "Erase the names of this pair", sure="1")
    assert names not in keeper.page("persons/2/names").links()
    assert "Where the names stand" not in keeper.page("persons/3/names").words()


def test_erasing_a_person_leads_to_a_tournament_of_somebody_else(keeper):
    page = keeper.page("persons/1/names")
    assert f"/t/{keeper.tournament}/" in page.links()
    assert "Pair 1 · its organiser erases them" in page.words(".//*[@id='played-in']")


def values_of(page):
    """The fields of a person's form, by name; of a box whether it is ticked."""
    found = page.findall(".//form[1]//input")
    boxes = {
        one.get("name"): "checked" in one.attrib for one in found if one.get("type") == "checkbox"
    }
    return {one.get("name"): one.get("value") for one in found} | boxes


def test_late_form_keeps_its_typed_values_after_another_change_of_the_person(keeper):
    form = keeper.page("persons/1")
    keeper.press(keeper.page("persons/1"), "Save the person", name="Maria Kyprianou", by_number="1")
    late = keeper.press(form, "Save the person", name="Maria K.", note="the tall one")
    assert late.status == 409
    assert "nothing was written" in late.words()
    assert "There now: Maria Kyprianou" in late.words()
    typed = values_of(late)
    assert (typed["name"], typed["note"]) == ("Maria K.", "the tall one")
    assert typed["by_number"], "what another organiser promised stays promised"
    assert keeper.press(late, "Save the person").goes_to
    person = keeper.club().persons["1"]
    assert (person.name, person.note, person.by_number) == ("Maria K.", "the tall one", True)


def test_a_name_that_was_erased_does_not_come_back_by_an_older_form(keeper):
    form = keeper.page("persons/1")
    asked = keeper.page("persons/1/names")
    assert "Maria" in asked.words(".//main")
    keeper.press(asked, "Erase the person's names", sure="1")
    late = keeper.press(form, "Save the person", note="Maria, the tall one")
    assert late.status == 409
    assert "Maria" not in late.html
    assert keeper.club().persons["1"].name == ""


def test_a_helper_who_did_not_know_of_a_number_keeps_it_and_what_was_typed(keeper, help_in_club):
    helper = help_in_club(keeper)
    form = helper.page("persons/1")
    keeper.press(keeper.page("persons/1"), "Save the person", by_number="1")
    late = helper.press(form, "Save the person", note="the tall one")
    assert late.status == 409
    assert "the organiser alone changes that and the name" in late.words()
    assert helper.press(late, "Save the person").goes_to
    person = keeper.club().persons["1"]
    assert (person.by_number, person.note) == (True, "the tall one")


def test_a_helper_does_not_number_a_person_who_was_named_again_meanwhile(keeper, help_in_club):
    keeper.press(keeper.page("persons/1"), "Save the person", by_number="1")
    helper = help_in_club(keeper)
    form = helper.page("persons/1")
    unticked = {**values_of(keeper.page("persons/1")), "by_number": "0"}
    keeper.post(f"{keeper.url}persons/1", unticked.items())
    assert not keeper.club().persons["1"].by_number
    late = helper.press(form, "Save the person", note="the tall one")
    assert late.status == 409
    assert not values_of(late)["by_number"]


@pytest.mark.parametrize("asked", ["season=99", "season=x", "rules=zz"])
def test_a_record_of_no_season_and_no_rules_is_none(keeper, asked):
    assert keeper.page(f"record?{asked}").status == 404
    assert keeper.page("record?season=&rules=").status == 200


def test_second_join_of_persons_is_refused_with_the_reason(keeper):
    for name in ("Marikkou", "Maroulla"):
        keeper.press(keeper.page("persons"), "Add the person", name=name)
    mine = keeper.page("persons/5")
    theirs = keeper.press(keeper.page("persons/6"), "They are one person", other="5")
    assert keeper.press(theirs, "Yes, they are one person").status == 303
    refused = keeper.press(mine, "They are one person", other="1")
    assert (refused.status, refused.words(".//span[@class='wrong']")) == (
        422,
        "They are one person already, or one of them is joined to somebody.",
    )


def test_a_name_that_is_there_is_asked_for_again(keeper):
    refused = keeper.press(
        keeper.page("persons"), "Add the person", name="MARIA", note="from Lefkara"
    )
    assert refused.status == 422
    assert "Somebody is called so already." in refused.words()
    assert "from Lefkara" in [one.get("value") for one in refused.findall(".//input")]


def test_strangers_see_a_number_where_a_person_would_rather_have_one(app, keeper):
    keeper.press(keeper.page("persons/1"), "Save the person", by_number="1", note="neighbour")
    for path in ("", "seasons/1", "names"):
        words = Phone(app).get(keeper.url + path).words()
        assert "Maria" not in words
        assert "neighbour" not in words
    assert "No. 1" in Phone(app).get(keeper.url + "seasons/1").words()
    assert "Maria" in keeper.page("seasons/1").words()


def test_a_tournament_is_given_by_its_organiser_with_the_clubs_link(organise, keeper):
    """The organiser of a tournament opens the link, and gives it with one tap more."""
    organiser = organise(2)
    link = helper_link(keeper)
    asked = organiser.press(organiser.get("/clubs/link"), "Go on", secret=link)
    page = organiser.get(organiser.press(asked, "Help out").goes_to)
    given = organiser.press(page, "It is the club's")
    assert given.goes_to.endswith(f"/tournaments/{organiser.public_id}")
    assert organiser.public_id in keeper.club().tournaments
    organiser.press(organiser.get(given.goes_to), "It is not the club's: take it out")
    assert organiser.public_id not in keeper.club().tournaments


def test_erased_names_are_on_no_page(keeper):
    page = keeper.page("persons/2/names")
    assert keeper.press(page, "Erase the person's names").status == 422, "the box is not ticked"
    assert keeper.press(page, "Erase the person's names", sure="1").status == 303
    assert "Giorgos" not in keeper.page("persons").words()
    assert keeper.press(keeper.page("names"), "Erase all names of the club", sure="1").status == 303
    words = keeper.page("seasons/1").words() + keeper.page().words()
    assert "No. 1 – No. 2" in words
    assert not any(name in words for name in ("Maria", "Spring", "Larnaka"))


def test_a_club_is_taken_along_as_a_file(keeper):
    told = json.loads(keeper.page("club.json").html)
    assert [one["name"] for one in told["persons"]] == ["Maria", "Giorgos", "Eleni", "Andreas"]
    assert told["tournaments"] == [{"id": keeper.tournament, "players": {"1": ["1", "2"]}}]
    assert told["seasons"][0]["rules"]["points"]["table"] == [25, 18, 15]


def test_a_damaged_club_stands_in_the_list_as_damaged(keeper):
    with keeper.app.app_context():
        change_event("'{}'", "club_event", op_id=keeper.club().acts[-1].op_id)
        CLUB_JOURNAL.forget_all()
    page = keeper.get("/clubs/")
    assert (page.status, "A club is damaged on the server" in page.words()) == (200, True)
    assert keeper.url in page.links()


@pytest.mark.parametrize("path", ["", "record"])
def test_more_evenings_are_no_more_looks_into_the_database(app, statements, path):
    stranger = Phone(app)
    with app.app_context():
        desk = ClubDesk("Maria").belong(Desk(2).draw().write(1, MADE))

    def looks():
        stranger.get(f"/c/{desk.public_id}/{path}")
        statements.clear()
        assert stranger.get(f"/c/{desk.public_id}/{path}").status == 200
        return len(statements)

    before = looks()
    with app.app_context():
        for _ in range(4):
            desk.belong(Desk(2).draw().play().draw().write(1, MADE))
    assert looks() == before


def test_the_standings_follow_a_hand_that_a_phone_writes(app, keeper):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")
        evening = Desk(day=date(2026, 2, 6), format="round_robin")
        evening.add(("Maria", "Giorgos"), ("Eleni", "Andreas")).draw()
        desk.belong(evening, {"1": ["1", "2"], "2": ["3", "4"]}).season(evening)
    stranger, url = Phone(app), f"/c/{desk.public_id}/seasons/1"
    before = stranger.get(url).words()
    assert stranger.get(url).words() == before
    with app.app_context():
        evening.write(1, SWEPT, SWEPT, SWEPT)
    after = stranger.get(url).words()
    assert "place 1 · 25" in after
    assert after != before


def test_pairs_of_the_club_are_taken_into_a_tournament_with_a_tick_each(organise, keeper):
    organiser = organise(0)
    link = helper_link(keeper)
    own = f"/t/{organiser.public_id}/earlier"
    assert f"{own}/club/{keeper.public_id}" not in organiser.get(own).links()
    assert organiser.get(f"{own}/club/{keeper.public_id}").status == 404, "a stranger to the club"
    organiser.press(organiser.press(organiser.get("/clubs/link"), "Go on", secret=link), "Help out")
    assert f"{own}/club/{keeper.public_id}" in organiser.get(own).links()
    words = organiser.get(f"{own}/club/{keeper.public_id}")
    values = [one.get("value") or one.text for one in words.findall(".//input")]
    assert "Maria" in " ".join(filter(None, values)) + words.words()
    assert "Eleni – Andreas" not in words.words(), "nobody said who the other pair was"


def test_a_link_made_on_this_machine_leads_others_to_the_server(keeper, change_settings):
    change_settings(address="http://192.168.1.7:8000/")
    assert helper_link(keeper).startswith("http://192.168.1.7:8000/clubs/link#")


def test_a_club_that_plays_the_rules_of_the_café_changes_its_name(phone):
    begun = phone.press(phone.get("/clubs/new"), "Begin the club", name="Σύλλογος")
    page = phone.get(f"{begun.goes_to}setup")
    changed = phone.press(page, "Save", name="Άλλος")
    assert changed.status == 303
    assert "Άλλος" in phone.get("/clubs/").words()


@pytest.fixture
def greek(keeper):
    """The keeper's phone, which reads Greek."""
    keeper.headers["Accept-Language"] = "el"
    return keeper


def test_of_one_person_is_spoken_as_of_one(greek):
    words = greek.page("record/1?since=2090-01-01").words()
    assert "Κανένα χέρι του παίκτη σε αυτές τις παρτίδες." in words
    assert (
        "Κανένα χέρι του ζευγαριού σε αυτές τις παρτίδες."
        in greek.page("record/1-2?since=2090-01-01").words()
    )
    assert "Πώς έπαιξε" in greek.page("persons/1").words()
    assert "Πώς έπαιξε ο καθένας" not in greek.page("persons/1").words()


def test_a_season_counts_points_of_its_own_word(greek):
    season = f"{greek.url}seasons/1"
    for path in (season, f"{season}/screen", f"/embed{season}"):
        words = greek.get(path).words()
        assert "Βαθμοί" in words, path
        assert "Πόντοι" not in words, path
    assert "Βαθμοί" in greek.page("seasons/1/season.csv").html


def test_all_seasons_are_feminine_and_all_rules_masculine(greek):
    page = greek.page("record")
    assert page.words(".//select[@name='season']/option[1]") == "όλες"


def test_an_interval_is_a_guess_and_no_prophecy():
    with use_locale("el"):
        assert (
            share_note(Share(7, 12)) == "μάλλον από 32\N{NO-BREAK SPACE}% ως 81\N{NO-BREAK SPACE}%"
        )
        note = mean_note(Differences(30, 60, 900))
        assert note.startswith("μάλλον από ")
    with use_locale("en"):
        assert share_note(Share(7, 12)).startswith("probably from 32")


def opened(phone, content, form=None):
    form = form or phone.get("/clubs/saved").form_of("Open it")
    told = {**dict(form.filled), "file": (BytesIO(content), "saved.json")}
    headers = {"Sec-Fetch-Site": "same-origin", "Accept-Language": "en"}
    return phone.client.post(form.action, data=told, headers=headers)


def test_phone_that_opens_the_file_organises_the_same_club_anew(app, keeper):
    assert "Save the club as one file" in keeper.page("names").html
    saved = keeper.client.get(f"{keeper.url}saved.json")
    assert "attachment" in saved.headers["Content-Disposition"]
    phone = Phone(app)
    assert "Open a saved club" in phone.get("/clubs/").html
    answer = opened(phone, saved.data)
    assert answer.status_code == 303
    page = phone.get(answer.headers["Location"])
    assert answer.headers["Location"] != keeper.url
    assert keeper.club().name in page.html
    assert phone.get(f"{answer.headers['Location']}names").form_of("Erase all names of the club")


def test_file_that_is_no_club_is_refused_with_the_reason(app):
    phone = Phone(app)
    for content, why in ((b"", "Choose the file of a club."), (b"{}", "no file of a club")):
        answer = opened(phone, content)
        assert answer.status_code == 422
        assert why in answer.text


@pytest.mark.parametrize("most", ["MOST_FILED_ACTS", "MOST_FILED_MATCHES"])
def test_club_with_more_than_one_file_may_have_says_so(app, keeper, monkeypatch, most):
    with app.app_context():
        evening = find_tournament(keeper.tournament)
        role = TournamentRoleRow("organiser")
        TOURNAMENT_ROLES.set_role(evening.id, keeper.club().acts[0].phone, role, now())
    content = json.loads(keeper.client.get(f"{keeper.url}saved.json").data)
    [evening] = content["tournaments"].values()
    drawn = [act for act in evening["tournament"] if act["kind"] == "round_drawn"]
    tables = [one for act in drawn for one in act["data"]["tables"]]
    count = {
        "MOST_FILED_ACTS": len(content["club"]) + len(evening["tournament"]),
        "MOST_FILED_MATCHES": len(content["matches"]) + len(tables),
    }[most]
    for allowed, status in ((count, 303), (count - 1, 422)):
        monkeypatch.setattr(club_file, most, allowed)
        answer = opened(Phone(app), json.dumps(content).encode())
        assert answer.status_code == status
    assert "too large to be opened from one file" in answer.text


def test_one_form_with_another_file_opens_another_club(app, keeper):
    saved = keeper.client.get(f"{keeper.url}saved.json").data
    phone = Phone(app)
    form = phone.get("/clubs/saved").form_of("Open it")
    files = [saved, saved.replace(keeper.club().name.encode(), b"Otherwise"), saved]
    one, other, again = (opened(phone, file, form).headers["Location"] for file in files)
    assert one == again != other
    assert "Otherwise" in phone.get(other).html
