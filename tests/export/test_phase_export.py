"""Exports of a tournament with phases: parts of rounds, phases as played, drawn again alike."""

import csv
import io
import random

import pytest

from scorekeeper.draws.codec import redraw
from scorekeeper.draws.standings import StandingRules
from scorekeeper.export.tournament_export import pair_json, tournament_csv, tournament_json
from tests.services.tournaments.test_phases import CONSOLATION, play, play_all
from tests.support.desk import Desk

pytestmark = pytest.mark.usefixtures("context", "english")


@pytest.fixture
def groups():
    """A tournament of four groups, bracket and consolation, before any round."""
    return Desk(16, format="round_robin", rounds=0, groups=4, phases=CONSOLATION)


@pytest.fixture
def players():
    """An individual evening of ten after two rounds."""
    rules = StandingRules(by="total", tie_breaks=())
    desk = Desk(format="individual", rounds=3, drop=1, standing=rules)
    desk.add(*((f"Player{number}", "") for number in range(1, 11)))
    return play_rounds(desk, 2)


def play_rounds(desk, count):
    chance = random.Random(7)
    for _ in range(count):
        play(desk.draw(), chance)
    return desk


def rows_of(desk, which):
    """The rows of a list, by their headings."""
    text = tournament_csv(desk.held, which).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_round_of_groups_tells_its_parts(groups):
    (drawn,) = tournament_json(play_rounds(groups, 1).held)["drawn"]
    assert [(one["phase"], one["group"], one["tables"]) for one in drawn["parts"]] == [
        (1, 1, [1, 2]),
        (1, 2, [3, 4]),
        (1, 3, [5, 6]),
        (1, 4, [7, 8]),
    ]
    assert all(len(one["draw"]["pairs"]) == 4 for one in drawn["parts"])
    assert drawn["draw"] == drawn["parts"][0]["draw"]


def test_list_of_the_first_phase_tells_no_parts(players):
    told = tournament_json(players.held)
    assert all("parts" not in one for one in told["drawn"])
    assert len(told["played_phases"]) == 1


def test_tournament_without_phases_tells_nothing_new():
    told = tournament_json(Desk(4).draw().play().held)
    assert not {"played_phases", "final_order"} & told.keys()
    assert "parts" not in told["drawn"][0]


def test_phases_are_told_as_advance_answers_them(groups):
    told = tournament_json(play_rounds(groups, 4).held)
    assert [one["state"] for one in told["played_phases"]] == ["finished", "playing", "playing"]
    assert len(told["played_phases"][1]["bracket"]) == 8
    assert {one["place"] for one in told["final_order"]} == {None}
    assert [one["place"] for one in told["played_phases"][0]["order"][:4]] == [1] * 4


def test_final_order_is_whole_at_the_end(groups):
    told = tournament_json(play_all(groups).held)
    assert [one["place"] for one in told["final_order"]] == [*range(1, 17)]
    assert [one["phase"] for one in told["final_order"]] == [2] * 8 + [3] * 8


def test_every_round_with_parts_is_drawn_again_alike(groups):
    desk = play_all(groups)
    redrawn = list(redraw(tournament_json(desk.held)))
    assert [one["alike"] for one in redrawn] == [True] * 6
    last = desk.tournament.last_round
    assert redrawn[-1]["tables"] == [[one.number, one.a, one.b] for one in last.tables]


def test_swap_in_a_group_and_an_absent_pair_are_drawn_again_alike(groups):
    desk = play_rounds(groups, 1).do("attended", present=[], absent=["5"])
    desk.draw()
    part = next(one for one in desk.tournament.last_round.parts if len(one.tables) == 2)
    one, other = (desk.tournament.last_round.table(number) for number in part.tables)
    desk.swap(one.a, other.b)
    assert [one["alike"] for one in redraw(tournament_json(desk.held))] == [True, True]


def test_kept_table_is_drawn_again_where_it_was(groups):
    desk = groups.do("table_kept", pair="3", kept_table=8)
    desk.draw()
    assert desk.tournament.table_of("3", 1).number == 8
    assert [one["alike"] for one in redraw(tournament_json(desk.held))] == [True]


def test_part_that_was_not_drawn_so_is_named(groups):
    exported = tournament_json(play_rounds(groups, 1).held)
    table = exported["drawn"][0]["tables"][5]
    table["a"], table["b"] = table["b"], table["a"]
    assert [one["alike"] for one in redraw(exported)] == [False]


def test_rounds_of_players_name_both_of_a_side_and_are_drawn_again_alike(players):
    told = tournament_json(players.held)
    table = told["drawn"][0]["tables"][0]
    entrants = players.tournament.rounds[0].tables[0].entrants
    assert (*table["a"], *table["b"]) == entrants
    assert [one["alike"] for one in redraw(told)] == [True, True]


def test_swapped_players_are_drawn_again_alike(players):
    players.draw()
    one, other = players.tournament.last_round.tables
    players.swap(one.entrants[1], other.entrants[2])
    assert [one["alike"] for one in redraw(tournament_json(players.held))] == [True] * 3


def test_player_is_told_against_both_others(players):
    a, _partner, one, other = players.tournament.rounds[0].tables[0].entrants
    told = pair_json(players.held, players.tournament.pairs[a])
    assert told["tables"][0]["against"] == [one, other]


def test_lists_have_phase_and_group_where_there_are_some(groups):
    desk = play_rounds(groups, 4)
    results = rows_of(desk, "results")
    assert (results[0]["Phase"], results[0]["Group"]) == ("Groups", "A")
    assert (results[-1]["Phase"], results[-1]["Group"]) == ("Consolation", "")
    assert rows_of(desk, "draw")[7]["Group"] == "D"
    assert "Phase" not in rows_of(Desk(4).draw(), "results")[0]


def test_standings_list_has_the_final_place_once_it_is_sure(groups):
    told = rows_of(play_rounds(groups, 2), "standings")
    assert {one["Rank"] for one in told} == {""}
    assert sorted(one["Group"] + one["Place in the phase"] for one in told)[:4] == [
        "A1", "A2", "A3", "A4",
    ]  # fmt: skip
    told = rows_of(play_all(groups), "standings")
    assert [one["Rank"] for one in told] == [str(place) for place in range(1, 17)]
    assert [one["Phase"] for one in told] == ["Knockout"] * 8 + ["Consolation"] * 8


def test_lists_of_players_name_both_of_a_side_and_the_partner(players):
    a, partner, one, other = players.tournament.rounds[0].tables[0].entrants
    draw = rows_of(players, "draw")[0]
    assert (draw["Pair A"], draw["Player A2"]) == (f"{a} & {partner}", f"Player{partner}")
    cross = next(row for row in rows_of(players, "cross") if row["Number"] == a)
    assert (cross["Partner"], cross["Against players"]) == (partner, f"{one} & {other}")
    assert "Phase" not in draw
