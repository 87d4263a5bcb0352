"""The name of each value of the rules, in the reader's language."""

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from scorekeeper.explain.label_words import (
    ADDRESSED,
    DOUBLED_NAMES,
    FOURS,
    KIND_NAMES,
    KINDS_SHORT,
    LABELS,
    OWN_SIDES,
    PRESET_NAMES,
    RANK_NAMES,
    RULE_NAMES,
    RUN_TOPS,
    SEEN_FROM_CHAIRS,
    TRUMP_GLYPHS,
    TRUMP_NAMES,
)
from scorekeeper.explain.switch_words import switch_value
from scorekeeper.i18n.language import Sentences, _, _l, ngettext, pgettext
from scorekeeper.rules.cards import RANKS, Card
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import (
    KAPO,
    SEATS,
    SUITS,
    Bid,
    BySide,
    Declaration,
    DeclarationKind,
    Hand,
    Rank,
    Rule,
    RuleSet,
    Seat,
    Side,
    Suit,
    Trump,
)
from scorekeeper.rules.presets import is_house_rules

Addressed: TypeAlias = Literal["code", "button", "phone", "this_phone", "numbered_phone", "hand"]


def preset_name(preset: str) -> str:
    """The name of a preset."""
    return PRESET_NAMES.say(preset)


def rules_name(rules: RuleSet) -> str:
    """The name of a rule set: its preset's, or house rules and what they were made from."""
    preset = preset_name(rules.preset)
    return LABELS.say("house_rules", preset=preset) if is_house_rules(rules) else preset


def trump_glyph(trump: Trump | None) -> str:
    """Return the sign of a suit, or two letters for no trump and all trump; empty for None."""
    return TRUMP_GLYPHS.say(trump) if trump else ""


def trump_name(trump: Trump) -> str:
    """`Hearts`, `No trump` …"""
    return TRUMP_NAMES.say(trump)


