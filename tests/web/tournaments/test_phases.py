"""Pages of a tournament with phases: the final order, groups, brackets, players with partners."""

import random

import pytest

from scorekeeper.draws.standings import StandingRules
from scorekeeper.i18n import use_locale
from scorekeeper.phases.phase_plan import Phase, PhaseSource
from scorekeeper.printing.link_card import standings_card
from scorekeeper.printing.papers import print_paper
from scorekeeper.tournament.finals import final_order
from tests.services.tournaments.test_phases import CONSOLATION, play, play_all
from tests.support.phone import Phone

GROUPS = {"format": "round_robin", "rounds": 0, "groups": 4, "phases": CONSOLATION}
PLAYERS = {
    "format": "individual",
    "rounds": 3,
    "drop": 1,
    "sit_out": "mean",
    "standing": StandingRules(by="total", tie_breaks=()),
}


def play_rounds(count, seed=7):
    """Draws and plays so many rounds."""

    def then(desk):
        chance = random.Random(seed)
        for _ in range(count):
            play(desk.draw(), chance)

    return then


def in_groups(organise, then, **changes):
    return organise(16, then=then, **GROUPS, **changes)


def in_mid_bracket(organise):
    """Main bracket and consolation, with the first two of the semi-finals' results."""

    def then(desk):
        play_rounds(4)(desk)
        desk.draw().result(1, 351, 200).result(2, 351, 200)

    return in_groups(organise, then)


def players(organise, then, count=10, **changes):
    def come(desk):
        desk.add(*((f"Player{number}", "") for number in range(1, count + 1)))
        then(desk)

    return organise(then=come, **{**PLAYERS, **changes})


def headings(page, level="h2"):
    found = page.findall(f".//main//{level}")
    told = [" ".join("".join(one.itertext()).split()) for one in found]
    return [text for text in told if text != "Keys"]


def rows(page, of):
    """The rows of the table below this heading."""
    found = page.findall(f".//section[@aria-labelledby='{of}']//tbody/tr")
    return [" ".join(" ".join(row.itertext()).split()) for row in found]


# Standings


def test_standings_show_each_group_with_its_letter_and_its_places(organise):
    page = in_groups(organise, play_rounds(2)).page("standings")
    assert headings(page) == ["Groups in play"]
    assert headings(page, "h3") == ["Group A", "Group B", "Group C", "Group D"]
    assert [row.split()[0] for row in rows(page, "list1")] == ["1.", "2.", "3.", "4."] * 4


def test_number_of_a_group_opens_to_its_sums(organise):
    organiser = in_groups(organise, play_rounds(4))
    page = organiser.page("standings")
    link = next(link for link in page.links() if "/standings/" in link and "#wins" in link)
    opened = organiser.get(link)
    assert "Group A, place 1" in headings(opened, "h3")
    assert "Groups, round 3" in opened.words(".//table[@id='wins']")


def test_sums_tell_each_phase_of_a_pair_by_the_name_of_its_round(organise):
    organiser = in_mid_bracket(organise)
    key = organiser.tournament().last_round.table(1).a
    page = organiser.page(f"standings/{key}")
    assert headings(page, "h3")[1] == "Knockout: through to the final"
    told = page.words(".//table[@id='wins-2']")
    assert "Knockout: Semi-finals" in told
    assert "Consolation" not in told


def test_brackets_say_how_far_each_pair_came_before_the_groups(organise):
    page = in_mid_bracket(organise).page("standings")
    assert headings(page)[:3] == ["Knockout in play", "Consolation in play", "Groups"]
    told = rows(page, "list2")
    assert [row.startswith("–") for row in told] == [True] * 8
    assert [row.rsplit("Even", 1)[1].split(" ", 1)[1] for row in told] == [
        *["through to the final"] * 2,
        *["plays for the third place"] * 2,
        *["out in the quarter-finals"] * 4,
    ]
    assert "plays in the semi-finals" in " ".join(rows(page, "list3"))


