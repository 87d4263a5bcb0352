"""The meetings that an all-play-all leaves out, and how they are played all the same."""

import pytest

from scorekeeper.phases.phase_plan import Phase, PhaseSource
from scorekeeper.tournament.missed_meetings import missed_meetings
from tests.support.desk import Desk

FINAL = Phase(format="knockout", sources=(PhaseSource(1, "best", (2,)),))


def all_play_all(pairs, **changes):
    return Desk(pairs, format="round_robin", rounds=0, **changes)


def met(desk):
    tables = [one for drawn_round in desk.tournament.rounds for one in drawn_round.tables]
    return {frozenset((one.a, one.b)) for one in tables}


def play_to_the_end(desk):
    while len(desk.tournament.rounds) < desk.tournament.planned_rounds:
        desk.draw().play()


@pytest.mark.parametrize("pairs", [4, 5])
def test_all_play_all_in_which_everybody_sat_misses_no_meeting(pairs):
    desk = all_play_all(pairs)
    assert missed_meetings(desk.tournament) == {}
    assert missed_meetings(desk.draw().tournament) == {}


def test_pair_that_comes_late_misses_the_pair_that_had_a_bye():
    desk = all_play_all(5).draw().play().add(("Late", "Later"))
    (bye,) = desk.tournament.last_round.byes
    assert missed_meetings(desk.tournament) == {"6": (bye,)}


@pytest.mark.parametrize("pairs", [5, 7, 9])
def test_meetings_that_were_told_are_those_that_were_not_played(pairs):
    desk = all_play_all(pairs).draw().play().draw().play().add(("Late", "Later"))
    told = missed_meetings(desk.tournament)
    play_to_the_end(desk)
    assert missed_meetings(desk.tournament) == told
    missed = {frozenset((key, one)) for key, others in told.items() for one in others}
    assert len(missed) == 2
    assert not missed & met(desk)
    assert len(missed | met(desk)) == (pairs + 1) * pairs // 2


def test_late_pair_of_an_even_number_adds_rounds_and_misses_nothing():
    desk = all_play_all(4).draw().play().add(("Late", "Later"))
    assert missed_meetings(desk.tournament) == {}
    play_to_the_end(desk)
    assert len(met(desk)) == 10


def test_pair_that_withdrew_is_missed_by_nobody():
    desk = all_play_all(5).draw().play().add(("Late", "Later"))
    desk.do("pair_changed", pair="6", withdrawn=True)
    assert missed_meetings(desk.tournament) == {}


def test_one_table_more_plays_a_missed_meeting():
    desk = all_play_all(5).draw().play().add(("Late", "Later"))
    play_to_the_end(desk)
    ((key, (other,)),) = missed_meetings(desk.tournament).items()
    others = [one for one in desk.tournament.pairs if one not in (key, other)]
    desk.do("attended", absent=others, present=[]).draw(fixed=[(key, other)])
    assert len(desk.tournament.last_round.tables) == 1
    assert missed_meetings(desk.tournament) == {}


def test_one_round_more_in_the_set_up_plays_it_before_the_final():
    desk = all_play_all(5, phases=(FINAL,)).draw().play().add(("Late", "Later"))
    for _ in range(4):
        desk.draw().play()
    ((key, (other,)),) = missed_meetings(desk.tournament).items()
    desk.do("changed", rounds=6)
    others = [one for one in desk.tournament.pairs if one not in (key, other)]
    desk.do("attended", absent=others, present=[]).draw(fixed=[(key, other)]).play()
    desk.do("attended", absent=[], present=others)
    assert desk.tournament.last_round.parts[0].phase == 1
    assert desk.draw().tournament.last_round.parts[0].phase == 2
    assert missed_meetings(desk.tournament) == {}


def test_other_formats_and_short_plans_miss_nothing():
    for changes in ({"format": "swiss"}, {"format": "round_robin", "rounds": 2}):
        desk = Desk(5, **changes).draw().play().add(("Late", "Later"))
        assert missed_meetings(desk.tournament) == {}
