"""Starting a match where the server is out of reach, from the form that is open."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.browser.dead_spots.test_unwilling_browser import REFUSED
from tests.browser.test_installed import CUT, READY
from tests.support.browser_phone import SERVERS_LEDGER
from tests.support.truth import events

SCRIPTS = "modules"

ASKED = "**/readyz"
SENT = "**/api/v1/matches/*"
UNSENT = "async () => (await import('/static/js/outbox.js')).unsent()"


NOT_THERE = "status of 404"


@pytest.fixture
def away(phone):
    """A phone at the form, which the server does not answer any more."""
    return turned_away(phone)


def turned_away(phone):
    phone.watch.expect("ERR_", "status of")
    phone.page.goto("/matches/new")
    for address in (ASKED, SENT):
        phone.page.route(address, lambda route: route.abort())
    return phone


def unsent(phone):
    return phone.page.evaluate(UNSENT)


def start(phone):
    """Start it; the head that waits on this phone."""
    phone.tap("Start match")
    phone.arrive("**/m/*/")
    [op] = unsent(phone)
    return op["op"]["create"]


def choose(phone, name, value):
    phone.page.locator(f"[name={name}][value={value}]").check(force=True)


def test_the_suit_that_was_cut_names_the_dealer(away):
    """Diamonds: the player who sits anticlockwise of the shuffler."""
    choose(away, "first_dealer", "cut")
    away.page.locator("[name=shuffler]").select_option("B1")
    choose(away, "cut", "diamonds")
    assert start(away)["first_dealer"] == "A2"


def test_a_lot_is_drawn_with_the_form_as_the_server_draws_it(away):
    choose(away, "first_dealer", "lot")
    drawn = int(away.page.locator("[name=op_id]").first.input_value(), 16) % 4
    assert start(away)["first_dealer"] == ("A1", "B1", "A2", "B2")[drawn]


def test_a_target_of_ones_own_is_kept(away):
    choose(away, "target", "own")
    away.page.locator("[name=target_own]").fill("77")
    head = start(away)
    assert (head["target"], head["rules"]["target"]) == (77, 77)


def test_errors_stand_beside_their_fields_and_no_match_is_started(away):
    choose(away, "target", "own")
    away.page.locator("[name=target_own]").fill("7")
    name = away.page.locator("[name=name_A]")
    name.evaluate("input => { input.removeAttribute('maxlength'); input.value = 'x'.repeat(41); }")
    away.page.locator("form[data-says]").evaluate("form => { form.noValidate = true; }")
    away.tap("Start match")
    beside = away.page.locator("[name=name_A] + .wrong")
    expect(beside).to_have_text("At most 40 characters, and none hidden or piled up.")
    expect(away.page.locator("[name=target_own] + .wrong")).to_have_text(
        "A number from 21 to 5000."
    )
    assert unsent(away) == []
    expect(away.control("Start match")).to_be_enabled()


def test_other_rules_are_shown_as_they_will_be_played_also_without_the_server(away):
    """Its target and its switches: a match is begun with what the form shows."""
    page = away.page
    away.watch.expect("htmx:sendError")
    page.route("**/matches/rules*", lambda route: route.abort())
    away.open_line("Rules")
    page.get_by_text("House rules: every switch").tap()
    page.locator("details:has(> label > [name=switch_doubling]) > summary").tap()
    doubling = page.locator("[name=switch_doubling]")
    field = page.locator("label:has(> [name=switch_doubling])")
    expect(field).to_have_css("border-inline-start-width", "0px")
    doubling.select_option("all")
    expect(field).to_have_css("border-inline-start-width", "4px")
    expect(page.locator("[data-turned]")).to_have_text("· changed: 1")
    choose(away, "preset", "simple")
    expect(page.locator("[data-rules]")).to_have_text("Simple 151")
    expect(page.locator("[data-turned]")).to_be_empty()
    expect(page.locator("[name=target]:checked")).to_have_value("151")
    expect(doubling.locator("option").first).to_have_text("not played")
    doubling.select_option("stake")
    head = start(away)
    assert head["rules"]["preset"] == "simple"
    assert (head["target"], head["rules"]["doubling"]) == (151, "stake")
    assert head["rules"]["stake"] is False


def test_the_target_on_the_screen_is_played_also_while_the_rules_page_is_late(away):
    """It hangs: neither its targets nor the failure that would bring the phone's own has come."""
    away.page.route("**/matches/rules*", lambda _route: None)
    away.open_line("Rules")
    choose(away, "preset", "online")
    expect(away.page.locator("[name=target]:checked")).to_have_value("351")
    head = start(away)
    assert (head["rules"]["preset"], head["target"]) == ("online", 351)


