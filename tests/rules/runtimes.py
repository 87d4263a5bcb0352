"""The same lines put to the engine in Python and in Node: where do the answers differ?"""

import json
import subprocess
import tempfile
from functools import partial

from scorekeeper.cli.json_lines import answer_line
from scorekeeper.rules.codec import (
    answer,
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
from tests.support.processes import PROJECT

SCORE = "score.mjs"
PARTS = "parts.mjs"


def parts(request):
    """Return the answer to `{PART: its question}`."""
    ((part, given),) = request.items()
    return ANSWERS_OF_PARTS[part](given)


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


ANSWERS_OF_PARTS = {
    "hand": _parts_of_hand,
    "rules": _parts_of_rules,
    "standing": _parts_of_match,
    "seats": _parts_of_seats,
}


def differences(program, lines):
    """Each line that Node answers otherwise than Python, with both answers; at most three."""
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as answers:
        asked.write(b"\n".join(lines) + b"\n")
        asked.seek(0)
        command = ["node", f"tests/js/{program}"]
        with subprocess.Popen(command, cwd=PROJECT, stdin=asked, stdout=answers) as node:
            expected = [ANSWERS[program](line) for line in lines]
        assert node.returncode == 0, f"{program} ended with status {node.returncode}"
        answers.seek(0)
        given = answers.read().splitlines()
    assert len(given) == len(lines), "one line for one line"
    return _differences(lines, expected, given)[:3]


def _differences(lines, expected, given):
    return [
        f"{line.decode()}\n  Python: {ours.decode()}\n  Node:   {theirs.decode()}"
        for line, ours, theirs in zip(lines, expected, given, strict=True)
        # Read only where they are not written alike: reading takes longer than all the rest.
        if _packed(ours) != theirs and json.loads(ours) != json.loads(theirs)
    ]


def _packed(text):
    """As Node writes it, where no text in it has a comma or a colon."""
    return text.replace(b", ", b",").replace(b": ", b":")


def _parts(line):
    return json.dumps(parts(json.loads(line))).encode()


ANSWERS = {SCORE: partial(answer_line, answer), PARTS: _parts}
