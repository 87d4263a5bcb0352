"""Erasing a match's names: they are nowhere any more, and what was played stays as it was."""

from contextlib import suppress
from dataclasses import replace
from threading import Thread

import pytest

from scorekeeper.club import rematches
from scorekeeper.config import current_settings
from scorekeeper.jobs.queue import JobRequest, find_job, request_job
from scorekeeper.journal.body import ERASED
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.keeping import backup
from scorekeeper.match import agreement, import_export, links, matches
from scorekeeper.match.acts.body import Refused
from scorekeeper.match.erasure import erase_match
from scorekeeper.match.match_journal import MATCH_JOURNAL, may_be_undone, replay
from scorekeeper.match.matches import (
    NotScorer,
    OperationIdReused,
    RevisionConflict,
    start_match,
    start_match_as,
)
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.match import Party
from scorekeeper.rules.model import BySide
from tests.support.databases import content
from tests.support.table import FAILED, MADE, Table

NAMES = ("Kites", "Rodanthi", "Minos", "Doves", "Ariadni", "Foteini", "Pambos", "Larnaka")
SIDES = BySide(Party("Kites", ("Rodanthi", "Minos")), Party("Doves", ("Ariadni", "")))


def story(table):
    """A match with a name wherever one can be."""
    head = {"sides": SIDES, "place": "Larnaka", "event": "Pambos's cup"}
    match = replace(table.ledger.match, **head)
    table.kept, _ = start_match(match, table.phone, new_operation_id())
    table.play(MADE, FAILED)
    table.do("changed", names={"A": "Foteini & Co"}, players={"A1": "Foteini"}, from_now=True)
    table.do("adjusted", adjust={"A": -10, "B": 0}, reason="Pambos looked")
    table.do("corrected", hand_id=5, adjust={"A": -20, "B": 0}, reason="Pambos looked twice")
    table.play(MADE)
    phone, _secret = enrol_phone()
    links.open_link(
        links.make_link(table.kept.public_id, table.phone, "B"), phone, new_operation_id()
    )
    table.kept = agreement.flag(
        table.kept.public_id, phone, new_operation_id(), 7, (19, 6), "Rodanthi counted 66"
    )
    return table


@pytest.fixture
def told(table):
    return story(table)


def erase(table):
    table.kept = erase_match(table.kept.public_id, table.phone)
    return table


def bare(standing):
    """Without the reasons, which are texts."""
    return [(row.score, row.totals, row.counts, row.number, row.dealer) for row in standing.rows]


def test_no_name_is_left_in_the_database(told):
    assert all(name.encode() in content() for name in NAMES)
    erase(told)
    assert not [name for name in NAMES if name.encode() in content()]
    assert b"Giorgos" in content(), "another match of this phone's keeps its own"


def test_operator_erases_the_names_of_a_match(told):
    act = erase_match(told.kept.public_id, None, "operator").ledger.acts[-1]
    assert act.data == {"by": "operator"}
    assert act.phone not in {one.phone for one in told.ledger.acts}
    assert not [name for name in NAMES if name.encode() in content()]


def test_everything_that_was_played_is_as_it_was(told):
    before = told.ledger
    after = erase(told).ledger
    assert bare(after.standing) == bare(before.standing)
    assert after.standing.totals == before.standing.totals
    assert (after.standing.dealer, after.standing.end) == (before.standing.dealer, None)
    assert after.hand_ids == before.hand_ids
    assert agreement.answers(after) == agreement.answers(before)
    assert [act.kind for act in after.acts] == [*(act.kind for act in before.acts), "names_erased"]
    assert [act.op_id for act in after.acts][:-1] == [act.op_id for act in before.acts]


def test_it_says_when_and_by_whom(told):
    act = erase(told).ledger.acts[-1]
    assert (act.kind, act.data, act.phone) == ("names_erased", {"by": "scorer"}, told.phone)
    assert told.ledger.last_erasure == act.seq


def test_it_is_the_same_read_from_the_database_or_from_memory(told):
    remembered = erase(told).ledger
    MATCH_JOURNAL.forget_all()
    assert told.stored().ledger == remembered == replay(remembered.acts)


def test_another_server_that_has_the_match_in_memory_reads_no_name_of_it(told):
    before = told.stored().ledger
    erase(told)
    told.play(MADE)
    MATCH_JOURNAL.remember(told.kept.public_id, before)  # what the other server has
    acts = told.stored().ledger.acts
    assert acts == told.ledger.acts
    assert "Foteini" not in repr(acts)


def test_twice_is_once(told):
    first = erase(told).ledger
    assert erase(told).ledger == first


def test_nobody_is_enrolled_to_erase_what_is_erased(told):
    erase_match(told.kept.public_id, None, "operator")
    before = content()
    assert erase_match(told.kept.public_id, None, "operator") == told.stored()
    assert content() == before


def test_names_that_come_later_are_names_and_can_be_erased_again(told):
    erase(told).do("changed", names={"A": "New"}, players={"B1": "Nikos"})
    assert told.ledger.match.sides.A.name == "New"
    assert erase(told).ledger.match.sides.A.name == ""
    assert b"Nikos" not in content()


@pytest.mark.parametrize("who", ["stranger", "side", "nobody"])
def test_nobody_but_a_scorer_erases(told, who):
    phone = {
        "stranger": lambda: enrol_phone()[0],
        "side": lambda: told.ledger.acts[-1].phone,
        "nobody": lambda: None,
    }[who]()
    before = told.stored()
    with pytest.raises(NotScorer):
        erase_match(told.kept.public_id, phone)
    assert told.stored() == before


