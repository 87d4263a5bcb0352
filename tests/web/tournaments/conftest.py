"""Phones at the desk of a tournament in a real database file."""

import pytest

from scorekeeper.tournament.service import find_tournament
from tests.desk import Desk
from tests.phone import Phone


class DeskPhone(Phone):
    """A browser of a tournament's organiser or helper."""

    def __init__(self, app, public_id, secret, language="en"):
        super().__init__(app, language)
        self.public_id = public_id
        self.url = f"/t/{public_id}/"
        self.client.set_cookie("phone", secret)

    def page(self, path=""):
        return self.get(self.url + path)

    def add_pairs(self, text):
        """Paste a list, and confirm what was understood of it."""
        preview = self.press(self.page("pairs"), "Read the list", text=text)
        assert preview.status == 200
        return self.press(preview, "Add the pairs")

    def proposal(self):
        """The page of the draw, with the next round as it is proposed."""
        page = self.page("draw")
        if "Propose the round" not in page.buttons():
            return page
        return self.get(self.press(page, "Propose the round").goes_to)

    def held(self):
        """The tournament as the database has it."""
        with self.app.app_context():
            return find_tournament(self.public_id)

    def tournament(self):
        return self.held().tournament


@pytest.fixture
def organise(app):
    """Makes an organiser's phone: `organise(8, format="swiss", then=lambda desk: desk.draw())`."""

    def organise(pairs=0, *, then=None, language="en", **changes):
        with app.app_context():
            desk = Desk(pairs, **changes)
            if then is not None:
                then(desk)
        return DeskPhone(app, desk.public_id, desk.secret, language)

    return organise


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
