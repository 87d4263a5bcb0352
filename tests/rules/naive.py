"""docs/rules.md followed sentence by sentence, in the slowest and most obvious way.

It takes and gives plain JSON values, and has nothing from the engine. The engine has to agree with
it. `score` scores a hand; `naive_problems.answer` answers a whole request.
"""

import json
from pathlib import Path

from tests.rules.naive_declarations import OTHER, VALUE, declarations_go_to, declared, is_suit_hand

CHOICES = {
    "unit": ["tenths", "points"],
    "six_six": ["more_points", "bidder", "ask"],
    "extras_count": [True, False],
    "stake": [True, False],
    "stake_to": ["contract", "more_points"],
    "failed_declarations": ["defence", "bidder", "nobody"],
    "failed_pilotta": ["defence", "holder"],
    "kapo_bonus": [0, 88, 90, 100],
    "kapo_when_doubled": ["full", "plain"],
    "reversed_extras": ["as_failed", "nobody"],
    "doubling": ["off", "stake", "all"],
    "kapo_bid": [True, False],
    "bid_step": [10, 5, 1],
    "trumps": ["suits", "with_none_all"],
    "none_total": [162, 130],
    "all_total": [258, 162],
    "none_all_bonus": [0, 50, 80],
    "declaration_order": ["natural", "cards"],
    "four_beats_run": [True, False],
    "declaration_tie": ["nobody", "leader"],
    "trump_breaks_tie": [True, False],
    "pilotta_failed_penalty": [0, 20],
    "target": list(range(21, 5001)),
    "both_over": ["higher", "bidder"],
    "claim": [True, False],
    "plays": ["right", "left"],
    "deal_passes": ["right", "left"],
    "pass_out": ["next", "same"],
    "leads": ["eldest", "bidder"],
    "pass_is_final": [True, False],
    "overtrump": ["always", "ruffing", "no"],
}
"""Every field of a rule set and every value it may have."""

CAFE = {
    "unit": "tenths",
    "six_six": "more_points",
    "extras_count": True,
    "stake": True,
    "stake_to": "contract",
    "failed_declarations": "defence",
    "failed_pilotta": "defence",
    "kapo_bonus": 88,
    "kapo_when_doubled": "full",
    "reversed_extras": "as_failed",
    "doubling": "stake",
    "kapo_bid": True,
    "bid_step": 10,
    "trumps": "suits",
    "none_total": 162,
    "all_total": 258,
    "none_all_bonus": 0,
    "declaration_order": "natural",
    "four_beats_run": True,
    "declaration_tie": "nobody",
    "trump_breaks_tie": True,
    "pilotta_failed_penalty": 0,
    "target": 351,
    "both_over": "higher",
    "claim": False,
    "plays": "right",
    "deal_passes": "right",
    "pass_out": "next",
    "leads": "eldest",
    "pass_is_final": True,
    "overtrump": "always",
}
"""The rules of the table from which all others differ."""
VECTORS = Path(__file__).parent / "vectors"
PRESETS = {
    file.stem: CAFE | table["differs"]
    for file in sorted(VECTORS.glob("*.json"))
    if "differs" in (table := json.loads(file.read_text(encoding="utf-8")))
}
"""The differences of each preset, typed a second time: the head of its table of vectors.
"""

RULE_ORDER = [
    "cards",
    "missing_point",
    "all_cards",
    "kapo",
    "stake",
    "declarations",
    "pilotta",
    "none_all_bonus",
    "doubled",
    "pilotta_failed",
]


def rule_set(rules):
    """A request's `rules` (known to be right) as a full table of fields."""
    if isinstance(rules, str):
        return dict(PRESETS[rules])
    full = dict(PRESETS[rules["preset"]])
    for field in CAFE:
        if rules.get(field) is not None:
            full[field] = rules[field]
    return full


