"""A season of any size: the limits of its form, its pages and memory."""

import pytest

from scorekeeper.web import page_memory
from scorekeeper.web.clubs import club_standings


@pytest.mark.parametrize("weight", ["9" * 60, "1000.01", "1001", "0", "x", "1.234"])
def test_a_weight_that_no_evening_has_is_asked_for_again(keeper, weight):
    page = keeper.page("seasons/1/setup")
    refused = keeper.press(page, "Save the season", **{f"weight-{keeper.tournament}": weight})
    assert refused.status == 422
    assert "More than 0, at most 1000, with at most two decimals." in refused.words()
    assert keeper.club().seasons[0].tournaments[0].weight == "1"


def test_a_choice_that_there_is_not_is_no_repeated_one(keeper):
    form = keeper.page("seasons/1/setup").form_of("Save the season")
    for name, value in (("tie_1", "luck"), ("by", "team"), ("scheme", "lot")):
        typed = {**dict(form.typed()), name: value, "reason": "voted"}
        refused = keeper.post(f"{keeper.url}seasons/1/setup", [*typed.items()])
        assert (refused.status, "Choose one of these." in refused.words()) == (422, True), name
        assert "Each only once." not in refused.words()
    twice = {**dict(form.typed()), "tie_1": "wins", "tie_2": "wins", "reason": "voted"}
    assert (
        "Each only once." in keeper.post(f"{keeper.url}seasons/1/setup", [*twice.items()]).words()
    )


def test_a_large_season_is_shown_page_by_page(keeper, monkeypatch):
    monkeypatch.setattr(club_standings, "MOST_UNITS", 1)
    first, second = keeper.page("seasons/1"), keeper.page("seasons/1?page=2")
    assert "1. Maria – Giorgos" in first.words()
    assert "Eleni" not in first.words()
    assert "2. Eleni – Andreas" in second.words()
    for far in ("seasons/1?page=999", "seasons/1?page=2&other=x", "seasons/1?page=02"):
        assert "2. Eleni – Andreas" in keeper.page(far).words()
    assert f"{keeper.url}seasons/1?page=1" in second.links()
    assert f"{keeper.url}seasons/1?page=2&best=3" in keeper.page("seasons/1?best=3").links()


def test_unusual_queries_add_no_season_page_to_the_memory(keeper):
    keeper.page("seasons/1")
    before = len(page_memory._pages)
    for asked in ("?x=1", "?page=01", "?best=4", "?page=1&page=2", "?best=5&y=3"):
        keeper.page(f"seasons/1{asked}")
    assert len(page_memory._pages) == before
