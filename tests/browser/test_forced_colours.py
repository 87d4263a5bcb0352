"""A choice stays visible where the system forces its own few colours."""

import pytest
from playwright.sync_api import expect

from tests.browser.letter_sizes.states import States

# Each chosen control that is seen, and whether any like it on the page looks the same: its paints
# and those of the nearest thing of the same kind that is not chosen.
CHOSEN = """
() => {
  const kinds = [
    [".chip", ":has(:checked), .on, [aria-pressed=true]"],
    [".card", ":has(:checked)"],
    [".box", ".active"],
  ];
  const paints = one => {
    const { backgroundColor, borderTopColor, outlineStyle, color } = getComputedStyle(one);
    return [backgroundColor, borderTopColor, outlineStyle, color].join(", ");
  };
  return kinds.flatMap(([kind, chosen]) => {
    const all = [...document.querySelectorAll(kind)].filter(one => one.checkVisibility());
    const isOn = one => one.matches(`:is(${chosen})`);
    const [on, off] = [all.filter(isOn), all.filter(one => !isOn(one))];
    return on.map(one => ({
      kind,
      name: `${kind} “${one.textContent.trim().slice(0, 20)}”`,
      hasOthers: off.length > 0,
      isAlike: off.some(other => paints(other) === paints(one)),
    }));
  });
}
"""
PAGES = (
    *("settings", "new-match-open", "entry-bid", "entry-typed", "entry-menu"),
    *("settle-tricks", "settle-auction", "settle-declaration"),
)


@pytest.fixture
def states(open_phone):
    return States(open_phone("el", forced_colors="active"))


@pytest.mark.timeout(300)
def test_chosen_option_looks_different_from_the_others(states):
    told = {}
    for name in PAGES:
        states.open(name)
        told[name] = states.page.evaluate(CHOSEN)
    assert [
        f"{name}: {one}" for name, found in told.items() for one in found if one["isAlike"]
    ] == []
    assert all(told.values()), "each of these pages has something chosen"
    compared = {one["kind"] for found in told.values() for one in found if one["hasOthers"]}
    assert compared == {".chip", ".card", ".box"}


def test_the_race_shows_how_far_each_side_has_come(states):
    states.open("match-running")
    fill = "one => getComputedStyle(one).fill"
    race = states.page.locator("svg.race")
    expect(race).to_be_visible()
    track, us, them = (
        race.locator(part).first.evaluate(fill) for part in (".track", ".run-us", ".run-them")
    )
    assert len({track, us, them}) == 3


def test_the_digits_leave_the_names_above_them_alone(states):
    states.open("match-running")
    name = states.page.locator(".total h2").first
    beside_digits = name.screenshot(animations="disabled")
    for digits in states.page.locator(".total b").all():
        digits.evaluate("one => { one.style.visibility = 'hidden'; }")
    assert name.screenshot(animations="disabled") == beside_digits


def test_more_contrast_is_given_to_whoever_asks_for_it(open_phone):
    phone = open_phone("el")
    phone.go_home()
    muted = "getComputedStyle(document.documentElement).getPropertyValue('--muted')"
    usual = phone.page.evaluate(muted)
    phone.page.emulate_media(contrast="more")
    assert phone.page.evaluate(muted) != usual
