"""The problems of docs/rules.md, one sentence after another, and the answer to a request.

Plain JSON values in and out, nothing from the engine; see `naive`. Where docs/rules.md is silent
(our reading): null makes a known field absent and an unknown name stays unknown; a field whose
value is `unknown` is not read any further.
"""

from tests.rules import naive
from tests.rules.naive import CHOICES, OTHER, PRESETS
from tests.rules.naive_declarations import (
    are_declarations,
    both_declare,
    compare,
    impossible_declarations,
    impossible_pilottas,
    is_suit_hand,
)

ORDER = [
    "not_json",
    "missing",
    "unknown",
    "bid_range",
    "bid_step",
    "kapo_bid_not_played",
    "trump_not_played",
    "doubling_not_played",
    "points_range",
    "points_sum",
    "points_impossible",
    "kapo_points",
    "declarations_impossible",
    "pilotta_trump",
    "pilotta_impossible",
    "pilotta_twice",
    "declarations_undecided",
    "leader_needed",
    "tie_point_needed",
]
HAND_FIELDS = [
    "bidder",
    "bid",
    "trump",
    "doubled",
    "points",
    "kapo",
    "declarations",
    "declarations_to",
    "leader",
    "pilotta",
    "pilotta_failed",
    "tie_point",
    "passed_out",
]
WORDS = {
    "bidder": ["A", "B"],
    "trump": ["hearts", "diamonds", "clubs", "spades", "none", "all"],
    "doubled": [1, 2, 4],
    "kapo": ["A", "B"],
    "declarations_to": ["A", "B", "nobody"],
    "leader": ["A", "B"],
    "pilotta": ["A", "B"],
    "pilotta_failed": ["A", "B"],
    "tie_point": ["A", "B"],
}


def answer(request):
    """Return the answer of `python -m scorekeeper score` to one parsed line."""
    if not isinstance(request, dict):
        return refused([("not_json", None)])
    known_as = {"id": request["id"]} if "id" in request else {}
    found = [("unknown", key) for key in request if key not in ("id", "rules", "hand")]
    found += [("missing", key) for key in ("rules", "hand") if request.get(key) is None]
    rules, hand = request.get("rules"), request.get("hand")
    wrong_rules = [] if rules is None else rule_problems(rules)
    found += wrong_rules
    if rules is not None and hand is not None and not wrong_rules:
        found += problems(hand, naive.rule_set(rules))
    if found:
        return known_as | refused(found)
    return known_as | naive.score(hand, naive.rule_set(rules))


def refused(found):
    once = sorted(set(found), key=lambda one: (ORDER.index(one[0]), one[1] or ""))
    return {"ok": False, "problems": [{"code": code, "field": field} for code, field in once]}


def is_number(value):
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


def is_one_of(value, choices):
    """Is the value among them, a number only among numbers and true only among true and false?"""
    if is_number(value):
        return any(is_number(choice) and choice == value for choice in choices)
    return any(type(choice) is type(value) and choice == value for choice in choices)


def rule_problems(rules):
    if isinstance(rules, str):
        return [] if rules in PRESETS else [("unknown", "preset")]
    if not isinstance(rules, dict):
        return [("unknown", "rules")]
    found = []
    if rules.get("preset") is None:
        found.append(("missing", "preset"))
    elif not is_one_of(rules["preset"], PRESETS):
        found.append(("unknown", "preset"))
    for field, value in rules.items():
        if field == "preset" or (value is None and field in [*CHOICES, "version"]):
            continue
        if not is_right_value(field, value):
            found.append(("unknown", field))
    return found


def is_right_value(field, value):
    if field == "version":
        return is_number(value) and value > 0
    if field == "target":
        return is_number(value) and 21 <= value <= 5000
    return field in CHOICES and is_one_of(value, CHOICES[field])


def problems(hand, rules):
    """Every problem of a hand as (code, field); the three questions one at a time."""
    if not isinstance(hand, dict):
        return [("unknown", "hand")]
    strangers = [("unknown", field) for field in hand if field not in HAND_FIELDS]
    hand = {field: one for field, one in naive.told(hand).items() if field in HAND_FIELDS}
    if hand.get("passed_out") is True:
        return strangers + [("unknown", field) for field in hand if field != "passed_out"]
    found = strangers + fields_problems(hand)
    unread = [field for code, field in found if code == "unknown"]
    unknown_trump = "trump" in unread
    hand = {field: one for field, one in hand.items() if field not in unread}
    found += bid_problems(hand, rules)
    found += points_problems(hand, rules, unknown_trump)
    found += kapo_problems(hand, rules, unknown_trump)
    found += impossible_declarations(hand, rules)
    found += pilotta_problems(hand)
    found += impossible_pilottas(hand, rules)
    return found or question(hand, rules)


