"""Whatever is written and undone, in whatever order: every hand has a score by rules that know it.

Pure: acts in memory, by rules that change to and fro under hands that only some of them know.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.match.acts.body import MatchAct, Refused
from scorekeeper.match.acts.head_acts import Started, difference, heads_at_changes
from scorekeeper.match.acts.registry import BODIES, read_body
from scorekeeper.match.import_export import Undecided, file_content, match_file_of, read_file
from scorekeeper.match.match_journal import replay, replay_further, with_act
from scorekeeper.rules.checks import problems
from scorekeeper.rules.match import Match, Party, with_leader
from scorekeeper.rules.model import BySide, Hand
from scorekeeper.rules.presets import PRESETS, find_preset
from tests.support.examples import ALL_EXAMPLES
from tests.support.table import FAILED, MADE, PASSED_OUT

DOUBLED = {**MADE, "doubled": 2}
TIE = {**MADE, "bid": 80, "points": {"A": 86}}
"""Equal digits: by `six_six: ask` the table says who gets the point."""
RIVALS = {**MADE, "declarations": {"A": ["run3:K"], "B": ["run3:K"]}}
"""By `declaration_tie: leader` it matters who led."""
HANDS = [MADE, FAILED, PASSED_OUT, DOUBLED, TIE, RIVALS, {**FAILED, "bid": "kapo"}]
KINDS = ["recorded"] * 4 + ["changed"] * 3 + ["undone"] * 4 + [
    "agreed_here", "flagged_here", "inserted", "adjusted", "corrected", "voided",
    "contract", "claimed", "stopped", "reopened",
]  # fmt: skip

BESIDE = sorted(kind for kind, body in BODIES.items() if not body.is_play)


def started():
    sides = BySide(Party("Ours", ("Maria", "Giorgos")), Party("Theirs", ("Eleni", "Andreas")))
    match = Match(sides=sides, rules=find_preset("kypros"), first_dealer="A1")
    return replay([MatchAct(1, Started.of(match))])


def an_act(draw, ledger):
    """Draw an act that a scorer might try."""
    kind = draw(st.sampled_from(KINDS))
    entry = draw(st.sampled_from(ledger.hand_ids)) if ledger.hand_ids else 0
    hand = draw(st.sampled_from(HANDS))
    data = {
        "recorded": lambda: {"hand": hand},
        "contract": lambda: {"contract": {k: v for k, v in DOUBLED.items() if k != "points"}},
        "inserted": lambda: {"hand": hand, "before": entry},
        "corrected": lambda: {"hand_id": entry, "hand": hand},
        "adjusted": lambda: {"adjust": {"A": 120, "B": 0}, "reason": "from paper"},
        "voided": lambda: {"hand_id": entry},
        "agreed_here": lambda: an_answer(draw, ledger, entry),
        "flagged_here": lambda: {**an_answer(draw, ledger, entry), "reason": "66"},
        "changed": lambda: a_change(draw, ledger),
        "undone": lambda: {"seq": draw(st.integers(2, max(2, ledger.revision)))},
        "claimed": lambda: {"side": "A", "points": 20},
    }.get(kind, dict)()
    return MatchAct(ledger.revision + 1, read_body(kind, data))


def an_answer(draw, ledger, entry):
    row = ledger.row(entry)
    score = row.score if row is not None and row.score is not None else BySide(19, 6)
    shown = {"A": score.A, "B": score.B}
    return {"side": draw(st.sampled_from("AB")), "hand_id": entry, "score": shown}


def a_change(draw, ledger):
    what = draw(st.sampled_from(["preset", "switch", "names", "dealer"]))
    if what == "preset":
        new = find_preset(draw(st.sampled_from(sorted(PRESETS))))
        old = ledger.match
        new = Match(sides=old.sides, rules=new, first_dealer=old.first_dealer)
        return difference(old, new).data
    if what == "switch":
        switches = [{"doubling": "off"}, {"doubling": "stake"}, {"declaration_tie": "leader"},
                    {"six_six": "ask"}, {"deal_passes": "left"}, {"claim": True}]  # fmt: skip
        return {"rules": draw(st.sampled_from(switches))}
    if what == "names":
        return {"players": {"A1": draw(st.sampled_from(["Maria", "Μαρία", "Sotiris"]))}}
    return {"first_dealer": draw(st.sampled_from(["A1", "B1", "A2", "B2"]))}


@given(st.data())
@settings(max_examples=150 if ALL_EXAMPLES else 11, deadline=None)
def test_every_hand_has_a_score_by_rules_that_know_it(data):
    ledger = started()
    for _ in range(data.draw(st.integers(1, 25))):
        act = an_act(data.draw, ledger)
        try:
            ledger = with_act(ledger, act)
        except Refused:
            continue
        assert replay(ledger.acts) == ledger, "folded anew or step by step"
        see_every_hand(ledger)
        see_the_file(ledger)


@given(st.data())
@settings(max_examples=100 if ALL_EXAMPLES else 8, deadline=None)
def test_acts_beside_the_game_change_nothing_in_it(data):
    """One history twice: alone, and with joining, ticks, flags and asking between its acts."""
    alone = among = started()
    moved = {1: 1}  # by their seqs alone, those among the others
    for _ in range(data.draw(st.integers(1, 20))):
        for _ in range(data.draw(st.integers(0, 2))):
            among = replay_further(among, beside(data.draw, among))
        act = an_act(data.draw, alone)
        moved[act.seq] = among.revision + 1
        same = MatchAct(moved[act.seq], read_body(act.kind, told_among(act.data, moved)))
        outcomes = [outcome(alone, act), outcome(among, same)]
        assert outcomes[0] == outcomes[1], "possible or refused, for one reason"
        if outcomes[0] is None:
            alone, among = with_act(alone, act), with_act(among, same)
        assert among == replay(among.acts), "folded anew or step by step"
        see_the_same(alone, among, moved)


def beside(draw, ledger):
    """Draw an act beside the play: from a side's phone, or the scorer's when the pencil goes on."""
    seq = draw(st.integers(1, ledger.revision))
    side = draw(st.sampled_from("AB"))
    kind = draw(st.sampled_from(BESIDE))
    data = {
        "joined": {"as": side},
        "agreed": {"side": side, "scores": {str(seq): [19, 6]}},
        "flagged": {"side": side, "hand_id": seq, "score": [19, 6], "reason": "66"},
        "names_erased": {"by": "scorer"},
        "reasons_erased": {"by": "organiser"},
        "asked": {"side": side},
        "club_joined": {"club": "c"},
        "club_proposed": {"club": "c"},
        "club_left": {"club": "c", "by": "scorer"},
        "previews_chosen": {"names": False},
        "persons_seated": {"club": "c", "seats": {"0": {"A1": "1"}}},
    }.get(kind, {"side": side, "seq": seq})
    return MatchAct(ledger.revision + 1, read_body(kind, data))


def told_among(data, moved):
    """The same act where its match has acts beside the game."""
    return {k: moved.get(v, v) if k in ("seq", "hand_id", "before") else v for k, v in data.items()}


def outcome(ledger, act):
    """Why the act is refused; None where it can be done."""
    try:
        with_act(ledger, act)
    except Refused as refused:
        return type(refused), refused.problems
    return None


def see_the_same(alone, among, moved):
    assert (among.match, among.standing, among.players) == (
        alone.match, alone.standing, alone.players,
    )  # fmt: skip
    assert among.hand_ids == tuple(moved[hand_id] for hand_id in alone.hand_ids)
    assert among.undone == {moved[seq] for seq in alone.undone}
    for one, other in (
        (alone.last_act(), among.last_act()),
        (alone.last_undoing(), among.last_undoing()),
    ):
        assert (one and moved[one.seq]) == (other and other.seq)
    assert among.accepts_revision(moved[alone.revision])
    assert not among.accepts_revision(moved[alone.revision] - 1)
    assert not among.accepts_revision(among.revision + 1)
    assert {moved[seq]: heads for seq, heads in heads_at_changes(alone.acts).items()} == (
        heads_at_changes(among.acts)
    )


def see_every_hand(ledger):
    rules = ledger.match.rules
    for place, row in enumerate(ledger.standing.rows):
        if not isinstance(row.entry, Hand):
            assert place not in ledger.match.older_rules
            continue
        assert not problems(row.scored, row.rules)
        is_wrong = bool(problems(with_leader(row.entry, row.dealer, rules), rules))
        assert (place in ledger.match.older_rules) == is_wrong
        assert (ledger.hand_ids[place] in ledger.wrong) == is_wrong
        assert row.rules.unit == rules.unit, "tenths and points are never added"


def see_the_file(ledger):
    """A match is a file unless something in it is named as wrong."""
    counting = {i for i, row in zip(ledger.hand_ids, ledger.standing.rows, strict=True)
                if row.counts}  # fmt: skip
    try:
        file = match_file_of(ledger)
    except Undecided:
        assert ledger.wrong.keys() & counting or ledger.wrong_contract
        return
    read = read_file(file_content(file)).standing()
    assert (read.totals, read.winner, read.end) == (
        ledger.standing.totals, ledger.standing.winner, ledger.standing.end,
    )  # fmt: skip
