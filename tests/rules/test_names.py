"""Names as people type them."""

import pytest

from scorekeeper.rules.names import (
    LONGEST_NAME,
    in_sight,
    is_fit_name,
    letters_of,
    shorten,
    tidy_name,
)


@pytest.mark.parametrize(
    ("typed", "tidy", "why"),
    [
        ("  Μαρία   Χ. ", "Μαρία Χ.", "white space is folded"),
        ("Μαρι\u0301α", "Μαρία", "accents are composed"),
        ("Μα\tρία\nΧ", "Μα ρία Χ", "tabs and line ends are white space"),
        ("", "", "nothing stays nothing"),
        ("李\u3000雷", "李 雷", "a wide space too"),
        ("Χρι\xadστο\xadδού\xadλου", "Χριστοδούλου", "copied from our own page"),
    ],
)
def test_a_name_is_made_tidy(typed, tidy, why):
    assert tidy_name(typed) == tidy, why
    assert tidy_name(tidy) == tidy, why


ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
ENGLAND_AND_OTHERS = [
    *(ENGLAND, f"Μαρία {ENGLAND}", "🏴\u200d☠\ufe0f", "🏳\ufe0f\u200d⚧\ufe0f", "🐦\u200d⬛"),
    *(
        "👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿",
        "🙂\u200d↔\ufe0f",
        "Μαρία👩\u200d🦰",
        "👁\ufe0f\u200d🗨\ufe0f",
    ),
]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Μαρία",
        "Ναουσαίοι Α΄",
        "O'Brien",
        "🃏",
        "👩\u200d🦰",
        *ENGLAND_AND_OTHERS,
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
        ("\u0301 \u0302", "marks on nothing"),
        ("\U000e0061\U000e0062", "tags of nothing"),
        ("Mar\u200dia", "a joiner between letters"),
        ("Mar\u200cia", "one that parts them"),
        ("Maria\u200d🃏", "a joiner of a letter and an emoji"),
        ("👩\u200d\u200d🦰", "two joiners"),
        ("👩\u200c🦰", "one that parts emoji, which stand apart anyway"),
        ("👩\u200d", "a joiner of an emoji and nothing"),
        ("\U000e0041Maria", "a tag before letters"),
        ("🏴\U000e0067\U000e0062\U000e007fMaria", "tags that are no flag"),
        ("👩" + ENGLAND[1:], "a flag's tags on another emoji"),
        ("a\u00adb", "a hyphen that hides"),
        ("z\u0335\u0336\u0337", "marks that cover the lines above and below"),
    ],
)
def test_not_fit(name, why):
    assert not is_fit_name(name), why


def test_name_that_is_far_too_long_is_not_composed():
    """Sorting accents is quadratic: 65,000 of them held a server up for half a minute."""
    hostile = "a" + "\u0301\u0316" * 65_000
    assert tidy_name(hostile) == hostile
    assert not is_fit_name(tidy_name(hostile))


LETTERS = [
    ("q\u0323\u0301", "a letter with two marks"),
    ("👩\u200d👩\u200d👧\u200d👦", "a family"),
    ("👍🏽", "an emoji with its colour"),
    ("🇨🇾", "a flag"),
    (ENGLAND, "a flag of tags"),
    ("❤\ufe0f", "an emoji by its variant"),
    ("1\ufe0f\u20e3", "a key"),
    ("\u0915\u093f", "a letter with a vowel beside it"),
]


@pytest.mark.parametrize(("letter", "why"), LETTERS, ids=[why for _, why in LETTERS])
def test_a_letter_is_cut_off_whole(letter, why):
    assert letters_of(f"x{letter}y") == ["x", letter, "y"], why
    assert letters_of(letter * 3) == [letter] * 3, why
    text = "ab" + letter * 4
    for longest in range(3, len(text)):
        kept = shorten(text, longest)
        assert len(kept) <= longest, why
        assert set(letters_of(kept)) <= {"a", "b", letter, "…"}, why
        assert set(letters_of(in_sight(text, longest))) <= {"a", "b", letter}, why


def test_a_stranger_s_text_is_shown_without_loose_joiners():
    assert in_sight("Mar\u200dia \U000e0041👩\u200d🦰") == "Maria 👩\u200d🦰"


def test_name_is_shortened_only_when_too_long():
    assert shorten("Μαρία", 5) == "Μαρία"
    assert shorten("Μαρία Χ.", 7) == "Μαρία…", "no space before the dots"
    assert shorten("👩\u200d👩\u200d👧\u200d👦", 4) == "…"
