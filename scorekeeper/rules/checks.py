"""Finds every problem that prevents a hand's score, as codes; else returns the score.

A question (`declarations_undecided`, `leader_needed`, `tie_point_needed`) is asked only when
nothing else is wrong, one at a time.
"""

from collections.abc import Collection
from dataclasses import fields
from functools import lru_cache
from typing import Final, NamedTuple

from scorekeeper.rules.declarations import compare, ranks_in_run, score_of_declarations, strength
from scorekeeper.rules.model import (
    HIGHEST_BID,
    LOWEST_BID,
    NO_DECLARATIONS,
    NO_POINTS,
    OTHER,
    Declaration,
    Hand,
    HandScore,
    Problem,
    Rank,
    RuleSet,
    Side,
    in_order,
)
from scorekeeper.rules.scoring import is_made, missing_point, score_hand

_NOTHING_UNREAD: frozenset[str] = frozenset()
_FIELDS: Final = tuple((field.name, field.default) for field in fields(Hand))
_PASSED_OUT: Final = Hand(passed_out=True)
_PILOTTA: Final[frozenset[Rank]] = frozenset({"K", "Q"})


def problems(
    hand: Hand,
    rules: RuleSet,
    unread: Collection[str] = _NOTHING_UNREAD,
    *,
    is_kept: bool = False,
) -> tuple[Problem, ...]:
    """Every problem of a finished hand, in their order; () if it can be scored.

    `unread` names the fields whose value could not be read. They are `unknown` already, so they are
    not also missing. Nothing is concluded from their absence. A hand that `is_kept` may have a
    pilotta that cannot be, which earlier versions took (`impossible_pilottas`).
    """
    if hand.passed_out:
        return _beside_passed_out(hand)
    found = [Problem("unknown", field) for field in unread] if unread else []
    _check_contract(found, hand, rules, unread)
    # Without the trump the total is not known.
    total = rules.total(hand.trump) if "trump" not in unread else None
    if total is not None:
        _check_points(found, hand, total)
    if hand.kapo is not None:
        _check_kapo(found, hand.points.of(hand.kapo), hand.points.of(OTHER[hand.kapo]), total)
    elif hand.points == NO_POINTS and "points" not in unread and "kapo" not in unread:
        found.append(Problem("missing", "points"))
    _check_extras(found, hand, rules, is_kept=is_kept)
    return in_order(found) if found else _question(hand, rules)


def contract_problems(
    hand: Hand,
    rules: RuleSet,
    unread: Collection[str] = _NOTHING_UNREAD,
    *,
    is_kept: bool = False,
) -> tuple[Problem, ...]:
    """Every problem of a contract whose points are still to come; `is_kept` as in `problems`."""
    found = [Problem("unknown", field) for field in unread]
    if hand.passed_out or hand.has_result:
        found += [
            Problem("unknown", name)
            for name in ("passed_out", "points", "kapo")
            if getattr(hand, name) not in (False, None, NO_POINTS)
        ]
    _check_contract(found, hand, rules, unread)
    _check_extras(found, hand, rules, is_kept=is_kept)
    return in_order(found)


def impossible_pilottas(hand: Hand, rules: RuleSet) -> tuple[Problem, ...]:
    """The pilottas, made or failed, whose king or queen of trumps the other side declares.

    >>> from scorekeeper.rules.model import BySide
    >>> declared = BySide((Declaration("four", "K"),), ())
    >>> impossible_pilottas(Hand(declarations=declared, pilotta="B"), RuleSet())
    (Problem(code='pilotta_impossible', field='pilotta'),)
    """
    if hand.trump in ("none", "all") or hand.declarations is NO_DECLARATIONS:
        return ()
    holders = {"pilotta": hand.pilotta, "pilotta_failed": hand.pilotta_failed}
    return tuple(
        Problem("pilotta_impossible", field)
        for field, holder in holders.items()
        if holder and not _PILOTTA.isdisjoint(_trumps_of(OTHER[holder], hand, rules))
    )


def _trumps_of(side: Side, hand: Hand, rules: RuleSet) -> frozenset[Rank]:
    """The trumps that the side's declarations name."""
    told = _told_by(hand.declarations.of(side), rules.declaration_order)
    return told.fours | told.trumps


def _beside_passed_out(hand: Hand) -> tuple[Problem, ...]:
    if hand == _PASSED_OUT:
        return ()
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
    elif isinstance(bid, str):
        if not rules.kapo_bid:
            found.append(Problem("kapo_bid_not_played", "bid"))
    else:
        _check_bid(found, bid, rules)
    if hand.bidder is None and "bidder" not in unread:
        found.append(Problem("missing", "bidder"))
    if rules.trumps == "suits" and hand.trump in ("none", "all"):
        found.append(Problem("trump_not_played", "trump"))
    if hand.doubled > 1 and rules.doubling == "off":
        found.append(Problem("doubling_not_played", "doubled"))


