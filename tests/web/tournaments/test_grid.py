"""The results of a round as a grid: one form without a script, and one row at a time with it."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.store import tournament_queries as queries
from tests.support.table import SWEPT

SAVE = "Save what is typed"


@pytest.fixture
def drawn(organise):
    return organise(6, then=lambda desk: desk.draw())


def test_help_on_keys_is_marked_for_phones_to_hide(drawn):
    page = grid(drawn)
    assert "Enter saves the row" in page.words(".//p[@class='muted keys-help']")
    assert page.words(".//button[@class='menu-item keys-help']") == "Keys"


def grid(phone, number=1):
    return phone.page(f"rounds/{number}")


def row(page, table):
    return " ".join(" ".join(page.find(f".//li[@id='table-{table}']").itertext()).split())


def state(page, table):
    return page.find(f".//li[@id='table-{table}']").get("data-state")


def send_row(phone, page, table, a, b, **more):
    """The row alone, as the script sends it."""
    seen = page.find(f".//li[@id='table-{table}']")
    fields = {
        "csrf_token": phone.token(), "op_id": new_operation_id(), "only": str(table),
        "revision": seen.get("data-revision"), "after": seen.get("data-after"),
        f"a{table}": str(a), f"b{table}": str(b), **more,
    }  # fmt: skip
    return phone.post(f"{phone.url}rounds/1/grid", fields.items())


def test_round_is_one_form_which_says_how_many_tables_have_no_result(drawn):
    drawn.press(grid(drawn), SAVE, a1="351", b1="240")
    page = grid(drawn)
    assert "Without a result: 2" in page.words()
    assert "by the organiser" in row(page, 1)


def test_without_a_script_all_that_is_typed_is_written_at_once(drawn):
    told = drawn.press(grid(drawn), SAVE, a1="351", b1="240", a3="200", b3="351")
    assert told.status == 303
    assert drawn.results() == [(351, 240), None, (200, 351)]
    assert [act.kind for act in drawn.tournament().acts][-2:] == ["result"] * 2, "an act each"


@pytest.mark.parametrize(
    ("a", "b"), [("351", ""), ("many", "1"), ("1.5", "2"), ("352", "24o"), ("24o", "352")]
)
def test_half_a_result_is_named_in_its_row_and_the_others_are_written(drawn, a, b):
    told = drawn.press(grid(drawn), SAVE, a1=a, b1=b, a2="351", b2="240")
    assert told.status == 422
    assert "two whole numbers" in row(told, 1)
    assert told.form_of(SAVE).value("a1") == a, "nothing typed is lost"
    assert drawn.results()[:2] == [None, (351, 240)]


def test_a_question_is_asked_once_in_its_row_and_a_yes_writes(drawn):
    asked = drawn.press(grid(drawn), SAVE, a1="12", b1="9")
    assert (asked.status, state(asked, 1)) == (200, "asks")
    assert "Nobody reached 351." in row(asked, 1)
    assert drawn.results()[0] is None
    assert drawn.press(asked, SAVE, sure1="12:9").status == 303
    assert drawn.results()[0] == (12, 9)


def test_a_yes_is_said_to_one_result_and_to_no_other(drawn):
    asked = drawn.press(grid(drawn), SAVE, a1="12", b1="9")
    again = drawn.press(asked, SAVE, sure1="12:9", a1="13")
    assert state(again, 1) == "asks"
    assert drawn.results()[0] is None


def test_a_row_alone_comes_back_as_saved(drawn):
    told = send_row(drawn, grid(drawn), 2, 351, 240)
    assert told.status == 200
    assert state(told, 2) == "saved"
    assert "saved" in row(told, 2)
    assert not told.has(".//li[@id='table-1']")


def test_a_row_that_is_sent_again_without_an_answer_is_written_once_and_called_saved(drawn):
    page, op_id = grid(drawn), new_operation_id()
    for _ in range(2):
        assert state(send_row(drawn, page, 2, 351, 240, op_id=op_id), 2) == "saved"
    assert len(drawn.tournament().round(1).tables[1].results) == 1


def test_two_desks_never_overwrite_each_other_and_a_conflict_shows_both(drawn, help_in):
    helper = help_in(drawn)
    page, theirs = grid(drawn), grid(helper)
    send_row(helper, theirs, 1, 351, 240)
    refused = send_row(drawn, page, 1, 240, 351)
    assert state(refused, 1) == "conflict"
    assert "There now: 351 – 240" in row(refused, 1)
    assert refused.find(".//input[@name='a1']").get("value") == "240"
    assert drawn.results()[0] == (351, 240)
    assert state(send_row(drawn, page, 2, 351, 200), 2) == "saved", "another is undisturbed"


def test_after_a_conflict_it_is_corrected_with_a_reason(drawn, help_in):
    helper = help_in(drawn)
    page = grid(drawn)
    send_row(helper, grid(helper), 1, 351, 240)
    conflict = send_row(drawn, page, 1, 240, 351)
    assert "Say why" in row(send_row(drawn, conflict, 1, 240, 351), 1)
    told = send_row(drawn, conflict, 1, 240, 351, reason1="the sides were confused")
    assert state(told, 1) == "saved"
    assert drawn.results()[0] == (240, 351)


def test_both_who_typed_the_same_are_told_that_it_is_saved(drawn, help_in):
    helper = help_in(drawn)
    page = grid(drawn)
    send_row(helper, grid(helper), 1, 351, 240)
    assert state(send_row(drawn, page, 1, 351, 240), 1) == "saved"


def test_a_result_that_another_desk_corrected_is_not_set_back_by_the_form(drawn):
    send_row(drawn, grid(drawn), 1, 351, 240)
    open_form = grid(drawn)
    send_row(drawn, grid(drawn), 1, 351, 204, reason1="misread")
    assert drawn.press(open_form, SAVE, a2="351", b2="100").status == 303
    assert drawn.results()[:2] == [(351, 204), (351, 100)]


def test_a_correction_shows_what_is_there_and_the_phone_beside_it(organise):
    organiser = organise(2, then=lambda desk: desk.draw().write(1, SWEPT, SWEPT, SWEPT))
    page = grid(organiser)
    assert "375 – 0 from the phone" in row(page, 1)
    boxes = [page.find(f".//input[@id='{name}']") for name in ("a1", "b1")]
    assert [(box.get("value"), box.get("placeholder")) for box in boxes] == [("", "375"), ("", "0")]
    assert "Every table has its result" in page.words()
    asked = send_row(organiser, page, 1, -5, 375)
    assert "By the table's phone the others won: 375 – 0" in row(asked, 1)
    assert "It is right: −5 – 375" in row(asked, 1)


def test_the_other_desk_s_result_appears(drawn, help_in):
    helper = help_in(drawn)
    mark = grid(drawn).find(".//div[@id='rows']").get("data-mark")
    send_row(helper, grid(helper), 1, 351, 240)
    news = drawn.page(f"rounds/1/grid/live?mark={mark}")
    assert "by Helper 1" in row(news, 1)
    mark = news.find(".//div[@id='rows']").get("data-mark")
    assert drawn.page(f"rounds/1/grid/live?mark={mark}").status == 204


def test_news_of_the_rows_bring_the_round_summed_up(drawn):
    page = grid(drawn)
    mark = page.find(".//*[@id='rows']").get("data-mark")
    send_row(drawn, page, 1, 351, 240)
    news = drawn.page(f"rounds/1/grid/live?mark={mark}")
    assert "1 of 3 done" in news.words(".//section[@id='round-summary']")
    assert state(news, 1) == ""


def test_a_round_that_others_were_drawn_from_is_the_organiser_s(organise, help_in):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    told = help_in(organiser).page("rounds/1")
    assert "Round 1 is over" in told.words()
    assert f"{organiser.url}rounds/2" in told.links()
    assert not told.findall(".//input[@class='total']")
    page = grid(organiser)
    asked = send_row(organiser, page, 1, 100, 351, reason1="the sides were confused")
    assert state(asked, 1) == "asks"
    told = send_row(
        organiser, asked, 1, 100, 351, reason1="the sides were confused", sure1="100:351"
    )
    assert state(told, 1) == "saved"


def test_the_tables_are_looked_up_no_more_often_for_many_results_than_for_one(
    organise, monkeypatch
):
    looked, tables_of = [], queries.tables_of
    monkeypatch.setattr(queries, "tables_of", lambda *of: looked.append(of) or tables_of(*of))
    counts = []
    for tables in (1, 4):
        organiser = organise(8, then=lambda desk: desk.draw())
        page = grid(organiser)
        looked.clear()
        numbers = range(1, tables + 1)
        typed = {f"a{n}": "351" for n in numbers} | {f"b{n}": "240" for n in numbers}
        assert organiser.press(page, SAVE, **typed).status == 303
        assert organiser.results()[:tables] == [(351, 240)] * tables
        counts.append(len(looked))
    assert counts[0] == counts[1]


def test_a_written_result_that_is_emptied_is_not_called_saved(drawn):
    send_row(drawn, grid(drawn), 1, 351, 240)
    told = send_row(drawn, grid(drawn), 1, "", "")
    assert state(told, 1) == "wrong"
    assert "two whole numbers" in row(told, 1)
    assert "There now: 351 – 240" in row(told, 1)
    whole = drawn.press(grid(drawn), SAVE, a1="", b1="", a2="351", b2="100")
    assert (whole.status, state(whole, 1), state(whole, 3)) == (422, "wrong", "")
    assert drawn.results() == [(351, 240), (351, 100), None]


def test_an_empty_row_whose_result_came_meanwhile_says_nothing(drawn):
    page = grid(drawn)
    send_row(drawn, page, 1, 351, 240)
    assert drawn.press(page, SAVE, a2="351", b2="100").status == 303
    assert drawn.results()[:2] == [(351, 240), (351, 100)]


@pytest.mark.parametrize("of_grid", [True, False])
def test_a_yes_to_one_score_does_not_confirm_what_another_changes(organise, of_grid):
    organiser = organise(8, then=lambda desk: desk.draw().play().draw())
    path = "rounds/1" if of_grid else "rounds/1/tables/1"
    n, save, yes = ("1", SAVE, SAVE) if of_grid else ("", "Correct the result", "Yes, correct it")
    said = {"sure1": "351:100"} if of_grid else {}
    typed = {f"a{n}": "351", f"b{n}": "100", f"reason{n}": "misread"}
    asked = organiser.press(organiser.page(path), save, **typed)
    again = organiser.press(asked, yes, **said, **{f"a{n}": "100", f"b{n}": "351"})
    assert (again.status, organiser.results()[0]) == (200, (351, 201)), "asked anew"
    assert "would have been drawn otherwise" in again.words()
    said = {"sure1": "100:351"} if of_grid else {}
    assert organiser.press(again, yes, **said).status == 303
    assert organiser.results()[0] == (100, 351)


def test_a_correction_of_an_earlier_round_says_why_it_asks(organise):
    organiser = organise(
        4, then=lambda desk: desk.draw().play().draw(), format="round_robin", rounds=0
    )
    typed = {"a1": "351", "b1": "100", "reason1": "misread"}
    asked = organiser.press(grid(organiser), SAVE, **typed)
    assert (asked.status, state(asked, 1)) == (200, "asks")
    assert "A round was drawn after this one. The standings follow at once." in row(asked, 1)
    assert "otherwise" not in row(asked, 1), "each plays each"


def test_a_question_of_the_last_round_names_no_round_after_it(drawn):
    asked = drawn.press(grid(drawn), SAVE, a1="12", b1="9")
    assert "A round was drawn after" not in row(asked, 1)


def test_a_round_that_was_taken_back_leads_to_the_tournament(organise, help_in):
    organiser = organise(4, then=lambda desk: desk.draw())
    helper = help_in(organiser)
    page = grid(helper)
    organiser.press(organiser.page("draw"), "Take round 1 back")
    for path in ("rounds/1", "rounds/1/tables/1"):
        told = helper.page(path)
        assert told.status == 404
        assert "This round was taken back" in told.words(".//main")
        assert told.words(".//a[@class='primary']") == "Tournament"
        assert helper.url in told.links()
    assert "taken back" in helper.press(page, SAVE, a1="351", b1="240").words(".//main")
    assert "no such round or table" in helper.page("rounds/7").words(".//main")
    gone = helper.get("/t/nowhere/rounds/1")
    assert (gone.status, "/t/nowhere/" in gone.links()) == (404, False)


def test_a_row_of_no_table_is_not_found(drawn):
    told = {"csrf_token": drawn.token(), "op_id": new_operation_id(), "revision": "1", "only": "9"}
    assert drawn.post(f"{drawn.url}rounds/1/grid", told.items()).status == 404
