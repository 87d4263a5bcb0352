"""The match file: Export writes it, Import reads it and the sheet prints it (docs/rules.md).

Reading never raises: it returns the match, or every problem with its row counted from 1.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple, cast, get_type_hints

from scorekeeper.json_parts import (
    UNREAD,
    JsonPart,
    PartReader,
    UnreadJson,
    UnreadValue,
    anything,
    each_once,
    list_of,
    one_of,
    read_list,
    read_object,
    refuse_constant,
    text,
    whole,
)
from scorekeeper.json_parts import read_fields as read_parts
from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import (
    JsonValue,
    hand_problems,
    read_fields,
    read_hand,
    read_number,
    read_rules,
    write_hand,
    write_rules,
)
from scorekeeper.rules.iso_8601 import is_moment
from scorekeeper.rules.match import (
    Adjust,
    Claim,
    Ended,
    Entry,
    HeadText,
    Match,
    Party,
    next_dealer,
    standing,
    with_leader,
)
from scorekeeper.rules.model import (
    CODES,
    HIGHEST_TARGET,
    LOWEST_TARGET,
    SEATS,
    SIDES,
    BySide,
    Code,
    Hand,
    Problem,
    RuleSet,
    Seat,
    in_order,
)
from scorekeeper.rules.names import LONGEST_NAME, has_loose_joiner, tidy_name, was_fit_name

FORMAT: Final = 1
LARGEST_ADJUSTMENT: Final = 9999
LARGEST_FILE: Final = 256 * 1024
"""Bytes that are read; a match of 40 hands has 20,000."""
LONGEST_MATCH: Final = 480
"""Rows that are taken in or printed: 20 pages, and more than anybody plays."""
_LONGEST_HEAD: Final = 80
"""Characters of a place, an event, a reason."""
_NEEDED: Final = ("format", "sides", "rules", "first_dealer", "hands")
HEAD_TEXTS: Final = tuple(
    name for name, hint in get_type_hints(Match, include_extras=True).items() if hint == HeadText
)
_ALWAYS: Final = ("place", "event", "round", "table")
"""Texts of a head that are written where they are empty, too. Later ones are not."""


class FileProblem(NamedTuple):
    """A problem of a match file; `row` is counted from 1, None where it is the file's own."""

    row: int | None
    code: Code
    field: str | None


def decode_match_file(content: bytes) -> UnreadJson:
    """The JSON that a file's bytes hold.

    :raises NameTwice: a name stands twice in it.
    :raises ValueError: they hold none.
    """
    try:
        return json.loads(
            content.decode("utf-8-sig"),
            parse_constant=refuse_constant,
            object_pairs_hook=each_once,
        )
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def read_match(
    data: UnreadJson, *, is_kept: bool = False
) -> tuple[Match | None, tuple[FileProblem, ...]]:
    """The match that the file holds, or None and every problem of it.

    What is kept may have names with loose joiners, which earlier versions took. Every file may
    have a pilotta that cannot be: earlier versions gave such files.
    """
    if type(data) is not dict:
        return None, (FileProblem(None, "not_json", None),)
    head = _Head(data)
    found = [FileProblem(None, code, field) for code, field in head.problems]
    if not is_kept:
        found += [FileProblem(None, "unknown", field) for field in head.fields_with_loose_joiners()]
    if head.rules is None:
        return None, _in_file_order(found)
    entries, row_problems = _read_rows(head.hands, head.rules, head.first_dealer)
    open_contract, end = _read_open(data, head.rules, found), _read_ended(data, head.rules, found)
    if not {field for _, field in head.problems} & {"target", "first_dealer"}:
        sound = min((row for row, _, _ in row_problems if row), default=len(entries) + 1) - 1
        _check_end(entries, sound, head, open_contract, end, found)
    if found or row_problems:
        return None, _in_file_order([*found, *row_problems])
    match = Match(
        rules=head.rules,
        first_dealer=head.first_dealer,
        entries=tuple(entries),
        open=open_contract,
        ended=end,
        **head.values,  # type: ignore[arg-type]
    )
    return match, ()


def _in_file_order(found: list[FileProblem]) -> tuple[FileProblem, ...]:
    """The file's own problems, then row by row; each once, in the order of a hand's problems."""
    return tuple(sorted(set(found), key=lambda p: (p.row or 0, CODES.index(p.code), p.field or "")))


def write_match(match: Match) -> dict[str, JsonValue]:
    """The match as JSON, with its whole rule set; `read_match` gives it back."""
    return {
        **write_head(match),
        "hands": [write_entry(entry) for entry in match.entries],
        "open": write_hand(match.open) if match.open else None,
        "ended": write_end(match),
    }


