"""Scoring one hand. The explanation is the calculation: a list of lines, summed.

The rule numbers in the comments are those of "Scoring one hand" in `docs/rules.md`. Raw points are
divided by `rules.divisor` once, where a line is made; nothing is ever a fraction.
"""

from scorekeeper.rules.declarations import score_of_declarations
from scorekeeper.rules.model import (
    KAPO,
    KAPO_BID_POINTS,
    OTHER,
    PILOTTA,
    Hand,
    HandScore,
    Line,
    RuleSet,
    Side,
)

_PASSED_OUT = HandScore(None, 0, 0, ())


def score_hand(hand: Hand, rules: RuleSet) -> HandScore:
    """The score of a hand that has no problems (see `checks.problems`), in the rule set's unit.

    Lines come in the order of `model.RULES`, the bidder's first within a rule. Apart from `cards`
    no line is 0; a passed-out hand has none. A side's score may be below zero.
    """
    if hand.passed_out:
        return _PASSED_OUT
    declared = score_of_declarations(hand, rules)
    made = is_made(hand, rules, declared)
    if hand.doubled > 1 and rules.doubling == "stake":
        lines = _winner_takes_everything(hand, rules, made, declared)
    elif made:
        lines = _made(hand, rules, declared)
    else:
        lines = _failed(hand, rules, declared)
    if hand.trump in ("none", "all") or hand.doubled > 1 or hand.pilotta_failed:
        _add_rarities(lines, hand, rules, made)
    a = b = 0
    for side, points, _ in lines:
        if side == "A":
            a += points
        else:
            b += points
    return HandScore(made, a, b, tuple(lines))


def card_points(hand: Hand, side: Side, rules: RuleSet) -> int:
    """The raw card points of `side`, a kapo's bonus not included.

    :raises ValueError: nothing was told of the hand's points.
    """
    total = rules.total(hand.trump)
    if hand.kapo is not None:
        return total if hand.kapo == side else 0
    own = hand.points.of(side)
    if own is not None:
        return own
    others = hand.points.of(OTHER[side])
    if others is None:
        raise ValueError("a hand without points has no score")
    return total - others


def contract_points(hand: Hand, rules: RuleSet, declared: tuple[Side | None, int]) -> int:
    """The raw points that the bidder has towards the bid (rule 1)."""
    bidder = _bidder(hand)
    points = card_points(hand, bidder, rules)
    if hand.kapo == bidder:
        points += rules.kapo_bonus
    if rules.extras_count:
        if declared[0] == bidder:
            points += declared[1]
        if hand.pilotta == bidder:
            points += PILOTTA
    return points


def is_made(hand: Hand, rules: RuleSet, declared: tuple[Side | None, int]) -> bool:
    """Did the bidder reach the bid? On raw points, before any rounding (rule 1)."""
    bidder = _bidder(hand)
    if hand.bid == KAPO:
        return hand.kapo == bidder
    if hand.kapo == OTHER[bidder]:
        return False
    return contract_points(hand, rules, declared) >= _bid(hand)


def stake_of(hand: Hand, rules: RuleSet) -> int:
    """What the bid is worth, in the rule set's unit, before doubling; 0 where none is scored."""
    if not rules.stake:
        return 0
    points = KAPO_BID_POINTS if hand.bid == KAPO else _bid(hand)
    if rules.unit == "points":
        return points
    return points // 10 + (points % 10 >= 6)


def missing_point(hand: Hand, rules: RuleSet) -> tuple[Side | None, bool]:
    """Who gets the point that cutting the last digits lost: (side, equal last digits).

    (None, False) where no point is missing; (None, True) where the rules ask the table.
    """
    bidder = _bidder(hand)
    if rules.unit == "points" or hand.kapo is not None:
        return None, False
    ours = card_points(hand, bidder, rules)
    theirs = card_points(hand, OTHER[bidder], rules)
    total = rules.total(hand.trump)
    if ours // 10 + theirs // 10 != total // 10 - 1:
        return None, False
    if ours % 10 != theirs % 10:
        return (bidder if ours % 10 > theirs % 10 else OTHER[bidder]), False
    if rules.six_six == "ask":
        return hand.tie_point, True
    more = rules.six_six == "bidder" or ours >= theirs
    return (bidder if more else OTHER[bidder]), True


def _bidder(hand: Hand) -> Side:
    assert hand.bidder is not None
    return hand.bidder


def _bid(hand: Hand) -> int:
    assert isinstance(hand.bid, int)
    return hand.bid