def test_a_chair_that_is_tapped_deals(away):
    away.open_line("Names")
    away.page.locator("[name=player_B2]").fill("Κατίνα")
    away.page.locator("[name=name_A]").fill("Kites")
    expect(away.page.locator("[data-seat=A2]")).to_have_text("Kites 2")
    away.tap("Κατίνα")
    head = start(away)
    assert (head["first_dealer"], head["sides"]["B"]["players"][1]) == ("B2", "Κατίνα")


def test_a_name_that_is_typed_before_the_script_is_there_is_on_its_chair(phone):
    held = []
    phone.page.route("**/setup.js", lambda route: held.append(route))
    phone.page.goto("/matches/new", wait_until="commit")
    phone.page.locator("[name=player_A1]").evaluate("input => (input.value = 'Μαρία')")
    while not held:
        phone.page.wait_for_timeout(20)
    held[0].continue_()
    expect(phone.page.get_by_role("radio", name="Μαρία", exact=True)).to_be_attached()


def test_the_chairs_stand_round_the_table_the_way_it_is_played(phone):
    phone.page.goto("/matches/new")

    def middle(seat):
        box = phone.page.locator(f".chair.{seat}").bounding_box()
        return box["x"] + box["width"] / 2, box["y"]

    assert middle("A2")[1] < middle("B1")[1] == middle("B2")[1] < middle("A1")[1]
    assert middle("B2")[0] < middle("A1")[0] == middle("A2")[0] < middle("B1")[0]
    phone.open_line("Rules")
    choose(phone, "preset", "simple")  # played to the left
    expect(phone.page.locator("#rules[data-plays=left]")).to_be_visible()
    assert middle("B1")[0] < middle("A1")[0] < middle("B2")[0]


def test_error_in_a_closed_section_opens_it(phone):
    phone.page.goto("/matches/new")
    line = phone.page.locator("details:has([name=name_A])")
    name = phone.page.locator("[name=name_A]")
    name.evaluate("input => { input.removeAttribute('maxlength'); input.value = 'x'.repeat(41); }")
    phone.watch.expect("status of 422")
    phone.tap("Start match")
    expect(phone.page.locator("#wrong-name_A")).to_be_visible()
    expect(line).to_have_attribute("open", "")


def test_a_second_tap_starts_no_second_match(phone):
    """The server has the request, and does not answer yet."""
    phone.watch.expect("ERR_", "status of")
    phone.page.goto("/matches/new")
    asked = []
    phone.page.route(SENT, lambda route: route.abort())
    phone.page.route(ASKED, lambda route: asked.append(route))
    form = phone.page.locator("form[data-says]")
    phone.tap("Start match")
    button = phone.control("Starting…")
    expect(button).to_be_disabled()
    phone.page.wait_for_timeout(450)  # what page.js takes for one tap is over
    form.evaluate("form => form.requestSubmit()")
    assert len(asked) == 1
    asked[0].abort()
    phone.arrive("**/m/*/")
    assert len(unsent(phone)) == 1


def test_a_form_whose_answer_was_lost_is_the_same_operation(away):
    op_id = away.page.locator("[name=op_id]").first.input_value()
    start(away)
    assert [op["op_id"] for op in unsent(away)] == [op_id]


def test_page_without_storage_stays_until_the_server_has_the_match(phone, server):
    phone.page.add_init_script(REFUSED)
    phone.watch.expect("ERR_", "status of")
    phone.page.goto("/matches/new")
    for address in (ASKED, SENT):
        phone.page.route(address, lambda route: route.abort())
    phone.tap("Start match")
    told = phone.page.locator("#start-told")
    expect(told).to_contain_text("This browser keeps nothing")
    expect(phone.control("Starting…")).to_be_disabled()
    phone.page.unroute(SENT)
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.arrive_at_ledger()
    match = phone.page.url.split("/m/")[1].strip("/")
    assert [kind for _, _, kind, _ in events(server, match)] == ["started"]


def sees_own_view(phone):
    """The match that only this phone has, though the server answers that it does not exist."""
    expect(phone.control("New hand")).to_be_visible()
    expect(phone.page.locator(".status .round.unsent")).to_have_text("Not sent: 1")


def test_a_match_that_the_server_has_not_yet_opens_from_the_phone(away):
    """Pages are answered, and its start is not; there is no worker, as over plain HTTP."""
    start(away)
    sees_own_view(away)
    with away.page.expect_response("**/m/*/") as answered:
        away.page.reload()
    assert answered.value.status == 404
    sees_own_view(away)
    away.page.unroute(SENT)
    away.page.unroute(ASKED)
    away.page.evaluate("dispatchEvent(new Event('online'))")
    expect(away.page.locator("main[data-match]")).to_be_visible()


