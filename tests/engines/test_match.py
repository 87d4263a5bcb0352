"""A match kept with a finger: hands of every kind, half typed, as a line, under a wrong clock."""

import pytest

from tests.support.server import Server
from tests.support.wrong_clock import clock_off_by

# As another phone would: nothing of it goes through this page's outbox.
_WRITE_ELSEWHERE = """
const [match, hand] = arguments;
return (async () => {
  const page = await (await fetch(`/m/${match}/hand`)).text();
  const form = new DOMParser().parseFromString(page, "text/html").querySelector("#entry");
  const typed = new FormData(form);
  for (const [name, value] of Object.entries(hand)) typed.set(name, value);
  return (await fetch(form.getAttribute("action"), { method: "POST", body: typed })).status;
})();
"""
HAND = {"contract": "B:100", "trump": "spades", "points_B": "94"}
FIELD = "#line [name=line]"
_IS_OPEN = "return document.querySelector('#line')?.matches(':popover-open') ?? false"
_IS_CLOSED = "return !document.querySelector('#line')?.matches(':popover-open')"
_WIDER = "return document.documentElement.scrollWidth - innerWidth"
_REACH = """
const box = document.querySelector("#line").getBoundingClientRect();
return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
"""
DAYS = 40


@pytest.mark.smoke
@pytest.mark.every_engine
def test_six_hands_are_typed_corrected_undone_and_brought_back(phone):
    phone.goto("/")
    phone.tap("New match")
    phone.begin()
    plain(phone)
    doubled(phone)
    kapo(phone)
    declared(phone)
    pilotta(phone)
    failed(phone)
    phone.sees_all_sent()
    rows = [["19", "6"], ["57", "6"], ["57", "40"], ["74", "52"], ["80", "76"], ["106", "76"]]
    assert phone.totals() == rows
    correct_the_first(phone)
    phone.tap("Undo")
    phone.sees_totals(106, 76)
    phone.tap("Bring back")
    phone.sees_totals(87, 95)
    phone.sees_all_sent()
    assert phone.written() == ["started", *["recorded"] * 6, "corrected", "undone", "undone"]


def test_a_page_that_is_left_at_once_holds_up_no_other(phone):
    """It keeps what it began to read, in the browser's memory of the way back."""
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    for _ in range(3):
        phone.look_at_hand(1)
    phone.open_hand(1)
    phone.tap("Correct the hand", "Spades")
    phone.tap("See what changes", "Write the correction")
    phone.shows("#ledger")
    phone.sees_all_sent()
    assert phone.written() == ["started", "recorded", "corrected"]


def plain(phone):
    """The result is shown while the hand is typed."""
    phone.open_entry()
    phone.bid("A", 9, "hearts")
    phone.type_points(9)
    phone.sees_result(0, 25)
    phone.type_points(7)
    phone.sees_result(19, 6)
    phone.save()
    phone.sees_totals(19, 6)


def doubled(phone):
    phone.open_entry()
    phone.bid("A", 11, "clubs")
    phone.double(2)
    phone.type_points(112)
    phone.sees_result(38, 0)
    phone.save()
    phone.sees_totals(57, 6)


def kapo(phone):
    phone.open_entry()
    phone.bid("B", 9, "diamonds")
    phone.of_side("B", "kapo")
    phone.sees_result(0, 34)
    phone.save()
    phone.sees_totals(57, 40)


def declared(phone):
    """The longer run counts."""
    phone.open_entry()
    phone.bid("A", 8, "hearts")
    phone.declare("A", "run of 3")
    phone.declare("B", "run of 4")
    phone.type_points(90)
    phone.sees_result(17, 12)
    phone.save()
    phone.sees_totals(74, 52)


def pilotta(phone):
    phone.open_entry()
    phone.bid("B", 12, "clubs")
    phone.of_side("B", "pilotta")
    phone.type_points(103)
    phone.sees_result(6, 24)
    phone.save()
    phone.sees_totals(80, 76)


