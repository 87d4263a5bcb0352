"""A kept knockout: corrections, changes by hand, and where everybody stands."""

import pytest

from scorekeeper.tournament import corrections
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.round_draw import propose, redraw_differences
from scorekeeper.tournament.standing import standing_of
from tests.desk import Desk


def places(desk):
    return {row.pair: row.place for row in standing_of(desk.held)}


def tables(desk):
    return [(one.a, one.b) for one in desk.tournament.last_round.tables]


def winner_of(desk, table):
    """Sides A win where `Desk.play` plays."""
    return tables(desk)[table - 1][0]


def broken(desk):
    return [(one.rule, one.pairs) for one in propose(desk.held, 1).draw.broken]


def test_a_corrected_match_of_an_earlier_round_leaves_the_bracket_as_it_went_on():
    desk = Desk(8, format="knockout").draw().play()
    wrong = winner_of(desk, 1)
    desk.draw().play()
    desk.result(1, 100, 351, number=1, reason="sides mixed up")
    assert redraw_differences(desk.tournament) == (2,)
    assert broken(desk) == [("bracket", (wrong,))], "it lost, and sat down all the same"
    desk.draw()
    assert tables(desk)[0][0] == wrong
    assert [one.pairs for one in desk.tournament.last_round.broken] == [(wrong,)]
    assert redraw_differences(desk.tournament) == (2,), "the final followed from who had sat down"
    desk.play()
    with pytest.raises(TournamentRefused) as refused:
        desk.draw()
    assert refused.value.faults[0].code == "over"
    assert places(desk)[wrong] == 1


def test_a_round_that_is_taken_back_is_drawn_from_the_corrected_result():
    desk = Desk(8, format="knockout").draw().play()
    right = tables(desk)[0][1]
    desk.draw().result(1, 100, 351, number=1, reason="sides mixed up").undraw().draw()
    assert right in {pair for table in tables(desk) for pair in table}
    assert redraw_differences(desk.tournament) == ()


def test_the_final_and_the_match_for_the_third_place_make_the_first_four():
    desk = Desk(4, format="knockout").draw().play().draw()
    (first, second), (third, fourth) = tables(desk)
    desk.result(1, 351, 0).result(2, 351, 0)
    assert places(desk) == {first: 1, second: 2, third: 3, fourth: 4}


def test_pair_beaten_later_in_a_knockout_stands_higher():
    desk = Desk(8, format="knockout").draw()
    for table in range(1, 5):
        desk.result(table, 351, 350 if table == 1 else 100)
    close, second_round = tables(desk)[0][1], {table[0] for table in tables(desk)}
    desk.draw().result(1, 351, 0).result(2, 351, 0)
    found = places(desk)
    assert {pair for pair, place in found.items() if place <= 4} == second_round
    assert found[close] == 5, "the least beaten of the first round"


def test_a_finalist_who_did_not_come_is_second():
    desk = Desk(4, format="knockout").draw().play()
    absent, there = winner_of(desk, 1), winner_of(desk, 2)
    desk.do("attended", present=[], absent=[absent]).draw()
    ((third, fourth),) = tables(desk)
    desk.result(1, 351, 0)
    assert places(desk) == {there: 1, absent: 2, third: 3, fourth: 4}


def test_a_final_that_was_changed_by_hand_is_named_and_is_the_last_round_all_the_same():
    desk = Desk(4, format="knockout").draw().play().draw()
    (one, other), (third, fourth) = tables(desk)
    moved = corrections.swap_breaks(desk.tournament, 2, (one, third))
    assert [(b.rule, set(b.pairs)) for b in moved] == [
        ("bracket", {third, other}),
        ("bracket", {one, fourth}),
    ]
    desk.swap(one, third).play()
    with pytest.raises(TournamentRefused) as refused:
        desk.draw()
    assert refused.value.faults[0].code == "over"
    assert places(desk) == {third: 1, other: 2, one: 3, fourth: 4}


def test_no_bracket_breaks_a_rule_by_itself():
    desk = Desk(8, format="knockout").draw().play().draw().play().draw()
    assert [drawn.broken for drawn in desk.tournament.rounds] == [(), (), ()]
