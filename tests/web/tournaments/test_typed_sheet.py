"""A sheet typed in from paper or as lines: checked, written, kept."""

import random
from dataclasses import replace

import pytest

from scorekeeper.i18n import use_locale
from scorekeeper.rules.model import KAPO, BySide
from scorekeeper.rules.presets import CAFE, PRESETS
from scorekeeper.web.tournaments.typed_form import read_sheet_lines
from tests.support.phone import Phone
from tests.support.table import MADE, SWEPT

FIELDS = ("a", "b", "score_a", "score_b", "mark", "doubled")
FIRST = (97, 65, 19, 6)
LOST = (74, 88, 0, 25)
SWEEP = (250, 0, 34, "", "A")


def check(phone, *hands, table=1, number=1, **typed):
    """Type these hands: points, scores, whose kapo, doubled."""
    for row, hand in enumerate(hands, 1):
        typed |= {f"{field}{row}": told for field, told in zip(FIELDS, hand, strict=False)}
    page = phone.page(f"rounds/{number}/tables/{table}/sheet")
    return phone.press(page, "Check the sheet", **typed)


def write(phone, *hands, button="Write the sheet", reason=None, **typed):
    """Type the hands, and write their result."""
    given = {} if reason is None else {"reason": reason}
    return phone.press(check(phone, *hands, **typed), button, **given)


def verdict(page):
    return page.words(".//div[@id='verdict']")


def result(phone, number=1):
    return phone.tournament().round(number).tables[0].result


def test_the_table_leads_to_its_sheet(drawn):
    (sheet,) = [link for link in drawn.page("rounds/1/tables/1").links() if link.endswith("/sheet")]
    assert drawn.get(sheet).status == 200


def rows_of(page):
    return len(page.findall(".//div[@class='typed-frame']//tbody//th"))


@pytest.mark.parametrize(
    ("changes", "rows"),
    [
        ({}, 28),
        ({"rules": replace(PRESETS["cafe"], target=701)}, 54),
        ({"rules": PRESETS["simple"]}, 2),
        ({"length": "hands", "limit": 12}, 12),
        ({"length": "hands", "limit": 12, "format": "knockout"}, 13),
        ({"length": "minutes", "limit": 60}, 20),
        ({"length": "hands", "limit": 120}, 99),
    ],
)
def test_a_sheet_has_as_many_rows_as_its_paper(organise, changes, rows):
    desk = organise(2, then=lambda desk: desk.draw(), **changes)
    assert rows_of(desk.page("rounds/1/tables/1/sheet")) == rows


def test_a_sheet_whose_last_row_is_filled_has_one_more(organise):
    desk = organise(2, length="hands", limit=2, then=lambda desk: desk.draw())
    assert rows_of(check(desk, FIRST)) == 2
    assert rows_of(check(desk, FIRST, LOST)) == 3


def test_a_sheet_that_adds_up_is_kept_and_its_hands_come_to_the_result(drawn, help_in):
    helper = help_in(drawn)
    page = check(helper, FIRST, SWEEP, ("", "", "", "", "passed"), LOST)
    assert verdict(page).startswith("The card points add up to 574.")
    assert "The hands come to: 53 – 31" in verdict(page)
    assert helper.press(page, "Write the sheet").status == 303
    kept = result(drawn)
    assert (kept.score, kept.hands, kept.source) == ((53, 31), (2, 1), "helper")
    assert [hand and hand.score for hand in kept.sheet] == [(19, 6), (34, 0), None, (0, 25)]
    assert kept.sheet[1].written.kapo == "A"


def test_the_result_opens_to_the_sheet_for_everybody(drawn, app):
    write(drawn, FIRST, (250, 0, 43, 0, "A", "2"), LOST)
    board = Phone(app).get(f"{drawn.url}rounds/1")
    (link,) = [link for link in board.links() if link.endswith("/typed")]
    page = Phone(app).get(link)
    rows = [" ".join(" ".join(row.itertext()).split()) for row in page.findall(".//tbody/tr")]
    assert rows == ["1 97 19 19 6 6 65", "2 250 43 62 kapo ×2 6 0 0", "3 74 0 62 31 25 88"]
    assert "62 – 31" in page.words()
    assert "Hands won: 2 – 1" in page.words()
    assert "by the organiser · from the sheet" in page.words()


def test_without_a_sheet_there_is_none_to_open(drawn):
    assert drawn.page("rounds/1/tables/1/typed").status == 404
    drawn.press(drawn.page("rounds/1/tables/1"), "Write the result", a=1, b=2)
    assert drawn.page("rounds/1/tables/1/typed").status == 404


