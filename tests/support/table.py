"""A table whose match is written through the services, its hands as in a match file."""

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import matches
from scorekeeper.match.acts.registry import read_body
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide
from scorekeeper.tournament.acts.registry import read_body as read_tournament_body
from scorekeeper.tournament.service import TOURNAMENTS

MADE = {"bidder": "A", "bid": 90, "trump": "hearts", "points": {"A": 97}}
"""19 – 6: 9 and the missing point and the stake of 9; 6."""
MADE_BY_B = {"bidder": "B", "bid": 90, "trump": "hearts", "points": {"B": 97}}
"""6 – 19."""
FAILED = {"bidder": "B", "bid": 100, "trump": "spades", "points": {"A": 80, "B": 82}}
"""26 – 0: 16 and the stake of 10 to the defence."""
KAPO = {"bidder": "B", "bid": 120, "trump": "clubs", "kapo": "B"}
"""0 – 37: 25 and the stake of 12."""
SWEPT = {"bidder": "A", "bid": "kapo", "doubled": 4, "kapo": "A"}
"""125 – 0: 25 and four times the stake of 25. Three of them win a match to 351."""
SWEPT_BY_B = {"bidder": "B", "bid": "kapo", "doubled": 4, "kapo": "B"}
"""0 – 125."""
PASSED_OUT = {"passed_out": True}
OPEN = {"bidder": "B", "bid": 80, "trump": "diamonds"}
"""A contract whose points are still to come."""


def do(public_id, phone_id, op_id, revision, kind, data):
    """Append an act to a match: it as it stands then, and whether it was written just now."""
    body = read_body(kind, data)
    return matches.append_act(public_id, phone_id, op_id, revision, body)


def do_in_tournament(public_id, phone_id, op_id, revision, kind, data, asked=None):
    """Write an act in a tournament, which comes back as it stands then."""
    body = read_tournament_body(kind, data)
    asked = data if asked is None else asked
    return TOURNAMENTS.write(public_id, phone_id, op_id, revision, body, asked)


def whole_rules(preset, **switches):
    """A preset's rule set, or house rules made of it, as a change holds it."""
    rules, wrong = read_rules({"preset": preset, **switches})
    assert not wrong
    return write_rules(rules)


class Table:
    """One phone and its match. Needs an application context."""

    def __init__(self, rules="cafe", **switches):
        rule_set, wrong = read_rules({"preset": rules, **switches})
        assert not wrong
        self.phone, self.secret = enrol_phone()
        sides = BySide(Party("Ours", ("Maria", "Giorgos")), Party("Theirs", ("Eleni", "Andreas")))
        match = Match(sides=sides, rules=rule_set, first_dealer="A1")
        self.kept, _ = matches.start_match(match, self.phone, new_operation_id())
        self.is_new = True
        """Was the last act written by its last call, or a repeat."""

    @property
    def ledger(self):
        return self.kept.ledger

    @property
    def totals(self):
        return tuple(self.ledger.standing.totals)

    def do(self, kind, *, op_id=None, revision=None, phone=None, **data):
        """Do an act as this phone would, or as told."""
        self.kept, self.is_new = do(
            self.kept.public_id,
            phone or self.phone,
            op_id or new_operation_id(),
            self.kept.revision if revision is None else revision,
            kind,
            data,
        )
        return self

    def play(self, *hands):
        """Record the hands, one after the other."""
        for hand in hands:
            self.do("recorded", hand=hand)
        return self

    def correct(self, number, hand):
        """Correct the hand of this number."""
        return self.do("corrected", hand_id=self.ledger.hand_ids[number - 1], hand=hand)

    def void(self, number):
        return self.do("voided", hand_id=self.ledger.hand_ids[number - 1])

    def undo(self):
        """Undo the last act that stands."""
        return self.do("undone", seq=self.ledger.last_act().seq)

    def bring_back(self):
        """Take the last undoing back."""
        return self.do("undone", seq=self.ledger.last_undoing().seq)

    def counting(self):
        """Of each hand in the ledger: does it count?"""
        return [row.counts for row in self.ledger.standing.rows]

    def stored(self):
        """The match, read from the database afresh."""
        return matches.find_match(self.kept.public_id)
