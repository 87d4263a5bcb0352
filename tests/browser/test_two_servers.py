"""A phone whose match is kept by two servers behind nginx."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_installed import READY
from tests.faults.several import two_servers

HAND = ["1", "+19 19", "‹ 9 ♥", "6 +6"]


@pytest.fixture
def pair(cluster, tmp_path_factory):
    with two_servers(cluster, tmp_path_factory.mktemp("phone_pair")) as pair:
        yield pair.start()


@pytest.fixture
def phone(open_phone, pair):
    phone = open_phone(at=pair, service_workers="allow")
    phone.watch.expect("ERR_", "status of 50", "htmx:sendError", "Error Code 50")
    return phone


def test_a_hand_waits_on_the_phone_until_one_of_them_is_there_again(phone, pair):
    phone.start_match()
    phone.page.evaluate(READY)
    phone.open_ledger()
    phone.type_hand()
    for server in pair.servers:
        server.kill()
    phone.tap("Save hand")
    phone.sees_state("on this phone")
    phone.open_ledger()
    expect(phone.control("Not sent: 1")).to_be_visible()
    assert phone.ledger() == [["1•", *HAND[1:]]], "its own copy, and not nginx's page"
    phone.page.reload()
    marks = phone.page.evaluate("({ ...document.documentElement.dataset })")
    assert "kept" in marks, "its own copy"
    assert "strange" not in marks, "and nobody else has answered"
    pair.servers[1].start()
    expect(phone.control("Not sent: 1")).to_have_count(0, timeout=60_000)
    phone.open_ledger()
    phone.sees_saved(HAND)


def test_page_of_two_stopped_servers_says_so_in_both_languages(open_phone, pair):
    phone = open_phone(at=pair)
    phone.watch.expect("status of 502")
    for server in pair.servers:
        server.kill()
    phone.page.goto("/")
    for language, words in (("el", "Το Τεφτέρι δεν απαντά τώρα"), ("en", "does not answer now")):
        told = phone.page.locator(f":lang({language})").get_by_role("heading", name=words)
        expect(told).to_be_visible()
    assert phone.page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(251, 247, 238)"
    ), "it has its style"
