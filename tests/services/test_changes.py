"""Each act of a match: corrected, voided, claimed, stopped, undone."""

import pytest

from scorekeeper.match.acts.body import BuiltOn
from scorekeeper.match.matches import Refused
from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.match import Claim
from scorekeeper.rules.model import Problem
from scorekeeper.rules.presets import find_preset
from tests.services.test_record import refusal
from tests.support.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT, Table


def test_it_decides_every_later_total_afresh(table):
    table.play(MADE, FAILED, KAPO).correct(1, {**MADE, "points": {"A": 100}})
    assert [tuple(row.totals) for row in table.ledger.standing.rows] == [(19, 6), (45, 6), (45, 43)]
    table.correct(1, KAPO)
    assert [tuple(row.totals) for row in table.ledger.standing.rows] == [
        (0, 37),
        (26, 37),
        (26, 74),
    ]
    assert table.stored() == table.kept


def test_it_leaves_the_hand_its_id_and_place(table):
    table.play(MADE, FAILED).correct(1, KAPO)
    assert table.ledger.hand_ids == (2, 3)
    assert table.ledger.row(2).entry.kapo == "B"


def test_it_ends_the_match_earlier_and_leaves_later_hands_written(table):
    table.play(SWEPT, MADE, SWEPT, FAILED).correct(2, SWEPT)
    assert (table.ledger.standing.winner, table.ledger.standing.end) == ("A", "target")
    assert table.counting() == [True, True, True, False]
    assert table.totals == (375, 0)
    assert table.ledger.row(table.ledger.hand_ids[3]).entry.bid == 100, "it stays written"


def test_it_takes_the_end_back_and_the_match_goes_on(table):
    table.play(SWEPT, SWEPT, SWEPT).correct(3, MADE)
    assert table.ledger.standing.end is None
    assert table.totals == (269, 6)
    assert table.play(FAILED).totals == (295, 6)


def test_it_lets_later_hands_count_again(table):
    table.play(SWEPT, MADE, SWEPT, FAILED).correct(2, SWEPT).correct(1, PASSED_OUT)
    assert table.counting() == [True, True, True, True]
    assert table.totals == (276, 0)


def test_it_corrects_a_hand_after_the_end(table):
    table.play(SWEPT, MADE, SWEPT, FAILED).correct(2, SWEPT).correct(4, KAPO)
    assert table.ledger.row(table.ledger.hand_ids[3]).score.B == 37
    assert table.totals == (375, 0), "it still does not count"


def test_it_moves_later_dealers_where_a_hand_was_passed_out_after_all(context):
    table = Table("cardrules").play(MADE, MADE).correct(1, PASSED_OUT)
    assert [row.dealer for row in table.ledger.standing.rows] == ["A1", "A1"]


def test_it_corrects_a_correction(table):
    table.play(MADE).correct(1, KAPO).correct(1, FAILED)
    assert table.totals == (26, 0)
    assert [act.kind for act in table.ledger.history_of(2)] == [
        "recorded",
        "corrected",
        "corrected",
    ]


def test_it_refuses_a_wrong_hand(table):
    table.play(MADE)
    problems = refusal(table, "corrected", hand_id=2, hand={**MADE, "bid": 95})
    assert problems == (Problem("bid_step", "bid"),)


@pytest.mark.parametrize("hand_id", [1, 3, 99, -1])
def test_it_refuses_a_hand_that_is_not_there(table, hand_id):
    table.play(MADE)
    problems = refusal(table, "corrected", hand_id=hand_id, hand=KAPO)
    assert problems == (Problem("missing", "hand"),)


def test_it_refuses_a_voided_hand(table):
    table.play(MADE, FAILED).void(1)
    with pytest.raises(Refused):
        table.do("corrected", hand_id=2, hand=KAPO)


def test_it_takes_the_hand_out_of_every_total(table):
    table.play(MADE, FAILED, KAPO).void(2)
    assert table.totals == (19, 43)
    assert table.ledger.hand_ids == (2, 4)
    assert [row.number for row in table.ledger.standing.rows] == [1, 2]
    assert table.stored() == table.kept


