"""Random acts of phones that hand the pencil about, against a plain list of states.

The list knows nothing of events: an act puts a state on it, undoing takes it off. After each step
the match is the same by the services, by the database and by the list.
"""

import json
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule, run_state_machine_as_test

from scorekeeper.config import settings_of
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.registry import read_body
from scorekeeper.match.match_journal import replay
from scorekeeper.match.matches import (
    NotScorer,
    OperationIdReused,
    Refused,
    RevisionConflict,
    find_match,
)
from tests.services.phones_at_table import (
    ADJUST,
    HANDS,
    PHONE,
    PHONES,
    TARGETS,
    WRITER,
    PhonesAtTheTable,
)
from tests.support.databases import rows
from tests.support.examples import ALL_EXAMPLES, share_of
from tests.support.table import MADE, OPEN, do

HAND = st.sampled_from(list(HANDS))
ON_SERVER = 10 if ALL_EXAMPLES else 5
CLAIM = st.tuples(st.sampled_from("AB"), st.integers(0, 120))


class Delivery(NamedTuple):
    """An operation as a phone sends it."""

    op_id: str
    revision: int
    kind: str
    data: dict[str, Any]


class Matches(PhonesAtTheTable):
    """Four phones that may have the pencil, one match, and answers that get lost or come late."""

    def __init__(self):
        super().__init__()
        self.undone = []
        self.sent, self.senders, self.late = [], {}, []

    # --- what phones do ---

    def send(self, delivery, which=0):
        """By one of the phones that may write."""
        sender = self.phones[self.writer(which)]
        self.senders.setdefault(delivery.op_id, sender)
        return do(self.public_id, sender, *delivery)

    def act(self, kind, after, which=0, **data):
        """An act that the list finds possible (`after` is the state that it leads to) or not."""
        delivery = Delivery(new_operation_id(), self.written, kind, data)
        if after is None:
            with pytest.raises(Refused):
                self.send(delivery, which)
            return
        _, is_new = self.send(delivery, which)
        assert is_new
        self._count(delivery)
        self.states.append(after)
        self.undone.clear()

    def _count(self, delivery):
        self.written += 1
        self.played = self.written
        self.sent.append(delivery)

    @rule(name=HAND, which=WRITER)
    def record(self, name, which):
        hands = (*self.now.hands, (self.written + 1, name))
        after = None if self.now.is_over else self.now._replace(hands=hands, is_open=False)
        self.act("recorded", after, which, hand=HANDS[name][0])

    @rule(which=WRITER)
    def open_contract(self, which):
        after = None if self.now.is_over else self.now._replace(is_open=True)
        self.act("contract", after, which, contract=OPEN)

    @precondition(lambda self: self.now.hand_ids())
    @rule(data=st.data(), name=HAND, which=WRITER)
    def correct(self, data, name, which):
        hand_id = data.draw(st.sampled_from(self.now.hand_ids()))
        after = self.now._replace(hands=self.now.with_hand(hand_id, name))
        self.act("corrected", after, which, hand_id=hand_id, hand=HANDS[name][0])

    @precondition(lambda self: self.now.hands)
    @rule(data=st.data(), which=WRITER)
    def void(self, data, which):
        hand_id = data.draw(st.sampled_from(self.now.ids()))
        left = tuple(one for one in self.now.hands if one[0] != hand_id)
        self.act("voided", self.now._replace(hands=left), which, hand_id=hand_id)

    @precondition(lambda self: self.now.hands)
    @rule(data=st.data(), name=HAND)
    def insert(self, data, name):
        before = data.draw(st.sampled_from(self.now.ids()))
        hands = self.now.with_entry_before(before, self.written + 1, name)
        after = self.now._replace(hands=hands)
        self.act("inserted", after, before=before, hand=HANDS[name][0])

    @rule(at_start=st.booleans())
    def adjust(self, at_start):
        added = {"adjust": ADJUST, "reason": "ruling"}
        entry = (self.written + 1, "adjusted")
        if at_start and self.now.hands:
            first = self.now.ids()[0]
            hands = self.now.with_entry_before(first, *entry)
            self.act("adjusted", self.now._replace(hands=hands), before=first, **added)
            return
        hands = (*self.now.hands, entry)
        after = None if self.now.is_over else self.now._replace(hands=hands)
        self.act("adjusted", after, **added)

    @rule(goal=st.sampled_from(TARGETS))
    def change_target(self, goal):
        after = None if goal == self.now.target else self.now._replace(target=goal)
        self.act("changed", after, rules={"target": goal})

    @rule(names=st.sampled_from([("Ours", "Theirs"), ("Αετοί", "Λύκοι")]))
    def change_names(self, names):
        after = None if names == self.now.names else self.now._replace(names=names)
        self.act("changed", after, names=dict(zip("AB", names, strict=True)))

    @rule(claim=CLAIM)
    def claim(self, claim):
        after = None if self.now.is_over else self.now._replace(ended=claim)
        self.act("claimed", after, side=claim[0], points=claim[1])

    @rule()
    def stop(self):
        self.act("stopped", None if self.now.is_over else self.now._replace(ended="hand"))

    @rule()
    def reopen(self):
        can = self.now.standing()[2] in ("claim", "hand")
        self.act("reopened", self.now._replace(ended=None) if can else None)

    @precondition(lambda self: len(self.states) > 1)
    @rule()
    def undo(self):
        seq = find_match(self.public_id).ledger.last_act().seq
        self._write("undone", seq=seq)
        self.undone.append(self.states.pop())

    @precondition(lambda self: self.undone)
    @rule()
    def bring_back(self):
        seq = find_match(self.public_id).ledger.last_undoing().seq
        self._write("undone", seq=seq)
        self.states.append(self.undone.pop())

    def _write(self, kind, **data):
        delivery = Delivery(new_operation_id(), self.written, kind, data)
        assert self.send(delivery)[1]
        self._count(delivery)

    # --- what networks do ---

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), which=WRITER)
    def repeat(self, data, which):
        """The answer was lost, and the phone sends the same again."""
        kept, is_new = self.send(data.draw(st.sampled_from(self.sent)), which)
        assert not is_new
        assert kept.ledger.revision == self.written

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def repeat_own(self, data):
        """The phone that wrote it gets the same answer, also without the pencil by now."""
        delivery = data.draw(st.sampled_from(self.sent))
        kept, is_new = do(self.public_id, self.senders[delivery.op_id], *delivery)
        assert not is_new
        assert kept.ledger.revision == self.written

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def reuse(self, data):
        """The same operation with something else in it."""
        used = data.draw(st.sampled_from(self.sent))
        with pytest.raises(OperationIdReused):
            self.send(used._replace(kind="recorded", data={"hand": {**MADE, "bid": 150}}))

    @rule(name=HAND, phone=PHONE)
    def write_without_sending(self, name, phone):
        """A hand waits in a phone while the match, and the pencil, may go on."""
        data = {"hand": HANDS[name][0]}
        self.late.append((phone, Delivery(new_operation_id(), self.written, "recorded", data)))

    @precondition(lambda self: self.late)
    @rule(data=st.data())
    def send_late(self, data):
        """Send an operation late: it counts if the phone may write and no play came since."""
        phone, delivery = late = data.draw(st.sampled_from(self.late))
        self.late.remove(late)
        refusal = (
            NotScorer if phone not in self.writers
            else RevisionConflict if delivery.revision < self.played
            else Refused if self.now.is_over
            else None
        )  # fmt: skip
        if refusal:
            with pytest.raises(refusal):
                do(self.public_id, self.phones[phone], *delivery)
            return
        do(self.public_id, self.phones[phone], *delivery)
        self.senders[delivery.op_id] = self.phones[phone]
        name = next(n for n, (hand, _) in HANDS.items() if hand == delivery.data["hand"])
        self._count(delivery)
        hands = (*self.now.hands, (self.written, name))
        self.states.append(self.now._replace(hands=hands, is_open=False))
        self.undone.clear()

    @rule(data=st.data())
    def write_without_the_pencil(self, data):
        """Whatever a phone sends that never had it, or has it no more."""
        phone = data.draw(st.sampled_from(sorted({*PHONES} - self.writers)))
        fresh = Delivery(new_operation_id(), self.written, "recorded", {"hand": MADE})
        stop = fresh._replace(kind="stopped", data={})
        undoing = fresh._replace(kind="undone", data={"seq": self.played})
        for delivery in (fresh, stop, undoing):
            for sender in (self.phones[phone], None):
                with pytest.raises(NotScorer):
                    do(self.public_id, sender, *delivery)

    # --- what must hold ---

    @invariant()
    def the_match_is_as_the_list_has_it(self):
        kept = find_match(self.public_id)
        standing = kept.ledger.standing
        assert kept.ledger.revision == self.written
        assert kept.ledger.hand_ids == self.now.ids()
        assert (kept.ledger.match.open is not None) == self.now.is_open
        told = (tuple(standing.totals), standing.winner, standing.end)
        assert told == self.now.standing()
        assert tuple(party.name for party in kept.ledger.match.sides) == self.now.names
        assert (kept.ledger.last_act() is None) == (len(self.states) == 1)
        assert (kept.ledger.last_undoing() is None) == (not self.undone)
        assert kept.ledger.accepts_revision(self.played)
        assert not kept.ledger.accepts_revision(self.played - 1)

    @invariant()
    def the_database_tells_the_same(self):
        acts = read_acts(self.public_id)
        assert [act.seq for act in acts] == list(range(1, self.written + 1))
        fresh, kept = replay(acts), find_match(self.public_id)
        assert without_acts(fresh) == without_acts(kept.ledger), "folded anew or step by step"
        assert {act.op_id for act in acts} >= {delivery.op_id for delivery in self.sent}


def without_acts(ledger):
    """The ledger; the acts in the file have no moments here."""
    return replace(ledger, acts=())


def read_acts(public_id):
    """The acts in the database."""
    found = rows(
        "SELECT seq, kind, data, op_id FROM event JOIN match ON match.id = match_id"
        " WHERE public_id = :public_id ORDER BY seq",
        public_id=public_id,
    )
    return [
        MatchAct(seq, read_body(kind, json.loads(data)), op_id) for seq, kind, data, op_id in found
    ]


def test_random_acts_leave_what_a_plain_list_says(app):
    machine = type("MatchesOfThisApp", (Matches,), {"app": app})
    run = settings(
        max_examples=share_of(30) if settings_of(app).database_file else ON_SERVER,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    run_state_machine_as_test(machine, settings=run)