def write_head(match: Match) -> dict[str, JsonValue]:
    """Write the part of a match file before its rows."""
    texts = {name: getattr(match, name) for name in HEAD_TEXTS}
    return {
        "format": FORMAT,
        "sides": {
            side: {"name": party.name, "players": list(party.players)}
            for side, party in zip(SIDES, match.sides, strict=True)
        },
        "rules": write_rules(match.rules),
        "target": match.rules.target,
        "first_dealer": match.first_dealer,
        "started": match.started,
        **{name: text for name, text in texts.items() if text or name in _ALWAYS},
        "numbers": dict(zip(SIDES, match.numbers, strict=True)),
    }


def write_end(match: Match) -> dict[str, JsonValue] | None:
    """How the match was ended by its players, as a match file says it; None where it was not."""
    if isinstance(match.ended, Claim):
        return {"by": "claim", "side": match.ended.side, "points": match.ended.points}
    return {"by": "hand"} if match.ended else None


def write_entry(entry: Entry) -> dict[str, JsonValue]:
    """A hand or an adjustment as a row of `hands`."""
    if isinstance(entry, Adjust):
        return {"adjust": {"A": entry.A, "B": entry.B}, "reason": entry.reason}
    return write_hand(entry)


def _read_text(part: JsonPart, longest: int = _LONGEST_HEAD) -> str | UnreadValue:
    if type(part.value) is not str:
        return part.refuse("not_a_text")
    tidy = tidy_name(part.value)
    return tidy if was_fit_name(tidy, longest) else part.refuse("unknown_value")


def _read_name(part: JsonPart) -> str | UnreadValue:
    return _read_text(part, LONGEST_NAME)


def _read_names(part: JsonPart) -> tuple[str | UnreadValue, ...] | UnreadValue:
    names = read_list(part, _read_name)
    return names if len(names) <= 2 else part.refuse("out_of_range")


def _read_party(part: JsonPart) -> Party | UnreadValue:
    readers = {"name": _read_name, "players": _read_names}
    return read_object(part, lambda name="", players=(): Party(name, players), readers, readers)


def _read_started(part: JsonPart) -> str | UnreadValue:
    started = text()(part)
    is_known = started is UNREAD or started == "" or is_moment(started)
    return started if is_known else part.refuse("unknown_value")


def _by_side(read: PartReader, absent: object) -> PartReader:
    """A reader of a value for each side, both of which may be absent."""

    def make(**values: object) -> BySide[object]:
        return BySide(*(values.get(side, absent) for side in SIDES))

    return lambda part: read_object(part, make, dict.fromkeys(SIDES, read), SIDES)


_HEAD: Final[dict[str, PartReader]] = {
    "sides": lambda part: read_object(part, BySide, dict.fromkeys(SIDES, _read_party)),
    "numbers": _by_side(_read_text, ""),
    "started": _read_started,
    **dict.fromkeys(HEAD_TEXTS, _read_text),
    "first_dealer": one_of(SEATS),
    "target": whole(LOWEST_TARGET, HIGHEST_TARGET),
    "rules": anything,
}
HEAD_FIELDS: Final = frozenset(_HEAD)
_FILE: Final[dict[str, PartReader]] = {
    **_HEAD,
    "format": whole(FORMAT, FORMAT),
    "hands": list_of(anything),
    "open": anything,
    "ended": anything,
}
"""The fields of a match file. Rules, hands, contract and end are read when the others are."""


class _Head:
    """Everything of a match file but its rows, and the problems found on the way."""

    def __init__(self, data: dict[str, UnreadJson]) -> None:
        self.values, wrong = read_parts(data, _FILE)
        self.problems = [Problem("unknown", field) for field in wrong]
        self.problems += [Problem("missing", f) for f in _NEEDED if data.get(f) is None]
        self.rules: RuleSet | None = None
        self.first_dealer = cast(Seat, self.values.pop("first_dealer", "A1"))
        self.hands = cast("tuple[UnreadJson, ...]", self.values.pop("hands", ()))
        target = cast("int | None", self.values.pop("target", None))
        rules = self.values.pop("rules", None)
        for field in ("format", "open", "ended"):
            self.values.pop(field, None)
        if rules is not None:
            self._read_rules(rules, target)

    def fields_with_loose_joiners(self) -> list[str]:
        """The fields that were read and whose texts look like others."""
        sides = cast("BySide[Party] | None", self.values.get("sides"))
        texts = {field: [cast(str, self.values.get(field, ""))] for field in HEAD_TEXTS}
        parties = (sides.A, sides.B) if sides else ()
        texts["sides"] = [text for one in parties for text in (one.name, *one.players)]
        return [field for field, read in texts.items() if any(map(has_loose_joiner, read))]

    def _read_rules(self, sent: UnreadJson, target: int | None) -> None:
        rules, wrong = read_rules(sent)
        self.problems += wrong
        if not wrong:
            self.rules = replace(rules, target=target) if target else rules


