"""The hand of a line, fact by fact, by the rules below the grammar of docs/rules.md."""

OTHER = {"A": "B", "B": "A"}
WORTH = {"run3": 20, "run4": 50, "four": 100, "nines": 150, "jacks": 200}


def hand_of(facts):
    """Return the hand of these facts in order, or None where they break a rule of the page."""
    if facts == (("passed",),):
        return {"passed_out": True}
    _, side, is_word, said = facts[0]
    if said is not None and (not (said or side) or (said and side not in (None, said))):
        return None
    told = _Told(side or said or "A", is_word or said is not None)
    return told.as_hand() if all(told.hears(*fact) for fact in facts[1:]) else None


class _Told:
    """The parts of a line so far; `hears` returns False for a part that the page forbids there."""

    def __init__(self, bidder, is_bidder_said):
        self.hand = {"bidder": bidder}
        self.bidder = bidder
        self.is_bidder_said = is_bidder_said
        self.is_named = False
        self.points = {}
        self.orders = None
        self.verdict = None
        self.says_failed = False
        self.declared = {"A": [], "B": []}
        self.number = None
        self.has_extras = False
        self.sideless_end = None
        self.had_sideless = False

    def hears(self, kind, *told):
        if kind in ("bid", "trump", "doubled"):
            return self.once(kind, *told)
        if kind == "nobody":
            self.has_extras = True
            return self.once("declarations_to", "nobody")
        hears = {
            "number": self.hears_number,
            "sum": self.hears_sum,
            "reversed": self.hears_reversed,
            "verdict": self.hears_verdict,
            "before": self.hears_before,
            "behind": self.hears_behind,
            "sideless": self.hears_sideless,
            "failed": self.hears_failed,
            "points": self.hears_points,
            "pair": self.hears_pair,
            "kapo": self.hears_kapo,
            "declares": self.hears_declaration,
        }
        return hears[kind](*told) if kind in hears else self.hears_of_side(kind, *told)

    def hears_number(self, start, end, in_digits, sign):
        before, self.number = self.number, (end, in_digits)
        return not (before and before[0] == start and not (before[1] and in_digits) and sign != ",")

    def hears_sum(self, and_at):
        """AND stands between two numbers."""
        return not (and_at is not None and self.number and self.number[0] == and_at)

    @property
    def may_have_result(self):
        return not self.has_extras and "kapo" not in self.hand

    def hears_reversed(self):
        return self.hears_kapo(None, OTHER[self.bidder])

    def hears_kapo(self, side, who=None):
        is_allowed = self.may_have_result and not self.points
        self.is_named = self.is_named or side is not None
        return is_allowed and self.once("kapo", who or side or self.bidder)

    def hears_points(self, side, value, who_took):
        owner = self.owner_of_points(side, who_took)
        if not self.may_have_result or owner is None or owner in self.points:
            return False
        if self.points and side is None:
            return False
        self.points[owner] = value
        self.is_named = self.is_named or side is not None or owner != self.bidder
        return True

    def owner_of_points(self, side, who_took):
        owner = side or self.bidder
        if who_took in (None, "", owner):
            return owner
        return who_took if side is None and self.is_bidder_said else None

    def hears_pair(self, side, first, second, who_took):
        owner = self.owner_of_points(side, who_took)
        if not self.may_have_result or owner is None or self.points:
            return False
        self.points = {owner: first, OTHER[owner]: second}
        if not (side or who_took) and owner == "B" and first != second:
            self.orders = [self.points, {owner: second, OTHER[owner]: first}]
        self.is_named = self.is_named or side is not None or owner != self.bidder
        return True

    def hears_verdict(self, side, word, person=None):
        is_early = not (self.points or self.has_extras or "kapo" in self.hand)
        if self.verdict or (side and not is_early):
            return False
        self.verdict = word
        return {side, person} <= {None, self.bidder}

    def hears_before(self, start, is_cut_before, is_cut_behind, is_joined):
        """A side stands before an extra."""
        is_behind_sideless = self.sideless_end == start
        self.sideless_end, self.is_named = None, True
        if is_behind_sideless:
            return is_cut_before and not is_cut_behind
        return is_cut_before or is_joined or not is_cut_behind

    def hears_behind(self, side):
        self.sideless_end, self.is_named = None, True
        return side == self.bidder or not self.had_sideless

    def hears_sideless(self, end):
        self.sideless_end, self.had_sideless = end, True
        return not self.is_named

    def hears_failed(self, is_failed):
        self.says_failed = is_failed
        return True

    def hears_declaration(self, side, code):
        self.has_extras = True
        self.declared[side or self.bidder].append(code)
        return True

    def hears_of_side(self, kind, side):
        """PILOTTA, or a ruling, which always names a side."""
        self.has_extras = True
        self.is_named = self.is_named or side is not None
        return self.once(kind, side or self.bidder)

    def once(self, field, value):
        is_new = field not in self.hand
        self.hand[field] = value
        return is_new

    def as_hand(self):
        to = self.hand.get("declarations_to")
        if to in ("A", "B") and not self.declared[to]:
            return None
        if not self.is_as_said():
            return None
        declared = {side: codes for side, codes in self.declared.items() if codes}
        return {
            **self.hand,
            **({"points": self.points} if self.points else {}),
            **({"declarations": declared} if declared else {}),
        }

    def is_as_said(self):
        """Does the line have one order of its points, and was the bid made as it says?"""
        if self.verdict is None:
            return self.orders is None and not self.may_mean_bid()
        if not self.points and "kapo" not in self.hand:
            return False
        orders = [one for one in self.orders or [self.points] if self.is_true_with(one)]
        if len(orders) == 1:
            self.points = orders[0]
        return len(orders) == 1

    def may_mean_bid(self):
        """Does a "failed" stand before the bidder's pilotta, and did the bid fail?"""
        if not self.says_failed or self.hand["pilotta_failed"] != self.bidder:
            return False
        if not self.points and "kapo" not in self.hand:
            return False
        self.verdict = "made"
        could_be_made = self.is_true_with(self.points)
        self.verdict = None
        return not could_be_made

    def is_true_with(self, points):
        is_said_made = self.verdict == "made"
        bid, kapo = self.hand["bid"], self.hand.get("kapo")
        if kapo == self.bidder:
            return is_said_made or (bid != "kapo" and bid > 250)
        if kapo or bid == "kapo":
            return not is_said_made
        if self.bidder not in points and self.hand.get("trump") in ("none", "all"):
            return True
        own = points.get(self.bidder, 162 - points.get(OTHER[self.bidder], 0))
        if self.hand.get("declarations_to", self.bidder) == self.bidder:
            own += sum(WORTH.get(code.split(":")[0], 100) for code in self.declared[self.bidder])
        own += 20 if self.hand.get("pilotta") == self.bidder else 0
        return is_said_made == (own >= bid)
