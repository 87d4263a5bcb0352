"""The question whose declaration counts: each side's, named or found in its cards, compared."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from scorekeeper.explain.declaration_rulings import (
    LACKS,
    Shown,
    declaration_ruling,
    declared_text,
)
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.ruling import Ruling
from scorekeeper.i18n import gettext as _
from scorekeeper.json_parts import UNREAD
from scorekeeper.rules.cards import CARDS_IN_HAND, Card
from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_declaration
from scorekeeper.rules.declaration_search import find, hangs_on_order
from scorekeeper.rules.declarations import score_of_declarations
from scorekeeper.rules.model import (
    SIDES,
    SUITS,
    BySide,
    Code,
    Declaration,
    Hand,
    Problem,
    RuleSet,
    Side,
    Trump,
)
from scorekeeper.web.match.entry import EntryForm
from scorekeeper.web.match.hand_preview import TopRow, top_rows
from scorekeeper.web.settle.topic import (
    AddressParameters,
    SettleTable,
    Topic,
    read_cards,
    read_table,
)
from scorekeeper.web.settle.tricks import read_trump

_ANY_CONTRACT: Final = Hand(bidder="A", bid=80, points=BySide(100, 62))
"""Declarations are compared alike whatever was bid and made."""

_RULINGS: Final[tuple[Literal["A", "B", "nobody"], ...]] = (*SIDES, "nobody")
"""The sides whose declarations count by the table's own ruling."""


@dataclass(frozen=True)
class DeclarationQuestion:
    """The declarations of both sides."""

    table: SettleTable
    wrong: Mapping[str, str]
    lacks: str
    form: EntryForm
    hand: Hand
    shown: BySide[Shown | None]
    """The cards of the sides that showed a hand, in place of their named declarations."""
    tops: tuple[TopRow, ...]
    """The named declarations that their top cards decide."""
    asks_leader: bool

    @property
    def trump(self) -> Trump | None:
        """The suit that was trump, if anybody said."""
        return self.hand.trump

    def told(self, side: Side) -> str:
        """Return the side's declarations in words; empty where it has none."""
        declared = self.hand.declarations.of(side)
        has_any = declared or self.shown.of(side)
        return declared_text(declared, self.table.rules) if has_any else ""


def _read(query: AddressParameters) -> DeclarationQuestion:
    table = read_table(query)
    wrong: dict[str, str] = {}
    trump = read_trump(query, table.rules, wrong)
    form = EntryForm(query)
    shown_hands = _read_shown(query, trump, table.rules, wrong)
    declared = BySide(*(_declared(form, side, shown_hands.of(side), wrong) for side in SIDES))
    form.fill_declarations(declared)
    leader = next((side for side in SIDES if side == form.leader.data), None)
    ruling = form.ruling.data = form.ruling.data or form.declarations_to.data
    hand = replace(
        _ANY_CONTRACT,
        declarations=declared,
        trump=trump,
        leader=leader,
        declarations_to=next((to for to in _RULINGS if to == ruling), None),
    )
    codes = _codes(hand, table.rules)
    if "declarations_impossible" in codes:
        wrong["declarations"] = problem_text(Problem("declarations_impossible", "declarations"))
    rows = top_rows(form, hand, table.rules)
    return DeclarationQuestion(
        table=table,
        wrong=wrong,
        lacks=_lacks(codes, hand, _hangs_on_trump(hand, shown_hands, table.rules)),
        form=form,
        hand=hand,
        shown=shown_hands,
        tops=tuple(row for row in rows if shown_hands.of(row.side) is None),
        asks_leader="leader_needed" in _codes(replace(hand, leader=None), table.rules),
    )


def _read_shown(
    query: AddressParameters, trump: Trump | None, rules: RuleSet, wrong: dict[str, str]
) -> BySide[Shown | None]:
    hands = [read_cards(query, f"cards_{side}", wrong) for side in SIDES]
    for side, cards in zip(SIDES, hands, strict=True):
        if len(cards) > CARDS_IN_HAND:
            wrong[f"cards_{side}"] = _(
                "A hand has eight cards; these are %(cards)s.", cards=len(cards)
            )
    if set(hands[0]) & set(hands[1]):
        wrong["cards_B"] = _("Some of these cards are in the other hand, too.")
    return BySide(*(_find_shown(cards, trump, rules) for cards in hands))


def _find_shown(cards: tuple[Card, ...], trump: Trump | None, rules: RuleSet) -> Shown | None:
    if not cards:
        return None
    found = find(cards, trump, rules)
    return Shown(cards, found, hangs_on_order(cards, trump, rules))


def _in_cards(shown_hand: Shown) -> tuple[Declaration, ...]:
    return tuple(one.declaration for one in shown_hand.found.declarations)


def _declared(
    form: EntryForm, side: Side, shown_hand: Shown | None, wrong: dict[str, str]
) -> tuple[Declaration, ...]:
    if shown_hand is not None:
        return _in_cards(shown_hand)
    declarations = [read_declaration(code) for _slot, code in form.declared(side)]
    if UNREAD in declarations:
        wrong["declarations"] = problem_text(Problem("unknown", "declarations"))
    return tuple(one for one in declarations if one is not UNREAD)


def _hangs_on_trump(hand: Hand, shown_hands: BySide[Shown | None], rules: RuleSet) -> bool:
    """Would an unknown trump decide whose declarations score? A named run has its own trump."""
    if hand.trump is not None or not any(shown_hands):
        return False
    scored = {score_of_declarations(hand, rules)}
    for suit in SUITS:
        shown_by_side = (
            _find_shown(one.cards, suit, rules) if one else None for one in shown_hands
        )
        pairs = zip(shown_by_side, hand.declarations, strict=True)
        declared = BySide(*(_in_cards(one) if one else declarations for one, declarations in pairs))
        scored.add(score_of_declarations(replace(hand, trump=suit, declarations=declared), rules))
    return len(scored) > 1


def _codes(hand: Hand, rules: RuleSet) -> set[Code]:
    return {problem.code for problem in problems(hand, rules)}


def _lacks(codes: set[Code], hand: Hand, hangs_on_trump: bool) -> str:
    if not any(hand.declarations):
        return LACKS.say("declarations")
    if hangs_on_trump:
        return LACKS.say("trump")
    if "declarations_undecided" in codes:
        return LACKS.say("tops")
    if "leader_needed" in codes:
        return problem_text(Problem("leader_needed", "leader"))
    return ""


def _rule(question: DeclarationQuestion) -> Ruling | None:
    if question.wrong or question.lacks:
        return None
    table = question.table
    return declaration_ruling(question.hand, table.rules, table.names, question.shown)


TOPIC = Topic(
    "declaration",
    read=_read,
    rule=_rule,
    fields=("trump", "declarations", "cards_A", "cards_B"),
    has_more=True,
    scripts=("js/card_swipe.js",),
)
