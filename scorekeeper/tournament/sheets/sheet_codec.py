"""JSON ⇄ a sheet's hands and what was found in them: `python -m scorekeeper sheet-check`."""

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple, cast

from scorekeeper import json_parts
from scorekeeper.json_parts import (
    JsonPart,
    PartReader,
    UnreadJson,
    UnreadValue,
    anything,
    read_object,
    truth,
    whole,
)
from scorekeeper.rules.checks import contract_problems
from scorekeeper.rules.codec import read_fields, read_rules
from scorekeeper.rules.match import Row
from scorekeeper.rules.model import CODES, SIDES, BySide, Code, Hand, Problem, RuleSet
from scorekeeper.tournament.sheets.score_slips import slips_of_total
from scorekeeper.tournament.sheets.sheet_check import (
    NO_FOOT,
    Foot,
    ScoreCheck,
    SheetCheck,
    WrongHand,
    check_scores,
    check_sheet,
    findings_of,
    written_points,
)
from scorekeeper.tournament.sheets.sheet_slips import SheetHand, Slip, WrittenHand

MOST_HANDS: Final = 99


SheetHands = Sequence[SheetHand | None]
"""In their order; None stands for one that was passed out."""


class Difference(NamedTuple):
    """A hand in which a sheet and a phone differ, or that one of them lacks."""

    number: int
    """The number on the sheet; on the phone where the sheet lacks the hand."""
    sheet: SheetHand | None
    phone: SheetHand | None


def totals_of(hands: SheetHands) -> BySide[int]:
    """Add up both sides' hands."""
    return BySide(*(sum(hand.score.of(side) for hand in hands if hand) for side in SIDES))


def running_totals(hands: SheetHands) -> tuple[BySide[int], ...]:
    """The totals after each hand."""
    return tuple(totals_of(hands[:number]) for number in range(1, len(hands) + 1))


def hands_won(hands: SheetHands) -> BySide[int]:
    """How many hands each side won."""
    return won_of([hand.score for hand in hands if hand])


def won_of(scores: Sequence[tuple[int, int]]) -> BySide[int]:
    """Return the hands of these scores that each side won; a level hand counts for neither."""
    return BySide(sum(a > b for a, b in scores), sum(b > a for a, b in scores))


def check_hands(
    hands: SheetHands, rules: RuleSet, foot: Foot = NO_FOOT, totals: BySide[int] | None = None
) -> SheetCheck:
    """Check the card points, each score against them, and the totals, if the sheet has some.

    >>> swept = SheetHand(WrittenHand(BySide(250, 0), kapo="A", doubled=2), BySide(43, 2))
    >>> check_hands([swept], RuleSet()).wrong[0].slips[0].code
    'doubled_shared'
    """
    check = check_sheet([hand.written if hand else None for hand in hands], rules, foot)
    off_points = {one.number: one for one in check.wrong}
    shared = set(_shared(hands, rules))
    scored = {
        number: hand for number, hand in enumerate(hands, 1) if hand and number not in off_points
    }
    sums = totals_of(hands)
    off = totals and BySide(totals.A - sums.A, totals.B - sums.B)
    scores = check_scores(scored, rules, off)
    wrong = {number: WrongHand(number, 0, slips) for number, slips in scores.wrong.items()}
    wrong |= off_points
    for number in shared:
        wrong_hand = off_points.get(number, WrongHand(number, 0, ()))
        wrong[number] = wrong_hand._replace(
            slips=(*wrong_hand.slips, Slip("doubled_shared", number))
        )
    return check._replace(
        wrong=tuple(wrong[number] for number in sorted(wrong)),
        slips=(*check.slips, *scores.hidden, *_slips_of_total(sums, totals, scores, off_points)),
        are_scores_held=True,
    )


def _slips_of_total(
    sums: BySide[int], totals: BySide[int] | None, scores: ScoreCheck, off_points: Collection[int]
) -> Iterator[Slip]:
    """Find wrong totals; none is likely while a row is wrong, because its score is unknown then."""
    if scores.total is None and not off_points:
        return
    for slip in slips_of_total(sums, totals):
        yield slip._replace(is_likely=bool(scores.total) and not off_points)


def _shared(hands: SheetHands, rules: RuleSet) -> Iterator[int]:
    """The doubled hands in which both sides have something, where the winner takes everything."""
    for number, hand in enumerate(hands, 1):
        if hand and hand.written.doubled > 1 and rules.doubling == "stake" and min(hand.score) > 0:
            yield number


def hand_of(row: Row) -> SheetHand | None:
    """A hand of a ledger as a sheet would have it; None for one that was passed out."""
    hand = row.entry
    assert isinstance(hand, Hand)
    if hand.passed_out or row.score is None:
        return None
    points = BySide(*(written_points(hand, side, row.rules) for side in SIDES))
    trump = hand.trump if hand.trump in ("none", "all") else None
    score = BySide(row.score.A, row.score.B)
    return SheetHand(WrittenHand(points, hand.kapo, trump, hand.doubled), score)


def first_difference(sheet: SheetHands, phone: SheetHands, *, is_over: bool) -> Difference | None:
    """Return the first hand whose points or score differ; a sheet may leave out a passed-out hand.

    A phone whose match is not over may have stopped anywhere: its missing hands are no difference.
    """
    ours, theirs = (
        [(number, hand) for number, hand in enumerate(hands, 1) if hand] for hands in (sheet, phone)
    )
    for one, other in zip_longest(ours, theirs, fillvalue=(0, None)):
        if other[1] is None and not is_over:
            return None
        if _numbers_of(one[1]) != _numbers_of(other[1]):
            return Difference(one[0] or other[0], one[1], other[1])
    return None


