"""A phone without a network folds the acts of a match as the server does (static/js/ledger.js). It
refuses the same acts (static/js/acting.js)."""

from types import SimpleNamespace

import pytest

from scorekeeper.journal.act import redact
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.hand_acts import Voided
from scorekeeper.match.acts.meta import NamesErased, Undone
from scorekeeper.match.acts.registry import read_body
from scorekeeper.match.match_journal import replay
from tests.services.wild_acts import (
    Try,
    WildTable,
    answers_here,
    as_the_phone_has_it,
    as_told,
    as_waiting,
    ledger_told,
)
from tests.support.examples import ALL_EXAMPLES, rarely
from tests.support.node import answers, assert_alike
from tests.support.table import FAILED, MADE

MATCHES = 800
BLOCK = 200
ERASED, WAITING = (range(100, 200), range(200)) if ALL_EXAMPLES else (range(100, 130), range(50))
LENGTHS = [1, 3, 5, 7, 9, 11, 13, 30]


def matches_of(seeds):
    """Return the tries of scorers in many matches, with the ledgers that they made."""
    tables = [WildTable(seed) for seed in seeds]
    return [(table, *table.tries(table.one_of(LENGTHS))) for table in tables]


def waiting(table, tries):
    """How many of the last acts wait to be sent; a change is never made without the server."""
    kinds = [one.act.kind for one in tries if one.act.is_play]
    last = kinds[::-1].index("changed") if "changed" in kinds else len(kinds)
    return table.chance.randint(min(1, last), last)


def question(table, tries, ledger, unsent):
    """Return a question to Node, and the expected answer."""
    told, named = as_the_phone_has_it(tries, unsent, lambda: table.happens(0.2))
    refused = [one.problems for one in tries if one.act.is_play]
    return told, told_of(refused, ledger, named)


def told_of(refused, ledger, named):
    """Return the expected answer of the phone."""
    here = answers_here(ledger, named)
    return {"refused": refused, "ledger": ledger_told(ledger, named), "here": here}


@pytest.mark.parametrize("first", [0, *map(rarely, range(BLOCK, MATCHES, BLOCK))])
def test_the_phone_tells_what_the_server_tells(first):
    matches = matches_of(range(first, first + BLOCK))
    pairs = [question(*match, 0) for match in matches]
    pairs += [question(*match, waiting(*match[:2])) for match in matches[::4]]
    assert_alike("ledger.mjs", pairs)


ADJUSTED = ("adjusted", {"adjust": {"A": 120}, "reason": "from paper"})
CLAIMED = ("claimed", {"side": "A", "points": 20})
TO_MADE = {"side": "B", "hand_id": 2, "score": {"A": 19, "B": 6}}
AGREED_HERE = ("agreed_here", TO_MADE)
FLAGGED_HERE = ("flagged_here", {**TO_MADE, "reason": "66"})
POINTS, TENTHS = {"rules": {"unit": "points"}}, {"rules": {"unit": "tenths"}}
UNDONE = {
    "an adjustment comes back in another unit":
        ["cafe", ADJUSTED, ("voided", {"hand_id": 2}), ("changed", POINTS), ("undone", {"seq": 3})],
    "an adjustment comes back in its own unit":
        ["cafe", ADJUSTED, ("voided", {"hand_id": 2}), ("changed", POINTS), ("changed", TENTHS),
         ("undone", {"seq": 3})],
    "a claim comes back in another unit":
        ["gamerules", CLAIMED, ("undone", {"seq": 2}), ("changed", POINTS), ("undone", {"seq": 3})],
    "a claim comes back where none is played":
        ["gamerules", CLAIMED, ("undone", {"seq": 2}), ("changed", {"rules": {"claim": False}}),
         ("undone", {"seq": 3})],
    "an end comes back under a hand that was played on":
        ["cafe", ("stopped", {}), ("undone", {"seq": 2}), ("recorded", {"hand": MADE}),
         ("undone", {"seq": 3})],
    "a change is undone under another of the same thing":
        ["cafe", ("changed", {"rules": {"target": 151}}), ("changed", {"rules": {"target": 201}}),
         ("undone", {"seq": 2})],
    "a hand is undone under an answer to it":
        ["cafe", ("recorded", {"hand": MADE}), AGREED_HERE, ("undone", {"seq": 2})],
    "a hand comes back under an answer to it":
        ["cafe", ("recorded", {"hand": MADE}), AGREED_HERE, ("undone", {"seq": 2}),
         ("undone", {"seq": 4})],
    "a correction is undone under an answer to the corrected hand":
        ["cafe", ("recorded", {"hand": FAILED}), ("corrected", {"hand_id": 2, "hand": MADE}),
         AGREED_HERE, ("undone", {"seq": 3})],
    "an answer is undone under a correction of its hand":
        ["cafe", ("recorded", {"hand": MADE}), FLAGGED_HERE,
         ("corrected", {"hand_id": 2, "hand": FAILED}), ("undone", {"seq": 3})],
    "an answer comes back under a void of its hand":
        ["cafe", ("recorded", {"hand": MADE}), FLAGGED_HERE, ("undone", {"seq": 3}),
         ("voided", {"hand_id": 2}), ("undone", {"seq": 4})],
    "a change is undone under another of something else":
        ["cafe", ("changed", {"rules": {"target": 151}}), ("changed", {"rules": {"claim": True}}),
         ("undone", {"seq": 2})],
}  # fmt: skip


