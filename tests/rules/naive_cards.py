"""Auctions, legal play and declarations in a hand restated, the slow way; see `naive`."""

from itertools import combinations

from tests.rules.naive_declarations import STRENGTH, VALUE, rank_without_top

SEATS = ["A1", "B1", "A2", "B2"]
TRUMPS = ["J", "9", "A", "10", "K", "Q", "8", "7"]
"""From the strongest."""
FOURS = {
    "A": "four",
    "K": "four",
    "Q": "four",
    "10": "four",
    "9": "nines",
    "J": "jacks",
}


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


def beats(card, other):
    return card[1] == other[1] and TRUMPS.index(card[0]) < TRUMPS.index(other[0])


def may_play(card, trick, hand, trump, overtrump):
    """Cards are (rank, suit); the trick's first card was led."""
    if not trick:
        return True
    led = trick[0][1]
    has_suit = any(held[1] == led for held in hand)
    if has_suit and card[1] != led:
        return False
    if not has_suit and any(held[1] == trump for held in hand) and card[1] != trump:
        return False
    if card[1] != trump and not (trump == "all" and has_suit):
        return True
    if overtrump == "no" or (overtrump == "ruffing" and has_suit):
        return True
    lying = [played for played in trick if played[1] == card[1]]
    beaters = [h for h in hand if h[1] == card[1] and all(beats(h, played) for played in lying)]
    return not beaters or card in beaters


def as_declaration(cards, trump, order):
    """Return the declaration of these cards, as (kind, top or None, in trumps), or None."""
    ranks, suits = {rank for rank, _ in cards}, {suit for _, suit in cards}
    if len(ranks) == 1 and len(cards) == 4:
        rank = next(iter(ranks))
        kind = FOURS.get(rank)
        return kind and (kind, rank if kind == "four" else None, False)
    if len(suits) != 1 or len(cards) < 3:
        return None
    places = sorted(order.index(rank) for rank in ranks)
    if places != list(range(places[0], places[0] + len(places))):
        return None
    return f"run{len(cards)}", order[places[-1]], next(iter(suits)) == trump


def whole_run(cards, hand, order):
    """The cards of the hand's longest run of which these are a part."""
    suit = next(iter(cards))[1]
    places = {order.index(rank) for rank, s in hand if s == suit}
    low = high = order.index(next(iter(cards))[0])
    while low - 1 in places:
        low -= 1
    while high + 1 in places:
        high += 1
    return {(order[place], suit) for place in range(low, high + 1)}


def may_stand(some, hand, order):
    """Is each run whole, or a part that leaves a card to a four, and is no card in two?"""
    used = set().union(*(cards for cards, _ in some))
    if len(used) != sum(len(cards) for cards, _ in some):
        return False
    fours = set().union(*(cards for cards, (kind, _, _) in some if not kind.startswith("run")))
    wholes = [
        (cards, whole_run(cards, hand, order))
        for cards, (kind, _, _) in some
        if kind.startswith("run")
    ]
    if any(a[1] == b[1] for a, b in combinations(wholes, 2)):
        return False
    return all(cards == whole or (whole - cards) & fours for cards, whole in wholes)


def declarations_in(hand, trump, order):
    """Yield every set of the hand's cards that is a declaration, with that declaration."""
    sets = [set(cards) for size in range(3, 9) for cards in combinations(sorted(hand), size)]
    declared = [(cards, as_declaration(cards, trump, order)) for cards in sets]
    return [(cards, declaration) for cards, declaration in declared if declaration]


def found(hand, trump, order_name):
    """Every best set of declarations, each sorted: those worth most, and of them the strongest."""
    order = STRENGTH[order_name]
    single = declarations_in(hand, trump, order)
    # Eight cards have no room for three.
    sets = [some for size in range(3) for some in combinations(single, size)]
    sets = [[one for _, one in some] for some in sets if may_stand(some, hand, order)]
    most = max(worth_of(some, order) for some in sets)
    return [sorted(some, key=str) for some in sets if worth_of(some, order) == most]


def worth_of(declarations, order):
    """The sum, and then each declaration from the best down."""
    ranks = [
        (rank_without_top(one), order.index(one[1]) if one[1] else 0, one[2])
        for one in declarations
    ]
    return sum(VALUE[one[0]] for one in declarations), sorted(ranks, reverse=True)
