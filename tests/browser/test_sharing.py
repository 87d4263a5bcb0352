"""The picture is sent where the phone can send files, and saved where it cannot."""

import pytest
from playwright.sync_api import expect

CAN_SHARE = "navigator.canShare = () => true; navigator.share = async () => {};"
PAPER = "one => getComputedStyle(one).backgroundColor"


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def phone(request, open_phone):
    return open_phone(java_script_enabled=request.param)


def share(phone):
    """Open the page and wait for no picture: a busy machine takes its time, or has none."""
    phone.watch.expect("the server responded with a status of 503")
    phone.page.goto(phone.match_url + "share", wait_until="domcontentloaded")


def papers(phone):
    """The colours of the link that saves the picture, and of the one to the PDF."""
    links = [phone.page.locator(f".files li:nth-child({place}) a") for place in (1, 2)]
    return [link.evaluate(PAPER) for link in links]


def test_saving_the_picture_comes_first_when_the_browser_cannot_share(match):
    share(match)
    expect(match.control("Send the picture")).to_have_count(0)
    expect(match.page.locator("[data-share]")).to_be_hidden()
    saved, printed = papers(match)
    assert saved != printed


def test_sending_the_picture_comes_first_when_the_browser_can_share(open_phone):
    phone = open_phone()
    phone.page.add_init_script(CAN_SHARE)
    phone.start_match()
    share(phone)
    expect(phone.control("Send the picture")).to_be_visible()
    saved, printed = papers(phone)
    assert saved == printed
