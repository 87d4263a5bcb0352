"""A side stops the match in the middle of a hand and claims that it has the target."""

import pytest

from scorekeeper.rules.match import Claim
from scorekeeper.rules.model import Problem
from tests.services.test_record import refusal
from tests.table import FAILED, MADE, SWEPT, Table


def claim(table, side, points):
    table.do("claimed", side=side, points=points)
    standing = table.stored().ledger.standing
    return standing.winner, standing.end


def test_it_is_won_by_a_side_that_has_reached_the_target(claiming):
    claiming.play(MADE)
    assert claim(claiming, "A", 32) == ("A", "claim"), "19 and 32 are 51"


def test_it_is_lost_by_a_side_that_is_one_short(claiming):
    claiming.play(MADE)
    assert claim(claiming, "A", 31) == ("B", "claim")


def test_it_leaves_the_totals_as_they_were(claiming):
    claim(claiming.play(MADE), "B", 45)
    assert claiming.totals == (19, 6)
    assert claiming.ledger.match.ended == Claim("B", 45)


def test_it_is_decided_afresh_by_a_correction(claiming):
    claim(claiming.play(MADE), "A", 25)
    assert claiming.ledger.standing.winner == "B"
    claiming.correct(1, FAILED)
    assert (claiming.ledger.standing.winner, claiming.ledger.standing.end) == ("A", "claim")


def test_it_gives_way_to_the_target_that_a_correction_reaches(claiming):
    claim(claiming.play(MADE), "B", 1)
    claiming.correct(1, {**MADE, "bid": 400, "kapo": "A", "points": None})
    assert claiming.ledger.standing.end == "target"


def test_it_is_refused_where_the_rules_do_not_know_it(table):
    problems = refusal(table.play(MADE), "claimed", side="A", points=400)
    assert problems == (Problem("claim_not_played", "ended"),)


@pytest.mark.parametrize(
    ("side", "points", "field"),
    [
        (None, 10, "side"),
        ("C", 10, "side"),
        ("A", None, "points"),
        ("A", "10", "points"),
        ("A", -1, "points"),
        ("A", 10_000, "points"),
    ],
)
def test_it_is_refused_without_a_side_and_points(claiming, side, points, field):
    problems = refusal(claiming, "claimed", side=side, points=points)
    assert problems == (Problem("unknown", field),)


def test_it_is_refused_after_the_end(context):
    table = Table("gamerules", doubling="stake", kapo_bid=True, target=100).play(SWEPT)
    problems = refusal(table, "claimed", side="B", points=10)
    assert problems == (Problem("after_end", "hands"),)


def test_it_ends_the_match_once(claiming):
    claim(claiming, "A", 10)
    assert refusal(claiming, "claimed", side="A", points=60) == (Problem("after_end", "hands"),)
    assert refusal(claiming, "recorded", hand=MADE) == (Problem("after_end", "hands"),)
