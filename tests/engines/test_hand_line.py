"""A hand as a line, in every engine: opened with a finger, typed, looked at, and saved."""

FIELD = "#line [name=line]"
_IS_OPEN = "return document.querySelector('#line')?.matches(':popover-open') ?? false"
_IS_CLOSED = "return !document.querySelector('#line')?.matches(':popover-open')"
_WIDER = "return document.documentElement.scrollWidth - innerWidth"
_REACH = """
const box = document.querySelector("#line").getBoundingClientRect();
return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
"""


def open_line(phone):
    phone.open_entry()
    phone.tap("Hand as a line")
    phone.holds(_IS_OPEN)


def test_a_line_fills_the_entry_and_is_saved_as_ever(phone):
    phone.start_match()
    open_line(phone)
    phone.fill(FIELD, "us nine hearts ninety-seven")
    phone.tap("Put it in")
    phone.holds(_IS_CLOSED)
    phone.sees_result(19, 6)
    phone.save()
    phone.sees_totals(19, 6)
    phone.sees_all_sent()
    assert phone.written() == ["started", "recorded"]


def test_a_word_that_is_unknown_is_named_in_its_place(phone):
    phone.start_match()
    open_line(phone)
    phone.fill(FIELD, "90 κουπς 97")
    phone.tap("Put it in")
    phone.sees("“κουπς”: did you mean κούπες?", at="#line-says")
    assert phone.browser.ask(_REACH)
    phone.tap("Close")
    phone.holds(_IS_CLOSED)


def test_in_large_letters_it_stays_in_the_window(phone):
    phone.start_match()
    phone.browser.run("document.documentElement.style.fontSize = '200%'")
    open_line(phone)
    assert phone.browser.ask(_REACH)
    assert phone.browser.ask(_WIDER) <= 0
