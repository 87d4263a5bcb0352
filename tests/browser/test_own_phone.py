"""A phone's rights: it comes back without its cookie, by proofs, and is signed out of all."""

from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from scorekeeper.journal.identifiers import new_operation_id, new_public_id
from tests.browser.dead_spots.conftest import carry  # noqa: F401  a fixture
from tests.browser.outbox import Outbox, hand, head
from tests.support.truth import events

SCRIPTS = "modules"
ROWS = [["1", "+19 19", "‹ 9 ♥", "6 +6"], ["2", "+6 25", "8 ♥ ›", "24 +18"]]
# A stranger's script can learn nothing of the phone's identity without the storage.
PROOFS = """
async () => {
  const folder = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
  const { store } = await import(`${folder}store.js`);
  return (await store.get("matches", "phone"))?.proofs ?? [];
}
"""
TYPE_NAMES = """() => {
  sessionStorage.setItem("draft:typed:pair", JSON.stringify({ values: { name: "Maria" } }));
  localStorage.setItem("draft:m:new", JSON.stringify({ typed: [] }));
}"""
DRAFTS = """() => [sessionStorage, localStorage]
  .flatMap((its) => Object.keys(its).filter((key) => key.startsWith("draft:")))"""


@pytest.fixture
def phone(open_phone):
    phone = open_phone()
    phone.watch.expect("status of", "htmx:", "ERR_")
    return phone


def cut_off(phone):
    phone.page.route("**/api/v1/**", lambda route: route.abort())
    phone.page.route("**/live?*", lambda route: route.abort())


def reconnect(phone):
    phone.page.unroute("**/api/v1/**")
    phone.page.unroute("**/live?*")


def see_proof(phone, count=1):
    """Wait until the phone keeps what shows which one it is."""
    for _ in range(100):
        if len(found := phone.page.evaluate(PROOFS)) >= count:
            return found
        phone.page.wait_for_timeout(50)
    raise AssertionError(found)


def write_here(phone, *hands):
    for side, bid, points in hands:
        phone.open_entry()
        phone.bid(side, bid)
        phone.tap("Hearts")
        phone.type_points(points)
        phone.tap("Save hand")
        phone.page.wait_for_timeout(450)


def lose_cookies(phone):
    phone.page.context.clear_cookies()


def written(server, match):
    return [kind for _, _, kind, _ in events(server, match)]


def match_of(phone):
    return phone.match_url.split("/")[-2]


def test_three_unsent_hands_are_sent_by_a_phone_that_lost_its_cookie(phone, server):
    phone.start_match()
    see_proof(phone)
    cut_off(phone)
    write_here(phone, ("A", 9, 97), ("B", 8, 97), ("A", 8, 100))
    expect(phone.control("Not sent: 3")).to_be_visible()
    phone.page.goto("/healthz")  # a page without an outbox
    lose_cookies(phone)
    reconnect(phone)
    phone.open_ledger()
    expect(phone.page.locator("#acts")).to_have_count(1)
    expect(phone.page.locator("#ledger tbody tr")).to_have_count(3)
    expect(phone.control("Not sent: 3")).to_be_hidden()
    phone.sees_state("saved")
    assert written(server, match_of(phone)) == ["started", *["recorded"] * 3]


def test_its_matches_are_in_its_list_again(phone):
    phone.start_match()
    see_proof(phone)
    lose_cookies(phone)
    phone.go_home()
    expect(phone.page.locator(".current a")).to_have_attribute("href", f"/m/{match_of(phone)}/")


def test_unsent_hands_are_reached_from_a_page_that_only_watches(phone, server):
    """Also where nothing shows which phone it is: storage alone was kept from long ago."""
    phone.start_match()
    see_proof(phone)
    cut_off(phone)
    write_here(phone, ("A", 9, 97))
    phone.page.goto("/healthz")
    lose_cookies(phone)
    phone.page.route("**/phone/again", lambda route: route.abort())
    phone.open_ledger()
    expect(phone.page.locator("#thumb")).to_contain_text("You are watching")
    phone.touch("Not sent: 1")
    phone.arrive("**/")
    expect(phone.page.locator("#outbox-badge")).to_be_visible()
    phone.tap("Not sent: 1")
    expect(phone.page.locator("#outbox [role=listitem]")).to_have_count(1)


