"""Access to a club: routes and methods × nobody, stranger, helper, organiser."""

import pytest

from scorekeeper.club.club_service import CLUB_ROLE_LINKS
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.phones import enrol_phone, find_phone
from tests.support.desk import ClubDesk
from tests.support.desk_phone import ClubPhone
from tests.support.phone import Phone
from tests.web.clubs.routes import CLUB_ROWS, address, ask

UNSAFE = [key for key in CLUB_ROWS if key[1] == "POST"]


@pytest.fixture
def stranger(app):
    """The organiser of another club."""
    with app.app_context():
        desk = ClubDesk()
    return ClubPhone(app, desk.public_id, desk.secret)


@pytest.fixture
def helper(app, keeper):
    """The phone of a helper who opened a link; the tests below ask for the helper's pages."""
    with app.app_context():
        phone, secret = enrol_phone()
        own = find_phone(keeper.cookie("phone").value)
        _, link = CLUB_ROLE_LINKS.name_helper(keeper.public_id, own, "Kyriakos")
        CLUB_ROLE_LINKS.open(link, phone)
    return ClubPhone(app, keeper.public_id, secret, keeper.tournament)


@pytest.mark.parametrize("key", CLUB_ROWS, ids=" ".join)
def test_it_is_open_to_those_it_is_for_and_to_no_others(app, keeper, helper, stranger, key):
    """The organiser comes last, for that one may change the club."""
    row = CLUB_ROWS[key]
    before = keeper.club()
    for phone in (Phone(app), stranger):
        assert ask(phone, key, keeper).status == row.stranger
    assert keeper.club() == before
    assert ask(helper, key, keeper).status == row.helper
    if row.helper == 403:
        assert keeper.club() == before
    own = {"name": "Sotiris"} if key[0] in ("clubs.add_person", "clubs.change_person") else {}
    assert ask(keeper, key, keeper, **own).status == row.organiser


def test_there_is_no_other_club(app, keeper):
    found = {}
    for key in CLUB_ROWS:
        path = address(app, key, "nowhere", keeper.tournament)
        own = {"csrf_token": keeper.token(), "op_id": new_operation_id(), "revision": "1"}
        answer = keeper.get(path) if key[1] == "GET" else keeper.post(path, own.items())
        found[key] = answer.status
    assert found == dict.fromkeys(CLUB_ROWS, 404)


def test_a_replaced_link_opens_nothing_more(phone, keeper):
    first = keeper.press(keeper.page("links"), "A link for this helper", called="Maria")
    old = first.words(".//p[@id='address']")
    keeper.press(keeper.page("links"), "New link Maria")
    refused = phone.press(phone.get("/clubs/link"), "Go on", secret=old)
    assert refused.status == 422
    assert "No club has this link" in refused.words()


def test_helpers_are_listed_and_removed_one_by_one(keeper, help_in_club):
    helper = help_in_club(keeper)
    page = keeper.page("links")
    assert "Kyriakos 1 device" in page.words()
    assert keeper.press(page, "Remove from the helpers Kyriakos").status == 303
    assert helper.page("persons").status == 403
    assert "Kyriakos removed" in keeper.page("links").words()
    assert keeper.press(page, "Remove from the helpers Kyriakos").status == 303, (
        "the same form again"
    )
    late = keeper.press(page, "Remove from the helpers Kyriakos", op_id=new_operation_id())
    assert late.status == 409
    assert "See what is there now." in late.words()
    refused = keeper.press(keeper.page("links"), "A link for this helper", called="KYRIAKOS")
    assert (refused.status, "A helper is called so already." in refused.words()) == (422, True)
    again = keeper.press(keeper.page("links"), "New link Kyriakos")
    assert "A link for Kyriakos" in again.words()
