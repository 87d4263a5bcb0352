"""What keeps a hand from being scored: every problem at once, as codes.

A question (`declarations_undecided`, `leader_needed`, `tie_point_needed`) is asked only when
nothing else is wrong, one at a time.
"""

from collections.abc import Collection
from dataclasses import fields

from scorekeeper.rules.declarations import compare, run_cards, score_of_declarations
from scorekeeper.rules.model import (
    HIGHEST_BID,
    KAPO,
    LOWEST_BID,
    NO_DECLARATIONS,
    NO_POINTS,
    OTHER,
    Declaration,
    Hand,
    Problem,
    Rank,
    RuleSet,
    in_order,
)
from scorekeeper.rules.scoring import is_made, missing_point

_NOTHING_UNREAD: frozenset[str] = frozenset()
_FIELDS = tuple((field.name, field.default) for field in fields(Hand))


def problems(
    hand: Hand, rules: RuleSet, unread: Collection[str] = _NOTHING_UNREAD
) -> tuple[Problem, ...]:
    """Every problem of a finished hand, in their order; () if it can be scored.

    `unread` names the fields whose value could not be read: they are `unknown` already, so they
    are not also missing, and nothing is concluded from their absence.
    """
    if hand.passed_out:
        return _beside_passed_out(hand)
    found = [Problem("unknown", field) for field in unread]
    _check_contract(found, hand, rules, unread)
    if "trump" not in unread or hand.kapo is not None:
        _check_points(found, hand, rules, unread)
    if hand.points == NO_POINTS and hand.kapo is None and not {"points", "kapo"} & set(unread):
        found.append(Problem("missing", "points"))
    _check_extras(found, hand, rules)
    return in_order(found) if found else _question(hand, rules)


def contract_problems(
    hand: Hand, rules: RuleSet, unread: Collection[str] = _NOTHING_UNREAD
) -> tuple[Problem, ...]:
    """Every problem of a contract whose points are still to come."""
    found = [Problem("unknown", field) for field in unread]
    if hand.passed_out or hand.has_result:
        found += [
            Problem("unknown", name)
            for name in ("passed_out", "points", "kapo")
            if getattr(hand, name) not in (False, None, NO_POINTS)
        ]
    _check_contract(found, hand, rules, unread)
    _check_extras(found, hand, rules)
    return in_order(found)


def _beside_passed_out(hand: Hand) -> tuple[Problem, ...]:
    return in_order(
        [
            Problem("unknown", name)
            for name, default in _FIELDS
            if name != "passed_out" and getattr(hand, name) != default
        ]
    )


def _check_contract(
    found: list[Problem], hand: Hand, rules: RuleSet, unread: Collection[str]
) -> None:
    bid = hand.bid
    if bid is None:
        if "bid" not in unread:
            found.append(Problem("missing", "bid"))
    elif bid == KAPO:
        if not rules.kapo_bid:
            found.append(Problem("kapo_bid_not_played", "bid"))
    else:
        _check_bid(found, int(bid), rules)
    if hand.bidder is None and "bidder" not in unread:
        found.append(Problem("missing", "bidder"))
    if hand.trump in ("none", "all") and rules.trumps == "suits":
        found.append(Problem("trump_not_played", "trump"))
    if hand.doubled > 1 and rules.doubling == "off":
        found.append(Problem("doubling_not_played", "doubled"))


def _check_bid(found: list[Problem], bid: int, rules: RuleSet) -> None:
    if not LOWEST_BID <= bid <= HIGHEST_BID:
        found.append(Problem("bid_range", "bid"))
    if bid % rules.bid_step:
        found.append(Problem("bid_step", "bid"))


def _check_points(
    found: list[Problem], hand: Hand, rules: RuleSet, unread: Collection[str]
) -> None:
    told = [points for points in hand.points if points is not None]
    total = rules.total(hand.trump)
    if "trump" not in unread:
        if told and not (min(told) >= 0 and max(told) <= total):
            found.append(Problem("points_range", "points"))
        if len(told) == 2 and sum(told) != total:
            found.append(Problem("points_sum", "points"))
        # No set of cards of a suit hand is worth 1: the smallest are a jack (2) and the queen (3).
        if (1 in told or 161 in told) and hand.trump not in ("none", "all"):
            found.append(Problem("points_impossible", "points"))
    if hand.kapo is not None:
        swept, none = hand.points.of(hand.kapo), hand.points.of(OTHER[hand.kapo])
        off_total = swept is not None and swept != total and "trump" not in unread
        if off_total or none not in (None, 0):
            found.append(Problem("kapo_points", "points"))


def _check_extras(found: list[Problem], hand: Hand, rules: RuleSet) -> None:
    if hand.declarations is not NO_DECLARATIONS and _impossible(hand, rules):
        found.append(Problem("declarations_impossible", "declarations"))
    if hand.trump in ("none", "all"):
        if hand.pilotta is not None:
            found.append(Problem("pilotta_trump", "pilotta"))
        if hand.pilotta_failed is not None:
            found.append(Problem("pilotta_trump", "pilotta_failed"))
    if hand.pilotta is not None and hand.pilotta_failed is not None:
        found.append(Problem("pilotta_twice", "pilotta_failed"))


def _impossible(hand: Hand, rules: RuleSet) -> bool:
    """Do the named cards contradict each other? Only what the pack itself rules out."""
    ours, theirs = hand.declarations
    fours = [rank for d in ours + theirs if (rank := _four_rank(d))]
    if len(fours) != len(set(fours)):
        return True
    for own, others in ((ours, theirs), (theirs, ours)):
        own_fours = {_four_rank(d) for d in own}
        for run in others:
            cards = run_cards(run, rules)
            if cards and (len(cards) < int(run.kind[3]) or own_fours.intersection(cards)):
                return True
    if hand.trump in ("none", "all"):
        return False
    trumps = [
        {c for d in side if d.in_trumps for c in run_cards(d, rules)} for side in (ours, theirs)
    ]
    return not trumps[0].isdisjoint(trumps[1])


def _four_rank(declaration: Declaration) -> Rank | None:
    named: dict[str, Rank] = {"nines": "9", "jacks": "J"}
    return declaration.top if declaration.kind == "four" else named.get(declaration.kind)


def _question(hand: Hand, rules: RuleSet) -> tuple[Problem, ...]:
    if hand.declarations is not NO_DECLARATIONS:
        reason = compare(hand, rules).reason
        if reason == "undecided":
            return (Problem("declarations_undecided", "declarations"),)
        if reason == "leader_needed":
            return (Problem("leader_needed", "leader"),)
    if rules.six_six == "ask" and hand.tie_point is None and _asks_tie_point(hand, rules):
        return (Problem("tie_point_needed", "tie_point"),)
    return ()


def _asks_tie_point(hand: Hand, rules: RuleSet) -> bool:
    if missing_point(hand, rules) != (None, True) or (
        hand.doubled > 1 and rules.doubling == "stake"
    ):
        return False
    return is_made(hand, rules, score_of_declarations(hand, rules))
