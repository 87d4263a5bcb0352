"""The phones around the match of test_machine, and the plain model that they are compared with."""

from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import agreement, links, matches, pencil_passing
from scorekeeper.match.agreement import answers
from scorekeeper.match.links import LinkEnded
from scorekeeper.match.matches import NotScorer, OperationIdReused, RevisionConflict, find_match
from scorekeeper.match.pencil_passing import NotAsked
from scorekeeper.match.phones import enrol_phone
from tests.support.databases import rows
from tests.support.table import FAILED, KAPO, MADE, PASSED_OUT, SWEPT, Table

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
SIDE_OF = {2: "A", 3: "B"}
"""The phones that answer for a side. 0 starts the match, 1 is another, 4 only watches."""
PHONES = range(5)
PHONE = st.integers(0, 3)
SIDE_PHONE = st.sampled_from(list(SIDE_OF))
WRITER = st.integers(0, 3)
"""Which of the phones that may write, counted round."""


class State(NamedTuple):
    """A match, kept with paper and pencil."""

    hands: tuple[tuple[int, str], ...] = ()
    is_open: bool = False
    ended: Any = None
    target: int = TARGETS[0]
    names: tuple[str, str] = ("Ours", "Theirs")

    def standing(self):
        """Totals, winner and end; nothing after the end counts."""
        a = b = 0
        winner = None
        for _, name in self.hands:
            if winner is not None:
                break
            if name == "adjusted":
                a, b = a + ADJUST["A"], b + ADJUST["B"]
            else:
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

    def score_of(self, hand_id):
        """The score of the hand with this id."""
        return HANDS[dict(self.hands)[hand_id]][1]