def test_a_slip_is_told_beside_its_hand(drawn):
    page = check(drawn, FIRST, (47, 88, 0, 25))
    assert verdict(page).startswith("27 card points too few")
    name = drawn.tournament().name(drawn.tournament().last_round.tables[0].a)
    told = page.words(".//td[@id='wrong-2']")
    assert told.startswith(f"Hand 2: 27 too few. Two digits swapped? Perhaps 74 for {name}.")
    assert page.form_of("Check the sheet").value("a2") == "47", "what was typed is still there"


def test_the_last_trick_forgotten_and_a_kapo_not_marked(drawn):
    page = check(drawn, (87, 65, 18, 6), (250, 0, 34, 0))
    assert "The last trick's 10 forgotten?" in page.words(".//td[@id='wrong-1']")
    assert "A kapo not marked for" in page.words(".//td[@id='wrong-2']")


def test_a_hand_entered_twice_is_found_by_the_foot(drawn):
    page = check(drawn, FIRST, FIRST, played="1")
    assert "entered twice" in page.words(".//td[@id='wrong-2']")


def test_a_sum_at_the_foot_that_is_wrong_is_told_of_the_whole(drawn):
    page = check(drawn, FIRST, LOST, sum_a=117, sum_b=153)
    assert "The hands give 171" in verdict(page)


def test_a_total_that_was_added_up_wrongly_is_told_and_the_hands_count(drawn):
    page = check(drawn, FIRST, LOST, total_a=91, total_b=31)
    assert "The hands give 19." in verdict(page)
    drawn.press(page, "Write it all the same")
    assert result(drawn).score == (19, 31)


def test_a_total_that_one_hand_may_explain_is_not_doubted(drawn):
    page = check(drawn, FIRST, LOST, total_a=29, total_b=31)
    assert "Every hand can be right, but the foot of the sheet says otherwise." in verdict(page)
    assert "total of" not in verdict(page)
    assert "Not ruled out: Declarations forgotten? Then 29 – 6." in page.words()


def test_a_score_without_its_stake_is_told_beside_its_hand_and_the_right_total_is_not(drawn):
    for foot in ({}, {"total_a": 19, "total_b": 31}):
        page = check(drawn, (97, 65, 10, 6), LOST, **foot)
        assert verdict(page).startswith("The card points add up to 324, but not every score fits")
        assert "total of" not in verdict(page)
        told = page.words(".//td[@id='wrong-1']")
        assert "no bid and no declaration gives this score" in told
        assert told.endswith("The stake forgotten? Then 19 – 6." if foot else "forgotten?")
    assert not page.has(".//td[@id='wrong-2']")


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ((97, 65, 10, 6), {"score_a1", "score_b1"}),
        ((47, 88, 0, 25), {"a1", "b1"}),
        ((97, 65, 34, 6, "", "2"), {"doubled1"}),
    ],
)
def test_the_cells_of_the_likeliest_slip_are_marked(drawn, typed, wrong):
    page = check(drawn, typed)
    marked = page.findall(".//*[@aria-invalid='true']")
    assert {cell.get("name") for cell in marked} == wrong
    assert {cell.get("aria-describedby") for cell in marked} == {"wrong-1"}


def test_a_bid_that_is_written_tells_the_score_exactly(drawn):
    assert "Each score fits them." in verdict(check(drawn, (97, 65, 18, 6)))
    for bid in ("9", "90"):
        page = check(drawn, (97, 65, 18, 6), bid1=bid)
        assert "The missing point forgotten? Then 19 – 6." in page.words(".//td[@id='wrong-1']")
        assert page.form_of("Check the sheet").value("bid1") == bid
    assert "Each score fits them." in verdict(check(drawn, (*SWEEP[:2], 50, 0, "A"), bid1="Καπό"))
    unread = check(drawn, FIRST, bid1="7")
    assert (unread.status, unread.words(".//p[@id='wrong']")[-1]) == (422, "1")
    drawn.press(check(drawn, FIRST, bid1="9"), "Write the sheet")
    assert result(drawn).score == (19, 6)


def test_a_doubled_hand_is_one_side_s(drawn):
    page = check(drawn, (97, 65, 34, 6, "", "2"), (97, 65, 52, 0, "", "4"))
    assert "Doubled: one side takes everything." in page.words(".//td[@id='wrong-1']")
    assert not page.has(".//td[@id='wrong-2']")
    drawn.press(page, "Write it all the same")
    assert [hand.written.doubled for hand in result(drawn).sheet] == [2, 4]


