"""Every way in which a hand's card points can have come to a score: bids, declarations, pilotta.

A sheet from paper has a hand's points and its score, but neither bidder nor extras. A reading
guesses all but the height of the bid, which changes only the stake. So a few hundred readings stand
for thousands of hands. `score_hand` scores them, so that the rules stand once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from scorekeeper.rules.model import (
    HIGHEST_BID,
    KAPO,
    LOWEST_BID,
    NO_DECLARATIONS,
    NO_POINTS,
    SIDES,
    Bid,
    BySide,
    Declaration,
    DeclarationKind,
    Hand,
    Rule,
    RuleSet,
    Side,
)
from scorekeeper.rules.scoring import contract_points, missing_point, score_hand, stake_of
from scorekeeper.tournament.sheets.sheet_slips import WrittenHand

_OF_PLAYER: Final[tuple[tuple[DeclarationKind, ...], ...]] = (
    *((), ("run3",), ("run3", "run3"), ("run4",), ("run4", "run3"), ("four",), ("four", "run3")),
    *(("four", "run4"), ("nines",), ("nines", "run3"), ("jacks",), ("jacks", "run3")),
    *(("jacks", "run4"), ("jacks", "four"), ("jacks", "nines")),
)
"""The declarations that eight cards can hold, one set for each sum."""
_HOW_OFTEN: Final = {
    **{0: 1.0, 20: 0.4, 40: 0.08, 50: 0.1, 60: 0.005, 70: 0.03, 80: 1e-4, 90: 0.002, 100: 0.05},
    **{110: 1e-4, 120: 0.012, 140: 6e-4, 150: 0.01, 160: 2e-5, 170: 0.002, 190: 5e-5, 200: 0.01},
    **{220: 0.002, 240: 1e-4, 250: 3e-4, 300: 2e-4, 350: 2e-5},
}
"""How often one side scores such a sum, against none: 60,000 hands, dealt and declared."""
_RARE: Final = 1e-13
"""The frequency of a sum that no dealt hand scored, such as 720, which no 16 cards give."""
_PILOTTA: Final = 0.15
_PILOTTA_FAILED: Final = 0.005
_KAPO_BID: Final = 0.003
_FALL: Final = 0.75
"""Each bid is met so much more rarely than the one 10 below it."""
_FAILED: Final = 0.6

Stakes = Mapping[int, float]
"""The points that a stake can add to a score, with their frequency."""


class Reading(NamedTuple):
    """One way in which the hand can have been, the height of the bid left open."""

    base: BySide[int]
    """The score without its stake."""
    stake_to: Side | None
    stakes: Stakes
    """Only 0 where no stake is scored."""
    parts: tuple[tuple[Rule, BySide[int]], ...]
    """The shares of declarations, pilotta and missing point in the score, in the score's unit."""
    weight: float

    def score(self, stake: int) -> BySide[int]:
        """The score with this stake."""
        a, b = self.base
        return BySide(a, b + stake) if self.stake_to == "B" else BySide(a + stake, b)

    def stake_for(self, score: BySide[int]) -> int | None:
        """Return the stake that leads to this score, or None."""
        stake = sum(score) - sum(self.base)
        return stake if stake in self.stakes and self.score(stake) == score else None


def weight_of(hand: WrittenHand, score: BySide[int], rules: RuleSet) -> float:
    """Return the frequency of the most usual way from these points to this score; 0: no way.

    >>> weight_of(WrittenHand(BySide(97, 65)), BySide(10, 6), RuleSet())
    0
    """
    return max(
        (
            reading.weight * reading.stakes[stake]
            for reading in readings_of(hand, rules)
            if (stake := reading.stake_for(score)) is not None
        ),
        default=0,
    )


@lru_cache(maxsize=4096)
def is_possible(hand: WrittenHand, score: BySide[int], rules: RuleSet) -> bool:
    """Does any bid, declaration and pilotta give this score from these points?

    >>> is_possible(WrittenHand(BySide(97, 65)), BySide(10, 6), RuleSet())
    False
    """
    return any(reading.stake_for(score) is not None for reading in _readings(hand, rules))


# All readings of a sheet's rows are made only where a row or the total is wrong.
@lru_cache(maxsize=32)
def readings_of(hand: WrittenHand, rules: RuleSet) -> tuple[Reading, ...]:
    """Every way in which these points can have been scored, the usual ones first."""
    return tuple(_readings(hand, rules))


