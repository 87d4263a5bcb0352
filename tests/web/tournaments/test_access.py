"""Rights: pages and forms × nobody, stranger, helper, organiser."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.phones import enrol_phone, find_phone
from scorekeeper.tournament.service import TOURNAMENT_ROLE_LINKS
from tests.support.desk_phone import DeskPhone
from tests.support.phone import Phone
from tests.web.tournaments.routes import TOURNAMENT_ROWS, address, ask

UNSAFE = [key for key in TOURNAMENT_ROWS if key[1] == "POST"]
LOOKING = [key for key in TOURNAMENT_ROWS if key[1] == "GET"]


@pytest.fixture
def organiser(organise):
    return organise(4, length="minutes", limit=60, then=lambda desk: desk.draw())


@pytest.fixture
def helper(app, organiser):
    """The phone of a helper who opened a link; test_helpers.py asks for the helper's pages."""
    with app.app_context():
        phone, secret = enrol_phone()
        own = find_phone(organiser.cookie("phone").value)
        _, link = TOURNAMENT_ROLE_LINKS.name_helper(organiser.public_id, own, "Helper")
        TOURNAMENT_ROLE_LINKS.open(link, phone)
    return DeskPhone(app, organiser.public_id, secret)


def test_every_page_is_open_to_those_it_is_for_and_to_no_others(app, organiser, helper, stranger):
    before, held, found = organiser.tournament(), organiser.held(), {}
    asking = [Phone(app), stranger, helper, organiser]
    for key in LOOKING:
        found[key] = tuple(ask(phone, key, held).status for phone in asking)
    rows = {key: TOURNAMENT_ROWS[key] for key in LOOKING}
    assert found == {
        key: (row.stranger, row.stranger, row.helper, row.organiser) for key, row in rows.items()
    }
    assert organiser.tournament() == before


@pytest.mark.parametrize("key", UNSAFE, ids=" ".join)
def test_it_is_open_to_those_it_is_for_and_to_no_others(app, organiser, helper, stranger, key):
    """The organiser comes last, for that one may change the tournament."""
    row, held = TOURNAMENT_ROWS[key], organiser.held()
    before = organiser.tournament()
    for phone in (Phone(app), stranger):
        assert ask(phone, key, held).status == row.stranger
    assert organiser.tournament() == before
    assert ask(helper, key, held).status == row.helper
    if row.helper == 403:
        assert organiser.tournament() == before
    assert ask(organiser, key, organiser.held()).status == row.organiser


@pytest.mark.parametrize("key", UNSAFE, ids=" ".join)
def test_it_takes_no_form_of_another_site(organiser, key):
    before, held = organiser.tournament(), organiser.held()
    path, fields = address(organiser.app, key, held.public_id), TOURNAMENT_ROWS[key].fields
    told = {**fields, "op_id": new_operation_id(), "revision": held.revision}
    told["csrf_token"] = organiser.token()
    foreign = organiser.post(path, told.items(), Origin="http://evil", Sec_Fetch_Site="cross-site")
    assert foreign.status == 403
    assert organiser.tournament() == before


def test_there_is_no_other_tournament(app, organiser):
    found = {}
    for key in TOURNAMENT_ROWS:
        path = address(app, key, "nowhere")
        answer = organiser.get(path) if key[1] == "GET" else organiser.post(path, _own(organiser))
        found[key] = answer.status
    assert found == dict.fromkeys(TOURNAMENT_ROWS, 404)


def _own(phone):
    own = {"csrf_token": phone.token(), "op_id": new_operation_id(), "revision": "1"}
    return own.items()


def test_a_stranger_s_page_leads_to_no_desk(app, organiser):
    page = Phone(app).get(organiser.url)
    assert page.status == 200
    assert not [link for link in page.links() if link.endswith(("/pairs", "/setup", "/links"))]


def test_refusal_links_back_to_the_tournament(app, organiser):
    refused = Phone(app).get(f"{organiser.url}pairs")
    assert refused.status == 403
    assert organiser.url in refused.links()


def test_a_replaced_link_opens_nothing_more(phone, organiser):
    old = organiser.press(organiser.page("links"), "A link for another organiser").words(
        ".//p[@id='address']"
    )
    organiser.press(organiser.page("links"), "A link for another organiser")
    assert phone.press(phone.get("/tournaments/link"), "Go on", secret=old).status == 422


