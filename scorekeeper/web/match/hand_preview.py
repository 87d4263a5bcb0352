"""Preview of a hand that is being entered: its score, what is missing or wrong, open questions."""

from dataclasses import replace
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_hand
from scorekeeper.rules.declarations import ORDERS, compare, rivals, strength
from scorekeeper.rules.match import with_leader
from scorekeeper.rules.match_file import read_match_hand
from scorekeeper.rules.model import (
    SIDES,
    Declaration,
    Hand,
    HandScore,
    Problem,
    Rank,
    RuleSet,
    Seat,
    Side,
)
from scorekeeper.rules.scoring import card_points, score_hand
from scorekeeper.web.match.entry import EntryForm

Question = Literal["swept", "declarations", "tie_point", "leader"]
"""A question to the table; that for the leader comes only without a known dealer."""


class TopRow(NamedTuple):
    """A declaration whose top card decides, and the cards it may be."""

    slot: str
    side: Side
    declaration: Declaration
    ranks: tuple[Rank, ...]
    in_trumps: bool
    """Was it said to be in trumps, perhaps before its top card?"""


class HandPreview(NamedTuple):
    """The score and the faults of an entry as far as it has come."""

    hand: Hand
    missing: frozenset[str]
    """The fields that are still missing."""
    wrong: tuple[Problem, ...]
    asks: Question | None
    """The question to the table; its answer may be given already."""
    is_answered: bool
    score: HandScore | None
    tops: tuple[TopRow, ...]

    @property
    def is_ready(self) -> bool:
        """Can it be saved?"""
        return not (self.missing or self.wrong) and self.is_answered


_QUESTIONS: Final[dict[str, Question]] = {
    "declarations_undecided": "declarations",
    "tie_point_needed": "tie_point",
    "leader_needed": "leader",
}


def preview_hand(
    form: EntryForm, rules: RuleSet, dealer: Seat | None = None, *, typing: bool = False
) -> HandPreview:
    """Score an entry, and find its missing fields and its faults.

    Without a `dealer` the hand is no match's. While `typing`, a 1 is no fault: it may become 102.
    """
    hand, found = _read(form, rules, dealer)
    open_question = next((_QUESTIONS[p.code] for p in found if p.code in _QUESTIONS), None)
    missing = frozenset(str(p.field) for p in found if p.code == "missing")
    wrong = tuple(
        p
        for p in found
        if p.code not in (*_QUESTIONS, "missing") and not (typing and p.code == "points_impossible")
    )
    asks = open_question or (None if found else _answered_question(form, hand, rules))
    is_answered = open_question is None and (asks != "swept" or bool(form.swept.data))
    score = None if found else score_hand(hand, rules)
    return HandPreview(hand, missing, wrong, asks, is_answered, score, top_rows(form, hand, rules))


def _read(form: EntryForm, rules: RuleSet, dealer: Seat | None) -> tuple[Hand, tuple[Problem, ...]]:
    """The hand without an answer that nothing asks for, and its problems."""
    data = form.hand_data(rules)
    if not form.ruling.data:
        open_hand, _found = _read_hand({**data, "declarations_to": None}, rules, dealer)
        if compare(open_hand, rules).reason != "undecided":
            data.pop("declarations_to", None)
    hand, found = _read_hand(data, rules, dealer)
    return with_leader(hand, dealer, rules) if dealer else hand, found


def _read_hand(
    data: dict[str, object], rules: RuleSet, dealer: Seat | None
) -> tuple[Hand, tuple[Problem, ...]]:
    return read_match_hand(data, rules, dealer) if dealer else read_hand(data, rules)


def _answered_question(form: EntryForm, hand: Hand, rules: RuleSet) -> Question | None:
    """The question that the table has answered and may answer anew."""
    if hand.passed_out:
        return None
    if is_swept(hand, rules) or (hand.kapo and not form.kapo.data):
        return "swept"
    if hand.declarations_to and not form.ruling.data:
        return "declarations"
    open_problems = problems(replace(hand, tie_point=None), rules)
    return "tie_point" if open_problems else None


def is_swept(hand: Hand, rules: RuleSet) -> bool:
    """Has one side all points without a kapo? A trick of sevens and eights is possible."""
    if hand.passed_out or hand.kapo is not None:
        return False
    return card_points(hand, "A", rules) in (0, rules.total(hand.trump))


def top_rows(form: EntryForm, hand: Hand, rules: RuleSet) -> tuple[TopRow, ...]:
    """The declarations of the form that their top cards decide."""
    rivalling = rivals(hand)
    if not rivalling.A or form.ruling.data:
        return ()
    best = strength(rivalling.A[0])
    rows = []
    for side in SIDES:
        slots = form.declared(side)
        for (slot, _), declaration in zip(slots, hand.declarations.of(side), strict=True):
            if strength(declaration) == best and best.value <= 100:
                tops = _possible_tops(declaration, rules)
                in_trumps = declaration.in_trumps or slot in form.in_trumps
                rows.append(TopRow(slot, side, declaration, tops, in_trumps))
    return tuple(rows)


def _possible_tops(declaration: Declaration, rules: RuleSet) -> tuple[Rank, ...]:
    order = ORDERS[rules.declaration_order]
    if declaration.kind == "four":
        return tuple(rank for rank in order if rank in ("10", "Q", "K", "A"))
    return order[strength(declaration).length - 1 :]