def test_there_must_be_such_a_match(context):
    for erase_it in (
        lambda: erase_match("nowhere", 1),
        lambda: erase_match("nowhere", None, "operator"),
    ):
        with pytest.raises(NotFound):
            erase_it()


def test_it_can_be_undone_to_no_name(told):
    erase(told).undo().undo()
    with pytest.raises(Refused):
        told.do("undone", seq=told.ledger.last_erasure)
    assert "Foteini" not in repr(told.ledger)


def test_erasing_keeps_which_acts_may_be_undone(told):
    before = [may_be_undone(told.ledger, act) for act in told.ledger.acts]
    assert before.count(True) > 3
    after = erase(told).ledger
    assert [may_be_undone(after, act) for act in after.acts][:-1] == before


def test_a_hand_below_an_erased_change_and_penalty_can_be_undone_and_brought_back(told):
    totals = erase(told).totals
    told.do("undone", seq=2)
    assert told.totals != totals
    told.bring_back()
    assert told.totals == totals


def test_corrections_go_on_as_ever(told):
    erase(told).correct(1, FAILED).void(2).undo().bring_back()
    assert told.stored().ledger == replay(told.ledger.acts)


def test_an_answer_that_was_lost_is_given_again_after_the_names_went(told):
    op_id = new_operation_id()
    asked = {"adjust": {"A": 5, "B": 0}, "reason": "Pambos again", "op_id": op_id}
    told.do("adjusted", **asked)
    now = told.kept.revision
    erase(told).do("adjusted", revision=now, **asked)
    assert not told.is_new
    with pytest.raises(OperationIdReused):
        told.do("adjusted", revision=now, **{**asked, "adjust": {"A": 6, "B": 0}})


def test_the_start_of_a_match_can_be_sent_again_after_the_names_went(table):
    match, op_id, public_id = table.ledger.match, new_operation_id(), "x" * 22
    start_match_as(public_id, match, table.phone, op_id)
    erase_match(public_id, table.phone)
    kept, is_new = start_match_as(public_id, match, table.phone, op_id)
    assert not is_new
    assert kept.ledger.acts[0].data[ERASED]
    with pytest.raises(matches.IdTaken):
        start_match_as(public_id, replace(match, first_dealer="B1"), table.phone, op_id)


def test_a_file_can_be_taken_in_again_after_the_names_went(told):
    match = import_export.read_file(
        import_export.file_content(import_export.match_file_of(told.ledger))
    )
    op_id = new_operation_id()
    kept, _ = import_export.import_match(match, told.phone, op_id)
    erase_match(kept.public_id, told.phone)
    again, is_new = import_export.import_match(match, told.phone, op_id)
    assert (again.public_id, is_new) == (kept.public_id, False)


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("changed", {"names": {"A": "Kites"}}),
        ("changed", {"players": {"B1": "Ariadni"}}),
        ("adjusted", {"adjust": {"A": 5, "B": 0}, "reason": "Pambos looked"}),
        ("corrected", {"hand_id": 5, "adjust": {"A": 5, "B": 0}, "reason": "Pambos looked"}),
    ],
)
def test_stale_act_with_a_name_is_refused_after_erasing(told, kind, typed):
    before = told.kept.revision
    erase(told)
    with pytest.raises(RevisionConflict) as stale:
        told.do(kind, revision=before, **typed)
    assert not [name for name in NAMES if name.encode() in content()]
    told.do(kind, revision=stale.value.loaded_match.revision, **typed)


def test_stale_act_without_a_name_is_written_after_erasing(told):
    before = told.kept.revision
    erase(told).do("recorded", revision=before, hand=MADE)
    before = told.kept.revision
    erase(told).do("undone", revision=before, seq=told.ledger.last_act().seq)
    before = told.kept.revision
    erase(told).do("changed", revision=before, first_dealer="B1")


def test_every_match_can_still_be_folded(told):
    erase(told)
    assert backup.fold_all().matches == 2


def test_its_printed_sheets_are_gone_and_no_tournament_s_job_is_ended(told):
    instance = current_settings().instance
    sheet = instance / "sheets" / "one"
    sheet.parent.mkdir()
    sheet.write_text("")
    request_job(JobRequest("papers", "paper"))
    erase(told)
    assert not sheet.exists()
    assert find_job("papers").is_under_way


def test_hands_are_saved_while_names_are_erased(told, app):
    def erase_often():
        with app.app_context():
            for _ in range(10):
                erase_match(told.kept.public_id, told.phone)

    erasing = Thread(target=erase_often)
    erasing.start()
    while told.ledger.match.sides.A.name != "Pambos & Co":
        with suppress(RevisionConflict):  # names were erased meanwhile
            told.do("changed", revision=told.stored().revision, names={"A": "Pambos & Co"})
    told.play(*[MADE] * 10)
    erasing.join()
    acts = erase(told).ledger.acts
    assert [act.seq for act in acts] == list(range(1, len(acts) + 1))
    assert replay(acts) == told.stored().ledger
    assert not [name for name in NAMES if name.encode() in content()]


def test_the_match_file_has_no_name(told):
    file = import_export.match_file_of(erase(told).ledger)
    assert not [name for name in NAMES if name in str(file)]


def test_a_rematch_has_no_name(told):
    erase(told).do("stopped")
    kept = rematches.rematch(told.kept.public_id, told.phone, new_operation_id())
    assert not [name for name in NAMES if name in str(kept.ledger.acts)]


def test_a_match_without_a_name_says_so_too(context):
    table = Table()
    erase(erase(table).play(MADE))
    assert [act.kind for act in table.ledger.acts] == [
        "started",
        "names_erased",
        "recorded",
        "names_erased",
    ]
