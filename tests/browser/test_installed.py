"""On the phone itself: pages open without a network, updates wait, and the help tells the truth."""

import secrets
import time

import pytest
from playwright.sync_api import expect

from scorekeeper.rules.presets import PRESETS
from scorekeeper.web.settle.topics import TOPICS
from tests.browser.conftest import GREEK_FIRST, PATIENCE_MS
from tests.support.browser_phone import say
from tests.support.processes import wait_until

CUT = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "ERR_FAILED", "htmx:sendError")
READY = """
async () => {
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise(next => setTimeout(next, 20));
}
"""
# The files that the worker keeps, by path.
KEPT = """
async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) {
      const { pathname, search } = new URL(request.url);
      found.push(pathname + search);
    }
  }
  return found;
}
"""
# As many copies as the worker keeps.
CACHES = "caches.keys()"
FILL = """
async () => {
  const cache = await caches.open((await caches.keys()).find(name => name.startsWith("pages-")));
  for (const one of await cache.keys()) await cache.delete(one);
  await cache.put("/oldest", new Response("old"));
  for (let number = 2; number < 60; number++) await cache.put(`/${number}`, new Response("old"));
  await cache.put("/newest", new Response("old"));
}
"""
# The page's own module, not another one of the same file.
OUTBOX = """
await import(document.querySelector("script[src*='/page.js']").src.replace("page.js", "outbox.js"))
"""
# Of a match that the server does not know: it stays.
WRITE_OP = f"""
async () => {{
  const {{ add, newId }} = {OUTBOX};
  const op = {{ op: "stop" }};
  const match = "AAAAAAAAAAAAAAAAAAAAAA";
  await add({{ op_id: newId(), match, op, revision: 1, at: 0, engine: 1 }});
}}
"""
# Answered after the page's own question, whether an update may be offered.
HAS_UNSENT = f"async () => {{ const {{ hasUnsent }} = {OUTBOX}; return hasUnsent(); }}"
# A newer worker is there, and not in place.
WAITING = """
async () => {
  const registration = await navigator.serviceWorker.ready;
  while (!registration.waiting) await new Promise(next => setTimeout(next, 20));
  return true;
}
"""
SEND_OPS = """
() => new Promise((resolve, reject) => {
  const request = indexedDB.deleteDatabase("tefteri");
  request.onerror = () => reject(request.error);
  request.onsuccess = () => resolve();
})
"""


@pytest.fixture
def install(open_phone):
    """Makes phones that have opened the first page, whose worker is there."""

    def install(language="en", **options):
        phone = open_phone(language, service_workers="allow", **options)
        phone.watch.expect(*CUT)
        phone.go_home()
        phone.page.evaluate(READY)
        return phone

    return install


def kept(phone):
    return phone.page.evaluate(KEPT)


