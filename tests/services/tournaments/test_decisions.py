"""Forfeits, rulings and withdrawn results: their effect on standings and the next draw."""

import pytest

from scorekeeper.draws.standings import StandingRules
from scorekeeper.journal.owner import Conflict, NotAllowed
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.played_tables import results_of
from scorekeeper.tournament.standing import forfeited_rounds, missed_rounds, standing_of
from tests.support.desk import Desk
from tests.support.table import SWEPT


def table(desk, number=1):
    return desk.tables()[number - 1]


def forfeit(desk, number, by, **more):
    return desk.do("forfeited", round=len(desk.tournament.rounds), table=number, by=by, **more)


def withdraw(desk, number=1, reason="the other table was meant", **more):
    told = {"source": "organiser", "reason": reason, **more}
    return desk.do("result_withdrawn", round=len(desk.tournament.rounds), table=number, **told)


def rule(desk, a, b, reason="the last hand does not count", number=1):
    told = {"score": [a, b], "reason": reason}
    return desk.do("result_ruled", round=len(desk.tournament.rounds), table=number, **told)


def figures(desk, pair):
    [row] = [row for row in standing_of(desk.held) if row.pair == pair]
    names = ("wins", "difference", "total")
    return tuple(row.figures[name].points for name in names)


def codes(refused):
    return [fault.code for fault in refused.value.faults]


def test_forfeit_win_scores_as_the_set_up_says():
    desk = forfeit(Desk(2, forfeit=(150, 20)).draw(), 1, "b")
    seated = desk.tournament.last_round.tables[0]
    assert table(desk).score == (150, 20)
    assert figures(desk, seated.a) == (2, 130, 150)
    assert figures(desk, seated.b) == (0, -130, 20)


def test_forfeit_by_both_pairs_is_a_loss_for_both():
    desk = forfeit(Desk(2).draw(), 1, "both")
    assert table(desk).score == (0, 0)
    assert [figures(desk, pair) for pair in ("1", "2")] == [(0, -100, 0)] * 2
    assert forfeited_rounds(desk.tournament) == {"1": (1,), "2": (1,)}


def test_a_change_of_the_set_up_changes_what_forfeits_count():
    desk = forfeit(Desk(2).draw(), 1, "a").do("changed", forfeit=[351, 0])
    assert table(desk).score == (0, 351)
    assert figures(desk, desk.tournament.last_round.tables[0].b) == (2, 351, 351)


def test_a_forfeit_is_a_match_won():
    with pytest.raises(TournamentRefused) as refused:
        Desk(2).do("changed", forfeit=[0, 0])
    assert codes(refused) == ["no_forfeit"]


def test_nobody_goes_on_in_a_knockout_where_neither_came():
    desk = Desk(4, format="knockout").draw()
    with pytest.raises(TournamentRefused) as refused:
        forfeit(desk, 1, "both")
    assert codes(refused) == ["no_winner"]
    there = desk.tournament.last_round.tables[0].b
    desk = forfeit(desk, 1, "a").result(2, 351, 0).draw()
    assert there in {key for one in desk.tournament.last_round.tables[:1] for key in (one.a, one.b)}


def test_the_next_round_is_drawn_without_a_win_where_neither_came():
    desk = forfeit(Desk(4).draw(), 1, "both").result(2, 351, 200).draw()
    first = desk.tournament.last_round.request["results"][0]
    assert first[0]["forfeit"] == "both"
    assert "forfeit" not in first[1]


def test_over_a_result_a_forfeit_says_why_and_a_result_over_a_forfeit_too():
    desk = Desk(2).draw().result(1, 351, 200)
    with pytest.raises(TournamentRefused) as refused:
        forfeit(desk, 1, "a")
    assert codes(refused) == ["no_reason"]
    forfeit(desk, 1, "a", reason="they had gone")
    with pytest.raises(TournamentRefused) as refused:
        forfeit(desk, 1, "a", reason="again")
    assert codes(refused) == ["same_score"]
    desk.result(1, 0, 100, reason="they played all the same")
    assert not table(desk).table.result.is_decided


def test_a_withdrawn_result_leaves_what_the_phone_says_and_stays_in_the_history():
    desk = Desk(2).draw().write(1, SWEPT, SWEPT, SWEPT).result(1, 351, 6)
    assert table(withdraw(desk)).score == (375, 0)
    assert table(desk).is_only_live
    assert len(table(desk).table.history) == 2
    desk.result(1, 351, 6)
    assert table(desk).score == (351, 6), "written again without a reason: nothing stood there"


def test_a_withdrawn_result_leaves_nothing_where_no_phone_wrote():
    desk = withdraw(Desk(2).draw().result(1, 351, 6))
    assert (table(desk).score, table(desk).state) == (None, "waiting")
    assert results_of(desk.tournament, desk.tables()) == (((),), False)