def failed(phone):
    phone.open_entry()
    phone.bid("B", 10, "spades")
    phone.type_points(94)
    phone.sees_result(26, 0)
    phone.save()
    phone.sees_totals(106, 76)


def correct_the_first(phone):
    """97 were 10 less: the bid of 9 failed."""
    phone.look_at_hand(2)
    phone.open_hand(1)
    phone.tap("Correct the hand")
    phone.shows("#entry")
    phone.delete_points()
    phone.type_points(87)
    phone.sees_result(0, 25)
    phone.tap("See what changes")
    phone.tap("Write the correction")
    phone.shows("#ledger")
    phone.sees_totals(87, 95)


# --- half a hand stays on the phone, and is written once ---


def test_half_a_hand_outlives_other_acts_and_is_written_once(phone, server):
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    phone.open_entry()
    phone.bid("B", 10, "spades")
    phone.type_points(94)
    phone.tap("Back to the ledger", "Undo")
    goes_on(phone, 1)
    phone.sees_all_sent()
    server.kill()
    phone.tap("Bring back")
    goes_on(phone, 2)
    server.start()
    phone.sees_all_sent()
    assert phone.browser.run(_WRITE_ELSEWHERE, phone.match, HAND)
    phone.open_ledger()
    phone.open_entry()
    phone.shows("[data-question]")
    phone.sees_result(26, 0)
    phone.tap("Yes, drop what I tapped here")
    phone.sees_totals(45, 6)
    assert phone.written().count("recorded") == 2


def goes_on(phone, number):
    """The ledger leads back to the hand as it was typed."""
    phone.tap(f"Continue hand {number}")
    phone.sees_result(26, 0)
    phone.tap("Back to the ledger")


# --- a hand as a line ---


def open_line(phone):
    phone.open_entry()
    phone.tap("Hand as a line")
    phone.holds(_IS_OPEN)


def test_a_line_fills_the_entry_and_is_saved_as_ever(phone):
    phone.start_match()
    open_line(phone)
    phone.fill(FIELD, "us nine hearts ninety-seven")
    phone.tap("Put it in")
    phone.holds(_IS_CLOSED)
    phone.sees_result(19, 6)
    phone.save()
    phone.sees_totals(19, 6)
    phone.sees_all_sent()
    assert phone.written() == ["started", "recorded"]


def test_a_word_that_is_unknown_is_named_in_its_place(phone):
    phone.start_match()
    open_line(phone)
    phone.fill(FIELD, "90 κουπς 97")
    phone.tap("Put it in")
    phone.sees("“κουπς”: did you mean κούπες?", at="#line-says")
    assert phone.browser.ask(_REACH)
    phone.tap("Close")
    phone.holds(_IS_CLOSED)


def test_in_large_letters_it_stays_in_the_window(phone):
    phone.start_match()
    phone.browser.run("document.documentElement.style.fontSize = '200%'")
    open_line(phone)
    assert phone.browser.ask(_REACH)
    assert phone.browser.ask(_WIDER) <= 0


# --- a server whose clock is wrong by more than a month ---


@pytest.fixture(scope="module", params=[-DAYS, DAYS], ids=["behind", "ahead"])
def wrong(request, tmp_path_factory):
    inside = clock_off_by(request.param)
    server = Server(tmp_path_factory.mktemp("wrong"), inside=inside, SCRIPTS="joined")
    yield server.start()
    server.kill()


@pytest.mark.timeout(180)
def test_a_match_and_a_form_are_taken_by_a_server_with_a_wrong_clock(open_phone, wrong):
    phone = open_phone(at=wrong)
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    phone.goto("/")
    phone.tap("Menu", "Settings and more", "Dark")
    phone.holds("return document.documentElement.dataset.theme === 'dark'")
    assert phone.written() == ["started", "recorded"]
