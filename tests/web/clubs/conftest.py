"""Phones at the desk of a club in a real database file."""

import pytest

from tests.support.desk_phone import ClubPhone
from tests.support.phone import Phone


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
