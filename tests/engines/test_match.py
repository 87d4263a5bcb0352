"""A match kept with a finger: six hands of every kind, corrected, undone and brought back."""

import pytest


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
