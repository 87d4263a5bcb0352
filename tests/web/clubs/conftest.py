"""Phones at the desk of a club in a real database file."""

from datetime import date

import pytest

from scorekeeper.club.club_service import find_club
from tests.desk import ClubDesk, Desk
from tests.phone import Phone
from tests.web.tournaments.conftest import organise

__all__ = ["organise"]


class ClubPhone(Phone):
    """A browser of a club's organiser or helper."""

    def __init__(self, app, public_id, secret, tournament="", language="en"):
        super().__init__(app, language)
        self.public_id = public_id
        self.tournament = tournament
        self.url = f"/c/{public_id}/"
        self.client.set_cookie("phone", secret)

    def page(self, path=""):
        return self.get(self.url + path)

    def held(self):
        """The club as the database has it."""
        with self.app.app_context():
            return find_club(self.public_id)

    def club(self):
        return self.held().club


@pytest.fixture
def keeper(app):
    """The organiser of a club of four, with a season of one evening that was played."""
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni", "Andreas")
        evening = Desk(day=date(2026, 2, 6), format="round_robin")
        evening.add(("Maria", "Giorgos"), ("Eleni", "Andreas")).draw().result(1, 351, 200)
        desk.belong(evening, {"1": ["1", "2"]}).season(evening)
    return ClubPhone(app, desk.public_id, desk.secret, evening.public_id)


@pytest.fixture
def help_in_club(app):
    """Makes a helper's phone of a keeper's club."""

    def help_in_club(keeper):
        page = keeper.press(keeper.page("links"), "A link for this helper", called="Kyriakos")
        phone = Phone(app)
        link = page.words(".//p[@id='address']")
        asked = phone.press(phone.get("/clubs/link"), "Go on", secret=link)
        assert phone.press(asked, "Help out").status == 303
        return ClubPhone(app, keeper.public_id, phone.cookie("phone").value, keeper.tournament)

    return help_in_club