def test_final_order_waits_for_the_phases_and_comes_first(organise):
    assert "final-order" not in in_mid_bracket(organise).page("standings").html
    page = in_groups(organise, play_all).page("standings")
    assert headings(page)[0] == "Final order"
    told = rows(page, "final-order")
    assert [row.split()[0] for row in told] == [f"{place}." for place in range(1, 17)]
    assert "Knockout: won the final" in told[0]
    assert "Consolation: won the final" in told[8]


def test_finished_bracket_has_final_places_while_the_other_one_is_played(organise):
    def then(desk):
        play_rounds(5)(desk)
        desk.draw()
        for number in desk.tournament.last_round.parts[0].tables:
            desk.result(number, 351, 200)

    told = rows(in_groups(organise, then).page("standings"), "final-order")
    assert [row.split()[0] for row in told[:8]] == [f"{place}." for place in range(1, 9)]
    assert {row.split()[0] for row in told[8:]} == {"–"}


def test_front_page_lists_six_places_of_the_groups(organise):
    page = in_groups(organise, play_rounds(1)).page()
    found = [row.find("td").text for row in page.findall(".//table[@class='standings']/tbody/tr")]
    assert sorted(found[:4]) == ["A1", "B1", "C1", "D1"]
    assert len(found) == 6


def test_players_stand_by_one_name_and_a_dropped_round_is_struck(organise):
    organiser = players(organise, play_rounds(2))
    page = organiser.page("standings")
    assert headings(page)[0] == "Everyone for themselves in play"
    assert page.words(".//thead").startswith("Rank Player Points")
    row = organiser.tournament().last_round.tables[0]
    (key, partner, *others) = row.entrants
    sums = organiser.page(f"standings/{key}")
    assert sums.words(".//h1") == f"Player {key}"
    told = sums.words(".//table[@id='total']")
    one, other = others
    assert f"{one} Player{one} – {other} Player{other}" in told
    assert f"with {partner} Player{partner}" in told
    assert len(sums.findall(".//table[@id='total']//s")) == 1
    assert "left out" in told
    assert not sums.findall(".//table[@id='wins']//s")


def test_round_that_a_player_sat_out_has_its_mark(organise):
    organiser = players(organise, play_rounds(2))
    (bye, _) = organiser.tournament().rounds[0].byes
    told = organiser.page(f"standings/{bye}").words(".//table[@id='wins']")
    assert "Round 1 of 3 sat out: the mean of the other rounds" in told
    page = organiser.page("standings").words(".//main")
    assert "A round that a player sits out counts the mean of the player's other rounds." in page
    assert "The worst round of each is left out of the points." in page


def test_cross_table_names_the_partner_and_the_other_side(organise):
    organiser = players(organise, play_rounds(1))
    a, partner, one, other = organiser.tournament().last_round.tables[0].entrants
    page = organiser.page("cross")
    found = page.findall(".//table[@class='standings cross']/tbody/tr")
    told = {row.find(".//span[@class='number']").text: "".join(row.itertext()) for row in found}
    assert f"with {partner}: {one} & {other}" in told[a]
    assert f"with {a}: {one} & {other}" in told[partner]


@pytest.mark.parametrize("make", [in_mid_bracket, lambda o: players(o, play_rounds(2))])
def test_pages_of_phases_are_in_greek_too(organise, make):
    organiser = make(organise)
    reader = Phone(organiser.app, "el")
    for path in ("", "standings", "standings/1", "cross", "rounds/2"):
        words = reader.get(organiser.url + path).words(".//main")
        for english in ("Group", "out in", "won", "through", "place", "with", "sat", "left out"):
            assert f"{english} " not in words, path


# The round that is played


def of_part(page, heading):
    """The numbers of the tables below this heading."""
    (section,) = page.findall(".//section[@id='tables']")
    found, now = {}, ""
    for one in section.iter():
        if one.tag == "h3":
            now = one.text
        elif one.get("class") == "at":
            found.setdefault(now, []).append(one.text)
    return found[heading]


def test_tables_stand_below_the_name_of_their_group(app, organise):
    organiser = in_groups(organise, play_rounds(1))
    page = Phone(app).get(f"{organiser.url}rounds/1")
    assert headings(page, "h3") == ["Group A", "Group B", "Group C", "Group D"]
    assert of_part(page, "Group B") == ["3", "4"]


