"""The same players again, with one tap."""

import pytest

from tests.table import MADE, SWEPT


@pytest.fixture
def won(keep):
    return keep(SWEPT, SWEPT, SWEPT)


def test_it_starts_with_the_same_players_and_the_next_dealer(won):
    rematch = won.press(won.page(), "Rematch")
    before = won.ledger().match
    assert rematch.status == 303
    assert rematch.goes_to != won.url
    won.url = rematch.goes_to
    after = won.ledger().match
    assert (after.sides, after.rules) == (before.sides, before.rules)
    assert (before.first_dealer, after.first_dealer) == ("A1", "B2")
    assert won.totals() == (0, 0)


def test_it_is_written_on_at_once(won):
    won.url = won.press(won.page(), "Rematch").goes_to
    assert won.save("A:90", 97).totals() == (19, 6)


def test_it_is_one_match_for_two_taps(won):
    page = won.page()
    first, again = won.press(page, "Rematch"), won.press(page, "Rematch")
    assert first.goes_to == again.goes_to
    assert len(won.get("/").findall(".//a[@class='match-card']")) == 2


def test_it_follows_a_stopped_match(keep):
    scorer = keep(MADE).do("Yes, stop")
    assert scorer.press(scorer.page(), "Rematch").status == 303


def test_it_is_not_offered_while_the_match_runs(keep):
    assert "Rematch" not in keep(MADE).page().buttons()


def test_it_leaves_the_old_match_as_it_was(won):
    before = won.ledger()
    won.press(won.page(), "Rematch")
    assert won.ledger() == before