@pytest.mark.parametrize("acts", UNDONE.values(), ids=UNDONE)
def test_the_phone_undoes_what_the_server_undoes(acts):
    table = WildTable(0)
    pair = question(table, *table.story(*acts), 0)
    assert_alike("ledger.mjs", [pair])


TWO_FAULTS = {
    "a claim of nobody without points":
        ("claimed", {"side": "C", "points": -1}, ["side", "points"]),
    "an adjustment that is too large, without a reason":
        ("adjusted", {"adjust": {"A": 10000, "B": 0}, "reason": ""}, ["adjust", "reason"]),
    "an adjustment of nothing, with a reason that cannot be read":
        ("adjusted", {"adjust": {"A": 0, "B": 0}, "reason": "\u202e"}, ["adjust", "reason"]),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "data", "fields"), TWO_FAULTS.values(), ids=TWO_FAULTS)
def test_act_with_two_faults_says_both_on_phone_and_server(kind, data, fields):
    table = WildTable(0)
    pair = question(table, *table.story("gamerules", (kind, data)), 0)
    assert [problem["field"] for problem in pair[1]["refused"][-1]] == fields
    assert_alike("ledger.mjs", [pair])


@pytest.mark.parametrize("name", [name for name in UNDONE if "answer" in name])
def test_no_answer_is_in_the_way_of_undoing(name):
    table = WildTable(0)
    tries, _ledger = table.story(*UNDONE[name])
    assert not any(one.problems for one in tries)


def test_the_phone_undoes_what_the_server_undoes_in_a_match_whose_names_were_erased():
    pairs = []
    for table, _tries, before in matches_of(ERASED):
        acts = [*map(redact, before.acts)]
        table.ledger = replay([*acts, MatchAct(len(acts) + 1, NamesErased(by="scorer"))])
        bare = [act for act in acts if act.is_play]
        undone = [table.attempt(undoing(table, act.seq)) for act in bare]
        told, named = as_the_phone_has_it([*(Try(act, []) for act in bare), *undone], 0, lambda: 0)
        told = [*(as_act(act) for act in bare), *told[len(bare) :]]
        refused = [*([] for _ in bare), *(one.problems for one in undone)]
        pairs.append((told, told_of(refused, table.ledger, named)))
    assert_alike("ledger.mjs", pairs)


def undoing(table, seq):
    return MatchAct(table.ledger.revision + 1, Undone(seq=seq), table.op_id())


def as_act(act):
    return {"act": {"kind": act.kind, "data": act.data, "op_id": act.op_id}, "seq": act.seq}


def test_waiting_act_that_the_server_already_has_counts_once():
    """The phone has not heard that the server has it, and the server told its acts meanwhile."""
    pairs = [question(*match, 0) for match in matches_of(WAITING)]
    for told, expected in pairs:
        kept = [one for one, found in zip(told, expected["refused"], strict=True) if not found]
        told += [as_waiting(one) for one in kept]
        expected["refused"] += [[] for _ in kept]
    assert_alike("ledger.mjs", pairs)


def test_waiting_act_on_an_entry_that_is_gone_changes_nothing():
    """The hand is void meanwhile, by another phone, while a correction of it waits here."""
    table = WildTable(0)
    _, ledger = table.tries(0)
    started, hand = ledger.acts[0], {"hand": MADE}
    ledger = replay(
        [started, MatchAct(2, read_body("recorded", hand), "a"), MatchAct(3, Voided(voids=2), "b")]
    )
    tries = [Try(act, []) for act in ledger.acts]
    of_it = [{"hand_id": 2, **hand}, {"hand_id": "op:a"}, {"before": 2, **hand}, {"seq": "op:gone"}]
    kinds = ["corrected", "voided", "inserted", "undone"]
    told, _ = as_the_phone_has_it(tries, 0, lambda: False)
    for kind, data in zip(kinds, of_it, strict=True):
        told.append(as_waiting(as_told(SimpleNamespace(kind=kind, op_id=f"{kind}0"), data)))
    [answer] = answers("ledger.mjs", [told])
    assert answer["ledger"]["rows"] == []
    assert answer["ledger"]["last"] == "op:inserted0"


@pytest.mark.slow
def test_the_matches_have_all_that_a_match_can_have():
    """The test above could not fail where nothing ever happens."""
    matches = matches_of(range(MATCHES))
    codes = {(p["code"], p["field"]) for _, tries, _ in matches for t in tries for p in t.problems}
    assert codes >= {
        ("missing", "seq"), ("unknown", "seq"), ("missing", "hand"), ("missing", "before"),
        ("after_end", "hands"), ("unknown", "adjust"), ("missing", "adjust"), ("unknown", "reason"),
        ("missing", "reason"), ("claim_not_played", "ended"), ("unknown", "points"),
        ("unknown", "ended"), ("missing", "points"), ("declarations_undecided", "declarations"),
    }  # fmt: skip
    ledgers = [ledger for *_, ledger in matches]
    assert {ledger.standing.end for ledger in ledgers} == {None, "target", "claim", "hand"}
    assert any(ledger.wrong for ledger in ledgers)
    assert any(ledger.match.open for ledger in ledgers)
    assert any(ledger.last_undoing() for ledger in ledgers)