def test_a_phone_that_was_shut_out_does_not_come_back(phone, open_phone, server):
    phone.start_match()
    see_proof(phone)
    phone.page.goto(phone.match_url + "pencil/")
    phone.tap("Hand over to another phone")
    address = phone.page.locator("#address").text_content()
    other = open_phone()
    other.page.goto(address)
    other.tap("Take the pencil")
    other.arrive("**/m/*/")
    lose_cookies(phone)
    phone.open_ledger()
    expect(phone.page.locator("#thumb")).to_contain_text("The pencil is with another phone now")
    path = f"/api/v1/matches/{match_of(phone)}/ops/{new_operation_id()}"
    status = phone.page.evaluate(
        """async ([path, body]) => {
          const headers = { "Content-Type": "application/json" };
          return (await fetch(path, { method: "PUT", headers, body: JSON.stringify(body) })).status;
        }""",
        [path, {**hand(97), "revision": 1}],
    )
    assert status == 401
    assert written(server, match_of(phone)) == ["started", "joined"]


def test_a_phone_that_is_another_one_by_now_gets_its_first_match_back(phone, server):
    phone.start_match()
    see_proof(phone)
    first = phone.match_url
    cut_off(phone)
    write_here(phone, ("A", 9, 97))
    phone.page.goto("/healthz")
    lose_cookies(phone)
    reconnect(phone)
    phone.start_match()  # by its form alone: an unknown phone
    see_proof(phone, 2)
    second, phone.match_url = phone.match_url, first
    phone.open_ledger()
    phone.sees_saved(ROWS[0])
    assert written(server, match_of(phone)) == ["started", "joined", "recorded"]
    phone.match_url = second
    phone.open_ledger()
    expect(phone.control("New hand")).to_be_visible()


def test_a_match_whose_creating_was_answered_but_not_heard_goes_on(open_phone, server):
    newcomer = Outbox(open_phone(), server, new_public_id()).hold_time().open()

    def lose(route):
        with suppress(Error):  # the page may have been left meanwhile
            answer = route.fetch()
            if answer.status == 201:
                route.abort()
            else:
                route.fulfill(response=answer)

    newcomer.on_write(lose)
    create = newcomer.add({"create": head()})
    record = newcomer.add(hand(97), f"op:{create}")
    newcomer.wait_until(lambda: events(server, newcomer.match))
    newcomer.page.goto("/healthz")
    newcomer.page.context.clear_cookies()
    newcomer.online()
    newcomer.open()
    newcomer.wait_until_sent()
    assert newcomer.wrote() == [record]


def test_a_browser_that_is_killed_at_its_first_match(carry, server):  # noqa: F811
    """It writes its cookies only every thirty seconds, and its storage at once."""
    phone = carry(service_workers="block")
    phone.start_match()
    see_proof(phone)
    cut_off(phone)
    write_here(phone, ("A", 9, 97), ("B", 8, 97))
    phone.kill()
    phone.reopen()
    phone.sees_saved()
    assert phone.ledger() == ROWS
    assert written(server, match_of(phone)) == ["started", *["recorded"] * 2]


# --- signing it out: its own unsent data is named before ---


@pytest.mark.smoke
def test_it_is_signed_out_of_everything(phone, server):
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
    # The recovery may drop the proofs before the page's own script has come.
    phone.page.wait_for_function(f"() => ({DRAFTS})().length === 0")
    phone.page.wait_for_function(f"async () => (await ({PROOFS})()).length === 0")
    assert phone.page.evaluate(DRAFTS) == []
    reconnect(phone)
    phone.open_ledger()
    expect(phone.page.locator("#thumb")).to_contain_text("You are watching")
    expect(phone.control("Not sent: 1")).to_be_visible()
