"""The style sheets keep to the scale in `tokens.css`."""

import re

import pytest

from tests.processes import PROJECT

STYLES = sorted((PROJECT / "static/css").glob("*.css"), key=lambda style: style.name)
ORDINARY = [style for style in STYLES if style.stem != "letters"]
"""All but the one that makes letters larger than they are."""
PAPER = {"paper", "print", "lists", "drawn"}
"""The styles of prints and pictures, which have their own measures and no `tokens.css`."""


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_letters_are_regular_or_bold(style):
    """A phone's font has these two; weights between are drawn as one of them, or smeared."""
    weights = re.findall(r"font-weight: ([^;]+);", style.read_text())
    assert {*weights} <= {"400", "700", "inherit", "normal"}


@pytest.mark.parametrize("style", ORDINARY, ids=lambda style: style.name)
def test_letters_have_a_size_of_the_scale(style):
    """Texts have a size of the scale; figures are as large as they have room."""
    sizes = re.findall(r"font-size: ([\d.]+)rem;", style.read_text())
    assert [size for size in sizes if float(size) < 2] == []


def test_a_phone_is_as_dark_by_choice_as_by_its_own_setting():
    style = (PROJECT / "static/css/tokens.css").read_text()
    blocks = re.findall(r":root[^{]*data-theme[^{]*{([^}]*)}", style)
    by_phone, by_choice = ([line.strip() for line in block.split("\n")] for block in blocks)
    assert by_phone == by_choice


@pytest.mark.parametrize(
    "style", [one for one in STYLES if one.stem not in PAPER], ids=lambda style: style.name
)
def test_space_between_parts_is_of_the_scale(style):
    """A line's breadth is allowed, and the least room of small letters; sizes that grow with
    letters are in their unit."""
    rules = re.findall(
        r"(?<!scroll-)\b(?:margin|padding|gap)(?:-[a-z-]+)?: ([^;]+);", style.read_text()
    )
    widths = {
        width
        for rule in rules
        for width in re.findall(r"\b[\d.]+px", re.sub(r"max\([\d.]+rem[^)]*\)", "", rule))
    }
    assert widths <= {"1px"}
