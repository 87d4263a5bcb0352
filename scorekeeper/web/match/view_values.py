"""Values of the views that the server and the phone share (`filled_views.py`).

`static/js/view_values/` gives the same values under the same keys. Random matches hold both to each
other (`tests/web/test_runtimes.py`).
"""

from collections.abc import Callable, Mapping

from flask import url_for
from markupsafe import Markup

from scorekeeper.explain import labels, ruling
from scorekeeper.explain.problems import claim_lack, claim_sum, problem_text
from scorekeeper.match.agreement import NO_ANSWER, Flag, SideAnswer, answers, flags
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.match import Adjust, Claim, Row
from scorekeeper.rules.model import HIGHEST_TARGET, SIDES, BySide, Hand, RuleSet, Side
from scorekeeper.rules.scoring import card_points
from scorekeeper.web.match.filled_views import ViewValues, fill_view
from scorekeeper.web.page_memory import operation_id_in_page


def by_side(key: str, value_of: Callable[[Side], object]) -> ViewValues:
    """Return one value for each side: `key_A` and `key_B`."""
    return {f"{key}_{side}": value_of(side) for side in SIDES}


def wrong_values(wrong: Mapping[str, str]) -> ViewValues:
    """Return the text of what is wrong by its field, and the place where the text stands."""
    return {
        **{f"wrong_{field}": text for field, text in wrong.items()},
        **{f"told_{field}": f"wrong-{field}" for field in wrong},
    }


def names_values(names: BySide[str]) -> ViewValues:
    """Return the sides' names."""
    return {"A": names.A, "B": names.B}


def contract_values(hand: Hand, rules: RuleSet, made: bool | None = None) -> ViewValues:
    """Return the parts of a contract; `made` is None where the result is open or said elsewhere."""
    if hand.passed_out:
        return {"passed": True}
    return {
        "bid": labels.bid_text(hand.bid, rules) if hand.bid is not None else "",
        "trump": hand.trump,
        "glyph": labels.trump_glyph(hand.trump),
        "trump_name": hand.trump and labels.trump_name(hand.trump),
        "doubled": _spaced(labels.doubled_text(hand.doubled)),
        "kapo": _spaced(labels.kapo_text(hand)),
        "failed": made is False,
        "bid_stands": made is not False,
        "is_called": True,
        "from_us": "‹" if hand.bidder == "A" else "",
        "from_them": "›" if hand.bidder == "B" else "",
    }


def _spaced(text: str) -> str:
    return f" {text}" if text else ""


def contract(hand: Hand, rules: RuleSet, made: bool | None = None, arrows: bool = True) -> Markup:
    """Return a contract as the ledger writes it, for templates; `arrows` point to the bidder."""
    values = contract_values(hand, rules, made)
    return fill_view("contract", values, is_called=arrows and not hand.passed_out)


def called_values(hand: Hand, rules: RuleSet, names: BySide[str]) -> ViewValues:
    """Return who bid, and what."""
    bidder = names.of(hand.bidder) if hand.bidder else None
    return {"bidder": bidder, **contract_values(hand, rules)}


def lack_values(claim: Claim, short: int, totals: BySide[int]) -> dict[str, object]:
    """Return what a claim comes to and how much it lacks, in points of the ledger."""
    return {
        "sum": claim_sum(claim, totals),
        "short": short,
        "is_one_short": short == 1,
        "is_many_short": short > 1,
    }


def adjustment_values(row: Row, names: BySide[str]) -> ViewValues:
    """Return the values of an adjustment's page."""
    entry = row.entry
    assert isinstance(entry, Adjust)
    return {
        **names_values(names),
        "reason": entry.reason,
        "is_nameless": not entry.reason,
        **by_side("score", lambda side: labels.score_text(getattr(entry, side))),
        **by_side("total", lambda side: labels.number_text(row.totals.of(side))),
        "after_end": not row.counts,
    }


