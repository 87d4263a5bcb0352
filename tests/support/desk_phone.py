"""Phones at the desk of a tournament or a club in a real database file."""

from scorekeeper.club.club_service import find_club
from scorekeeper.tournament.service import find_tournament
from tests.support.phone import Phone


class _AtADesk(Phone):
    """A browser that has this secret, and the address of what it helps to keep."""

    def __init__(self, app, kind, public_id, secret, language):
        super().__init__(app, language)
        self.public_id = public_id
        self.url = f"/{kind}/{public_id}/"
        self.client.set_cookie("phone", secret)

    def page(self, path=""):
        return self.get(self.url + path)


class DeskPhone(_AtADesk):
    """A browser of a tournament's organiser or helper."""

    def __init__(self, app, public_id, secret, language="en"):
        super().__init__(app, "t", public_id, secret, language)

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

    def results(self, number=1):
        """The score of each table of a round, or None."""
        tables = self.tournament().round(number).tables
        return [table.result and table.result.score for table in tables]


class ClubPhone(_AtADesk):
    """A browser of a club's organiser or helper, and the address of one of its tournaments."""

    def __init__(self, app, public_id, secret, tournament="", language="en"):
        super().__init__(app, "c", public_id, secret, language)
        self.tournament = tournament

    def held(self):
        """The club as the database has it."""
        with self.app.app_context():
            return find_club(self.public_id)

    def club(self):
        return self.held().club
