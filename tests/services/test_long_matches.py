"""A long match is folded once and keeps nobody waiting; a full one takes no more acts."""

import sys
from collections import Counter
from contextlib import contextmanager, suppress

import pytest

from scorekeeper.club import rematches
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import matches, pencil_passing
from scorekeeper.match.acts.body import BuiltOn, MatchAct
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.acts.registry import BODIES, read_body
from scorekeeper.match.agreement import flag
from scorekeeper.match.ledger import MOST_ACTS, RESERVED_ACTS
from scorekeeper.match.links import make_link, open_link
from scorekeeper.match.match_journal import MATCH_JOURNAL, replay, with_act
from scorekeeper.match.matches import Full, RevisionConflict, find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_rules
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide
from scorekeeper.rules.scoring import score_hand
from scorekeeper.store.db import writing
from scorekeeper.store.streams import MATCH_EVENTS, StoredEvent
from tests.services.pencil.guests import Guest
from tests.support.node import answers
from tests.support.table import FAILED, KAPO, MADE, PASSED_OUT

RIVALS = {**MADE, "declarations": {"A": ["run3:K"], "B": ["run3:K"]}}
"""By `declaration_tie: leader` it matters who led."""
TIMES = 30
LATER = {
    "corrected": lambda number: {"hand_id": 5, "hand": MADE if number % 2 else RIVALS},
    "inserted": lambda _number: {"before": 5, "hand": PASSED_OUT},
    "adjusted": lambda _number: {"before": 5, "adjust": {"A": 1, "B": 0}, "reason": "ruling"},
    "voided": lambda number: {"hand_id": number + 5},
    "changed": lambda number: {"rules": {"target": 4000 + number}},
}
"""The acts that are repeated after as many hands."""


def long_match(kind, **switches):
    """Hands, and then as many acts of this kind."""
    rules, _ = read_rules({"preset": "cafe", "target": 5000, **switches})
    sides = BySide(Party("Ours"), Party("Theirs"))
    bodies = [Started.of(Match(sides=sides, rules=rules))]
    bodies += [read_body("recorded", {"hand": RIVALS}) for _ in range(TIMES + 5)]
    bodies += [read_body(kind, LATER[kind](number)) for number in range(TIMES)]
    return replay([MatchAct(seq, body) for seq, body in enumerate(bodies, 1)])


def next_act(ledger, kind, data):
    return with_act(ledger, MatchAct(ledger.revision + 1, read_body(kind, data)))


def calls_of(*functions, of):
    """How often each of the functions is called meanwhile."""
    found, codes = Counter(), {one.__code__: one for one in functions}

    def count(frame, event, _argument):
        if event == "call" and frame.f_code in codes:
            found[codes[frame.f_code]] += 1

    sys.setprofile(count)
    try:
        of()
    finally:
        sys.setprofile(None)
    return [found[one] for one in functions]


@pytest.mark.parametrize("tie", ["nobody", "leader"])
@pytest.mark.parametrize("kind", LATER)
def test_undoing_an_early_hand_asks_and_does_each_later_act_once(kind, tie):
    ledger = long_match(kind, declaration_tie=tie)
    check, apply = BODIES[kind].check, BODIES[kind].apply
    calls = calls_of(check, apply, of=lambda: next_act(ledger, "undone", {"seq": 2}))
    assert calls == [TIMES, TIMES]


@pytest.mark.parametrize("kind", LATER)
def test_a_match_is_read_without_scoring_a_hand_twice_for_the_same_leader(kind):
    acts = long_match(kind, declaration_tie="leader").acts
    scored, judged = calls_of(score_hand, problems, of=lambda: replay(acts))
    assert scored <= len(acts)
    assert judged <= 2 * len(acts), "by each side that may have led"


@pytest.mark.parametrize("kind", LATER)
def test_one_more_act_scores_no_other_hand_again(kind):
    ledger = long_match(kind)
    data = {**LATER[kind](TIMES), "hand_id": ledger.hand_ids[3]}
    act = read_body(kind, data)
    further = MatchAct(ledger.revision + 1, act)
    (scored,) = calls_of(score_hand, of=lambda: with_act(ledger, further))
    assert scored <= 1


class Watched:
    """Whether the lock is held while acts of play are decided."""

    def __init__(self, monkeypatch):
        self.is_locked = False
        self.decided = []
        """Of each decision: was the lock held?"""
        self._meanwhile = []
        decide, lock = matches.with_act, matches.writing

        def watched(ledger, act):
            if act.is_play:
                self.decided.append(self.is_locked)
                if not self.is_locked and self._meanwhile:
                    self._meanwhile.pop(0)()
            return decide(ledger, act)

        @contextmanager
        def locking(*names):
            with lock(*names):
                self.is_locked = True
                try:
                    yield
                finally:
                    self.is_locked = False

        monkeypatch.setattr(matches, "with_act", watched)
        monkeypatch.setattr(matches, "writing", locking)

    def others_do(self, *meanwhile):
        """Each of these while an act is decided before the lock, one after the other."""
        self._meanwhile = [*meanwhile]


@pytest.fixture
def watched(table, monkeypatch):
    table.play(MADE, FAILED, KAPO)
    return Watched(monkeypatch)


COSTLY = {
    "undone": {"seq": 2},
    "corrected": {"hand_id": 2, "hand": KAPO},
    "inserted": {"before": 2, "hand": MADE},
    "voided": {"hand_id": 2},
    "changed": {"rules": {"target": 500}},
}


@pytest.mark.parametrize("kind", COSTLY)
def test_an_act_that_changes_earlier_ones_is_decided_before_the_lock(table, watched, kind):
    table.do(kind, **COSTLY[kind])
    assert watched.decided == [False]
    assert table.stored() == table.kept
    assert replay(table.ledger.acts) == table.ledger


