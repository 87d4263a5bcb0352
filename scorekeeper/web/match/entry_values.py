"""The values of forms that write into a match: an entry, a claim, a change (`view_values.py`)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.explain import labels, ruling
from scorekeeper.explain.explained_hand import AND_ALSO
from scorekeeper.explain.label_words import LABELS
from scorekeeper.explain.line_reasons import TITLES
from scorekeeper.explain.problems import claim_lack, problem_text
from scorekeeper.explain.shown_names import hand_words, side_names
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.declarations import compare
from scorekeeper.rules.match import Adjust, Claim, Match, Row, winner_at
from scorekeeper.rules.model import OTHER, SIDES, BySide, Hand, RuleSet, Side
from scorekeeper.web.match.entry import EntryForm
from scorekeeper.web.match.filled_views import ViewValues
from scorekeeper.web.match.hand_preview import HandPreview
from scorekeeper.web.match.view_values import (
    by_side,
    called_values,
    contract_values,
    lack_values,
    names_values,
    wrong_values,
)


def claim_values(
    ledger: Ledger,
    names: BySide[str],
    typed: Mapping[str, str],
    wrong: Mapping[str, str],
    asked: Claim | None,
) -> ViewValues:
    """Return the values of a claim's form: `asked` is a claim by which the other side wins."""
    totals, rules = ledger.standing.totals, ledger.match.rules
    return {
        **names_values(names),
        **by_side("total", lambda side: labels.number_text(totals.of(side))),
        **by_side("needed", lambda side: labels.number_text(rules.target - totals.of(side))),
        **by_side("claims", lambda side: typed.get("side") == side),
        "points": typed.get("points", ""),
        "is_points_wrong": "points" in wrong,
        **wrong_values(wrong),
        "is_first": asked is None,
        **(_asked_values(asked, totals, rules, names) if asked else {}),
    }


def _asked_values(
    claim: Claim, totals: BySide[int], rules: RuleSet, names: BySide[str]
) -> dict[str, object]:
    winner = names.of(OTHER[claim.side])
    is_us, is_them = labels.is_us(winner), labels.is_them(winner)
    short = claim_lack(claim, totals, rules)
    return {
        **lack_values(claim, short, totals),
        "sure": f"{claim.side}:{claim.points}",
        "winner": winner,
        "we_win": is_us,
        "they_win": is_them,
        "side_wins": not is_us and not is_them,
    }


class EntryDifference(NamedTuple):
    """An entry whose number, score or total changes; None where it is not there."""

    old: Row | None
    new: Row | None

    @property
    def numbers(self) -> str:
        """The hand's number, old → new where it moves; nothing for an adjustment."""
        numbers = [str(row.number) for row in self if row is not None and row.number]
        return " → ".join(dict.fromkeys(numbers))


def differences(before: Ledger, after: Ledger) -> list[EntryDifference]:
    """The entries whose number, score or totals change, in the order of the ledger."""
    ids = list(after.hand_ids)
    for place, hand_id in enumerate(before.hand_ids):
        if hand_id not in ids:
            previous = before.hand_ids[place - 1] if place else None
            ids.insert(ids.index(previous) + 1 if previous in ids else 0, hand_id)
    found = [EntryDifference(before.row(hand_id), after.row(hand_id)) for hand_id in ids]
    return [
        one
        for one in found
        if _visible_values(one.old) != _visible_values(one.new) and _ever_counts(one)
    ]


def _visible_values(row: Row | None) -> object:
    return row and (row.number, row.score and row.score[:3], row.totals, row.counts)


def _ever_counts(difference: EntryDifference) -> bool:
    return any(row is not None and row.counts for row in difference)


def change_values(
    before: Ledger, after: Ledger, shown: Match, hand_id: int | None, kind: str
) -> ViewValues:
    """Return what a change does to the ledger: `before` is as it stands, `after` as it would be.

    `shown` is the match with the names of its reader, `hand_id` the entry that the change is about.
    """
    names = side_names(shown)
    was, now = before.standing, after.standing
    is_other_end = (now.winner, now.end) != (was.winner, was.end)
    old = before.row(hand_id) if hand_id else None
    new = after.row(hand_id or after.revision)
    found = differences(before, after)
    return {
        **names_values(names),
        "versions": bool(old or new),
        "old": _versions(old, shown),
        "new": _versions(new, shown),
        "is_void": kind == "voided",
        "wins": is_other_end and now.winner and names.of(now.winner),
        "stops": is_other_end and now.is_over and not now.winner,
        **by_side("was", lambda side: labels.number_text(was.totals.of(side))),
        "was_between": labels.between(was.totals),
        **by_side("total", lambda side: labels.number_text(now.totals.of(side))),
        "between": labels.between(now.totals),
        "standing": labels.unbroken(labels.scores_text(now.totals)),
        **_lead_values(now.totals, names),
        "goes_on": was.is_over and not now.is_over,
        "differences": [_difference_values(one) for one in found],
        "changes": bool(found),
        "no_change": not found,
        "wrong": list(_newly_wrong(before, after)),
        "redealt": _redealt(before, after),
    }