def test_bracket_and_consolation_are_one_round_below_two_headings(app, organise):
    organiser = in_mid_bracket(organise)
    page = Phone(app).get(f"{organiser.url}rounds/5")
    assert page.words(".//h1") == "Knockout · Consolation: Semi-finals"
    assert of_part(page, "Knockout") == ["1", "2"]
    assert of_part(page, "Consolation") == ["3", "4"]
    grid = organiser.page("rounds/5")
    assert headings(grid, "h3") == ["Knockout", "Consolation"]
    assert len(grid.findall(".//li[@data-table]")) == 4


def test_last_tables_of_two_brackets_are_told_apart(organise):
    organiser = in_groups(organise, lambda desk: (play_rounds(5)(desk), desk.draw()))
    stages = [one.text for one in organiser.page("rounds/6").findall(".//b[@class='stage']")]
    assert stages == ["Final", "Third place"] * 2
    page = organiser.page("rounds/6/tables/3/sheet")
    assert page.words(".//h1") == "Sheet: Consolation: Final"


def test_seat_says_the_group_or_the_bracket(organise):
    organiser = in_groups(organise, play_rounds(1))
    (table, *_) = organiser.tournament().last_round.tables
    told = organiser.page(f"?name={table.a}").words(".//*[@id='found']")
    assert f"table 1 Group A: against {table.b}" in told
    organiser = in_mid_bracket(organise)
    table = organiser.tournament().last_round.table(3)
    told = organiser.page(f"?name={table.a}").words(".//*[@id='found']")
    assert f"table 3 Consolation: against {table.b}" in told


def test_seat_of_a_player_says_with_whom(organise):
    organiser = players(organise, play_rounds(1))
    a, partner, one, other = organiser.tournament().last_round.tables[0].entrants
    told = organiser.page(f"?name={partner}").words(".//*[@id='found']")
    assert told.startswith(f"{a} Player{a} – {partner} Player{partner} table 1 against")
    assert f"{one} Player{one} – {other} Player{other}" in told


def test_projector_shows_the_lists_of_the_phases_in_play(app, organise):
    organiser = in_mid_bracket(organise)
    titles = []
    for number in (1, 2):
        page = Phone(app).get(f"{organiser.url}screen?show=standings&page={number}")
        titles.append(page.words(".//p[@class='screen-title']"))
    assert titles == ["Knockout", "Consolation"]
    page = Phone(app).get(f"{organiser.url}screen?show=tables")
    assert [one.text for one in page.findall(".//span[@class='stage']")] == [
        *["Knockout"] * 2,
        *["Consolation"] * 2,
    ]


def test_projector_ends_with_the_final_order(app, organise):
    organiser = in_groups(organise, play_all)
    page = Phone(app).get(f"{organiser.url}screen?show=standings")
    assert page.words(".//p[@class='screen-title']").startswith("Final order · Champions: ")
    assert page.words(".//table").count("won the final") == 2


def test_frame_of_another_site_shows_the_standings_by_phase(app, organise):
    organiser = in_mid_bracket(organise)
    page = Phone(app).get(f"/embed{organiser.url}standings")
    assert headings(page)[:2] == ["Knockout in play", "Consolation in play"]


# Players who come alone, at the organiser's desk


def test_proposal_of_an_individual_round_names_both_players_of_each_side(organise):
    page = players(organise, lambda desk: desk.propose()).page("draw")
    sides = [
        " ".join(one.itertext()) for one in page.findall(".//*[@id='more']//span[@class='us']")
    ]
    assert [side.count("Player") for side in sides] == [2, 2]


def come_alone(desk):
    desk.do("door", coming=True, check_in=True, most=12)
    for number in (1, 2):
        names = [f"Late{number}", ""]
        desk.do("registered", registration=number, players=names, club="")


@pytest.mark.parametrize(
    "path",
    [
        "",
        "pairs?open=door",
        "fees",
        "come",
        "players",
        "earlier",
        "pairs/1",
        "pairs/1/names",
        "draw",
    ],
)
def test_pages_of_an_individual_evening_speak_of_players(organise, path):
    words = players(organise, come_alone).page(path).words(".//main")
    assert "pair" not in words.lower()


