"""A sheet typed in from paper: checked, with the likely slip beside it, and written as a result."""

import pytest

from scorekeeper.rules.presets import PRESETS


@pytest.fixture
def drawn(organise):
    return organise(4, then=lambda desk: desk.draw())


def check(phone, *hands, **typed):
    """Type these hands of table 1: two numbers, and whose kapo."""
    for number, (a, b, *mark) in enumerate(hands, 1):
        typed |= {f"a{number}": a, f"b{number}": b, f"mark{number}": "".join(mark)}
    page = phone.page("rounds/1/tables/1/sheet")
    return phone.press(page, "Check the sheet", **typed)


def verdict(page):
    return page.words(".//div[@id='verdict']")


def test_the_table_leads_to_its_sheet(drawn):
    (sheet,) = [link for link in drawn.page("rounds/1/tables/1").links() if link.endswith("/sheet")]
    assert drawn.get(sheet).status == 200


def test_a_sheet_that_adds_up_gives_its_total_as_the_result(drawn, help_in):
    helper = help_in(drawn)
    page = check(helper, (97, 65), (250, 0, "A"), ("", "", "passed"), (74, 88))
    assert verdict(page) == "The card points add up to 574."
    assert helper.press(page, "Write the total as the result", a=351, b=240).status == 303
    result = drawn.tournament().last_round.tables[0].result
    assert (result.score, result.source) == ((351, 240), "helper")


def test_a_slip_is_told_beside_its_hand(drawn):
    page = check(drawn, (97, 65), (47, 88))
    assert verdict(page).startswith("27 card points too few")
    name = drawn.tournament().name(drawn.tournament().last_round.tables[0].a)
    told = page.words(".//td[@id='wrong-2']")
    assert told.startswith(f"Hand 2: 27 too few. Two digits swapped? {name} may have 74.")
    assert page.form_of("Check the sheet").value("a2") == "47", "what was typed is still there"


def test_the_last_trick_forgotten_and_a_kapo_not_marked(drawn):
    page = check(drawn, (87, 65), (250, 0))
    assert "The last trick's 10 forgotten?" in page.words(".//td[@id='wrong-1']")
    assert "A kapo of" in page.words(".//td[@id='wrong-2']")


def test_a_hand_entered_twice_is_found_by_the_foot(drawn):
    page = check(drawn, (97, 65), (97, 65), played="1")
    assert "entered twice" in page.words(".//td[@id='wrong-2']")


def test_a_sum_at_the_foot_that_is_wrong_is_told_of_the_whole(drawn):
    page = check(drawn, (97, 65), (74, 88), sum_a=117, sum_b=153)
    assert "The hands give 171" in verdict(page)


def test_a_sheet_that_does_not_add_up_may_be_written_all_the_same(drawn):
    page = check(drawn, (97, 66))
    assert "Write the total as the result" not in page.buttons()
    assert drawn.press(page, "Write it all the same", a=351, b=100).status == 303
    assert drawn.tournament().last_round.tables[0].result.score == (351, 100)


def test_another_result_is_corrected_with_a_reason(drawn):
    drawn.press(drawn.page("rounds/1/tables/1"), "Write the result", a=1, b=2)
    page = check(drawn, (97, 65))
    typed = {"a": 351, "b": 100, "reason": "the sheet came"}
    assert drawn.press(page, "Write the total as the result", **typed).status == 303
    assert drawn.tournament().last_round.tables[0].result.reason == "the sheet came"


def test_no_trump_has_its_own_sum_where_it_is_played(organise):
    drawn = organise(2, rules=PRESETS["simple"], then=lambda desk: desk.draw())
    assert "32 card points too few" in verdict(check(drawn, (80, 50)))
    assert "add up to 130" in verdict(check(drawn, (80, 50), trump1="none"))


@pytest.mark.parametrize(
    ("hands", "told"),
    [([], "No hand is typed."), ([(97, "x")], "1"), ([(97, 65), ("", ""), (97, "")], "2, 3")],
)
def test_what_cannot_be_read_is_named(drawn, hands, told):
    page = check(drawn, *hands)
    assert page.status == 422
    assert page.words(".//p[@id='wrong']").endswith(told)
