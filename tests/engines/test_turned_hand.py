"""A table with one phone: the last hand is turned to the other side, which answers on it."""

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