def test_all_players_who_wait_at_the_door_are_taken_at_once(organise):
    organiser = players(organise, come_alone)
    organiser.press(organiser.page("pairs"), "Take all who have a place and stand there once")
    taken = [pair.players for pair in organiser.tournament().pairs.values()]
    assert taken[-2:] == [("Late1", ""), ("Late2", "")]


# The end


def test_end_of_players_names_the_winner_and_offers_one_more_round_but_no_final(organise):
    organiser = players(organise, play_rounds(3))
    page = organiser.page()
    played = page.words(".//div[@id='played']")
    assert played.startswith("All planned rounds are played. Winner")
    assert f"{organiser.url}final" not in page.links()
    assert f"{organiser.url}draw#more" in page.links()


def test_end_of_two_brackets_names_the_winner_and_offers_nothing_more(organise):
    page = in_groups(organise, play_all).page()
    assert page.words(".//div[@id='played']").startswith("The final is played. Champions: ")
    assert not [link for link in page.links() if link.endswith(("/final", "/draw#more"))]


def test_card_of_a_link_shows_no_place_that_is_not_final(app, organise):
    organiser = in_mid_bracket(organise)
    with app.test_request_context():
        card = standings_card(organiser.held())
    assert [row.place for row in card.rows] == ["–"] * 4


def test_index_names_the_round_of_the_phases_and_then_the_winner(organise):
    organiser = in_mid_bracket(organise)
    assert "Knockout · Consolation: Semi-finals" in organiser.get("/tournaments/").words()
    organiser = in_groups(organise, play_all)
    assert "Won by:" in organiser.get("/tournaments/").words()


# The history


def test_history_tells_a_drawn_round_by_the_name_of_its_phases(app, organise):
    organiser = in_mid_bracket(organise)
    told = Phone(app).get(f"{organiser.url}history").words()
    assert "Round 1 was drawn: 8 tables (Groups, round 1)" in told
    assert "Round 5 was drawn: 4 tables (Knockout · Consolation: Semi-finals)" in told


def test_undoing_a_result_says_whose_place_in_the_group_is_another(organise):
    def then(desk):
        desk.draw()
        for number in range(1, 9):
            desk.result(number, 351, 200)

    organiser = in_groups(organise, then)
    seq = organiser.tournament().revision
    words = organiser.page(f"history/{seq}/undo").words(".//main")
    table = organiser.tournament().last_round.table(8)
    assert "Round 1, table 8" in words
    assert f"Place of pair {table.a}" in words
    assert "D1" in words


def test_players_of_an_earlier_individual_evening_are_taken_over(organise):
    organiser = players(organise, lambda desk: None, count=4)
    made = {}
    for way in ("individual", "rounds"):
        form = organiser.get("/tournaments/new")
        made[way] = organiser.press(form, "Set it up", title="Friday", way=way).goes_to
    page = organiser.get(made["individual"].replace("pairs", "earlier"))
    link = next(one for one in page.links() if one.endswith(f"/earlier/{organiser.public_id}"))
    ticked = {f"take-{at}": "1" for at in range(4)}
    choice = organiser.get(link)
    assert "Nobody was added: none is ticked." in organiser.press(choice, "Add the players").words()
    taken = organiser.press(choice, "Add the players", **ticked)
    assert "Player4" in organiser.get(taken.goes_to).words()
    page = organiser.get(made["rounds"].replace("pairs", "earlier"))
    assert not [one for one in page.links() if f"/earlier/{organiser.public_id}" in one]


def test_proposed_round_stands_below_the_headings_that_its_board_has(organise):
    organiser = in_groups(organise, play_rounds(4))
    heading = "Draw: Knockout · Consolation: Semi-finals"
    for path in ("", "rounds/4"):
        assert organiser.page(path).words(".//*[@id='next']") == heading
    page = organiser.proposal()
    assert page.words(".//h1") == heading
    tables = [len(one.findall("li")) for one in page.findall(".//ol[@class='draw']")]
    assert (headings(page)[:2], tables) == (["Knockout", "Consolation"], [2, 2])
    board = organiser.get(organiser.press(page, "Draw it so").goes_to)
    assert headings(board, "h3")[:2] == ["Knockout", "Consolation"]


