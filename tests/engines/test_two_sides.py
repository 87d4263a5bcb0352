"""The other side answers: on another phone, in another engine, or on the one turned to it."""

import pytest

from tests.engines.phone import Scorer
from tests.support.truth import events

ADDRESS = "return document.querySelector('#address').textContent.trim()"
IS_ANSWERED = "return document.querySelector('#thumb') && !document.querySelector('.which-side')"
REASON = "#flag [name=reason]"
IS_TYPED = f"return document.querySelector('{REASON}')?.value === arguments[0]"
AGREES = "document.querySelector('form:has(+ #flag)').checkVisibility()"
IS_KEPT = """
return (async (path) => {
  const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).match(path)));
  return found.some(Boolean);
})(arguments[0]);
"""
NAMES = "#standing .total h2"
SHOW = "Show the last hand to the other side"
_IS_TURNED = """
const box = document.querySelector(".across");
return getComputedStyle(box).transform === "matrix(-1, 0, 0, -1, 0, 0)";
"""
_MARKS = """
return [...document.querySelectorAll("#ledger .said [aria-hidden]")]
  .filter((one) => one.checkVisibility()).map((one) => one.textContent).join() === arguments[0];
"""
_SHOWN = "return document.querySelector('.shown').textContent.replace(/\\s+/g, '')"


def take_pencil(phone, holder):
    """The holder's phone shows the code, and the other one opens it."""
    holder.goto(f"/m/{holder.match}/pencil/")
    holder.tap("Hand over to another phone")
    holder.holds("return Boolean(document.querySelector('#address'))")
    address = holder.browser.run(ADDRESS)
    phone.browser.goto(address)
    phone.tap("Take the pencil")
    phone.arrive(rf"^/m/{holder.match}/$")


@pytest.mark.parametrize("language", ["en", "el"])
def test_pencil_that_is_passed_twice_writes_each_bid_on_its_side(engines, server, language):
    ours, theirs = (engines.get(name) for name in ("webkit", "firefox"))
    for browser in (ours, theirs):
        browser.fresh(language)
    ours, theirs = (Scorer(browser, server, language) for browser in (ours, theirs))
    us, them = ours.names["A"], ours.names["B"]
    theirs.names = {"A": them, "B": us}

    ours.start_match()
    theirs.match = ours.match
    ours.write("A", 9, "hearts", 97)
    theirs.open_ledger()
    theirs.sees_texts(NAMES, [theirs.say("Side A"), theirs.say("Side B")])

    take_pencil(theirs, ours)
    theirs.sees_texts(NAMES, [theirs.say("Side A"), theirs.say("Side B")])
    theirs.touch(theirs.say("Side B"), within=".which-side")
    theirs.holds(IS_ANSWERED)
    theirs.sees_texts(NAMES, [them, us])
    theirs.write("B", 8, "spades", 90)  # by its own word: Us
    theirs.sees_all_sent()
    theirs.sees_totals(26, 23)

    take_pencil(ours, theirs)
    ours.sees_texts(NAMES, [us, them])
    ours.write("B", 10, "clubs", 100)
    ours.sees_all_sent()
    theirs.open_ledger()
    theirs.sees_texts(NAMES, [them, us])
    bidders = [data["hand"]["bidder"] for data in hands(ours)]
    assert bidders == ["A", "B", "B"]
    assert not [*ours.browser.errors(), *theirs.browser.errors()]


def test_answer_drops_the_copies_that_say_the_old_words(open_phone):
    phone = open_phone().install()
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    phone.goto(f"/m/{phone.match}/race")
    phone.holds(IS_KEPT, f"/m/{phone.match}/race")
    phone.goto(f"/m/{phone.match}/side/")
    phone.tap("Side B")
    phone.arrive(rf"^/m/{phone.match}/$")
    phone.holds(IS_KEPT.replace("found.some", "!found.some"), f"/m/{phone.match}/race")