def test_it_moves_the_dealers_up(table):
    table.play(MADE, FAILED).void(1)
    assert [row.dealer for row in table.ledger.standing.rows] == ["A1"]
    assert table.ledger.standing.dealer == "B1"


def test_it_takes_the_end_back(table):
    table.play(SWEPT, SWEPT, SWEPT).void(2)
    assert (table.ledger.standing.end, table.totals) == (None, (250, 0))


def test_it_leaves_an_open_contract_open(table):
    table.play(MADE).do("contract", contract=OPEN).void(1)
    assert table.ledger.match.open.bid == 80


def test_it_refuses_a_hand_twice(table):
    table.play(MADE, FAILED).void(1)
    assert refusal(table, "voided", hand_id=2) == (Problem("missing", "hand"),)


def test_it_keeps_what_was_voided_in_the_history(table):
    table.play(MADE).void(1)
    assert [act.kind for act in table.ledger.history_of(2)] == ["recorded", "voided"]


def claim(table, side, points):
    table.do("claimed", side=side, points=points)
    standing = table.stored().ledger.standing
    return standing.winner, standing.end


def test_it_is_won_by_a_side_that_has_reached_the_target(claiming):
    claiming.play(MADE)
    assert claim(claiming, "A", 32) == ("A", "claim"), "19 and 32 are 51"


def test_it_is_lost_by_a_side_that_is_one_short(claiming):
    claiming.play(MADE)
    assert claim(claiming, "A", 31) == ("B", "claim")


def test_it_leaves_the_totals_as_they_were(claiming):
    claim(claiming.play(MADE), "B", 45)
    assert claiming.totals == (19, 6)
    assert claiming.ledger.match.ended == Claim("B", 45)


def test_it_is_decided_afresh_by_a_correction(claiming):
    claim(claiming.play(MADE), "A", 25)
    assert claiming.ledger.standing.winner == "B"
    claiming.correct(1, FAILED)
    assert (claiming.ledger.standing.winner, claiming.ledger.standing.end) == ("A", "claim")


def test_it_gives_way_to_the_target_that_a_correction_reaches(claiming):
    claim(claiming.play(MADE), "B", 1)
    claiming.correct(1, {**MADE, "bid": 400, "kapo": "A", "points": None})
    assert claiming.ledger.standing.end == "target"


def test_it_is_refused_where_the_rules_do_not_know_it(table):
    problems = refusal(table.play(MADE), "claimed", side="A", points=400)
    assert problems == (Problem("claim_not_played", "ended"),)


@pytest.mark.parametrize(
    ("side", "points", "field"),
    [
        (None, 10, "side"),
        ("C", 10, "side"),
        ("A", None, "points"),
        ("A", "10", "points"),
        ("A", -1, "points"),
        ("A", 10_000, "points"),
    ],
)
def test_it_is_refused_without_a_side_and_points(claiming, side, points, field):
    problems = refusal(claiming, "claimed", side=side, points=points)
    assert problems == (Problem("unknown", field),)


def test_it_is_refused_after_the_end(context):
    table = Table("gamerules", doubling="stake", kapo_bid=True, target=100).play(SWEPT)
    problems = refusal(table, "claimed", side="B", points=10)
    assert problems == (Problem("after_end", "hands"),)


def test_it_ends_the_match_once(claiming):
    claim(claiming, "A", 10)
    assert refusal(claiming, "claimed", side="A", points=60) == (Problem("after_end", "hands"),)
    assert refusal(claiming, "recorded", hand=MADE) == (Problem("after_end", "hands"),)


def test_it_stops_without_a_winner(table):
    table.play(MADE).do("stopped")
    standing = table.stored().ledger.standing
    assert (standing.winner, standing.end, standing.is_over) == (None, "hand", True)
    assert table.totals == (19, 6)


