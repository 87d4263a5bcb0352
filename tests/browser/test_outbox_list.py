"""The list of the phone's unsent operations: its texts, and its buttons."""

import json
import re

import pytest
from playwright.sync_api import expect

from scorekeeper.journal.identifiers import new_operation_id, new_public_id
from tests.browser.outbox import Outbox, Sheet, hand, head
from tests.browser.test_outbox import outbox, problem  # noqa: F401  its fixture
from tests.support.truth import events

SCRIPTS = "modules"


@pytest.fixture
def offline(outbox):  # noqa: F811
    """Two hands that the server does not have."""
    outbox.open(at="/").on_write(lambda route: route.abort())
    first = outbox.add(hand(97), 1, says="A: 8 ♥, 97")
    second = outbox.add(hand(100), f"op:{first}", says="A: 8 ♥, 100")
    outbox.ids = [first, second]
    return outbox


@pytest.fixture
def sheet(offline):
    return Sheet(offline.phone)


def record_elsewhere(outbox, points, revision):  # noqa: F811
    """Another phone of the same scorer was faster; its operation id."""
    op_id = new_operation_id()
    page = outbox.phone.page.context.new_page()
    page.goto("/healthz")  # a page without an outbox
    body = {**hand(points), "revision": revision}
    status = page.evaluate(
        """async ([path, body]) => {
          const headers = { "Content-Type": "application/json" };
          return (await fetch(path, { method: "PUT", headers, body: JSON.stringify(body) })).status;
        }""",
        [f"/api/v1/matches/{outbox.match}/ops/{op_id}", body],
    )
    assert status == 201
    page.close()
    return op_id


def hand_over(offline, open_phone, server):
    """Another phone has the pencil now: the match's, by the first phone's cookie."""
    new = open_phone()
    new.watch.expect("status of")
    new.page.context.add_cookies(offline.page.context.cookies())
    offline.page.context.clear_cookies()
    offline.page.evaluate("store.change((tables) => tables.remove('matches', 'phone'))")
    return Outbox(new, server, offline.match).open(at="/")


def test_the_badge_counts_and_goes_with_the_last_one(offline, sheet):
    expect(sheet.badge).to_have_text("Not sent: 2")
    offline.online()
    offline.page.evaluate("void outbox.sendNow()")  # the first page is then loaded anew
    expect(sheet.badge).to_be_hidden()


def test_it_says_what_is_unsent_and_sends_it_now(offline, sheet):
    sheet.open()
    expect(sheet.rows).to_have_count(2)
    expect(sheet.rows.nth(0)).to_contain_text("A: 8 ♥, 97")
    expect(sheet.rows.nth(0)).to_contain_text("Not sent yet")
    assert sheet.buttons(0) == []
    for empty in (".pair", ".theirs"):
        expect(sheet.rows.nth(0).locator(empty)).to_have_css("display", "none")
    sheet.tap("Send now")
    expect(sheet.page.locator("#outbox-done")).to_contain_text("The server is out of reach")
    offline.online()
    sheet.tap("Send now")
    expect(sheet.rows).to_have_count(0)
    expect(sheet.page.locator("#outbox")).to_contain_text("nothing waits on this phone")
    expect(sheet.page.get_by_role("button", name="Send now")).to_be_hidden()
    assert offline.wrote() == offline.ids


def test_an_undoing_and_what_it_brings_back_are_told_apart(match):
    match.watch.expect("ERR_FAILED")
    match.page.route(
        "**/api/v1/**",
        lambda route: route.continue_() if route.request.method == "GET" else route.abort(),
    )
    match.type_hand()
    for name in ("Save hand", "Undo", "Bring back"):
        match.tap(name)
    match.sees_totals(19, 6)
    rows = Sheet(match).open().rows
    expect(rows).to_contain_text(["19 – 6", "Hand 1: undone", "Hand 1: brought back"])


