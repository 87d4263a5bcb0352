"""Legal play restated card by card: is there a reason why this one may not be played?"""

TRUMPS = ["J", "9", "A", "10", "K", "Q", "8", "7"]
"""From the strongest."""


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