def test_it_refuses_every_hand_while_it_is_stopped(table):
    table.do("stopped")
    for kind, data in (("recorded", {"hand": MADE}), ("contract", {"contract": OPEN})):
        assert refusal(table, kind, **data) == (Problem("after_end", "hands"),)
    assert refusal(table, "stopped") == (Problem("after_end", "hands"),)


def test_it_corrects_a_hand_of_a_stopped_match(table):
    table.play(MADE).do("stopped").correct(1, SWEPT)
    assert (table.totals, table.ledger.standing.end) == ((125, 0), "hand")


def test_it_goes_on_after_reopening(table):
    table.play(MADE).do("stopped").do("reopened").play(MADE)
    assert table.stored().ledger.standing.end is None
    assert table.totals == (38, 12)


def test_it_reopens_a_claimed_match(claiming):
    claiming.play(MADE).do("claimed", side="A", points=1).do("reopened")
    assert claiming.ledger.standing.end is None
    assert claiming.ledger.match.ended is None


def test_it_stops_again_after_reopening(table):
    table.do("stopped").do("reopened").do("stopped")
    assert table.ledger.standing.end == "hand"


def test_it_reopens_nothing_that_runs_or_was_won(table):
    assert refusal(table, "reopened") == (Problem("unknown", "ended"),)
    table.play(SWEPT, SWEPT, SWEPT)
    assert refusal(table, "reopened") == (Problem("unknown", "ended"),)


def test_it_stops_no_match_that_was_won(table):
    table.play(SWEPT, SWEPT, SWEPT)
    assert refusal(table, "stopped") == (Problem("after_end", "hands"),)


def test_it_keeps_the_open_contract_of_a_stopped_match(table):
    table.do("contract", contract=OPEN).do("stopped").do("reopened")
    assert table.ledger.match.open.bid == 80


HAND = 3  # the id of the second hand, after the start and the first
ACTS = {
    "contract": {"contract": OPEN},
    "recorded": {"hand": FAILED},
    "corrected": {"hand_id": HAND, "hand": KAPO},
    "inserted": {"hand": FAILED, "before": HAND},
    "adjusted": {"adjust": {"A": 120, "B": 85}, "reason": "from paper"},
    "voided": {"hand_id": HAND},
    "changed": {"first_dealer": "B2"},
    "claimed": {"side": "A", "points": 20},
    "stopped": {},
}


def seen(ledger):
    """The match as it is read, without its history."""
    return ledger.match, ledger.standing, ledger.hand_ids


@pytest.fixture
def played(context):
    """Two hands, by rules that know every act."""
    return Table("cafe", claim=True).play(MADE, PASSED_OUT)


@pytest.mark.parametrize("kind", ACTS)
def test_it_undoes_every_kind_of_act_and_brings_it_back(played, kind):
    before = seen(played.ledger)
    after = seen(played.do(kind, **ACTS[kind]).ledger)
    assert after != before
    assert seen(played.undo().ledger) == before
    assert seen(played.stored().ledger) == before
    assert seen(played.bring_back().ledger) == after
    assert seen(played.stored().ledger) == after


def test_it_undoes_a_reopening(played):
    played.do("stopped").do("reopened").undo()
    assert played.ledger.standing.end == "hand"
    played.bring_back()
    assert played.ledger.standing.end is None


def test_it_undoes_one_act_after_the_other_back_to_the_start(played):
    played.correct(1, KAPO).do("contract", contract=OPEN).play(FAILED).void(2).do("stopped")
    states = [seen(played.ledger)]
    while played.ledger.last_act():
        states.append(seen(played.undo().ledger))
    assert len(states) == 8
    assert (played.totals, played.ledger.hand_ids) == ((0, 0), ())
    for state in reversed(states[:-1]):
        assert seen(played.bring_back().ledger) == state
    assert played.ledger.last_undoing() is None


def test_it_undoes_again_what_was_brought_back(played):
    played.undo().bring_back().undo()
    assert played.totals == (19, 6)
    assert played.ledger.hand_ids == (2,)
    played.bring_back()
    assert played.ledger.hand_ids == (2, HAND)


