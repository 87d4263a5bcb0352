"""The words of every switch and value, as players say them."""

from typing import Final

from flask_babel.speaklater import LazyString

from scorekeeper.i18n.language import _l, lazy_pgettext

TITLES: Final[dict[str, LazyString]] = {
    "unit": _l("The score is kept"),
    "six_six": _l("Equal last digits: the missing point"),
    "extras_count": _l("Declarations and pilotta help the bid"),
    "stake": _l("The stake is scored"),
    "stake_to": _l("The stake of a made bid"),
    "failed_declarations": _l("The bidder's declarations when the bid fails"),
    "failed_pilotta": _l("The bidder's pilotta when the bid fails"),
    "kapo_bonus": _l("Points added for a kapo"),
    "kapo_when_doubled": _l("A kapo in a doubled hand"),
    "reversed_extras": _l("The bidder's extras when the defence makes kapo"),
    "doubling": _l("Doubling (×2, ×4)"),
    "kapo_bid": _l("Kapo may be bid"),
    "bid_step": _l("Bids go up"),
    "trumps": _l("Contracts"),
    "none_total": _l("Card points in a no-trump hand"),
    "all_total": _l("Card points in an all-trump hand"),
    "none_all_bonus": _l("Bonus for winning a no-trump or all-trump contract"),
    "declaration_order": _l("Order of the cards in a run"),
    "four_beats_run": _l("At 100 a four beats a run"),
    "declaration_tie": _l("Equal best declarations"),
    "trump_breaks_tie": _l("Of two equal runs the one in trumps is better"),
    "pilotta_failed_penalty": _l("Points off for a failed pilotta"),
    "target": _l("The match is played to"),
    "both_over": _l("Both sides reach the target in one hand"),
    "claim": _l("A side may stop the match and claim it"),
    "plays": _l("Deal, auction and play go"),
    "deal_passes": _l("The next dealer sits"),
    "pass_out": _l("After four passes deals"),
    "leads": _l("To the first trick leads"),
    "pass_is_final": _l("Who passed is out of the auction"),
    "overtrump": _l("A trump must beat the trumps in the trick"),
}
YES_NO: Final[dict[bool, LazyString]] = {True: _l("yes"), False: _l("no")}
VALUES: Final[dict[str, dict[object, LazyString]]] = {
    "unit": {
        "tenths": _l("in tenths (16 a hand)"),
        "points": _l("in points (162 a hand)"),
    },
    "six_six": {
        "more_points": _l("to the side with more points"),
        "bidder": _l("to the bidder"),
        "ask": _l("the table says each time"),
    },
    "stake_to": {
        "contract": _l("to the bidder"),
        "more_points": _l("to the side with more card points"),
    },
    "failed_declarations": {
        "defence": _l("to the defence"),
        "bidder": _l("stay with the bidder"),
        "nobody": _l("lost"),
    },
    "failed_pilotta": {
        "defence": _l("to the defence"),
        "holder": lazy_pgettext("pilotta", "stays with its holder"),
    },
    "kapo_bonus": {
        0: _l("none: 162"),
        88: _l("88 (162 + 88 = 250)"),
        90: _l("90 (162 + 90 = 252)"),
        100: _l("100 (162 + 100 = 262)"),
    },
    "kapo_when_doubled": {
        "full": _l("with its bonus"),
        "plain": _l("without its bonus"),
    },
    "reversed_extras": {
        "as_failed": _l("as in any failed bid"),
        "nobody": _l("lost"),
    },
    "doubling": {
        "off": _l("not played"),
        "stake": _l("multiplies the stake; the winner takes everything"),
        "all": _l("multiplies both sides' scores"),
    },
    "bid_step": {
        10: _l("by 10"),
        5: _l("by 5"),
        1: _l("by the point"),
    },
    "trumps": {
        "suits": _l("the four suits"),
        "with_none_all": _l("the suits, no trump and all trump"),
    },
    "none_total": {
        162: _l("162 (an ace counts 19)"),
        130: _l("130 (plain cards)"),
    },
    "all_total": {
        258: _l("258 (trump values everywhere)"),
        162: _l("162 (J 14, 9 9, A 6, 10 5, K 3, Q 1)"),
    },
    "none_all_bonus": {
        0: lazy_pgettext("points", "none"),
        50: _l("50 points"),
        80: _l("80 points"),
    },
    "declaration_order": {
        "natural": _l("7 8 9 10 J Q K A"),
        "cards": _l("7 8 9 J Q K 10 A"),
    },
    "declaration_tie": {
        "nobody": _l("nobody scores"),
        "leader": _l("the side that led to the first trick scores"),
    },
    "pilotta_failed_penalty": {
        0: lazy_pgettext("points", "none"),
        20: _l("20 points"),
    },
    "both_over": {
        "higher": _l("the higher total wins"),
        "bidder": _l("the bidder wins"),
    },
    "plays": {
        "right": _l("to the right (anticlockwise)"),
        "left": _l("to the left (clockwise)"),
    },
    "deal_passes": {
        "right": lazy_pgettext("next dealer", "on the dealer's right"),
        "left": lazy_pgettext("next dealer", "on the dealer's left"),
    },
    "pass_out": {
        "next": _l("the next dealer"),
        "same": _l("the same dealer again"),
    },
    "leads": {
        "eldest": _l("the player after the dealer"),
        "bidder": _l("the player who won the auction"),
    },
    "overtrump": {
        "always": _l("always"),
        "ruffing": _l("only when one cannot follow suit"),
        "no": _l("never"),
    },
}
"""A switch that is not here is answered by yes or no; the target by its number."""

PRESET_NOTES: Final[dict[str, LazyString]] = {
    "cafe": _l(
        "As most café tables play: 16 points a hand, the stake on top, ×2 and ×4, kapo 25. "
        "A failed bid gives everything to the defence."
    ),
    "kypros": _l(
        "The rules of kypros.org: 16 points a hand and the stake. It says nothing of doubling or "
        "of bidding kapo, so neither is played."
    ),
    "wikipedia": _l(
        "As Wikipedia tells it: the pilotta always stays with its holder, and the deal passes "
        "to the left. No doubling and no kapo bid."
    ),
    "gamerules": _l(
        "The bid is tested on card points alone and the stake goes to the side with more of them. "
        "A side may stop the match and claim it. No doubling."
    ),
    "cardrules": _l(
        "Every point is written, nothing is cut and there is no stake: one hand can be worth "
        "hundreds, so play to a high target. No trump, all trump, doubling of everything."
    ),
    "simple": _l(
        "Every point is written, to 151: one failed bid (162) can end the match. No doubling, "
        "no kapo bonus, play goes to the left."
    ),
    "online": _l(
        "As on the Cypriot online game: to 201, the missing point of equal digits to the bidder, "
        "and at 100 a four and a run are equal."
    ),
    "openclose": _l(
        "As in the open–closed scorer: to 301. A failed bidder keeps declarations and pilotta; "
        "at equal digits the table says who gets the missing point."
    ),
    "palaristi": _l(
        "As at the café table, but bids go up by the point: 86 is a bid, and its stake is rounded "
        "(86 is 9, 85 is 8)."
    ),
}