def test_a_wrong_link_opens_nothing(phone):
    asked = phone.press(phone.get("/tournaments/link"), "Go on", secret="made up")
    assert asked.status == 422
    assert "No tournament has this link" in asked.words()


def test_nothing_a_stranger_sees_holds_the_secret(app, organiser):
    shown = organiser.press(organiser.page("links"), "A link for another organiser")
    secret = shown.words(".//p[@id='address']").partition("#")[2]
    assert len(secret) == 43
    assert secret not in Phone(app).get(organiser.url).html
    assert secret not in organiser.page("links").html, "it is shown once"


@pytest.fixture
def host(organise):
    return organise(4, then=lambda desk: desk.draw())


def listed(organiser):
    found = organiser.page("links").findall(".//ul[@class='helpers ruled']/li")
    return [" ".join(one.itertext()) for one in found]


def test_the_page_lists_each_with_its_devices(host, help_in):
    host.press(host.page("links"), "A link for this helper", called="Γιώργος")
    help_in(host, "Μαρία")
    first, second = listed(host)
    assert [part in first for part in ("Γιώργος", "has not opened the link yet")] == [True, True]
    assert [part in second for part in ("Μαρία", "1 device")] == [True, True]


def test_a_name_that_is_there_is_not_taken_again(host, help_in):
    help_in(host, "Μαρία")
    refused = host.press(host.page("links"), "A link for this helper", called="Μαρία")
    assert refused.status == 422
    assert "called so already" in refused.words(".//*[@id='wrong']")
    assert refused.find(".//input[@name='called']").get("value") == "Μαρία"


def test_a_removed_helper_reads_and_writes_nothing(host, help_in):
    helper = help_in(host, "Μαρία")
    page = helper.page("rounds/1/tables/1")
    assert host.press(host.page("links"), "Remove from the helpers").status == 303
    assert helper.press(page, "Write the result", a="351", b="240").status == 403
    assert helper.page("rounds/1").status == 200
    assert "removed" in listed(host)[0]


def test_a_page_from_before_removes_nobody_twice(host, help_in):
    help_in(host, "Μαρία")
    pages = [host.page("links") for _ in range(2)]
    host.press(pages[0], "Remove from the helpers")
    late = host.press(pages[1], "Remove from the helpers")
    assert late.status == 409
    assert "See what is there now" in late.words()


def test_visitor_reads_the_number_of_a_helper_and_the_desk_the_name(app, organise, help_in):
    hands = {"a1": "97", "b1": "65", "score_a1": "19", "score_b1": "6"}
    organiser = organise(4, length="hands", limit=1, then=lambda desk: desk.draw())
    helper = help_in(organiser, "Μαρία")
    checked = helper.press(helper.page("rounds/1/tables/1/sheet"), "Check the sheet", **hands)
    assert helper.press(checked, "Write the sheet").status == 303
    for page in (organiser.page("rounds/1/tables/1"), helper.page("rounds/1/tables/1/typed")):
        assert "by Μαρία" in page.words()
    seen = Phone(app).get(f"{organiser.url}rounds/1/tables/1/typed").words()
    assert "by helper 1" in seen
    assert "Μαρία" not in seen


@pytest.mark.parametrize("path", ["", "/tables/1", "/tables/1/sheet"])
def test_a_round_that_is_over_says_so_before_anything_is_typed(organise, help_in, path):
    organiser = organise(4, then=lambda desk: desk.draw().play().draw())
    helper = help_in(organiser)
    told = helper.page(f"rounds/1{path}")
    assert "Round 1 is over" in told.words(".//*[@id='over']")
    assert f"{helper.url}rounds/2" in told.links()
    assert not told.findall(".//main//input[@name!='csrf_token']")
    assert not organiser.page(f"rounds/1{path}").findall(".//*[@id='over']")


def test_a_grid_that_stays_open_learns_that_its_round_is_over(organise, help_in):
    organiser = organise(4, then=lambda desk: desk.draw().play())
    helper = help_in(organiser)
    assert helper.page("rounds/1").findall(".//*[@id='closed'][@hidden]")
    organiser.press(organiser.proposal(), "Draw it so")
    assert "data-closed" in helper.page("rounds/1/grid/live").html
    assert "data-closed" not in organiser.page("rounds/1/grid/live").html