@pytest.mark.parametrize(
    ("prepare", "reason", "code"),
    [
        (lambda desk: desk, "why", "no_result"),
        (lambda desk: desk.result(1, 351, 6), "", "no_reason"),
        (lambda desk: withdraw(desk.result(1, 351, 6)), "twice", "no_result"),
    ],
)
def test_only_what_stands_can_be_withdrawn(prepare, reason, code):
    desk = prepare(Desk(2).draw())
    with pytest.raises(TournamentRefused) as refused:
        withdraw(desk, reason=reason)
    assert codes(refused) == [code]


def test_a_result_that_a_round_was_drawn_from_stays():
    desk = Desk(4).draw().play().draw()
    with pytest.raises(TournamentRefused) as refused:
        desk.do("result_withdrawn", round=1, table=1, source="organiser", reason="why")
    assert codes(refused) == ["not_last"]


def test_the_arbiter_s_result_counts_whatever_was_played():
    desk = rule(Desk(2).draw().write(1, SWEPT, SWEPT, SWEPT), 200, 300)
    assert table(desk).score == (200, 300)
    assert not table(desk).disagrees, "it was not played so, and everybody knows"
    with pytest.raises(TournamentRefused):
        rule(desk, 200, 300, reason="")


def test_a_helper_withdraws_a_result_and_decides_nothing():
    desk = Desk(2).draw().result(1, 351, 200)
    helper, _secret = desk.helper()
    desk.held = type(desk.held)(**{**_fields(desk.held), **_fields(desk.stored())})
    withdraw(desk, phone=helper, source="helper")
    with pytest.raises(NotAllowed):
        forfeit(desk, 1, "a", phone=helper)


def test_a_table_that_others_sit_down_at_has_no_history_of_those_before():
    desk = withdraw(Desk(6).draw().result(1, 351, 6))
    first, second, _third = desk.tournament.last_round.tables
    withdraw(desk.result(3, 351, 7), number=3).swap(first.b, second.a)
    now = desk.stored().tournament.last_round.tables
    assert (now[0].b, now[0].history) == (second.a, ())
    assert len(now[2].history) == 2, "there the same pairs sit"
    assert len([act for act in desk.tournament.acts if act.kind == "result_withdrawn"]) == 2


@pytest.mark.parametrize("decide", [lambda desk: rule(desk, 9, 8), lambda d: forfeit(d, 1, "a")])
def test_a_helper_undoes_nothing_that_the_organiser_decided(decide):
    desk = Desk(2).draw()
    helper, _secret = desk.helper()
    before = desk.stored().revision
    now = decide(desk).held.revision
    for act in (
        lambda revision: withdraw(desk, phone=helper, source="helper", revision=revision),
        lambda revision: desk.result(
            1, 351, 200, reason="misread", source="helper", phone=helper, revision=revision
        ),
    ):
        with pytest.raises(NotAllowed):
            act(now)
        with pytest.raises(Conflict):
            act(before)
    assert table(desk).table.result.is_decided
    assert not table(withdraw(desk)).table.result, "the organiser may"


def _fields(held):
    return {name: getattr(held, name) for name in type(held).__dataclass_fields__}


def test_two_who_decide_about_one_table_do_not_overwrite_each_other():
    desk = Desk(2).draw()
    before = desk.held.revision
    desk.result(1, 351, 200)
    with pytest.raises(Conflict):
        forfeit(desk, 1, "a", revision=before, reason="not there")


def test_a_missed_round_counts_nothing_or_as_a_forfeit():
    desk = Desk(3).do("attended", present=[], absent=["3"]).draw().play()
    assert missed_rounds(desk.tournament) == {"3": (1,)}
    loser = desk.tournament.last_round.tables[0].b
    assert [row.pair for row in standing_of(desk.held)][1:] == ["3", loser]
    desk.do("changed", absence="forfeited", forfeit=[200, 0])
    assert figures(desk, "3") == (0, -200, 0)
    assert [row.pair for row in standing_of(desk.held)][1:] == [loser, "3"]


def test_by_match_points_a_missed_round_is_a_match_lost():
    rules = StandingRules(by="match_points", match_points=(3, 2, 1))
    desk = Desk(3, standing=rules, absence="forfeited")
    desk.do("attended", present=[], absent=["3"]).draw().play()
    [row] = [row for row in standing_of(desk.held) if row.pair == "3"]
    assert row.figures["match_points"].points == 1


def test_pair_out_of_a_knockout_misses_no_round():
    desk = Desk(4, format="knockout", absence="forfeited").draw().play().draw()
    assert missed_rounds(desk.tournament) == {}


def test_the_names_of_a_pair_go_out_of_why_it_forfeited():
    desk = forfeit(Desk(2).draw(), 1, "a", reason="Odd1 is ill")
    forfeited = desk.tournament.acts[-1].body
    assert forfeited.without_pair("1", {"Odd1"}, desk.tournament).reason == ""
    assert forfeited.without_pair("9", {"Somebody"}, desk.tournament) is None
