"""How many hands a match takes: played with random hands, hundreds of thousands of them.

`python -m tests.printing.match_lengths` prints the table of `printing/tables.py`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from bench.hands import evening
from scorekeeper.rules.codec import read_hand
from scorekeeper.rules.model import TARGETS, Hand, RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import score_hand
from tests.sheets.paper_sheets import played_hand

HANDS = 100_000
"""That are played for each target by each set of rules."""


def lengths(rules: RuleSet, count: int = HANDS, seed: int = 1) -> list[int]:
    """Return the number of hands of each match by these rules, the shortest first."""
    return _lengths_of(_random_scores(rules, count, seed), rules.target)


def cafe_lengths(target: int, count: int = HANDS, seed: int = 7) -> list[int]:
    """Matches of an evening in the café, with hands that are passed out."""
    rules = PRESETS["cafe"]
    scores = (score_hand(_read(dealt.data), rules) for dealt in evening(count, seed))
    return _lengths_of(((score.A, score.B) for score in scores), target)


def enough_for(found: list[int], share: float = 0.99) -> int:
    """The fewest hands that are enough for this share of the matches."""
    return found[min(int(share * len(found)), len(found) - 1)]


def _random_scores(rules: RuleSet, count: int, seed: int) -> Iterator[tuple[int, int]]:
    chance = Random(seed)
    for _ in range(count):
        score = played_hand(chance, rules).score
        yield score.A, score.B


def _lengths_of(scores: Iterable[tuple[int, int]], target: int) -> list[int]:
    found, a, b, hands = [], 0, 0, 0
    for ours, theirs in scores:
        a, b, hands = a + ours, b + theirs, hands + 1
        if max(a, b) >= target and a != b:
            found.append(hands)
            a = b = hands = 0
    return sorted(found)


def _read(data: dict[str, Any]) -> Hand:
    hand, wrong = read_hand(data, PRESETS["cafe"])
    assert not wrong
    return hand


def main() -> None:
    """Print the most that any rules of a unit need, and what each of them needs."""
    for unit in ("tenths", "points"):
        presets = [rules for rules in PRESETS.values() if rules.unit == unit]
        for target in (21, *TARGETS, 501, 701, 1001):
            needs = {
                rules.preset: enough_for(lengths(replace(rules, target=target)))
                for rules in presets
            }
            if unit == "tenths":
                needs["evening"] = enough_for(cafe_lengths(target))
            print(unit, target, max(needs.values()), needs, flush=True)


if __name__ == "__main__":
    main()