def test_draw_of_groups_is_called_as_their_round(organise):
    page = in_groups(organise, play_rounds(1)).proposal()
    assert page.words(".//h1") == "Draw: Groups, round 2"
    assert headings(page)[:4] == ["Group A", "Group B", "Group C", "Group D"]


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        (PLAYERS, "At least four players must be there."),
        (GROUPS, "At least two pairs must be there."),
    ],
)
def test_draw_without_anybody_says_who_is_missing(organise, changes, missing):
    page = organise(**changes).page("draw")
    told = page.words(".//*[@id='wrong']")
    assert told.startswith(missing)
    assert told.endswith("Add players" if changes is PLAYERS else "Add pairs")


def test_draw_says_what_a_bye_counts_where_one_is_drawn(organise):
    worth = "A bye is a match won, with the mean score of its round."
    assert worth in organise(5).proposal().words(".//*[@id='more']")
    assert worth not in organise(4).proposal().words(".//*[@id='more']")
    assert worth not in organise(5, format="knockout").proposal().words(".//*[@id='more']")
    assert worth not in players(organise, lambda desk: None, 5).proposal().words()


def test_draw_says_whom_a_bye_keeps_out_of_the_consolation(organise):
    hint = "An entrant with a bye in the first round that loses later plays no consolation."
    losers = Phase(format="knockout", sources=(PhaseSource(1, "losers", (1,)),))

    def told(pairs, phases):
        organiser = organise(pairs, format="knockout", phases=phases)
        return organiser.proposal().words(".//*[@id='more']")

    assert hint in told(7, (losers,))
    assert hint not in told(8, (losers,))
    assert hint not in told(7, ())


def test_standings_say_that_the_seeds_part_whom_no_match_does(organise):
    seeds = "Between those who came as far as each other the seeds decide."
    losers = Phase(format="knockout", sources=(PhaseSource(1, "losers", (1,)),))
    for changes in ({"phases": (losers,)}, {"places": "all"}):
        told = organise(8, format="knockout", **changes).page("standings").words(".//main")
        assert seeds in told
        assert "What counts:" not in told
    told = organise(8, format="knockout").page("standings").words(".//main")
    assert seeds not in told
    assert "does the rest count. What counts: Wins, then the difference." in told


def test_third_of_three_who_play_all_places_has_won_no_final(organise):
    def then(desk):
        desk.draw().play().draw().play()

    page = organise(3, format="knockout", places="all", then=then).page("standings")
    assert how_far(page, "list1") == ["won the final", "lost the final", "third, without a match"]


def test_consolation_of_three_names_its_third_without_a_match(organise):
    told = how_far(in_groups_of_seven(organise, play_all).page("standings"), "list3")
    assert told == ["won the final", "lost the final", "third, without a match"]


def in_groups_of_seven(organise, then):
    """Two groups, whose first two go on, and a consolation of the three others."""
    return organise(7, then=then, **{**GROUPS, "groups": 2})


@pytest.mark.parametrize("gone", [1, 2])
def test_third_place_that_is_not_played_keeps_no_pair_waiting(organise, gone):
    def then(desk):
        desk.draw().play().draw().play()
        losers = [one.b for one in desk.tournament.last_round.tables]
        for key in losers[:gone]:
            desk.change_pair(key, withdrawn=True)
        desk.draw().play()
        assert len(desk.tournament.last_round.tables) == 1

    final = Phase(format="knockout", sources=(PhaseSource(1, "best", (4,)),))
    page = organise(4, rounds=1, phases=(final,), then=then).page("standings")
    assert how_far(page, "list2") == [
        "won the final",
        "lost the final",
        "third, without a match",
        "out in the semi-finals",
    ]


def how_far(page, of):
    return [
        row.rsplit("Even", 1)[1].split(" ", 1)[1].split(" withdrawn")[0] for row in rows(page, of)
    ]


