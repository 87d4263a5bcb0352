"""Signing a phone out: its own unsent data is named before, and afterwards it has no rights."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_phone_recovery import PROOFS as KEPT_PROOFS
from tests.browser.test_phone_recovery import (
    cut_off,
    phone,  # noqa: F401  its fixture
    reconnect,
    see_proof,
    write_here,
)

SCRIPTS = "modules"
TYPE_NAMES = """() => {
  sessionStorage.setItem("draft:typed:pair", JSON.stringify({ values: { name: "Maria" } }));
  localStorage.setItem("draft:m:new", JSON.stringify({ typed: [] }));
}"""
DRAFTS = """() => [sessionStorage, localStorage]
  .flatMap((its) => Object.keys(its).filter((key) => key.startsWith("draft:")))"""


@pytest.mark.smoke
def test_it_is_signed_out_of_everything(phone, server):  # noqa: F811
    phone.start_match()
    see_proof(phone)
    cut_off(phone)
    write_here(phone, ("A", 9, 97))
    phone.go_home()
    phone.tap("Menu", "Settings and more", "What this phone may do")
    phone.arrive("**/phone/")
    expect(phone.page.locator("main")).to_contain_text("It writes here.")
    expect(phone.page.locator("#unsent-here li")).to_have_text(["Hand 1: Us 9 ♥ · 19 – 6"])
    phone.page.get_by_role("checkbox").check()
    phone.page.evaluate(TYPE_NAMES)
    phone.tap("Sign out of all of it")
    expect(phone.page.locator("main")).to_contain_text("This phone is signed out.")
    phone.page.wait_for_function(f"async () => (await ({KEPT_PROOFS})()).length === 0")
    assert phone.page.evaluate(DRAFTS) == []
    reconnect(phone)
    phone.open_ledger()
    expect(phone.page.locator("#thumb")).to_contain_text("You are watching")
    expect(phone.control("Not sent: 1")).to_be_visible()
