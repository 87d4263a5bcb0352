"""A hand typed as a line, without JavaScript: the entry comes filled, or says what is wrong."""

from urllib.parse import urlencode

import pytest

from tests.table import MADE


def typed(scorer, line, place="hand"):
    """The page of an entry to which a line was sent."""
    page = scorer.get(f"{scorer.url}{place}?{urlencode({'line': line})}")
    return scorer.get(page.goes_to) if page.goes_to else page


def entered(page):
    form = page.form("entry")
    return {name: value for name, value in form.filled if value and not name.endswith("id")}


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("90κ 97", {"contract": "A:90", "trump": "hearts", "points_A": "97", "points_B": "65"}),
        (
            "them 100 spades closed 112 pilotta",
            {"contract": "B:100", "doubled": "2", "pilotta": "B", "points_A": "50"},
        ),
        ("us eight clubs", {"contract": "A:80", "trump": "clubs"}),
        ("90κ ανάποδο", {"contract": "A:90", "kapo": "B"}),
        ("b 9 97 led us", {"contract": "B:90", "leader": "A"}),
    ],
)
def test_a_line_fills_the_entry(scorer, line, fields):
    filled = entered(typed(scorer, line))
    assert {name: filled.get(name) for name in fields} == fields


def test_form_filled_from_the_line_is_saved_as_usual(scorer):
    page = typed(scorer, "90κ 97")
    assert scorer.ledger().standing.rows == ()
    assert scorer.press(page, "Save hand").status == 303
    assert scorer.totals() == (19, 6)


def test_all_points_to_one_side_are_asked_about(scorer):
    asked = scorer.press(typed(scorer, "90κ 162"), "Save hand")
    assert asked.status == 422
    assert "Was it kapo?" in asked.words()


def test_a_line_that_is_none_says_why_and_stays(scorer):
    page = typed(scorer, "90 κουπς 97")
    assert "Word 2, “κουπς”, is unknown." in page.words(".//*[@id='line-says']")
    assert page.find(".//input[@name='line']").get("value") == "90 κουπς 97"
    assert "contract" not in entered(page)


def test_line_says_that_its_rules_have_no_doubling(keep):
    scorer = keep(rules="kypros")
    page = typed(scorer, "90κ κλειστό 97")
    assert "nothing is doubled" in page.words(".//*[@id='line-says']")


def test_an_empty_line_is_a_place_to_type_one(scorer):
    page = typed(scorer, "")
    assert page.find(".//input[@name='line']").get("value") == ""
    assert page.words(".//*[@id='line-says']") == ""


def test_a_pass_of_all_four_is_a_button(scorer):
    page = typed(scorer, "πάσο")
    saved = scorer.press(page, "All four passed")
    assert saved.status == 303
    assert scorer.ledger().standing.rows[0].entry.passed_out


def test_a_correction_is_typed_as_a_line_too(keep):
    scorer = keep(MADE)
    filled = entered(typed(scorer, "b 8κ 100", "hands/2/correct"))
    assert filled["contract"] == "B:80"
    assert filled["points_B"] == "100"


def test_a_forgotten_hand_is_typed_as_a_line_too(keep):
    scorer = keep(MADE)
    assert entered(typed(scorer, "b 8κ 100", "hands/2/insert"))["contract"] == "B:80"


def test_the_entry_leads_there(scorer):
    link = scorer.entry().find(".//a[@data-line]")
    assert link.get("href") == "?line="


def says(scorer, answer):
    """The scorer, after the phone said which side it is on."""
    form = [("csrf_token", scorer.token()), ("answer", answer)]
    assert scorer.post(f"{scorer.url}side/", form).status == 303
    return scorer


def test_line_on_a_phone_of_side_b_writes_us_as_b(scorer):
    filled = entered(typed(says(scorer, "B"), "us 90h 97"))
    assert filled["contract"] == "B:90"
    assert filled["points_B"] == "97"


def test_line_on_a_phone_of_unknown_side_asks_whose_it_is(scorer):
    page = typed(says(scorer, "-"), "us 90h 97")
    assert "Word 1, “us”: of which side?" in page.words(".//*[@id='line-says']")
    assert "contract" not in entered(page)