def test_it_brings_a_hand_back_under_its_old_id_and_place(played):
    played.void(1).undo()
    assert played.ledger.hand_ids == (2, HAND)


def test_it_offers_no_bringing_back_once_something_new_was_written(played):
    undoing = played.undo().ledger.acts[-1]
    played.play(KAPO)
    assert played.ledger.last_undoing() is None
    played.do("undone", seq=undoing.seq)
    assert played.ledger.hand_ids == (2, HAND, 5), "asked for by name, it comes to its old place"


def test_it_undoes_an_earlier_act_that_nothing_is_built_on(played):
    played.do("undone", seq=2)
    assert played.ledger.hand_ids == (HAND,)
    assert played.stored().ledger == played.ledger


@pytest.mark.parametrize("later", [{"kind": "corrected", "hand": KAPO}, {"kind": "voided"}])
def test_it_undoes_no_hand_that_was_changed_since(played, later):
    played.do(**later, hand_id=2).play(FAILED)
    with pytest.raises(BuiltOn) as refused:
        played.do("undone", seq=2)
    assert [act.kind for act in refused.value.acts] == [later["kind"]]


def test_it_undoes_no_hand_that_another_was_inserted_before(played):
    played.do("inserted", hand=KAPO, before=2).play(FAILED)
    with pytest.raises(BuiltOn):
        played.do("undone", seq=2)


def test_it_undoes_no_change_of_rules_that_a_later_hand_needs(context):
    table = Table("kypros").play(MADE)
    cafe = write_rules(find_preset("cafe"))
    table.do("changed", rules=cafe).play(SWEPT).play(MADE)
    with pytest.raises(BuiltOn) as refused:
        table.do("undone", seq=3)
    assert refused.value.hand_ids == (4,)


def test_it_undoes_no_act_that_is_not_there(played):
    for seq in (0, 1, 99):
        assert refusal(played, "undone", seq=seq) == (Problem("missing", "seq"),)


def test_it_undoes_nothing_twice(played):
    undone = played.ledger.last_act().seq
    played.undo()
    assert refusal(played, "undone", seq=undone) == (Problem("missing", "seq"),)


def test_it_never_undoes_the_start(table):
    assert refusal(table, "undone", seq=1) == (Problem("missing", "seq"),)


def test_it_undoes_the_hand_that_won(table):
    table.play(SWEPT, SWEPT, SWEPT).undo()
    assert (table.ledger.standing.end, table.totals) == (None, (250, 0))


def test_it_tells_a_hands_history_with_its_undoings(played):
    played.correct(1, KAPO).undo().bring_back()
    kinds = [act.kind for act in played.ledger.history_of(2)]
    assert kinds == ["recorded", "corrected", "undone", "undone"]
    assert [act.kind for act in played.ledger.history_of(HAND)] == ["recorded"]


def test_it_takes_no_undoing_back_that_leaves_a_hand_without_a_score(context):
    """By other rules equal digits are asked about; the hand was written by those that do not."""
    table = Table().do("changed", rules={"six_six": "ask"}).undo()
    change, taken_back = table.ledger.acts[1:3]
    table.play({**MADE, "bid": 80, "points": {"A": 86}}).undo()
    undoing = table.ledger.last_undoing()
    table.do("undone", seq=taken_back.seq)
    assert table.ledger.match.rules.six_six == "ask"
    assert change.seq not in table.ledger.undone
    with pytest.raises(BuiltOn) as refused:
        table.do("undone", seq=undoing.seq)
    assert refused.value.hand_ids == (4,)


def test_it_takes_no_undoing_back_of_a_correction_whose_hand_is_gone(context):
    table = Table().play(MADE).void(1)
    voided = table.ledger.acts[-1]
    table.undo().correct(1, FAILED).undo()
    correction = table.ledger.last_undoing()
    table.do("undone", seq=table.ledger.undoing_of(voided.seq).seq)
    with pytest.raises(BuiltOn):
        table.do("undone", seq=correction.seq)
