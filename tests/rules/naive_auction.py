"""Auctions restated from the table's talk: a list of calls that count, read afresh each time."""

SEATS = ["A1", "B1", "A2", "B2"]


def after(seat, steps=1):
    return SEATS[(SEATS.index(seat) + steps) % 4]


class Talk:
    """The calls that counted so far: (seat, word) pairs.

    A word is `pass`, `double`, `redouble` or a bid.
    """

    def __init__(self, dealer, switches):
        self.dealer, self.switches, self.spoken = dealer, switches, []

    def bids(self):
        return [pair for pair in self.spoken if pair[1] not in ("pass", "double", "redouble")]

    def bidding_side(self):
        return self.bids()[-1][0][0]

    def doubles(self):
        """The doubles since the last bid."""
        words = [word for _, word in self.spoken]
        last = max((place for place, pair in enumerate(self.spoken) if pair in self.bids()))
        return [word for word in words[last:] if word.endswith("double")]

    def walk(self):
        """(passes in a row, whose turn it is), going round the table from the dealer."""
        turn, passes, needed, out = after(self.dealer), 0, 4, set()
        for seat, word in self.spoken:
            closed = passes >= needed
            in_turn = seat == turn and not closed
            if word == "pass":
                if not in_turn:
                    continue
                passes += 1
                out |= {seat} if self.switches["pass_is_final"] else set()
            elif word.endswith("double"):
                passes = passes if closed else 0
            else:
                passes, needed = 0, 3
            if in_turn:
                turn = after(turn)
                while turn in out and passes < needed:
                    passes, turn = passes + 1, after(turn)
        return passes >= needed, turn, out

    def may(self, seat, word):
        closed, turn, out = self.walk()
        if word == "pass":
            return closed or seat == turn or seat in out
        if word.endswith("double"):
            return self.may_double(seat, word)
        return not closed and seat == turn and seat not in out and self.may_follow(word)

    def may_double(self, seat, word):
        if self.switches["doubling"] == "off" or not self.bids():
            return False
        if word == "double":
            return not self.doubles() and seat[0] != self.bidding_side()
        return self.doubles() == ["double"] and seat[0] == self.bidding_side()

    def may_follow(self, word):
        value, trump = split(word)
        if trump in ("n", "a") and self.switches["trumps"] == "suits":
            return False
        if value == "kapo":
            return self.switches["kapo_bid"] and not any("kapo" in bid for _, bid in self.bids())
        if value not in range(80, 401) or (value - 80) % self.switches["bid_step"]:
            return False
        return all(bid[:4] != "kapo" and split(bid)[0] < value for _, bid in self.bids())


def split(word):
    trump = word[-1] if word[-1] in "hdcsna" else ""
    value = word[: len(word) - len(trump)]
    return ("kapo" if value == "kapo" else int(value)), trump