def hand_values(ledger: Ledger, hand_id: int, names: BySide[str], dealer: str) -> ViewValues:
    """Return the values of a hand's page; `names` are those of the hand's players."""
    row = ledger.row(hand_id)
    assert row is not None
    assert isinstance(row.entry, Hand)
    assert row.scored is not None
    assert row.score is not None
    scored, score, rules = row.scored, row.score, row.rules
    explained = ruling.in_rows(ruling.explain(scored, score, rules, names))
    points = [] if scored.passed_out else [card_points(scored, side, rules) for side in SIDES]
    wrong, doubt = ledger.wrong.get(hand_id), ledger.doubted.get(hand_id)
    return {
        **names_values(names),
        "number": row.number,
        **by_side("score", lambda side: labels.number_text(score.of(side))),
        **called_values(scored, rules, names),
        "headline": labels.with_figures(ruling.headline(scored, score, rules, names)),
        "rules": labels.rules_name(rules),
        "points": " – ".join(map(str, points)),
        "dealer": dealer,
        "lines": [
            {
                "title": labels.unbroken(one.title),
                "reason": labels.unbroken(one.reason),
                "points_A": _part_text(one.points[0], place),
                "points_B": _part_text(one.points[1], place),
            }
            for place, one in enumerate(explained)
        ],
        "unscored": [
            {"text": text} for text in ruling.reasons_without_score(scored, score, rules, names)
        ],
        "wrong": wrong and problem_text(wrong[0], row.entry, ledger.match.rules),
        "doubt": doubt and problem_text(doubt[0], scored, rules),
        "after_end": not row.counts,
        **_answer_values(ledger, hand_id, names),
    }


def entry_urls(public_id: str, entry_id: int, void: str) -> ViewValues:
    """Return the addresses where the scorer changes the ledger at an entry, by endpoint `void`."""
    return {
        "insert_href": url_for("changes.insert_form", public_id=public_id, hand_id=entry_id),
        "void_href": url_for(void, public_id=public_id, hand_id=entry_id),
    }


def _part_text(points: int | None, place: int) -> str:
    """Write the points that a line gives a side; a plus stands before all but the first line's."""
    if points is None:
        return ""
    return f"{'+' if place and points > 0 else ''}{labels.number_text(points)}"


def _answer_values(ledger: Ledger, hand_id: int, names: BySide[str]) -> ViewValues:
    said = answers(ledger).get(hand_id, NO_ANSWER)
    agreeing = [(side, said.of(side)) for side in SIDES]
    return {
        "ticks": [
            {"answerer": names.of(side), **_whose(says.endswith("_here"))}
            for side, says in agreeing
            if says and not says.startswith("flagged")
        ],
        "flags": [_flag_values(flag, names) for flag in flags(ledger) if flag.hand_id == hand_id],
    }


def _flag_values(flag: Flag, names: BySide[str]) -> ViewValues:
    return {
        "answerer": names.of(flag.side),
        "flag_reason": flag.reason,
        "is_open": flag.is_open,
        "is_settled": not flag.is_open,
        "class": "bad" if flag.is_open else "",
        **_whose(flag.is_here),
    }


def _whose(is_here: bool) -> ViewValues:
    """Was it said on the scorer's phone, or on the side's own?"""
    return {"is_here": is_here, "is_theirs": not is_here}


def ledger_values(loaded_match: LoadedMatch, names: BySide[str], may_write: bool) -> ViewValues:
    """Return the totals, the rows of the ledger and how the match ended.

    Points are points of the ledger.
    """
    ledger, public_id = loaded_match.ledger, loaded_match.public_id
    match, standing = ledger.match, ledger.standing
    totals = standing.totals
    digits = BySide(*(len(str(one)) for one in totals))
    rows = _rows_values(loaded_match, names)
    is_empty = not rows and not match.open
    return {
        "match": public_id,
        **names_values(names),
        **by_side("total", lambda side: labels.number_text(totals.of(side))),
        "standing": labels.unbroken(labels.scores_text(totals)),
        **by_side("digits", digits.of),
        **by_side("won", lambda side: "won" if standing.winner == side else ""),
        "target": match.rules.target,
        **by_side("need", lambda side: _need(ledger, names, side)),
        "digits": max(*digits, len(str(match.rules.target))),
        "rows": rows,
        "open": [_open_values(loaded_match, names, may_write)] if match.open else [],
        "carry_href": may_write and is_empty and url_for("adjustments.new", public_id=public_id),
        "is_empty": is_empty,
        "goes_on": not is_empty and not standing.is_over,
        "some_after_end": any(not row.counts for row in standing.rows),
        **_end_values(ledger, names),
    }


