"""Sheets as tables write them, of real scores, with a slip in them or none."""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from scorekeeper.rules.model import (
    NO_DECLARATIONS,
    OTHER,
    SIDES,
    BySide,
    Declaration,
    Hand,
    HandScore,
    RuleSet,
    Side,
)
from scorekeeper.rules.scoring import score_hand
from scorekeeper.tournament.sheets.sheet_check import written_points
from scorekeeper.tournament.sheets.sheet_slips import SheetHand, WrittenHand

KINDS = ("run3", "run4", "run5", "four", "nines", "jacks")


class PlayedHand(NamedTuple):
    """A hand that was played, what it scored, and how the paper should have both."""

    hand: Hand
    score: HandScore
    paper: SheetHand


def played_hand(chance: Random, rules: RuleSet) -> PlayedHand:
    """A hand of any kind, as often as a table meets it."""
    bidder: Side = chance.choice(SIDES)
    bid = min(80 + rules.bid_step * int(chance.expovariate(rules.bid_step / 15)), 400)
    trump = None
    if rules.trumps == "with_none_all":
        trump = chance.choices([None, "none", "all"], [8, 1, 1])[0]
    total = rules.total(trump)
    own = max(0, min(total, round(chance.gauss(bid + 8, 22))))
    if own in (1, total - 1):
        own = total // 2
    declared_by = chance.choice(SIDES)
    kinds = chance.choices([(), ("run3",), ("run3", "run3"), ("run4",), None], [50, 30, 5, 8, 7])[0]
    kinds = (chance.choice(KINDS),) if kinds is None else kinds
    declared = tuple(map(Declaration, kinds))
    pilotta = None if trump else chance.choices([None, *SIDES], [8, 1, 1])[0]
    hand = Hand(
        bidder=bidder,
        bid=bid,
        trump=trump,
        doubled=1 if rules.doubling == "off" else chance.choices([1, 2, 4], [92, 7, 1])[0],
        points=BySide(own, total - own) if bidder == "A" else BySide(total - own, own),
        declarations=BySide(declared, ()) if declared_by == "A" else BySide((), declared),
        declarations_to=declared_by if declared else None,
        pilotta=pilotta,
        tie_point=chance.choice(SIDES),
    )
    if chance.random() < 0.03:
        hand = _swept(hand, chance.choice(SIDES))
    if not declared:
        hand = _with(hand, declarations=NO_DECLARATIONS)
    score = score_hand(hand, rules)
    points = BySide(*(written_points(hand, side, rules) for side in SIDES))
    paper = WrittenHand(points, hand.kapo, trump, hand.doubled)
    return PlayedHand(hand, score, SheetHand(paper, BySide(score.A, score.B)))


def sheet(chance: Random, rules: RuleSet) -> list[PlayedHand]:
    """Seven to fourteen hands."""
    return [played_hand(chance, rules) for _ in range(chance.randint(7, 14))]


Slipped = Callable[[PlayedHand], SheetHand | None]
"""Makes a slip of a hand; None where the hand has no room for it."""


def stake_left_out(played: PlayedHand) -> SheetHand | None:
    """The stake forgotten."""
    return _without(played, "stake")


def declarations_left_out(played: PlayedHand) -> SheetHand | None:
    """The declarations forgotten."""
    return _without(played, "declarations")


def pilotta_left_out(played: PlayedHand) -> SheetHand | None:
    """The pilotta forgotten."""
    return _without(played, "pilotta")


def missing_point_left_out(played: PlayedHand) -> SheetHand | None:
    """The missing point forgotten."""
    return _without(played, "missing_point")


def missing_point_wrong_side(played: PlayedHand) -> SheetHand | None:
    """The missing point to the other side."""
    for line in played.score.lines:
        if line.rule == "missing_point":
            return _scored(played, {line.side: -1, OTHER[line.side]: 1})
    return None


def score_swapped(played: PlayedHand) -> SheetHand | None:
    """The two scores in each other's column."""
    a, b = played.paper.score
    return None if a == b else played.paper._replace(score=BySide(b, a))


def sides_swapped(played: PlayedHand) -> SheetHand | None:
    """The card points in each other's column."""
    written, score = played.paper
    a, b = written.points
    if a == b or written.kapo:
        return None
    return SheetHand(written._replace(points=BySide(b, a)), score)


def score_digits_swapped(played: PlayedHand) -> SheetHand | None:
    """Two digits of a score changed places."""
    return _rewritten(played, lambda text: text[::-1])


def off_by_one(played: PlayedHand) -> SheetHand | None:
    """One too many."""
    return _scored(played, {"A": 1})


def slipped_sheets(
    seed: int, rules: RuleSet, slip: Slipped, count: int
) -> Iterator[tuple[list[SheetHand], int, BySide[int]]]:
    """So many sheets with one slip: the hands, the number of the wrong one, and the right total."""
    chance = Random(seed)
    while count:
        played = sheet(chance, rules)
        at = chance.randrange(len(played))
        slipped = slip(played[at])
        if slipped is None:
            continue
        count -= 1
        hands = [one.paper for one in played]
        totals = BySide(*(sum(hand.score.of(side) for hand in hands) for side in SIDES))
        yield [*hands[:at], slipped, *hands[at + 1 :]], at + 1, totals


def wrong_totals(
    seed: int, rules: RuleSet, count: int
) -> Iterator[tuple[list[SheetHand], BySide[int]]]:
    """So many sheets with every hand right: the hands, and totals of which one is wrong."""
    chance = Random(seed)
    while count:
        hands = [one.paper for one in sheet(chance, rules)]
        totals = BySide(*(sum(hand.score.of(side) for hand in hands) for side in SIDES))
        side = chance.choice(SIDES)
        written = _written_wrongly(chance, totals.of(side))
        if written != totals.of(side):
            count -= 1
            yield hands, totals._replace(**{side: written})


def _written_wrongly(chance: Random, total: int) -> int:
    """The total with one or ten too many or too few, two digits swapped, or another digit."""
    text = str(total)
    at = chance.randrange(len(text))
    match chance.randrange(5):
        case 0:
            return total + chance.choice([-1, 1])
        case 1 | 2:
            return total + chance.choice([-10, 10])
        case 3:
            return int(text[:at] + text[at : at + 2][::-1] + text[at + 2 :])
        case _:
            return int(text[:at] + str(chance.randrange(10)) + text[at + 1 :])


def _swept(hand: Hand, side: Side) -> Hand:
    return _with(hand, points=BySide(None, None), kapo=side)


def _with(hand: Hand, **changes: object) -> Hand:
    fields = {name: getattr(hand, name) for name in hand.__dataclass_fields__}
    return Hand(**(fields | changes))


def _without(played: PlayedHand, rule: str) -> SheetHand | None:
    lines = [line for line in played.score.lines if line.rule == rule]
    if not lines or any(line.rule == "doubled" for line in played.score.lines):
        return None
    return _scored(played, {line.side: -line.points for line in lines})


def _scored(played: PlayedHand, more: dict[Side, int]) -> SheetHand:
    score = played.paper.score
    return played.paper._replace(
        score=BySide(*(score.of(side) + more.get(side, 0) for side in SIDES))
    )


def _rewritten(played: PlayedHand, write: Callable[[str], str]) -> SheetHand | None:
    written = BySide(*(int(write(str(max(score, 0)))) for score in played.paper.score))
    side = next((side for side in SIDES if written.of(side) != played.paper.score.of(side)), None)
    if side is None:
        return None
    return played.paper._replace(score=played.paper.score._replace(**{side: written.of(side)}))