@GREEK_FIRST
def test_first_row_of_an_empty_ledger_says_who_deals_as_the_servers_does(open_phone, language):
    away = turned_away(open_phone(language))
    start(away)
    first = away.page.locator("div.empty > p").first
    expect(first).to_have_text(
        {"el": "Πρώτο χέρι: μοιράζουμε εμείς (1ος)", "en": "First hand: we deal (1st)"}[language]
    )
    expect(away.page.locator("#thumb .next")).to_have_count(0)
    own = first.inner_text()
    away.page.unroute(SENT)
    away.page.unroute(ASKED)
    away.page.evaluate("dispatchEvent(new Event('online'))")
    expect(away.page.locator("main[data-match]")).to_be_visible()
    assert first.inner_text() == own


def test_so_it_does_where_there_is_a_worker(open_phone):
    phone = open_phone(service_workers="allow")
    phone.watch.expect(*CUT, NOT_THERE)
    phone.go_home()
    phone.page.evaluate(READY)
    phone.page.context.route(SENT, lambda route: route.abort())
    phone.page.goto("/matches/new")
    phone.page.context.set_offline(True)
    phone.tap("Start match")
    phone.arrive("**/m/*/")
    sees_own_view(phone)
    phone.page.context.set_offline(False)
    phone.page.reload()
    sees_own_view(phone)


def begin_first_evening_offline(open_phone):
    phone = open_phone(service_workers="allow")
    phone.watch.expect(*CUT, NOT_THERE)
    phone.go_home()
    phone.page.evaluate(READY)
    phone.page.goto("/matches/new")
    phone.page.context.set_offline(True)
    phone.tap("First evening: to 151, without declarations")
    phone.tap("Start match")
    phone.arrive("**/m/*/")
    expect(phone.page.locator("html")).to_have_attribute("data-entry", "first")
    return phone


def test_first_evening_without_a_network_is_simple_until_the_server_keeps_it_so(open_phone):
    phone = begin_first_evening_offline(open_phone)
    phone.tap("New hand")
    expect(phone.control("All buttons")).to_be_visible()
    expect(phone.control("Us declarations")).to_have_count(0)
    phone.page.go_back()
    phone.page.context.set_offline(False)
    expect(phone.page.locator(SERVERS_LEDGER)).to_be_visible(timeout=30_000)
    with phone.page.expect_response("**/preferences"):
        phone.page.reload()
    phone.go_home()
    expect(phone.page.locator("html")).to_have_attribute("data-entry", "first")
    assert phone.page.evaluate("Object.keys(localStorage).includes('entry')") is False


def test_match_that_begins_with_the_server_has_its_own_entry_after_one_that_began_without(
    open_phone,
):
    phone = begin_first_evening_offline(open_phone)
    phone.page.context.set_offline(False)
    expect(phone.page.locator(SERVERS_LEDGER)).to_be_visible(timeout=30_000)
    phone.page.goto("/matches/new")
    choose(phone, "target", "'351'")
    phone.tap("Start match")
    phone.arrive_at_ledger()
    phone.settle()
    phone.page.wait_for_function("!Object.keys(localStorage).includes('entry')")
    expect(phone.page.locator("html")).not_to_have_attribute("data-entry", "first")
    phone.page.reload()
    expect(phone.page.locator("html")).not_to_have_attribute("data-entry", "first")


def test_unknown_match_shows_the_words_of_the_server(phone):
    phone.watch.expect(NOT_THERE)
    phone.page.goto(f"/m/{'a' * 22}/")
    phone.settle()
    expect(phone.page.get_by_role("heading", level=2)).to_have_text("There is nothing here")


def test_names_that_were_typed_outlive_a_reload_and_the_way_back(phone):
    page = phone.page
    page.goto("/matches/new")
    page.locator("summary", has_text="Names").tap()
    page.locator("[name=player_A1]").fill("Παναγιώτης")
    choose(phone, "target", "'251'")
    for leave in (page.reload, lambda: (page.goto("/help"), page.go_back())):
        leave()
        expect(page.locator("[name=player_A1]")).to_have_value("Παναγιώτης")
        expect(page.locator("[data-seat=A1]")).to_have_text("Παναγιώτης")
        expect(page.locator("[name=target][value='251']")).to_be_checked()
    phone.tap("Start match")
    phone.arrive("**/m/*/")
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('typed'))") == []
