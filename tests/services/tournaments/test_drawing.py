"""Rounds of a kept tournament: drawn, swapped, taken back; wishes, and a knockout."""

import json

import pytest

from scorekeeper.draws.codec import answer
from scorekeeper.draws.model import FORMATS
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import Conflict, OperationReused
from scorekeeper.match import matches
from scorekeeper.tournament import corrections, pair_erasure, round_draw
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.draw_requests import CannotDraw, draw_command
from scorekeeper.tournament.round_draw import propose, redraw_differences
from scorekeeper.tournament.standing import standing_of
from tests.support.desk import Desk
from tests.support.table import MADE


@pytest.mark.parametrize("format_", FORMATS)
def test_the_shown_command_draws_the_same_round_again(format_):
    desk = Desk(9, format=format_).draw().play().draw()
    for drawn in desk.stored().tournament.rounds:
        line = draw_command([drawn.request])
        asked = line.removeprefix("echo '").removesuffix("' | python -m scorekeeper draw")
        told = answer(json.loads(asked))
        assert told["tables"] == [[table.a, table.b] for table in drawn.tables]
        assert told["byes"] == list(drawn.byes)


def test_drawn_round_equals_the_proposed_round():
    desk = Desk(8).propose()
    seed = round_draw.seed_of_next(desk.tournament)
    proposed = round_draw.propose(desk.held, seed, [("1", "2")], [("3", "4")])
    desk.draw(fixed=[("1", "2")], forbidden=[("3", "4")])
    drawn = desk.tournament.last_round
    assert drawn.request == proposed.requests[0]
    assert {"1", "2"} in [{table.a, table.b} for table in drawn.tables]


def seeds(desk):
    """The seeds of the proposals, and why they were made."""
    return [(one.number, one.seed, one.reason) for one in desk.stored().tournament.proposed]


def test_a_round_has_one_seed_until_it_is_proposed_anew_with_a_reason():
    desk = Desk(8).propose()
    [(_, first, _)] = seeds(desk)
    desk.draw().undraw().add(("Late", "Comer")).draw()
    assert desk.tournament.last_round.request["seed"] == first
    assert desk.undraw().tournament.last_round is None
    with pytest.raises(TournamentRefused) as refused:
        desk.propose()
    assert [one.code for one in refused.value.faults] == ["no_reason"]
    desk.propose(reason="pair 9 came late")
    [_, (number, second, reason)] = seeds(desk)
    assert (number, reason) == (1, "pair 9 came late")
    assert second != first
    assert desk.draw().tournament.last_round.request["seed"] == second


def test_a_round_that_is_drawn_without_a_proposal_is_proposed_with_it():
    desk = Desk(4).draw().play().draw()
    drawn = [(one.number, one.request["seed"], "") for one in desk.tournament.rounds]
    assert seeds(desk) == drawn


def test_a_proposal_that_is_sent_twice_is_one():
    desk, op_id = Desk(4), new_operation_id()
    seen = desk.held.revision
    desk.propose(op_id, seen).propose(op_id, seen)
    assert len(seeds(desk)) == 1


def test_a_draw_that_another_seed_came_before_is_a_conflict():
    desk = Desk(4).propose()
    seen = desk.held.revision
    desk.propose(reason="too loud")
    with pytest.raises(Conflict):
        desk.draw(revision=seen)


def test_a_reason_that_names_a_pair_is_erased_with_its_names():
    desk = Desk(4).propose().propose(reason="Odd2 left early")
    pair_erasure.erase_pair(desk.public_id, desk.phone, "2")
    assert [reason for _, _, reason in seeds(desk)] == ["", ""]


def test_missing_pairs_are_kept_with_the_round():
    desk = Desk(7).do("attended", present=[], absent=["2"])
    desk.do("pair_changed", pair="4", withdrawn=True).draw()
    desk.do("attended", present=["2"], absent=["6"])
    [drawn] = desk.stored().tournament.rounds
    assert (drawn.missing.absent, drawn.missing.withdrawn) == (("2",), ("4",))


def test_nobody_is_missed_in_a_knockout_who_is_out():
    desk = Desk(8, format="knockout").draw().play()
    winner, loser = (getattr(desk.tournament.last_round.tables[0], side) for side in "ab")
    desk.do("attended", present=[], absent=[winner, loser]).draw()
    assert desk.tournament.last_round.missing.absent == (winner,)