def test_after_another_phone_wrote_both_are_shown_and_the_scorer_chooses(offline, sheet):
    theirs = record_elsewhere(offline, 120, 1)
    offline.online()
    sheet.open()
    sheet.tap("Send now")
    expect(sheet.rows.nth(0)).to_contain_text(
        "Another phone has written meanwhile: Hand 1: 20 –\u2060 4"
    )
    expect(sheet.rows.nth(0)).to_contain_text("A: 8 ♥, 97")
    expect(sheet.rows.nth(1)).to_contain_text("Waits for the one before it")
    assert sheet.buttons(0) == ["Mine in its place", "Write mine too", "Keep the other’s"]
    sheet.tap("Keep the other’s", 0)
    expect(sheet.rows.nth(0)).to_contain_text("A: 8 ♥, 100")
    expect(sheet.rows.nth(0)).to_contain_text("The one before it was set aside")
    sheet.tap("Write it all the same", 0)
    expect(sheet.rows).to_have_count(1)
    assert offline.wrote() == [theirs, offline.ids[1]]
    assert sheet.buttons(0) == ["Try again", "Throw it away"]
    sheet.tap("Throw it away", 0)
    expect(sheet.rows).to_have_count(0)


def test_a_conflict_in_which_nobody_wrote_does_not_say_so(offline, sheet):
    """It was decided on another act than the one of that number."""
    sheet.open()
    offline.online()
    offline.wait_until_sent()
    offline.add(hand(89), 3, after="f" * 32, says="another")
    expect(sheet.rows.nth(0)).to_contain_text("The match is another now")
    sheet.tap("Write it all the same", 0)
    expect(sheet.rows).to_have_count(0)
    assert len(offline.wrote()) == 3


def test_hand_that_the_rules_refuse_shows_the_reason(offline, sheet):
    wrong = offline.add(hand(300), f"op:{offline.ids[1]}", says="A: 8 ♥, 300")
    offline.online()
    sheet.open()
    sheet.tap("Send now")
    expect(sheet.rows).to_have_count(1)
    expect(sheet.rows.nth(0)).to_contain_text("162")
    sheet.tap("Set aside", 0)
    expect(sheet.rows.nth(0)).to_contain_text("Set aside")
    assert [op["op_id"] for op in offline.aside()] == [wrong]


def test_impossible_pilotta_is_told_what_to_mend(offline, sheet):
    kept = hand(97)
    kept["hand"] |= {"pilotta": "A", "declarations": {"B": ["four:K"]}}
    offline.add(kept, f"op:{offline.ids[1]}", says="A: 8 ♥, 97")
    offline.online()
    sheet.open()
    sheet.tap("Send now")
    expect(sheet.rows).to_have_count(1)
    expect(sheet.rows.nth(0)).to_contain_text("Take off one of the two")
    assert sheet.buttons(0) == ["Try again", "Set aside"]


def test_match_refused_for_want_of_a_cookie_shows_the_reason(open_phone, server):
    newcomer = Outbox(open_phone(), server, "a4" * 11).open(at="/")
    newcomer.on_write(problem(401, "invited"))
    newcomer.add({"create": head()})
    sheet = Sheet(newcomer.phone).open()
    expect(sheet.rows.nth(0)).to_contain_text("This browser keeps no cookie")
    assert sheet.buttons(0) == ["Try again", "Set aside"]


def test_a_match_that_the_server_has_under_another_id_is_linked(match, server):
    """The answer to its form was lost, and it was started again without the server."""
    ours = Outbox(match, server, match.match_url.split("/")[-2]).open(at="/")
    [(_, op_id, *_)] = events(server, ours.match)
    head = {"create": {"sides": {"A": {}, "B": {}}, "rules": "cafe", "first_dealer": "A1"}}
    ours.add(head, 0, op_id=op_id, match=new_public_id(), says="New match")
    sheet = Sheet(ours.phone).open()
    expect(sheet.rows.nth(0)).to_contain_text("The server has this match already")
    link = sheet.rows.nth(0).get_by_role("link", name="To the one that was started")
    expect(link).to_have_attribute("href", f"/m/{ours.match}/")
    assert sheet.buttons(0) == ["Set aside"]
    sheet.tap("Set aside", 0)
    expect(link).to_be_hidden()


def saved_file(sheet):
    with sheet.page.expect_download() as downloading:
        sheet.tap("Save as a file")
    return downloading.value


