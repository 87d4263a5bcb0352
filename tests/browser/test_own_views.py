"""The phone's own views while the server lacks operations: their contents and their forms."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.support.browser_phone import SERVERS_LEDGER

SCRIPTS = "modules"

CUT = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError")


@pytest.fixture
def cut(match):
    """A phone whose match has a hand saved and another on the phone alone."""
    match.play(("A", 9, 97, "hearts"))
    return go_on_alone(match)


def go_on_alone(phone):
    for words in CUT:
        phone.watch.expect(words)
    phone.settle()
    phone.page.context.set_offline(True)
    write_alone(phone, "B", 10, 89)
    return phone


def test_cut_phone_says_which_match_of_the_evening_it_is(match):
    match.play(("A", 9, 97))
    match.stop_match()
    match.tap("Rematch")
    match.page.wait_for_url(lambda url: url != match.match_url)
    go_on_alone(match)
    expect(match.page.locator("#heading")).to_have_text("Match 2 · 0–0")


def write_alone(phone, side, bid, points):
    phone.tap("New hand")
    expect(phone.page.locator("#entry")).to_be_visible()
    phone.page.wait_for_timeout(450)
    phone.bid(side, bid)
    phone.type_points(points)
    phone.tap("Save hand")
    expect(phone.page.locator("#ledger")).to_be_visible()
    phone.page.wait_for_timeout(450)


def come_back(phone):
    phone.page.context.set_offline(False)
    expect(phone.page.locator(SERVERS_LEDGER)).to_be_visible(timeout=30_000)


def words_of(phone, place):
    text = phone.page.locator(place).inner_text().replace("\u00ad", "")  # where a word may break
    return re.sub(r"\s+", " ", text.replace("•\non this phone", "").replace("•", "")).strip()


LINES, LEDGER = "table.lines", "#ledger tbody"


@GREEK_FIRST
def test_a_hand_and_the_ledger_say_what_the_servers_pages_say(open_phone, language):
    phone = open_phone(language)
    phone.set_up_match(preset=phone.say("Pilotta stays"))
    go_on_alone(phone)
    alone = [phone.ledger()]
    phone.page.locator("#ledger a").first.click()
    alone += [words_of(phone, LINES), words_of(phone, "h2.verdict")]
    needs = "Other rules, a dispute and the history of the hand need the network."
    expect(phone.page.locator("main")).to_contain_text(phone.say(needs))
    phone.page.go_back()
    come_back(phone)
    served = [phone.ledger()]
    phone.open_hand(1)
    served += [words_of(phone, LINES), words_of(phone, "h2.verdict")]
    alone[0] = [[cell.replace("•", "") for cell in row] for row in alone[0]]
    assert alone == served


def test_a_correction_says_what_the_server_says_it_changes(cut):
    cut.page.locator("#ledger a").first.click()
    cut.tap("Correct the hand")
    cut.page.wait_for_timeout(450)
    cut.type_points(151)
    cut.tap("See what changes")
    cut.page.get_by_text("What changes in the ledger").tap()
    alone = words_of(cut, "main")
    expect(cut.page.get_by_role("heading", level=1)).to_have_text("Correct hand 1?")
    cut.page.wait_for_timeout(450)
    cut.tap("Write the correction")
    cut.sees_totals(50, 1)
    assert cut.corrected()[0]
    come_back(cut)
    cut.sees_totals(50, 1)
    assert cut.corrected()[0]
    assert "45 – 6 → 50 – 1 we are ahead" in alone
    assert "+19 / +6 19 – 6 +24 / +1 24 – 1" in alone


def test_an_adjustment_is_written_corrected_and_refused_beside_its_field(cut):
    cut.tap("Menu", "Penalty, ruling, score from paper", "See what changes")
    expect(cut.page.locator("#wrong-adjust")).to_have_text(
        "Which side gets or loses how many points?"
    )
    cut.page.locator("[name=points_A]").fill("10")
    cut.page.locator("[name=reason]").fill("talked")
    cut.page.wait_for_timeout(450)
    cut.tap("See what changes")
    expect(cut.page.locator("main")).to_contain_text("Penalty: talked")
    cut.page.wait_for_timeout(450)
    cut.tap("Write it")
    cut.sees_totals(35, 6)
    cut.page.get_by_role("link", name="Penalty: talked").click()
    expect(cut.page.locator("main")).to_contain_text("Its history needs the network.")
    cut.tap("Correct it")
    expect(cut.page.locator("[name=points_A]")).to_have_value("10")
    expect(cut.control("Penalty")).to_be_checked()
    expect(cut.page.locator("[name=reason]")).to_have_value("talked")
    cut.page.locator("[name=points_A]").fill("20")
    cut.page.wait_for_timeout(450)
    cut.tap("See what changes")
    cut.page.wait_for_timeout(450)
    cut.tap("Write it")
    cut.sees_totals(25, 6)
    come_back(cut)
    cut.sees_totals(25, 6)


def test_an_adjustment_of_the_phone_comes_before_a_chosen_hand(cut):
    cut.tap("Menu", "Penalty, ruling, score from paper", "Ruling")
    cut.page.locator("[name=points_B]").fill("7")
    cut.page.locator("[name=before]").select_option(label="before hand 2")
    cut.page.wait_for_timeout(450)
    cut.tap("See what changes")
    cut.page.wait_for_timeout(450)
    cut.tap("Write it")
    cut.sees_totals(45, 13)
    expect(cut.page.locator("#ledger tbody tr").nth(1)).to_contain_text("Ruling")
    come_back(cut)
    cut.sees_totals(45, 13)
    expect(cut.page.locator("#ledger tbody tr").nth(1)).to_contain_text("Ruling")


def sees_help(phone, place):
    phone.tap("Menu")
    expect(phone.control("Help")).to_have_attribute("href", f"/help#{place}")
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator("#menu")).to_be_hidden()


def test_each_view_has_help_at_its_place(cut):
    cut.page.locator("#ledger a").first.click()
    sees_help(cut, "correct")
    cut.tap("Void the hand")
    sees_help(cut, "correct")
    cut.tap("‹ Back", "‹ Ledger")
    cut.tap("Menu", "Penalty, ruling, score from paper")
    sees_help(cut, "other")


def test_a_match_that_is_stopped_can_go_on(cut):
    cut.say_stop()
    expect(cut.page.locator(".verdict")).to_contain_text("The match stopped at 45 –\u2060 6")
    expect(cut.control("New match")).to_have_attribute("href", "/matches/new")
    cut.tap("Menu", "Go on with the match")
    expect(cut.control("New hand")).to_be_visible()
    come_back(cut)
    cut.sees_totals(45, 6)


def test_a_claim_ends_the_match(phone):
    phone.set_up_match(preset="Cards alone")
    go_on_alone(phone)
    phone.tap("Menu", "Claim the match", "Claim")
    expect(phone.page.locator("#wrong-side")).not_to_be_empty()
    expect(phone.page.locator("#wrong-points")).not_to_be_empty()
    phone.page.get_by_role("radio").last.check(force=True)
    phone.page.locator("[name=points]").fill("3")
    phone.page.wait_for_timeout(450)
    phone.tap("Claim")
    wrong = phone.page.locator("#wrong-claim")
    expect(wrong).to_have_text("0 + 3 = 3, 348 short: won by Us. Are you sure?")
    phone.page.locator("[name=points]").fill("350")
    phone.page.wait_for_timeout(450)
    phone.tap("Yes, we win")
    expect(wrong).to_have_text("0 + 350 = 350, 1 short: won by Us. Are you sure?")
    phone.page.wait_for_timeout(450)
    phone.tap("Yes, we win")
    told = "Wrong claim by Them: 0 + 350 = 350, 1 short"
    expect(phone.page.locator(".verdict")).to_contain_text(told)
    come_back(phone)
    expect(phone.page.locator(".verdict")).to_contain_text(told)


def test_an_address_of_nothing_leads_to_the_ledger(cut):
    nowhere = "#entry=op:nobody", "#entry=%E0%A4%A", "#void=99", "hand#correct=7", "hand#insert="
    for place in nowhere:
        cut.page.evaluate("place => history.pushState(null, '', place)", place)
        assert cut.page.url.endswith(place)
        cut.page.evaluate("dispatchEvent(new Event('popstate'))")
        expect(cut.page).to_have_url(cut.match_url)
        expect(cut.page.locator("#ledger")).to_be_visible()


def test_marks_in_names_are_names(phone):
    names = {"name_A": "⟦B⟧ __match__", "name_B": "<b>'\"</b></script> 😀"}
    phone.names = {"A": names["name_A"], "B": names["name_B"]}
    phone.start_match(**names)
    go_on_alone(phone)
    assert phone.page.locator(".total h2").all_inner_texts() == [*phone.names.values()]
    phone.tap("New hand")
    assert phone.page.locator("#entry legend bdi").all_inner_texts()[:2] == [*phone.names.values()]


def test_server_score_stands_and_an_alert_tells_of_the_difference(open_phone):
    phone = open_phone()
    # A phone with an engine that gives the missing point to no side.
    phone.page.route("**/rules/scoring.js", wrongly)
    phone.start_match()
    phone.open_entry()
    phone.bid("A", 9)
    phone.type_points(97)
    phone.sees_result(18, 6)
    phone.tap("Save hand")
    alert = phone.page.get_by_role("alert").filter(has_text="The server counts otherwise")
    expect(alert).to_have_text(
        re.compile(r"stands: 19\s–\u2060\s6\. This phone had: Hand 1: Us 9 · 18 – 6")
    )
    phone.open_ledger()
    phone.sees_totals(19, 6)


def wrongly(route):
    answer = route.fetch()
    told = answer.text()
    wrong = re.sub(r'1(, ?"missing_point")', r"0\1", told)
    assert wrong != told
    route.fulfill(response=answer, body=wrong)


def test_a_view_has_a_title_and_the_focus(cut):
    expect(cut.page).to_have_title("Us 45 – 6 Them")
    cut.tap("New hand")
    expect(cut.page).to_have_title(re.compile("Hand 3"))
    expect(cut.page.locator("[name=contract]:focus")).to_have_count(1)


def test_the_menu_leads_to_what_is_on_this_phone(cut):
    cut.tap("Menu", "Waiting to be sent")
    expect(cut.page.locator("#outbox [role=listitem]")).to_have_count(1)


def test_turned_hand_names_the_answering_side_as_its_reader_sees_it(match):
    match.play(("A", 9, 97, "hearts"))
    match.tap("Show the last hand to the other side")
    match.touch("✓ We agree")
    expect(match.page.locator("#ledger")).to_be_visible()
    match.tap("Show the last hand to the other side")
    answer = match.page.locator(".across .said")
    expect(answer).to_have_text("(✓) agreed by: Us (on the scorer's phone)")
