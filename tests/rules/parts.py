"""The answers of the parts of Python's engine on hands and matches: twin of tests/js/parts.mjs."""

from scorekeeper.rules.codec import (
    declaration_code,
    read_fields,
    read_hand,
    read_rules,
    write_hand,
    write_rules,
)
from scorekeeper.rules.declarations import compare, score_of_declarations
from scorekeeper.rules.match import (
    Adjust,
    ByOlderRules,
    Claim,
    cut_dealer,
    leading_side,
    standing,
    with_leader,
)
from scorekeeper.rules.model import SIDES
from scorekeeper.rules.scoring import (
    card_points,
    contract_points,
    is_made,
    missing_point,
    stake_of,
)


def parts(request):
    """Return the answer to `{PART: its question}`."""
    ((part, given),) = request.items()
    return PARTS[part](given)


def _codes_and_fields(problems):
    return [problem._asdict() for problem in problems]


def _parts_of_hand(given):
    rules, _ = read_rules(given["rules"])
    _, contract = read_hand(given["hand"], rules, contract_only=True)
    hand, problems = read_hand(given["hand"], rules)
    known = {
        "hand": write_hand(hand),
        "problems": _codes_and_fields(problems),
        "contract": _codes_and_fields(contract),
    }
    if problems or hand.passed_out:
        return known
    declared = score_of_declarations(hand, rules)
    side, equal = missing_point(hand, rules)
    return {
        **known,
        "declared": {"side": declared[0], "points": declared[1]},
        "ruling": compare(hand, rules)._asdict(),
        "codes": [declaration_code(one) for side in hand.declarations for one in side],
        "made": is_made(hand, rules, declared),
        "towards_bid": contract_points(hand, rules, declared),
        "cards": {side: card_points(hand, side, rules) for side in SIDES},
        "total": rules.total(hand.trump),
        "stake": stake_of(hand, rules),
        "missing_point": {"side": side, "equal": equal},
    }


def _parts_of_rules(given):
    rules, problems = read_rules(given)
    return {"rules": write_rules(rules), "problems": _codes_and_fields(problems)}


def _entry(row):
    if "adjust" in row:
        return Adjust(row["adjust"].get("A", 0), row["adjust"].get("B", 0), row.get("reason", ""))
    return read_fields(row)[0]


def _parts_of_match(given):
    rules, _ = read_rules(given["rules"])
    kept = {
        int(place): ByOlderRules(read_fields(one["hand"])[0], read_rules(one["rules"])[0])
        for place, one in given["kept"].items()
    }
    ended = given["ended"]
    if ended is not None:
        by_claim = ended["by"] == "claim"
        ended = Claim(ended["side"], ended["points"]) if by_claim else "hand"
    entries = [_entry(row) for row in given["entries"]]
    now = standing(entries, rules, given["first_dealer"], ended, kept)
    return {
        "rows": [
            _row(row, rules, told) for row, told in zip(now.rows, given["entries"], strict=True)
        ],
        "totals": now.totals._asdict(),
        "number": now.number,
        "dealer": now.dealer,
        "winner": now.winner,
        "end": now.end,
    }


def _row(row, rules, told):
    score = row.score and {
        **row.score._asdict(),
        "lines": [line._asdict() for line in row.score.lines],
    }
    return {
        "entry": told,
        "rules": "ours" if row.rules is rules else "older",
        "totals": row.totals._asdict(),
        "counts": row.counts,
        "number": row.number,
        "dealer": row.dealer,
        "score": score,
        "scored": row.scored and write_hand(row.scored),
    }


def _parts_of_seats(given):
    rules, _ = read_rules(given["rules"])
    hand, _ = read_fields(given["hand"])
    return {
        "cut": cut_dealer(given["seat"], given["suit"], rules),
        "leads": leading_side(given["seat"], given["bidder"], rules),
        "with_leader": write_hand(with_leader(hand, given["seat"], rules)),
    }


PARTS = {
    "hand": _parts_of_hand,
    "rules": _parts_of_rules,
    "standing": _parts_of_match,
    "seats": _parts_of_seats,
}
