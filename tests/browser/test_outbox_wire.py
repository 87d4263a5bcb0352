"""The outbox over a real connection: cut, answered by somebody else, to a server that dies."""

import pytest
from playwright.sync_api import expect

from tests.browser.outbox import Outbox
from tests.browser.test_installed import CUT, READY
from tests.support.proxy import Proxy
from tests.support.truth import check_file, events

SCRIPTS = "modules"
POINTS = [97, 100, 120, 89] * 3
PORTAL = "<!doctype html><html><title>Free Wi-Fi</title><p>Accept our terms</p></html>"
SAYS = "The network here answers for somebody else."


@pytest.fixture
def proxy(fragile):
    proxy = Proxy(fragile)
    yield proxy
    proxy.close()


def start_match(phone, server):
    """The outbox of the phone at a match just started."""
    phone.start_match()
    outbox = Outbox(phone, server, phone.match_url.split("/")[-2])
    return outbox.hold_time().open().open_match()


def test_hands_come_once_and_in_order_over_a_connection_that_flaps(open_phone, proxy, fragile):
    outbox = start_match(open_phone(at=proxy), fragile)
    proxy.lose_answers = True
    ids = outbox.add_hands(*POINTS)
    turns = iter(range(1000))

    def is_sent():
        proxy.lose_answers = next(turns) % 2 == 0
        return not outbox.unsent()

    outbox.wait_until(is_sent)
    assert proxy.lost
    assert outbox.wrote() == ids
    assert [act["op_id"] for act in outbox.acts()][1:] == ids
    check_file(fragile)


def test_a_server_that_is_killed_while_it_saves_has_each_hand_once(open_phone, fragile):
    outbox = start_match(open_phone(at=fragile), fragile)
    ids = outbox.add_hands(*POINTS)
    fragile.kill()
    fragile.start()
    outbox.wait_until_sent()
    assert outbox.wrote() == ids
    check_file(fragile)


# --- a café's own network answers for the server, with any status: no such answer counts ---


class Portal(Proxy):
    """A network whose owner answers every request, once the test sets the status."""

    status = None

    def answers(self, status):
        self.status = status
        self._drop()

    def _pass_on(self, phone):
        if self.status is None:
            return super()._pass_on(phone)
        with phone:
            asked = b""
            while b"\r\n\r\n" not in asked:
                data = phone.recv(65536)
                if not data:
                    return None
                asked += data
            head = f"HTTP/1.1 {self.status} Mine\r\nContent-Type: text/html\r\n"
            length = f"Content-Length: {len(PORTAL)}\r\nConnection: close\r\n\r\n"
            phone.sendall((head + length + PORTAL).encode())
        return None


@pytest.fixture
def portal(server):
    portal = Portal(server)
    yield portal
    portal.close()


NEEDED_HERE = """
import(
  document.querySelector("script[src*='/setup.js']").src.replace("setup.js", "offline_start.js")
)
"""


STATUSES = [200, 403, 429, 500, 502, 520]


def test_a_match_opens_as_the_phone_has_it_and_the_page_says_who_answers(open_phone, portal):
    phone = open_phone(at=portal, service_workers="allow")
    phone.watch.expect(*CUT, "status of", "htmx:", "Failed to load")
    phone.go_home()
    phone.page.evaluate(READY)
    phone.start_match()
    phone.play(("A", 9, 97, "hearts"))
    for status in STATUSES:
        portal.answers(status)
        phone.page.reload()
        assert phone.ledger() == [["1", "+19 19", "‹ 9 ♥", "6 +6"]], status
        expect(phone.page.locator("#kept"), str(status)).to_contain_text(SAYS)
    portal.cut()
    phone.page.reload()
    assert phone.ledger() == [["1", "+19 19", "‹ 9 ♥", "6 +6"]], "what was kept is still ours"
    expect(phone.page.locator("#kept")).not_to_contain_text(SAYS)


def test_a_page_that_is_not_kept_says_that_somebody_else_answers(open_phone, portal):
    phone = open_phone(at=portal, service_workers="allow")
    phone.watch.expect(*CUT, "status of", "htmx:", "Failed to load")
    phone.go_home()
    phone.page.evaluate(READY)
    portal.answers(200)
    phone.page.goto("/tournaments/")
    expect(phone.page.locator("#kept")).to_have_text(SAYS)


def test_without_a_worker_a_tap_goes_on_in_the_phones_own_view(open_phone, portal, server):
    phone = open_phone(at=portal)
    phone.watch.expect(*CUT, "status of", "htmx:", "Failed to load")
    phone.start_match()
    phone.settle()
    portal.answers(200)
    phone.type_hand()
    phone.tap("Save hand")
    phone.sees_state("on this phone")
    expect(phone.page.locator("#thumb")).to_contain_text(SAYS)
    phone.page.get_by_role("table").get_by_role("link").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Why 19 –\u2060 6?")
    phone.page.go_back()
    portal.answers(None)
    phone.sees_saved(["1", "+19 19", "‹ 9 ♥", "6 +6"])
    assert len(events(server, phone.match_url.split("/")[-2])) == 2


def test_a_match_is_begun_on_the_phone_where_somebody_else_answers(open_phone, portal):
    phone = open_phone(at=portal)
    phone.watch.expect(*CUT, "status of", "htmx:", "Failed to load")
    phone.page.goto("/matches/new")
    phone.settle()
    phone.page.evaluate(NEEDED_HERE)  # which no worker keeps here
    phone.page.route("**/m/*/", lambda route: route.fulfill(body="<p>the match's page"))
    portal.answers(200)
    phone.tap("Start match")
    phone.arrive("**/m/*/")
    expect(phone.page.get_by_text("the match's page")).to_be_visible()
