"""The results of a round by keyboard: keys and page loads counted, two desks, drafts."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_tournaments import follow, press, set_up
from tests.support.browser_phone import DESKTOP, PHONE

TABLES = 20


class Keys:
    """The keyboard of a laptop, which counts."""

    def __init__(self, page):
        self.page, self.count, self.loads = page, 0, 0
        page.on("load", self._load)

    def _load(self, _page):
        self.loads += 1

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.count += 1

    def type(self, text):
        self.press(*str(text))

    def result(self, a, b):
        """A row: two totals, and Enter behind each."""
        self.type(a)
        self.press("Enter")
        self.type(b)
        self.press("Enter")


def pairs(count):
    return [f"Μαρία {n}, Γιώργος {n}" for n in range(1, count + 1)]


def open_grid(phone, url):
    """The grid, and the keyboard before it."""
    phone.page.goto(f"{url}rounds/1")
    expect(phone.page.locator("#grid.scripted")).to_be_visible()
    return Keys(phone.page)


def row(phone, table):
    return phone.page.locator(f"#table-{table}")


def field(phone, name):
    return phone.page.locator(f"[name={name}]")


def open_other_desk(open_phone, phone, url):
    """Another tab of the same organiser."""
    other = open_phone("en", DESKTOP, touch=False)
    other.page.context.add_cookies(phone.page.context.cookies())
    return other, open_grid(other, url)


@pytest.mark.smoke
@pytest.mark.timeout(200)
def test_twenty_results_are_no_click_and_one_page(laptop):
    url = set_up(laptop, pairs(2 * TABLES))
    keys = open_grid(laptop, url)
    expect(field(laptop, "a1")).to_be_focused()
    for table in (1, TABLES):
        expect(row(laptop, table)).to_be_in_viewport(ratio=1)
    for table in range(1, TABLES + 1):
        expect(field(laptop, f"a{table}")).to_be_focused()
        keys.result(351, 200 + table)
    expect(laptop.page.locator("#jump")).to_be_focused()
    expect(laptop.page.locator("#left")).to_have_text("Every table has its result.")
    expect(laptop.page.locator(".grid-row .saved")).to_have_count(TABLES)
    assert (keys.count, keys.loads) == (160, 0), "at most 165 keys, no click, no load"
    expect(laptop.page.locator("#round-summary")).to_contain_text("20 of 20 done")
    expect(laptop.page.locator("[data-draws]")).to_be_visible()
    keys.press("Enter")
    expect(laptop.page.locator("[data-draws]")).to_be_focused()
    keys.press("Enter")
    laptop.page.wait_for_url(f"{url}draw")
    expect(laptop.page.get_by_role("button", name="Draw it so")).to_be_visible()


def test_tab_and_arrows_go_from_field_to_field_and_escape_takes_back(laptop):
    url = set_up(laptop, pairs(6))
    keys = open_grid(laptop, url)
    keys.type(351)
    keys.press("Tab")
    expect(field(laptop, "b1")).to_be_focused()
    keys.press("ArrowDown")
    expect(field(laptop, "b2")).to_be_focused()
    keys.press("ArrowUp", "ArrowLeft")
    expect(field(laptop, "a1")).to_be_focused()
    keys.press("Escape")
    expect(field(laptop, "a1")).to_have_value("")
    keys.press("*", "3", "Enter")
    expect(field(laptop, "a3")).to_be_focused()
    keys.result(351, 240)
    expect(field(laptop, "a1")).to_be_focused()
    expect(row(laptop, 3)).to_contain_text("saved")
    keys.result(362, "-")
    expect(row(laptop, 1)).to_contain_text("two whole numbers")
    expect(field(laptop, "b1")).to_be_focused()
    keys.press("Escape")
    expect(field(laptop, "a1")).to_have_value("")
    expect(field(laptop, "b1")).to_have_value("")
    expect(row(laptop, 1)).not_to_contain_text("two whole numbers")
    expect(field(laptop, "a1")).to_be_focused()


def test_letters_lead_out_of_a_box_in_which_nothing_is_typed(laptop):
    url = set_up(laptop, pairs(6))
    laptop.page.goto(f"{url}pairs")
    keys = Keys(laptop.page)
    keys.press("t")
    laptop.page.wait_for_url(f"{url}rounds/1")
    expect(laptop.page.locator("#grid.scripted")).to_be_visible()
    keys.type("x 351")
    expect(field(laptop, "a1")).to_have_value("351")
    keys.press("Escape")
    expect(field(laptop, "a1")).to_have_value("")
    expect(field(laptop, "a1")).to_be_focused()
    keys.press("s")
    laptop.page.wait_for_url(f"{url}standings")


def test_letter_behind_a_digit_stands_and_the_result_is_refused_beside_it(laptop):
    url = set_up(laptop, pairs(6))
    keys = open_grid(laptop, url)
    keys.result(352, "24o")
    expect(row(laptop, 1)).to_contain_text("two whole numbers")
    expect(field(laptop, "b1")).to_have_value("24o")
    expect(field(laptop, "b1")).to_be_focused()
    keys.press("Backspace")
    keys.type("0")
    keys.press("Enter")
    expect(row(laptop, 1)).to_contain_text("saved")


def test_focus_is_in_the_first_empty_box_after_a_table_s_own_page(laptop):
    url = set_up(laptop, pairs(6))
    laptop.page.goto(f"{url}rounds/1/tables/2")
    field(laptop, "a").first.fill("351")
    write_rest(laptop, 2)
    assert laptop.page.url == f"{url}rounds/1#table-2"
    expect(field(laptop, "a1")).to_be_focused()


def test_second_escape_leaves_the_boxes(laptop):
    keys = open_grid(laptop, set_up(laptop, pairs(6)))
    keys.press("Escape", "Escape")
    expect(laptop.page.locator("#after")).to_be_focused()


def test_phone_keeps_its_keyboard_down_until_a_box_is_tapped(open_phone):
    phone = open_phone("el", PHONE)
    open_grid(phone, set_up(phone, pairs(4)))
    expect(phone.page.locator("input:focus")).to_have_count(0)


def test_an_escape_after_another_key_only_takes_back(laptop):
    keys = open_grid(laptop, set_up(laptop, pairs(6)))
    keys.press("Escape", "3", "Escape")
    expect(field(laptop, "a1")).to_have_value("")
    expect(field(laptop, "a1")).to_be_focused()


@pytest.mark.parametrize(
    ("path", "name"),
    [("", "a1"), ("/tables/1", "a"), ("/tables/1", "ruled_b")],
)
def test_a_phone_has_a_minus_in_the_field_of_a_total(open_phone, path, name):
    phone = open_phone("el", PHONE)
    url = set_up(phone, pairs(4))
    phone.page.goto(f"{url}rounds/1{path}")
    if name.startswith("ruled"):
        phone.page.get_by_text(phone.say("The arbiter sets the result")).click()
    total = field(phone, name)
    key = phone.page.locator(f".minus-key[aria-controls='{total.get_attribute('id')}']")
    total.fill("20")
    key.tap()
    expect(total).to_have_value("-20")
    expect(total).to_be_focused()
    key.tap()
    expect(total).to_have_value("20")


def test_a_laptop_has_no_minus_key(laptop):
    open_grid(laptop, set_up(laptop, pairs(4)))
    expect(laptop.page.locator(".minus-key").first).to_be_hidden()


def test_a_question_is_asked_in_place_once(laptop):
    url = set_up(laptop, pairs(6))
    keys = open_grid(laptop, url)
    keys.result(12, 9)
    expect(row(laptop, 1)).to_contain_text("Nobody reached 351.")
    expect(row(laptop, 1).locator(".sure")).to_be_focused()
    keys.press("Enter")
    expect(row(laptop, 1).locator(".sure")).not_to_be_checked()
    keys.press("Space", "Enter")
    expect(row(laptop, 1).locator(".saved")).to_be_visible()
    expect(field(laptop, "a2")).to_be_focused()
    keys.press("*", "1", "Enter")
    keys.type(12)  # as it is
    keys.press("Enter")
    expect(field(laptop, "b1")).to_be_focused()
    keys.type(10)
    keys.press("Enter")
    expect(field(laptop, "reason1")).to_be_focused()
    keys.type("slip")
    keys.press("Enter")
    expect(row(laptop, 1).locator(".sure")).to_be_focused()
    keys.press("Enter", "Escape")
    expect(field(laptop, "b1")).to_have_value("9")
    expect(field(laptop, "reason1")).to_have_value("")


def test_typing_on_does_not_confirm_an_unusual_result(laptop):
    url = set_up(laptop, pairs(6))
    keys = open_grid(laptop, url)
    keys.result(3510, 240)
    expect(row(laptop, 1).locator(".sure")).to_be_focused()
    keys.result(351, 200)
    expect(row(laptop, 2)).to_contain_text("saved")
    expect(field(laptop, "a2")).to_have_value("351")
    expect(row(laptop, 1).locator(".sure")).not_to_be_checked()
    expect(field(laptop, "a3")).to_be_focused()
    keys.result(351, 210)
    expect(field(laptop, "a1")).to_be_focused()
    keys.press("Enter", "Enter")
    expect(row(laptop, 1).locator(".sure")).to_be_focused()
    keys.type(3)  # no other table wants a result
    expect(field(laptop, "a1")).to_be_focused()
    expect(field(laptop, "a1")).to_have_value("3")


def test_an_enter_too_many_passes_no_table_by(laptop):
    keys = open_grid(laptop, set_up(laptop, pairs(6)))
    keys.result(351, 200)
    keys.press("Enter")
    expect(row(laptop, 1)).to_contain_text("saved")
    expect(field(laptop, "a2")).to_be_focused()
    laptop.page.wait_for_timeout(800)
    keys.press("Enter")
    expect(field(laptop, "a3")).to_be_focused()


def test_two_desks_see_each_other_and_a_conflict_shows_both(open_phone, laptop):
    url = set_up(laptop, pairs(6))
    keys = open_grid(laptop, url)
    other, other_keys = open_other_desk(open_phone, laptop, url)
    # Told of the first result before it types its own, a desk would correct it.
    laptop.page.route("**?mark=*", lambda route: route.fulfill(status=204))
    other_keys.result(351, 240)
    expect(row(other, 1)).to_contain_text("saved")
    keys.result(240, 351)
    expect(row(laptop, 1)).to_contain_text("There now: 351 – 240")
    expect(field(laptop, "a1")).to_have_value("240")
    expect(field(laptop, "reason1")).to_be_visible()
    keys.press("Escape")
    expect(field(laptop, "a1")).to_have_value("351")
    expect(row(laptop, 1)).not_to_contain_text("There now")
    expect(field(laptop, "reason1")).to_be_hidden()
    keys.type(3)
    expect(field(laptop, "reason1")).to_be_visible()
    keys.press("Escape")
    laptop.page.unroute("**?mark=*")
    other_keys.result(351, 199)
    expect(row(laptop, 2)).to_contain_text("by the organiser")
    expect(field(laptop, "b2")).to_have_value("199")


def test_result_from_another_desk_does_not_replace_the_typed_one(open_phone, laptop):
    url = set_up(laptop, pairs(4))
    keys = open_grid(laptop, url)
    _other, other_keys = open_other_desk(open_phone, laptop, url)
    keys.type(240)
    other_keys.result(351, 240)
    expect(row(laptop, 1)).to_contain_text("Meanwhile somebody else was here.")
    expect(field(laptop, "a1")).to_have_value("240")
    expect(field(laptop, "a1")).to_be_focused()
    expect(row(laptop, 1)).to_contain_text("by the organiser")


def test_a_table_that_is_not_there_is_said_and_typed_over(laptop):
    url = set_up(laptop, pairs(4))
    keys = open_grid(laptop, url)
    keys.press("*", *"99", "Enter")
    nowhere = laptop.page.locator("#nowhere")
    expect(nowhere).to_have_text("This round has no table 99.")
    keys.press("2", "Enter")
    expect(field(laptop, "a2")).to_be_focused()
    expect(nowhere).to_be_empty()
    keys.press("*", *"15", "Enter")
    expect(nowhere).to_have_text("This round has no table 15.")
    keys.press("Escape")
    expect(field(laptop, "a2")).to_be_focused()
    expect(nowhere).to_be_empty()


def test_half_a_result_is_there_again_after_a_reload_and_after_a_link(laptop):
    url = set_up(laptop, pairs(4))
    keys = open_grid(laptop, url)
    keys.type(351)
    laptop.page.reload()
    expect(field(laptop, "a1")).to_have_value("351")
    expect(row(laptop, 1)).to_contain_text("Typed, and not saved yet")
    follow(laptop, "Standings")
    laptop.page.go_back()
    expect(field(laptop, "a1")).to_have_value("351")
    expect(field(laptop, "a1")).to_be_focused()
    keys.type(360)  # in its place
    expect(field(laptop, "a1")).to_have_value("360")
    keys.press("Escape")
    expect(row(laptop, 1)).not_to_contain_text("Typed, and not saved yet")
    keys.type(7)
    laptop.page.reload()
    expect(row(laptop, 1)).to_contain_text("Typed, and not saved yet")
    keys.press("Backspace")
    expect(row(laptop, 1)).not_to_contain_text("Typed, and not saved yet")


def test_a_row_without_an_answer_or_refused_says_so_and_keeps_the_focus(laptop):
    url = set_up(laptop, pairs(4), way="knockout")
    keys = open_grid(laptop, url)
    laptop.watch.expect("ERR_FAILED")
    laptop.page.route("**/grid", lambda route: route.abort())
    keys.result(351, 240)
    expect(row(laptop, 1)).to_contain_text("Not saved: no answer.")
    laptop.page.unroute("**/grid")
    expect(field(laptop, "b1")).to_be_focused()
    keys.press("Enter")
    expect(row(laptop, 1)).to_contain_text("saved")
    expect(field(laptop, "a2")).to_be_focused()
    keys.result(200, 200)
    expect(row(laptop, 2)).to_contain_text("no match without a winner")
    expect(field(laptop, "b2")).to_be_focused()
    laptop.page.locator("#after").focus()
    keys.press("Enter")
    expect(field(laptop, "b2")).to_be_focused()
    keys.type(351)
    keys.press("Enter")
    expect(row(laptop, 2)).to_contain_text("saved")
    expect(laptop.page.locator("#jump")).to_be_focused()


def test_a_correction_in_a_round_that_is_done_is_typed_as_its_results_were(laptop):
    url = set_up(laptop, pairs(2))
    open_grid(laptop, url).result(351, 240)
    expect(laptop.page.locator(".grid-row .saved")).to_be_visible()
    keys = open_grid(laptop, url)  # no row wants to be looked at
    keys.press("*", "1", "Enter")
    keys.result(360, 250)
    expect(field(laptop, "reason1")).to_be_focused()
    keys.press("x", "Enter")
    expect(laptop.page.locator(".grid-row .saved")).to_be_visible()
    assert [field(laptop, name).input_value() for name in ("a1", "b1")] == ["360", "250"]


def test_a_row_in_which_another_total_is_typed_does_not_say_that_it_is_saved(laptop):
    keys = open_grid(laptop, set_up(laptop, pairs(4)))
    keys.result(351, 240)
    saved = row(laptop, 1).locator(".saved")
    expect(saved).to_be_visible()
    keys.press("*", "1", "Enter")
    keys.type(36)
    expect(saved).to_be_hidden()


def test_a_row_takes_nothing_while_it_is_sent(laptop):
    url = set_up(laptop, pairs(4))
    keys = open_grid(laptop, url)
    asked = []  # of a server that takes its time
    laptop.page.route("**/grid", lambda route: asked.append(route))
    with laptop.page.expect_request("**/grid"):
        keys.result(351, 240)
    expect(field(laptop, "b1")).not_to_be_editable()
    field(laptop, "b1").focus()
    keys.type(9)
    asked[0].continue_()
    expect(row(laptop, 1)).to_contain_text("saved")
    expect(field(laptop, "b1")).to_have_value("240")
    expect(field(laptop, "b1")).to_be_editable()


def test_a_row_that_news_came_to_is_typed_over(open_phone, laptop):
    url = set_up(laptop, pairs(4))
    keys = open_grid(laptop, url)
    _other, other_keys = open_other_desk(open_phone, laptop, url)
    expect(field(laptop, "a1")).to_be_focused()
    other_keys.result(351, 240)
    expect(field(laptop, "a1")).to_have_value("351")
    keys.type(352)
    expect(field(laptop, "a1")).to_have_value("352")


def test_without_scripts_it_is_one_form(open_phone, laptop):
    url = set_up(laptop, pairs(4))
    plain = open_phone("el", PHONE, java_script_enabled=False)
    plain.page.context.add_cookies(laptop.page.context.cookies())
    plain.page.goto(f"{url}rounds/1")
    for name, value in (("a1", 351), ("b1", 240), ("a2", 200), ("b2", 351)):
        field(plain, name).fill(str(value))
    press(plain, plain.say("Save what is typed"))
    expect(row(plain, 2)).to_contain_text(plain.say("by the organiser"))
    expect(row(plain, 1)).to_contain_text(plain.say("by the organiser"))


# A match to 351 as tables write it: side A's points, what each side scored.
HANDS = [
    (97, 19, 6), (81, 16, 8), (40, 0, 25), (122, 20, 4), (65, 0, 26), (90, 17, 7), (101, 18, 6),
    (110, 19, 5), (72, 0, 25), (88, 17, 7), (95, 18, 7), (130, 21, 3), (84, 16, 8), (60, 0, 26),
    (99, 18, 6), (86, 16, 7), (104, 18, 6), (55, 0, 25), (92, 17, 7), (118, 20, 4), (83, 16, 8),
    (140, 22, 2),
]  # fmt: skip


@pytest.mark.timeout(200)
def test_a_sheet_of_twenty_two_hands_is_two_hundred_keys(laptop):
    url = set_up(laptop, pairs(4))
    laptop.page.goto(f"{url}rounds/1/tables/1/sheet")
    keys = Keys(laptop.page)
    field(laptop, "a1").focus()
    for points, _a, _b in HANDS:
        keys.type(points)
        keys.press("Enter")
    keys.press("Enter")  # from the empty row
    for side in (1, 2):
        for hand in HANDS:
            if hand[side]:
                keys.type(hand[side])
            keys.press("Enter")
    expect(laptop.page.get_by_role("button", name="Check the sheet")).to_be_focused()
    keys.press("Enter")
    expect(laptop.page.locator("#verdict")).to_contain_text(
        f"{sum(hand[1] for hand in HANDS)} – {sum(hand[2] for hand in HANDS)}"
    )
    assert keys.count <= 200
    expect(laptop.page.get_by_label("Hand 1: points of pair")).to_have_count(2)
    assert [one.input_value() for one in points_of_first(laptop)] == ["97", "65"]


def test_the_last_row_of_a_sheet_makes_room_for_one_more(laptop):
    url = set_up(laptop, pairs(4))
    laptop.page.goto(f"{url}rounds/1/tables/1/sheet")
    rows = laptop.page.locator(".typed tbody tr")
    expect(rows).to_have_count(28)
    keys = Keys(laptop.page)
    field(laptop, "a28").focus()
    for points in (97, 81):
        keys.type(points)
        keys.press("Enter")
    expect(field(laptop, "a30")).to_be_focused()
    expect(field(laptop, "score_a1")).to_have_value("")
    expect(laptop.page.get_by_label("Hand 29: points of pair")).to_have_count(2)
    expect(field(laptop, "b29")).to_have_attribute("placeholder", "81")
    field(laptop, "mark30").select_option("passed")
    expect(rows).to_have_count(31)
    laptop.page.reload()
    expect(rows).to_have_count(31)
    shown = [field(laptop, name).input_value() for name in ("a28", "a29", "mark30", "a31")]
    assert shown == ["97", "81", "passed", ""]
    expect(field(laptop, "b29")).to_have_attribute("placeholder", "81")


def test_enter_in_the_last_row_that_a_sheet_can_have_stays_in_its_column(laptop):
    url = set_up(laptop, pairs(4))
    laptop.page.goto(f"{url}rounds/1/tables/1/sheet")
    for number in range(28, 100):
        field(laptop, f"a{number}").fill("97")
    field(laptop, "a99").press("Enter")
    expect(laptop.page.get_by_role("button", name="Check the sheet")).to_be_focused()
    expect(laptop.page.locator(".typed tbody tr")).to_have_count(99)


def test_lines_are_typed_in_letters_of_the_page_and_stand_apart_from_their_button(laptop):
    """A phone draws a page nearer whose field has smaller letters."""
    url = set_up(laptop, pairs(4))
    laptop.page.goto(f"{url}rounds/1/tables/1/sheet")
    laptop.page.locator(".of-lines summary").click()
    lines = laptop.page.locator("[name=lines]")
    letters = lines.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert letters >= 16
    above, below = lines.bounding_box(), laptop.page.locator("[name=read_lines]").bounding_box()
    assert below["y"] - above["y"] - above["height"] >= 8


def points_of_first(laptop):
    return laptop.page.get_by_label("Hand 1: points of pair").all()


def test_the_other_side_s_points_stand_in_grey_while_the_hand_is_plain(laptop):
    url = set_up(laptop, pairs(4))
    laptop.page.goto(f"{url}rounds/1/tables/1/sheet")
    field(laptop, "a1").fill("97")
    expect(field(laptop, "b1")).to_have_attribute("placeholder", "65")
    laptop.page.reload()
    expect(field(laptop, "b1")).to_have_attribute("placeholder", "65")
    field(laptop, "mark1").select_option("A")
    expect(field(laptop, "b1")).to_have_attribute("placeholder", "")
    field(laptop, "mark1").select_option("")
    expect(field(laptop, "b1")).to_have_attribute("placeholder", "65")


def test_a_half_typed_sheet_and_a_tick_are_there_again(laptop):
    url = set_up(laptop, pairs(4))
    laptop.page.goto(f"{url}rounds/1/tables/1/sheet")
    field(laptop, "a1").fill("97")
    field(laptop, "score_a1").fill("19")
    laptop.page.goto(f"{url}pairs")
    laptop.page.locator("[name=present][value='3']").uncheck()
    expect(laptop.page.locator("li:has([value='3']) .ticked")).to_have_text("saved")
    laptop.page.goto(f"{url}rounds/1/tables/1/sheet")
    expect(field(laptop, "a1")).to_have_value("97")
    expect(field(laptop, "score_a1")).to_have_value("19")
    laptop.page.goto(f"{url}pairs")
    expect(laptop.page.locator("[name=present][value='3']")).not_to_be_checked()


def test_typed_name_leaves_its_pairs_and_enter_leads_to_their_first_tick(laptop):
    names = ["Μαρία Παπά, Νίκος Ηλία", "Ελένη Κώστα, Μάριος Χρίστου", "Άννα Λουκά, Κώστας Μάρκου"]
    url, page = set_up(laptop, names), laptop.page
    page.goto(f"{url}pairs")
    page.locator("#find").fill("μαρι")
    expect(page.locator("#attend li:visible")).to_have_count(2)
    page.locator("#find").fill("κωστας")
    expect(page.locator("#attend li:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("[name=present][value='3']")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#there")).to_have_text("There: 2 of 3")


def test_a_sheet_that_was_not_written_is_there_after_somebody_else_s_result(open_phone, laptop):
    url = set_up(laptop, pairs(4))
    sheet = f"{url}rounds/1/tables/1/sheet"
    laptop.page.goto(sheet)
    field(laptop, "a1").fill("97")
    field(laptop, "score_a1").fill("19")
    field(laptop, "score_b1").fill("6")
    press(laptop, "Check the sheet")
    expect(laptop.page.locator("#verdict")).to_be_visible()
    other, other_keys = open_other_desk(open_phone, laptop, url)
    other_keys.result(351, 240)
    expect(row(other, 1)).to_contain_text("saved")
    laptop.page.goto(sheet)
    expect(field(laptop, "a1")).to_have_value("97")


def test_a_result_that_another_one_went_before_is_still_kept(open_phone, laptop):
    url = set_up(laptop, pairs(4))
    page = f"{url}rounds/1/tables/1"
    laptop.page.goto(page)
    field(laptop, "a").first.fill("351")
    field(laptop, "b").first.fill("200")
    other, other_keys = open_other_desk(open_phone, laptop, url)
    other_keys.result(351, 240)
    expect(row(other, 1)).to_contain_text("saved")
    laptop.watch.expect("409")
    press(laptop, "Write the result")
    expect(field(laptop, "reason")).to_be_visible()
    laptop.page.goto(page)
    expect(field(laptop, "b").first).to_have_value("200")


def test_typed_result_is_not_offered_silently_to_swapped_pairs(laptop):
    url = set_up(laptop, pairs(4))
    keys = open_grid(laptop, url)
    keys.type(351)
    sheet = f"{url}rounds/1/tables/1/sheet"
    laptop.page.goto(sheet)
    field(laptop, "a1").fill("97")
    laptop.page.goto(f"{url}draw?open=swap")
    for name, table in (("swap", 1), ("with", 2)):
        of_table = laptop.page.locator(f"#seated option[value$='table {table}']")
        field(laptop, name).fill(of_table.first.get_attribute("value"))
    press(laptop, "See what changes")
    laptop.page.locator("#swap form[method=post] button").click()
    laptop.page.wait_for_url(f"{url}rounds/1")
    laptop.page.goto(sheet)
    expect(field(laptop, "a1")).to_have_value("")
    open_grid(laptop, url)
    expect(field(laptop, "a1")).to_have_value("351")
    expect(row(laptop, 1)).to_contain_text("Meanwhile somebody else was here.")


def test_a_result_half_typed_on_its_table_s_page_is_forgotten_once_it_is_written(laptop):
    url = set_up(laptop, pairs(4))
    laptop.page.goto(f"{url}rounds/1/tables/1")
    field(laptop, "a").first.fill("351")
    laptop.page.reload()
    expect(field(laptop, "a").first).to_have_value("351")
    write_rest(laptop)
    laptop.page.goto(f"{url}rounds/1/tables/1")
    expect(field(laptop, "a").first).to_have_value("")


def write_rest(laptop, table=1):
    field(laptop, "b").first.fill("240")
    press(laptop, "Write the result")
    expect(row(laptop, table)).to_contain_text("by the organiser")
    written = [field(laptop, f"{side}{table}").input_value() for side in "ab"]
    assert written == ["351", "240"]


def test_a_set_up_half_typed_is_there_again_and_gone_once_it_is_written(laptop):
    laptop.page.goto("/tournaments/new")
    field(laptop, "title").fill("Cup")
    field(laptop, "rounds").fill("7")
    laptop.page.reload()
    expect(field(laptop, "rounds")).to_have_value("7")
    press(laptop, "Set it up")
    expect(laptop.page.get_by_role("heading", level=1)).to_have_text("Pairs")
    laptop.page.goto("/tournaments/new")
    expect(field(laptop, "rounds")).to_have_value("")


TYPED = (
    ("adjust", {"pair": "33", "points": "-50", "reason": "late"}),
    ("draw?open=wishes", {"one": "3", "other": "4", "table": "2"}),
    ("draw?open=swap", {"swap": "3", "with": "4"}),
    ("fees", {"fee": "10", "prizes": "100 60", "due-1": "5", "payment-2": "10"}),
    ("pairs?open=door", {"most": "20"}),
    ("players?open=projector", {"seconds": "15"}),
    ("draw", {"fixed": "1-2", "forbidden": "3-4"}),
    ("pairs", {"text": "Maria and Eleni"}),
    ("pairs/1", {"player1": "Marina", "note": "99 123456"}),
    ("come", {"player1": "Zoe", "player2": "Ada", "club": "ΑΕΛ"}),
    ("rounds/1/tables/2", {"a": "351", "ruled_a": "300", "why": "stopped"}),
)


def test_text_typed_at_the_desk_survives_a_reload_a_link_and_back(laptop):
    url, page = set_up(laptop, pairs(8)), laptop.page
    page.goto(f"{url}door")
    press(laptop, "Open the list")
    page.goto(f"{url}come")
    for name, value in (("player1", "Maria"), ("player2", "Anna")):
        field(laptop, name).fill(value)
    press(laptop, "We come")
    lost = []
    for path, typed in TYPED:
        page.goto(url + path)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        for name, value in typed.items():
            last(page, name).fill(value)
        for way in (page.reload, lambda: leave_by_a_link(page), page.go_back):
            way()
            if page.url.split("#")[0] != url + path:
                page.goto(url + path)
            for name, value in typed.items():
                if last(page, name).input_value() != value:
                    lost.append((path, name, getattr(way, "__name__", "")))
    assert lost == []


def last(page, name):
    return page.locator(f"main [name={name}]").last


def leave_by_a_link(page):
    with page.expect_navigation():
        page.locator(".sections a").first.click()


def test_a_change_of_what_was_announced_is_there_again(laptop):
    url, page = set_up(laptop, pairs(4)), laptop.page
    page.goto(f"{url}door")
    press(laptop, "Open the list")
    page.goto(f"{url}come")
    for name, value in (("player1", "Maria"), ("player2", "Anna")):
        field(laptop, name).fill(value)
    press(laptop, "We come")
    page.get_by_text("Change it").click()
    page.locator("[name=player1]").first.fill("Marina")
    page.goto(url)
    page.goto(f"{url}come")
    expect(page.locator("[name=player1]").first).to_have_value("Marina")
    expect(page.locator("[name=player1]").first).to_be_visible()
    press(laptop, "Save the change")
    page.goto(f"{url}come")
    expect(page.get_by_role("heading", level=2).first).to_have_text("Marina – Anna")


def test_corrections_to_a_list_survive_a_second_reading(laptop):
    laptop.watch.expect("status of 422")
    url, page = set_up(laptop, pairs(4)), laptop.page
    page.goto(f"{url}pairs")
    page.get_by_text("Add pairs", exact=True).click()
    field(laptop, "text").fill("Maria and Eleni\nZoe and Ada")
    press(laptop, "Read the list")
    page.locator("[name=player1-0]").fill("Marina")
    page.locator("[name=take-1]").uncheck()
    leave_by_a_link(page)
    page.goto(f"{url}pairs")
    press(laptop, "Read the list")
    expect(page.locator("[name=player1-0]")).to_have_value("Marina")
    expect(page.locator("[name=take-1]")).not_to_be_checked()
    page.locator("[name=seeding-0]").fill("first")
    press(laptop, "Add the pairs")
    page.goto(page.url)
    press(laptop, "Read the list")
    expect(page.locator("[name=player1-0]")).to_have_value("Marina")
    page.locator("[name=seeding-0]").fill("")
    press(laptop, "Add the pairs")
    expect(page.locator(".pairs li")).to_have_count(5)


def test_known_name_fills_its_field_by_one_tap_and_may_be_changed_after(laptop):
    set_up(laptop, ["Γιώργος Παύλου and Νίκη", "Άρης and Λία"])
    url, page = set_up(laptop, pairs(2)), laptop.page
    page.goto(f"{url}pairs")
    page.get_by_text("Add pairs", exact=True).click()
    field(laptop, "text").fill("Giorgos and Maria")
    press(laptop, "Read the list")
    page.get_by_text("Did you mean Γιώργος Παύλου?").click()
    first = page.locator("[name=player1-0]")
    expect(first).to_have_value("Γιώργος Παύλου")
    expect(page.get_by_text("Did you mean")).to_be_hidden()
    leave_by_a_link(page)
    page.goto(f"{url}pairs")
    press(laptop, "Read the list")
    expect(first).to_have_value("Γιώργος Παύλου")
    first.fill("Γιώργος Π.")
    press(laptop, "Add the pairs")
    expect(page.locator(".pairs li").last).to_contain_text("Γιώργος Π.")


def test_a_pair_of_two_like_digits_is_found_by_typing_it_for_a_kapo(laptop):
    """A browser alone goes from 3 to 33 and back again."""
    url = set_up(laptop, pairs(34))
    laptop.page.goto(f"{url}draw?open=swap")
    two = laptop.page.locator("#seated option").evaluate_all("all => all.map(one => one.value)")
    seats = {one.split()[0]: int(one.split()[-1]) for one in two}
    if seats["3"] != seats["33"]:
        beside = next(key for key, at in seats.items() if at == seats["3"] and key != "3")
        for name, key in (("swap", beside), ("with", "33")):
            field(laptop, name).fill(next(one for one in two if one.split()[0] == key))
        press(laptop, "See what changes")
        laptop.page.locator("#swap form[method=post] button").click()
        laptop.page.wait_for_url(f"{url}rounds/1")
    laptop.page.goto(f"{url}rounds/1/tables/{seats['3']}/sheet")
    mark = field(laptop, "mark1")
    shown = mark.locator("option:checked")
    mark.focus()
    for typed in ("3", "33", "33", "3"):
        mark.press_sequentially(typed)
        expect(shown).to_have_text(typed)
        laptop.page.wait_for_timeout(1100)  # what is typed later begins anew
    field(laptop, "doubled1").focus()
    laptop.page.keyboard.press("4")
    expect(field(laptop, "doubled1").locator("option:checked")).to_have_text("×4")
    field(laptop, "a1").fill("162")
    expect(field(laptop, "b1")).to_have_attribute("placeholder", "")


def test_a_helper_s_name_is_there_again_until_the_link_is_made(laptop):
    url = set_up(laptop, pairs(4))
    laptop.page.goto(f"{url}links")
    field(laptop, "called").fill("Μαρία")
    laptop.page.goto(f"{url}pairs")
    laptop.page.goto(f"{url}links")
    expect(field(laptop, "called")).to_have_value("Μαρία")
    press(laptop, "A link for this helper")
    laptop.page.goto(f"{url}links")
    expect(field(laptop, "called")).to_have_value("")