def whole(value):
    """97.0 is 97, anywhere in a value."""
    if isinstance(value, dict):
        return {name: whole(part) for name, part in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def told(hand):
    """The hand without its nulls and without `"passed_out": false`; 97.0 is 97."""
    fields = {name: whole(value) for name, value in hand.items() if value is not None}
    if fields.get("passed_out") is False:
        del fields["passed_out"]
    return fields


def total_of(hand, rules):
    if hand.get("trump") == "none":
        return rules["none_total"]
    if hand.get("trump") == "all":
        return rules["all_total"]
    return 162


def points_of(hand, rules):
    """Both sides' card points; a kapo is the whole pack to one side."""
    total = total_of(hand, rules)
    if "kapo" in hand:
        return {hand["kapo"]: total, OTHER[hand["kapo"]]: 0}
    points = {side: value for side, value in hand["points"].items() if value is not None}
    if "A" not in points:
        points["A"] = total - points["B"]
    return {"A": points["A"], "B": total - points["A"]}


def extras_of(hand, rules, side):
    """Raw points of the side's declarations that score, and of its pilotta."""
    scores = declarations_go_to(hand, rules) == side
    declarations = sum(VALUE[kind] for kind, _, _ in declared(hand, side)) if scores else 0
    return {"declarations": declarations, "pilotta": 20 if hand.get("pilotta") == side else 0}


# Rules 1 and 2


def is_made(hand, rules):
    bidder = hand["bidder"]
    kapo = hand.get("kapo")
    if kapo == OTHER[bidder]:
        return False
    if hand["bid"] == "kapo":
        return kapo == bidder
    reached = points_of(hand, rules)[bidder]
    if kapo == bidder:
        reached = total_of(hand, rules) + rules["kapo_bonus"]
    if rules["extras_count"]:
        reached += sum(extras_of(hand, rules, bidder).values())
    return reached >= hand["bid"]


def stake_of(hand, rules):
    bid = hand["bid"]
    if not rules["stake"]:
        return 0
    if rules["unit"] == "points":
        return 250 if bid == "kapo" else bid
    if bid == "kapo":
        return 25
    tenths = 0
    while (tenths + 1) * 10 <= bid:
        tenths += 1
    return tenths + 1 if str(bid)[-1] in "6789" else tenths


# Rules 3 to 7: lines as (side, points, rule)


def in_unit(raw, rules):
    return raw // 10 if rules["unit"] == "tenths" else raw


def more_points(hand, rules):
    """The side with more card points; the bidder if they are equal."""
    points = points_of(hand, rules)
    if points["A"] == points["B"]:
        return hand["bidder"]
    return "A" if points["A"] > points["B"] else "B"


def missing_point(hand, rules):
    """Return the side that gets the missing point: "A", "B", None (none is missing) or "ask"."""
    if rules["unit"] == "points" or "kapo" in hand:
        return None
    points = points_of(hand, rules)
    if points["A"] // 10 + points["B"] // 10 == total_of(hand, rules) // 10:
        return None
    digit = {side: points[side] % 10 for side in "AB"}
    if digit["A"] != digit["B"]:
        return "A" if digit["A"] > digit["B"] else "B"
    if rules["six_six"] == "bidder":
        return hand["bidder"]
    if rules["six_six"] == "more_points":
        return more_points(hand, rules)
    return "ask"


def pack(hand, rules, side, plain_rule, bonus_counts=True):
    """The line of a side that gets the whole pack, with the bonus if it swept."""
    raw, rule = total_of(hand, rules), plain_rule
    if hand.get("kapo") == side and bonus_counts and rules["kapo_bonus"] != 0:
        raw, rule = raw + rules["kapo_bonus"], "kapo"
    return (side, in_unit(raw, rules), rule)


def made_lines(hand, rules):
    """Rule 3."""
    bidder = hand["bidder"]
    if "kapo" in hand:
        lines = [pack(hand, rules, bidder, "cards"), (OTHER[bidder], 0, "cards")]
    else:
        points = points_of(hand, rules)
        lines = [(side, in_unit(points[side], rules), "cards") for side in "AB"]
        point_to = missing_point(hand, rules)
        if point_to is not None:
            lines.append((hand["tie_point"] if point_to == "ask" else point_to, 1, "missing_point"))
    stake_to = bidder if rules["stake_to"] == "contract" else more_points(hand, rules)
    lines.append((stake_to, stake_of(hand, rules), "stake"))
    for side in "AB":
        for rule, raw in extras_of(hand, rules, side).items():
            lines.append((side, in_unit(raw, rules), rule))
    return lines


def failed_lines(hand, rules):
    """Rule 4."""
    bidder = hand["bidder"]
    defence = OTHER[bidder]
    lines = [pack(hand, rules, defence, "all_cards")]
    lines.append((defence, stake_of(hand, rules), "stake"))
    for rule, raw in extras_of(hand, rules, defence).items():
        lines.append((defence, in_unit(raw, rules), rule))
    if hand.get("kapo") == defence and rules["reversed_extras"] == "nobody":
        return lines
    for rule, raw in extras_of(hand, rules, bidder).items():
        goes = rules["failed_" + rule]
        if goes == "defence":
            lines.append((defence, in_unit(raw, rules), rule))
        if goes in ("bidder", "holder"):
            lines.append((bidder, in_unit(raw, rules), rule))
    return lines


def winner_takes_everything(hand, rules, winner):
    """Rule 5."""
    lines = [pack(hand, rules, winner, "all_cards", rules["kapo_when_doubled"] == "full")]
    lines.append((winner, stake_of(hand, rules) * hand["doubled"], "stake"))
    for side in "AB":
        for rule, raw in extras_of(hand, rules, side).items():
            lines.append((winner, in_unit(raw, rules), rule))
    return lines


def sum_of(lines, side):
    return sum(points for whose, points, _ in lines if whose == side)


def hand_lines(hand, rules):
    doubled = hand.get("doubled", 1)
    winner = hand["bidder"] if is_made(hand, rules) else OTHER[hand["bidder"]]
    if doubled > 1 and rules["doubling"] == "stake":
        lines = winner_takes_everything(hand, rules, winner)
    elif winner == hand["bidder"]:
        lines = made_lines(hand, rules)
    else:
        lines = failed_lines(hand, rules)
    if not is_suit_hand(hand):
        lines.append((winner, in_unit(rules["none_all_bonus"], rules), "none_all_bonus"))
    if doubled > 1 and rules["doubling"] == "all":
        added = [(side, sum_of(lines, side) * (doubled - 1), "doubled") for side in "AB"]
        lines = lines + added
    if "pilotta_failed" in hand:
        penalty = in_unit(rules["pilotta_failed_penalty"], rules)
        lines.append((hand["pilotta_failed"], -penalty, "pilotta_failed"))
    return lines


def score(hand, rules):
    """The answer to a hand without problems, under a full table of rules."""
    hand = told(hand)
    if "passed_out" in hand:
        return {"ok": True, "made": None, "A": 0, "B": 0, "lines": []}
    lines = hand_lines(hand, rules)
    ordered = sorted(lines, key=lambda ln: (RULE_ORDER.index(ln[2]), ln[0] != hand["bidder"]))
    kept = [ln for ln in ordered if ln[1] != 0 or ln[2] == "cards"]
    return {
        "ok": True,
        "made": is_made(hand, rules),
        "A": sum_of(kept, "A"),
        "B": sum_of(kept, "B"),
        "lines": [{"side": side, "points": n, "rule": rule} for side, n, rule in kept],
    }
