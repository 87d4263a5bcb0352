"""Random acts of two phones with one right against a plain list of states.

The list knows nothing of events: an act puts a state on it, undoing takes it off. After each step
the match as the services tell it, as the database has it and as the list has it are one.
"""

import json
import sqlite3
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scorekeeper.services import matches
from scorekeeper.services.ledger import Act
from scorekeeper.services.matches import (
    NotScorer,
    OperationReused,
    Refused,
    Stale,
    find_match,
    new_operation_id,
)
from scorekeeper.services.phones import enrol_phone
from scorekeeper.services.replaying import replay
from scorekeeper.store import queries
from scorekeeper.store.db import db, writing
from tests.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT, Table

TARGETS = (101, 151, 60)
ADJUST = {"A": 30, "B": -7}
HANDS = {
    "made": (MADE, (19, 6)),
    "failed": (FAILED, (26, 0)),
    "kapo": (KAPO, (0, 37)),
    "swept": (SWEPT, (125, 0)),
    "passed out": (PASSED_OUT, (0, 0)),
    "theirs": ({**KAPO, "bid": "kapo", "doubled": 2}, (0, 75)),
}
HAND = st.sampled_from(list(HANDS))
CLAIM = st.tuples(st.sampled_from("AB"), st.integers(0, 120))


class State(NamedTuple):
    """A match, as somebody with paper and pencil keeps it."""

    hands: tuple[tuple[int, str], ...] = ()
    is_open: bool = False
    ended: Any = None
    target: int = TARGETS[0]
    names: tuple[str, str] = ("Ours", "Theirs")

    def standing(self):
        """Totals, winner and end; the hands after the end do not count, adjustments do."""
        a = b = 0
        winner = None
        for _, name in self.hands:
            if name == "adjusted":
                a, b = a + ADJUST["A"], b + ADJUST["B"]
            elif winner is None:
                ours, theirs = HANDS[name][1]
                a, b = a + ours, b + theirs
                if max(a, b) >= self.target and a != b:
                    winner = "A" if a > b else "B"
        if winner:
            return (a, b), winner, "target"
        if self.ended is None:
            return (a, b), None, None
        if self.ended == "hand":
            return (a, b), None, "hand"
        side, points = self.ended
        reached = (a if side == "A" else b) + points >= self.target
        return (a, b), side if reached else "AB".replace(side, ""), "claim"

    @property
    def is_over(self):
        return self.standing()[2] is not None

    def ids(self):
        return tuple(hand_id for hand_id, _ in self.hands)

    def hand_ids(self):
        return tuple(hand_id for hand_id, name in self.hands if name != "adjusted")

    def with_hand(self, hand_id, name):
        return tuple((one, name if one == hand_id else old) for one, old in self.hands)

    def with_entry_before(self, before, hand_id, name):
        place = self.ids().index(before)
        return (*self.hands[:place], (hand_id, name), *self.hands[place:])


class Delivery(NamedTuple):
    """What a phone sends."""

    op_id: str
    revision: int
    kind: str
    data: dict[str, Any]