def _redealt(before: Ledger, after: Ledger) -> str:
    """The numbers that the hands have now whose dealer is another than before."""
    dealer_changes = []
    for hand_id in before.hand_ids:
        old, new = before.row(hand_id), after.row(hand_id)
        if old and new and new.number and old.dealer != new.dealer:
            dealer_changes.append(new.number)
    return labels.number_ranges(dealer_changes)


def _lead_values(totals: BySide[int], names: BySide[str]) -> ViewValues:
    """The side that is ahead, or that neither is."""
    if totals.A == totals.B:
        return {"is_level": True}
    leader = names.of("A" if totals.A > totals.B else "B")
    is_us, is_them = labels.is_us(leader), labels.is_them(leader)
    return {
        "we_lead": is_us,
        "they_lead": is_them,
        "leader": not is_us and not is_them and leader,
    }


def _versions(row: Row | None, shown: Match) -> list[ViewValues]:
    return [_version_values(row, replace(shown, rules=row.rules))] if row else []


def _difference_values(difference: EntryDifference) -> ViewValues:
    return {
        "numbers": difference.numbers,
        "is_adjustment": not difference.numbers,
        **_standing_values("old", difference.old),
        **_standing_values("new", difference.new),
    }


def _newly_wrong(before: Ledger, after: Ledger) -> Iterator[ViewValues]:
    """Yield the entries that the rules cannot score once the change is written."""
    rules = after.match.rules
    for hand_id, found in after.wrong.items():
        row = after.row(hand_id)
        if hand_id in before.wrong or row is None or not isinstance(row.entry, Hand):
            continue
        made = row.score.made if row.score else None
        yield {
            "number": row.number,
            **contract_values(row.entry, row.rules, made),
            "problem": problem_text(found[0], row.entry, rules),
        }
    contract = after.match.open
    if contract and after.wrong_contract and after.wrong_contract != before.wrong_contract:
        problem = problem_text(after.wrong_contract[0], contract, rules)
        yield {"is_open": True, **contract_values(contract, rules), "problem": problem}


def _version_values(row: Row, match: Match) -> ViewValues:
    """An entry as it was or would be: its words and what it scores."""
    entry = row.entry
    points = entry if isinstance(entry, Adjust) else row.score
    assert points is not None
    return {
        "hand": suit_parts(_told_hand(entry, match)) if isinstance(entry, Hand) else None,
        "reason": entry.reason if isinstance(entry, Adjust) else None,
        **by_side("score", lambda side: _change_text(getattr(points, side))),
    }


def _told_hand(hand: Hand, match: Match) -> str:
    """Return a hand with what each side announced: a correction may change nothing else."""
    names = side_names(match)
    told = ((names.of(side), _announced(hand, side)) for side in SIDES)
    extras = (f"{name}: {announced}" for name, announced in told if announced)
    return AND_ALSO.join((hand_words(hand, match), *extras))


def _announced(hand: Hand, side: Side) -> str:
    pilottas = {"pilotta": hand.pilotta, "pilotta_failed": hand.pilotta_failed}
    told = [TITLES.say(key) for key, holder in pilottas.items() if holder == side]
    return ", ".join((*told, *map(labels.declaration_name, hand.declarations.of(side))))


def suit_parts(text: str) -> list[ViewValues]:
    """The text cut behind its red suits, each of which is drawn in red.

    >>> suit_parts("Us 9 ♥, 97")
    [{'text': 'Us 9 ', 'red': '♥'}, {'text': ', 97', 'red': ''}]
    """
    parts = re.findall("([^♥♦]*)([♥♦]?)", text)
    return [{"text": before, "red": red} for before, red in parts if before or red]


