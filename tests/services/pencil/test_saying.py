"""An answer beside the play is stored once."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import links, pencil_passing
from scorekeeper.match.match_journal import MATCH_JOURNAL, replay
from scorekeeper.match.matches import NotScorer, OperationIdReused
from scorekeeper.store.roles import MATCH_ROLES
from scorekeeper.store.streams import MATCH_EVENTS
from tests.services.pencil.guests import Guest
from tests.table import MADE, Table

OPERATIONS = ("joined", "handed over", "alone", "asked", "named", "declined")


class Said:
    """Something beside the game, which can be said again, and by another phone."""

    def __init__(self, table, sides, what):
        self.public_id, self.op_id = table.kept.public_id, new_operation_id()
        if what in ("joined", "handed over"):
            kind = "scorer" if what == "joined" else "hand_over"
            link = links.make_link(self.public_id, table.phone, kind)
            self.phone, self.other = Guest(table).phone, Guest(table).phone
            self._say = lambda phone, op_id: links.open_link(link, phone, op_id).loaded_match
        elif what == "alone":
            self.phone, self.other = Guest(table, "scorer").phone, table.phone
            self._say = lambda phone, op_id: pencil_passing.write_alone(
                self.public_id, phone, op_id
            )
        elif what == "asked":
            self.phone, self.other = (side.phone for side in sides)
            self._say = lambda phone, op_id: pencil_passing.ask(self.public_id, phone, op_id)
        else:
            self.phone, self.other = (side.phone for side in sides)
            seq, yes = sides[1].ask().ledger.revision, what == "named"
            self._say = lambda phone, op_id: pencil_passing.answer(
                self.public_id, phone, op_id, seq, yes=yes
            )

    def say(self, phone=None, op_id=None):
        return self._say(phone or self.phone, op_id or self.op_id)


@pytest.fixture(params=OPERATIONS)
def said(request, table, sides):
    return Said(table, sides, request.param)


def test_a_repeat_is_answered_as_the_first_time(table, said):
    first = said.say()
    assert said.say() == first == table.stored()


def test_a_repeat_is_answered_with_the_match_as_it_went_on(table, said):
    said.say()
    fellow = Guest(table)
    fellow.open(links.scorers_link(said.public_id))
    later = table.stored()
    assert said.say() == later == table.stored()


def test_an_operation_is_one_phones_own(table, said):
    """The other phone learns that it lost its right, where the first phone's act took that away."""
    first = said.say()
    with pytest.raises((OperationIdReused, NotScorer)) as refused:
        said.say(phone=said.other)
    if refused.type is OperationIdReused:
        assert refused.value.loaded_match == first
        assert refused.value.act == first.ledger.acts[-1]
    assert table.stored() == first


def test_next_phone_of_a_side_cannot_repeat_the_operation_of_the_last(table, sides):
    op_id = new_operation_id()
    asked = sides[0].ask(op_id)
    fellow = Guest(table, "A")
    before = table.stored()
    with pytest.raises(OperationIdReused) as reused:
        fellow.ask(op_id)
    assert (reused.value.loaded_match, reused.value.act) == (before, asked.ledger.acts[-1])
    assert table.stored() == before


def test_writing_alone_is_not_done_because_another_phone_did(table, link):
    op_id = new_operation_id()
    pencil_passing.write_alone(table.kept.public_id, table.phone, op_id)
    second = Guest(table, "scorer")
    with pytest.raises(OperationIdReused):
        pencil_passing.write_alone(second.public_id, second.phone, op_id)
    assert pencil_passing.scorers_of(second.public_id) == [1, 2]


def test_an_operation_of_a_hand_says_nothing(table, said):
    used = new_operation_id()
    revision = table.stored().ledger.revision
    table.do("recorded", op_id=used, revision=revision, hand=MADE)
    with pytest.raises(OperationIdReused) as reused:
        said.say(op_id=used)
    assert reused.value.act.kind == "recorded"
    assert table.stored() == table.kept
    said.say()
    assert table.stored().ledger.revision == table.kept.ledger.revision + 1, "it can be said still"


def test_pencil_operation_of_one_match_is_refused_in_another(table, said):
    said.say()
    other = Table()
    for act in (
        lambda: pencil_passing.write_alone(other.kept.public_id, other.phone, said.op_id),
        lambda: other.do("stopped", op_id=said.op_id),
        lambda: Guest(other).open(
            links.make_link(other.kept.public_id, other.phone, "hand_over"), said.op_id
        ),
    ):
        with pytest.raises(OperationIdReused):
            act()
    assert other.stored() == other.kept


def test_pencil_operations_read_from_the_file_equal_those_in_memory(table, said):
    said.say()
    events = MATCH_EVENTS.events_at(said.public_id, 1)
    acts = [MATCH_JOURNAL.act_of(event) for event in events]
    assert replay(acts) == table.stored().ledger
    assert [act.seq for act in acts] == list(range(1, len(acts) + 1))


def test_nothing_is_given_where_it_cannot_be_written(table, said, monkeypatch):
    def fail(*_events):
        raise ZeroDivisionError

    phones = [table.phone, said.phone, said.other]
    before = [MATCH_ROLES.role_at(said.public_id, phone) for phone in phones], table.stored()
    with monkeypatch.context() as patched:
        patched.setattr(MATCH_EVENTS, "append", fail)
        with pytest.raises(ZeroDivisionError):
            said.say()
    after = [MATCH_ROLES.role_at(said.public_id, phone) for phone in phones], table.stored()
    assert after == before
    assert said.say().ledger.revision == before[1].ledger.revision + 1, "and the link is open still"
