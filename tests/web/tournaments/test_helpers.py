"""The helpers' page, and the message to a helper about a round that is over."""

import pytest

from tests.phone import Phone


@pytest.fixture
def organiser(organise):
    return organise(4, then=lambda desk: desk.draw())


def listed(organiser):
    found = organiser.page("links").findall(".//ul[@class='helpers']/li")
    return [" ".join(one.itertext()) for one in found]


def test_the_page_lists_each_with_its_devices(organiser, help_in):
    organiser.press(organiser.page("links"), "A link for this helper", called="Γιώργος")
    help_in(organiser, "Μαρία")
    first, second = listed(organiser)
    assert [part in first for part in ("Γιώργος", "has not opened the link yet")] == [True, True]
    assert [part in second for part in ("Μαρία", "1 device")] == [True, True]


def test_a_name_that_is_there_is_not_taken_again(organiser, help_in):
    help_in(organiser, "Μαρία")
    refused = organiser.press(organiser.page("links"), "A link for this helper", called="Μαρία")
    assert refused.status == 422
    assert "called so already" in refused.words(".//*[@id='wrong']")
    assert refused.find(".//input[@name='called']").get("value") == "Μαρία"


def test_a_removed_helper_reads_and_writes_nothing(organiser, help_in):
    helper = help_in(organiser, "Μαρία")
    page = helper.page("rounds/1/tables/1")
    assert organiser.press(organiser.page("links"), "Remove from the helpers").status == 303
    assert helper.press(page, "Write the result", a="351", b="240").status == 403
    assert helper.page("rounds/1").status == 200
    assert "removed" in listed(organiser)[0]


def test_a_page_from_before_removes_nobody_twice(organiser, help_in):
    help_in(organiser, "Μαρία")
    pages = [organiser.page("links") for _ in range(2)]
    organiser.press(pages[0], "Remove from the helpers")
    late = organiser.press(pages[1], "Remove from the helpers")
    assert late.status == 409
    assert "See what is there now" in late.words()


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


@pytest.mark.parametrize("path", ["grid", "tables/1", "tables/1/sheet"])
def test_a_round_that_is_over_says_so_before_anything_is_typed(organise, help_in, path):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    helper = help_in(organiser)
    told = helper.page(f"rounds/1/{path}")
    assert "Round 1 is over" in told.words(".//*[@id='over']")
    assert f"{helper.url}rounds/2/grid" in told.links()
    assert not told.findall(".//main//input[@name!='csrf_token']")
    assert not organiser.page(f"rounds/1/{path}").findall(".//*[@id='over']")


def test_a_grid_that_stays_open_learns_that_its_round_is_over(organise, help_in):
    organiser = organise(4, then=lambda desk: desk.draw().play())
    helper = help_in(organiser)
    assert helper.page("rounds/1/grid").findall(".//*[@id='closed'][@hidden]")
    organiser.press(organiser.proposal(), "Draw it so")
    assert "data-closed" in helper.page("rounds/1/grid/live").html
    assert "data-closed" not in organiser.page("rounds/1/grid/live").html
