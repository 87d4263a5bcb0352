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