def test_odd_pairs_keep_their_tables_and_their_codes_where_one_has_a_bye():
    desk = Desk(5, format="odd_even").draw().play().draw()
    numbers = {pair: one.number for one in desk.stored().tournament.last_round.tables
               for pair in (one.a, one.b)}  # fmt: skip
    assert numbers == {"3": 2, "2": 2, "5": 3, "4": 3}
    assert {one.table.number for one in desk.tables() if one.live} == {2, 3}
    desk.write(3, MADE).result(3, 19, 6).result(2, 351, 12)
    assert [one.table.number for one in desk.tables() if one.score] == [2, 3]


def test_a_draw_that_is_sent_twice_is_one_round():
    desk, op_id = Desk(4), new_operation_id()
    seen = desk.held.revision
    desk.draw(op_id, seen)
    desk.draw(op_id, seen)
    assert len(desk.stored().tournament.rounds) == 1


def test_a_draw_that_is_sent_again_with_other_wishes_is_another():
    desk, op_id = Desk(4), new_operation_id()
    desk.draw(op_id, fixed=[("1", "2")])
    desk.draw(op_id, fixed=[("1", "2")])
    with pytest.raises(OperationReused):
        desk.draw(op_id, fixed=[("1", "3")])
    with pytest.raises(OperationReused):
        desk.draw(op_id)


def test_absent_or_withdrawn_pair_is_not_drawn():
    desk = Desk(6).do("attended", present=[], absent=["2"])
    desk.do("pair_changed", pair="4", withdrawn=True).draw()
    drawn = desk.tournament.last_round
    seated = {pair for table in drawn.tables for pair in (table.a, table.b)}
    assert seated == {"1", "3", "5", "6"}
    assert "4" not in drawn.request["pairs"], "it never played"


def test_a_late_pair_comes_behind_those_who_were_drawn():
    desk = Desk(4, format="odd_even").draw().play().add(("Late", "Comer"))
    desk.do("pair_changed", pair="5", seeding=1).draw()
    assert desk.tournament.last_round.request["pairs"] == ["1", "2", "3", "4", "5"]


def test_nobody_joins_a_bracket():
    desk = Desk(4, format="knockout").draw().play().add(("Late", "Comer")).draw()
    assert desk.tournament.last_round.request["pairs"] == ["1", "2", "3", "4"]


def test_after_the_final_there_is_nothing_to_draw():
    desk = Desk(2, format="knockout").draw().play()
    with pytest.raises(TournamentRefused) as refused:
        desk.draw()
    assert refused.value.faults[0].code == "over"


@pytest.mark.parametrize("absent", [["1", "2", "3"], ["1", "2", "3", "4"]])
@pytest.mark.parametrize("format_", FORMATS)
def test_fewer_than_two_who_are_there_play_no_round(format_, absent):
    desk = Desk(4, format=format_).do("attended", present=[], absent=absent)
    with pytest.raises(CannotDraw) as refused:
        desk.draw()
    assert [problem.code for problem in refused.value.problems] == ["too_few"]


def test_a_finished_bracket_is_over_when_everybody_has_gone_home():
    desk = Desk(2, format="knockout").draw().play()
    desk.do("attended", present=[], absent=["1", "2"])
    with pytest.raises(TournamentRefused) as refused:
        desk.draw()
    assert refused.value.faults[0].code == "over"


@pytest.mark.parametrize("wishes", [{"fixed": [("1", "9")]}, {"fixed": [("1", "1")]}])
def test_it_says_why_it_cannot_draw(wishes):
    with pytest.raises(CannotDraw) as refused:
        Desk(4).draw(**wishes)
    assert refused.value.problems


def test_each_table_has_a_match_with_its_names_and_rules():
    desk = Desk(4, length="hands", limit=12).draw()
    for one in desk.tables():
        match = one.live.ledger.match
        assert match.sides.A.name == desk.tournament.name(one.table.a)
        assert match.sides.B.players == desk.tournament.pairs[one.table.b].players
        assert match.rules.target == 5000, "the number of hands ends it"


