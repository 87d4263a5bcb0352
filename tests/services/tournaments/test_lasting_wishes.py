"""Wishes for every draw: pairs that never meet, tables that are kept, clubs apart."""

import pytest

from scorekeeper.tournament import round_draw
from scorekeeper.tournament.acts.body import TournamentRefused
from tests.desk import Desk


def met(desk):
    return [{table.a, table.b} for one in desk.tournament.rounds for table in one.tables]


def broken(desk):
    """Return the wishes that the next round cannot keep."""
    return [(one.rule, one.pairs) for one in round_draw.propose(desk.held, 7).draw.broken]


def rounds(desk, count):
    for _ in range(count):
        desk.draw().play()
    return desk


def test_two_that_never_meet_are_forbidden_in_every_round_until_they_may():
    desk = Desk(4, rounds=3).do("pairs_kept_apart", pairs=["3", "1"], apart=True)
    rounds(desk, 2)
    assert {"1", "3"} not in met(desk)
    assert [one.request["forbidden"] for one in desk.stored().tournament.rounds] == [
        [["1", "3"]]
    ] * 2
    assert {rule for rule, _ in broken(desk)} == {"rematch"}, (
        "rather than a table that is forbidden"
    )
    desk.do("pairs_kept_apart", pairs=["1", "3"], apart=False).draw()
    assert {"1", "3"} in met(desk)


@pytest.mark.parametrize("format_", ["swiss", "random", "round_robin", "odd_even", "knockout"])
def test_a_pair_keeps_its_table_in_every_round(format_):
    desk = Desk(9, format=format_).do("table_kept", pair="3", kept_table=4)
    for _ in range(2):
        desk.draw()
        drawn = desk.stored().tournament.last_round
        sat = desk.tournament.table_of("3", drawn.number)
        assert sat is None or sat.number == 4
        assert len({table.number for table in drawn.tables}) == len(drawn.tables)
        desk.play()


def test_two_who_keep_tables_and_meet_are_named():
    desk = Desk(2).do("table_kept", pair="1", kept_table=1).do("table_kept", pair="2", kept_table=2)
    assert broken(desk) == [("table", ("2",))]
    with pytest.raises(TournamentRefused) as refused:
        desk.add(("Late", "Comer")).do("table_kept", pair="3", kept_table=2)
    assert refused.value.faults[0].code == "table_kept"


def test_the_final_is_at_the_first_table_whoever_keeps_another():
    desk = rounds(Desk(4, format="knockout").do("table_kept", pair="1", kept_table=5), 1).draw()
    final = desk.tournament.last_round
    assert [table.number for table in final.tables] == [1, 2]
    assert ("table", ("1",)) in [(one.rule, one.pairs) for one in final.broken]


@pytest.mark.parametrize("format_", ["swiss", "random", "knockout"])
def test_clubs_are_kept_apart_while_it_can_be_avoided(format_):
    desk = Desk(8, format=format_)
    clubs = {"1": "ΑΕΛ", "8": "Αελ", "4": "άελ", "5": "APOEL", "2": "apoel"}
    for pair, club in clubs.items():
        desk.change_pair(pair, club=club)
    desk.do("clubs_kept_apart", apart=True).draw()
    assert sorted(desk.tournament.last_round.request["clubs"]) == [["1", "4", "8"], ["2", "5"]]
    assert not [two for two in met(desk) if two <= {"1", "4", "8"} or two <= {"2", "5"}]
    assert desk.tournament.last_round.broken == ()


def test_broken_club_wish_is_named():
    desk = Desk(2).change_pair("1", club="AEL").change_pair("2", club="AEL")
    desk.do("clubs_kept_apart", apart=True)
    assert [rule for rule, _ in broken(desk)] == ["club"]


def test_a_wish_of_a_pair_that_is_not_there_is_no_trouble():
    desk = Desk(5).do("pairs_kept_apart", pairs=["1", "5"], apart=True)
    desk.do("table_kept", pair="5", kept_table=1).do("pair_changed", pair="5", withdrawn=True)
    desk.draw()
    assert len(desk.tournament.last_round.tables) == 2


@pytest.mark.parametrize(
    ("kind", "told", "code"),
    [
        ("pairs_kept_apart", {"pairs": ["1", "1"], "apart": True}, "same_pair"),
        ("pairs_kept_apart", {"pairs": ["1", "9"], "apart": True}, "no_pair"),
        ("pairs_kept_apart", {"pairs": ["1", "2"], "apart": False}, "nothing_new"),
        ("table_kept", {"pair": "1", "kept_table": 0}, "nothing_new"),
        ("clubs_kept_apart", {"apart": False}, "nothing_new"),
    ],
)
def test_impossible_wish_is_refused(kind, told, code):
    with pytest.raises(TournamentRefused) as refused:
        Desk(3).do(kind, **told)
    assert refused.value.faults[0].code == code