def test_a_refusal_is_decided_before_the_lock(table, watched):
    table.do("corrected", hand_id=2, hand=KAPO)
    watched.decided.clear()
    with pytest.raises(BuiltOn):
        table.do("undone", seq=2)
    assert watched.decided == [False]


def test_meta_act_meanwhile_has_the_act_decided_anew_before_the_lock(table, watched):
    watched.others_do(lambda: Guest(table, "A"))
    table.do("undone", seq=2)
    assert watched.decided == [False, False]
    assert [act.kind for act in table.stored().ledger.acts[-2:]] == ["joined", "undone"]
    assert replay(table.ledger.acts) == table.ledger == table.stored().ledger


def test_an_act_is_written_in_the_end_however_often_others_say_something(table, watched):
    watched.others_do(*[lambda: Guest(table, "A")] * 5)
    table.do("undone", seq=2)
    assert watched.decided == [False, False, False, True]
    assert table.stored().ledger.acts[-1].kind == "undone"


def test_an_act_that_came_too_late_meanwhile_is_decided_once(table, watched):
    revision = table.kept.revision
    watched.others_do(lambda: table.play(MADE))
    with pytest.raises(RevisionConflict):
        table.do("undone", seq=2, revision=revision)
    assert watched.decided == [False, True], "the undoing, and the hand that was first"


@pytest.mark.parametrize("again", [{"seq": 2}, {"seq": 3}])
def test_repeated_operation_is_not_decided_again(table, watched, again):
    op_id = new_operation_id()
    table.do("undone", op_id=op_id, seq=2)
    watched.decided.clear()
    with suppress(matches.OperationIdReused):
        table.do("undone", op_id=op_id, **again)
    assert watched.decided == []


def test_act_of_a_watcher_is_not_decided(table, watched):
    watcher, _ = enrol_phone()
    with pytest.raises(matches.NotScorer):
        table.do("undone", seq=2, phone=watcher)
    assert watched.decided == []


# --- a match takes so many acts and no more; it can still be stopped ---


def fill(table, acts=MOST_ACTS):
    """Correct the first hand until there are so many acts."""
    kept = find_match(table.kept.public_id)
    with writing():
        for seq in range(kept.ledger.revision + 1, acts + 1):
            data = {"hand_id": 2, "hand": (MADE, FAILED)[seq % 2]}
            act = (seq, new_operation_id(), "corrected", data, now(), table.phone)
            MATCH_EVENTS.append(StoredEvent(kept.id, *act, table.kept.public_id))
    MATCH_JOURNAL.forget_all()
    table.kept = find_match(table.kept.public_id)
    return table


@pytest.fixture
def full(table):
    return fill(table.play(MADE))


@pytest.mark.slow
def test_the_last_act_is_written_and_the_next_is_not(table):
    fill(table.play(MADE), MOST_ACTS - 1).correct(1, MADE)
    assert table.ledger.revision == MOST_ACTS
    for refused in (
        lambda: table.play(MADE),
        lambda: table.correct(1, FAILED),
        lambda: table.void(1),
        table.undo,
        lambda: table.do("changed", first_dealer="B1"),
    ):
        with pytest.raises(Full):
            refused()
    assert table.stored().revision == MOST_ACTS


@pytest.mark.slow
def test_a_repeat_is_answered_as_the_first_time(full):
    last = full.ledger.acts[-1]
    full.do("corrected", op_id=last.op_id, **last.data)
    assert not full.is_new


@pytest.mark.slow
def test_it_can_be_stopped_and_played_on_in_a_rematch(full):
    full.do("stopped")
    assert full.ledger.standing.is_over
    for kind in ("reopened", "undone"):
        with pytest.raises(Full):
            full.do(kind, **({"seq": MOST_ACTS + 1} if kind == "undone" else {}))
    assert rematches.rematch(full.kept.public_id, full.phone, new_operation_id()).revision == 1


@pytest.mark.slow
def test_the_pencil_goes_on_and_sides_say_nothing_more(full):
    public_id, (side, _secret) = full.kept.public_id, enrol_phone()
    open_link(make_link(public_id, full.phone, "A"), side, new_operation_id())
    score = full.ledger.row(2).score
    with pytest.raises(Full):
        flag(public_id, side, new_operation_id(), 2, (score.A, score.B), "66")
    kept = pencil_passing.write_alone(public_id, full.phone, new_operation_id())
    assert kept.ledger.revision == MOST_ACTS + 2


@pytest.mark.slow
def test_the_pencil_does_not_go_on_for_ever(table):
    fill(table.play(MADE), MOST_ACTS + RESERVED_ACTS)
    with pytest.raises(Full):
        pencil_passing.write_alone(table.kept.public_id, table.phone, new_operation_id())
    table.do("stopped")
    assert table.ledger.standing.is_over


@pytest.mark.slow
@pytest.mark.parametrize("waiting", [0, 3])
def test_the_phone_knows_it_too(table, waiting):
    """Its own acts that wait are counted with the server's."""
    fill(table.play(MADE), MOST_ACTS - 1 - waiting)
    hand = {"op": "correct", "hand_id": 2, "hand": MADE}
    [checked] = answers("full.mjs", [[[_told(act) for act in table.ledger.acts], waiting, hand]])
    assert checked["before"] == []
    assert checked["after"] == [{"code": "full", "field": "acts"}]
    assert checked["stop"] == []


def _told(act):
    return {"op_id": act.op_id, "seq": act.seq, "kind": act.kind, "data": act.data}
