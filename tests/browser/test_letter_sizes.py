"""Every page at every size of letters and of screens: whole, in reach, and read with ease.

`python -m tests.browser.letter_sizes` prints the same, page by page.
"""

import pytest

from tests.browser.letter_sizes.measuring import (
    BIG,
    EVERY,
    FEW,
    faint,
    hidden_focus,
    measure,
    small_targets,
    told,
)
from tests.browser.letter_sizes.states import States

GROUPS = {
    "home": ("home", "new-match", "offline", "error", "link", "import"),
    "match": ("match",),
    "entry": ("entry", "correction", "change"),
    "hand": ("hand", "evening"),
    "settle": ("settle",),
    "rules": ("rules", "help", "privacy", "api"),
    "tournament": ("tournament",),
}
SIZES = pytest.mark.parametrize(
    "sizes", [pytest.param(FEW, id="few"), pytest.param(EVERY, id="all", marks=pytest.mark.long)]
)
OF_EVERY_PAGE = pytest.mark.parametrize("group", GROUPS)


def test_every_page_is_of_a_group():
    of_groups = [name for group in GROUPS.values() for name in States.names(*group)]
    assert sorted(of_groups) == sorted(States.names())


@pytest.fixture
def visit(open_phone, server):
    """Yields the pages of a group one after the other, each opened."""

    def visit(group, **cookies):
        phone = open_phone("el")
        phone.watch.expect("status of 4(04|22)", "ERR_INTERNET_DISCONNECTED", "htmx:sendError")
        cookies = [
            {"name": name, "value": value, "url": server.url} for name, value in cookies.items()
        ]
        phone.page.context.add_cookies(cookies)
        states = States(phone)
        for name in States.names(*GROUPS[group]):
            phone.page.set_viewport_size({"width": 360, "height": 640})
            states.open(name)
            yield name, phone.page

    return visit


@pytest.mark.timeout(900)
@SIZES
@OF_EVERY_PAGE
def test_a_finger_hits_all_and_nothing_is_cut_covered_or_out_of_reach(visit, group, sizes):
    small, found = [], []
    for name, page in visit(group):
        small += [f"{name}: {one}" for one in small_targets(page, 44)]
        found += told(name, measure(page, sizes))
    assert not small, "\n".join(small)
    assert not found, "\n".join(found)


@pytest.mark.timeout(400)
@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@OF_EVERY_PAGE
def test_big_letters_are_larger_to_the_finger_and_darker(visit, group, theme):
    found = []
    for name, page in visit(group, letters="big", theme=theme):
        found += [f"{name}: {one}" for one in (*small_targets(page, 48), *faint(page, 7))]
        if theme == "light":
            found += told(name, measure(page, BIG))
    assert not found, "\n".join(found)


def test_placeholders_are_read_as_words_are(visit):
    found = [
        f"{name}: {one}"
        for name, page in visit("home")
        for one in faint(page, 4.5, placeholders=True)
    ]
    assert not found, "\n".join(found)


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    "size",
    [
        # A bar at the bottom is highest there, and the pages are longest.
        pytest.param(FEW[1], id="largest"),
        pytest.param(FEW[0], id="ordinary", marks=pytest.mark.long),
    ],
)
@OF_EVERY_PAGE
def test_who_tabs_through_a_page_sees_where(visit, group, size):
    """A bar at the bottom covers none of it."""
    found = [f"{name}: {one}" for name, page in visit(group) for one in hidden_focus(page, size)]
    assert not found, "\n".join(found)