def test_sheet_without_doubling_has_no_field_for_it(organise):
    organiser = organise(2, rules=PRESETS["kypros"], then=lambda desk: desk.draw())
    assert not organiser.page("rounds/1/tables/1/sheet").has(".//select[@name='doubled1']")


def test_a_sheet_that_does_not_add_up_may_be_written_all_the_same(drawn):
    page = check(drawn, (97, 66, 19, 6))
    assert "Write the sheet" not in page.buttons()
    assert drawn.press(page, "Write it all the same").status == 303
    assert result(drawn).score == (19, 6)


def test_a_score_may_be_below_nothing_and_stand_alone(drawn):
    write(drawn, (97, 65, "-2", ""), (97, 65, "−2", 6), button="Write it all the same")
    assert result(drawn).score == (-4, 6)


def test_another_result_is_corrected_with_a_reason_and_both_sheets_are_kept(drawn):
    write(drawn, FIRST)
    page = check(drawn, FIRST, LOST)
    refused = drawn.press(page, "Write the sheet", reason=" ")
    assert (refused.status, "Say why" in refused.words()) == (422, True)
    assert drawn.press(refused, "Write the sheet", reason="a hand was left out").status == 303
    assert result(drawn).reason == "a hand was left out"
    page = drawn.page("rounds/1/tables/1")
    sheets = page.findall(".//ol[@class='ruled written']//table")
    assert [len(one.findall(".//tbody/tr")) for one in sheets] == [2, 1]


def test_the_sheet_of_a_total_that_is_written_needs_no_reason(drawn):
    drawn.press(drawn.page("rounds/1/tables/1"), "Write the result", a=19, b=31)
    assert write(drawn, FIRST, LOST).status == 303
    assert len(result(drawn).sheet) == 2
    assert "already" in write(drawn, FIRST, LOST, reason="again").words(".//p[@id='refused']")


def test_two_who_type_one_table_s_sheet_do_not_overwrite_each_other(drawn, help_in):
    helper = help_in(drawn)
    page = check(helper, FIRST)
    write(drawn, FIRST, LOST)
    refused = helper.press(page, "Write the sheet")
    assert refused.status == 409
    assert refused.form_of("Check the sheet").value("a1") == "97", "nothing typed is lost"
    assert result(drawn).score == (19, 31)


def test_a_sheet_of_a_finished_round_is_confirmed_with_what_it_changes(organise):
    organiser = organise(8, then=lambda desk: desk.draw().play().draw().play().draw())
    asked = write(organiser, LOST, reason="the sheet came")
    assert "would have been drawn otherwise" in asked.words()
    assert result(organiser).sheet == ()
    assert organiser.press(asked, "Yes, correct it").status == 303
    assert (result(organiser).score, result(organiser).reason) == (
        (0, 25),
        "the sheet came",
    )


def test_a_sheet_that_moves_who_is_in_the_final_is_confirmed(organise):
    played = {"rounds": 1, "length": "hands", "limit": 1}
    organiser = organise(
        4, **played, then=lambda desk: desk.draw().result(1, 25, 0).result(2, 25, 0)
    )
    organiser.press(organiser.page("final"), "Final of the first 2")
    organiser.press(organiser.proposal(), "Draw it so")
    asked = write(organiser, LOST, reason="the sheet came")
    assert "in it would be" in asked.words()
    assert result(organiser).score == (25, 0)
    assert organiser.press(asked, "Yes, correct it").status == 303
    assert result(organiser).score == (0, 25)


def test_the_first_hand_that_sheet_and_phone_tell_in_two_ways_is_shown(organise):
    organiser = organise(2, then=lambda desk: desk.draw().write(1, MADE, SWEPT, MADE))
    write(organiser, FIRST, (152, 10, 24, 1), FIRST, button="Write the sheet")
    for path in ("rounds/1/tables/1", "rounds/1/tables/1/typed"):
        told = organiser.page(path).words(".//p[@class='message bad']")
        assert "Hand 2 differs first: the sheet has 152 – 10 (24 – 1), the phone 250 – 0" in told
    assert result(organiser).score == (62, 13), "neither overwrites the other"


def test_a_sheet_that_tells_what_the_phone_does_is_no_disagreement(organise):
    organiser = organise(2, then=lambda desk: desk.draw().write(1, MADE))
    write(organiser, FIRST, LOST)
    assert not organiser.page("rounds/1/tables/1/typed").has(".//p[@class='message bad']")