def _numbers_of(hand: SheetHand | None) -> tuple[BySide[int], BySide[int]] | None:
    return (hand.written.points, hand.score) if hand else None


_MARKS: Final = ("kapo", "trump", "doubled", "bid")
_HIGHEST: Final = 9999


def _read_two(part: JsonPart) -> BySide[int] | UnreadValue:
    """A whole number of each side."""
    return read_object(part, BySide, dict.fromkeys(SIDES, whole(-_HIGHEST, _HIGHEST)))


_REQUEST_FIELDS: Final[dict[str, PartReader]] = {
    **dict.fromkeys(("rules", "hands", "id"), anything),
    "totals": _read_two,
}
_HAND_FIELDS: Final[dict[str, PartReader]] = {
    **dict.fromkeys(("points", "score"), _read_two),
    **dict.fromkeys(_MARKS, anything),
    "passed_out": truth,
}


class SheetProblem(NamedTuple):
    """Something that keeps a sheet from being checked; `hand` is counted from 1."""

    code: Code
    field: str | None
    hand: int | None = None


def answer(request: UnreadJson) -> dict[str, UnreadJson]:
    """The answer to one `{"rules": RULES, "hands": […], "totals": …}`: all that was found.

    An `id` beside them comes back. Anything that is no object is `not_json`.
    """
    if type(request) is not dict:
        return _write_problems([SheetProblem("not_json", None)])
    read, unread = json_parts.read_fields(request, _REQUEST_FIELDS)
    found = [SheetProblem("unknown", field) for field in unread]
    found += [SheetProblem("missing", f) for f in ("rules", "hands") if request.get(f) is None]
    totals = cast("BySide[int] | None", read.get("totals"))
    rules, wrong = read_rules(request["rules"]) if request.get("rules") is not None else (None, ())
    found += [SheetProblem(*problem) for problem in wrong]
    hands: list[SheetHand | None] = []
    if rules is not None and not wrong and request.get("hands") is not None:
        hands = _read_hands(request["hands"], rules, found)
    if found or rules is None:
        reply = _write_problems(found)
    else:
        reply = _write_findings(hands, rules, totals)
    return {"id": request["id"], **reply} if "id" in request else reply


def _write_findings(
    hands: list[SheetHand | None], rules: RuleSet, totals: BySide[int] | None
) -> dict[str, UnreadJson]:
    found = findings_of(check_hands(hands, rules, totals=totals))
    return {
        "ok": True,
        "clean": not found,
        "findings": [
            {"hand": one.hand, "code": one.code, "likely": one.is_likely} for one in found
        ],
    }


def _read_hands(
    data: UnreadJson, rules: RuleSet, found: list[SheetProblem]
) -> list[SheetHand | None]:
    if type(data) is not list or not 0 < len(data) <= MOST_HANDS:
        found.append(SheetProblem("unknown", "hands"))
        return []
    return [_read_hand(hand, number, rules, found) for number, hand in enumerate(data, 1)]


def _read_hand(
    data: UnreadJson, number: int, rules: RuleSet, found: list[SheetProblem]
) -> SheetHand | None:
    """A row of the sheet; None for one that was passed out, and for one with a problem."""
    if type(data) is not dict:
        found.append(SheetProblem("unknown", "hands", number))
        return None
    values = {field: value for field, value in data.items() if value is not None}
    if values.get("passed_out") is True:
        found += [SheetProblem("unknown", f, number) for f in values.keys() - {"passed_out"}]
        return None
    read, unreadable = json_parts.read_fields(values, _HAND_FIELDS)
    wrong = {SheetProblem("unknown", field, number) for field in unreadable}
    wrong |= {SheetProblem("missing", f, number) for f in ("points", "score") if f not in values}
    marks, unread = read_fields({field: values[field] for field in _MARKS if field in values})
    wrong |= {SheetProblem("unknown", field, number) for field in unread or ()}
    wrong |= {SheetProblem(p.code, p.field, number) for p in _wrong_marks(marks, rules)}
    found += wrong
    if wrong:
        return None
    points, score = (cast("BySide[int]", read[field]) for field in ("points", "score"))
    return SheetHand(WrittenHand(points, marks.kapo, marks.trump, marks.doubled, marks.bid), score)


def _wrong_marks(marks: Hand, rules: RuleSet) -> list[Problem]:
    """Find marks that these rules do not play. A sheet needs no bid, and has no bidder."""
    bare = Hand(bid=marks.bid, trump=marks.trump, doubled=marks.doubled)
    return [one for one in contract_problems(bare, rules) if one.code != "missing"]


def _write_problems(found: list[SheetProblem]) -> dict[str, UnreadJson]:
    """`{"ok": false, …}`: by hand, then in the order of the codes, each once."""
    in_order = sorted(set(found), key=lambda p: (p.hand or 0, CODES.index(p.code), p.field or ""))
    return {
        "ok": False,
        "problems": [
            {"code": code, "field": field, **({} if hand is None else {"hand": hand})}
            for code, field, hand in in_order
        ],
    }
