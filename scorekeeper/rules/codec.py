"""JSON ⇄ values: the one format of files, the command line and both engines (docs/rules.md).

Reading never raises: it returns all readable values and every problem found. Null is absent. A
number is a whole-valued JSON number: 97.0 is 97, but true and false are no numbers.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from typing import Final, TypeAlias, Union

from scorekeeper.json_parts import UNREAD, UnreadJson, UnreadValue, whole_number
from scorekeeper.rules.checks import contract_problems, problems
from scorekeeper.rules.declarations import ORDERS
from scorekeeper.rules.model import (
    HIGHEST_TARGET,
    KAPO,
    LOWEST_TARGET,
    NO_DECLARATIONS,
    NO_POINTS,
    SIDES,
    TRUMPS,
    VALUES,
    BySide,
    Declaration,
    Hand,
    HandScore,
    Problem,
    RuleSet,
    in_order,
)
from scorekeeper.rules.presets import CAFE, find_preset
from scorekeeper.rules.scoring import score_hand
from scorekeeper.rules.switches import SwitchValue, switch_values, turn_switches

JsonValue: TypeAlias = Union[str, int, float, bool, "list[JsonValue]", "dict[str, JsonValue]", None]
"""A value that `json.dumps` takes."""

_LARGEST_NUMBER: Final = 10**100
"""More is no score of anybody's, and Python refuses to write out 4301 digits."""


def read_number(value: UnreadJson) -> int | UnreadValue:
    """Return the int, or UNREAD; an absurdly large one is cut, but stays out of every range."""
    number = whole_number(value)
    if number is UNREAD:
        return UNREAD
    return max(-_LARGEST_NUMBER, min(number, _LARGEST_NUMBER))


# --- declarations ---


def read_declaration(code: UnreadJson) -> Declaration | UnreadValue:
    """The declaration that a code such as `run3:A:t` names, or UNREAD.

    >>> read_declaration("four:K")
    Declaration(kind='four', top='K', in_trumps=False)
    """
    return _read_code(code) if isinstance(code, str) else UNREAD


# There are about 150 codes, and a table uses few of them.
@lru_cache(maxsize=256)
def _read_code(code: str) -> Declaration | UnreadValue:
    kind, *rest = code.split(":")
    if kind not in VALUES:
        return UNREAD
    top = rest[0] if rest else None
    in_trumps = rest[1:] == ["t"]
    if kind.startswith("run"):
        is_known = top is None or top in ORDERS["natural"]
        is_known = is_known and (len(rest) < 2 or (len(rest) == 2 and in_trumps))
    elif kind == "four":
        is_known = len(rest) < 2 and top in (None, "A", "K", "Q", "10")
    else:
        is_known = not rest
    return Declaration(kind, top, in_trumps) if is_known else UNREAD  # type: ignore[arg-type]


def declaration_code(declaration: Declaration) -> str:
    """The inverse of `read_declaration`.

    >>> declaration_code(Declaration("run4", "10", True))
    'run4:10:t'
    """
    code = f"{declaration.kind}:{declaration.top}" if declaration.top else declaration.kind
    return code + ":t" if declaration.in_trumps and declaration.top else code


# --- hands ---


_SIDES: Final = frozenset(SIDES)


def _one_of(*values: str) -> Callable[[UnreadJson], object]:
    return lambda value: value if type(value) is str and value in values else UNREAD


def _read_bid(value: UnreadJson) -> object:
    return KAPO if value == KAPO else read_number(value)


def _read_doubled(value: UnreadJson) -> object:
    number = read_number(value)
    return number if number in (1, 2, 4) else UNREAD


def _read_flag(value: UnreadJson) -> object:
    return value if type(value) is bool else UNREAD


def _read_points(value: UnreadJson) -> object:
    if type(value) is not dict or not value.keys() <= _SIDES:
        return UNREAD
    a, b = value.get("A"), value.get("B")
    a = a if a is None else read_number(a)
    b = b if b is None else read_number(b)
    if a is UNREAD or b is UNREAD:
        return UNREAD
    return NO_POINTS if a is None and b is None else BySide(a, b)


