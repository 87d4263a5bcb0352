"""Operations: done once, in their order, and never in silence."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.support.program import Program
from tests.support.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT, Table, whole_rules

PENALTY = {"adjust": {"A": -10}, "reason": "late"}


def test_a_hand_is_written_and_known_by_its_act(program):
    answer = program.do("record", hand=MADE)
    assert (answer.status, answer.data["seq"]) == (201, 2)
    (row,) = answer.data["match"]["rows"]
    assert (row["id"], row["number"], row["dealer"], row["hand"]) == (2, 1, "A1", MADE)
    assert (row["score"]["A"], row["score"]["B"], row["totals"]) == (19, 6, {"A": 19, "B": 6})
    assert program.match() == answer.data["match"]


def test_it_is_what_the_form_writes(app, program, keep):
    """The same hand by both ways is the same match."""
    program.do("record", hand=MADE)
    program.do("contract", contract=OPEN)
    scorer = keep(MADE, then=lambda table: table.do("contract", contract=OPEN))
    by_form, by_program = scorer.ledger(), program.ledger()
    assert by_program.standing.totals == by_form.standing.totals
    assert [act.data for act in by_program.acts[1:]] == [act.data for act in by_form.acts[1:]]


def test_the_same_again_is_answered_the_same_and_done_once(program):
    op_id = new_operation_id()
    first = program.do("record", op_id=op_id, revision=1, hand=MADE)
    again = program.do("record", op_id=op_id, revision=1, hand=MADE)
    assert (first.status, again.status) == (201, 200)
    assert again.data == first.data
    assert program.ledger().revision == 2


SAME = [
    {**MADE, "points": {"A": 97.0}},
    {**MADE, "kapo": None, "doubled": 1, "declarations": {"B": []}},
    dict(reversed(MADE.items())),
]


@pytest.mark.parametrize("hand", SAME, ids=range(len(SAME)))
def test_the_same_in_other_words_is_the_same(program, hand):
    op_id = new_operation_id()
    program.do("record", op_id=op_id, hand=MADE)
    assert program.do("record", op_id=op_id, revision=1, hand=hand).status == 200


def test_a_repeat_is_answered_however_far_the_match_went_on(program):
    """The operation is looked up before the revision."""
    op_id = new_operation_id()
    program.do("record", op_id=op_id, hand=MADE)
    program.do("record", hand=KAPO)
    again = program.do("record", op_id=op_id, revision=1, hand=MADE)
    assert (again.status, again.data["seq"], again.data["match"]["revision"]) == (200, 2, 3)


def test_a_repeat_of_what_was_undone_does_not_do_it_again(program):
    op_id = new_operation_id()
    program.do("record", op_id=op_id, hand=MADE)
    program.do("undo", seq=2)
    again = program.do("record", op_id=op_id, revision=1, hand=MADE)
    assert (again.status, again.data["match"]["rows"]) == (200, [])


def test_an_operation_id_is_not_used_for_something_else(program):
    op_id = new_operation_id()
    done = program.do("record", op_id=op_id, hand=MADE)
    for op, fields in (("record", {"hand": FAILED}), ("stop", {})):
        answer = program.do(op, op_id=op_id, **fields)
        assert (answer.status, answer.kind) == (422, "operation_reused")
        assert (answer.data["seq"], answer.data["match"]) == (2, done.data["match"])
    assert program.ledger().revision == 2


def test_an_operation_id_of_another_match_tells_nothing_of_it(program, other_program):
    op_id = new_operation_id()
    other_program.do("record", op_id=op_id, hand=MADE)
    answer = program.do("record", op_id=op_id, hand=MADE)
    assert (answer.status, answer.kind) == (422, "operation_reused")
    assert (answer.data["seq"], answer.data["match"]["id"]) == (None, program.public_id)
    assert other_program.public_id not in answer.text


@pytest.mark.parametrize("revision", [1, 3, 10**30])
def test_a_stale_operation_is_answered_with_the_match_as_it_stands(program, revision):
    program.do("record", hand=MADE)
    answer = program.do("record", revision=revision, hand=FAILED)
    assert (answer.status, answer.kind) == (409, "stale")
    assert answer.data["match"] == program.match()
    assert answer.data["match"]["revision"] == 2


def test_of_two_programs_with_one_hand_one_is_told_that_it_was_late(app, program):
    second = Program(app, program.secret, program.public_id)
    first = program.do("record", revision=1, hand=MADE)
    late = second.do("record", revision=1, hand=MADE)
    assert (first.status, late.status) == (201, 409)
    assert len(late.data["match"]["rows"]) == 1


def test_the_page_shows_it(program, phone):
    program.do("record", hand=MADE)
    assert "19 – 6" in phone.get(f"/m/{program.public_id}/").words(".//title")


# --- every operation ---


def test_correct_and_void_move_all_totals_after_them(program):
    for hand in (MADE, FAILED):
        program.do("record", hand=hand)
    corrected = program.do("correct", hand_id=2, hand={**MADE, "points": {"A": 80}})
    assert corrected.data["match"]["standing"]["totals"] == {"A": 26, "B": 25}
    voided = program.do("void", hand_id=2)
    assert voided.data["match"]["standing"]["totals"] == {"A": 26, "B": 0}
    assert [row["number"] for row in voided.data["match"]["rows"]] == [1]


def test_a_forgotten_hand_is_inserted(program):
    program.do("record", hand=MADE)
    inserted = program.do("insert", before=2, hand=FAILED)
    assert [row["id"] for row in inserted.data["match"]["rows"]] == [3, 2]


def test_an_adjustment_is_written_and_corrected(program):
    program.do("record", hand=MADE)
    row = program.do("adjust", **PENALTY, before=2).data["match"]["rows"][0]
    assert row == {
        "id": 3,
        "adjust": {"A": -10, "B": 0},
        "reason": "late",
        "totals": {"A": -10, "B": 0},
        "counts": True,
    }
    corrected = program.do("correct", hand_id=3, adjust={"B": -20}, reason="late")
    assert corrected.data["match"]["standing"]["totals"] == {"A": 19, "B": -14}
    assert program.do("void", hand_id=3).data["match"]["standing"]["totals"] == {"A": 19, "B": 6}


def test_a_contract_is_open_until_its_hand_is_recorded(program):
    opened = program.do("contract", contract=OPEN)
    assert opened.data["match"]["open"] == OPEN
    assert program.do("record", hand=PASSED_OUT).data["match"]["open"] is None


def test_undoing_and_bringing_back_follow_what_the_match_names(program):
    program.do("record", hand=MADE)
    assert program.match()["undo"] == 2
    undone = program.do("undo", seq=2).data["match"]
    assert (undone["rows"], undone["undo"], undone["bring_back"]) == ([], None, 3)
    back = program.do("undo", seq=3).data["match"]
    assert [row["id"] for row in back["rows"]] == [2]
    assert (back["undo"], back["bring_back"]) == (2, None)


def test_an_act_that_others_are_built_on_is_not_undone(program):
    program.do("record", hand=MADE)
    program.do("record", hand=FAILED)
    program.do("correct", hand_id=2, hand=KAPO)
    for seq in (2, 2.0):
        answer = program.do("undo", seq=seq)
        assert (answer.status, answer.kind) == (422, "built_on")
        assert "Correction of hand 1" in answer.data["detail"]


def test_a_claim_a_stop_and_going_on(app):
    program = Program(app).start(rules={"preset": "cafe", "claim": True})
    claimed = program.do("claim", side="B", points=400).data["match"]
    assert claimed["ended"] == {"by": "claim", "side": "B", "points": 400}
    assert (claimed["standing"]["winner"], claimed["standing"]["end"]) == ("B", "claim")
    assert program.do("reopen").data["match"]["ended"] is None
    stopped = program.do("stop").data["match"]
    assert (stopped["ended"], stopped["standing"]["end"]) == ({"by": "hand"}, "hand")


def test_nothing_is_written_behind_the_end(program):
    for _ in range(3):
        over = program.do("record", hand=SWEPT)
    assert over.data["match"]["standing"]["end"] == "target"
    for op, fields in (("record", {"hand": MADE}), ("contract", {"contract": OPEN}), ("stop", {})):
        answer = program.do(op, **fields)
        assert (answer.status, answer.codes) == (422, [("after_end", "hands")])


# --- what is wrong with an operation ---


def test_everything_that_is_wrong_with_a_hand_is_told_at_once(program):
    hand = {"bidder": "A", "bid": 95, "trump": "hats", "points": {"A": 300}, "wind": "north"}
    answer = program.do("record", hand=hand)
    assert (answer.status, answer.kind) == (422, "problems")
    assert answer.codes == [("unknown", "trump"), ("unknown", "wind"), ("bid_step", "bid")]
    texts = [one["message"] for one in answer.data["problems"]]
    assert texts[2] == answer.data["problems"][2]["message"] == "Bids go up by 10: 95 is not one."
    assert answer.data["detail"] == texts[0]


WRONG = {
    "no operation": ({}, [("missing", "op")]),
    "another operation": ({"op": "started"}, [("unknown", "op")]),
    "an operation that is a list": ({"op": ["record"]}, [("unknown", "op")]),
    "no revision": ({"op": "stop", "revision": None}, [("missing", "revision")]),
    "half a revision": ({"op": "stop", "revision": 1.5}, [("unknown", "revision")]),
    "a revision that is true": ({"op": "stop", "revision": True}, [("unknown", "revision")]),
    "a revision below all": ({"op": "stop", "revision": -1}, [("unknown", "revision")]),
    "no hand": ({"op": "record"}, [("missing", "hand")]),
    "a hand that is a number": ({"op": "record", "hand": 7}, [("unknown", "hand")]),
    "an empty hand": (
        {"op": "record", "hand": {}},
        [("missing", "bid"), ("missing", "bidder"), ("missing", "points")],
    ),
    "a field of nobody's": ({"op": "stop", "why": "late"}, [("unknown", "why")]),
    "a field of another operation": ({"op": "stop", "seq": 2}, [("unknown", "seq")]),
    "points in a contract": (
        {"op": "contract", "contract": MADE},
        [("unknown", "points")],
    ),
    "a hand that is not there": ({"op": "void", "hand_id": 99}, [("missing", "hand")]),
    "the start, as a hand": ({"op": "void", "hand_id": 1}, [("missing", "hand")]),
    "no hand's number": ({"op": "void", "hand_id": "2"}, [("unknown", "hand_id")]),
    "nothing to correct with": ({"op": "correct", "hand_id": 2}, [("missing", "hand")]),
    "an adjustment of a hand": ({"op": "correct", "hand_id": 2, **PENALTY}, [("missing", "hand")]),
    "a hand and an adjustment": (
        {"op": "correct", "hand_id": 2, "hand": MADE, **PENALTY},
        [("unknown", "hand")],
    ),
    "a hand before nothing": ({"op": "insert", "before": 9, "hand": MADE}, [("missing", "before")]),
    "an adjustment without its reason": (
        {"op": "adjust", "adjust": {"A": 1}},
        [("missing", "reason")],
    ),
    "an adjustment of nothing": (
        {"op": "adjust", "adjust": {"A": 0}, "reason": "x"},
        [("missing", "adjust")],
    ),
    "a huge adjustment": (
        {"op": "adjust", "adjust": {"A": 10**200}, "reason": "x"},
        [("unknown", "adjust")],
    ),
    "a reason that turns the page round": (
        {"op": "adjust", "adjust": {"A": 1}, "reason": "x\u202ey"},
        [("unknown", "reason")],
    ),
    "an act that is not there": ({"op": "undo", "seq": 99}, [("missing", "seq")]),
    "the start, to undo": ({"op": "undo", "seq": 1}, [("missing", "seq")]),
    "a claim that is not played": (
        {"op": "claim", "side": "A", "points": 12},
        [("claim_not_played", "ended")],
    ),
    "a claim of nobody's": (
        {"op": "claim", "side": {}, "points": True},
        [("unknown", "points"), ("unknown", "side")],
    ),
    "going on with a match that runs": ({"op": "reopen"}, [("unknown", "ended")]),
}


@pytest.mark.parametrize("case", WRONG)
def test_invalid_operation_is_refused_with_its_codes_and_writes_nothing(program, case):
    program.do("record", hand=MADE)
    body, codes = WRONG[case]
    path = f"{program.path}/ops/{new_operation_id()}"
    answer = program.send("PUT", path, {"revision": 2, **body})
    assert (answer.status, answer.codes) == (422, codes)
    assert all(one["message"] for one in answer.data["problems"])
    assert program.ledger().revision == 2


@pytest.mark.parametrize("op_id", ["x", "F" * 32, "f" * 31, "f" * 33, "²" * 32])
def test_an_operation_id_is_32_digits(program, op_id):
    answer = program.do("record", op_id=op_id, hand=MADE)
    assert (answer.status, answer.codes) == (422, [("unknown", "op_id")])


def test_a_field_is_explained_where_it_belongs(program):
    def said(**body):
        path = f"{program.path}/ops/{new_operation_id()}"
        return program.send("PUT", path, {"revision": 1, **body}).data["problems"][0]["message"]

    assert said(op="undo", seq="last") == "“seq” cannot be read; it is a whole number from 1 up."
    assert said(op="stop", seq=1) == "“seq” is no field here: take it out."
    assert said(op="void", hand_id=5) == "There is no such hand."
    assert said(op="insert", before=5, hand=MADE) == "There is no such entry."
    assert said(op="insert", hand=MADE) == "“before”: missing"
    assert said(op="record") == "“hand”: missing"
    assert said(op="record", hand={**MADE, "points": {}}).startswith("How many card points?")
    assert said(op="claim", side="C", points=3) == "Which side claims the match?"
    assert said(op="reopen") == "The match was neither stopped nor claimed."
    program.do("stop")
    assert said(op="stop", revision=2) == "The match is over: nothing comes after its end."


def test_it_keeps_a_hand_in_a_match_whose_rules_were_changed(app):
    """A hand that changed rules cannot score any more is shown with its problems."""
    with app.app_context():
        table = Table("simple").play({**MADE, "trump": "none"})
        table.do("changed", rules=whole_rules("simple", trumps="suits"))
    program = Program(app, table.secret, table.kept.public_id)
    (row,) = program.match()["rows"]
    assert row["problems"] == [{"code": "trump_not_played", "field": "trump"}]
    assert row["score"]["A"] == 97
    export = program.get(f"{program.path}/export")
    assert (export.status, export.kind) == (409, "undecided")
    assert "Correct hand 1 first" in export.data["detail"]
    assert export.data["problems"][0]["row"] == 1


def test_correction_that_follows_another_act_of_the_same_number_is_stale(program):
    """A backup was put back, and another phone has written another hand 1 since."""
    theirs, lost = new_operation_id(), new_operation_id()
    program.do("record", op_id=theirs, hand=MADE)
    change = {"hand_id": 2, "hand": FAILED}
    answer = program.do("correct", revision=2, after=lost, **change)
    assert (answer.status, answer.data["type"].rpartition("-")[2]) == (409, "stale")
    assert program.ledger().revision == 2
    assert program.do("correct", revision=2, after=theirs, **change).status == 201


def test_a_reason_from_before_the_names_went_is_not_written_behind_a_hand_that_waited(program):
    """The phone was cut off: what it wrote in between is decided on later revisions."""
    program.do("record", hand=MADE)
    known_revision = program.match()["revision"]
    program.send("DELETE", f"{program.path}/names", None)
    waited = program.do("record", revision=known_revision, hand=MADE).data["seq"]
    penalty = {"adjust": {"A": -10}, "reason": "Pambos looked"}
    answer = program.do("adjust", revision=waited, known_revision=known_revision, **penalty)
    assert (answer.status, answer.kind) == (409, "names_erased")
    assert program.ledger().revision == waited
    penalty["reason"] = "a penalty"
    assert program.do("adjust", revision=waited, known_revision=waited, **penalty).status == 201


def test_hand_may_follow_the_starting_act_but_no_malformed_operation_id(program, app):
    start = program.ledger().acts[0].op_id
    assert program.do("record", revision=1, after=start, hand=MADE).status == 201
    assert program.do("record", after="none", hand=MADE).status == 422
