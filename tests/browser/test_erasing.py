"""Erasing a match's names on its own phone: they go from what the phone keeps, too."""

import time

from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST, PATIENCE_MS
from tests.browser.test_installed import CUT, READY

SCRIPTS = "modules"

# All that the phone keeps of its matches: in IndexedDB, and the worker's pages.
KEPT_HERE = """
async () => {
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open("tefteri");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const matches = await new Promise((resolve, reject) => {
    const request = database.transaction("matches").objectStore("matches").getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  database.close();
  const found = [JSON.stringify(matches)];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const page of await cache.keys()) {
      const kept = page.url.includes("/m/") && (await cache.match(page)); // or gone meanwhile
      if (kept) found.push(await kept.text());
    }
  }
  return found;
}
"""


# The waiting operations, as text.
OPS_HERE = """
async () => {
  const folder = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
  const { store } = await import(`${folder}store.js`);
  return JSON.stringify(await store.all("ops"));
}
"""


def see_kept(phone, condition):
    """Wait until what the phone keeps is so."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not condition(found := phone.page.evaluate(KEPT_HERE)):
        assert time.monotonic() < deadline, found
        phone.page.wait_for_timeout(50)


@GREEK_FIRST
def test_the_names_go_from_the_server_and_from_the_phone(open_phone, language):
    phone = open_phone(language, service_workers="allow")
    phone.watch.expect(*CUT)
    phone.go_home()
    phone.page.evaluate(READY)
    phone.start_match(name_A="Kites", name_B="Doves")
    phone.page.goto(phone.match_url + "sheet")
    phone.page.goto(phone.match_url)
    expect(phone.page.locator("body")).to_contain_text("Kites")
    see_kept(phone, lambda found: sum("Kites" in one for one in found) == 3)
    phone.tap("Menu", "More", "Names and privacy")
    phone.arrive("**/names")
    phone.page.get_by_role("checkbox").check()
    phone.tap("Erase the names of this match")
    phone.arrive_at_ledger()
    expect(phone.page.locator("body")).to_contain_text(phone.say("Us"))
    expect(phone.page.locator("body")).not_to_contain_text("Kites")
    see_kept(phone, lambda found: not any("Kites" in one for one in found))
    phone.page.context.set_offline(True)
    phone.page.goto(phone.match_url)
    expect(phone.page.locator("body")).to_contain_text(phone.say("Us"))
    expect(phone.page.locator("body")).not_to_contain_text("Kites")
    phone.page.context.set_offline(False)


def test_an_older_copy_of_a_page_brings_no_name_back(open_phone):
    phone = open_phone()
    phone.start_match(name_A="Kites", name_B="Doves")
    before = phone.page.locator("#acts").text_content()
    phone.page.goto(phone.match_url + "names")
    phone.page.get_by_role("checkbox").check()
    phone.tap("Erase the names of this match")
    phone.arrive_at_ledger()
    kept = phone.page.evaluate(
        """async (before) => {
          const page = document.querySelector("script[src*='/phone.js']").src;
          const outbox = await import(page.replace("phone.js", "outbox.js"));
          await outbox.keepMatch(JSON.parse(before));
          return JSON.stringify(await outbox.keptMatches());
        }""",
        before,
    )
    assert "Kites" in before
    assert "Kites" not in kept


def test_nothing_goes_without_the_tick(open_phone):
    phone = open_phone()
    phone.start_match(name_A="Kites", name_B="Doves")
    phone.page.goto(phone.match_url + "names")
    phone.tap("Erase the names of this match")
    phone.page.goto(phone.match_url)
    expect(phone.page.locator("body")).to_contain_text("Kites")


def with_penalty(phone):
    """A match with a penalty for what the Kites did, as the phone knows it."""
    for words in ("ERR_INTERNET_DISCONNECTED", "htmx:sendError"):
        phone.watch.expect(words)
    phone.start_match(name_A="Kites", name_B="Doves")
    phone.tap("Menu", "Penalty, ruling, score from paper")
    phone.page.locator("[name=points_A]").fill("10")
    phone.page.locator("[name=reason]").fill("Kites looked")
    phone.tap("See what changes", "Write it")
    phone.arrive_at_ledger()
    phone.settle()


def erase_elsewhere(phone):
    """Another phone does it: this one hears nothing of it."""
    site = phone.match_url.split("/m/")[0]
    public_id = phone.match_url.split("/")[-2]
    done = phone.page.context.request.delete(
        f"{site}/api/v1/matches/{public_id}/names", headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert done.status == 200, done.text()


def correct_alone(phone, reason):
    phone.page.get_by_role("link", name=reason).click()
    phone.tap("Correct it")
    phone.page.locator("[name=points_A]").fill("20")
    phone.page.wait_for_timeout(450)
    phone.tap("See what changes")
    phone.page.wait_for_timeout(450)
    phone.tap("Write it")
    phone.page.wait_for_timeout(450)


def test_a_reason_that_waited_on_the_phone_is_not_written_after(open_phone):
    phone = open_phone()
    with_penalty(phone)
    phone.page.context.set_offline(True)
    erase_elsewhere(phone)
    correct_alone(phone, "Kites looked")
    phone.watch.expect("409")
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#outbox")).to_contain_text("The names were erased")
    phone.page.goto(phone.match_url + "history/")
    expect(phone.page.locator("main")).not_to_contain_text("Kites")


def test_a_reason_that_waited_behind_a_hand_is_dropped_and_that_is_said(open_phone):
    phone = open_phone()
    with_penalty(phone)
    phone.page.context.set_offline(True)
    erase_elsewhere(phone)
    phone.open_entry()
    phone.touch("Bid by Kites: 9")
    phone.tap("Hearts")
    phone.type_points(97)
    phone.tap("Save hand")
    phone.page.wait_for_timeout(450)
    correct_alone(phone, "Kites looked")
    phone.watch.expect("409")
    phone.page.context.set_offline(False)
    row = phone.page.locator("#outbox [role=listitem]").filter(has_text="Correction")
    expect(row).to_contain_text("The names were erased, and with them the reason")
    assert "Kites" not in phone.page.evaluate(OPS_HERE)
    phone.page.goto(phone.match_url + "history/")
    expect(phone.page.locator("main")).to_contain_text("Hand 1")
    expect(phone.page.locator("main")).not_to_contain_text("Kites")
    phone.page.goto(phone.match_url)
    phone.tap("Not sent: 1")
    row.get_by_role("button", name="Write it all the same").tap()
    expect(row).to_have_count(0)
    see_kept(phone, lambda found: not any("Kites" in one for one in found))
    phone.page.goto(phone.match_url + "history/")
    expect(phone.page.locator("main")).to_contain_text("reason erased")
    expect(phone.page.locator("main")).not_to_contain_text("Kites")


def test_a_new_reason_can_wait_on_the_phone_after_it_has_heard(open_phone):
    phone = open_phone()
    with_penalty(phone)
    erase_elsewhere(phone)
    phone.page.goto(phone.match_url)
    phone.settle()
    phone.page.context.set_offline(True)
    phone.tap("Menu", "Penalty, ruling, score from paper")
    phone.page.locator("[name=points_B]").fill("10")
    phone.page.locator("[name=reason]").fill("Doves looked")
    phone.page.wait_for_timeout(450)
    phone.tap("See what changes")
    phone.page.wait_for_timeout(450)
    phone.tap("Write it")
    phone.page.context.set_offline(False)
    phone.page.wait_for_timeout(2000)
    phone.page.goto(phone.match_url + "history/")
    expect(phone.page.locator("main")).to_contain_text("Doves looked")


def test_draft_of_a_reason_is_dropped_when_the_names_are_erased(open_phone):
    phone = open_phone()
    with_penalty(phone)
    phone.page.get_by_role("link", name="Kites looked").click()
    phone.tap("Correct it")
    phone.page.locator("[name=reason]").fill("Kites looked twice")
    phone.page.locator("[name=points_A]").fill("20")
    erase_elsewhere(phone)
    phone.watch.expect("409")
    phone.tap("See what changes")
    expect(phone.page.locator("#wrong-reason")).to_contain_text("write this one again")
    expect(phone.page.locator("[name=reason]")).to_have_value("")
    expect(phone.page.locator("[name=points_A]")).to_have_value("20")


def test_draft_of_a_name_is_dropped_when_the_names_are_erased(open_phone):
    phone = open_phone()
    with_penalty(phone)
    phone.page.goto(phone.match_url + "change/")
    phone.open_line("Names")
    name = phone.page.locator("[name=name_A]")
    name.fill("Kites & Co")
    erase_elsewhere(phone)
    phone.page.reload()
    expect(name).to_have_value("")