def test_not_so_hides_the_other_answer_and_half_a_flag_stays(phone):
    start(phone)
    phone.goto(f"/m/{phone.match}/pencil/")
    phone.tap("Code for them")
    phone.holds("return Boolean(document.querySelector('#address'))")
    address = phone.browser.run(ADDRESS)
    phone.browser.fresh()  # another phone
    phone.browser.goto(address)
    phone.tap("Answer for: Side B")
    phone.arrive(rf"^/m/{phone.match}/$")
    phone.tap("⚑ Not so")
    phone.arrive(r"/hands/\d+$")
    phone.holds(f"return !{AGREES}")
    leave_and_come_back(phone)
    phone.holds("return !window.isOld && Boolean(document.querySelector('#flag'))")
    phone.fill(REASON, "66")
    leave_and_come_back(phone)
    phone.holds(IS_TYPED, "66")
    phone.browser.run("location.reload()")
    phone.holds(IS_TYPED, "66")
    phone.goto(phone.browser.run("return location.pathname"))
    phone.holds(f"return {AGREES}")
    phone.holds(IS_TYPED, "66")
    phone.tap("⚑ Flag the hand")
    phone.shows("#ledger")
    phone.open_hand(1)
    phone.arrive(r"/hands/\d+$")
    phone.holds(IS_TYPED, "")


def leave_and_come_back(phone):
    phone.browser.run("window.isOld = true")
    phone.touch_at(".bar .back")
    phone.shows("#ledger")
    phone.browser.back()
    phone.arrive(r"/hands/\d+$")


def hands(phone):
    """Return the hands that the server has."""
    return [data for _, _, kind, data in events(phone.server, phone.match) if kind == "recorded"]


# --- a table with one phone ---


def start(phone):
    """A match with one hand, which the server has."""
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()


def turn(phone):
    phone.tap(SHOW)
    phone.shows(".across")
    phone.holds(_IS_TURNED)


def open_flag(phone):
    """Ask the other side for its count."""
    turn(phone)
    phone.touch_at(".across summary")


def sees_marks(phone, marks):
    phone.browser.wait(_MARKS, marks, otherwise=f"not marked: {marks}")


def test_undo_takes_back_the_answer_of_the_other_side(phone):
    start(phone)
    turn(phone)
    them, us = phone.say("Them"), phone.say("Us")
    assert phone.browser.ask(_SHOWN) == f"{them}19{us}6", "in words that are true for its reader"
    phone.touch(f"✓ {phone.say('We agree')}")
    phone.shows("#ledger")
    sees_marks(phone, "(✓)")
    phone.sees_all_sent()
    sees_marks(phone, "(✓)")
    phone.tap("Undo")
    phone.sees(phone.say("undone"), at="#thumb")
    sees_marks(phone, "")
    phone.write("B", 10, "spades", 94)
    phone.sees_totals(45, 6)
    phone.sees_all_sent()
    assert phone.written() == ["started", "recorded", "agreed_here", "undone", "recorded"]


def test_the_other_side_answers_without_a_network(phone, server):
    start(phone)
    server.kill()
    open_flag(phone)
    phone.tap("Other declarations")
    phone.shows("#ledger")
    sees_marks(phone, "(⚑)")
    phone.sees_unsent(1)
    phone.tap("Undo")
    sees_marks(phone, "")
    phone.tap("Bring back")
    sees_marks(phone, "(⚑)")
    phone.write("B", 10, "spades", 94)
    turn(phone)
    phone.touch(f"✓ {phone.say('We agree')}")
    phone.shows("#ledger")
    sees_marks(phone, "(⚑),(✓)")
    server.start()
    phone.sees_all_sent()
    sees_marks(phone, "(⚑),(✓)")
    assert phone.written() == [
        *("started", "recorded", "flagged_here", "undone", "undone", "recorded", "agreed_here")
    ]


def test_one_tap_closes_a_flag_here_without_a_network(phone, server):
    start(phone)
    server.kill()
    open_flag(phone)
    phone.fill(".across [name=reason]", "66")
    phone.touch(f"⚑ {phone.say('Flag the hand')}")
    phone.shows("#ledger")
    phone.open_hand(1)
    phone.tap("Correct the hand", "Spades")
    phone.tap("See what changes", "Write the correction")
    phone.shows("#ledger")
    phone.touch_at("#thumb form.stack button")
    sees_marks(phone, "(✓)")
    server.start()
    phone.sees_all_sent()
    assert phone.written() == [*("started", "recorded", "flagged_here", "corrected", "agreed_here")]


def test_the_page_can_be_left_without_an_answer(phone):
    start(phone)
    turn(phone)
    phone.touch(f"‹ {phone.say('Ledger')}")
    phone.shows("#ledger")
    sees_marks(phone, "")
    assert phone.written() == ["started", "recorded"]
