"""The server dies, is locked, is looked after, or is one of two, with a hand on the screen."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from scorekeeper.operating import maintenance
from tests.browser.test_installed import READY
from tests.support.server import Server
from tests.support.truth import events
from tests.support.two_servers import two_servers

FRAGILE = {"BUSY_SECONDS": 0.6}
HAND = [["1", "+19 19", "‹ 9 ♥", "6 +6"]]
ON_THIS_PHONE = [["1•", "+19 19", "‹ 9 ♥", "6 +6"]]
TITLES = {"en": "The server is being looked after", "el": "Γίνεται συντήρηση στο Τεφτέρι"}
ROW = ["1", "+19 19", "‹ 9 ♥", "6 +6"]


@pytest.fixture
def typed(open_phone, fragile):
    """A plain hand, typed and not saved yet."""
    phone = open_phone(at=fragile)
    phone.watch.expect("ERR_", "htmx:sendError", "status of 503", "Error Code 503")
    phone.start_match()
    phone.type_hand()
    phone.settle()  # it can do without the server from then on
    return phone


def test_a_server_killed_before_the_save_is_told_and_the_hand_saved_afterwards(typed, fragile):
    fragile.kill()
    typed.tap("Save hand")
    typed.sees_state("on this phone")
    assert typed.ledger() == ON_THIS_PHONE
    fragile.start()
    typed.sees_saved(*HAND)


def test_after_a_restart_the_entry_is_still_there_in_a_new_tab_and_saves(typed, fragile):
    fragile.kill()
    typed.page.close()
    fragile.start()
    typed.page = typed.page.context.new_page()
    typed.open_ledger()
    assert typed.ledger() == []
    typed.go_on(1)
    typed.sees_result(19, 6)
    assert typed.is_chosen("Hearts")
    typed.save()
    assert typed.ledger() == HAND


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_locked_database_is_told_and_the_hand_saved_afterwards(typed, fragile, how):
    with closing(sqlite3.connect(fragile.database, isolation_level=None)) as connection:
        connection.execute(f"BEGIN {how}")
        typed.tap("Save hand")
        typed.sees_state("on this phone")
        assert typed.ledger() == ON_THIS_PHONE
        connection.execute("ROLLBACK")
    typed.sees_saved(*HAND)


def test_without_a_script_the_error_page_says_it_and_tries_again(open_phone, fragile):
    phone = open_phone(at=fragile, java_script_enabled=False)
    phone.watch.expect("status of 503")
    phone.start_match()
    phone.open_entry()
    phone.bid("A", 9)
    phone.tap("Hearts")
    phone.points("A").fill("97")
    with closing(sqlite3.connect(fragile.database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        phone.tap("Save hand")
        expect(phone.page.locator("main")).to_contain_text("Nothing was saved")
        connection.execute("ROLLBACK")
    phone.tap("Try again")
    phone.arrive_at_ledger()
    assert phone.ledger() == HAND


# --- it is looked after ---


@pytest.fixture(scope="module")
def looked_after(tmp_path_factory):
    """A server of the tests' own, which is looked after now and then."""
    looked_after = Server(tmp_path_factory.mktemp("looked after") / "instance").start()
    yield looked_after
    looked_after.stop()


@pytest.fixture
def flag(looked_after):
    flag = maintenance.flag_in(looked_after.folder)
    yield flag
    maintenance.end(flag)


@pytest.fixture
def typed_there(open_phone, looked_after):
    """A plain hand, typed and not saved yet."""
    phone = open_phone(at=looked_after)
    phone.watch.expect("status of 503", "htmx:responseError", "Error Code 503")
    phone.start_match()
    phone.type_hand()
    return phone


def test_a_hand_waits_on_the_phone_which_says_so_and_goes_out_by_itself(
    typed_there, looked_after, flag
):
    public_id = typed_there.page.url.split("/m/")[1].split("/")[0]
    maintenance.begin(flag, None)
    typed_there.tap("Save hand")
    typed_there.sees_state("on this phone")
    assert typed_there.ledger() == ON_THIS_PHONE
    assert len(events(looked_after, public_id)) == 1
    maintenance.end(flag)
    typed_there.sees_saved(*HAND)
    assert len(events(looked_after, public_id)) == 2


def test_a_page_that_is_opened_anew_goes_on_with_what_the_phone_has(typed_there, flag):
    typed_there.save()
    maintenance.begin(flag, None)
    typed_there.page.reload()
    expect(typed_there.page.get_by_role("table", name="Ledger")).to_be_visible()
    assert typed_there.ledger() == HAND


def test_a_phone_that_keeps_pages_opens_its_copy(open_phone, looked_after, flag):
    phone = open_phone(at=looked_after, service_workers="allow")
    phone.watch.expect("status of 503", "bad HTTP response code")
    phone.go_home()
    phone.page.evaluate(READY)
    maintenance.begin(flag, None)
    phone.page.reload()
    expect(phone.control("New match")).to_be_visible()
    expect(phone.page.locator("#kept")).to_contain_text("as it was on")


@pytest.mark.parametrize("language", TITLES)
def test_phone_without_stored_pages_shows_the_maintenance_page(
    open_phone, looked_after, flag, language
):
    phone = open_phone(at=looked_after, language=language)
    phone.watch.expect("status of 503")
    maintenance.begin(flag, None)
    phone.page.goto("/matches/import")
    expect(phone.page.locator("h2")).to_have_text(TITLES[language])


# --- two servers behind nginx keep the match ---


@pytest.fixture
def pair(cluster, tmp_path_factory):
    with two_servers(cluster, tmp_path_factory.mktemp("phone_pair")) as pair:
        yield pair.start()


@pytest.fixture
def their_phone(open_phone, pair):
    their_phone = open_phone(at=pair, service_workers="allow")
    their_phone.watch.expect("ERR_", "status of 50", "htmx:sendError", "Error Code 50")
    return their_phone


def test_a_hand_waits_on_the_phone_until_one_of_them_is_there_again(their_phone, pair):
    their_phone.start_match()
    their_phone.page.evaluate(READY)
    their_phone.open_ledger()
    their_phone.type_hand()
    for server in pair.servers:
        server.kill()
    their_phone.tap("Save hand")
    their_phone.sees_state("on this phone")
    their_phone.open_ledger()
    expect(their_phone.control("Not sent: 1")).to_be_visible()
    assert their_phone.ledger() == [["1•", *ROW[1:]]], "its own copy, and not nginx's page"
    their_phone.page.reload()
    marks = their_phone.page.evaluate("({ ...document.documentElement.dataset })")
    assert "kept" in marks, "its own copy"
    assert "strange" not in marks, "and nobody else has answered"
    pair.servers[1].start()
    expect(their_phone.control("Not sent: 1")).to_have_count(0, timeout=60_000)
    their_phone.open_ledger()
    their_phone.sees_saved(ROW)


def test_page_of_two_stopped_servers_says_so_in_both_languages(open_phone, pair):
    their_phone = open_phone(at=pair)
    their_phone.watch.expect("status of 502")
    for server in pair.servers:
        server.kill()
    their_phone.page.goto("/")
    for language, words in (("el", "Το Τεφτέρι δεν απαντά τώρα"), ("en", "does not answer now")):
        told = their_phone.page.locator(f":lang({language})").get_by_role("heading", name=words)
        expect(told).to_be_visible()
    assert their_phone.page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(251, 247, 238)"
    ), "it has its style"
