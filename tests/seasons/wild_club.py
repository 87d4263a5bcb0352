"""A club's matches by seeded chance: hands, corrections, undoings, chairs that change.

Each match is returned twice: as the program exports it, and as its acts read by `naive_fold`.
"""

from scorekeeper.match.acts.body import MatchAct, Refused
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.acts.registry import read_body
from scorekeeper.match.import_export import Undecided, match_file_of
from scorekeeper.match.match_journal import replay, with_act
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import SEATS, BySide, Hand
from tests.rules.wild import Wild

KINDS = [
    *["recorded"] * 20, *["corrected"] * 3, *["undone"] * 4, *["changed"] * 2, "voided", "inserted",
    "adjusted", "claimed", "stopped", "reopened",
]  # fmt: skip
PERSONS = ["p1", "p2", "p3", "p4", "Μαρία", "p6"]


class WildClub(Wild):
    """A club of few persons, so that pairs meet again."""

    def matches(self):
        """Its matches, each as (what the program exports, what is played by its acts)."""
        played = (self.played_match() for _ in range(self.one_of([1, 2, 4, 6])))
        return [one for one in played if one is not None]

    def played_match(self):
        seats = dict(zip(SEATS, self.chance.sample([*PERSONS, "", ""], 4), strict=True))
        rules, _ = read_rules({**self.rules(), "target": self.one_of([31, 151, 351, 1000])})
        parties = BySide(*(Party("", (seats[f"{s}1"], seats[f"{s}2"])) for s in "AB"))
        match = Match(sides=parties, rules=rules, first_dealer=self.one_of(SEATS))
        ledger = replay([MatchAct(1, Started.of(match))])
        for _ in range(self.chance.randint(0, 40)):
            kind = self.one_of(KINDS)
            act = MatchAct(ledger.revision + 1, read_body(kind, self.data_of(kind, ledger)))
            try:
                ledger = with_act(ledger, act)
            except Refused:
                continue
        if any(sits_twice([*players.A, *players.B]) for players in ledger.players):
            return None  # the one who made room was brought back by an undoing
        try:
            return exported(ledger), naive_fold(seats, match, ledger.acts[1:])
        except Undecided:
            return None  # a hand that its rules do not know any more: no match file can hold it

    def data_of(self, kind, ledger):
        entry = self.one_of(ledger.hand_ids) if ledger.hand_ids else 2
        hand = {"hand": self.sound_hand(write_rules(ledger.match.rules))}
        if kind == "changed":
            known = set(filter(None, (ledger.match.player_at(seat) for seat in SEATS)))
            newcomer = self.one_of(["", *(one for one in PERSONS if one not in known)])
            return {"players": {self.one_of(SEATS): newcomer}, "from_now": True}
        adjustment = {
            "adjust": {"A": self.one_of([0, 20, -5]), "B": self.one_of([5, 30])},
            "reason": "a ruling",
        }
        return {
            "recorded": hand,
            "corrected": {**hand, "hand_id": entry},
            "inserted": {**hand, "before": entry},
            "voided": {"hand_id": entry},
            "undone": {"seq": self.one_of([ledger.revision, self.seq(ledger)])},
            "adjusted": adjustment,
            "claimed": {"side": self.side(), "points": self.chance.randint(0, 60)},
        }.get(kind, {})

    def seq(self, ledger):
        return self.chance.randint(1, ledger.revision)


def sits_twice(players):
    known = [player for player in players if player]
    return len(known) > len(set(known))


def exported(ledger):
    """The match as the program has it: its file, and who sat from which hand on."""
    seatings, number = [], 0
    for row, players in zip(ledger.standing.rows, ledger.players, strict=True):
        if row.counts and isinstance(row.entry, Hand):
            number += 1
            names = dict(zip(("A1", "A2", "B1", "B2"), (*players.A, *players.B), strict=True))
            seatings.append({"hand": number, "seats": names})
    return seated(match_file_of(ledger), seatings)


def seated(file, seatings):
    known = [{**one, "seats": {s: p or None for s, p in one["seats"].items()}} for one in seatings]
    first, *later = known or [{"seats": {}}]
    return {"seats": first["seats"], "seats_from": later, "match": file}


def naive_fold(seats, match, acts):
    """The match as its acts leave it: those that are undone left out, the others one by one."""
    told = [(act.seq, act.kind, act.data) for act in acts]
    undone = set()
    for seq, kind, data in reversed(told):
        if kind == "undone" and seq not in undone:
            undone.add(data["seq"])
    paper = NaivePaper(seats)
    for seq, kind, data in told:
        if seq not in undone and kind != "undone":
            getattr(paper, kind)(seq, **data)
    file = {
        "rules": write_rules(match.rules),
        "first_dealer": match.first_dealer,
        "hands": [entry for _, entry, _ in paper.entries],
        "ended": paper.ended,
    }
    sat = [seats for _, entry, seats in paper.entries if "adjust" not in entry]
    return seated(file, [{"hand": number, "seats": one} for number, one in enumerate(sat, 1)])


class NaivePaper:
    """A sheet of paper on which acts are carried out: entries with an id, and who sat then."""

    def __init__(self, seats):
        self.entries = []
        self.seats = seats
        self.ended = None

    def recorded(self, seq, hand):
        self.entries.append((seq, hand, self.seats))

    def adjusted(self, seq, **adjustment):
        self.entries.append((seq, adjustment, self.seats))

    def inserted(self, seq, hand, before):
        [place] = [place for place, one in enumerate(self.entries) if one[0] == before]
        self.entries.insert(place, (seq, hand, self.entries[place][2]))

    def corrected(self, _seq, hand, hand_id):
        self.entries = [(i, hand if i == hand_id else old, sat) for i, old, sat in self.entries]

    def voided(self, _seq, hand_id):
        self.entries = [one for one in self.entries if one[0] != hand_id]

    def changed(self, _seq, players, from_now):
        assert from_now
        self.seats = {**self.seats, **players}

    def claimed(self, _seq, **claim):
        self.ended = {"by": "claim", **claim}

    def stopped(self, _seq):
        self.ended = {"by": "hand"}

    def reopened(self, _seq):
        self.ended = None
