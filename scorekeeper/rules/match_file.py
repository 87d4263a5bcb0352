"""The match file: what Export gives, Import takes and the sheet prints (docs/rules.md).

Reading never raises: it returns the match, or every problem with its row counted from 1.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple, cast

from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import (
    UNREAD,
    JsonValue,
    UnreadJson,
    UnreadValue,
    each_once,
    hand_problems,
    read_fields,
    read_hand,
    read_number,
    read_rules,
    refuse_constant,
    write_hand,
    write_rules,
)
from scorekeeper.rules.iso_8601 import is_moment
from scorekeeper.rules.match import (
    Adjust,
    Claim,
    Ended,
    Entry,
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
HEAD_TEXTS: Final = ("place", "event", "round", "table")
"""The fields of a head that are typed freely, beside the names."""
_KNOWN: Final = frozenset((*_NEEDED, *HEAD_TEXTS, "target", "started", "numbers", "open", "ended"))


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
        "place": match.place,
        "event": match.event,
        "round": match.round,
        "table": match.table,
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


class _Head:
    """Everything of a match file but its rows, and the problems found on the way."""

    def __init__(self, data: dict[str, UnreadJson]) -> None:
        self.problems = [Problem("unknown", field) for field in data if field not in _KNOWN]
        self.values: dict[str, object] = {}
        self.rules: RuleSet | None = None
        self.first_dealer: Seat = "A1"
        self.hands: list[UnreadJson] = []
        self._data = data
        for field in _NEEDED:
            if data.get(field) is None:
                self.problems.append(Problem("missing", field))
        self._take("format", lambda value: value if read_number(value) == FORMAT else UNREAD)
        self._take("hands", lambda value: value if type(value) is list else UNREAD)
        self._take("sides", _read_sides)
        self._take("numbers", _read_numbers)
        self._take("started", _read_started)
        for field in HEAD_TEXTS:
            self._take(field, _read_text)
        self._take("first_dealer", lambda value: value if value in SEATS else UNREAD)
        self._take("target", _read_target)
        self.first_dealer = cast(Seat, self.values.pop("first_dealer", "A1"))
        self.values.pop("format", None)
        self.hands = cast("list[UnreadJson]", self.values.pop("hands", []))
        self._read_rules(cast("int | None", self.values.pop("target", None)))

    def fields_with_loose_joiners(self) -> list[str]:
        """The fields that were read and whose texts look like others."""
        sides = cast("BySide[Party] | None", self.values.get("sides"))
        texts = {field: [cast(str, self.values.get(field, ""))] for field in HEAD_TEXTS}
        parties = (sides.A, sides.B) if sides else ()
        texts["sides"] = [text for one in parties for text in (one.name, *one.players)]
        return [field for field, read in texts.items() if any(map(has_loose_joiner, read))]

    def _take(self, field: str, read: Callable[[UnreadJson], object]) -> None:
        value = self._data.get(field)
        if value is None:
            return
        read_value = read(value)
        if read_value is UNREAD:
            self.problems.append(Problem("unknown", field))
        else:
            self.values[field] = read_value

    def _read_rules(self, target: int | None) -> None:
        if self._data.get("rules") is None:
            return
        rules, wrong = read_rules(self._data["rules"])
        self.problems += wrong
        if not wrong:
            self.rules = replace(rules, target=target) if target else rules


def _or_default(value: UnreadJson, otherwise: UnreadJson) -> UnreadJson:
    """Null is absent; 0, false and "" are not."""
    return otherwise if value is None else value


def _read_text(value: UnreadJson, longest: int = _LONGEST_HEAD) -> str | UnreadValue:
    if not isinstance(value, str):
        return UNREAD
    text = tidy_name(value)
    return text if was_fit_name(text, longest) else UNREAD


def _read_name(value: UnreadJson) -> str | UnreadValue:
    return _read_text(value, LONGEST_NAME)


def _read_sides(value: UnreadJson) -> object:
    if type(value) is not dict or value.keys() != {"A", "B"}:
        return UNREAD
    parties = [_read_party(value[side]) for side in SIDES]
    return UNREAD if UNREAD in parties else BySide(*parties)


def _read_party(value: UnreadJson) -> object:
    if type(value) is not dict or not value.keys() <= {"name", "players"}:
        return UNREAD
    name = _read_name(_or_default(value.get("name"), ""))
    players = _or_default(value.get("players"), [])
    if name is UNREAD or type(players) is not list or len(players) > 2:
        return UNREAD
    names = tuple(one for one in map(_read_name, players) if one is not UNREAD)
    return UNREAD if len(names) < len(players) else Party(name, names)


def _read_numbers(value: UnreadJson) -> object:
    if type(value) is not dict or not value.keys() <= {"A", "B"}:
        return UNREAD
    numbers = [_read_text(_or_default(value.get(side), "")) for side in SIDES]
    return UNREAD if UNREAD in numbers else BySide(*numbers)


def _read_started(value: UnreadJson) -> object:
    if not isinstance(value, str) or not (value == "" or is_moment(value)):
        return UNREAD
    return value


def _read_target(value: UnreadJson) -> object:
    number = read_number(value)
    if number is UNREAD or not LOWEST_TARGET <= number <= HIGHEST_TARGET:
        return UNREAD
    return number


def _read_rows(
    rows: list[UnreadJson], rules: RuleSet, dealer: Seat
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
    """A hand of a match and its problems; who leads follows from the dealer."""
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


def read_adjust(row: dict[str, UnreadJson]) -> tuple[Adjust, tuple[Problem, ...]]:
    """An adjustment of both totals and its problems."""
    found = [Problem("unknown", field) for field in row if field not in ("adjust", "reason")]
    points, reason = row["adjust"], _read_text(_or_default(row.get("reason"), ""))
    numbers = [0, 0]
    if type(points) is not dict or not points or not points.keys() <= {"A", "B"}:
        found.append(Problem("unknown", "adjust"))
    else:
        read = (read_number(_or_default(points.get(side), 0)) for side in SIDES)
        numbers = [n for n in read if n is not UNREAD and abs(n) <= LARGEST_ADJUSTMENT]
        if len(numbers) < len(SIDES):
            found.append(Problem("unknown", "adjust"))
    if reason is UNREAD:
        found.append(Problem("unknown", "reason"))
    elif not found:
        return Adjust(numbers[0], numbers[1], reason), ()
    read_numbers = numbers if len(numbers) == len(SIDES) else (0, 0)
    return Adjust(*read_numbers), in_order(found)


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
