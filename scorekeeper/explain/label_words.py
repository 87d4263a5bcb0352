"""Names of the values of the rules."""

from typing import Final

from flask_babel.speaklater import LazyString

from scorekeeper.i18n.language import Sentences, _l, lazy_pgettext
from scorekeeper.rules.model import DeclarationKind, Rank, Rule, Trump

LABELS: Final = Sentences(
    {
        "kapo": lazy_pgettext("line of a score", "kapo"),
        "reversed": lazy_pgettext("kapo made by the defence", "reversed"),
        "passed_out": _l("passed out"),
        "run_to": _l("%(run)s to %(top)s"),
        "run_in_trumps": _l("%(run)s in trumps"),
        "house_rules": _l("House rules (from %(preset)s)"),
        "deals": _l("%(player)s deals"),
        "deals_1": _l("%(side)s to deal (1st)"),
        "deals_2": _l("%(side)s to deal (2nd)"),
        "us_deals_1": _l("we deal (1st)"),
        "us_deals_2": _l("we deal (2nd)"),
        "them_deals_1": _l("they deal (1st)"),
        "them_deals_2": _l("they deal (2nd)"),
        "need": _l("%(points)s to go"),
        "us_need": _l("we need %(points)s"),
        "them_need": _l("they need %(points)s"),
        "equal_declarations": _l("equal declarations: nobody scores them"),
        "ends": _l("The match ends: won by %(side)s"),
        "us_ends": _l("The match ends: we win"),
        "them_ends": _l("The match ends: they win"),
        "won": _l("Won by %(side)s"),
        "us_won": _l("We won"),
        "them_won": _l("They won"),
        "us": _l("Us"),
        "them": _l("Them"),
        "A": _l("Side A"),
        "B": _l("Side B"),
    }
)
SEEN_FROM_CHAIRS: Final = Sentences(
    {
        "here": _l("you deal"),
        "opposite": _l("the player opposite you deals"),
        "right": _l("the player on your right deals"),
        "left": _l("the player on your left deals"),
    }
)
ADDRESSED: Final = Sentences(
    {
        "code": _l("Code for: %(side)s"),
        "code_us": _l("Code for us"),
        "code_them": _l("Code for them"),
        "button": _l("Answer for: %(side)s"),
        "button_us": _l("Answer for us"),
        "button_them": _l("Answer for them"),
        "phone": _l("A phone answers for: %(side)s"),
        "phone_us": _l("A phone answers for us"),
        "phone_them": _l("A phone answers for them"),
        "this_phone": _l("This phone answers for: %(side)s."),
        "this_phone_us": _l("This phone answers for us."),
        "this_phone_them": _l("This phone answers for them."),
        "numbered_phone": _l("Phone %(phone)s answers for: %(side)s"),
        "numbered_phone_us": _l("Phone %(phone)s answers for us"),
        "numbered_phone_them": _l("Phone %(phone)s answers for them"),
        "hand": _l("For: %(side)s"),
        "hand_us": _l("For us"),
        "hand_them": _l("For them"),
    }
)
"""Sentences about one side, which a phone may call Us or Them."""
OWN_SIDES: Final = Sentences({"own": _l("Our side"), "other": _l("Their side")})
# By what each plays, not by who wrote it down; `sources` says that.
PRESET_NAMES: Final[Sentences[str]] = Sentences(
    {
        "cafe": _l("Café table"),
        "kypros": _l("No doubling"),
        "wikipedia": _l("Pilotta stays"),
        "gamerules": _l("Cards alone"),
        "cardrules": _l("Unrounded"),
        "simple": _l("Simple 151"),
        "online": _l("Point to the bidder"),
        "openclose": _l("Open–closed"),
        "palaristi": _l("Palaristi"),
    }
)
TRUMP_NAMES: Final[Sentences[Trump]] = Sentences(
    {
        "hearts": _l("Hearts"),
        "diamonds": _l("Diamonds"),
        "clubs": _l("Clubs"),
        "spades": _l("Spades"),
        "none": _l("No trump"),
        "all": _l("All trump"),
    }
)
TRUMP_GLYPHS: Final[Sentences[Trump]] = Sentences(
    {
        "hearts": "♥",
        "diamonds": "♦",
        "clubs": "♣",
        "spades": "♠",
        "none": lazy_pgettext("trump, in the ledger", "NT"),
        "all": lazy_pgettext("trump, in the ledger", "AT"),
    }
)
DOUBLED_NAMES: Final[Sentences[int]] = Sentences({2: _l("doubled"), 4: _l("redoubled")})
KIND_NAMES: Final[Sentences[DeclarationKind]] = Sentences(
    {
        "run3": _l("run of 3"),
        "run4": _l("run of 4"),
        "run5": _l("run of 5"),
        "run6": _l("run of 6"),
        "run7": _l("run of 7"),
        "run8": _l("run of 8"),
        "four": _l("four of a kind"),
        "nines": _l("four nines"),
        "jacks": _l("four jacks"),
    }
)
KINDS_SHORT: Final[Sentences[str]] = Sentences(
    {
        "run": lazy_pgettext("on a chip", "run of %(cards)s"),
        "four": lazy_pgettext("on a chip", "four"),
        "nines": lazy_pgettext("on a chip", "9s"),
        "jacks": lazy_pgettext("on a chip", "jacks"),
    }
)
FOURS: Final[Sentences[str]] = Sentences(
    {
        "A": _l("four aces"),
        "K": _l("four kings"),
        "Q": _l("four queens"),
        "10": _l("four tens"),
    }
)
RANK_NAMES: Final[Sentences[Rank]] = Sentences(
    {
        "7": "7",
        "8": "8",
        "9": "9",
        "10": "10",
        "J": lazy_pgettext("card", "jack"),
        "Q": lazy_pgettext("card", "queen"),
        "K": lazy_pgettext("card", "king"),
        "A": lazy_pgettext("card", "ace"),
    }
)
RUN_TOPS: Final[Sentences[str]] = Sentences(
    {
        "7": lazy_pgettext("top of a run", "7"),
        "8": lazy_pgettext("top of a run", "8"),
        "9": lazy_pgettext("top of a run", "9"),
        "10": lazy_pgettext("top of a run", "10"),
        "J": lazy_pgettext("top of a run", "the jack"),
        "Q": lazy_pgettext("top of a run", "the queen"),
        "K": lazy_pgettext("top of a run", "the king"),
        "A": lazy_pgettext("top of a run", "the ace"),
    }
)
RULE_NAMES: Final[Sentences[Rule]] = Sentences(
    {
        "cards": lazy_pgettext("line of a score", "card points"),
        "missing_point": lazy_pgettext("line of a score", "missing point"),
        "all_cards": lazy_pgettext("line of a score", "all card points"),
        "kapo": LABELS["kapo"],
        "stake": lazy_pgettext("line of a score", "stake"),
        "declarations": lazy_pgettext("line of a score", "declarations"),
        "pilotta": lazy_pgettext("line of a score", "pilotta"),
        "none_all_bonus": lazy_pgettext("line of a score", "no-trump / all-trump bonus"),
        "doubled": lazy_pgettext("line of a score", "doubling"),
        "pilotta_failed": lazy_pgettext("line of a score", "failed pilotta"),
    }
)

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
