"""An entry of the ledger in a few words."""

from scorekeeper.explain import labels
from scorekeeper.explain.shown_names import side_names
from scorekeeper.rules.match import Adjust, Entry, Match
from scorekeeper.rules.model import SIDES, Hand
from scorekeeper.rules.scoring import card_points


def entry_words(entry: Entry, match: Match) -> str:
    """A hand, a contract or an adjustment in a few words."""
    return adjust_words(entry) if isinstance(entry, Adjust) else hand_words(entry, match)


def adjust_words(adjust: Adjust) -> str:
    """An adjustment in a few words: `+120 – +85, from paper`."""
    points = " – ".join(labels.signed_text(n) if n else "0" for n in adjust[:2])
    return f"{points}, {adjust.reason}" if adjust.reason else points


def hand_words(hand: Hand, match: Match) -> str:
    """A hand in a few words: `Us 9 ♥, 97 – 65`."""
    if hand.passed_out or hand.bidder is None:
        return labels.contract_words(hand, match.rules)
    contract = labels.contract_words(hand, match.rules).replace(" ", "\u00a0")
    words = f"{side_names(match).of(hand.bidder)} {contract}"
    if not hand.has_result:
        return words
    points = " – ".join(str(card_points(hand, side, match.rules)) for side in SIDES)
    return f"{words}, {labels.unbroken(points)}"