def _read_declarations(value: UnreadJson) -> object:
    if type(value) is not dict or not value.keys() <= _SIDES:
        return UNREAD
    pair = []
    for side in SIDES:
        codes = value.get(side)
        if codes is None:
            codes = []
        if type(codes) is not list:
            return UNREAD
        pair.append(tuple(read_declaration(code) for code in codes))
    if any(UNREAD in side for side in pair):
        return UNREAD
    return BySide(*pair) if any(pair) else NO_DECLARATIONS


_side = _one_of(*SIDES)
_HAND_READERS: Final[dict[str, Callable[[UnreadJson], object]]] = {
    "passed_out": _read_flag,
    "bidder": _side,
    "bid": _read_bid,
    "trump": _one_of(*TRUMPS),
    "doubled": _read_doubled,
    "points": _read_points,
    "kapo": _side,
    "declarations": _read_declarations,
    "declarations_to": _one_of("A", "B", "nobody"),
    "leader": _side,
    "pilotta": _side,
    "pilotta_failed": _side,
    "tie_point": _side,
}


def read_hand(
    data: UnreadJson, rules: RuleSet, *, contract_only: bool = False, is_kept: bool = False
) -> tuple[Hand, tuple[Problem, ...]]:
    """The hand, as far as it could be read, and every problem of it under these rules.

    With `contract_only` it is a contract whose points are still to come; `is_kept` as in
    `problems`.
    """
    hand, unread = read_fields(data)
    found = hand_problems(hand, unread, rules, contract_only=contract_only, is_kept=is_kept)
    return hand, found


def hand_problems(
    hand: Hand,
    unread: frozenset[str] | None,
    rules: RuleSet,
    *,
    contract_only: bool = False,
    is_kept: bool = False,
) -> tuple[Problem, ...]:
    """Every problem of a hand under these rules; `unread` as `read_fields` gives it."""
    if unread is None:
        return (Problem("unknown", "hand"),)
    check = contract_problems if contract_only else problems
    if hand.passed_out:
        found = [Problem("unknown", field) for field in unread]
        return in_order([*found, *(check(hand, rules) if contract_only else ())])
    return check(hand, rules, unread, is_kept=is_kept)


def read_fields(data: UnreadJson) -> tuple[Hand, frozenset[str] | None]:
    """The hand and the fields that could not be read; None for them if it is no object at all.

    Beside a true `passed_out` every other field is unread.
    """
    if type(data) is not dict:
        return Hand(), None
    if data.get("passed_out") is True:
        absent = {field for field in _HAND_READERS if data.get(field) is None} | {"passed_out"}
        return Hand(passed_out=True), frozenset(data.keys() - absent)
    values: dict[str, object] = {}
    unread: list[str] = []
    for field, value in data.items():
        reader = _HAND_READERS.get(field)
        if value is None and reader:
            continue
        read = reader(value) if reader else UNREAD
        if read is UNREAD:
            unread.append(field)
        else:
            values[field] = read
    return Hand(**values), frozenset(unread)  # type: ignore[arg-type]


_HAND_FIELDS: Final = tuple((field.name, field.default) for field in fields(Hand))
"""The fields of a hand with their defaults."""


def write_hand(hand: Hand) -> dict[str, JsonValue]:
    """The hand as JSON, what is absent left out; `read_hand` gives it back."""
    if hand.passed_out:
        return {"passed_out": True}
    data: dict[str, JsonValue] = {}
    for name, default in _HAND_FIELDS:
        value = getattr(hand, name)
        if value == default:
            continue
        if name == "points":
            value = {s: p for s, p in zip(SIDES, value, strict=True) if p is not None}
        elif name == "declarations":
            pairs = zip(SIDES, value, strict=True)
            value = {s: [declaration_code(d) for d in ds] for s, ds in pairs if ds}
        data[name] = value
    return data


# --- rule sets ---


