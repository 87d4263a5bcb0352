"""How a text is set in its place: smaller, in more lines, or shortened, and never too small."""

import pytest

from scorekeeper.printing.line_fit import LEAST, TIGHT, FittedText, fit_text


def half(text: str) -> float:
    """Letters half as wide as they are high."""
    return len(text) / 2


def in_place(text: str, height: float = 14, largest: float = 10) -> FittedText:
    """In a place for 20 letters of 10 points, or 28 of the smallest."""
    return fit_text(text, 100, height, largest, half)


TWO_LINES = 2 * LEAST * TIGHT
SET = [
    ("Μαρία", 14, ("Μαρία",), 10, "as large as the place is made for"),
    ("x" * 25, 14, ("x" * 25,), 8, "smaller, to fit its line"),
    ("x" * 28, 14, ("x" * 28,), 50 / 7, "a letter more would be too small"),
    ("x" * 29, 14, ("x" * 27 + "…",), 7, "shortened where there is one line"),
    ("x" * 20 + " " + "y" * 12, 30, ("x" * 20, "y" * 12), 10, "two lines at the space"),
    ("x" * 12 + " " + "y" * 12, 30, ("x" * 12, "y" * 12), 10, "sooner where letters get larger"),
    ("x" * 20 + " y", 14, ("x" * 20 + " y",), 100 / 11, "and not where there is one line"),
    ("x" * 19 + " y", 30, ("x" * 19 + " y",), 200 / 21, "nor for half a point"),
    ("x" * 20 + "-" + "y" * 12, 23, ("x" * 20 + "-", "y" * 12), 9.5, "at a hyphen, which stays"),
    ("x" * 40, TWO_LINES, ("x" * 28, "x" * 12), 7, "a word that is too long is broken"),
    ("x" * 70, TWO_LINES, ("x" * 28, "x" * 27 + "…"), 7, "and shortened at the end"),
    ("abc " * 30, TWO_LINES, ("abc " * 6 + "abc", "abc " * 6 + "abc…"), 7, "between two words"),
    ("ab " * 25, 3 * LEAST * TIGHT, ("ab " * 8 + "ab",) * 2 + ("ab " * 6 + "ab",), 7, "three"),
]


@pytest.mark.parametrize(("text", "height", "lines", "size", "why"), SET, ids=[r[-1] for r in SET])
def test_it_is_set(text: str, height: float, lines: tuple[str, ...], size: float, why: str) -> None:
    setting = in_place(text, height)
    assert setting.lines == lines, why
    assert setting.size == pytest.approx(size), why


@pytest.mark.parametrize("height", [14, TWO_LINES, 30, 50])
@pytest.mark.parametrize("count", range(1, 120, 7))
def test_name_of_any_length_fits_and_stays_readable(count: int, height: float) -> None:
    lines, size = in_place(("Κωνσταντινίδης " * 9)[:count], height)
    assert size >= LEAST
    assert all(size * half(line) < 100.001 for line in lines)
    assert len(lines) == 1 or len(lines) * size * TIGHT <= height
