"""The server is looked after while a hand is on the screen."""

import pytest
from playwright.sync_api import expect

from scorekeeper.operating import maintenance
from tests.browser.test_installed import READY
from tests.browser.test_server_faults import HAND, ON_THIS_PHONE
from tests.faults.truth import events
from tests.server import Server

TITLES = {"en": "The server is being looked after", "el": "Γίνεται συντήρηση στο Τεφτέρι"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server of the tests' own, which is looked after now and then."""
    server = Server(tmp_path_factory.mktemp("looked after") / "instance").start()
    yield server
    server.stop()


@pytest.fixture
def flag(server):
    flag = maintenance.flag_in(server.folder)
    yield flag
    maintenance.end(flag)


@pytest.fixture
def typed(open_phone, server):
    """A plain hand, typed and not saved yet."""
    phone = open_phone(at=server)
    phone.watch.expect("status of 503", "htmx:responseError", "Error Code 503")
    phone.start_match()
    phone.type_hand()
    return phone


def test_a_hand_waits_on_the_phone_which_says_so_and_goes_out_by_itself(typed, server, flag):
    public_id = typed.page.url.split("/m/")[1].split("/")[0]
    maintenance.begin(flag, None)
    typed.tap("Save hand")
    typed.sees_state("on this phone")
    assert typed.ledger() == ON_THIS_PHONE
    assert len(events(server, public_id)) == 1
    maintenance.end(flag)
    typed.sees_saved(*HAND)
    assert len(events(server, public_id)) == 2


def test_a_page_that_is_opened_anew_goes_on_with_what_the_phone_has(typed, flag):
    typed.save()
    maintenance.begin(flag, None)
    typed.page.reload()
    expect(typed.page.get_by_role("table", name="Ledger")).to_be_visible()
    assert typed.ledger() == HAND


def test_a_phone_that_keeps_pages_opens_its_copy(open_phone, server, flag):
    phone = open_phone(at=server, service_workers="allow")
    phone.watch.expect("status of 503", "bad HTTP response code")
    phone.go_home()
    phone.page.evaluate(READY)
    maintenance.begin(flag, None)
    phone.page.reload()
    expect(phone.control("New match")).to_be_visible()
    expect(phone.page.locator("#kept")).to_contain_text("as it was on")


@pytest.mark.parametrize("language", TITLES)
def test_phone_without_stored_pages_shows_the_maintenance_page(open_phone, server, flag, language):
    phone = open_phone(at=server, language=language)
    phone.watch.expect("status of 503")
    maintenance.begin(flag, None)
    phone.page.goto("/matches/import")
    expect(phone.page.locator("h2")).to_have_text(TITLES[language])