def fields_problems(hand):
    found = [("missing", field) for field in ("bidder", "bid") if field not in hand]
    if not points_told(hand) and "kapo" not in hand:
        found.append(("missing", "points"))
    for field, value in hand.items():
        if not can_be_read(field, value):
            found.append(("unknown", field))
    return found


def can_be_read(field, value):
    if field in WORDS:
        return is_one_of(value, WORDS[field])
    if field == "bid":
        return value == "kapo" or is_number(value)
    if field == "points":
        return is_by_side(value) and all(is_number(one) for one in sides(value).values())
    if field == "declarations":
        return is_by_side(value) and all(are_declarations(one) for one in sides(value).values())
    return False  # passed_out, which is neither true nor false


def sides(value):
    """Return the values of an object by side, for A and B, without nulls."""
    if not isinstance(value, dict):
        return {}
    return {side: value[side] for side in "AB" if value.get(side) is not None}


def is_by_side(value):
    return isinstance(value, dict) and all(key in ("A", "B") for key in value)


def points_told(hand):
    """A wrong `points` is unknown, not missing; an empty one, or one of nulls, is absent."""
    value = hand.get("points")
    return value is not None and (not is_by_side(value) or sides(value) != {})


def bid_problems(hand, rules):
    found = []
    bid = hand.get("bid")
    if bid == "kapo" and not rules["kapo_bid"]:
        found.append(("kapo_bid_not_played", "bid"))
    if is_number(bid):
        if not 80 <= bid <= 400:
            found.append(("bid_range", "bid"))
        # A number out of all reason is read as 10 ** 100, which any step divides.
        if abs(bid) < 10**100 and bid % rules["bid_step"] != 0:
            found.append(("bid_step", "bid"))
    if hand.get("trump") in ("none", "all") and rules["trumps"] == "suits":
        found.append(("trump_not_played", "trump"))
    if hand.get("doubled", 1) != 1 and rules["doubling"] == "off":
        found.append(("doubling_not_played", "doubled"))
    return found


def points_problems(hand, rules, unknown_trump):
    """With an unknown trump the totals are not checked."""
    points = sides(hand.get("points"))
    if unknown_trump:
        return []
    total = naive.total_of(hand, rules)
    found = []
    if any(not 0 <= one <= total for one in points.values()):
        found.append(("points_range", "points"))
    if len(points) == 2 and points["A"] + points["B"] != total:
        found.append(("points_sum", "points"))
    if is_suit_hand(hand) and any(one in (1, 161) for one in points.values()):
        found.append(("points_impossible", "points"))
    return found


def kapo_problems(hand, rules, unknown_trump):
    """The other side's points show it even where an unknown trump leaves the total open."""
    if "kapo" not in hand:
        return []
    points = sides(hand.get("points"))
    if points.get(OTHER[hand["kapo"]], 0) != 0:
        return [("kapo_points", "points")]
    total = naive.total_of(hand, rules)
    if not unknown_trump and points.get(hand["kapo"], total) != total:
        return [("kapo_points", "points")]
    return []


def pilotta_problems(hand):
    found = []
    announced = [field for field in ("pilotta", "pilotta_failed") if field in hand]
    if not is_suit_hand(hand):
        found += [("pilotta_trump", field) for field in announced]
    if len(announced) == 2:
        found.append(("pilotta_twice", "pilotta_failed"))
    return found


# The questions, one at a time


def question(hand, rules):
    if "declarations_to" not in hand and both_declare(hand):
        better = compare(hand, rules)
        if better == "undecided":
            return [("declarations_undecided", "declarations")]
        if better == "equal" and rules["declaration_tie"] == "leader" and "leader" not in hand:
            return [("leader_needed", "leader")]
    winner_takes_all = hand.get("doubled", 1) > 1 and rules["doubling"] == "stake"
    if winner_takes_all or not naive.is_made(hand, rules) or "tie_point" in hand:
        return []
    if naive.missing_point(hand, rules) == "ask":
        return [("tie_point_needed", "tie_point")]
    return []
