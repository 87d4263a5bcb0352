"""A sheet as lines: read into the form's rows, faults at their rows, and written from there."""

import random

import pytest

from scorekeeper.i18n import use_locale
from scorekeeper.rules.model import KAPO
from scorekeeper.rules.presets import CAFE
from scorekeeper.web.tournaments.typed_form import read_sheet_lines
from tests.web.tournaments.test_typed_sheet import result, verdict

SHEET = """90κ 97
β 100 μπαστούνια κλειστό 112 πιλόττα

πάσο
α 80 καπό
them 9 hearts 60 us 102
"""
NUMBERS = ("a", "b", "score_a", "score_b", "mark", "doubled", "bid")
ROWS = [
    ("97", "65", "19", "6", "", "", "90"),
    ("50", "112", "0", "38", "", "2", "100"),
    ("", "", "", "", "passed", "", ""),
    ("250", "0", "33", "0", "A", "", "80"),
    ("102", "60", "25", "0", "", "", "90"),
]


@pytest.fixture
def drawn(organise):
    return organise(4, then=lambda desk: desk.draw())


def put_in(phone, lines, button="Put it in", **typed):
    page = phone.page("rounds/1/tables/1/sheet")
    return phone.press(page, button, lines=lines, **typed)


def row(page, number):
    form = page.form_of("Check the sheet")
    return tuple(form.value(f"{name}{number}") or "" for name in NUMBERS)


def test_each_line_stands_in_its_row_and_is_written_from_there(drawn):
    page = put_in(drawn, SHEET)
    assert [row(page, number) for number in range(1, 6)] == ROWS
    assert "The hands come to: 77 – 44" in verdict(page)
    assert result(drawn) is None, "nothing is written yet"
    assert drawn.press(page, "Write the sheet").status == 303
    assert result(drawn).score == (77, 44)


def test_a_fault_stands_at_its_row_and_the_others_are_read(drawn):
    page = put_in(drawn, "90κ 97\n80 κουπς 100\n90κ\nβ 9 97")
    assert page.status == 422
    assert "Word 2, “κουπς”, is unknown." in page.words(".//td[@id='wrong-2']")
    assert "How many card points?" in page.words(".//td[@id='wrong-3']")
    assert row(page, 1) == ROWS[0]
    assert row(page, 4) == ("65", "97", "6", "19", "", "", "90")
    assert "80 κουπς 100" in page.find(".//textarea[@name='lines']").text
    assert not page.has(".//div[@id='verdict']")


def test_lines_alone_are_read_by_the_button_of_the_sheet_too(drawn):
    assert row(put_in(drawn, "90κ 97", "Check the sheet"), 1) == ROWS[0]


def test_a_row_that_was_mended_is_not_read_again(drawn):
    page = put_in(drawn, "90κ 97\n80 κουπς 100")
    mended = drawn.press(page, "Check the sheet", a2="100", score_a2="18", score_b2="6")
    assert row(mended, 2)[:4] == ("100", "62", "18", "6")


def test_without_lines_the_button_checks_the_rows(drawn):
    page = put_in(drawn, "", a1="97", score_a1="19", score_b1="6")
    assert "The hands come to: 19 – 6" in verdict(page)


@pytest.mark.parametrize(("language", "word"), [("en", "kapo"), ("el", "καπό")])
def test_a_bid_of_all_tricks_is_written_in_the_reader_s_letters(language, word):
    with use_locale(language):
        (hand,) = read_sheet_lines("καπό μ καπό", CAFE).hands
    assert hand.bid == word
    assert hand.read().written.bid == KAPO


def test_a_sheet_has_so_many_hands():
    lines = read_sheet_lines("90κ 97\n" * 120, CAFE)
    assert len(lines.hands) == 99
    assert list(lines.faults) == [99]


def test_equal_runs_need_their_top_cards_in_the_line(drawn):
    assert read_sheet_lines("90κ 97 run 3, b run 3", CAFE).faults[1]
    assert not read_sheet_lines("90κ 97 run 3 to ace, b run 3 to 9", CAFE).faults


@pytest.mark.parametrize(
    "before",
    [
        "[26/11/24, 21:03:12] Μαρία: ",
        "26/11/2024, 21:03 - Μαρία: ",
        "\u200e[26.11.24, 21:03] Ήβη: ",
    ],
)
def test_a_sheet_may_be_copied_from_a_chat(drawn, before):
    lines = ["90κ 97", "9 κούπες 97 πιλόττα", "πάσο"]
    sent = "\n".join(before + line for line in lines)
    assert read_sheet_lines(sent, CAFE) == read_sheet_lines("\n".join(lines), CAFE)


# --- how many keys ---


def hands_of_an_evening(seed):
    """Twelve hands as they are played: their shortest lines."""
    chance = random.Random(seed)
    for _ in range(12):
        side = chance.choice(("", "β"))
        bid = chance.choice((8, 8, 9, 9, 9, 10, 10, 11, 12))
        points = chance.randint(60, 130)
        yield f"{side}{bid} {points}" + chance.choice(("", "", "", " πιλόττα"))


def keys_of_rows(hands):
    """The keys of a sheet typed by its columns; Enter ends each box, a choice is one key."""
    keys = 0
    for hand in hands:
        own_points = min((hand.a, hand.b), key=len)
        boxes = [own_points, hand.score_a, hand.score_b, str(int(hand.bid) // 10)]
        keys += sum(len(box) + 1 for box in boxes) + bool(hand.mark) + bool(hand.doubled)
    return keys


PASTE = len(("into the field", "paste", "Put it in"))


@pytest.mark.parametrize("seed", range(5))
def test_a_sheet_of_twelve_hands_takes_fewer_keys(seed):
    """Pasted it is three; typed at best five for a hand, where the rows take eight to ten."""
    lines = list(hands_of_an_evening(seed))
    read = read_sheet_lines("\n".join(lines), CAFE)
    assert not read.faults
    rows = keys_of_rows(read.hands)
    assert rows * 0.4 >= PASTE
    plain = [place for place, line in enumerate(lines) if "πιλόττα" not in line]
    typed = sum(len(lines[place]) + 1 for place in plain)
    assert keys_of_rows([read.hands[place] for place in plain]) * 0.65 >= typed