def _made(hand: Hand, rules: RuleSet, declared: tuple[Side | None, int]) -> list[Line]:
    """Rule 3: each side its cards and extras, the stake by `stake_to`."""
    bidder = _bidder(hand)
    defence = OTHER[bidder]
    ours, theirs = card_points(hand, bidder, rules), card_points(hand, defence, rules)
    unit = rules.divisor
    if hand.kapo is None:
        lines = [Line(bidder, ours // unit, "cards"), Line(defence, theirs // unit, "cards")]
        point_to, _ = missing_point(hand, rules)
        if point_to is not None:
            lines.append(Line(point_to, 1, "missing_point"))
    else:
        lines = _kapo_made(bidder, rules, hand)
    stake = stake_of(hand, rules)
    if stake:
        to_bidder = rules.stake_to == "contract" or ours >= theirs
        lines.append(Line(bidder if to_bidder else defence, stake, "stake"))
    side, points = declared
    if side is not None:
        lines.append(Line(side, points // unit, "declarations"))
    if hand.pilotta is not None:
        lines.append(Line(hand.pilotta, PILOTTA // unit, "pilotta"))
    return lines


def _kapo_made(bidder: Side, rules: RuleSet, hand: Hand) -> list[Line]:
    none = Line(OTHER[bidder], 0, "cards")
    swept = _pack_to(bidder, hand, rules, with_bonus=True)
    if swept.rule == "kapo":
        return [none, swept]
    return [Line(bidder, swept.points, "cards"), none]


def _pack_to(side: Side, hand: Hand, rules: RuleSet, *, with_bonus: bool) -> Line:
    """The whole pack to one side; a `kapo` line where it swept and its bonus counts."""
    total = rules.total(hand.trump)
    if hand.kapo == side and with_bonus and rules.kapo_bonus:
        return Line(side, (total + rules.kapo_bonus) // rules.divisor, "kapo")
    return Line(side, total // rules.divisor, "all_cards")


def _failed(hand: Hand, rules: RuleSet, declared: tuple[Side | None, int]) -> list[Line]:
    """Rule 4: the bidder 0, the defence everything but what the switches leave the bidder."""
    bidder = _bidder(hand)
    defence = OTHER[bidder]
    lines = [_pack_to(defence, hand, rules, with_bonus=True)]
    stake = stake_of(hand, rules)
    if stake:
        lines.append(Line(defence, stake, "stake"))
    lost = hand.kapo == defence and rules.reversed_extras == "nobody"
    side, points = declared
    if side == bidder:
        by_switch: dict[str, Side] = {"defence": defence, "bidder": bidder}
        side = None if lost else by_switch.get(rules.failed_declarations)
    if side is not None:
        lines.append(Line(side, points // rules.divisor, "declarations"))
    holder = hand.pilotta
    if holder == bidder:
        holder = None if lost else (bidder if rules.failed_pilotta == "holder" else defence)
    if holder is not None:
        lines.append(Line(holder, PILOTTA // rules.divisor, "pilotta"))
    return lines


def _winner_takes_everything(
    hand: Hand, rules: RuleSet, made: bool, declared: tuple[Side | None, int]
) -> list[Line]:
    """Rule 5: everything to the winner of the contract, whoever held it; the stake × 2 or 4."""
    winner = _bidder(hand) if made else OTHER[_bidder(hand)]
    lines = [_pack_to(winner, hand, rules, with_bonus=rules.kapo_when_doubled == "full")]
    stake = stake_of(hand, rules)
    if stake:
        lines.append(Line(winner, stake * hand.doubled, "stake"))
    if declared[0] is not None:
        lines.append(Line(winner, declared[1] // rules.divisor, "declarations"))
    if hand.pilotta is not None:
        lines.append(Line(winner, PILOTTA // rules.divisor, "pilotta"))
    return lines


def _add_rarities(lines: list[Line], hand: Hand, rules: RuleSet, made: bool) -> None:
    """Rules 6 and 7: the no-trump bonus, both scores multiplied, the failed pilotta."""
    bidder = _bidder(hand)
    unit = rules.divisor
    if hand.trump in ("none", "all") and rules.none_all_bonus:
        winner = bidder if made else OTHER[bidder]
        lines.append(Line(winner, rules.none_all_bonus // unit, "none_all_bonus"))
    if hand.doubled > 1 and rules.doubling == "all":
        for side in (bidder, OTHER[bidder]):
            score = sum(line.points for line in lines if line.side == side)
            if score:
                lines.append(Line(side, score * (hand.doubled - 1), "doubled"))
    if hand.pilotta_failed and rules.pilotta_failed_penalty:
        penalty = rules.pilotta_failed_penalty // unit
        lines.append(Line(hand.pilotta_failed, -penalty, "pilotta_failed"))