def _need(ledger: Ledger, names: BySide[str], side: Side) -> str:
    """Return what the side lacks, in words; empty before the first hand and after the end."""
    standing, target = ledger.standing, ledger.match.rules.target
    lack = target - standing.totals.of(side)
    if target == HIGHEST_TARGET or standing.is_over or not standing.rows or lack <= 0:
        return ""
    return labels.need_text(names.of(side), lack)


def _rows_values(loaded_match: LoadedMatch, names: BySide[str]) -> list[ViewValues]:
    """The rows of the ledger, the oldest first."""
    ledger = loaded_match.ledger
    hand_url, adjustment_url = (
        url_for(endpoint, public_id=loaded_match.public_id, hand_id=0)[:-1]
        for endpoint in ("matches.hand", "adjustments.show")
    )
    said = answers(ledger)
    return [
        {
            **row_values(row, names),
            **_said_values(said.get(hand_id, NO_ANSWER)),
            "is_corrected": hand_id in ledger.corrected,
            "is_wrong": hand_id in ledger.wrong,
            "is_doubted": hand_id in ledger.doubted,
            "href": f"{hand_url if row.number else adjustment_url}{hand_id}",
        }
        for hand_id, row in zip(ledger.hand_ids, ledger.standing.rows, strict=True)
    ]


def row_values(row: Row, names: BySide[str]) -> dict[str, object]:
    """Return an entry as the ledger writes it."""
    entry, totals = row.entry, row.totals
    common = {
        "total_A": labels.number_text(totals.A),
        "total_B": labels.number_text(totals.B),
        "after_end": not row.counts,
    }
    if isinstance(entry, Adjust):
        return {
            **common,
            "class": "adjustment" if row.counts else "after-end",
            "number": "±",
            "reason": entry.reason,
            "is_adjustment": not entry.reason,
            "score_A": labels.score_text(entry.A),
            "score_B": labels.score_text(entry.B),
        }
    assert row.score is not None
    return {
        **common,
        **contract_values(entry, row.rules, row.score.made),
        "class": "" if row.counts else "after-end",
        "number": row.number,
        "is_hand": True,
        "bidder": f", {names.of(entry.bidder)}" if entry.bidder else "",
        "score_A": labels.score_text(row.score.A),
        "score_B": labels.score_text(row.score.B),
    }


def _said_values(said: BySide[SideAnswer]) -> dict[str, object]:
    """The answers of the sides, on the scorer's phone (`agreed`) or on their own phones (`own`)."""
    found: dict[str, object] = {}
    for side in SIDES:
        if says := said.of(side):
            whose = "" if says.endswith("_here") else "own_"
            found[f"{whose}{'flagged' if says.startswith('flagged') else 'agreed'}_{side}"] = True
    return found


def _open_values(loaded_match: LoadedMatch, names: BySide[str], may_write: bool) -> ViewValues:
    """The contract whose points are still to come, and where the scorer enters them."""
    ledger, public_id = loaded_match.ledger, loaded_match.public_id
    contract = ledger.match.open
    assert contract is not None
    return {
        "new_href": may_write
        and url_for("hands.new", public_id=public_id, op=operation_id_in_page()),
        "number": ledger.standing.number,
        **called_values(contract, ledger.match.rules, names),
    }


def _end_values(ledger: Ledger, names: BySide[str]) -> ViewValues:
    standing, winner = ledger.standing, ledger.standing.winner
    found: dict[str, object] = {
        "is_over": standing.is_over,
        "is_stopped": standing.is_over and not winner,
    }
    if winner:
        found |= {
            "winner": labels.won_text(names.of(winner)),
            "winner_is": {"A": "us", "B": "them"}[winner],
            "won": labels.unbroken(labels.scores_text(standing.ordered_totals)),
        }
    claim = ledger.match.ended
    if standing.end == "claim" and isinstance(claim, Claim):
        short = claim_lack(claim, standing.totals, ledger.match.rules)
        found |= {
            "claimed": names.of(claim.side),
            "claimed_points": claim.points,
            "is_claim_right": short <= 0,
            **lack_values(claim, short, standing.totals),
        }
    return found