def _standing_values(key: str, row: Row | None) -> ViewValues:
    """The score of an entry and the totals after it; a dash where there is no entry."""
    if row is None or not row.counts:
        return {f"no_{key}" if row is None else f"is_{key}_late": True}
    points = row.entry if isinstance(row.entry, Adjust) else row.score
    assert points is not None
    return {
        f"{key}_scores": " / ".join(_change_text(getattr(points, side)) for side in SIDES),
        **by_side(key, lambda side: labels.number_text(row.totals.of(side))),
        f"{key}_between": labels.between(row.totals),
    }


def _change_text(points: int) -> str:
    """Return the points with their sign, and 0: a dash would stand before a minus."""
    return labels.score_text(points) if points else "0"


def live_values(
    form: EntryForm,
    preview: HandPreview,
    rules: RuleSet,
    names: BySide[str],
    wrong: str,
    asked: str,
    *,
    was: BySide[int] | None,
    totals: BySide[int] | None,
) -> ViewValues:
    """Return what an entry is worth so far, with the question that is open.

    `wrong` and `asked` are the texts of the faults and of the missing fields. `was` is the score of
    the hand that is corrected. `totals` are those before a new hand, in points of the ledger.
    """
    hand, score, asks = preview.hand, preview.score, preview.asks
    is_ruled = bool(form.ruling.data)
    is_scored = score is not None and preview.is_answered and not hand.passed_out
    scores = score and BySide(score.A, score.B)
    return {
        **names_values(names),
        **_say_values(preview, rules, names, wrong, asked),
        "ruled": asks in ("swept", "tie_point") and not is_ruled and hand.declarations_to,
        "tied": asks == "declarations" and hand.tie_point,
        "answered_swept": asks == "swept",
        "asks_tie_point": asks == "tie_point",
        "asks_declarations": asks == "declarations",
        "tops_decide": bool(preview.tops),
        "is_scored": is_scored,
        "note": is_scored and scores and _note(hand, totals, scores, rules, names),
        "was": is_scored and was and was != scores and labels.scores_text(was),
        **(by_side("score", lambda side: labels.number_text(scores.of(side))) if scores else {}),
        "between": scores and labels.between(scores),
        **{
            f"is_{name}_{getattr(form, name).data}": True
            for name in ("swept", "tie_point", "declarations_to")
        },
    }


def _note(
    hand: Hand, totals: BySide[int] | None, scores: BySide[int], rules: RuleSet, names: BySide[str]
) -> str:
    """Return the end of the match by this hand, else why nobody's declarations score."""
    if totals is not None:
        after = BySide(totals.A + scores.A, totals.B + scores.B)
        winner = winner_at(after, hand.bidder, rules)
        if winner is not None:
            return labels.ends_text(names.of(winner))
    return LABELS.say("equal_declarations") if compare(hand, rules).reason == "equal" else ""


def _say_values(
    preview: HandPreview, rules: RuleSet, names: BySide[str], wrong: str, asked: str
) -> ViewValues:
    hand, score = preview.hand, preview.score
    if wrong:
        return {"wrong": wrong}
    if preview.asks:
        return {"asked": asked}
    if hand.passed_out:
        return {"is_passed": True}
    if score is not None:
        return {
            "headline": labels.with_figures(ruling.headline(hand, score, rules, names)),
            "verdict": "made" if score.made else "failed",
            "summary": labels.with_figures(ruling.summary(hand, score, rules, names)),
        }
    if preview.missing & {"bid", "bidder"}:
        return {"asked": asked}
    return {**called_values(hand, rules, names), "summary": asked}


def tops_values(preview: HandPreview, rules: RuleSet, names: BySide[str]) -> ViewValues:
    """Return the declarations whose top cards decide, and the cards that each may have."""
    has_trump = preview.hand.trump not in ("none", "all")
    return {
        "tops": [
            {
                "slot": row.slot,
                "side": names.of(row.side),
                "kind": labels.kind_name(row.declaration.kind),
                "ranks": [
                    {
                        "rank": rank,
                        "rank_name": labels.rank_name(rank),
                        "is_chosen": row.declaration.top == rank,
                    }
                    for rank in row.ranks
                ],
                "may_be_trumps": row.declaration.kind != "four"
                and rules.trump_breaks_tie
                and has_trump,
                "are_trumps": row.in_trumps,
            }
            for row in preview.tops
        ],
        "no_top": not preview.tops,
    }