def see_kept(phone, condition):
    """Wait until what the worker keeps is so, and give it."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not condition(found := kept(phone)):
        assert time.monotonic() < deadline, f"kept: {found}"
        phone.page.wait_for_timeout(20)
    return found


@pytest.mark.smoke
@GREEK_FIRST
def test_the_first_page_and_a_new_match_open_without_a_network(install, language):
    phone = install(language)
    phone.page.context.set_offline(True)
    phone.page.reload()
    expect(phone.control(phone.say("New match"))).to_be_visible()
    assert phone.page.evaluate("getComputedStyle(document.querySelector('.primary')).display") == (
        "grid"
    )
    phone.tap("New match")
    phone.arrive("**/matches/new")
    expect(phone.control(phone.say("Start match"))).to_be_visible()


@GREEK_FIRST
def test_unvisited_page_says_there_is_no_connection_and_leads_home(install, language):
    phone = install(language)
    phone.page.context.set_offline(True)
    phone.page.goto("/m/never/")
    expect(phone.page.get_by_role("heading", level=2)).to_have_text(
        phone.say("No connection to the server")
    )
    phone.tap("My matches")
    phone.arrive("**/")
    expect(phone.control(phone.say("New match"))).to_be_visible()


def test_a_match_that_was_open_opens_again_and_says_of_when_it_is(install):
    phone = install()
    phone.start_match()
    phone.play(("A", 9, 97, "hearts"))
    expect(phone.page.locator("#kept")).to_be_hidden()
    phone.page.context.set_offline(True)
    phone.page.reload()
    assert phone.ledger() == [["1", "+19 19", "‹ 9 ♥", "6 +6"]]
    expect(phone.page.locator("#kept")).to_contain_text("No connection: as it was on")
    phone.page.context.set_offline(False)
    phone.page.reload()
    expect(phone.page.locator("#kept")).to_be_hidden()


def test_side_that_is_not_sent_keeps_the_pages_of_the_match(install):
    phone = install()
    phone.start_match()
    race, side = f"{phone.match_url}race", f"{phone.match_url}side/"
    phone.page.goto(race)
    see_kept(phone, lambda paths: any(map(race.endswith, paths)))
    phone.page.goto(side)
    phone.page.context.set_offline(True)
    phone.tap("Side B")
    expect(phone.page.locator("[name=answer]")).to_have_count(0)
    phone.page.goto(race)
    expect(phone.page.locator("#kept")).to_contain_text("No connection: as it was on")
    phone.page.context.set_offline(False)
    phone.page.goto(side)
    phone.tap("Side B")
    phone.arrive(phone.match_url)
    see_kept(phone, lambda paths: not any(map(race.endswith, paths)))


def test_the_page_that_was_there_before_the_worker_is_kept_too(open_phone):
    phone = open_phone(service_workers="allow")
    phone.watch.expect(*CUT)
    phone.page.goto("/matches/import")
    phone.page.evaluate(READY)
    see_kept(phone, lambda found: "/matches/import" in found)
    phone.page.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Take in a match")


def test_a_server_that_hangs_does_not_hold_up_what_is_kept(install, own_server):
    phone = install(at=own_server)
    own_server.hang()
    try:
        phone.page.reload()
        expect(phone.page.locator("#kept")).to_be_visible()
        expect(phone.control("New match")).to_be_visible()
    finally:
        own_server.wake()


def test_a_slow_page_of_which_there_is_no_copy_is_waited_for(install, own_server):
    phone = install(at=own_server)
    own_server.hang()
    try:
        phone.page.evaluate("location.assign('/matches/import')")
        later = phone.page.context.new_page()
        later.goto("/")
        expect(later.locator("#kept")).to_be_visible()  # which had the same patience
    finally:
        own_server.wake()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Take in a match")
    expect(phone.page.locator("#kept")).to_be_hidden()


def test_a_copy_of_a_form_is_a_form_that_was_never_sent(install):
    phone = install()
    phone.page.goto("/matches/new")
    operation = phone.page.locator("main [name=op_id]").first
    before = operation.input_value()
    phone.page.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.locator("#kept")).to_be_visible()
    after = operation.input_value()
    assert after != before
    assert len(after) == len(before) == 32


def test_a_copy_of_an_entry_is_still_the_same_hand(install):
    phone = install()
    phone.start_match()
    phone.page.goto(f"{phone.match_url}hand?op={secrets.token_hex(16)}")
    operation = phone.page.locator("main [name=op_id]").first
    before = operation.input_value()
    phone.page.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.locator("#kept")).to_be_visible()
    assert operation.input_value() == before


def test_the_oldest_copies_go(install):
    phone = install()
    phone.page.goto("/matches/new")  # the first that is kept as it was, in its own place
    see_kept(phone, lambda found: found.count("/matches/new") == 2)
    phone.page.evaluate(FILL)
    assert "/oldest" in kept(phone)
    phone.page.goto("/matches/import")
    found = see_kept(phone, lambda found: "/oldest" not in found)
    assert "/newest" in found


def test_it_keeps_no_forms_sent_no_programs_no_polls_and_no_errors(install):
    phone = install()
    phone.watch.expect("status of (40[34]|503)")
    phone.start_match()
    phone.play(("A", 9, 97, "hearts"))
    match = phone.page.url
    for path in ("/nowhere", "/api/v1/", f"{match}live", f"{match}hands/99", f"{match}share"):
        phone.page.goto(path)
    found = see_kept(phone, lambda found: any(path.endswith("/share") for path in found))
    files = ("/static/", "/views/", "/words/")
    pages = {path for path in found if not path.startswith(files)} - {"/needed.json"}
    own = match.removeprefix(phone.page.url.split("/m/")[0])
    assert pages == {
        *("/", "/matches/new", "/help", "/help/offline", "/offline", "/shell", "/rules"),
        *(f"/rules/{preset}" for preset in PRESETS),
        *("/settle", *(f"/settle/{topic}" for topic in TOPICS)),
        *(own, f"{own}share"),
    }


def test_the_rules_are_read_without_a_network(install):
    phone = install()
    phone.page.context.set_offline(True)
    phone.tap("Rules")
    phone.page.get_by_role("link", name="Open–closed").tap()
    phone.page.locator("summary", has_text="A kapo in a doubled hand").tap()
    expect(phone.page.get_by_role("row", name="without its bonus")).to_contain_text("34 – 0")
    expect(phone.page.locator("#kept")).to_be_visible()


def test_the_manual_is_read_without_a_network_at_the_page_s_place(install):
    phone = install()
    phone.page.goto("/matches/new")
    phone.page.context.set_offline(True)
    phone.watch.expect("ERR_INTERNET_DISCONNECTED")
    phone.tap("Menu", "Help")
    phone.arrive("**/help#start")
    expect(phone.page.get_by_role("heading", name=phone.say("New match"))).to_be_in_viewport()
    expect(phone.page.locator("#kept")).to_be_visible()


def test_a_form_is_the_servers_alone(install):
    phone = install()
    phone.tap("Menu", "Settings and more")
    phone.arrive("**/settings")
    phone.page.context.set_offline(True)
    with phone.page.expect_event("requestfailed") as failed:
        phone.tap("Ελληνικά")
    assert failed.value.method == "POST"


def test_an_error_of_the_server_is_seen_and_not_kept(install, own_server):
    phone = install(at=own_server)
    phone.watch.expect("status of 50[03]")
    template = own_server.templates / "home" / "page.html"
    own_server.stop()
    template.write_text(
        template.read_text().replace("{% block main %}", "{% block main %}{{ nothing }}")
    )
    own_server.start()
    phone.page.reload()
    expect(phone.page.get_by_role("heading", level=2)).to_have_text("Something broke on the server")
    own_server.stop()
    phone.page.reload()
    expect(phone.control("New match")).to_be_visible()


def test_another_language_is_kept_once_it_is_chosen(install):
    phone = install("en")
    phone.tap("Menu", "Settings and more", "Ελληνικά")
    expect(phone.page.locator("html")).to_have_attribute("lang", "el")
    phone.page.goto("/")
    phone.page.context.set_offline(True)
    phone.page.reload()
    expect(phone.page.locator("html")).to_have_attribute("lang", "el")
    phone.page.context.set_offline(False)


@GREEK_FIRST
def test_an_update_is_offered_and_taken(install, own_server, language):
    phone = install(language, at=own_server)
    own_server.upgrade()
    phone.page.reload()
    expect(phone.page.locator("#update")).to_be_visible()
    with phone.page.expect_event("load"):
        phone.tap("Update")
    expect(phone.page.locator("#update")).to_be_hidden()


def test_the_copies_of_one_version_open_for_one_more(install, own_server):
    phone = install(at=own_server)
    before = set(phone.page.evaluate(CACHES))
    for left in before, set():
        own_server.upgrade()
        phone.page.reload()
        with phone.page.expect_event("load", timeout=30_000):  # two copies are fetched whole
            phone.tap("Update")
        # The new worker throws away what is too old, a moment after the page has it.
        wait_until(
            lambda left=left: before & set(phone.page.evaluate(CACHES)) == left,
            f"not these are left: {left}",
        )


def test_an_update_waits_while_a_hand_is_on_the_phone_alone(install, own_server):
    phone = install(at=own_server)
    phone.watch.expect("status of 404")
    phone.page.evaluate(WRITE_OP)
    own_server.upgrade()
    phone.page.reload()
    phone.page.evaluate(WAITING)
    assert phone.page.evaluate(HAS_UNSENT)
    expect(phone.page.locator("#update")).to_be_hidden()
    phone.page.evaluate(SEND_OPS)
    phone.page.reload()
    expect(phone.page.locator("#update")).to_be_visible()
    phone.page.evaluate(WRITE_OP)
    phone.tap("Update")
    expect(phone.page.locator("#update")).to_be_hidden()
    assert phone.page.evaluate(WAITING), "it waits until nothing is on the phone alone"


def test_no_update_is_offered_in_the_middle_of_a_hand(install, own_server):
    phone = install(at=own_server)
    phone.start_match()
    phone.open_entry()
    own_server.upgrade()
    phone.page.reload()
    phone.page.evaluate(WAITING)
    expect(phone.page.locator("#update")).to_have_count(0)


@GREEK_FIRST
def test_the_help_says_how_this_phone_stands(install, language):
    phone = install(language)
    phone.page.goto("/help/offline")
    sees_states(phone, "secure", "kept", "browser")


def test_worker_does_without_a_file_that_no_scorer_needs(install, own_server):
    file = own_server.templates.parent / "static" / "js" / "settle.js"
    text = file.read_text()
    file.unlink()
    phone = install(at=own_server)
    phone.watch.expect("status of 404")
    phone.page.goto("/help/offline")
    sees_states(phone, "secure", "kept", "browser")
    phone.page.context.set_offline(True)
    phone.page.goto("/matches/new")
    expect(phone.control(phone.say("Start match"))).to_be_visible()
    phone.page.context.set_offline(False)
    file.write_text(text)
    phone.go_home()
    see_kept(phone, lambda found: any(path.endswith("/settle.js") for path in found))


@GREEK_FIRST
def test_help_names_the_file_that_the_worker_lacks(open_phone, own_server, language):
    file = own_server.templates.parent / "static" / "css" / "match.css"  # a part of a joined one
    text = file.read_text()
    phone = open_phone(language, service_workers="allow", at=own_server)
    file.unlink()
    phone.watch.expect("status of 500")
    phone.page.goto("/help/offline")
    sees_states(phone, "secure", "missing", "browser")
    expect(phone.page.locator("[data-missing]")).to_have_text("scorer.css")
    file.write_text(text)
    phone.page.goto("/help/offline")
    sees_states(phone, "secure", "kept", "browser")


def test_the_help_says_that_a_browser_keeps_nothing(phone):
    phone.page.goto("/help/offline")
    sees_states(phone, "secure", "refused", "browser")


def sees_states(phone, *states):
    for state in states:
        expect(phone.page.locator(f"[data-when={state}]")).to_be_visible()
    expect(phone.page.locator("[data-when]:visible")).to_have_count(len(states))


def test_installing_is_offered_where_the_browser_does(phone):
    phone.go_home()
    expect(phone.page.locator("#install")).to_be_hidden()
    phone.page.evaluate(
        """() => {
          const asked = new Event("beforeinstallprompt", { cancelable: true });
          asked.prompt = () => { document.title = "asked"; };
          dispatchEvent(asked);
        }"""
    )
    phone.tap("Install on this phone")
    expect(phone.page).to_have_title("asked")
    assert say("el", "Install on this phone") != "Install on this phone"
