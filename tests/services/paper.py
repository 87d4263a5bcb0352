"""The plain model of a match that the services are compared with (tests/services/test_machine)."""

from typing import Any, NamedTuple

from tests.table import FAILED, KAPO, MADE, PASSED_OUT, SWEPT

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