def _read_rows(
    rows: Sequence[UnreadJson], rules: RuleSet, dealer: Seat
) -> tuple[list[Entry], list[FileProblem]]:
    entries: list[Entry] = []
    found: list[FileProblem] = []
    for number, row in enumerate(rows, 1):
        if type(row) is dict and "adjust" in row:
            adjust, wrong = read_adjust(row)
            entries.append(adjust)
        else:
            hand, wrong = read_match_hand(row, rules, dealer, is_kept=True)
            entries.append(hand)
            dealer = next_dealer(dealer, rules, passed_out=hand.passed_out)
        found += [FileProblem(number, code, field) for code, field in wrong]
    return entries, found


def read_match_hand(
    data: UnreadJson, rules: RuleSet, dealer: Seat, *, is_kept: bool = False
) -> tuple[Hand, tuple[Problem, ...]]:
    """Return a hand of a match and its problems; the dealer decides the leader."""
    hand, unread = read_fields(data)
    return hand, match_hand_problems(hand, unread, rules, dealer, is_kept=is_kept)


def match_hand_problems(
    hand: Hand,
    unread: frozenset[str] | None,
    rules: RuleSet,
    dealer: Seat,
    *,
    is_kept: bool = False,
) -> tuple[Problem, ...]:
    """The problems of a hand of a match; `unread` as `read_fields` gives it."""
    if hand.passed_out or unread is None:
        return hand_problems(hand, unread, rules)
    return problems(with_leader(hand, dealer, rules), rules, unread, is_kept=is_kept)


_read_points: Final = _by_side(whole(-LARGEST_ADJUSTMENT, LARGEST_ADJUSTMENT), 0)


def _read_adjusted(part: JsonPart) -> object:
    return part.refuse("missing") if part.value == {} else _read_points(part)


_ADJUST: Final[dict[str, PartReader]] = {"adjust": _read_adjusted, "reason": _read_text}


def read_adjust(row: dict[str, UnreadJson]) -> tuple[Adjust, tuple[Problem, ...]]:
    """An adjustment of both totals and its problems."""
    read, wrong = read_parts(row, _ADJUST)
    found = [Problem("unknown", field) for field in wrong]
    if row["adjust"] is None:
        found.append(Problem("unknown", "adjust"))
    points = cast("BySide[int]", read.get("adjust", BySide(0, 0)))
    reason = "" if found else cast(str, read.get("reason", ""))
    return Adjust(points.A, points.B, reason), in_order(found)


def _read_open(
    data: dict[str, UnreadJson], rules: RuleSet, found: list[FileProblem]
) -> Hand | None:
    if data.get("open") is None:
        return None
    contract, wrong = read_hand(data["open"], rules, contract_only=True, is_kept=True)
    found += [FileProblem(None, code, field) for code, field in wrong]
    return contract


def _read_ended(data: dict[str, UnreadJson], rules: RuleSet, found: list[FileProblem]) -> Ended:
    end = data.get("ended")
    if end is None:
        return None
    if end == {"by": "hand"}:
        return "hand"
    unread = FileProblem(None, "unknown", "ended")
    if type(end) is not dict or end.keys() != {"by", "side", "points"}:
        found.append(unread)
        return None
    points = read_number(end["points"])
    is_claim = end["by"] == "claim" and end["side"] in SIDES
    if not is_claim or points is UNREAD or not 0 <= points <= LARGEST_ADJUSTMENT:
        found.append(unread)
        return None
    if not rules.claim:
        found.append(FileProblem(None, "claim_not_played", "ended"))
    return Claim(end["side"], points)


def _check_end(
    entries: list[Entry],
    sound: int,
    head: _Head,
    open_contract: Hand | None,
    end: Ended,
    found: list[FileProblem],
) -> None:
    """Check that nothing comes after the end of the match, as far as the rows are sound."""
    assert head.rules is not None
    now = standing(entries[:sound], head.rules, head.first_dealer)
    for place, entry in enumerate(entries, 1):
        counts = now.rows[place - 1].counts if place <= sound else not now.is_over
        if not counts and not isinstance(entry, Adjust):
            found.append(FileProblem(place, "after_end", "hands"))
    if now.is_over and open_contract is not None:
        found.append(FileProblem(None, "after_end", "open"))
    if now.is_over and isinstance(end, Claim):
        found.append(FileProblem(None, "after_end", "ended"))
