"""The matches of a club, as strangers and its organiser see them."""

import pytest

from scorekeeper.club.club_record import won_between
from tests.club_desk import ClubDesk
from tests.club_table import ClubTable
from tests.phone import Phone, Scorer
from tests.table import MADE
from tests.web.clubs.conftest import ClubPhone


def test_strangers_are_led_to_no_match_with_somebody_who_is_a_number_to_them(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni")
        desk.add("Petros", by_number=True)
        hidden = ClubTable(desk).play(MADE).kept.public_id
        shown = ClubTable(desk, {"A1": "1", "A2": "2"}).play(MADE).kept.public_id
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    for page in ("", "matches"):
        html = Phone(app).get(f"/c/{desk.public_id}/{page}").html
        assert (f"/m/{shown}/" in html, f"/m/{hidden}/" in html) == (True, False)
        assert f"/m/{hidden}/" in keeper.page(page).html
    assert "No. 4" in Phone(app).get(f"/c/{desk.public_id}/matches").html


def test_a_club_without_a_match_says_so(app):
    with app.app_context():
        desk = ClubDesk()
    assert "No match yet." in Phone(app).get(f"/c/{desk.public_id}/matches").words()


def test_a_reason_that_names_somebody_closes_the_match(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni")
        desk.add("Petros Pappas", by_number=True)
        table = ClubTable(desk, {"A1": "1"}).play(MADE)
        address = table.kept.public_id
        assert f"/m/{address}/" in Phone(app).get(f"/c/{desk.public_id}/matches").html
        table.do("adjusted", adjust={"A": 5, "B": 0}, reason="ο Πέτρος Παππάς διαμαρτυρήθηκε")
    assert f"/m/{address}/" not in Phone(app).get(f"/c/{desk.public_id}/matches").html


def test_a_stranger_who_types_the_name_of_a_number_learns_no_number(app):
    with app.app_context():
        desk = ClubDesk("Maria")
        desk.add("Petros Pappas", by_number=True)
        table = ClubTable(desk, {"B1": "1"})
        phone = ClubPhone(app, desk.public_id, table.secret)
    keeper = ClubPhone(app, desk.public_id, desk.secret)

    def seat(phone, name):
        form = phone.get(f"/m/{table.kept.public_id}/club/").form_of("Save who sits where")
        typed = [(key, name if key == "0-A1" else value) for key, value in form.typed()]
        return phone.post(f"/m/{table.kept.public_id}/club/seats", typed)

    for name in ("Petros Pappas", "Nobody At All"):
        refused = seat(phone, name)
        assert (refused.status, "There is no such person" in refused.words()) == (422, True)
    assert seat(phone, "2").status == 303
    assert seat(keeper, "petros pappas").status == 303


@pytest.fixture
def told(app):
    """A match of two pairs, typed with the name of a person shown by number (4)."""
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni")
        desk.add("Andreas", by_number=True)
        table = ClubTable(desk).play(MADE)
    return desk, table


PATHS = ("", "live?part=page&mark=0", "live?part=big&mark=0", "share", "club/", "history/", "big",
         "overlay", "watch", "race", "evening", "sheet", "match.json", "ledger.csv")  # fmt: skip


def test_strangers_are_led_to_no_club_from_a_match_with_somebody_who_is_a_number(app, told):
    desk, table = told
    url, club = f"/m/{table.kept.public_id}/", f"/c/{desk.public_id}/"
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    for _ in range(2):  # no page is kept of one for the other
        for path in PATHS:
            page = Phone(app).get(url + path)
            assert (page.status, desk.public_id in page.html) == (200, False), path
        assert {club, f"{club}record/1-2/against/3-4"} <= set(keeper.get(url).links())
    assert f"{club}record/1-2/against/3-4" in keeper.get(f"{url}share").links()
    assert club in keeper.get(f"{url}club/").links()
    assert "The match is played at a club." in Phone(app).get(f"{url}club/").words()


def test_live_update_leads_only_the_organiser_to_the_club(app, told):
    desk, table = told
    url = f"/m/{table.kept.public_id}/live?part=page&mark=0"
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    for _ in range(2):
        assert desk.public_id in keeper.get(url).html
        assert desk.public_id not in Phone(app).get(url).html


def test_the_scorer_reads_at_which_club_the_match_is_where_its_persons_are_seated(app, told):
    desk, table = told
    scorer = Scorer.at(app, table)
    assert desk.public_id not in scorer.page().html
    page = scorer.get(f"{scorer.url}club/")
    assert f"/c/{desk.public_id}/" in page.links()
    assert "nor from it to the club" in page.words()


def test_a_page_that_was_kept_leads_nowhere_once_somebody_is_a_number(app):
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")
        url = f"/m/{ClubTable(desk).play(MADE).kept.public_id}/"
    assert desk.public_id in Phone(app).get(url).html
    with app.app_context():
        desk.do("person_changed", person="4", name="Andreas", by_number=True)
    assert desk.public_id not in Phone(app).get(url).html
    with app.app_context():
        desk.do("person_changed", person="4", name="Andreas", by_number=False)
    assert desk.public_id in Phone(app).get(url).html


def test_a_picture_with_somebody_who_is_a_number_says_not_how_they_stand(app, told):
    desk, table = told
    with app.app_context():
        assert won_between(table.kept) is None
        desk.do("person_changed", person="4", name="Andreas", by_number=False)
        assert won_between(table.kept) == (0, 0)
