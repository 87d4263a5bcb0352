"""The table's own score, the written result, and the one that counts."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.draws.next_round import round_robin
from scorekeeper.draws.standings import standings
from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.links import make_link, open_link
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.model import HIGHEST_TARGET
from scorekeeper.rules.presets import PRESETS
from scorekeeper.store.db import writing
from scorekeeper.tournament import service
from scorekeeper.tournament.finals import is_drawn, is_played, outcome_of
from scorekeeper.tournament.places import place_of
from scorekeeper.tournament.played_tables import play_round, results_of
from scorekeeper.tournament.service import find_tournament
from scorekeeper.tournament.standing import draw_lots_of, standing_of
from tests.support.desk import Desk, set_up_final, set_up_of
from tests.support.table import FAILED, MADE, MADE_BY_B, PASSED_OUT, SWEPT


def table(desk):
    return desk.tables()[0]


def test_all_play_all_is_played_once_everyone_has_met_everyone():
    desk, seen = Desk(5, format="round_robin", rounds=0), []
    for _ in range(5):
        desk.draw().play()
        seen.append(is_played(desk.held))
    assert seen == [False, False, False, False, True]
    met = [{one.a, one.b} for drawn in desk.tournament.rounds for one in drawn.tables]
    assert len(met) == len({frozenset(two) for two in met}) == 10


@pytest.mark.parametrize(("pairs", "planned"), [(2, 1), (3, 3), (4, 3), (5, 5), (41, 41), (42, 41)])
def test_all_play_all_plans_as_many_rounds_as_the_schedule_has(pairs, planned):
    set_up = set_up_of(format="round_robin", rounds=0)
    assert set_up.planned_rounds(pairs) == planned == round_robin(range(pairs)).length
    assert set_up_of(format="round_robin", rounds=9).planned_rounds(pairs) == 9


def test_all_play_all_without_a_pair_plans_no_round_and_has_drawn_none():
    desk = Desk(format="round_robin", rounds=0)
    assert desk.tournament.planned_rounds == 0
    assert not is_drawn(desk.tournament)


def test_pair_that_comes_after_the_last_round_changes_no_planned_round():
    desk = Desk(6, format="round_robin", rounds=0)
    for _ in range(5):
        desk.draw().play()
    desk.add(("Late", "Later"))
    assert desk.tournament.planned_rounds == 5
    assert is_played(desk.held)
    assert outcome_of(desk.held).stand == "over"
    assert desk.draw().tournament.planned_rounds == 5


def test_pair_that_comes_while_a_round_is_taken_back_changes_nothing_behind_a_final():
    desk = Desk(4, format="round_robin", rounds=0)
    for _ in range(3):
        desk.draw().play()
    final = set_up_final(
        desk.public_id, desk.phone, new_operation_id(), desk.held.revision, 2, "Final"
    )
    desk.held = find_tournament(desk.public_id)
    desk.do("undrawn", round=3, sure=True)
    desk.add(("Late", "Later")).draw().play()
    assert desk.tournament.planned_rounds == 3
    assert is_played(desk.held)
    assert outcome_of(desk.held).stand == "before_final"
    assert desk.tournament.final == final.public_id


def test_pair_that_comes_while_the_last_round_is_taken_back_counts():
    desk = Desk(4, format="round_robin", rounds=0)
    for _ in range(3):
        desk.draw().play()
    desk.do("undrawn", round=3, sure=True)
    assert desk.add(("Late", "Later")).tournament.planned_rounds == 5


def test_a_late_pair_and_one_that_withdrew_change_how_many_rounds_are_planned():
    desk = Desk(4, format="round_robin", rounds=0)
    assert desk.add(("Late", "Later")).tournament.planned_rounds == 5
    desk.do("pair_changed", pair="5", withdrawn=True)
    assert desk.tournament.planned_rounds == 3


def test_a_table_waits_plays_and_is_over():
    desk = Desk(2).draw()
    assert (table(desk).state, table(desk).score) == ("waiting", None)
    desk.write(1, MADE)
    assert (table(desk).state, table(desk).score) == ("playing", None)
    desk.write(1, SWEPT, SWEPT, SWEPT)
    assert (table(desk).state, table(desk).score) == ("over", (394, 6))
    assert table(desk).is_only_live


def test_typed_result_counts_and_the_phone_never_overwrites_it():
    desk = Desk(2).draw().result(1, 351, 6).write(1, SWEPT, SWEPT, SWEPT)
    assert table(desk).score == (351, 6)
    assert table(desk).disagrees
    desk.result(1, 375, 0, reason="as the phone has it")
    assert not table(desk).disagrees


def test_nobody_disagrees_before_the_match_is_over():
    desk = Desk(2).draw().result(1, 351, 6).write(1, MADE)
    assert not table(desk).disagrees


def test_so_many_hands_and_no_more_count():
    desk = Desk(2, length="hands", limit=2).draw().write(1, MADE)
    assert table(desk).state == "playing"
    desk.write(1, FAILED, SWEPT)
    assert (table(desk).state, table(desk).score) == ("over", (45, 6))


def test_a_claim_that_gives_the_match_to_who_has_less_is_the_organiser_s_to_rule():
    desk = Desk(2, rules=replace(PRESETS["cafe"], claim=True)).draw().write(1, MADE)
    desk.act(1, "claimed", side="A", points=0)
    assert table(desk).live.ledger.standing.winner == "B"
    assert (table(desk).state, table(desk).score) == ("over", None)
    desk.result(1, 0, 351, reason="a wrong claim")
    assert table(desk).score == (0, 351)


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_claim_where_both_have_the_same_is_the_organiser_s_to_rule(side):
    desk = Desk(2, rules=replace(PRESETS["cafe"], claim=True)).draw().write(1, MADE, MADE_BY_B)
    desk.act(1, "claimed", side=side, points=0)
    assert table(desk).live.totals == (25, 25)
    assert (table(desk).state, table(desk).score) == ("over", None)


def test_a_penalty_after_the_last_hand_counts_and_what_is_behind_the_next_hand_does_not():
    desk = Desk(2, length="hands", limit=1).draw().write(1, MADE)
    penalty = {"adjust": {"A": -50, "B": 0}, "reason": "late"}
    desk.act(1, "adjusted", **penalty)
    assert table(desk).score == (-31, 6)
    desk.write(1, MADE).act(1, "adjusted", **penalty)
    assert table(desk).score == (-31, 6)


def test_a_knockout_match_that_its_hands_leave_level_plays_one_more():
    desk = Desk(2, length="hands", limit=2, format="knockout").draw().write(1, MADE, MADE_BY_B)
    assert (table(desk).state, table(desk).score) == ("playing", None)
    assert place_of(table(desk).live.public_id).ended(table(desk).live.ledger).is_level
    desk.write(1, PASSED_OUT)
    assert table(desk).score is None, "still level"
    desk.write(1, FAILED)
    assert (table(desk).state, table(desk).score) == ("over", (51, 25))
    desk.write(1, MADE_BY_B)
    assert table(desk).score == (51, 25)


def test_a_knockout_match_that_the_clock_leaves_level_plays_one_more_hand():
    desk = Desk(2, length="minutes", limit=60, format="knockout").draw()
    desk.write(1, MADE, MADE_BY_B).act(1, "stopped")
    assert (table(desk).state, table(desk).score) == ("playing", None)
    desk.act(1, "reopened")
    desk.write(1, FAILED).act(1, "stopped")
    assert table(desk).score == (51, 25)


def test_elsewhere_a_match_may_be_drawn():
    desk = Desk(2, length="hands", limit=2).draw().write(1, MADE, MADE_BY_B)
    assert table(desk).score == (25, 25)


def test_a_table_that_says_nothing_for_ten_minutes_is_silent():
    desk = Desk(2).draw().write(1, MADE)
    assert table(desk).silent is None
    with clock.at(clock.moment() + timedelta(minutes=12)):
        assert table(desk).silent > timedelta(minutes=11)
    desk.result(1, 351, 6)
    with clock.at(clock.moment() + timedelta(minutes=12)):
        assert table(desk).silent is None, "it is over"


def test_a_table_s_link_is_the_same_until_it_is_used_up():
    desk = Desk(2).draw()
    live = table(desk).live
    first = service.table_link(live.public_id)
    assert service.table_link(live.public_id) == first
    phone, other = enrol_phone()[0], enrol_phone()[0]
    open_link(first, phone, new_operation_id())
    hand_over = make_link(live.public_id, phone, "hand_over")
    open_link(hand_over, other, new_operation_id())
    assert service.table_link(live.public_id) is None
    with writing():
        service.add_table_link(live.match_id, live.public_id)
    second = service.table_link(live.public_id)
    assert second != first
    open_link(second, enrol_phone()[0], new_operation_id())


def test_on_a_server_with_another_key_printed_codes_go_on_opening(change_settings):
    desk = Desk(2).draw()
    live = table(desk).live
    printed = service.table_link(live.public_id)
    change_settings(secret_key="another key, of the server it was restored on")
    assert service.table_link(live.public_id) is None
    open_link(printed, enrol_phone()[0], new_operation_id())
    service.renew_table_link(live.match_id, live.public_id)
    open_link(service.table_link(live.public_id), enrol_phone()[0], new_operation_id())


def test_tables_have_links_of_their_own():
    desk = Desk(4).draw()
    found = {service.table_link(one.live.public_id) for one in desk.tables()}
    assert len(found) == 2


def test_the_standings_count_what_is_told_live():
    desk = Desk(2, length="hands", limit=1).draw().write(1, MADE)
    first, second = standing_of(desk.held)
    assert first.figures["total"].points == 19
    assert first.pair == desk.tournament.last_round.tables[0].a
    assert second.figures["wins"].points == 0


def test_the_standings_are_the_fold_of_all_results_and_adjustments():
    desk = Desk(5).draw().play().draw().play()
    desk.do("adjusted", pair="1", to="wins", points=-2, reason="late")
    tournament = desk.stored().tournament
    results, is_whole = results_of(tournament)
    assert is_whole
    expected = standings(
        list(tournament.pairs),
        results,
        tournament.set_up.standing,
        [one.adjustment for one in tournament.adjusted],
    )
    assert standing_of(desk.held) == expected


def test_pair_withdrawn_before_the_first_round_is_in_no_standings():
    desk = Desk(5).do("pair_changed", pair="5", withdrawn=True).draw()
    assert [row.pair for row in standing_of(desk.held)] == ["1", "2", "3", "4"]


def test_lots_are_drawn_once_and_tell_everybody_apart():
    desk = Desk(4)
    assert {row.place for row in standing_of(desk.held)} == {1}
    op_id, now = new_operation_id(), desk.held.revision
    held = draw_lots_of(desk.held, desk.phone, op_id, now)
    again = draw_lots_of(desk.held, desk.phone, op_id, now)
    assert again.tournament.lots == held.tournament.lots
    assert [row.pair for row in standing_of(held)] == list(held.tournament.lots)


@pytest.mark.parametrize("length", ["hands", "minutes"])
def test_only_a_target_ends_a_match_by_itself(length):
    desk = Desk(2, length=length, limit=30).draw().write(1, SWEPT, SWEPT, SWEPT)
    assert table(desk).state == "playing"


def test_a_match_that_its_scorer_stopped_is_over():
    desk = Desk(2, length="minutes", limit=30).draw().write(1, MADE).act(1, "stopped")
    assert (table(desk).state, table(desk).score) == ("over", (19, 6))


def test_a_round_keeps_what_ended_its_matches_when_the_set_up_is_changed():
    desk = Desk(2, length="hands", limit=2).draw().write(1, MADE, MADE).draw()
    desk.do("changed", length="target", limit=0)
    (finished,) = play_round(desk.held, desk.stored().tournament.rounds[0])
    assert (finished.live.is_over, finished.disagrees) == (True, False)
    desk.write(1, MADE, MADE)
    assert table(desk).live.ledger.match.rules.target == HIGHEST_TARGET
    assert table(desk).state == "over"
    desk.draw().write(1, MADE, MADE)
    assert table(desk).live.ledger.match.rules.target == 351
    assert table(desk).state == "playing"


def test_a_swap_gives_a_match_its_names_and_leaves_its_rules():
    desk = Desk(4).draw()
    desk.do("changed", rules=write_rules(PRESETS["kypros"]))
    first, second = desk.tournament.last_round.tables
    desk.swap(first.a, second.a)
    assert {one.live.ledger.match.rules.preset for one in desk.tables()} == {"cafe"}
