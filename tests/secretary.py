"""A program that keeps a club through the API, held against the document like any other."""

from scorekeeper.club.club_service import find_club
from tests.director import Director
from tests.program import Organiser

BY_PLACE = {"by": "pair", "points": {"scheme": "places", "table": [25, 18, 15]}}


class Secretary(Organiser):
    """A program that keeps a club."""

    @property
    def path(self):
        return f"/clubs/{self.public_id}"

    def begin(self, *names, **fields):
        """Begin a club with these persons, and keep its secret."""
        told = self.send("POST", "/clubs", {"name": "Club", **fields})
        assert told.status == 201, told.text
        self.secret, self.public_id = told.data["secret"], told.data["club"]["id"]
        for name in names:
            self.done("add_person", name=name)
        return self

    def evening(self, *pairs, score=(351, 200)):
        """A tournament of two pairs that this program organises, with one round played."""
        director = Director(self.app, self.secret).set_up(0, format="round_robin")
        director.done("add_pairs", pairs=[{"players": [*two]} for two in pairs])
        director.done("draw")
        assert director.result(1, *score).status == 201
        return director

    def season(self, *directors, number=1, rules=BY_PLACE, **more):
        """Set a season up that counts these tournaments."""
        counted = [{"tournament": one.public_id} for one in directors]
        told = {"season": number, "name": "Spring", "rules": rules, "tournaments": counted}
        return self.do("set_season_up", **told, **more)

    def club(self):
        """The club as the API gives it."""
        return self.get(self.path).data

    def held(self):
        """The club as the database has it."""
        with self.app.app_context():
            return find_club(self.public_id)
