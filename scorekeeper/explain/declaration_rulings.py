"""Rulings on declarations: those of each side, their comparison, and the deciding rule."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from scorekeeper.explain.explained_hand import AND_ALSO, ExplainedHand, why_better
from scorekeeper.explain.labels import cards_text, declaration_name, points_text, score_text
from scorekeeper.explain.ruling import Reason, Ruling, decided_by
from scorekeeper.i18n.language import Sentences, _l
from scorekeeper.rules.cards import Card
from scorekeeper.rules.declaration_search import SHORTEST_RUN, Found, best_first
from scorekeeper.rules.declarations import ComparisonReason, rivals, score_of_declarations
from scorekeeper.rules.model import (
    PILOTTA,
    SIDES,
    BySide,
    Declaration,
    Hand,
    HandScore,
    RuleSet,
    Side,
)

_HEADING: Final = Sentences({"rule": _l("The rule of comparison")})
_RULES: Final[Sentences[ComparisonReason]] = Sentences(
    {
        "none": _l("Nothing was declared."),
        "alone": _l("Only the declarations of two sides are compared."),
        "table": _l("What the table ruled stands in place of any comparison."),
        "value": _l("The value comes first; the better side scores all of its own."),
        "four": _l("Of equal value, a four is compared with a run before any length."),
        "length": _l("Of equal value the longer run is better."),
        "top": _l("Of equal length the higher card is better."),
        "trumps": _l("Of equal length and height the run in trumps is better."),
        "leader": _l("They are equal by these rules, and so the lead decides."),
        "equal": _l("They are equal by these rules, and so nobody's are better."),
    }
)
_TRUMPS: Final = Sentences(
    {
        "last": _l("Trumps count only between equal ones."),
        "never": _l("That a run is in trumps counts for nothing."),
    }
)
_SWITCHES: Final[dict[ComparisonReason, tuple[str, ...]]] = {
    "four": ("four_beats_run",),
    "top": ("declaration_order",),
    "trumps": ("trump_breaks_tie",),
    "leader": ("declaration_tie",),
    "equal": ("declaration_tie",),
}
"""The switches behind each reason, whether or not another value would change the ruling."""


def rule_of_comparison(case: ExplainedHand) -> Reason:
    """The rule that decided, with the switches that say so and their sources."""
    why = case.ruling.reason
    text = _RULES.say(why)
    switches = list(_SWITCHES.get(why, ()))
    if why in ("leader", "equal") and not any(rivals(case.hand)):
        switches.append("four_beats_run")
    if why in ("top", "leader", "equal") and _has_run_in_trumps(case):
        switches.append("trump_breaks_tie")
        text += " " + _TRUMPS.say("last" if case.rules.trump_breaks_tie else "never")
    return Reason(text, _HEADING.say("rule"), decided_by(case.rules, *switches))


def _has_run_in_trumps(case: ExplainedHand) -> bool:
    rivalling = rivals(case.hand)
    is_suit = case.hand.trump not in ("none", "all")
    return is_suit and any(one.in_trumps for one in (*rivalling.A, *rivalling.B))


SENTENCES: Final = Sentences(
    {
        "verdict": _l("%(side)s %(score)s: %(why)s."),
        "nobody": _l("Nobody scores: %(why)s."),
        "equal": _l("Nobody scores: the declarations are equal."),
        "nothing": _l("nothing to declare"),
        "in_cards": _l("In %(cards)s: %(declared)s."),
        "given_up": _l(
            "A card serves in one declaration only (Tefteri's reading), so not: %(declared)s."
        ),
        "shorter": _l(
            "A run may be declared shorter to leave a card to a four (Tefteri's reading)."
        ),
        "never_cut": _l("A run is never cut into two (Tefteri's reading)."),
        "pilotta": _l("Pilotta"),
        "apart": _l("%(side)s: %(points)s, apart from the declarations, whoever scores these."),
        "scores": _l("Score of %(side)s"),
    }
)
LACKS: Final = Sentences(
    {
        "declarations": _l("What did each side declare? Or tap the cards of a hand."),
        "tops": _l("Equal declarations: tap each side's top card, and whether it is trump."),
        "trump": _l("Which suit is trump? Whose declaration scores hangs on it."),
    }
)
_NOT_PLAYED: Final = HandScore(None, 0, 0, ())


class Shown(NamedTuple):
    """The cards of a hand that a side showed, and what is in them."""

    cards: tuple[Card, ...]
    found: Found
    hangs_on_order: bool
    """Would they declare otherwise if the cards of a suit were ranked otherwise?"""


def declaration_ruling(
    hand: Hand, rules: RuleSet, names: BySide[str], shown_hands: BySide[Shown | None]
) -> Ruling:
    """The ruling on the declarations of a hand; only these, its trump and its leader count."""
    case = ExplainedHand(hand, _NOT_PLAYED, rules, names)
    side, points = score_of_declarations(hand, rules)
    why = why_better(case)
    if case.ruling == (None, "equal"):
        verdict = SENTENCES.say("equal")
    elif side is None:
        verdict = SENTENCES.say("nobody", why=why)
    else:
        score = score_text(points // rules.divisor)
        verdict = SENTENCES.say("verdict", side=names.of(side), score=score, why=why)
    return Ruling("", verdict, tuple(_reasons(case, shown_hands)))


def declared_text(declared: tuple[Declaration, ...], rules: RuleSet) -> str:
    """A side's declarations, its best first: `50 (run of 4 to the king) · 20 (run of 3)`."""
    texts = [f"{one.value} ({declaration_name(one)})" for one in best_first(declared, rules)]
    return AND_ALSO.join(texts) or SENTENCES.say("nothing")


