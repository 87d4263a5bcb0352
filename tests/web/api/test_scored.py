"""A score that the phone's own engine has shown before the server wrote the hand."""

import logging

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.table import FAILED, MADE

SHOWN = {"engine": 3, "A": 19, "B": 6}
"""The score of MADE."""


def test_the_engine_is_kept_with_the_act(program):
    done = program.do("record", hand=MADE, scored=SHOWN)
    assert done.data["scored"] == {"A": 19, "B": 6, "differs": False}
    assert done.data["data"]["engine"] == 3
    assert program.ledger().acts[1].data["engine"] == 3
    program.do("correct", hand_id=2, hand=MADE, scored=SHOWN)
    program.do("insert", before=2, hand=MADE, scored=SHOWN)
    assert [act.data["engine"] for act in program.ledger().acts[1:]] == [3, 3, 3]


def test_without_it_nothing_is_said_of_it(program):
    done = program.do("record", hand=MADE)
    assert "scored" not in done.data
    assert "engine" not in done.data["data"]


def test_a_difference_is_told_and_logged_and_the_servers_score_stands(program, caplog):
    op_id = new_operation_id()
    with caplog.at_level(logging.WARNING):
        done = program.do("record", op_id=op_id, hand=MADE, scored={**SHOWN, "A": 18})
    assert done.status == 201
    assert done.data["scored"] == {"A": 19, "B": 6, "differs": True}
    assert done.data["match"]["standing"]["totals"] == {"A": 19, "B": 6}
    (said,) = [one.getMessage() for one in caplog.records if "engine" in one.getMessage()]
    assert "engine 3" in said
    assert program.public_id not in said
    assert op_id in said


def test_a_repeat_is_one_whatever_engine_sent_it(program, caplog):
    op_id = new_operation_id()
    wrong = {**SHOWN, "A": 18}
    assert program.do("record", op_id=op_id, hand=MADE, scored=wrong).status == 201
    answers = [
        program.do("record", op_id=op_id, hand=MADE, **more)
        for more in ({"scored": wrong}, {"scored": {**SHOWN, "engine": 4}}, {})
    ]
    assert [answer.status for answer in answers] == [200, 200, 200]
    assert [answer.data.get("scored", {}).get("differs") for answer in answers] == [
        True,
        False,
        None,
    ]
    assert len(caplog.records) == 1, "it is logged once"


def test_a_repeat_is_compared_with_the_score_that_the_hand_had(program):
    op_id = new_operation_id()
    program.do("record", op_id=op_id, hand=MADE, scored=SHOWN)
    program.do("correct", hand_id=2, hand=FAILED)
    again = program.do("record", op_id=op_id, hand=MADE, scored=SHOWN)
    assert again.data["scored"] == {"A": 19, "B": 6, "differs": False}
    program.do("void", hand_id=2)
    assert program.do("record", op_id=op_id, hand=MADE, scored=SHOWN).data["scored"]["A"] == 19


@pytest.mark.parametrize(
    "scored",
    [7, [], {}, {"A": 1, "B": 2}, {**SHOWN, "engine": 0}, {**SHOWN, "A": "19"}, {**SHOWN, "C": 1}],
    ids=str,
)
def test_unreadable_score_of_the_phone_is_refused(program, scored):
    answer = program.do("record", hand=MADE, scored=scored)
    assert (answer.status, answer.codes) == (422, [("unknown", "scored")])
    assert "engine" in answer.data["detail"]


def test_only_a_hand_has_a_score(program):
    for op, fields in (("stop", {}), ("contract", {"contract": {"bidder": "A", "bid": 80}})):
        answer = program.do(op, scored=SHOWN, **fields)
        assert (answer.status, answer.codes) == (422, [("unknown", "scored")])
    penalty = {"adjust": {"A": -10}, "reason": "a look"}
    program.do("adjust", **penalty)
    answer = program.do("correct", hand_id=2, **penalty, scored=SHOWN)
    assert (answer.status, answer.codes) == (422, [("unknown", "scored")])
