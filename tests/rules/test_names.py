"""Names as people type them."""

import pytest

from scorekeeper.rules.names import LONGEST_NAME, is_fit_name, tidy_name


@pytest.mark.parametrize(
    ("typed", "tidy", "why"),
    [
        ("  Μαρία   Χ. ", "Μαρία Χ.", "white space is folded"),
        ("Μαρι\u0301α", "Μαρία", "accents are composed"),
        ("Μα\tρία\nΧ", "Μα ρία Χ", "tabs and line ends are white space"),
        ("", "", "nothing stays nothing"),
        ("李\u3000雷", "李 雷", "a wide space too"),
    ],
)
def test_a_name_is_made_tidy(typed, tidy, why):
    assert tidy_name(typed) == tidy, why
    assert tidy_name(tidy) == tidy, why


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Μαρία",
        "Ναουσαίοι Α΄",
        "O'Brien",
        "🃏",
        "👩\u200d🦰",
        "1\ufe0f\u20e3",
        "x" * LONGEST_NAME,
    ],
)
def test_fit(name):
    assert is_fit_name(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x" * (LONGEST_NAME + 1), "too long for a column"),
        ("a\x00b", "a control character"),
        ("a\x1b[31m", "an escape sequence"),
        ("\u202eabc", "turns the text after it"),
        ("a\u2066b", "hides where it ends"),
        ("\ud800", "half a character"),
        ("\u200b\u2060", "nothing to be seen"),
        ("\u3164", "a letter that shows nothing"),
        ("\u200d", "a joiner of nothing"),
        ("a\u00adb", "a hyphen that hides"),
        ("z\u0335\u0336\u0337", "marks that cover the lines above and below"),
    ],
)
def test_not_fit(name, why):
    assert not is_fit_name(name), why


def test_what_is_far_too_long_is_not_even_composed():
    """Sorting accents is quadratic: 65,000 of them held a server up for half a minute."""
    hostile = "a" + "\u0301\u0316" * 65_000
    assert tidy_name(hostile) == hostile
    assert not is_fit_name(tidy_name(hostile))
