"""The declarations in a hand, by trying every set of its cards; see `naive`."""

from itertools import combinations

from tests.rules.naive_declarations import STRENGTH, VALUE, rank_without_top

FOURS = {
    "A": "four",
    "K": "four",
    "Q": "four",
    "10": "four",
    "9": "nines",
    "J": "jacks",
}


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
    """Is each run whole, or a part that leaves a card to a four of the set, and none in two?"""
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
