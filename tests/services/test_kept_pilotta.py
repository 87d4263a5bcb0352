"""A hand that an earlier version took, with a pilotta whose king the other side declared."""

import json

import pytest

from scorekeeper.explain.problems import problem_text
from scorekeeper.i18n import use_locale
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import import_export
from scorekeeper.match.acts.body import Refused
from scorekeeper.match.matches import find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.model import Problem
from tests.node import assert_alike
from tests.rules.match_files import match_file
from tests.services.test_ledger_on_the_phone import as_act, told_of
from tests.table import MADE, do

IMPOSSIBLE = {**MADE, "pilotta": "A", "declarations": {"B": ["four:K"]}}
"""21 – 16: MADE with the pilotta of A, and the four kings of B."""
OPEN = {"bidder": "A", "bid": 80, "pilotta": "A", "declarations": {"B": ["run3:Q:t"]}}
ASKED = (Problem("pilotta_impossible", "pilotta"),)


def taken_in(**changes):
    """The match of a file that an earlier version gave, and its scorer."""
    phone, _secret = enrol_phone()
    content = json.dumps(match_file(hands=[IMPOSSIBLE, MADE], **changes)).encode()
    kept, _ = import_export.import_match(
        import_export.read_file(content), phone, new_operation_id()
    )
    return kept, phone


def write(kept, phone, kind, **data):
    return do(kept.public_id, phone, new_operation_id(), kept.revision, kind, data)[0]


def test_match_file_with_it_opens_again_with_its_score(context):
    kept, _phone = taken_in(open=OPEN)
    assert [tuple(row.totals) for row in kept.ledger.standing.rows] == [(21, 16), (40, 22)]
    assert kept.ledger.doubted == {2: ASKED}
    assert kept.ledger.wrong == {}
    exported = import_export.export_match(kept.public_id)
    assert exported["hands"][0] == IMPOSSIBLE
    again, _ = import_export.import_match(
        import_export.read_file(json.dumps(exported).encode()), None, new_operation_id()
    )
    assert again.ledger.match == find_match(kept.public_id).ledger.match


def test_other_rules_score_it_as_any_other_hand(context):
    kept, phone = taken_in()
    changed = write(kept, phone, "changed", rules={"stake": False})
    assert tuple(changed.ledger.standing.totals) == (22, 22)
    assert changed.ledger.wrong == {}
    assert changed.ledger.doubted == {2: ASKED}


def test_other_rules_may_lack_an_answer_to_it(context):
    even = {**IMPOSSIBLE, "bid": 80, "points": {"A": 86}}
    phone, _secret = enrol_phone()
    match = import_export.read_file(json.dumps(match_file(hands=[even])).encode())
    kept, _ = import_export.import_match(match, phone, new_operation_id())
    changed = write(kept, phone, "changed", rules={"six_six": "ask"})
    assert changed.ledger.wrong == {2: (Problem("tie_point_needed", "tie_point"),)}
    assert changed.ledger.standing.totals == kept.ledger.standing.totals


@pytest.mark.parametrize(
    ("kind", "place"),
    [("recorded", {}), ("corrected", {"hand_id": 3}), ("inserted", {"before": 3})],
)
def test_new_hand_with_it_is_refused(context, kind, place):
    kept, phone = taken_in()
    with pytest.raises(Refused) as refused:
        write(kept, phone, kind, hand=IMPOSSIBLE, **place)
    assert refused.value.problems == ASKED
    with use_locale("en"):
        assert "take off" in problem_text(*ASKED).lower()


def test_new_contract_with_it_is_refused(context):
    kept, phone = taken_in()
    with pytest.raises(Refused) as refused:
        write(kept, phone, "contract", contract=OPEN)
    assert refused.value.problems == ASKED


def test_correction_ends_the_question(context):
    kept, phone = taken_in()
    mended = write(kept, phone, "corrected", hand_id=2, hand={**IMPOSSIBLE, "pilotta": "B"})
    assert mended.ledger.doubted == {}


def test_phone_keeps_its_score_as_the_server_does(context):
    kept, phone = taken_in(rules={"preset": "cardrules"})
    for rules in ({"six_six": "ask"}, {"declaration_order": "natural"}):
        kept = write(kept, phone, "changed", rules=rules)
    told = [as_act(act) for act in kept.ledger.acts if act.is_play]
    assert_alike("ledger.mjs", [(told, told_of([[] for _ in told], kept.ledger, {}))])