def bid_text(bid: Bid | None, rules: RuleSet) -> str:
    """A bid as it is spoken: 90 is "9" in tenths and "90" in points; 86 is always "86".

    Where bids go up by the point, all are shown in points.
    Bids begin at 80 and end at 400, so the two ways of speaking cannot be mixed up.
    """
    if bid is None:
        return ""
    if bid == KAPO:
        return kapo_word()
    points = int(bid)
    is_in_points = rules.unit == "points" or rules.bid_step == 1 or points % 10
    return str(points) if is_in_points else str(points // 10)


def kapo_word() -> str:
    """Kapo, for the ledger."""
    return LABELS.say("kapo")


def kapo_text(hand: Hand) -> str:
    """The kapo of a hand as the ledger writes it: `kapo`, the defence's apart, or nothing.

    Nothing also where the bid says kapo already.
    """
    if hand.kapo is None:
        return ""
    if hand.kapo != hand.bidder:
        return LABELS.say("reversed")
    return "" if hand.bid == KAPO else kapo_word()


def contract_words(hand: Hand, rules: RuleSet) -> str:
    """A contract in a few words: bid, suit, doubling, kapo."""
    if hand.passed_out:
        return LABELS.say("passed_out")
    parts = (
        bid_text(hand.bid, rules),
        trump_glyph(hand.trump),
        doubled_text(hand.doubled),
        kapo_text(hand),
    )
    return " ".join(filter(None, parts))


def pilotta_mark() -> str:
    """The letter that stands for a pilotta on the sheet."""
    return pgettext("pilotta, one letter on the sheet", "P")


def doubled_text(doubled: int) -> str:
    """`×2`, `×4`, or nothing."""
    return f"×{doubled}" if doubled > 1 else ""


def doubled_name(doubled: int) -> str:
    """`doubled`, `redoubled`, or nothing."""
    return DOUBLED_NAMES.say(doubled) if doubled > 1 else ""


def kind_name(kind: DeclarationKind) -> str:
    """`run of 3`, `four of a kind`, `four nines`, `four jacks`."""
    return KIND_NAMES.say(kind)


def kind_short(kind: DeclarationKind) -> str:
    """A kind of declaration in as few letters as a chip holds."""
    if kind.startswith("run"):
        return KINDS_SHORT.say("run", cards=kind[3])
    return KINDS_SHORT.say(kind)


def rank_name(rank: Rank) -> str:
    """`ace`, `10` …"""
    return RANK_NAMES.say(rank)


def run_top(rank: Rank) -> str:
    """The top card after "to": `the ace`, `10` …"""
    return RUN_TOPS.say(rank)


def declaration_name(declaration: Declaration) -> str:
    """`run of 3 to the ace in trumps`, `four kings` …"""
    kind, top, in_trumps = declaration
    if top is None:
        return kind_name(kind)
    if kind == "four":
        return FOURS.say(top)
    name = LABELS.say("run_to", run=kind_name(kind), top=run_top(top))
    return LABELS.say("run_in_trumps", run=name) if in_trumps else name


def default_side_names() -> BySide[str]:
    """The names of sides to which the players gave none, true for every reader."""
    return BySide(LABELS.say("A"), LABELS.say("B"))


def own_side_names(reader: Side) -> BySide[str]:
    """Us and Them, as a phone of this side reads them. Side A stays on the left."""
    return _seen_from(reader, LABELS.say("us"), LABELS.say("them"))


def side_titles(reader: Side | None) -> BySide[str]:
    """Return the titles above the sides' names: `Our side`, `Their side`, or Side A and Side B."""
    if reader is None:
        return default_side_names()
    return _seen_from(reader, OWN_SIDES.say("own"), OWN_SIDES.say("other"))


def _seen_from(reader: Side, own: str, other: str) -> BySide[str]:
    return BySide(own, other) if reader == "A" else BySide(other, own)


def is_us(name: str) -> bool:
    """Is this what a phone calls its own side?"""
    return name == LABELS.say("us")


def is_them(name: str) -> bool:
    """Is this what a phone calls the side against its own?"""
    return name == LABELS.say("them")


def addressed_text(what: Addressed, side: str, **values: object) -> str:
    """Say for which side this is: `Code for us`, `For: Maria – Giorgos`."""
    if is_us(side) or is_them(side):
        return ADDRESSED.say(f"{what}_{'us' if is_us(side) else 'them'}", **values)
    return ADDRESSED.say(what, side=side, **values)


def deals_text(
    seat: Seat,
    names: BySide[str],
    player: str = "",
    chair: Seat | None = None,
    plays: Literal["right", "left"] = "right",
) -> str:
    """Name the dealer: `Maria deals`, or the side and which of its two players.

    Seen from a `chair` the dealer is a place at the table, for either direction of play.
    """
    if chair:
        return SEEN_FROM_CHAIRS.say(_place_from(chair, seat, plays))
    if player:
        return LABELS.say("deals", player=player)
    return _of_side(f"deals_{seat[1]}", names.of(side_of(seat)))


def need_text(side: str, points: int) -> str:
    """Return what a side lacks to its target, in points of the ledger: `they need 19`."""
    return _of_side("need", side, points=points)


def ends_text(winner: str) -> str:
    """Return that a hand ends the match, and the winner."""
    return _of_side("ends", winner)


def won_text(winner: str) -> str:
    """Return the winner of a match that is over: `they won`."""
    return _of_side("won", winner)


def _of_side(key: str, side: str, **values: object) -> str:
    """The sentence about a side, as the phone that belongs to one of them says it."""
    own = "us_" if is_us(side) else "them_" if is_them(side) else ""
    return LABELS.say(own + key, side=side, **values)


def _place_from(chair: Seat, seat: Seat, plays: Literal["right", "left"]) -> str:
    steps = (SEATS.index(seat) - SEATS.index(chair)) % len(SEATS)
    following, preceding = ("right", "left") if plays == "right" else ("left", "right")
    return ("here", following, "opposite", preceding)[steps]


def seat_name(seat: Seat, names: BySide[str], player: str = "") -> str:
    """The player who sits there, or the side and the seat's number."""
    return player or f"{names.of(side_of(seat))} {seat[1]}"


def direction_name(direction: Literal["right", "left"]) -> str:
    """To which side deal and play go."""
    return switch_value("plays", direction)


def rule_name(rule: Rule) -> str:
    """A scoring rule in a word or two, as the ledger has it."""
    return RULE_NAMES.say(rule)


def unit_name(unit: Literal["tenths", "points"]) -> str:
    """How the score is kept."""
    return switch_value("unit", unit)


def points_text(points: int) -> str:
    """`1 point`, `97 points`."""
    return ngettext("%(num)s point", "%(num)s points", points)


def score_text(points: int) -> str:
    """Return a side's score: `+19`, a dash for nothing, `−20`."""
    if points == 0:
        return "–"
    return f"+{points}" if points > 0 else number_text(points)


def number_text(number: int | str) -> str:
    """The number, also as it was typed, with a minus that is as wide as a digit."""
    return str(number).replace("-", "−")


def signed_text(number: int) -> str:
    """The number with its sign: `+120`, `−5`."""
    return number_text(f"{number:+d}")


def between(score: Iterable[int]) -> str:
    """The sign between two scores: a dash, and before a minus a colon: `19 – 6`, `19 : −4`."""
    _first, second = score
    return ":" if second < 0 else "–"


def scores_text(score: Iterable[int]) -> str:
    """Return the score of each side: `351 – 120`, `351 : −5`."""
    first, second = score
    return f"{number_text(first)} {between((first, second))} {number_text(second)}"


def answer_mark(answer: str) -> str:
    """The mark of an answer (`agreement.SideAnswer`), in brackets if given on the scorer's phone.

    >>> answer_mark("agreed"), answer_mark("flagged_here")
    ('✓', '(⚑)')
    """
    mark = "⚑" if answer.startswith("flagged") else "✓"
    return f"({mark})" if answer.endswith("_here") else mark


def answer_text(answer: str, side: str) -> str:
    """A side's answer to a hand (`agreement.SideAnswer`), and whose phone it was given on."""
    is_flag = answer.startswith("flagged")
    text = _("flagged by: %(side)s", side=side) if is_flag else _("agreed by: %(side)s", side=side)
    if answer.endswith("_here"):
        return _("%(answer)s (on the scorer's phone)", answer=text)
    return text


def number_ranges(numbers: Iterable[int]) -> str:
    """Rising numbers, neighbours drawn together.

    >>> number_ranges([2, 5, 6, 7, 9, 10])
    '2, 5–7, 9, 10'
    """
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    texts = (f"{r[0]}–{r[-1]}" if len(r) > 2 else ", ".join(map(str, r)) for r in ranges)
    return ", ".join(texts)


def unbroken(text: str) -> str:
    """The text with each score on one line, and a real minus: `−20 – 15`.

    Before a minus stands a colon. A long word may stand before what is divided: only `÷ 10` is
    kept together.
    """
    text = re.sub(r"(?<!\d)-(?=\d)", "−", text).replace("÷ ", "÷\u00a0")
    text = text.replace(" – −", " : −")
    return re.sub(r" ([–:→]) ", "\u00a0\\1\u00a0", text)


def with_figures(text: str) -> str:
    """The text with each figure on the line of the word before it: `stake 9`."""
    return re.sub(r"([^\W\d_]) (?=\d)", "\\1\u00a0", text)


def joined(text: str) -> str:
    """The text that ends no line in a dash before a no-break space: browsers do."""
    return text.replace("–\N{NO-BREAK SPACE}", "–\N{WORD JOINER}\N{NO-BREAK SPACE}")


CARDS: Final = Sentences({"card": _l("%(rank)s, %(suit)s")})
_HIGHEST_FIRST: Final = tuple(reversed(RANKS))


def card_name(card: Card) -> str:
    """A card in words: `jack, Hearts`."""
    return CARDS.say("card", rank=rank_name(card.rank), suit=trump_name(card.suit))


def suit_text(suit: Suit, cards: Iterable[Card]) -> str:
    """The cards of one suit, the highest first: `♥ A K 7`; empty without cards."""
    ranks = {card.rank for card in cards if card.suit == suit}
    return " ".join(
        [trump_glyph(suit), *(r for r in _HIGHEST_FIRST if r in ranks)] if ranks else []
    )


def cards_text(cards: Iterable[Card]) -> str:
    """The cards suit by suit: `♥ A K 7 ♠ 10`."""
    hand_cards = tuple(cards)
    return " ".join(filter(None, (suit_text(suit, hand_cards) for suit in SUITS)))
