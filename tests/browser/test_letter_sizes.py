"""Every page at every size of letters and of screens: whole, in reach, and read with ease.

`python -m tests.browser.letter_sizes` prints the same, page by page.
"""

import pytest

from tests.browser.letter_sizes.measuring import (
    BIG,
    EVERY,
    enlarge,
    faint,
    hidden_focus,
    measure,
    share_of,
    show_at,
    small_targets,
    told,
)
from tests.browser.letter_sizes.states import States
from tests.support.browser_phone import PHONE

GROUPS = {
    "home": ("home", "new-match", "offline", "error", "link", "import"),
    "match": ("match",),
    "entry": ("entry", "correction", "change"),
    "hand": ("hand", "evening"),
    "settle": ("settle",),
    "rules": ("rules", "help", "privacy", "settings", "api"),
    "tournament": ("tournament",),
    "club": ("club",),
}
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
            phone.page.set_viewport_size(PHONE)
            states.open(name)
            yield name, phone.page

    return visit


def faults_of(name, page, sizes):
    """A line for each fault at any of these sizes."""
    yield from told(name, measure(page, sizes))
    for size in {(one.width, one.height, one.root): one for one in sizes}.values():
        yield from (f"{name}: {size}: {one}" for one in hidden_focus(page, size))


def faults_of_big_letters(name, page):
    """A line for each fault of a page that has them."""
    for one in (*small_targets(page, 48), *faint(page, 7)):
        yield f"{name}: Big letters: {one}"
    yield from told(f"{name}: Big letters", measure(page, BIG))


@pytest.mark.timeout(400)
@OF_EVERY_PAGE
def test_all_is_whole_and_read_with_ease_and_in_reach_of_fingers_and_keys(visit, group):
    found = []
    for name, page in visit(group):
        found += [f"{name}: {one}" for one in small_targets(page, 44)]
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            faults = faint(page, 4.5, placeholders=True)
            found += [f"{name}, {scheme}: {one}" for one in faults]
        found += faults_of(name, page, share_of(name))
        enlarge(page)
        found += faults_of_big_letters(name, page)
    assert not found, "\n".join(found)


@pytest.mark.faults
@pytest.mark.timeout(1800)
@OF_EVERY_PAGE
def test_at_every_size_all_is_whole_and_in_reach_of_fingers_and_keys(visit, group):
    found = []
    for name, page in visit(group):
        found += faults_of(name, page, EVERY)
        for size in EVERY:
            show_at(page, size)
            found += [f"{name}: {size}: {one}" for one in small_targets(page, 44)]
    assert not found, "\n".join(found)


@pytest.mark.faults
@pytest.mark.timeout(900)
@OF_EVERY_PAGE
def test_focus_is_visible_at_each_press_of_the_tab_key(visit, group):
    found = [
        f"{name}: {size}: {one}"
        for name, page in visit(group)
        for size in share_of(name)[:2]
        for one in hidden_focus(page, size, by_keys=True)
    ]
    assert not found, "\n".join(found)


@pytest.mark.faults
@pytest.mark.timeout(400)
@pytest.mark.parametrize("theme", ["light", "dark"])
@OF_EVERY_PAGE
def test_big_letters_keep_every_page_readable_and_its_targets_large(visit, group, theme):
    found = [
        line
        for name, page in visit(group, letters="big", theme=theme)
        for line in faults_of_big_letters(name, page)
    ]
    assert not found, "\n".join(found)