class Matches(RuleBasedStateMachine):
    """Two phones, one match, and answers that may get lost or come late."""

    app: Any

    def __init__(self):
        super().__init__()
        self.context = self.app.app_context()
        self.context.push()
        self.table = Table("cafe", claim=True, target=TARGETS[0])
        self.public_id = self.table.kept.public_id
        self.phones = [self.table.phone, self._second_phone()]
        self.states, self.undone = [State()], []
        self.written = 1
        self.sent, self.late = [], []

    def _second_phone(self):
        phone, _ = enrol_phone()
        public_id, moment = self.public_id, self.table.ledger.acts[0].at
        with writing():
            match_id, _ = queries.events_at(public_id, 1)
            queries.set_role(match_id, phone, queries.RoleRow(writes=True, side=None), moment)
        return phone

    def teardown(self):
        db.engine.dispose()
        self.context.pop()

    @property
    def now(self):
        return self.states[-1]

    # --- what phones do ---

    def send(self, delivery, phone=0):
        return matches.do(self.public_id, self.phones[phone], *delivery)

    def act(self, kind, after, phone=0, **data):
        """An act that the list finds possible (`after` is the state that it leads to) or not."""
        delivery = Delivery(new_operation_id(), self.written, kind, data)
        if after is None:
            with pytest.raises(Refused):
                self.send(delivery, phone)
            return
        _, is_new = self.send(delivery, phone)
        assert is_new
        self.written += 1
        self.sent.append(delivery)
        self.states.append(after)
        self.undone.clear()

    @rule(name=HAND, phone=st.integers(0, 1))
    def record(self, name, phone):
        hands = (*self.now.hands, (self.written + 1, name))
        after = None if self.now.is_over else self.now._replace(hands=hands, is_open=False)
        self.act("recorded", after, phone, hand=HANDS[name][0])

    @rule(phone=st.integers(0, 1))
    def open_contract(self, phone):
        after = None if self.now.is_over else self.now._replace(is_open=True)
        self.act("contract", after, phone, contract=OPEN)

    @precondition(lambda self: self.now.hand_ids())
    @rule(data=st.data(), name=HAND, phone=st.integers(0, 1))
    def correct(self, data, name, phone):
        hand_id = data.draw(st.sampled_from(self.now.hand_ids()))
        after = self.now._replace(hands=self.now.with_hand(hand_id, name))
        self.act("corrected", after, phone, hand_id=hand_id, hand=HANDS[name][0])

    @precondition(lambda self: self.now.hands)
    @rule(data=st.data(), phone=st.integers(0, 1))
    def void(self, data, phone):
        hand_id = data.draw(st.sampled_from(self.now.ids()))
        left = tuple(one for one in self.now.hands if one[0] != hand_id)
        self.act("voided", self.now._replace(hands=left), phone, hand_id=hand_id)

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
        self.written += 1
        self.sent.append(delivery)

    # --- what networks do ---

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), phone=st.integers(0, 1))
    def repeat(self, data, phone):
        """The answer was lost, and the phone sends the same again."""
        kept, is_new = self.send(data.draw(st.sampled_from(self.sent)), phone)
        assert not is_new
        assert kept.revision == self.written

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def reuse(self, data):
        """The same operation with something else in it."""
        used = data.draw(st.sampled_from(self.sent))
        with pytest.raises(OperationReused):
            self.send(used._replace(kind="recorded", data={"hand": {**MADE, "bid": 150}}))

    @rule(name=HAND)
    def write_without_sending(self, name):
        """A hand waits in a phone while the match may go on."""
        data = {"hand": HANDS[name][0]}
        self.late.append(Delivery(new_operation_id(), self.written, "recorded", data))

    @precondition(lambda self: self.late)
    @rule(data=st.data())
    def send_late(self, data):
        """It arrives out of order: it counts if the match stands as it did, else it is stale."""
        delivery = data.draw(st.sampled_from(self.late))
        self.late.remove(delivery)
        if delivery.revision != self.written:
            with pytest.raises(Stale):
                self.send(delivery, 1)
        elif self.now.is_over:
            with pytest.raises(Refused):
                self.send(delivery, 1)
        else:
            self.send(delivery, 1)
            self._take_late(delivery)

    def _take_late(self, delivery):
        name = next(n for n, (hand, _) in HANDS.items() if hand == delivery.data["hand"])
        self.written += 1
        self.sent.append(delivery)
        hands = (*self.now.hands, (self.written, name))
        self.states.append(self.now._replace(hands=hands, is_open=False))
        self.undone.clear()

    @rule()
    def write_from_elsewhere(self):
        with pytest.raises(NotScorer):
            matches.do(self.public_id, None, new_operation_id(), self.written, "stopped", {})

    # --- what must hold ---

    @invariant()
    def the_match_is_as_the_list_has_it(self):
        kept = find_match(self.public_id)
        standing = kept.ledger.standing
        assert kept.revision == self.written
        assert kept.ledger.hand_ids == self.now.ids()
        assert (kept.ledger.match.open is not None) == self.now.is_open
        told = (tuple(standing.totals), standing.winner, standing.end)
        assert told == self.now.standing()
        assert tuple(party.name for party in kept.ledger.match.sides) == self.now.names
        assert (kept.ledger.last_act() is None) == (len(self.states) == 1)
        assert (kept.ledger.last_undoing() is None) == (not self.undone)

    @invariant()
    def the_database_file_tells_the_same(self):
        connection = sqlite3.connect(self.app.config["DATABASE_FILE"])
        acts = read_acts(connection, self.public_id)
        connection.close()
        assert [act.seq for act in acts] == list(range(1, self.written + 1))
        fresh, kept = replay(acts), find_match(self.public_id)
        assert without_acts(fresh) == without_acts(kept.ledger), "folded anew or step by step"
        assert {act.op_id for act in acts} >= {delivery.op_id for delivery in self.sent}


def without_acts(ledger):
    """The ledger; the acts in the file have no moments here."""
    return replace(ledger, acts=())


def read_acts(connection, public_id):
    """The acts in the file, past everything of ours that could keep them in memory."""
    rows = connection.execute(
        "SELECT seq, kind, data, op_id FROM event JOIN match ON match.id = match_id"
        " WHERE public_id = ? ORDER BY seq",
        (public_id,),
    )
    return [Act(seq, kind, json.loads(data), op_id) for seq, kind, data, op_id in rows]


def test_random_acts_leave_what_a_plain_list_says(app):
    machine = type("MatchesOfThisApp", (Matches,), {"app": app})
    run = settings(
        max_examples=30,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    run_state_machine_as_test(machine, settings=run)
