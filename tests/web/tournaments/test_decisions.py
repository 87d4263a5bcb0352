"""A table's page: a forfeit, a ruling, a result withdrawn; and where they are shown."""

import pytest

from tests.table import SWEPT


@pytest.fixture
def drawn(organise):
    return organise(4, then=lambda desk: desk.draw())


def decide(phone, decision, page=None, *, table=1, number=1, **fields):
    path = f"rounds/{number}/tables/{table}"
    form = (page or phone.page(path)).form(f"{phone.url}{path}/{decision}")
    return phone.post(form.action, form.typed(**fields))


def test_a_forfeited_table_is_marked_wherever_it_stands(drawn):
    assert decide(drawn, "forfeit", by="b", why="").status == 303
    loser = drawn.tournament().round(1).tables[0].b
    mark = f"forfeited by {loser}"
    for path in ("rounds/1", "results", "rounds/1/tables/1", "rounds/1/grid"):
        assert mark in drawn.page(path).words(), path
    standings = drawn.page("standings").words()
    assert "forfeited round 1" in standings
    assert "A forfeited match counts 100 – 0" in standings
    assert mark in drawn.page(f"standings/{loser}").words()


def test_a_pair_that_was_not_drawn_is_named_in_the_standings(organise):
    organiser = organise(3, then=lambda desk: desk.do("attended", present=[], absent=["3"]).draw())
    assert "absent in round 1" in organiser.page("standings").words()
    assert "counts for it: nothing" in organiser.page("standings").words()


def test_forfeit_without_the_absent_pair_is_refused(drawn):
    assert decide(drawn, "forfeit", by=None, why="").status == 400


def test_the_arbiter_s_result_says_so(drawn):
    assert decide(drawn, "ruling", ruled_a="300", ruled_b="290", why="").status == 422
    assert decide(drawn, "ruling", ruled_a="300", ruled_b="290", why="stopped").status == 303
    assert "300 – 290 by the arbiter" in drawn.page("rounds/1").words()


def test_a_withdrawn_result_gives_the_phone_s_back(organise):
    organiser = organise(
        2, then=lambda desk: desk.draw().write(1, SWEPT, SWEPT, SWEPT).result(1, 351, 0)
    )
    assert decide(organiser, "withdraw", why="").status == 422
    assert decide(organiser, "withdraw", why="the wrong table").status == 303
    assert "375 – 0 from the phone" in organiser.page("rounds/1").words()
    history = organiser.page("rounds/1/tables/1").words(".//ol[@class='written']")
    assert "Withdrawn" in history
    assert "351 – 0" in history


def test_a_helper_may_withdraw_and_nothing_else(drawn, help_in):
    helper = help_in(drawn)
    helper.press(helper.page("rounds/1/tables/1"), "Write the result", a="351", b="200")
    page = helper.page("rounds/1/tables/1")
    assert "Withdraw the result" in page.words()
    assert "The arbiter sets the result" not in page.words()


def test_helper_cannot_change_a_ruling_of_the_organiser(drawn, help_in):
    helper = help_in(drawn)
    open_page, open_grid = helper.page("rounds/1/tables/1"), helper.page("rounds/1/grid")
    decide(drawn, "ruling", ruled_a="300", ruled_b="290", why="stopped")
    page = helper.page("rounds/1/tables/1")
    assert "300 – 290 by the arbiter" in page.words()
    for offered in ("Withdraw the result", "Correct the result", "Type in the whole sheet"):
        assert offered in drawn.page("rounds/1/tables/1").words()
        assert offered not in page.words()
    late = helper.press(open_page, "Write the result", a="351", b="200")
    assert (late.status, "300 – 290 by the arbiter" in late.words()) == (409, True)
    late = helper.press(open_grid, "Save what is typed", a1="351", b1="200", a2="351", b2="100")
    assert late.status == 409
    assert late.find(".//input[@name='a1']").get("value") == "300"
    assert late.find(".//input[@name='a1']").get("readonly") is not None
    assert helper.press(late, "Save what is typed").status == 303
    tables = drawn.tournament().round(1).tables
    assert [table.result.score for table in tables] == [(300, 290), (351, 100)]


def test_a_decision_about_an_earlier_round_shows_what_it_changes_first(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    asked = decide(organiser, "forfeit", by="a", why="not there")
    assert "The standings follow at once" in asked.words()
    assert decide(organiser, "forfeit", asked).status == 303
    assert organiser.tournament().round(1).tables[0].result.forfeit == "a"


def test_a_result_that_may_be_a_slip_is_asked_about_once(drawn):
    page = drawn.page("rounds/1/tables/1")
    asked = drawn.press(page, "Write the result", a="3520", b="240")
    assert (asked.status, "592 is the most" in asked.words()) == (200, True)
    assert drawn.tournament().round(1).tables[0].result is None
    assert drawn.press(asked, "Yes, write it").status == 303
    assert drawn.tournament().round(1).tables[0].result.score == (3520, 240)


def test_unfinished_score_changed_after_the_question_is_asked_about_again(drawn):
    page = drawn.page("rounds/1/tables/1")
    asked = drawn.press(page, "Write the result", a="12", b="9")
    assert drawn.press(asked, "Yes, write it", a="13").status == 200
    assert drawn.press(asked, "Yes, write it", a="351").status == 303