def test_hands_go_as_a_file_to_the_phone_that_has_the_pencil_now(
    offline, sheet, open_phone, server
):
    new = hand_over(offline, open_phone, server)
    offline.online()
    sheet.open()
    sheet.tap("Send now")
    expect(sheet.rows.nth(0)).to_contain_text("This phone does not hold the pencil now")
    file = saved_file(sheet)
    assert file.suggested_filename == f"tefteri-{offline.match}-unsent.json"
    theirs = Sheet(new.phone).open()
    theirs.page.locator("[data-take]").set_input_files(file.path())
    hands = theirs.page.locator("[data-hands] li")
    expect(hands).to_have_text(["Hand 1: Side A 8 ♥ · 18 – 6", "Hand 2: Side A 8 ♥ · 18 – 6"])
    assert new.wrote() == [], "it is shown first"
    theirs.tap("Write them here")
    expect(theirs.page.locator("#outbox-done")).to_have_text("Taken in")
    expect(theirs.rows).to_have_count(0)
    assert new.wrote() == offline.ids


def pass_pencil_on(offline, open_phone, server):
    """By its link, to a phone that is another one."""
    asking, path = offline.page.context.request, f"/m/{offline.match}/pencil/"
    token = re.search(r'name="csrf_token" value="([^"]*)"', asking.get(path).text())[1]
    shown = asking.post(f"{path}link", form={"csrf_token": token, "kind": "hand_over"}).text()
    new = open_phone()
    new.watch.expect("status of")
    address = re.search(r'id="address"[^>]*>(.*?)</p>', shown)[1]
    new.page.goto(address.replace("<wbr>", ""))
    new.tap("Take the pencil")
    new.arrive("**/m/*/")
    return Outbox(new, server, offline.match).open(at="/")


def test_the_first_phone_sees_that_its_hands_were_taken_in(offline, sheet, open_phone, server):
    new = pass_pencil_on(offline, open_phone, server)
    offline.online()
    sheet.open()
    sheet.tap("Send now")
    expect(sheet.rows.nth(0)).to_contain_text("This phone does not hold the pencil now")
    file = saved_file(sheet)
    theirs = Sheet(new.phone).open()
    theirs.page.locator("[data-take]").set_input_files(file.path())
    theirs.tap("Write them here")
    expect(theirs.page.locator("#outbox-done")).to_have_text("Taken in")
    assert new.is_sent_soon()
    offline.open(at="/")
    expect(sheet.badge).to_be_hidden()
    assert [kind for _, kind in new.written()] == ["joined", "recorded", "recorded"]


def test_hand_set_aside_goes_along_in_the_file_and_stays_aside(offline, sheet, open_phone, server):
    aside = offline.add(hand(89), f"op:{offline.ids[1]}", says="<i>8 ♥</i>")
    offline.call("setAside", aside)
    new = hand_over(offline, open_phone, server)
    sheet.open()
    file = saved_file(sheet)
    theirs = Sheet(new.phone).open()
    theirs.page.locator("[data-take]").set_input_files(file.path())
    hands = theirs.page.locator("[data-hands] li")
    same, third = "Side A 8 ♥ · 18 – 6", "Side A 8 ♥ · 17 – 7"  # nobody said whose phone it is
    expect(hands).to_have_text(
        [f"Hand 1: {same}", f"Hand 2: {same}", f"Hand 3: {third} · Set aside"]
    )
    theirs.tap("Write them here")
    expect(theirs.rows).to_have_count(1)
    expect(theirs.rows.nth(0)).to_contain_text("Hand 3: Side A 8 ♥ · 17 – 7")
    assert new.wrote() == offline.ids
    assert [op["op_id"] for op in new.aside()] == [aside]


def test_the_copied_text_has_all_that_a_hand_takes(offline, sheet):
    told = hand(97)
    told["hand"]["declarations"] = {"A": ["run3:A"], "B": ["nines"]}
    told["hand"]["pilotta"] = "B"
    offline.add(told, 1, says="Hand 3: Us 8 ♥ · 19 – 17")
    offline.page.evaluate(
        """Object.defineProperty(navigator, "clipboard", {
          value: { writeText: async (text) => { window.copied = text; } },
        })"""
    )
    sheet.open()
    sheet.tap("Copy as text")
    expect(sheet.page.locator("#outbox-done")).to_have_text("Copied")
    line = offline.page.evaluate("copied").split("\n")[-1]
    assert line.startswith("Hand 3: Us 8 ♥ · 19 – 17 · Side A: Card points 97, ")
    assert "ace" in line.partition("Side B: ")[0]
    assert line.endswith("Side B: Pilotta, four nines")


