"""Settling a dispute at the table: standing, by taps, on one phone, and then on another."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.browser.test_installed import CUT, READY
from tests.support.processes import wait_until

SHARE = "navigator.share = async shared => { window.shared = shared; };"
FAILED = "/settle/why?contract=A:90&points_A=89"
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
RULING = "/settle/why?contract=A:90&points_A=89"
NEEDED = "%(points)s, needed %(bid)s"
NO_SHARE = "delete Navigator.prototype.share;"
PLAIN_HTTP = NO_SHARE + "delete Navigator.prototype.clipboard; document.execCommand = () => false;"


def verdict(phone):
    return phone.page.locator("#verdict")


def tell_bid(phone, side, bid):
    names = {"side": phone.say(f"Side {side}"), "bid": bid}
    phone.touch(phone.say("Bid by %(side)s: %(bid)s", **names))


def points(phone, side):
    return phone.page.get_by_label(
        phone.say("%(side)s card points", side=phone.say(f"Side {side}"))
    )


@pytest.mark.smoke
@GREEK_FIRST
def test_a_bid_of_90_with_89_taken_is_settled_from_the_first_page(open_phone, language):
    phone = open_phone(language)
    phone.go_home()
    phone.tap("Settle a dispute")
    phone.arrive("**/settle")
    phone.page.get_by_role("link", name=phone.say("Why this score?")).tap()
    phone.arrive("**/settle/why")
    tell_bid(phone, "A", 9)
    points(phone, "A").fill("89")
    expect(verdict(phone)).to_contain_text(phone.say(NEEDED, points="89", bid=90))
    expect(verdict(phone)).to_be_in_viewport()
    expect(phone.page.locator("#reasons")).to_contain_text(
        {"en": "With 1 point more the bid would have been made.", "el": "Με 1 πόντο ακόμα"}[
            language
        ]
    )
    assert phone.watch.writes == []


def test_the_address_is_sent_and_opens_the_same_ruling_on_another_phone(open_phone):
    phone = open_phone()
    phone.page.add_init_script(SHARE)
    phone.page.goto("/settle/why")
    tell_bid(phone, "B", 8)
    points(phone, "A").fill("86")
    expect(verdict(phone)).to_contain_text(phone.say(NEEDED, points="76", bid=80))
    phone.tap("Send the ruling")
    phone.page.wait_for_function("window.shared")
    sent = phone.page.evaluate("window.shared.url")
    other = open_phone("el")
    other.page.goto(sent)
    expect(verdict(other)).to_contain_text(other.say(NEEDED, points="76", bid=80))
    expect(verdict(other)).to_be_in_viewport()


def test_the_other_sides_points_are_shown_pale_until_they_are_typed(phone):
    phone.page.goto("/settle/other-rules?rules=cardrules")
    points(phone, "A").fill("89")
    expect(points(phone, "B")).to_have_attribute("placeholder", "73")
    phone.control("All trump").tap()
    expect(points(phone, "B")).to_have_attribute("placeholder", "169")
    points(phone, "A").fill("")
    expect(points(phone, "B")).to_have_attribute("placeholder", "")
    points(phone, "B").fill("100")
    expect(points(phone, "A")).to_have_attribute("placeholder", "158")
    expect(points(phone, "B")).to_have_attribute("inputmode", "numeric")


def test_a_late_ruling_does_not_take_back_what_was_chosen_meanwhile(phone):
    held = []
    asked = "**/settle/other-rules?open=1*"
    phone.page.goto("/settle/other-rules?rules=cardrules")
    phone.page.route(asked, lambda route: route.continue_() if held else held.append(route))
    with phone.page.expect_request(asked):
        points(phone, "A").fill("89")
    with phone.page.expect_response(lambda answer: "trump=all" in answer.url):
        phone.control("All trump").tap()
        held[0].continue_()
    expect(phone.control("All trump")).to_be_checked()
    expect(points(phone, "B")).to_have_attribute("placeholder", "169")


def test_a_keyboard_does_not_cover_the_ruling(phone):
    phone.page.goto("/settle/why")
    points(phone, "A").fill("89")
    phone.page.evaluate(
        """Object.defineProperty(visualViewport, "height", { value: innerHeight - 300 });
        visualViewport.dispatchEvent(new Event("resize"));"""
    )
    phone.settle()  # the verdict on 89 takes the place of the one before
    phone.page.wait_for_function(
        """() => {
          const { top, bottom } = document.querySelector("#verdict").getBoundingClientRect();
          return top > 0 && bottom <= innerHeight - 300;
        }"""
    )


def test_a_chip_comes_off_again(phone):
    phone.page.goto("/settle/why?contract=A:90&points_A=97&trump=hearts")
    phone.page.locator("main > details > summary").tap()
    hearts = phone.control("Hearts")
    hearts.tap()
    expect(hearts).not_to_be_checked()
    expect(phone.page.locator(".asked")).not_to_contain_text("♥")
    hearts.tap()
    phone.page.wait_for_timeout(450)  # or it would be the trembling of one tap
    phone.touch("Side A pilotta")
    expect(hearts).to_be_checked()
    hearts.tap()
    expect(hearts).not_to_be_checked()


def test_a_pilotta_goes_from_one_side_to_the_other(phone):
    phone.page.goto("/settle/why")
    tell_bid(phone, "A", 9)
    points(phone, "A").fill("89")
    phone.touch("Side A pilotta")
    expect(verdict(phone)).to_contain_text(phone.say(NEEDED, points="89 + 20", bid=90))
    phone.touch("Side B pilotta")
    expect(verdict(phone)).to_contain_text(phone.say(NEEDED, points="89", bid=90))
    expect(phone.control("Side A pilotta")).not_to_be_checked()


def test_other_rules_bring_their_own_controls_and_keep_the_question(phone):
    phone.page.goto(f"{FAILED}&rules=kypros")
    phone.page.locator("main > details > summary").tap()
    expect(phone.control("×2 doubled")).to_have_count(0)
    phone.page.locator("details.table > summary").tap()
    phone.page.locator("[name=rules]").select_option("online")
    phone.arrive("**/settle/why?*rules=online*")
    expect(phone.control("×2 doubled")).to_be_visible()
    expect(points(phone, "A")).to_have_value("89")


def test_error_appears_beside_its_field_and_goes_when_corrected(phone):
    phone.page.goto("/settle/why")
    tell_bid(phone, "A", 9)
    points(phone, "A").fill("161")
    wrong = phone.page.locator("#wrong-points")
    expect(wrong).to_contain_text("No cards are worth 1 point")
    points(phone, "A").fill("162")
    expect(wrong).to_be_hidden()
    phone.tap("No kapo")
    expect(verdict(phone)).to_contain_text(phone.say(NEEDED, points="162", bid=90))


def test_without_a_network_a_topic_opens_keeps_the_question_and_asks_later(open_phone):
    phone = open_phone(service_workers="allow")
    phone.watch.expect(*CUT, "htmx:afterRequest")
    phone.go_home()
    phone.page.evaluate(READY)
    phone.page.context.set_offline(True)
    phone.tap("Settle a dispute")
    phone.arrive("**/settle")
    phone.page.goto(FAILED)
    expect(phone.page.locator("#message")).to_contain_text("when there is a network")
    expect(phone.control("Bid by Side A: 9")).to_be_checked()
    phone.page.context.set_offline(False)
    expect(verdict(phone)).to_contain_text(phone.say(NEEDED, points="89", bid=90))
    expect(phone.page.locator("#message")).to_be_empty()


def test_no_old_ruling_stands_where_another_question_got_no_answer(phone):
    phone.watch.expect(*CUT, "htmx:afterRequest")
    phone.page.goto(FAILED)
    phone.page.locator("main > details > summary").tap()
    phone.page.context.set_offline(True)
    points(phone, "A").fill("97")
    expect(phone.page.locator("#message")).to_contain_text("when there is a network")
    expect(verdict(phone)).to_be_hidden()
    expect(phone.page.locator("#reasons")).to_be_hidden()
    phone.page.context.set_offline(False)
    expect(verdict(phone)).to_contain_text(phone.say(NEEDED, points="97", bid=90))


def test_a_question_that_got_no_answer_is_asked_again_by_itself(phone):
    phone.watch.expect("ERR_FAILED", "htmx:sendError", "htmx:afterRequest")
    phone.page.goto(FAILED)
    phone.page.locator("main > details > summary").tap()
    phone.page.route("**/settle/**", lambda route: route.abort(), times=2)
    points(phone, "A").fill("97")
    expect(phone.page.locator("#message")).to_contain_text("when there is a network")
    expect(verdict(phone)).to_contain_text(phone.say(NEEDED, points="97", bid=90))
    expect(phone.page.locator("#message")).to_be_empty()


def test_without_javascript_it_rules_by_its_button(open_phone):
    phone = open_phone(java_script_enabled=False)
    phone.page.goto("/settle/other-rules")
    tell_bid(phone, "A", 11)
    points(phone, "A").fill("86")
    phone.touch("Side A pilotta")
    phone.tap("Rule")
    expect(phone.page.locator("#reasons")).to_contain_text("Side A 2, Side B 27")


PAGES = (
    *("/settle", "/settle/why", FAILED, FAILED.replace("why", "other-rules")),
    *("/settle/auction", "/settle/auction?calls=pass+90h+80s+100s", "/settle/dealer?cut=spades"),
    "/settle/card?trump=hearts&trick=As&trick=Qh&led=spades&hand=7h&hand=Jh",
)


@GREEK_FIRST
def test_axe_finds_nothing(open_phone, axe, language):
    phone = open_phone(language)
    found = []
    for page in PAGES:
        phone.page.goto(page)
        phone.page.locator("details").evaluate_all("all => all.map(one => (one.open = true))")
        found += axe.faults(phone, page)
    assert found == []


def test_nothing_is_too_small_to_be_tapped(phone):
    phone.page.goto(FAILED)
    phone.page.locator("main > details > summary").tap()
    seen = phone.page.locator("main :is(a, button, summary, .chip, .box):visible")
    small = [
        one.inner_text()
        for one in seen.all()
        if one.bounding_box()["height"] < 44 or one.bounding_box()["width"] < 44
    ]
    assert small == []


# --- the choice stays in sight, and the ruling does not cover the next question ---


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


# --- a ruling sent to another phone: shared, copied, or left to be copied by hand ---


def send_from(phone, script):
    phone.page.add_init_script(script)
    phone.page.goto(RULING)
    phone.tap("Send the ruling")
    return phone.page.locator("#sent")


def test_copied_address_is_confirmed_within_sight_and_opens_the_ruling(phone):
    phone.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    told = send_from(phone, NO_SHARE)
    expect(told).to_have_text("The address is copied.")
    expect(told).to_be_in_viewport()
    phone.page.goto(phone.page.evaluate("navigator.clipboard.readText()"))
    expect(phone.page.locator("#verdict")).to_contain_text(phone.say(NEEDED, points="89", bid=90))


def test_on_plain_http_the_address_stands_there_to_be_copied(phone):
    told = send_from(phone, PLAIN_HTTP)
    expect(told).to_have_text("Copy the address from here.")
    expect(told).to_be_in_viewport()
    address = phone.page.get_by_label("The address of the ruling")
    expect(address).to_be_in_viewport()
    assert phone.page.evaluate("getSelection().toString()") == address.input_value()
    phone.page.goto(address.input_value())
    expect(phone.page.locator("#verdict")).to_contain_text(phone.say(NEEDED, points="89", bid=90))
