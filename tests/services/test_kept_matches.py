"""Matches that came another way: a pilotta of an earlier version, a file kept in steps."""

import json

import pytest
from sqlalchemy import func, select

from scorekeeper.explain.problems import problem_text
from scorekeeper.i18n import use_locale
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import import_export, matches, saved_files
from scorekeeper.match.acts.body import Refused
from scorekeeper.match.matches import find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.match.saved_files import NoSavedFile
from scorekeeper.rules.model import Problem
from scorekeeper.store.db import db
from scorekeeper.store.models import StoredMatch, StoredTournament
from scorekeeper.tournament import file_checks
from scorekeeper.tournament.file_checks import check_acts
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.tournament_file import open_file, read_file, write_file
from tests.rules.table import match_file
from tests.services.test_ledger_on_the_phone import as_act, told_of
from tests.support.desk import Desk
from tests.support.node import assert_alike
from tests.support.table import MADE, Table, do

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


# --- a file's matches, between which others write ---


@pytest.fixture
def desk():
    """Four tables; two hands were written at the second."""
    return Desk(8).draw().write(2, MADE, MADE)


def count_of(model):
    return db.session.execute(select(func.count()).select_from(model)).scalar_one()


class Killed(Exception):
    """The server ends."""


@pytest.mark.usefixtures("context")
def test_opened_again_after_a_fault_it_goes_on_where_it_was(desk, monkeypatch):
    monkeypatch.setattr(saved_files, "_ACTS_AT_ONCE", 1)
    file, op_id = read_file(write_file(desk.held)), new_operation_id()
    keep_new, kept = matches.keep_new, []

    def keep_three(*args, **keys):
        if len(kept) == 3:
            raise Killed
        kept.append(keep_new(*args, **keys))
        return kept[-1]

    with monkeypatch.context() as patch:
        patch.setattr(matches, "keep_new", keep_three)
        with pytest.raises(Killed):
            open_file(file, desk.phone, op_id)
    assert (count_of(StoredTournament), count_of(StoredMatch)) == (1, 4 + 3)
    opened = open_file(file, desk.phone, op_id)
    assert (count_of(StoredTournament), count_of(StoredMatch)) == (2, 4 + 4)
    tables = play_round(opened, opened.tournament.last_round)
    assert [table.live.number for table in tables] == [0, 2, 0, 0]
    assert {one.public_id for one in kept} < {table.live.public_id for table in tables}


@pytest.mark.usefixtures("context")
def test_hands_are_saved_while_a_file_is_opened(desk, monkeypatch):
    monkeypatch.setattr(saved_files, "_ACTS_AT_ONCE", 1)
    file, table, steps = read_file(write_file(desk.held)), Table(), saved_files._steps

    def save_between(filed):
        for step in steps(filed):
            table.play(MADE)
            yield step

    monkeypatch.setattr(saved_files, "_steps", save_between)
    open_file(file, desk.phone, new_operation_id())
    assert len(table.ledger.standing.rows) == 4


@pytest.mark.usefixtures("context")
def test_a_file_takes_no_more_rounds_back_than_anybody_would(monkeypatch):
    desk = Desk(2)
    for _ in range(10):
        desk.draw().undraw()
    acts = desk.draw().tournament.acts
    checked = check_acts(acts)
    assert len(checked.taken_back) == 10
    assert [then.last_round.act.seq for then in checked.taken_back.values()] == [
        *checked.taken_back
    ]
    monkeypatch.setattr(file_checks, "_MOST_WORK", 5)
    with pytest.raises(NoSavedFile):
        check_acts(acts)