def test_no_trump_has_its_own_sum_where_it_is_played(organise):
    organiser = organise(2, rules=PRESETS["simple"], then=lambda desk: desk.draw())
    assert "32 card points too few" in verdict(check(organiser, (80, 50, 80, 50)))
    page = check(organiser, (80, 50, 80, 50), trump1="none")
    assert "add up to 130" in verdict(page)
    organiser.press(page, "Write the sheet")
    assert result(organiser).sheet[0].written.trump == "none"


def test_a_match_of_many_hands_has_a_row_for_each(organise):
    organiser = organise(2, length="hands", limit=30, then=lambda desk: desk.draw())
    assert organiser.page("rounds/1/tables/1/sheet").has(".//input[@name='a30']")
    write(organiser, *[FIRST] * 30)
    assert result(organiser).score == tuple(BySide(30 * 19, 30 * 6))


def test_hand_typed_after_the_last_counted_one_is_left_out_with_a_notice(organise):
    organiser = organise(2, length="hands", limit=2, then=lambda desk: desk.draw())
    third = {f"{field}3": told for field, told in zip(FIELDS, FIRST, strict=False)}
    page = organiser.press(check(organiser, FIRST, LOST), "Check the sheet", **third)
    assert "Hands that count: 2. What is typed after them is left out." in verdict(page)
    assert "The hands come to: 19 – 31" in verdict(page)
    assert organiser.press(page, "Write the sheet").status == 303
    assert (
        result(organiser).score,
        len(result(organiser).sheet),
    ) == ((19, 31), 2)


def test_a_match_of_no_more_hands_than_count_leaves_nothing_out(organise):
    organiser = organise(2, length="hands", limit=2, then=lambda desk: desk.draw())
    assert "left out" not in verdict(check(organiser, FIRST, LOST))


@pytest.mark.parametrize(
    "foot",
    [
        {"total_a": "35l", "total_b": "240"},
        {"sum_a": "9x", "sum_b": "65"},
        {"played": "one"},
        {"total_a": "19"},
        {"sum_b": "65"},
    ],
)
def test_a_foot_that_cannot_be_read_is_named_and_not_passed_over(drawn, foot):
    page = check(drawn, FIRST, **foot)
    assert page.status == 422
    assert "What stands at the foot" in page.words(".//p[@id='wrong']")
    assert page.has(".//tfoot//input[@aria-invalid='true']")
    assert "Write the sheet" not in page.buttons()


def test_a_hand_that_is_passed_out_and_has_numbers_is_named(drawn):
    page = check(drawn, FIRST, (97, 65, 19, 6, "passed"))
    assert page.status == 422
    assert page.words(".//p[@id='wrong']").endswith("have numbers all the same: 2")
    assert "Write the sheet" not in page.buttons()


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        ([], "No hand is typed."),
        ([(97, "x", 19, 6)], "1"),
        ([(97, 65)], "1"),
        ([(97, 65, "many", 6)], "1"),
        ([FIRST, (), ("", "", 19, 6)], "2, 3"),
    ],
)
def test_unreadable_hand_is_named_and_not_written(drawn, hands, told):
    page = check(drawn, *hands)
    assert page.status == 422
    assert page.words(".//p[@id='wrong']").endswith(told)
    assert "Write the sheet" not in page.buttons()


def test_points_of_one_side_above_all_of_a_hand_are_too_many(drawn):
    page = check(drawn, FIRST, (181, "", 19, 6), (97, "x", 19, 6))
    assert page.status == 422
    told = "Hand 2: 19 too many. These hands need card points and what they scored: 3"
    assert page.words(".//p[@id='wrong']") == told
    assert page.words(".//td[@id='wrong-2']") == "Hand 2: 19 too many."


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ((97, "", 19, 6), ("97", "65")),
        (("", 65, 19, 6), ("97", "65")),
        ((250, "", 25, 0), ("250", "0")),
        ((200, "", 25, 0), ("200", "")),
        (("many", "", 25, 0), ("many", "")),
    ],
)
def test_the_other_side_s_points_follow(drawn, hand, points):
    form = check(drawn, hand).form_of("Check the sheet")
    assert (form.value("a1"), form.value("b1") or "") == points


def test_of_a_marked_kapo_the_score_is_enough(drawn):
    form = check(drawn, ("", "", 0, 43), mark1="B").form_of("Check the sheet")
    assert (form.value("a1"), form.value("b1")) == ("0", "250")


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
    assert "“κουπς”: did you mean κούπες?" in page.words(".//td[@id='wrong-2']")
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
