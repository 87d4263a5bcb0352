"""Helpers and visitors at a tournament: what leads to the desk, names, rounds that are over."""

import pytest

from tests.support.phone import Phone


def test_a_stranger_s_page_leads_to_no_desk(app, organise):
    organiser = organise(4)
    page = Phone(app).get(organiser.url)
    assert page.status == 200
    assert not [link for link in page.links() if link.endswith(("/pairs", "/setup", "/links"))]


def test_refusal_links_back_to_the_tournament(app, organise):
    organiser = organise(4)
    refused = Phone(app).get(f"{organiser.url}pairs")
    assert refused.status == 403
    assert organiser.url in refused.links()


def test_visitor_reads_the_number_of_a_helper_and_the_desk_the_name(app, organise, help_in):
    hands = {"a1": "97", "b1": "65", "score_a1": "19", "score_b1": "6"}
    organiser = organise(4, length="hands", limit=1, then=lambda desk: desk.draw())
    helper = help_in(organiser, "Μαρία")
    checked = helper.press(helper.page("rounds/1/tables/1/sheet"), "Check the sheet", **hands)
    assert helper.press(checked, "Write the sheet").status == 303
    for page in (organiser.page("rounds/1/tables/1"), helper.page("rounds/1/tables/1/typed")):
        assert "by Μαρία" in page.words()
    seen = Phone(app).get(f"{organiser.url}rounds/1/tables/1/typed").words()
    assert "by helper 1" in seen
    assert "Μαρία" not in seen


@pytest.mark.parametrize("path", ["", "/tables/1", "/tables/1/sheet"])
def test_a_round_that_is_over_says_so_before_anything_is_typed(organise, help_in, path):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    helper = help_in(organiser)
    told = helper.page(f"rounds/1{path}")
    assert "Round 1 is over" in told.words(".//*[@id='over']")
    assert f"{helper.url}rounds/2" in told.links()
    assert not told.findall(".//main//input[@name!='csrf_token']")
    assert not organiser.page(f"rounds/1{path}").findall(".//*[@id='over']")


def test_a_grid_that_stays_open_learns_that_its_round_is_over(organise, help_in):
    organiser = organise(4, then=lambda desk: desk.draw().play())
    helper = help_in(organiser)
    assert helper.page("rounds/1").findall(".//*[@id='closed'][@hidden]")
    organiser.press(organiser.proposal(), "Draw it so")
    assert "data-closed" in helper.page("rounds/1/grid/live").html
    assert "data-closed" not in organiser.page("rounds/1/grid/live").html
