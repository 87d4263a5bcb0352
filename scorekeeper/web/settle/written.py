"""Reads a match's hand from an address: its bidder, and the numbers that are written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from flask import url_for

from scorekeeper.explain.counting_rulings import Written
from scorekeeper.explain.problems import problem_text
from scorekeeper.journal.identifiers import is_public_id
from scorekeeper.rules.checks import problems
from scorekeeper.rules.model import (
    NO_POINTS,
    SIDES,
    BySide,
    Hand,
    Problem,
    RuleSet,
    Side,
    Trump,
)
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.trick_count import Count
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.entry import EntryForm
from scorekeeper.web.match.hand_preview import preview_hand
from scorekeeper.web.settle.hand import HAND_PARAMETERS
from scorekeeper.web.settle.topic import AddressParameters

_HAND_FIELDS: Final = {"match", "hand", *HAND_PARAMETERS} - {"trump"}
"""Parameters that are passed on: the match, its hand and `hand_query`'s, but for the trump."""
_TOPS: Final = ("top_", "trumps_")
"""How the names of the fields begin that tell a top card."""


@dataclass(frozen=True)
class WrittenHandRequest:
    """A hand as the ledger has it; all of it may be absent."""

    bidder: Side | None
    written: Written | None
    kept: tuple[tuple[str, str], ...]
    """The parameters that say so, for the next address."""
    hand: Hand
    """The hand, as much of it as is known."""
    rules: RuleSet

    def turned(self, count: Count) -> Literal["made", "failed"] | None:
        """The bid's outcome by the count, where the written outcome is another."""
        written_outcome = _is_made(self.hand, self.rules)
        counted_outcome = _is_made(_apply_count(self.hand, count), self.rules)
        if written_outcome is None or counted_outcome is None or written_outcome == counted_outcome:
            return None
        return "made" if counted_outcome else "failed"

    def correction_url(self, count: Count) -> str:
        """The address of the form that corrects the hand to this count; nothing if none is due."""
        parameters = dict(self.kept)
        number = whole_number(parameters.get("hand"), digits=9)
        if self.written is None or self.written.is_counted(count):
            return ""
        if number is None or not is_public_id(parameters.get("match", "")):
            return ""
        count_parameters = {"kapo": count.kapo} if count.kapo else {"points_A": count.points.A}
        return url_for(
            "corrections.correct_form",
            public_id=parameters["match"],
            hand_id=number,
            **count_parameters,
        )


def with_count(hand: Hand, query: Mapping[str, str], rules: RuleSet) -> Hand:
    """The hand with the points or the kapo of `WrittenHandRequest.correction_url`, where told."""
    kapo, points = _side(query.get("kapo", "")), whole_number(query.get("points_A"), digits=3)
    if hand.passed_out:
        return hand
    if kapo is not None:
        return replace(hand, kapo=kapo, points=NO_POINTS)
    if points is None or points > rules.total(hand.trump):
        return hand
    return replace(hand, kapo=None, points=BySide(points, None))


def read_written_hand(
    query: AddressParameters, rules: RuleSet, trump: Trump | None, wrong: dict[str, str]
) -> WrittenHandRequest:
    """Read the hand of an address; `wrong` gets a sentence about impossible points."""
    form = EntryForm(query)
    return WrittenHandRequest(
        bidder=_side(query.get("contract", "").partition(":")[0]),
        written=_read_written(query, rules, trump, wrong),
        kept=tuple(one for one in query.items(multi=True) if _is_kept(one[0])),
        hand=preview_hand(form, rules).hand,
        rules=rules,
    )


def _is_kept(name: str) -> bool:
    return name in _HAND_FIELDS or name.startswith(_TOPS)


def _apply_count(hand: Hand, count: Count) -> Hand:
    points = NO_POINTS if count.kapo else BySide(count.points.A, None)
    return replace(hand, kapo=count.kapo, points=points)


def _is_made(hand: Hand, rules: RuleSet) -> bool | None:
    """Was the bid made? None where that cannot be said."""
    # Who gets a missing point does not touch the bid.
    hand = replace(hand, tie_point=hand.tie_point or "A")
    return None if problems(hand, rules) else score_hand(hand, rules).made


def _read_written(
    query: AddressParameters, rules: RuleSet, trump: Trump | None, wrong: dict[str, str]
) -> Written | None:
    total = rules.total(trump)
    kapo = _side(query.get("kapo", ""))
    if kapo is not None:
        return Written(BySide(total, 0) if kapo == "A" else BySide(0, total), kapo)
    for side in SIDES:
        text = query.get(f"points_{side}")
        if text is None:
            continue
        points = whole_number(text, digits=3)
        if points is None or points > total:
            wrong["written"] = problem_text(
                Problem("points_range", "points"), Hand(trump=trump), rules
            )
            return None
        rest = total - points
        return Written(BySide(points, rest) if side == "A" else BySide(rest, points), None)
    return None


def _side(code: str) -> Side | None:
    return next((side for side in SIDES if side == code), None)