def _read_switch(field: str, value: UnreadJson) -> SwitchValue | UnreadValue:
    if field in ("target", "version"):
        number = read_number(value)
        low, high = (
            (LOWEST_TARGET, HIGHEST_TARGET) if field == "target" else (1, _LARGEST_NUMBER - 1)
        )
        return number if number is not UNREAD and low <= number <= high else UNREAD
    values = switch_values().get(field, ())
    if values and isinstance(values[0], int) and not isinstance(values[0], bool):
        value = read_number(value)
    same = [one for one in values if one == value and type(one) is type(value)]
    return same[0] if same else UNREAD


def read_rules(data: UnreadJson) -> tuple[RuleSet, tuple[Problem, ...]]:
    """The rule set that a preset's name, or an object with `preset` and replaced fields, gives."""
    if isinstance(data, str):
        data = {"preset": data}
    if type(data) is not dict:
        return CAFE, (Problem("unknown", "rules"),)
    try:
        # With the types, because 1, 1.0 and true are equal and not the same.
        return _read_remembered(tuple(data.items()), tuple(map(type, data.values())))
    except TypeError:  # a list or an object in it: no rules, and nothing to remember
        return _read_rules(data)


# A stream of hands, and the acts of a match, name the same rules line after line.
@lru_cache(maxsize=64)
def _read_remembered(
    items: tuple[tuple[str, UnreadJson], ...], _types: tuple[type, ...]
) -> tuple[RuleSet, tuple[Problem, ...]]:
    return _read_rules(dict(items))


def _read_rules(data: dict[str, UnreadJson]) -> tuple[RuleSet, tuple[Problem, ...]]:
    found: list[Problem] = []
    name = data.get("preset")
    base = find_preset(name) if isinstance(name, str) else None
    if base is None:
        found.append(Problem("missing" if name is None else "unknown", "preset"))
    switches: dict[str, SwitchValue] = {}
    for field, value in data.items():
        is_known = field in switch_values() or field in ("target", "version")
        if field == "preset" or (value is None and is_known):
            continue
        read = _read_switch(field, value)
        if read is UNREAD:
            found.append(Problem("unknown", field))
        else:
            switches[field] = read
    if found or base is None:
        return CAFE, in_order(found)
    return (turn_switches(base, switches) if switches else base), ()


def write_rules(rules: RuleSet) -> dict[str, JsonValue]:
    """The whole rule set, with its preset and version; `read_rules` gives it back."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


# --- answers ---


def write_score(score: HandScore) -> dict[str, JsonValue]:
    """`{"ok": true, …}`: the score and its lines."""
    lines: list[JsonValue] = [
        {"side": side, "points": points, "rule": rule} for side, points, rule in score.lines
    ]
    return {"ok": True, "made": score.made, "A": score.A, "B": score.B, "lines": lines}


def write_problems(found: tuple[Problem, ...]) -> dict[str, JsonValue]:
    """`{"ok": false, …}`: the problems."""
    return {"ok": False, "problems": [{"code": code, "field": field} for code, field in found]}


_NO_HAND: Final = Hand()
_REQUEST_FIELDS: Final = frozenset({"rules", "hand", "id"})


def answer(request: UnreadJson) -> dict[str, UnreadJson]:
    """The answer to one `{"rules": RULES, "hand": HAND}`: its score, or every problem.

    An `id` beside them comes back. Anything that is no object is `not_json`.
    """
    if type(request) is not dict:
        return {**write_problems((Problem("not_json", None),))}
    hand, rules = request.get("hand"), request.get("rules")
    found = [Problem("unknown", field) for field in request.keys() - _REQUEST_FIELDS]
    if hand is None or rules is None:
        found += [Problem("missing", f) for f in ("rules", "hand") if request.get(f) is None]
    rule_set, wrong = read_rules(rules) if rules is not None else (CAFE, ())
    found += wrong
    read = _NO_HAND
    if hand is not None and rules is not None and not wrong:
        read, more = read_hand(hand, rule_set)
        found += more
    reply = write_problems(in_order(found)) if found else write_score(score_hand(read, rule_set))
    return {"id": request["id"], **reply} if "id" in request else {**reply}