def _check_bid(found: list[Problem], bid: int, rules: RuleSet) -> None:
    if not LOWEST_BID <= bid <= HIGHEST_BID:
        found.append(Problem("bid_range", "bid"))
    if bid % rules.bid_step:
        found.append(Problem("bid_step", "bid"))


def _check_points(found: list[Problem], hand: Hand, total: int) -> None:
    for points in hand.points:
        if points is None:
            continue
        if not 0 <= points <= total:
            found.append(Problem("points_range", "points"))
        # No set of cards of a suit hand is worth 1: the smallest are a jack (2) and the queen (3).
        if (points == 1 or points == 161) and hand.trump not in ("none", "all"):
            found.append(Problem("points_impossible", "points"))
    a, b = hand.points
    if a is not None and b is not None and a + b != total:
        found.append(Problem("points_sum", "points"))


def _check_kapo(
    found: list[Problem], swept: int | None, others: int | None, total: int | None
) -> None:
    off_total = swept is not None and total is not None and swept != total
    if off_total or others not in (None, 0):
        found.append(Problem("kapo_points", "points"))


def _check_extras(found: list[Problem], hand: Hand, rules: RuleSet, *, is_kept: bool) -> None:
    if hand.declarations is not NO_DECLARATIONS and _impossible(hand, rules):
        found.append(Problem("declarations_impossible", "declarations"))
    if hand.pilotta is not None or hand.pilotta_failed is not None:
        _check_pilotta(found, hand)
        if not is_kept:
            found += impossible_pilottas(hand, rules)


def _check_pilotta(found: list[Problem], hand: Hand) -> None:
    if hand.trump in ("none", "all"):
        if hand.pilotta is not None:
            found.append(Problem("pilotta_trump", "pilotta"))
        if hand.pilotta_failed is not None:
            found.append(Problem("pilotta_trump", "pilotta_failed"))
    if hand.pilotta is not None and hand.pilotta_failed is not None:
        found.append(Problem("pilotta_twice", "pilotta_failed"))


def _impossible(hand: Hand, rules: RuleSet) -> bool:
    """Do the named cards contradict each other? Only what the pack itself rules out."""
    declared = hand.declarations
    ours = _told_by(declared.A, rules.declaration_order)
    theirs = _told_by(declared.B, rules.declaration_order)
    return not (
        ours.possible
        and theirs.possible
        and ours.fours.isdisjoint(theirs.fours)
        and ours.fours.isdisjoint(theirs.in_runs)
        and theirs.fours.isdisjoint(ours.in_runs)
        and (ours.trumps.isdisjoint(theirs.trumps) or hand.trump in ("none", "all"))
    )


class _ClaimedCards(NamedTuple):
    """The cards that a side's declarations name."""

    possible: bool
    """Has the pack room for them: no four twice, no run longer than its top card allows."""
    fours: frozenset[Rank]
    in_runs: frozenset[Rank]
    trumps: frozenset[Rank]
    """The ranks in runs of the trump suit."""


# Tables declare the same few things again and again.
@lru_cache(maxsize=256)
def _told_by(declarations: tuple[Declaration, ...], order: str) -> _ClaimedCards:
    fours = [rank for d in declarations if (rank := _four_rank(d))]
    sequences = [(d, cards) for d in declarations if (cards := ranks_in_run(d, order))]
    return _ClaimedCards(
        len(fours) == len(set(fours))
        and all(len(cards) == strength(run).length for run, cards in sequences),
        frozenset(fours),
        frozenset(card for _, cards in sequences for card in cards),
        frozenset(card for run, cards in sequences if run.in_trumps for card in cards),
    )


def _four_rank(declaration: Declaration) -> Rank | None:
    ranks: dict[str, Rank] = {"nines": "9", "jacks": "J"}
    return declaration.top if declaration.kind == "four" else ranks.get(declaration.kind)


def _question(hand: Hand, rules: RuleSet) -> tuple[Problem, ...]:
    declared = hand.declarations
    if declared.A and declared.B:
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


class Outcome(NamedTuple):
    """A score or problems, never both."""

    score: HandScore | None
    problems: tuple[Problem, ...] = ()


def outcome(hand: Hand, rules: RuleSet) -> Outcome:
    """The hand's score, or every problem of it; a hand that is kept has one, too.

    >>> outcome(Hand(bidder="A", bid=90), RuleSet()).problems
    (Problem(code='missing', field='points'),)
    """
    found = problems(hand, rules, is_kept=True)
    return Outcome(None, found) if found else Outcome(score_hand(hand, rules))
