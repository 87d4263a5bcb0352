"""The pencil goes from phone to phone, both sides answer, and the history shows all of it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.browser.letter_sizes.measuring import FONTS, Size, show_at
from tests.browser.letter_sizes.states import SIDES

CUT = ("ERR_CONNECTION", "htmx:sendError", "status of 409", "Error Code 409", "status of 422")
REASON = "we counted 66 “αλήθεια” 🎴"
FLAG = f"⚑ Hand 1, Them: “{REASON}”"


@pytest.fixture
def table(open_phone, fragile):
    """A scorer with a match just started, and two other phones of the table."""
    phones = [open_phone(at=fragile) for _ in range(3)]
    phones[0].start_match()
    for phone in phones:
        phone.watch.expect(*CUT)
        phone.match_url = phones[0].match_url
    return phones


def open_pencil(phone):
    phone.open_ledger()
    phone.tap("Menu", "The pencil")
    phone.arrive("**/pencil/")


def shown_link(phone, *names):
    """The link that the phone shows once these buttons were tapped."""
    open_pencil(phone)
    phone.tap(*names)
    phone.page.wait_for_url("**/pencil/link")
    return phone.page.locator("#address").inner_text()


def open_link(phone, link, button):
    """Scan the code and press the button after it."""
    phone.page.goto(link)
    phone.tap(button)
    phone.page.wait_for_url("**/m/*/")


def test_answer_of_this_phone_shows_where_the_side_is_asked(open_phone):
    phone = open_phone()
    phone.start_match()
    open_pencil(phone)
    phone.tap("Which side are you on?")
    phone.arrive("**/side/")
    grounds = [
        phone.control(name).evaluate("(one) => getComputedStyle(one).backgroundColor")
        for name in ("Side A", "Side B", "I only watch")
    ]
    assert phone.control("Side A").get_attribute("aria-pressed") == "true"
    assert grounds[0] not in grounds[1:]


# How far the last act lies below what covers it, and how many names lie out of their button.
HIDDEN = """() => {
  const [thumb, status, doings] = ["#thumb", ".status", ".doings"]
    .map((one) => document.querySelector(one).getBoundingClientRect());
  const wide = [...document.querySelectorAll(".which-side .button")]
    .filter((one) => one.scrollWidth > one.clientWidth);
  return [thumb.top > status.top, status.bottom > doings.top, wide.length];
}"""


@pytest.mark.parametrize("root", [100, 200])
def test_question_of_the_side_leaves_the_last_act_in_sight(open_phone, root):
    scorer, taker = open_phone("el"), open_phone("el")
    scorer.start_match(**SIDES)
    scorer.play(("A", 9, 97, "hearts"))
    taker.match_url = scorer.match_url
    taker.watch.expect(*CUT)
    open_link(taker, shown_link(scorer, "Hand over to another phone"), "Take the pencil")
    taker.page.locator(".which-side").wait_for()
    show_at(taker.page, Size(360, 640, root, FONTS[0]))
    assert taker.page.evaluate(HIDDEN) == [False, False, 0]


def footer(phone):
    return phone.page.locator("#thumb")


def totals(phone):
    return phone.page.get_by_role("region", name="Totals").locator("b")


def test_pencil_on_the_other_side_writes_them_on_the_left(open_phone):
    scorer, theirs = open_phone(), open_phone()
    seats = {"A1": "Maria", "A2": "Giorgos", "B1": "Eleni", "B2": "Andreas"}
    scorer.start_match(**{f"player_{seat}": name for seat, name in seats.items()})
    theirs.match_url = scorer.match_url
    theirs.watch.expect(*CUT, "ERR_INTERNET_DISCONNECTED")
    open_link(theirs, shown_link(scorer, "Code for them"), "Answer for: Eleni – Andreas")
    link = shown_link(scorer, "Hand over to another phone")
    open_link(theirs, link, "Take the pencil")
    sides = theirs.page.get_by_role("region", name="Totals").locator("h2")
    expect(sides).to_have_text(["Them", "Us"])
    theirs.open_entry()
    expect(theirs.page.locator(".bids > legend bdi")).to_have_text(["Them", "Us"])
    theirs.page.context.set_offline(True)
    theirs.tap("Bid by Us: 9")
    theirs.tap("Hearts")
    theirs.type_points(97)
    theirs.tap("Save hand")
    theirs.sees_state("on this phone")
    expect(sides).to_have_text(["Them", "Us"])
    theirs.page.context.set_offline(False)


def test_a_match_with_three_phones(table, fragile):
    scorer, ours, theirs = table
    open_link(theirs, shown_link(scorer, "Code for them"), "Answer for: Side B")
    scorer.page.wait_for_url("**/pencil/")  # the code's page knows that it is done
    open_link(ours, shown_link(scorer, "Code for us"), "Answer for: Side A")
    expect(footer(ours)).to_contain_text("This phone answers for us.")
    agree_and_flag(scorer, ours, theirs)
    fragile.kill()
    fragile.start()
    correct_and_settle(scorer, theirs)

    open_link(ours, shown_link(scorer, "Hand over to another phone"), "Take the pencil")
    scorer.page.wait_for_url("**/m/*/")
    expect(footer(scorer)).to_contain_text("The pencil is with another phone now")
    ours.write("B", 8, 90, "spades")
    expect(totals(scorer)).to_have_text(["25", re.compile(r"\d+"), "24"])
    open_link(scorer, shown_link(ours, "Hand over to another phone"), "Take the pencil")
    scorer.write("A", 8, 90, "clubs")

    scorer.tap("Menu", "More", "History")
    scorer.arrive("**/history/")
    told = scorer.page.locator(".history .what").all_inner_texts()
    assert [text for text in told if "hone" in text or "✓" in text or "⚑" in text] == [
        "Phone 1 holds the pencil; no other writes",
        "Phone 3 holds the pencil; no other writes",
        "Them: ✓ hand 1: 18\u00a0–\u2060\u00a07",
        f"Them: ⚑ hand 1: “{REASON}”",
        "Us: ✓ hand 1: 19\u00a0–\u2060\u00a06",
        "Phone 3 answers for us",
        "Phone 2 answers for them",
    ]


def agree_and_flag(scorer, ours, theirs):
    scorer.open_ledger()
    scorer.write("A", 9, 97, "hearts")
    for phone in (ours, theirs):
        expect(totals(phone)).to_have_text(["19", re.compile(r"\d+"), "6"])
    ours.tap("✓ Hand 1: 19 –\u2060 6")
    theirs.tap("⚑ Not so")
    theirs.page.locator("[name=reason]").fill(REASON)
    theirs.tap("⚑ Flag the hand")
    theirs.arrive_at_ledger()
    expect(footer(scorer)).to_contain_text(FLAG)
    assert scorer.ledger() == [["1", "+19 19", "✓ ‹ 9 ♥ ⚑", "6 +6"]]


def correct_and_settle(scorer, theirs):
    scorer.touch(FLAG)
    scorer.tap("Correct the hand")
    scorer.points("A").tap()
    scorer.type_points(95)
    scorer.confirm("Write the correction")
    scorer.arrive_at_ledger()
    expect(footer(theirs)).to_contain_text("✓ Us: hand 1 is correct now: 18 –\u2060 7")
    theirs.tap("✓ Us: hand 1 is correct now: 18 –\u2060 7")
    expect(footer(theirs)).not_to_contain_text("Hand 1")
    expect(footer(scorer)).not_to_contain_text("⚑")


def test_the_old_phone_writes_nothing_more(table):
    scorer, other, _ = table
    link = shown_link(scorer, "Hand over to another phone")
    scorer.open_ledger()
    scorer.open_entry()
    scorer.bid("A", 9)
    open_link(other, link, "Take the pencil")
    other.say_side()
    scorer.watch.expect("status of 401")
    scorer.tap("Hearts")
    scorer.type_points(97)
    scorer.tap("Save hand")
    expect(scorer.page.get_by_role("alert")).to_contain_text("The server did not take this")
    scorer.open_ledger()
    expect(footer(scorer)).to_contain_text("The pencil is with another phone now")
    open_link(scorer, shown_link(other, "Hand over to another phone"), "Take the pencil")
    scorer.page.locator(".status .round.unsent").tap()  # nothing that was written is lost
    scorer.tap("Try again")
    scorer.page.keyboard.press("Escape")
    scorer.sees_saved(["1", "+19 19", "‹ 9 ♥", "6 +6"])


def test_both_sides_give_the_pencil_to_one_of_them(table):
    scorer, ours, theirs = table
    open_link(ours, shown_link(scorer, "Code for us"), "Answer for: Side A")
    open_link(theirs, shown_link(scorer, "Code for them"), "Answer for: Side B")
    scorer.page.wait_for_url("**/pencil/")  # not closed on its way there
    scorer.page.close()
    open_pencil(theirs)
    theirs.tap("Ask for the pencil")
    theirs.arrive_at_ledger()
    expect(footer(ours)).to_contain_text("phone 3 asks for the pencil")
    ours.tap("Agree")
    expect(footer(theirs)).to_contain_text("This phone writes now.")
    expect(theirs.control("New hand")).to_be_visible()
    theirs.write("B", 9, 97, "hearts")


def test_a_link_without_a_network_can_be_tried_again(table, open_phone):
    scorer, other, _ = table
    link = shown_link(scorer, "Hand over to another phone")
    other.watch.expect("ERR_INTERNET_DISCONNECTED")
    other.page.goto(link.partition("#")[0])
    other.page.context.set_offline(True)
    other.page.locator("[name=secret]").fill(link)
    other.tap("Go on")
    expect(other.message).to_contain_text("Nothing is used up")
    other.page.context.set_offline(False)
    other.page.wait_for_timeout(450)  # no double tap
    other.tap("Go on")
    other.tap("Take the pencil")
    other.arrive_at_ledger()
    other.say_side()
    other.write("A", 9, 97, "hearts")


def test_a_wrong_link_says_so(phone):
    phone.watch.expect("status of 422", "Error Code 422")
    for secret in ("made-up", "another"):  # in the same tab
        phone.page.goto(f"/s#{secret}")
        expect(phone.page.get_by_role("alert")).to_contain_text("No match has this link")
        assert phone.page.url.endswith("/s")
        phone.page.locator("[role=alert]").evaluate("one => one.remove()")


@GREEK_FIRST
def test_its_pages_are_accessible_and_fit(open_phone, axe, language):
    scorer, theirs = open_phone(language), open_phone(language)
    scorer.start_match(name_A="Τα παιδιά της πλατείας του Αγίου Νικολάο", name_B="Αετοί")
    scorer.play(("A", 9, 97, "hearts"), ("B", 8, 100, "spades"))
    theirs.match_url = scorer.match_url
    open_pencil(scorer)
    scorer.page.locator('[value="B"]').tap()
    scorer.page.wait_for_url("**/pencil/link")
    theirs.page.goto(scorer.page.locator("#address").inner_text())
    theirs.page.locator(".which").wait_for()
    look_at(theirs, axe, "opening")
    look_at(scorer, axe, "link")
    theirs.page.locator("#link .primary").tap()
    theirs.arrive_at_ledger()
    look_at(theirs, axe, "side")
    theirs.open_hand(2)
    theirs.page.locator("[name=reason]").fill("66")
    look_at(theirs, axe, "hand")
    theirs.page.locator("#flag button").tap()
    theirs.arrive_at_ledger()
    look_at(theirs, axe, "flagged")
    open_pencil(scorer)
    look_at(scorer, axe, "pencil")
    scorer.page.goto(f"{scorer.match_url}history/")
    look_at(scorer, axe, "history")


def look_at(phone, axe, name):
    """A picture in light and in dark, nothing cut off, and nothing that axe would blame."""
    assert axe.faults(phone, name, picture=f"pencil-{phone.language}-{name}") == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360, name


def test_link_that_was_used_is_no_step_back(table):
    scorer, other, _ = table
    link = shown_link(scorer, "Hand over to another phone")
    other.page.goto("/privacy")
    open_link(other, link, "Take the pencil")
    other.page.go_back()
    expect(other.page).to_have_url(re.compile(r"/privacy$"))


def test_handing_over_says_that_half_a_hand_stays_on_this_phone(table):
    scorer, *_ = table
    open_pencil(scorer)
    expect(scorer.page.locator("#half-hand")).to_be_hidden()
    scorer.open_ledger()
    scorer.open_entry()
    scorer.bid("A", 9)
    open_pencil(scorer)
    expect(scorer.page.locator("#half-hand")).to_be_visible()
    scorer.tap("Hand over to another phone")
    expect(scorer.page.locator("#half-hand")).to_be_visible()