def _readings(hand: WrittenHand, rules: RuleSet) -> Iterator[Reading]:
    points: BySide[int | None] = NO_POINTS if hand.kapo else BySide(*hand.points)
    bare = Hand(bidder="A", points=points, kapo=hand.kapo)
    asks_table = rules.six_six == "ask" and missing_point(bare, rules) == (None, True)
    ties: tuple[Side | None, ...] = SIDES if asks_table else (None,)
    # The plain ones first: the wanted reading is mostly among the first few.
    everything = product(_declared(), _pilottas(hand, rules), SIDES, ties)
    for (declared, to, declared_points, often), (pilotta, failed, usual), bidder, tie in everything:
        guess = Hand(
            bidder=bidder,
            bid=LOWEST_BID,
            trump=hand.trump,
            doubled=hand.doubled,
            points=points,
            kapo=hand.kapo,
            declarations=declared,
            declarations_to=to,
            pilotta=pilotta,
            pilotta_failed=failed,
            tie_point=tie,
        )
        reach = contract_points(guess, rules, (to, declared_points))
        for low, stakes in _bids(hand, bidder, reach, rules):
            bid_so = guess if low == guess.bid else replace(guess, bid=low)
            yield _reading(bid_so, stakes, often * usual, rules)


def _reading(hand: Hand, stakes: Stakes, weight: float, rules: RuleSet) -> Reading:
    score = score_hand(hand, rules)
    times = hand.doubled if rules.doubling == "all" else 1
    base = [score.A, score.B]
    stake_to: Side | None = None
    parts = []
    for side, points, rule in score.lines:
        if rule == "stake":
            stake_to = side
            base[side == "B"] -= points * times
        elif rule in ("declarations", "pilotta", "missing_point"):
            stake = points * times
            parts.append((rule, BySide(stake, 0) if side == "A" else BySide(0, stake)))
    if stake_to is None:
        stakes = {0: max(stakes.values())}
    usual = weight * (1 if score.made else _FAILED)
    return Reading(BySide(*base), stake_to, stakes, tuple(parts), usual)


def _bids(
    hand: WrittenHand, bidder: Side, reach: int, rules: RuleSet
) -> Iterator[tuple[Bid, Stakes]]:
    """Yield bids that differ only in the stake: one of them, with the stakes of all."""
    times = 1 if rules.doubling == "off" else hand.doubled
    if hand.bid is not None:
        yield hand.bid, {stake_of(Hand(bid=hand.bid), rules) * times: 1.0}
        return
    swept = hand.kapo == bidder
    # A bidder that took no trick has failed whatever it declared.
    made_to = min(reach, HIGHEST_BID) if swept or not hand.kapo else 0
    stakes = _stakes(LOWEST_BID, made_to, times, rules, with_kapo=swept)
    failed = _stakes(max(made_to + 1, LOWEST_BID), HIGHEST_BID, times, rules, with_kapo=not swept)
    if stakes:
        yield LOWEST_BID, stakes
    if failed:
        yield (KAPO if rules.kapo_bid and not swept else HIGHEST_BID), failed


# Bids by the point are 321; callers need the same ranges of bids again and again.
@lru_cache(maxsize=2048)
def _stakes(low: int, high: int, times: int, rules: RuleSet, *, with_kapo: bool) -> Stakes:
    found: dict[int, float] = {}
    for bid in range(LOWEST_BID, high + 1, rules.bid_step):
        if bid >= low:
            stake = stake_of(Hand(bid=bid), rules) * times
            found.setdefault(stake, _FALL ** ((bid - LOWEST_BID) / 10))
    if with_kapo and rules.kapo_bid:
        found.setdefault(stake_of(Hand(bid=KAPO), rules) * times, _KAPO_BID)
    return found


@cache
def _declared() -> tuple[tuple[BySide[tuple[Declaration, ...]], Side | None, int, float], ...]:
    """Return sets of declarations of the side that scores them, one for each sum, usual first."""
    sets: dict[int, tuple[Declaration, ...]] = {}
    for ours, partners in combinations_with_replacement(_OF_PLAYER, 2):
        both = tuple(map(Declaration, (*ours, *partners)))
        sets.setdefault(sum(one.value for one in both), both)
    found: list[tuple[BySide[tuple[Declaration, ...]], Side | None, int, float]] = []
    for points in sorted(sets, key=lambda points: -_HOW_OFTEN.get(points, _RARE)):
        often = _HOW_OFTEN.get(points, _RARE)
        if points:
            found.append((BySide(sets[points], ()), "A", points, often))
            found.append((BySide((), sets[points]), "B", points, often))
        else:
            found.append((NO_DECLARATIONS, None, 0, often))
    return tuple(found)


def _pilottas(hand: WrittenHand, rules: RuleSet) -> list[tuple[Side | None, Side | None, float]]:
    """Return the possible pilottas: the side that scores one, the side that failed one, the
    frequency.
    """
    found: list[tuple[Side | None, Side | None, float]] = [(None, None, 1.0)]
    if hand.trump not in ("none", "all"):
        found += [(side, None, _PILOTTA) for side in SIDES]
        if rules.pilotta_failed_penalty:
            found += [(None, side, _PILOTTA_FAILED) for side in SIDES]
    return found
