"""Phones at the desk of a tournament in a real database file."""

import pytest

from tests.support.desk_phone import DeskPhone
from tests.support.phone import Phone


@pytest.fixture
def help_in(app):
    """Makes a helper's phone of an organiser's tournament."""

    def help_in(organiser, name=""):
        name = name or f"Helper {len(organiser.tournament().helpers) + 1}"
        page = organiser.press(organiser.page("links"), "A link for this helper", called=name)
        phone = Phone(app)
        link = page.words(".//p[@id='address']")
        asked = phone.press(phone.get("/tournaments/link"), "Go on", secret=link)
        assert phone.press(asked, "Help out").status == 303
        return DeskPhone(app, organiser.public_id, phone.cookie("phone").value)

    return help_in


@pytest.fixture
def stranger(app, organise):
    """The organiser of another tournament."""
    return organise(4)


@pytest.fixture
def guest(app):
    """A phone that was never here before, beside the one of a pair."""
    return Phone(app)


@pytest.fixture
def drawn(organise):
    """The organiser of four pairs in their first round."""
    return organise(4, then=lambda desk: desk.draw())
