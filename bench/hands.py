"""Hands as an evening brings them: most plain, a third with extras, some failed, few rarities."""

import random
from typing import Any, Final, NamedTuple

from bench.integers import KAPO_BID

_BETTER: Final = {"run3": "run4", "run4": "four", "four": "nines"}
_VALUES: Final = {"run3": 20, "run4": 50, "four": 100, "nines": 150}
_OTHER: Final = {"A": "B", "B": "A"}


class Dealt(NamedTuple):
    """One hand, twice: as the match file's JSON, and as the arguments of `cafe_score`."""

    data: dict[str, Any]
    integers: tuple[bool, int, int, int, int, int, int]


def evening(count: int, seed: int = 7) -> list[Dealt]:
    """So many hands, the same ones for the same seed.

    About 2 % passed out, 3 % kapo, 6 % doubled, 17 % with a pilotta. 17 % have declarations, a
    third of them on both sides; a quarter failed; card points told for one side or for both.
    """
    chance = random.Random(seed)
    return [_deal(chance) for _ in range(count)]


def _deal(chance: random.Random) -> Dealt:
    if chance.random() < 0.02:
        return Dealt({"passed_out": True}, (False, 0, 0, 0, 1, 0, 0))
    bidder = chance.choice("AB")
    bid = chance.choice([80, 80, 80, 90, 90, 90, 100, 100, 110, 120, 130])
    data: dict[str, Any] = {
        "bidder": bidder,
        "bid": bid,
        "trump": chance.choice(["hearts", "diamonds", "clubs", "spades"]),
    }
    points, swept = _play(chance, data)
    if chance.random() < 0.06:
        data["doubled"] = chance.choice([2, 2, 2, 4])
    extras = {"A": 0, "B": 0}
    if chance.random() < 0.17:
        data["pilotta"] = chance.choice([bidder, bidder, _OTHER[bidder]])
        extras[data["pilotta"]] += 20
    if chance.random() < 0.17:
        _declare(chance, data, extras)
    told_bid = KAPO_BID if data["bid"] == "kapo" else bid
    doubled, others = data.get("doubled", 1), extras[_OTHER[bidder]]
    return Dealt(data, (bidder == "A", told_bid, points, swept, doubled, extras[bidder], others))


def _play(chance: random.Random, data: dict[str, Any]) -> tuple[int, int]:
    bidder, bid = data["bidder"], data["bid"]
    if chance.random() < 0.03:
        data["kapo"] = chance.choice([bidder, bidder, bidder, _OTHER[bidder]])
        if chance.random() < 0.1:
            data["bid"] = "kapo"
        return (162, 1) if data["kapo"] == bidder else (0, -1)
    points = min(150, max(30, int(chance.gauss(bid + 8, 18))))
    told = {bidder: points, _OTHER[bidder]: 162 - points}
    side = chance.choice([bidder, bidder, bidder, _OTHER[bidder], "both"])
    data["points"] = told if side == "both" else {side: told[side]}
    return points, 0


def _declare(chance: random.Random, data: dict[str, Any], extras: dict[str, int]) -> None:
    kind = chance.choice(["run3", "run3", "run3", "run4", "four"])
    side = chance.choice("AB")
    data["declarations"] = {side: [kind]}
    if chance.random() < 0.3:  # both sides: the better one scores
        data["declarations"][_OTHER[side]] = [kind]
        kind = _BETTER[kind]
        data["declarations"][side] = [kind]
    extras[side] += _VALUES[kind]
