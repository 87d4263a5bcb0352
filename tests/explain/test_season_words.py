"""The rules of a season in words, and the tie-break for units level on points."""

import pytest

from scorekeeper.club.club_seasons import count_season
from scorekeeper.club.seasons.season import season_standings
from scorekeeper.club.seasons.season_reader import read_season
from scorekeeper.explain.season_words import rules_lines, standing_lines, sum_text, tie_lines
from tests.club_desk import BY_PLACE, ClubDesk
from tests.desk import Desk
from tests.examples import share_of
from tests.seasons.parts import event, ranked, season
from tests.seasons.wild_season import WildSeason


def lines_of(told):
    """The lines of each row."""
    season_read, _problems = read_season(told)
    rows = season_standings(season_read)
    return rows, [tie_lines(season_read, rows, at) for at in range(len(rows))]


def test_all_who_are_level_with_another_place_read_why_and_nobody_else(english):
    for seed in range(share_of(600)):
        rows, lines = lines_of(WildSeason(seed).season())
        places = [(row.place, row.points) for row in rows if row.place is not None]
        for row, told in zip(rows, lines, strict=True):
            level = {place for place, points in places if points == row.points} - {row.place}
            assert bool(told) == (row.place is not None and bool(level)), seed


def test_of_a_countback_the_evening_is_told_in_which_they_differ(english):
    _rows, lines = lines_of(
        season(
            event(1, ranked("a b", 1), ranked("c d", 2)),
            event(2, ranked("e f", 1), ranked("c d", 2), ranked("a b", 3)),
            points={"scheme": "places", "table": [10, 7, 4]},
            ties=["countback"],
        )
    )
    assert lines == [
        ["Level on points with place 2. Best evening no. 1: 10 against 7"],
        ["Level on points with place 1. Best evening no. 1: 7 against 10"],
        [],
    ]


@pytest.mark.parametrize(
    ("ties", "told"),
    [
        (["wins"], ["level on points: evenings won"]),
        (
            ["countback", "events"],
            ["level on points: 1. the best evening, then the next 2. evenings played"],
        ),
        ([], []),
    ],
)
def test_another_order_of_tie_breaks_reads_otherwise(english, ties, told):
    without = rules_lines(BY_PLACE)
    assert rules_lines({**BY_PLACE, "ties": ties}) == [*without, *told]


def test_a_weight_is_told_of_a_sum_and_not_of_nothing(english):
    points = {"scheme": "results", "win": 4, "draw": 3, "loss": 2, "bye": 3}
    evening = event(1, ranked("a b", 1, wins=2), ranked("c d", 2), weight="1.5")
    season_read, _problems = read_season(season(evening, points=points))
    told = [sum_text(season_read, row.results[0]) for row in season_standings(season_read)]
    assert told == ["2 × 4 × 1.5", ""]


def test_an_evening_that_is_not_over_is_named(context, english):
    done, begun = (Desk(2, name=name, format="swiss", rounds=1) for name in ("Friday", "Monday"))
    done.draw().result(1, 351, 200)
    begun.draw()
    desk = ClubDesk()
    desk.belong(done).belong(begun).season(done, begun)
    counted = count_season(desk.club, desk.club.seasons[0])
    lines = standing_lines(desk.club, counted, is_inside=False)
    assert lines == [*rules_lines(BY_PLACE), "not over yet: Monday"]
    begun.result(1, 351, 200)
    counted = count_season(desk.club, desk.club.seasons[0])
    assert standing_lines(desk.club, counted, is_inside=True) == rules_lines(BY_PLACE)
