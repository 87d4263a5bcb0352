"""Links of tournaments and clubs for organisers and helpers: shown, opened, replaced, removed."""

import pytest

from scorekeeper.club.club_service import CLUB_ROLE_LINKS
from scorekeeper.journal.identifiers import new_operation_id
from tests.alike.owners import secret_of_helper
from tests.support.desk_phone import ClubPhone, DeskPhone
from tests.support.phone import Phone
from tests.web.clubs import routes as clubs
from tests.web.tournaments import routes as tournaments

OF_HELPER = "A link for this helper"
OF_ORGANISER = "A link for another organiser"


@pytest.fixture(params=["tournament", "club"])
def kind(request):
    return request.param


@pytest.fixture
def organiser(kind, organise, keeper):
    return keeper if kind == "club" else organise(4, then=lambda desk: desk.draw())


@pytest.fixture
def helper(app, kind, organiser):
    if kind == "club":
        return ClubPhone(app, organiser.public_id, secret_of_helper(organiser, CLUB_ROLE_LINKS))
    return DeskPhone(app, organiser.public_id, secret_of_helper(organiser))


def make_link(organiser, button, **typed):
    """Press the button, and return the link that is shown."""
    return organiser.press(organiser.page("links"), button, **typed).words(".//p[@id='address']")


def remove(organiser, page, **typed):
    """Press the button at the last helper, which is Kyriakos."""
    *_, button = [one for one in page.buttons() if one.startswith("Remove from the helpers")]
    return organiser.press(page, button, **typed)


def listed(organiser):
    found = organiser.page("links").findall(".//ul[@class='helpers ruled']/li")
    return [" ".join(" ".join(one.itertext()).split()) for one in found]


@pytest.mark.parametrize(
    ("button", "again", "typed"),
    [(OF_ORGANISER, OF_ORGANISER, {}), (OF_HELPER, "New link Maria", {"called": "Maria"})],
    ids=["organiser's", "helper's"],
)
def test_replaced_link_opens_nothing_more(kind, phone, organiser, button, again, typed):
    old = make_link(organiser, button, **typed)
    make_link(organiser, again)
    refused = phone.press(phone.get(f"/{kind}s/link"), "Go on", secret=old)
    assert refused.status == 422
    assert f"No {kind} has this link" in refused.words()


def test_wrong_link_opens_nothing(kind, phone):
    refused = phone.press(phone.get(f"/{kind}s/link"), "Go on", secret="made up")
    assert refused.status == 422
    assert f"No {kind} has this link" in refused.words()


def test_secret_of_a_link_is_shown_once_and_to_no_stranger(app, organiser):
    secret = make_link(organiser, OF_ORGANISER).partition("#")[2]
    assert len(secret) == 43
    assert secret not in Phone(app).get(organiser.url).html
    assert secret not in organiser.page("links").html


def test_page_lists_each_helper_with_its_devices(organiser, helper):
    make_link(organiser, OF_HELPER, called="Γιώργος")
    *_, first, second = listed(organiser)
    assert "Kyriakos 1 device" in first
    assert "Γιώργος has not opened the link yet" in second


def test_name_of_a_helper_is_not_given_twice(organiser, helper):
    refused = organiser.press(organiser.page("links"), OF_HELPER, called="KYRIAKOS")
    assert refused.status == 422
    assert "called so already" in refused.words(".//*[@id='wrong']")
    assert refused.find(".//input[@name='called']").get("value") == "KYRIAKOS"


def test_removed_helper_is_listed_and_reads_and_writes_nothing(kind, organiser, helper):
    own_page = "persons" if kind == "club" else "rounds/1/tables/1"
    assert helper.page(own_page).status == 200
    assert remove(organiser, organiser.page("links")).status == 303
    assert "Kyriakos removed" in listed(organiser)[-1]
    assert helper.page(own_page).status == 403
    assert write_as(helper, kind, organiser).status == 403
    assert helper.page().status == 200, "as everybody"


def write_as(helper, kind, organiser):
    if kind == "club":
        return clubs.ask(helper, ("clubs.add_person", "POST"), organiser)
    return tournaments.ask(helper, ("tournaments.enter_result", "POST"), organiser.held())


def test_page_from_before_removes_no_helper_twice(organiser, helper):
    page = organiser.page("links")
    assert remove(organiser, page).status == 303
    assert remove(organiser, page).status == 303, "the same form again"
    late = remove(organiser, page, op_id=new_operation_id())
    assert late.status == 409
    assert "See what is there now." in late.words()


def test_removed_helper_gets_a_new_link(organiser, helper):
    remove(organiser, organiser.page("links"))
    again = organiser.press(organiser.page("links"), "New link Kyriakos")
    assert "A link for Kyriakos" in again.words()
