"""Every split of the card points × every bid × doubling × kapo × preset, once each.

The engine against the naive reading of docs/rules.md: score, made, lines and problems.
"""

from itertools import islice, product

import pytest

from scorekeeper.rules.codec import answer
from tests.examples import ALL_EXAMPLES
from tests.rules import naive_problems
from tests.rules.naive import PRESETS

SPLITS = range(163)
STEPS = {"cafe": 1, "palaristi": 7}
"""How far from one hand to the next; 3 for other presets. The 167 of a contract are a multiple of
no step: so each contract, split and kapo is asked. `make faults` tries all hands."""


def bids_of(preset):
    numbers = list(range(80, 401, PRESETS[preset]["bid_step"]))
    return [*numbers, "kapo"] if PRESETS[preset]["kapo_bid"] else numbers


def contracts(preset):
    for bid in bids_of(preset):
        for doubled in (1, 2, 4):
            yield {"bidder": "A", "bid": bid, "doubled": doubled}


def hands(preset):
    """A hand with a kapo has only one split; with any other it must be refused."""
    for contract in contracts(preset):
        for points in SPLITS:
            yield {**contract, "points": {"A": points}}
        for kapo in ("A", "B"):
            yield {**contract, "kapo": kapo}
            yield {**contract, "kapo": kapo, "points": {"A": 162 if kapo == "A" else 0}}
    for doubled in (1, 2, 4):
        for points in SPLITS:
            for kapo in ("A", "B"):
                told = {"bid": 80, "doubled": doubled, "points": {"A": points, "B": 162 - points}}
                yield {"bidder": "A", "kapo": kapo, **told}


def asked_and_answered(preset, hand):
    """The hand, and where the missing point is asked for, the hand with either answer to it."""
    yield hand
    equal_digits = "kapo" not in hand and hand["points"]["A"] % 10 == 6
    if equal_digits and PRESETS[preset]["six_six"] == "ask":
        yield {**hand, "tie_point": "A"}
        yield {**hand, "tie_point": "B"}


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand(preset):
    enumerated = 0
    step = 1 if ALL_EXAMPLES else STEPS.get(preset, 3)
    for hand in islice(hands(preset), 0, None, step):
        for told in asked_and_answered(preset, hand):
            request = {"rules": preset, "hand": told}
            given, naive = answer(request), naive_problems.answer(request)
            assert given == naive, f"{preset}: {told}"
        enumerated += 1
    every = len(bids_of(preset)) * 3 * (163 + 4) + 3 * 163 * 2
    assert enumerated == -(-every // step)


@pytest.mark.parametrize("preset", ["cardrules", "simple"])
@pytest.mark.parametrize("trump", ["none", "all"])
def test_every_hand_without_a_trump_suit(preset, trump):
    every = product(contracts(preset), range(-1, PRESETS[preset][f"{trump}_total"] + 2))
    # Each split of the odd number that there are comes up with every fourth contract.
    for contract, points in islice(every, 0, None, 1 if ALL_EXAMPLES else 4):
        hand = {**contract, "trump": trump, "points": {"B": points}}
        request = {"rules": preset, "hand": hand}
        assert answer(request) == naive_problems.answer(request), f"{preset}: {hand}"
