"""axe finds nothing, on any page, in both languages, light and, in one of them, dark.

`make test` looks at Greek pages, light ones; at the colours of all dark ones does
tests/browser/test_letter_sizes.py. Those of `make faults` take pictures into tests/artefacts, for
people to look at: to draw a whole page costs as much as axe does.
"""

import pytest

from tests.browser.gallery import Gallery
from tests.support.browser_phone import DESKTOP, PHONE
from tests.support.examples import ALL


def walk(phone, axe, name, schemes):
    """Every violation on every page, each after the page's name."""
    violations = []

    def show(state):
        # A button that stays at the bottom covers nothing there.
        phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        picture = f"{name}-{state}" if ALL else ""
        violations.extend(axe.faults(phone, state, schemes, picture=picture))

    phone.watch.expect("status of 4(04|22)")
    Gallery(phone, show).walk()
    return violations


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("language", "schemes"),
    [
        ("el", ["light"]),
        pytest.param("el", ["dark"], marks=pytest.mark.faults),
        pytest.param("en", ["light"], marks=pytest.mark.faults),
    ],
)
def test_axe_finds_nothing_on_a_phone(open_phone, axe, language, schemes):
    phone = open_phone(language, PHONE)
    assert walk(phone, axe, f"phone-{language}", schemes) == []


@pytest.mark.faults
@pytest.mark.timeout(300)
def test_axe_finds_nothing_on_a_desktop(open_phone, axe):
    phone = open_phone("el", DESKTOP, touch=False)
    assert walk(phone, axe, "desktop-el", ["light"]) == []


def test_the_page_can_be_zoomed(match):
    viewport = match.page.locator("meta[name=viewport]").get_attribute("content")
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport


def test_the_dark_switch_overrules_the_phone(open_phone):
    phone = open_phone(color_scheme="light")
    phone.go_home()
    paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper')"
    light = phone.page.evaluate(paper)
    phone.tap("Menu", "Settings and more", "Dark")
    phone.page.wait_for_selector("html[data-theme=dark]")
    assert phone.page.evaluate(paper) != light
    phone.tap("As the phone")
    phone.page.wait_for_selector("html:not([data-theme])")
    assert phone.page.evaluate(paper) == light
