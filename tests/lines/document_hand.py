"""The hand of a line, fact by fact, by the rules below the grammar of docs/rules.md."""

OTHER = {"A": "B", "B": "A"}


def hand_of(facts):
    """Return the hand of these facts in order, or None where they break a rule of the page."""
    if facts == (("passed",),):
        return {"passed_out": True}
    bidder = next((fact[1] for fact in facts if fact[0] == "bidder" and fact[1]), "A")
    told = _Told(bidder)
    return told.as_hand() if all(told.hears(*fact) for fact in facts) else None


class _Told:
    """The parts of a line so far; `hears` returns False for a part that the page forbids there."""

    def __init__(self, bidder):
        self.hand = {"bidder": bidder}
        self.bidder = bidder
        self.is_named = False
        self.points = {}
        self.declared = {"A": [], "B": []}
        self.number = None

    def hears(self, kind, *told):
        if kind == "bidder":
            return True
        if kind == "number":
            return self.hears_number(*told)
        if kind in ("bid", "trump", "doubled"):
            return self.once(kind, *told)
        if kind == "reversed":
            return self.once("kapo", OTHER[self.bidder])
        if kind == "nobody":
            return self.once("declarations_to", "nobody")
        return self.hears_of_side(kind, *told)

    def hears_number(self, start, end, in_digits, sign):
        before, self.number = self.number, (end, in_digits)
        return not (before and before[0] == start and not (before[1] and in_digits) and sign != ",")

    def hears_of_side(self, kind, side, *more):
        if side is None and (self.is_named or (kind == "points" and self.points)):
            return False
        self.is_named = self.is_named or side is not None
        side = side or self.bidder
        if kind == "points":
            return self.hears_points(side, *more)
        if kind == "declares":
            self.declared[side] += more
            return True
        return self.once(kind, side)

    def hears_points(self, side, value, who_took):
        if side in self.points or who_took not in (None, "", side):
            return False
        self.points[side] = value
        return True

    def once(self, field, value):
        is_new = field not in self.hand
        self.hand[field] = value
        return is_new

    def as_hand(self):
        declared = {side: codes for side, codes in self.declared.items() if codes}
        return {
            **self.hand,
            **({"points": self.points} if self.points else {}),
            **({"declarations": declared} if declared else {}),
        }
