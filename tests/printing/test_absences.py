"""A forfeit or an absence marks the pair in the standings on paper, and the result."""

import pytest

from scorekeeper.printing.papers import print_paper
from tests.desk import Desk


@pytest.fixture
def desk(context):
    """Pair 3 was not there, and a pair of the only table went home."""
    desk = Desk(3).do("attended", present=[], absent=["3"]).draw()
    return desk.do("forfeited", round=1, table=1, by="b", reason="went home")


def texts(desk, paper):
    layouts = print_paper(desk.held, paper, None, str)
    return [text for _layout, cells in layouts.pages for text in cells.values()]


def test_the_standings_mark_them_and_say_what_it_counts(desk):
    told = texts(desk, "standings")
    assert sorted(text for text in told if text.endswith(".*")) == ["2.*", "3.*"]
    notes = "\n".join(told)
    loser = desk.tournament.last_round.tables[0].b
    assert "* 3 Odd3 – Even3: absent in round 1" in notes
    assert f"* {loser} " in notes
    assert "forfeited round 1" in notes
    assert "A forfeited match counts 100 – 0." in notes
    assert "counts for it: nothing" in notes


def test_the_report_says_which_result_was_not_played(desk):
    loser = desk.tournament.last_round.tables[0].b
    assert f"Table 1: forfeited by {loser}, went home" in texts(desk, "report")


def test_without_any_nothing_is_marked(context):
    desk = Desk(2).draw().play()
    assert not [text for text in texts(desk, "standings") if "*" in text or "forfeited" in text]
