"""A ruling sent to another phone: shared, copied, or its address left to be copied by hand."""

from playwright.sync_api import expect

RULING = "/settle/why?contract=A:90&points_A=89"
NO_SHARE = "delete Navigator.prototype.share;"
PLAIN_HTTP = NO_SHARE + "delete Navigator.prototype.clipboard; document.execCommand = () => false;"


def send_from(phone, script):
    phone.page.add_init_script(script)
    phone.page.goto(RULING)
    phone.tap("Send the ruling")
    return phone.page.locator("#sent")


def test_copied_address_is_confirmed_within_sight_and_opens_the_ruling(phone):
    phone.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    told = send_from(phone, NO_SHARE)
    expect(told).to_have_text("The address is copied.")
    expect(told).to_be_in_viewport()
    phone.page.goto(phone.page.evaluate("navigator.clipboard.readText()"))
    expect(phone.page.locator("#verdict")).to_contain_text("89 < 90")


def test_on_plain_http_the_address_stands_there_to_be_copied(phone):
    told = send_from(phone, PLAIN_HTTP)
    expect(told).to_have_text("Copy the address from here.")
    expect(told).to_be_in_viewport()
    address = phone.page.get_by_label("The address of the ruling")
    expect(address).to_be_in_viewport()
    assert phone.page.evaluate("getSelection().toString()") == address.input_value()
    phone.page.goto(address.input_value())
    expect(phone.page.locator("#verdict")).to_contain_text("89 < 90")
