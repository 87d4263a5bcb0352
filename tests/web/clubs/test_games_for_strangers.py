"""The matches of a club, as strangers and its organiser see them."""

from tests.club_desk import ClubDesk
from tests.club_table import ClubTable
from tests.phone import Phone
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