def test_swapped_pairs_change_tables_and_their_matches_the_names():
    desk = Desk(4).draw()
    first, second = desk.tournament.last_round.tables
    desk.swap(first.b, second.a)
    now = desk.stored().tournament.last_round.tables
    assert [(t.a, t.b) for t in now] == [(first.a, second.a), (first.b, second.b)]
    sides = desk.tables()[0].live.ledger.match.sides
    assert (sides.A.name, sides.B.name) == tuple(
        desk.tournament.name(key) for key in (first.a, second.a)
    )


def test_a_swap_names_the_rule_that_it_breaks():
    desk = Desk(4).draw().play().draw()
    (one, two), met = desk.tournament.last_round.tables, desk.tournament.rounds[0].tables
    other = next(t.b if t.a == one.a else t.a for t in met if one.a in (t.a, t.b))
    moved = (one.b, other)
    assert other in (two.a, two.b)
    assert "rematch" in [b.rule for b in corrections.swap_breaks(desk.tournament, 2, moved)]
    desk.swap(*moved)
    assert "rematch" in [broken.rule for broken in desk.tournament.last_round.broken]


def test_a_pair_may_change_places_with_one_that_has_a_bye():
    desk = Desk(5).draw()
    (bye,), first = desk.tournament.last_round.byes, desk.tournament.last_round.tables[0]
    desk.swap(bye, first.a)
    assert desk.tournament.last_round.byes == (first.a,)
    assert desk.tournament.last_round.tables[0].a == bye


def test_swap_and_undraw_are_refused_once_a_pair_plays():
    desk = Desk(4).draw().write(1, MADE)
    first, second = desk.tournament.last_round.tables
    for act in (lambda: desk.swap(first.a, second.a), desk.undraw):
        with pytest.raises(TournamentRefused) as refused:
            act()
        assert refused.value.faults[0].code == "is_playing"


def test_a_round_that_was_taken_back_is_drawn_anew():
    desk = Desk(4).draw()
    before = [one.live.public_id for one in desk.tables()]
    desk.undraw()
    assert desk.stored().tournament.rounds == ()
    desk.draw()
    after = [one.live.public_id for one in desk.tables()]
    assert len(after) == 2
    assert set(before).isdisjoint(after)


def test_a_corrected_winner_warns_of_the_rounds_that_followed():
    desk = Desk(8).draw().play().draw().play().draw()
    assert redraw_differences(desk.tournament) == ()
    desk.result(1, 300, 351, number=1, reason="sides mixed up")
    assert 2 in redraw_differences(desk.tournament)


def test_a_corrected_score_that_leaves_the_winner_warns_of_none():
    desk = Desk(8).draw().play().draw()
    desk.result(1, 351, 100, number=1, reason="misread")
    assert redraw_differences(desk.tournament) == ()


def test_result_by_the_phones_alone_stands_once_the_next_round_is_drawn():
    desk = Desk(2, length="hands", limit=1, format="random").draw().write(1, MADE).draw()
    result = desk.tournament.rounds[0].tables[0].result
    assert (result.score, result.source, result.hands) == ((19, 6), "live", (1, 0))


def test_no_match_has_a_writer_before_its_link_is_opened():
    desk = Desk(2).draw()
    live = desk.tables()[0].live
    assert not matches.is_scorer(live.public_id, desk.phone)


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


def places(desk):
    return {row.pair: row.place for row in standing_of(desk.held)}


def tables(desk):
    return [(one.a, one.b) for one in desk.tournament.last_round.tables]


def winner_of(desk, table):
    """Sides A win where `Desk.play` plays."""
    return tables(desk)[table - 1][0]


def broken_bracket(desk):
    return [(one.rule, one.pairs) for one in propose(desk.held, 1).draw.broken]


def test_a_corrected_match_of_an_earlier_round_leaves_the_bracket_as_it_went_on():
    desk = Desk(8, format="knockout").draw().play()
    wrong = winner_of(desk, 1)
    desk.draw().play()
    desk.result(1, 100, 351, number=1, reason="sides mixed up")
    assert redraw_differences(desk.tournament) == (2,)
    assert broken_bracket(desk) == [("bracket", (wrong,))], "it lost, and sat down all the same"
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
