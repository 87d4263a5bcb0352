"""Seeded chance at a table: a scorer's tries in a match, from sound to senseless."""

from dataclasses import replace
from typing import NamedTuple

from scorekeeper.match.acts.body import MatchAct, Refused
from scorekeeper.match.acts.head_acts import Started, difference
from scorekeeper.match.acts.registry import read_body
from scorekeeper.match.agreement import answers, changed_flags, flags
from scorekeeper.match.match_journal import replay, replay_further, with_act
from scorekeeper.rules.codec import read_rules, write_hand, write_rules, write_score
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.match_file import write_entry, write_head, write_match
from scorekeeper.rules.model import BySide
from scorekeeper.web.api.operations import OPERATIONS as BODY_OF
from tests.rules.wild import SEATS, Wild

REFERENCES = ("hand_id", "before", "seq")
OPERATIONS = {body.kind: op for op, body in BODY_OF.items()}
KINDS_TRIED = [
    *["recorded"] * 8, *["changed"] * 3, *["undone"] * 5, *["corrected"] * 3, "joined",
    "agreed_here", "agreed_here", "flagged_here", "inserted", "inserted", "adjusted", "voided",
    "contract", "claimed", "stopped", "reopened",
]  # fmt: skip

WHO_LED_DECIDES = {"preset": "cafe", "declaration_tie": "leader", "six_six": "ask"}
BOTH = {"A": ["run3:K"], "B": ["run3:K"]}
EVEN = {"bidder": "A", "bid": 90, "points": {"A": 76}, "declarations": BOTH}
"""By these rules made where A led, and then the table is asked about the missing point."""


class Try(NamedTuple):
    """An act, and what the match had against it."""

    act: MatchAct
    problems: list
    data: dict | None = None
    """As it was tried; None: as the act has it."""

    @property
    def told(self):
        return self.act.data if self.data is None else self.data


class WildTable(Wild):
    """A scorer at a table with any rules."""

    def tries(self, count):
        """Acts one after the other, the first of which starts the match, and the ledger then.

        A change that is refused is left out: a phone sends none.
        """
        tries = [self.start(self.new_match()), *(self.attempt(*self.act()) for _ in range(count))]
        return [one for one in tries if one.act.kind != "changed" or not one.problems], self.ledger

    def start(self, match):
        self.ledger = replay([MatchAct(1, Started.of(match), self.op_id())])
        return Try(self.ledger.acts[0], [])

    def attempt(self, act, data=None):
        try:
            further = with_act if act.is_play else replay_further
            self.ledger = further(self.ledger, act)
        except Refused as refused:
            return Try(act, problems_told(refused.problems), data)
        return Try(act, [], data)

    def story(self, rules, *acts):
        """The acts of one story, each its kind and data, by these rules."""
        rule_set, _ = read_rules(rules)
        tries = [self.start(replace(self.new_match(), rules=rule_set))]
        for kind, data in acts:
            act = MatchAct(self.ledger.revision + 1, read_body(kind, data), self.op_id())
            tries.append(self.attempt(act, data))
        return tries, self.ledger

    def new_match(self):
        parties = BySide(Party("Ours", ("Maria", "Giorgos")), Party("Theirs"))
        named = WHO_LED_DECIDES if self.happens(0.1) else self.rules()
        rules, _ = read_rules({**named, "target": self.one_of([51, 151, 351, 1000])})
        return Match(sides=parties, rules=rules, first_dealer=self.one_of(SEATS))

    def op_id(self):
        return f"{self.chance.getrandbits(128):032x}"

    def act(self):
        kind = self.one_of(KINDS_TRIED)
        data = getattr(self, f"data_of_{kind}", dict)()
        return self.act_of(kind, data), data

    def act_of(self, kind, data):
        return MatchAct(self.ledger.revision + 1, read_body(kind, data), self.op_id())

    def hand_now(self):
        """A hand that the rules of the match as it stands most often know."""
        if self.ledger.match.rules.declaration_tie == "leader" and self.happens(0.3):
            return EVEN
        hand = self.hand(write_rules(self.ledger.match.rules))
        if self.happens(0.05):
            hand["points"] = {}
        return {field: told for field, told in hand.items() if told is not None}

    def entry(self):
        """Return the id of an entry, or one without an entry."""
        ids = self.ledger.hand_ids
        return self.one_of(ids) if ids and self.happens(0.9) else self.seq()

    def seq(self):
        return self.chance.randint(1, self.ledger.revision + 1)

    def data_of_recorded(self):
        return {"hand": self.hand_now()}

    def data_of_contract(self):
        hand = self.hand_now()
        if self.happens(0.9):
            hand = {field: hand[field] for field in hand if field not in ("points", "kapo")}
        return {"contract": hand}

    def data_of_inserted(self):
        return {"hand": self.hand_now(), "before": self.entry()}

    def data_of_adjusted(self):
        before = {"before": self.entry()} if self.happens(0.5) else {}
        return {**self.adjustment(), **before}

    def adjustment(self):
        adjust = {"A": self.one_of([0, 0, 120, -30, 9999, 10000, "12x"]), "B": self.one_of([0, 5])}
        return {"adjust": adjust, "reason": self.one_of(["a ruling", " from  paper", "", "\u202e"])}

    def data_of_corrected(self):
        new = self.adjustment() if self.happens(0.2) else self.data_of_recorded()
        return {"hand_id": self.entry(), **new}

    def data_of_voided(self):
        return {"hand_id": self.entry()}

    def data_of_agreed_here(self):
        """Most often to a hand as it stands, as a table answers."""
        hand_id = self.entry()
        row = self.ledger.row(hand_id)
        score = row.score if row and row.score and self.happens(0.8) else BySide(19, 6)
        return {"side": self.side(), "hand_id": hand_id, "score": {"A": score.A, "B": score.B}}

    def data_of_flagged_here(self):
        reason = self.one_of(["66", " we  counted 66", "", "\u202e", "x" * 81])
        return {**self.data_of_agreed_here(), "reason": reason}

    def data_of_changed(self):
        return self.one_of([self.other_rules, self.other_switch, self.others_seated])()

    def other_rules(self):
        rules, _ = read_rules(self.rules())
        old = self.ledger.match
        new = Match(sides=old.sides, rules=rules, first_dealer=old.first_dealer)
        return difference(old, new).data

    def other_switch(self):
        switches = [
            {"doubling": "off"}, {"doubling": "stake"}, {"declaration_tie": "leader"},
            {"six_six": "ask"}, {"deal_passes": "left"}, {"claim": True}, {"target": 101},
        ]  # fmt: skip
        return {"rules": self.one_of(switches)}

    def others_seated(self):
        players = {"A1": self.one_of(["Maria", "Sotiris"]), "B2": "Eleni"}
        changes = [
            {"players": players}, {"players": players, "from_now": True},
            {"names": {self.side(): "Αετοί"}}, {"first_dealer": self.one_of(SEATS)},
        ]  # fmt: skip
        return self.one_of(changes)

    def data_of_claimed(self):
        side = self.one_of(["A", "B", "C"])
        return {"side": side, "points": self.one_of([0, 20, 60, 9999, 10000, -1])}

    def data_of_undone(self):
        acts = (self.ledger.last_act(), self.ledger.last_undoing())
        likely = [act.seq for act in acts if act is not None]
        return {"seq": self.one_of(likely) if likely and self.happens(0.5) else self.seq()}

    def data_of_joined(self):
        return {"as": "scorer"}


