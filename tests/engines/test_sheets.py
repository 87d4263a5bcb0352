"""A panel that slides over a page is as high as its words, in large letters, too."""

_LARGE = "document.documentElement.style.fontSize = '200%'"
_CUT = """
const rows = [...document.querySelectorAll("#menu .menu-item")];
const seen = rows.filter((one) => one.checkVisibility());
return seen.filter((one) => one.scrollHeight > one.clientHeight + 1).map(nameOf);
"""
_SLACK = """
const rows = [...document.querySelectorAll("#stop > *")];
const gaps = rows.reduce((sum, one) => sum + one.offsetHeight, 0);
return document.querySelector("#stop").clientHeight - gaps;
"""


def test_large_words_of_a_menu_lie_below_each_other(phone):
    phone.start_match()
    phone.browser.run(_LARGE)
    phone.tap("Menu")
    phone.holds("return document.querySelector('#menu').matches(':popover-open')")
    assert phone.browser.ask(_CUT) == []


def test_a_question_takes_no_more_height_than_it_needs(phone):
    phone.start_match()
    phone.tap("Menu", "Stop the match here")
    phone.holds("return document.querySelector('#stop').matches(':popover-open')")
    assert phone.browser.ask(_SLACK) < 60
    assert phone.browser.ask("return document.querySelector('#stop').clientHeight") < 320
