"""A pair's names after the draw: a slip is mended everywhere, a substitute plays from now on."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import Conflict
from tests.desk import Desk
from tests.table import MADE

GUESTS = ["Guest", "Friend"]


def side_of(desk, pair="1"):
    """The pair's side in its match of the last round."""
    (one,) = [one for one in desk.tables() if pair in (one.table.a, one.table.b)]
    sides = one.live.ledger.match.sides
    return sides.A if one.table.a == pair else sides.B


def players_in(desk, *rounds, pair="1"):
    found = desk.stored().tournament.pairs[pair]
    return [list(found.players_in(number)) for number in rounds]


@pytest.mark.parametrize("hands", [[], [MADE]])
def test_a_corrected_name_reaches_the_match_that_is_played(hands):
    desk = Desk(2).draw().write(1, *hands)
    desk.change_pair("1", players=["Odd1", "Eve"])
    assert side_of(desk) == ("Odd1 – Eve", ("Odd1", "Eve"))
    assert players_in(desk, 1) == [["Odd1", "Eve"]]


def test_a_corrected_name_leaves_what_else_the_scorer_changed():
    desk = Desk(2).draw()
    table = desk.tables()[0].table
    theirs = "B" if table.a == "1" else "A"
    desk.act(1, "changed", names={theirs: "The Eagles"})
    desk.change_pair("1", players=["Odd1", "Eve"])
    assert side_of(desk, "2").name == "The Eagles"


def test_a_substitute_plays_the_round_whose_match_has_not_begun():
    desk = Desk(2).draw().play().draw().change_pair("1", players=GUESTS, from_now=True)
    assert players_in(desk, 1, 2, 3) == [["Odd1", "Even1"], GUESTS, GUESTS]
    assert side_of(desk).players == tuple(GUESTS)


@pytest.mark.parametrize(
    "begin", [lambda desk: desk.write(1, MADE), lambda desk: desk.result(1, 351, 240)]
)
def test_a_substitute_plays_no_match_that_others_have_begun(begin):
    desk = Desk(2).draw()
    begin(desk)
    desk.change_pair("1", players=GUESTS, from_now=True)
    assert players_in(desk, 1, 2) == [["Odd1", "Even1"], GUESTS]
    assert side_of(desk).players == ("Odd1", "Even1")
    desk.change_pair("1", players=["Guest", "Foe"])
    assert side_of(desk).players == ("Odd1", "Even1"), "a slip in the substitute's name"


def test_a_substitute_before_the_first_draw_was_always_there():
    desk = Desk(2).change_pair("1", players=GUESTS, from_now=True).draw()
    assert players_in(desk, 1) == [GUESTS]
    assert desk.tournament.pairs["1"].were == ()


def test_one_substitute_after_the_other_plays_what_each_played():
    desk = Desk(2).draw().play().change_pair("1", players=GUESTS, from_now=True)
    desk.draw().play().change_pair("1", players=["Third", "Fourth"], from_now=True)
    assert players_in(desk, 1, 2, 3) == [["Odd1", "Even1"], GUESTS, ["Third", "Fourth"]]


def test_pair_with_a_bye_is_swapped_to_a_table_with_its_substitutes():
    desk = Desk(3).draw()
    (bye,), (table,) = desk.tournament.last_round.byes, desk.tournament.last_round.tables
    desk.change_pair(bye, players=GUESTS, from_now=True).swap(bye, table.a)
    assert side_of(desk, bye).players == tuple(GUESTS)


def test_after_a_round_is_taken_back_its_substitutes_play_the_one_in_its_place():
    desk = Desk(2).draw()
    desk.do("pair_changed", pair="1", players=GUESTS, from_now=True)
    desk.undraw().draw()
    assert players_in(desk, 1) == [GUESTS]
    assert desk.tournament.pairs["1"].were == ()


def test_substitutes_replaced_before_a_hand_have_played_nothing():
    desk = Desk(2).draw().play().draw()
    desk.change_pair("1", players=GUESTS, from_now=True)
    desk.change_pair("1", players=["Third", "Fourth"], from_now=True)
    assert players_in(desk, 1, 2) == [["Odd1", "Even1"], ["Third", "Fourth"]]
    assert [one.until for one in desk.tournament.pairs["1"].were] == [1]


def test_a_repeat_is_written_once_and_another_change_under_its_id_is_refused():
    desk, op_id = Desk(2).draw(), new_operation_id()
    desk.change_pair("1", op_id, players=GUESTS, from_now=True)
    written = desk.tournament.acts
    desk.change_pair("1", op_id, players=GUESTS, from_now=True)
    assert desk.tournament.acts == written
    with pytest.raises(Conflict):
        desk.change_pair("1", op_id, players=["Guest", "Foe"], from_now=True)
