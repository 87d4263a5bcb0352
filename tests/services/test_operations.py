"""Every act carries an operation id and a revision, and a match takes so many acts."""

import pytest

from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match.matches import NotScorer, OperationIdReused, Refused, RevisionConflict
from scorekeeper.match.phones import WATCHER, PhoneRole, enrol_phone, find_phone, find_role
from tests.support.databases import content, rows
from tests.support.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, Table, do

ACTS = {
    "contract": {"contract": OPEN},
    "recorded": {"hand": FAILED},
    "corrected": {"hand_id": 2, "hand": KAPO},
    "voided": {"hand_id": 2},
    "claimed": {"side": "A", "points": 20},
    "stopped": {},
    "undone": {"seq": 2},
}


@pytest.fixture
def played(context):
    return Table("cafe", claim=True).play(MADE)


@pytest.mark.parametrize("kind", ACTS)
def test_it_answers_a_repeat_as_the_first_time(played, kind):
    op_id, revision = new_operation_id(), played.ledger.revision
    first = played.do(kind, op_id=op_id, **ACTS[kind]).kept
    assert played.is_new
    again = played.do(kind, op_id=op_id, revision=revision, **ACTS[kind]).kept
    assert not played.is_new
    assert again == first == played.stored()


def test_it_answers_a_repeat_with_the_match_as_it_went_on(played):
    op_id = new_operation_id()
    played.do("recorded", op_id=op_id, hand=FAILED).play(KAPO)
    later = played.kept
    played.do("recorded", op_id=op_id, revision=2, hand=FAILED)
    assert (played.is_new, played.kept) == (False, later)


def test_it_takes_equal_data_for_equal_in_any_order(played):
    op_id = new_operation_id()
    played.do("recorded", op_id=op_id, hand=FAILED)
    played.do("recorded", op_id=op_id, hand=dict(reversed(FAILED.items())))
    assert not played.is_new


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("recorded", {"hand": KAPO}),
        ("corrected", {"hand_id": 2, "hand": FAILED}),
        ("stopped", {}),
        ("undone", {"seq": 3}),
    ],
)
def test_it_refuses_an_operation_with_something_else_in_it(played, kind, data):
    op_id = new_operation_id()
    before = played.do("recorded", op_id=op_id, hand=FAILED).kept
    with pytest.raises(OperationIdReused) as reused:
        played.do(kind, op_id=op_id, **data)
    assert played.stored() == before
    assert reused.value.loaded_match == before
    assert (reused.value.act.seq, reused.value.act.data) == (3, {"hand": FAILED})


def test_it_refuses_an_operation_of_another_match(played):
    op_id = new_operation_id()
    played.do("recorded", op_id=op_id, hand=FAILED)
    other = Table()
    with pytest.raises(OperationIdReused):
        other.do("recorded", op_id=op_id, hand=FAILED)
    assert other.stored().revision == 1


def test_it_looks_for_a_repeat_before_the_revision(played):
    op_id, revision = new_operation_id(), played.ledger.revision
    played.do("recorded", op_id=op_id, hand=FAILED).play(KAPO)
    played.do("recorded", op_id=op_id, revision=revision, hand=FAILED)
    assert not played.is_new, "a repeat is no stale act"


@pytest.mark.parametrize("revision", [0, 1, 3, 999])
def test_it_refuses_a_revision_that_is_not_the_matchs(played, revision):
    with pytest.raises(RevisionConflict) as stale:
        played.do("recorded", revision=revision, hand=FAILED)
    assert played.stored() == stale.value.loaded_match
    assert played.stored().revision == 2


def test_it_gives_one_of_two_hands_on_one_revision_and_refuses_the_other(played):
    revision = played.ledger.revision
    played.do("recorded", revision=revision, hand=FAILED)
    with pytest.raises(RevisionConflict):
        played.do("recorded", revision=revision, hand=KAPO)
    assert played.stored().ledger.hand_ids == (2, 3)
    assert tuple(played.stored().ledger.standing.totals) == (45, 6)


def test_it_leaves_a_refused_operation_free(played):
    op_id = new_operation_id()
    with pytest.raises(Refused):
        played.do("recorded", op_id=op_id, hand={**MADE, "bid": 95})
    played.do("recorded", op_id=op_id, hand=FAILED)
    assert played.is_new


@pytest.mark.parametrize("kind", ACTS)
def test_it_is_for_the_scorer_alone(played, kind):
    stranger, _ = enrol_phone()
    for phone in (stranger, None):
        with pytest.raises(NotScorer):
            do(played.kept.public_id, phone, new_operation_id(), 2, kind, ACTS[kind])
    assert played.stored() == played.kept


def test_it_tells_a_stranger_nothing_of_an_operation(played):
    op_id = new_operation_id()
    played.do("recorded", op_id=op_id, hand=FAILED)
    stranger, _ = enrol_phone()
    with pytest.raises(NotScorer):
        played.do("recorded", op_id=op_id, phone=stranger, hand=FAILED)


def test_it_needs_a_match(played):
    with pytest.raises(NotFound):
        do("nowhere", played.phone, new_operation_id(), 1, "stopped", {})


def test_it_numbers_the_acts_without_gaps(played):
    other = Table().play(MADE)
    played.play(FAILED).undo().bring_back().correct(1, KAPO)
    for refused in ({"revision": 1}, {"phone": other.phone}):
        with pytest.raises((RevisionConflict, NotScorer)):
            played.do("recorded", hand=PASSED_OUT, **refused)
    other.void(1)
    seqs = rows("SELECT match_id, seq FROM event ORDER BY id")
    assert [seq for match, seq in seqs if match == 1] == [1, 2, 3, 4, 5, 6]
    assert [seq for match, seq in seqs if match == 2] == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("0123456789abcdef" * 2, True),
        ("0123456789ABCDEF" * 2, False),
        ("0" * 31, False),
        ("0" * 33, False),
        ("0" * 32 + "\n", False),
        ("٠" * 32, False),
        ("", False),
    ],
)
def test_it_knows_an_operation_id(text, fits):
    assert is_operation_id(text) is fits


def test_it_makes_new_operation_ids():
    assert len({new_operation_id() for _ in range(1000)}) == 1000


def test_it_finds_a_phone_by_its_secret(context):
    phone, secret = enrol_phone()
    assert find_phone(secret) == phone


def test_it_finds_no_phone_by_another(context):
    enrol_phone()
    assert find_phone("0" * 43) is None
    assert find_phone("") is None
    assert find_phone(None) is None


def test_a_role_is_told_with_its_phone_and_only_in_its_match(table):
    other = Table()
    assert find_role(table.secret, table.kept.public_id) == PhoneRole(
        writes=True, phone=table.phone
    )
    for secret in (other.secret, enrol_phone()[1], "0" * 43, "", None):
        assert find_role(secret, table.kept.public_id) == WATCHER == (False, None, None)
    assert find_role(table.secret, "nowhere") == WATCHER


def test_it_gives_256_random_bits_once_each(context):
    secrets = {enrol_phone()[1] for _ in range(5)}
    assert {len(secret) for secret in secrets} == {43}
    assert len(secrets) == 5


def test_it_keeps_no_secret(context):
    _, secret = enrol_phone()
    [(kept,)] = rows("SELECT secret_hash FROM phone")
    assert len(kept) == 64
    assert kept.encode() in content()
    assert secret.encode() not in content()