def test_a_file_says_which_newer_correction_it_would_replace(
    outbox,  # noqa: F811
    open_phone,
    server,
):
    outbox.add_hands(97)
    outbox.wait_until_sent()
    outbox.open(at="/").on_write(lambda route: route.abort())
    outbox.add({"op": "correct", "hand_id": 2, "hand": hand(100)["hand"]}, 2, says="mine")
    new = pass_pencil_on(outbox, open_phone, server)
    new.open()
    new.add({"op": "correct", "hand_id": 2, "hand": hand(120)["hand"]}, 2)
    assert new.is_sent_soon()
    new.open(at="/")
    sheet = Sheet(outbox.phone)
    sheet.open()
    file = saved_file(sheet)
    theirs = Sheet(new.phone).open()
    theirs.page.locator("[data-take]").set_input_files(file.path())
    offered = theirs.page.locator("[data-hands] li")
    expect(offered).to_contain_text("in place of what was written since:")
    expect(offered).to_contain_text("20 – 4")


def test_a_file_can_be_fetched_for_a_while(offline, sheet):
    """Some browsers fetch the file later than the page asks them to."""
    offline.page.evaluate("URL.revokeObjectURL = (url) => { window.revoked = url; }")
    sheet.open()
    saved_file(sheet)
    assert offline.page.evaluate("window.revoked") is None
    offline.page.clock.run_for(60_000)
    assert offline.page.evaluate("window.revoked").startswith("blob:")


def test_a_hand_that_came_through_after_all_is_not_written_twice(
    offline, sheet, open_phone, server
):
    """Its answer was lost before the pencil went on."""
    offline.on_write(lambda route: (route.fetch(), route.abort()))
    offline.wait_until(offline.wrote)
    offline.on_write(lambda route: route.abort())
    sheet.open()
    file = json.loads(saved_file(sheet).path().read_text())
    new = hand_over(offline, open_phone, server).open()
    assert new.call("savedIn", new.match) == {}
    taken = new.page.evaluate("async (file) => (await module('outbox_file.js')).takeIn(file)", file)
    assert taken
    assert new.is_sent_soon()
    assert new.wrote() == offline.ids


def test_a_phone_without_the_pencil_takes_nothing_in(sheet, open_phone, server, offline):
    sheet.open()
    file = saved_file(sheet)
    stranger = Outbox(open_phone(), server, offline.match).open(at="/")
    theirs = Sheet(stranger.phone).open()
    theirs.page.locator("[data-take]").set_input_files(file.path())
    expect(theirs.page.locator("#outbox-done")).to_contain_text("does not hold the pencil")
    expect(theirs.page.locator("[data-offered]")).to_be_hidden()
    assert stranger.unsent() == []


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"tefteri": "unsent hands", "ops": 1}'])
def test_another_file_is_told_to_be_none(sheet, text):
    sheet.open()
    file = {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
    sheet.page.locator("[data-take]").set_input_files(file)
    expect(sheet.page.locator("#outbox-done")).to_contain_text("no file of hands")
    expect(sheet.page.locator("[data-offered]")).to_be_hidden()


FIT = {"op_id": "e" * 32, "op": {"op": "stop"}}


CRAFTED = [
    {"match": ["b" * 22]},
    {"match": "../other"},
    {"ops": {"length": 1}},
    {"ops": [None]},
    {"ops": [{**FIT, "op": None}]},
    {"ops": [{**FIT, "op": []}]},
    {"ops": [{**FIT, "op_id": ["e" * 32]}]},
    {"ops": []},
    {"ops": [{**FIT, "op": {"op": "toString"}}]},
    {"ops": [FIT, {**FIT, "op": {"create": {}}}]},
    {"ops": [FIT] * 10_000},
]


def test_a_crafted_file_is_none(outbox):  # noqa: F811
    file = {"tefteri": "unsent hands", "match": "b" * 22, "ops": [FIT]}
    files = [file, *({**file, **crafted} for crafted in CRAFTED)]
    read = outbox.page.evaluate(
        """async (files) => {
          const { readFile } = await module("outbox_file.js");
          return files.map((file) => readFile(JSON.stringify(file)));
        }""",
        files,
    )
    assert read == [file] + [None] * len(CRAFTED)


def test_page_without_storage_says_to_leave_it_open(match, server):
    refused = Outbox(match, server, match.match_url.split("/")[-2])
    refused.page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    refused.open(at="/").on_write(lambda route: route.abort())
    expect(refused.page.locator("#outbox-unkept")).to_be_hidden()
    refused.add_hands(97)
    expect(refused.page.locator("#outbox-unkept")).to_contain_text("Leave this page open")