def test_bracket_that_is_not_drawn_yet_says_so(organise):
    page = in_groups(organise, play_rounds(3)).page("standings")
    assert headings(page) == ["Knockout not drawn yet", "Consolation not drawn yet", "Groups"]
    assert headings(organise(16, **GROUPS).page("standings")) == ["Groups not drawn yet"]


def test_front_page_names_the_winners_to_everybody_once_all_is_over(app, organise):
    organiser = in_groups(organise, play_all)
    tournament = organiser.tournament()
    told = Phone(app).get(organiser.url).words(".//*[@id='round-summary']")
    held = organiser.held()
    with app.app_context():
        order = [key for _, key in final_order(held)]
    assert f"Champions: {tournament.name(order[0])} ({order[0]})" in told
    consoled = f"Consolation, first: {tournament.name(order[8])} ({order[8]})"
    assert consoled in told
    assert consoled in organiser.page("standings").words(".//main")
    assert consoled in organiser.page("draw").words(".//main")


def test_front_page_names_the_winner_of_a_plain_list_to_everybody(app, organise):
    organiser = organise(4, rounds=1, then=lambda desk: desk.draw().play())
    assert "Champions" in Phone(app).get(organiser.url).words(".//*[@id='round-summary']")
    playing = organise(4, rounds=2, then=lambda desk: desk.draw().play())
    assert "Champions" not in Phone(app).get(playing.url).words()


def test_front_page_has_each_bracket_that_is_played_below_its_name(organise):
    page = in_mid_bracket(organise).page()
    told = page.words(".//section[@aria-labelledby='standings']")
    assert told.startswith("Standings Knockout in play Rank Pair –")
    assert "Consolation in play Rank Pair –" in told
    assert "Wins" not in told


def test_front_page_has_the_final_order_once_all_is_over(organise):
    told = in_groups(organise, play_all).page().words(".//section[@aria-labelledby='standings']")
    assert told.startswith("Standings Final order Rank Pair 1.")
    assert "6." in told
    assert "7." not in told


def test_facts_of_a_tournament_say_of_which_phase_the_rounds_are(organise):
    facts = in_groups(organise, play_rounds(4)).page().words(".//main")
    assert "Groups: 4, rounds: 3 Knockout with the first 2 of each group" in facts
    assert "Rounds: 3" not in facts


def test_papers_and_erased_names_of_an_individual_evening_speak_of_players(app, organise):
    organiser = players(organise, play_rounds(1))
    assert "Cards of the players" in organiser.page("papers").words(".//main")
    assert organiser.page("papers/cards").words(".//h1") == "Cards of the players"
    assert "With whom each player sat" in organiser.page("papers").words(".//main")
    page = organiser.page("pairs/3/names")
    organiser.press(page, "Erase the name of this player", sure="1")
    assert organiser.tournament().pairs["3"].name == ""
    told = organiser.page("standings").words(".//main")
    assert "Player 3" in told
    assert "Pair 3" not in told


def test_sheet_of_an_individual_evening_is_headed_by_its_players(app, organise):
    organiser = players(organise, lambda desk: desk.draw())
    with app.app_context(), use_locale("en"):
        held = organiser.held()
        html = print_paper(held, "sheets", held.tournament.last_round, lambda secret: "").html
    assert ">Players<" in html
    assert ">Pair<" not in html


def test_standings_say_that_a_sit_out_counts_while_its_round_is_played(organise):
    told = "it counts already for those who sit out"
    playing = players(organise, lambda desk: (play_rounds(1)(desk), desk.draw()))
    assert told in playing.page("standings").words(".//main")
    assert told not in players(organise, play_rounds(2)).page("standings").words(".//main")
    kept = players(organise, lambda desk: desk.draw(), drop=0)
    assert told not in kept.page("standings").words(".//main")


@pytest.mark.parametrize("path", ["rounds/1/tables/1", "rounds/1/tables/1/sheet"])
def test_labels_of_a_table_of_players_name_both_of_a_side(organise, path):
    organiser = players(organise, lambda desk: desk.draw())
    side = organiser.tournament().last_round.table(1).a.replace("+", " & ")
    html = organiser.page(path).html.replace("&amp;", "&")
    assert f"layers {side}" in html
    assert "of pair" not in html
    assert '"Pair ' not in html
