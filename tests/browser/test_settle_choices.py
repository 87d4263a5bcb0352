"""The choice in a dispute stays in sight, and the ruling does not cover the next question."""

from playwright.sync_api import expect

from tests.processes import wait_until

# Settled once the ruling takes no taps, which it does for less than half a second.
WATCH = """
  () => {
    window.letsThrough = new Promise((resolve) => {
      new MutationObserver(() => {
        const told = document.querySelector(".told");
        if (getComputedStyle(told).pointerEvents === "none") resolve();
      }).observe(document.body, { subtree: true, attributeFilter: ["class"] });
    });
  }
"""


def covered(phone, control):
    """Does the ruling lie over it?"""
    box, told = control.bounding_box(), phone.page.locator(".told").bounding_box()
    return box["y"] < told["y"] + told["height"] and box["y"] + box["height"] > told["y"]


def test_a_high_bid_closes_its_sheet_and_stands_on_its_key(phone):
    phone.page.goto("/settle/why")
    key = phone.page.locator(".more[popovertarget=more-A]")
    key.tap()
    phone.touch("Bid by Side A: 16")
    expect(phone.page.locator("#more-A")).to_be_hidden()
    expect(key.locator("span")).to_have_attribute("data-shown", "16")


def test_the_top_cards_that_are_asked_for_come_above_the_ruling(phone):
    phone.page.goto("/settle/declaration")
    for side in "AB":
        phone.page.locator(f"[name=declarations_{side}][value=run3]").first.tap()
    tops = phone.page.locator(".top-row").last
    expect(tops).to_be_in_viewport()
    wait_until(lambda: not covered(phone, tops), "the ruling lies over them")


def test_a_ruling_that_has_grown_takes_no_tap_that_was_meant_for_what_it_covers(phone):
    phone.page.goto("/settle/why?contract=A:90&points_A=97")
    phone.page.locator("main > details > summary").tap()
    phone.page.locator("#verdict a").evaluate("link => (link.textContent = '.')")
    phone.page.evaluate(WATCH)
    phone.touch("Side A pilotta")
    phone.page.evaluate("() => letsThrough")
    expect(phone.page.locator(".told")).to_have_css("pointer-events", "auto")


def test_a_chosen_suit_is_filled_like_any_other_choice(phone):
    phone.page.goto("/settle/why?trump=hearts")
    paper, filled = (
        phone.page.locator(f".chip.suit.{suit}").evaluate("it => getComputedStyle(it).background")
        for suit in ("clubs", "hearts")
    )
    assert paper != filled
