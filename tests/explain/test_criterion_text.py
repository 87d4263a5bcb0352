"""Numbers of the standings as they are written."""

import pytest

from scorekeeper.explain.standings_words import figure_text


@pytest.mark.parametrize(
    ("criterion", "points", "by", "text"),
    [
        ("wins", 0, "wins", "0"),
        ("wins", 1, "wins", "½"),
        ("wins", 2, "wins", "1"),
        ("wins", 5, "total", "2½"),
        ("wins", -2, "wins", "−1"),
        ("wins", -3, "wins", "−1½"),
        ("head_to_head", 3, "total", "1½"),
        ("buchholz", 7, "wins", "3½"),
        ("buchholz", 7, "match_points", "7"),
        ("difference", 111, "wins", "+111"),
        ("difference", 0, "wins", "0"),
        ("difference", -111, "wins", "−111"),
        ("total", 351, "wins", "351"),
    ],
)
def test_wins_are_told_in_halves_and_all_else_whole(criterion, points, by, text):
    assert figure_text(criterion, points, by) == text