class PhonesAtTheTable(RuleBasedStateMachine):
    """Links, the pencil and what the sides say, against sets and dictionaries."""

    app: Any

    def __init__(self):
        super().__init__()
        self.context = self.app.app_context()
        self.context.push()
        self.table = Table("cafe", claim=True, target=TARGETS[0])
        self.public_id = self.table.kept.public_id
        self.phones = [self.table.phone, *(enrol_phone()[0] for _ in PHONES[1:])]
        self.states = [State()]
        self.written = self.played = 1
        self.writers, self.wrote = {0}, {0}
        self.links, self.open_links, self.joined = [], {}, []
        self.asked = None
        self.said, self.flagged = {}, set()
        for phone, side in SIDE_OF.items():
            link = links.make_link(self.public_id, self.table.phone, side)
            links.open_link(link, self.phones[phone], new_operation_id())
            self.written += 1
        self.watched, self.watched_at, self.mark = None, 0, ""

    def teardown(self):
        self.context.pop()

    @property
    def now(self):
        return self.states[-1]

    def writer(self, which):
        """One of the phones that may write."""
        return sorted(self.writers)[which % len(self.writers)]

    def _give_to(self, phone):
        """The phone is the only one that writes, and whatever was open is ended."""
        self.writers = {phone}
        self.wrote.add(phone)
        self.open_links.clear()
        self.asked = None

    # --- the pencil ---

    @rule(which=WRITER, kind=st.sampled_from(["scorer", "hand_over", "A", "B"]))
    def make_link(self, which, kind):
        secret = links.make_link(self.public_id, self.phones[self.writer(which)], kind)
        self.links.append((secret, kind))
        self.open_links[kind] = secret

    @precondition(lambda self: self.links)
    @rule(data=st.data(), phone=PHONE)
    def open_link(self, data, phone):
        self._open(*data.draw(st.sampled_from(self.links[-3:])), phone)

    @rule(which=WRITER, kind=st.sampled_from(["scorer", "hand_over"]), phone=PHONE)
    def make_and_open_link(self, which, kind, phone):
        self.make_link(which, kind)
        self._open(*self.links[-1], phone)

    def _open(self, secret, kind, phone):
        op_id = new_operation_id()
        if self.open_links.get(kind) != secret:
            with pytest.raises(LinkEnded):
                links.open_link(secret, self.phones[phone], op_id)
            return
        assert links.look_up(secret).kind == kind
        if kind in "AB":
            phone = next(one for one, side in SIDE_OF.items() if side == kind)
        links.open_link(secret, self.phones[phone], op_id)
        if kind in "AB" or (kind == "scorer" and phone in self.writers):
            return
        self.written += 1
        self.joined.append((secret, phone, op_id))
        if kind == "hand_over":
            self._give_to(phone)
        self.writers.add(phone)
        self.wrote.add(phone)

    @precondition(lambda self: self.joined)
    @rule(data=st.data(), phone=PHONE)
    def open_again(self, data, phone):
        """The answer was lost, or another phone got hold of all that was sent."""
        secret, own, op_id = data.draw(st.sampled_from(self.joined))
        if phone == own:
            assert (
                links.open_link(secret, self.phones[phone], op_id).loaded_match.ledger.revision
                == self.written
            )
            return
        with pytest.raises(OperationIdReused):
            links.open_link(secret, self.phones[phone], op_id)

    @rule(which=WRITER)
    def write_alone(self, which):
        phone = self.writer(which)
        pencil_passing.write_alone(self.public_id, self.phones[phone], new_operation_id())
        self.written += 1
        self._give_to(phone)

    @rule(phone=SIDE_PHONE, answers=st.lists(st.tuples(SIDE_PHONE, st.booleans()), max_size=2))
    def ask(self, phone, answers):
        pencil_passing.ask(self.public_id, self.phones[phone], new_operation_id())
        if self.asked is None or self.asked[1] != phone:
            self.written += 1
            self.asked = (self.written, phone)
        for other, yes in answers:
            self.answer(other, yes)

    @rule(phone=SIDE_PHONE, yes=st.booleans())
    def answer(self, phone, yes):
        seq, asker = self.asked or (self.written, None)
        answer = (self.public_id, self.phones[phone], new_operation_id(), seq)
        if self.asked is None or (yes and phone == asker):
            with pytest.raises(NotAsked):
                pencil_passing.answer(*answer, yes=yes)
            return
        pencil_passing.answer(*answer, yes=yes)
        self.written += 1
        if yes:
            self._give_to(asker)
        self.asked = None

    # --- what the sides say ---

    @precondition(lambda self: self.now.hand_ids())
    @rule(data=st.data(), phone=SIDE_PHONE, is_so=st.booleans())
    def agree(self, data, phone, is_so):
        hand_id = data.draw(st.sampled_from(self.now.hand_ids()))
        score = self.now.score_of(hand_id) if is_so else (1, 1)
        agree = (self.public_id, self.phones[phone], new_operation_id(), {hand_id: score})
        if not is_so:
            with pytest.raises(RevisionConflict):
                agreement.agree(*agree)
            return
        agreement.agree(*agree)
        if self._answer(hand_id, SIDE_OF[phone]) not in ("agreed", "settled"):
            self.written += 1
        self.said[hand_id, SIDE_OF[phone]] = score

    @precondition(lambda self: self.now.hand_ids())
    @rule(data=st.data(), phone=SIDE_PHONE)
    def flag(self, data, phone):
        hand_id = data.draw(st.sampled_from(self.now.hand_ids()))
        seen = (hand_id, self.now.score_of(hand_id), f"no, {self.written}")
        for _ in range(2):
            agreement.flag(self.public_id, self.phones[phone], new_operation_id(), *seen)
        self.written += 1
        self.said[hand_id, SIDE_OF[phone]] = "flagged"
        self.flagged.add((hand_id, SIDE_OF[phone]))

    # --- what must hold ---

    @rule(data=st.data())
    def try_without_the_pencil(self, data):
        without = sorted({*PHONES} - self.writers)
        phone = self.phones[data.draw(st.sampled_from(without))]
        for attempt in (
            lambda: links.make_link(self.public_id, phone, "scorer"),
            lambda: links.make_link(self.public_id, phone, "A"),
            lambda: pencil_passing.write_alone(self.public_id, phone, new_operation_id()),
        ):
            with pytest.raises(NotScorer):
                attempt()

    @invariant()
    def they_write_who_have_the_pencil(self):
        writers = rows(
            "SELECT phone_id FROM role JOIN match ON match.id = match_id"
            " WHERE public_id = :public_id AND writes",
            public_id=self.public_id,
        )
        assert {phone for (phone,) in writers} == {self.phones[one] for one in self.writers}

    @invariant()
    def the_history_tells_who_writes(self):
        writers, asked = set(), None
        for act in find_match(self.public_id).ledger.acts:
            if act.kind == "asked":
                asked = act.phone
            elif act.kind == "named" or "alone" in act.data:
                writers = {asked if act.kind == "named" else act.phone}
            elif act.kind == "started" or act.data.get("as") == "scorer":
                writers.add(act.phone)
        assert writers == {self.phones[one] for one in self.writers}

    @invariant()
    def the_history_tells_who_wrote(self):
        ledger = find_match(self.public_id).ledger
        assert {one for one in PHONES if ledger.held_pencil(self.phones[one])} == self.wrote

    @invariant()
    def the_sides_say_what_they_said(self):
        ledger = find_match(self.public_id).ledger
        asking = pencil_passing.asking(ledger)
        assert (asking and (asking.seq, asking.phone)) == (
            self.asked and (self.asked[0], self.phones[self.asked[1]])
        )
        found = answers(ledger)
        for hand_id in self.now.hand_ids():
            told = found.get(hand_id, agreement.NO_ANSWER)
            assert tuple(told) == tuple(self._answer(hand_id, side) for side in "AB")

    def _answer(self, hand_id, side):
        said = self.said.get((hand_id, side))
        if said == "flagged":
            return said
        if said != self.now.score_of(hand_id):
            return ""
        return "settled" if (hand_id, side) in self.flagged else "agreed"

    @invariant()
    def the_watcher_reads_when_something_was_written_and_then_alone(self):
        mark = matches.mark_of(self.public_id)
        assert (mark != self.mark) == (self.watched_at != self.written)
        if mark != self.mark:
            self.mark, self.watched_at = mark, self.written
            self.watched = find_match(self.public_id).ledger.standing
        told = (tuple(self.watched.totals), self.watched.winner, self.watched.end)
        assert told == self.now.standing()