def as_the_phone_has_it(tries, unsent, is_by_operation):
    """Return Node's question: the play acts, of which the last `unsent` wait to be sent.

    `is_by_operation` says, reference by reference, whether a sent act is named by its operation,
    too.
    """
    played = [one for one in tries if one.act.is_play]
    waiting = played[len(played) - unsent :]
    named = {one.act.seq: f"op:{one.act.op_id}" for one in waiting if not one.problems}
    sent = {one.act.seq: f"op:{one.act.op_id}" for one in played if not one.problems}
    told = []
    for number, one in enumerate(played):
        act, data = one.act, dict(one.told)
        for field in REFERENCES:
            seq = data.get(field)
            if seq in named or (seq in sent and is_by_operation()):
                data[field] = sent[seq]
        sent_as = as_told(act, data)
        told.append(sent_as if number >= len(played) - unsent else {**sent_as, "seq": act.seq})
    return told, named


def as_told(act, data):
    """The operation that became the act, or the act where a phone has no operation for it."""
    if act.kind == "changed":
        return {"act": {"kind": act.kind, "data": data, "op_id": act.op_id}}
    op = {"create": data} if act.kind == "started" else {"op": OPERATIONS[act.kind], **data}
    return {"operation": {"op_id": act.op_id, "op": op}}


def as_waiting(one):
    """The same once more, as an operation that waits to be sent."""
    return {**{field: told for field, told in one.items() if field != "seq"}, "isChecked": False}


def ledger_told(ledger, named):
    """The ledger in the words of tests/js/ledger.mjs; `named` has what waits."""

    def name(seq):
        return named.get(seq, seq)

    standing, match = ledger.standing, ledger.match
    played = [act for act in ledger.acts if act.is_play]
    last, undoing = ledger.last_act(), ledger.last_undoing()
    file = write_match(match)
    ids = [name(hand_id) for hand_id in ledger.hand_ids]
    return {
        "head": write_head(match),
        "rules": write_rules(match.rules),
        "open": file["open"],
        "ended": file["ended"],
        "totals": standing.totals._asdict(),
        "number": standing.number,
        "dealer": standing.dealer,
        "winner": standing.winner,
        "end": standing.end,
        "entries": [{"id": i, "entry": e} for i, e in zip(ids, file["hands"], strict=True)],
        "rows": [row_told(i, row) for i, row in zip(ids, standing.rows, strict=True)],
        "wrong": [
            [name(i), problems_told(ledger.wrong[i])] for i in ledger.hand_ids if i in ledger.wrong
        ],
        "acts": [name(act.seq) for act in played],
        "undone": [name(act.seq) for act in played if act.seq in ledger.undone],
        "last": name(last.seq) if last else None,
        "undoing": name(undoing.seq) if undoing else None,
        "played": name(ledger.played),
        "places": [
            {"dealer": ledger.dealer_at(i), "number": ledger.number_at(i)} for i in ledger.hand_ids
        ],
    }


def answers_here(ledger, named):
    """Return the sides' answers on the scorer's phone, in the words of tests/js/ledger.mjs."""
    found, changed = answers(ledger), changed_flags(ledger)
    raised = {
        (one.hand_id, one.side): [one.reason, one.is_open, one in changed] for one in flags(ledger)
    }
    return [
        [
            named.get(hand_id, hand_id),
            [*found[hand_id]],
            [raised.get((hand_id, side)) for side in "AB"],
        ]
        for hand_id in ledger.hand_ids
        if hand_id in found
    ]


def row_told(hand_id, row):
    score = write_score(row.score) if row.score else None
    return {
        "id": hand_id,
        "entry": write_entry(row.entry),
        "rules": write_rules(row.rules),
        "totals": row.totals._asdict(),
        "counts": row.counts,
        "number": row.number,
        "dealer": row.dealer,
        "score": {field: score[field] for field in ("made", "A", "B", "lines")} if score else None,
        "scored": write_hand(row.scored) if row.scored else None,
    }


def problems_told(problems):
    return [{"code": code, "field": field} for code, field in problems]
