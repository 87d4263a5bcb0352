"""Every edge of the rules is in the evening, each found by its property."""

from dataclasses import replace

import pytest

from scorekeeper.rules.declarations import compare, score_of_declarations
from scorekeeper.rules.model import OTHER
from scorekeeper.rules.scoring import contract_points, missing_point


def towards(row):
    return contract_points(row.scored, row.rules, score_of_declarations(row.scored, row.rules))


def lines(row, rule):
    return {line.side: line.points for line in row.score.lines if line.rule == rule}


def takes(row, switch, value, holder):
    """Failed, and what the bidder declared goes where the switch says."""
    declared = row.scored.declarations.of(row.scored.bidder)
    failed = not row.score.made and row.scored.doubled == 1 and declared
    went_to = list(lines(row, "declarations"))
    return (
        failed
        and getattr(row.rules, switch) == value
        and went_to == ([] if holder is None else [holder])
    )


EDGES = {
    "89 on a bid of 90": lambda r, h: h.bid == 90 and towards(r) == 89 and not r.score.made,
    "101–61": lambda r, h: {101, 61} == {*h.points} and r.score.made and not missing(r)[0],
    "the missing point by digit": lambda r, h: missing(r)[0] and not missing(r)[1],
    "76–86 by more points": lambda r, h: tie(r, "more_points") and missing(r)[0] != h.bidder,
    "36–126 by more points": lambda r, h: tie(r, "more_points") and missing(r)[0] == h.bidder,
    "76–86 by the bidder": lambda r, h: tie(r, "bidder") and towards(r) == 96,
    "76–86 by the table": lambda r, h: tie(r, "ask") and h.tie_point is not None,
    "65–65 of 130": lambda r, h: tie(r, "more_points") and h.points == (65, 65),
    "declarations of a failed bid to the defence": lambda r, h: takes(
        r, "failed_declarations", "defence", OTHER[h.bidder]
    ),
    "declarations of a failed bid to the bidder": lambda r, h: takes(
        r, "failed_declarations", "bidder", h.bidder
    ),
    "declarations of a failed bid lost": lambda r, h: takes(
        r, "failed_declarations", "nobody", None
    ),
    "pilotta of a failed bid to the defence": lambda r, h: (
        not r.score.made and h.pilotta == h.bidder and OTHER[h.bidder] in lines(r, "pilotta")
    ),
    "pilotta of a failed bid to its holder": lambda r, h: (
        not r.score.made and h.pilotta == h.bidder and h.bidder in lines(r, "pilotta")
    ),
    "kapo": lambda r, h: h.kapo == h.bidder and h.bid != "kapo" and h.doubled == 1,
    "kapo bid and made": lambda r, h: h.bid == "kapo" and r.score.made,
    "kapo bid and failed": lambda r, h: h.bid == "kapo" and not r.score.made,
    "kapo bid in points": lambda r, h: h.bid == "kapo" and 250 in lines(r, "stake").values(),
    "kapo by the defence": lambda r, h: h.kapo == OTHER[h.bidder] and any(h.declarations),
    "kapo by the defence, extras lost": lambda r, h: (
        h.kapo == OTHER[h.bidder] and h.pilotta and not lines(r, "pilotta")
    ),
    "162–0 without kapo": lambda r, h: h.kapo is None and 162 in h.points and 0 in h.points,
    "doubled kapo, full": lambda r, h: h.doubled == 2 and lines(r, "kapo"),
    "doubled kapo, plain": lambda r, h: h.doubled == 2 and h.kapo and not lines(r, "kapo"),
    "doubled, the others' extras to the winner": lambda r, h: (
        h.doubled == 4
        and h.declarations.of(OTHER[h.bidder])
        and h.bidder in lines(r, "declarations")
    ),
    "doubled, the bonus once": lambda r, h: (
        r.rules.doubling == "stake" and h.doubled == 2 and 5 in lines(r, "none_all_bonus").values()
    ),
    "doubled, the bonus too": lambda r, h: lines(r, "doubled") and lines(r, "none_all_bonus"),
    "a failed pilotta that costs nothing": lambda r, h: (
        h.pilotta_failed and not lines(r, "pilotta_failed")
    ),
    "below zero": lambda r, h: min(r.score.A, r.score.B) < 0,
    "a bid of 86": lambda r, h: h.bid == 86 and 9 in lines(r, "stake").values(),
    "a bid of 85": lambda r, h: h.bid == 85 and 8 in lines(r, "stake").values(),
    "the stake to the defence": lambda r, h: r.score.made and OTHER[h.bidder] in lines(r, "stake"),
    "81–81, the stake to the bidder": lambda r, h: (
        r.rules.stake_to == "more_points" and r.score.made and h.points == (81, 81)
    ),
    "the table's ruling, nobody": lambda r, h: h.declarations_to == "nobody",
    "the table's ruling, the lower": lambda r, h: (
        h.declarations_to
        and compare(replace(h, declarations_to=None), r.rules).side not in (None, h.declarations_to)
    ),
}


def missing(row):
    return missing_point(row.scored, row.rules) if row.score.made else (None, False)


def tie(row, six_six):
    side, is_equal = missing(row)
    return row.rules.six_six == six_six and is_equal and side and lines(row, "missing_point")


@pytest.mark.parametrize("edge", EDGES)
def test_it_has_the_edge(evening, edge):
    assert any(EDGES[edge](row, row.scored) for row in evening.played)


@pytest.mark.parametrize("total", [("none", 162), ("none", 130), ("all", 258), ("all", 162)])
def test_it_has_every_total_without_a_trump_suit(evening, total):
    assert total in {(r.scored.trump, r.rules.total(r.scored.trump)) for r in evening.played}
