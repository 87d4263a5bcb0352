"""JSON ⇄ a sheet and what was found in it: `python -m scorekeeper sheet-check`."""

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
from scorekeeper.rules.model import CODES, SIDES, BySide, Code, Hand, Problem, RuleSet
from scorekeeper.tournament.sheets.sheet_check import findings_of
from scorekeeper.tournament.sheets.sheet_hands import MOST_HANDS, check_hands
from scorekeeper.tournament.sheets.sheet_slips import SheetHand, WrittenHand

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