def _reasons(case: ExplainedHand, shown_hands: BySide[Shown | None]) -> Iterator[Reason]:
    for side in SIDES:
        declarations = case.hand.declarations.of(side)
        if declarations or shown_hands.of(side):
            yield _of_side(case, side, shown_hands.of(side))
    yield rule_of_comparison(case)
    yield from _sum(case)
    for side in SIDES:
        shown_hand = shown_hands.of(side)
        if shown_hand is not None and shown_hand.found.pilotta:
            apart = SENTENCES.say("apart", side=case.names.of(side), points=points_text(PILOTTA))
            yield Reason(apart, SENTENCES.say("pilotta"))


def _of_side(case: ExplainedHand, side: Side, shown_hand: Shown | None) -> Reason:
    text = declared_text(case.hand.declarations.of(side), case.rules)
    if shown_hand is None:
        return Reason(text, case.names.of(side))
    text = SENTENCES.say("in_cards", cards=cards_text(shown_hand.cards), declared=text)
    text = " ".join([text, *_reading_sentences(case, shown_hand.found)])
    order = decided_by(case.rules, "declaration_order") if shown_hand.hangs_on_order else ()
    return Reason(text, case.names.of(side), order)


def _reading_sentences(case: ExplainedHand, found: Found) -> Iterator[str]:
    """Explain how the cards were read, where there was another way."""
    given_up = tuple(one.declaration for one in found.given_up)
    if given_up:
        yield SENTENCES.say("given_up", declared=declared_text(given_up, case.rules))
    declared = [set(one.cards) for one in found.declarations]
    if any(set(one.cards) > cards for one in found.given_up for cards in declared):
        yield SENTENCES.say("shorter")
    if any(len(cards) >= 2 * SHORTEST_RUN for cards in declared):
        yield SENTENCES.say("never_cut")


def _sum(case: ExplainedHand) -> Iterator[Reason]:
    side, points = score_of_declarations(case.hand, case.rules)
    if side is None:
        return
    values = [one.value for one in best_first(case.hand.declarations.of(side), case.rules)]
    text = " + ".join(map(str, values))
    if len(values) > 1:
        text += f" = {points}"
    if case.rules.divisor > 1:
        text += f" → {points // case.rules.divisor}"
    yield Reason(text, SENTENCES.say("scores", side=case.names.of(side)))
