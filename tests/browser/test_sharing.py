"""The link comes first: it is sent where the phone can share, and copied where it cannot."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST

CAN_SHARE = """
window.shared = [];
navigator.canShare = () => true;
navigator.share = async (what) => window.shared.push(what.url ?? what.files[0].name);
"""
FIRST = ".primary:visible"
SCREEN = 640


def share(phone):
    """Open the page and wait for no picture: a busy machine takes its time, or has none."""
    phone.watch.expect("the server responded with a status of 503")
    phone.page.goto(phone.match_url + "share", wait_until="domcontentloaded")


@pytest.fixture
def sharing(open_phone):
    """A phone that can share, on the page of its match."""
    phone = open_phone()
    phone.page.add_init_script(CAN_SHARE)
    phone.start_match()
    share(phone)
    return phone


def test_copying_comes_first_when_the_browser_cannot_share(match):
    share(match)
    expect(match.page.locator(FIRST)).to_have_text("Copy the address")
    expect(match.control("Send the link")).to_have_count(0)
    expect(match.control("Send the picture")).to_have_count(0)
    expect(match.control("Save the picture")).to_be_visible()


def test_sending_comes_first_when_the_browser_can_share(sharing):
    expect(sharing.page.locator(FIRST)).to_have_text("Send the link")
    for name in ("Copy the address", "Send the picture", "Save the picture"):
        expect(sharing.control(name)).to_be_visible()


def test_link_is_sent_as_the_page_shows_it(sharing):
    sharing.tap("Send the link")
    assert sharing.page.evaluate("window.shared") == [sharing.page.inner_text("#address")]


def test_refused_link_stands_beside_it(sharing):
    sharing.page.evaluate("() => { navigator.share = () => Promise.reject(new Error()); }")
    sharing.tap("Send the link")
    expect(sharing.page.locator("#copied")).to_contain_text("copy the address")


@GREEK_FIRST
def test_code_link_and_first_action_are_on_the_first_screen(open_phone, language):
    phone = open_phone(language)
    phone.page.add_init_script(CAN_SHARE)
    phone.start_match()
    share(phone)
    for part in (".code", "#address", FIRST):
        box = phone.page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= SCREEN, part


def test_page_without_scripts_has_link_picture_and_files(open_phone, match):
    phone = open_phone(java_script_enabled=False)
    phone.match_url = match.match_url
    share(phone)
    expect(phone.page.locator("#address")).to_have_text(match.match_url)
    for name in ("Save the picture", "Scoresheet PDF", "Match file"):
        expect(phone.page.get_by_role("link", name=name)).to_be_visible()
    phone.page.locator("summary", has_text="What a chat shows").click()
    expect(phone.page.locator(".chat")).to_be_visible()


def test_choice_about_names_leads_back_to_the_open_preview(match):
    share(match)
    match.page.locator("summary", has_text="What a chat shows").click()
    match.tap("Leave the names out")
    expect(match.control("With the names")).to_be_visible()


@pytest.fixture
def won(open_phone):
    """A phone that can share, whose first match has just ended."""
    phone = open_phone()
    phone.page.add_init_script(CAN_SHARE)
    phone.set_up_match(preset="Simple 151")
    phone.write("A", 90, 120)
    phone.write("A", 90, 100)
    return phone


def test_won_match_is_sent_with_one_tap(won):
    won.tap("Send the link")
    assert won.page.evaluate("window.shared") == [won.match_url]
    won.watch.expect("the server responded with a status of 503")  # on a busy machine
    for _try in range(60):
        if len(won.page.evaluate("window.shared")) < 2:
            won.tap("Send the picture")
            won.page.wait_for_timeout(1000)
    assert won.page.evaluate("window.shared")[1:] == ["tefteri.png"], "once, for all these taps"


def test_first_match_alone_ends_with_the_way_to_the_home_screen(won):
    hint = won.control("Put Tefteri on the home screen")
    expect(hint).to_be_visible()
    won.page.reload()
    expect(hint).to_be_visible()
    won.tap("Rematch")
    won.page.wait_for_url(lambda url: url != won.match_url)
    won.write("A", 90, 120)
    won.write("A", 90, 100)
    expect(won.control("Send the link")).to_be_visible()
    expect(hint).to_have_count(0)
