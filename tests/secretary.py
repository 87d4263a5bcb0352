"""A program that keeps a club through the API, held against the document like any other."""

from scorekeeper.services.clubs.club_service import find_club
from scorekeeper.services.matches import new_operation_id
from tests.director import Director
from tests.program import Program

BY_PLACE = {"by": "pair", "points": {"scheme": "places", "table": [25, 18, 15]}}


class Secretary(Program):
    """A program with the secret of its club, or of one of its links, or without any."""

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

    def with_secret(self, secret):
        """Another program at the same club."""
        return Secretary(self.app, secret, self.public_id)

    def helper(self):
        """A program with the helpers' link."""
        return self.with_secret(self.new_link("helper"))

    def new_link(self, role):
        """The secret of a new link."""
        return self.send("POST", f"{self.path}/links", {"role": role}).data["secret"]

    def do(self, op, *, op_id=None, revision=None, headers=None, **fields):
        """Do an operation in the club as it stands, or as told."""
        now = self.held().revision if revision is None else revision
        path = f"{self.path}/ops/{op_id or new_operation_id()}"
        return self.send("PUT", path, {"op": op, "revision": now, **fields}, **(headers or {}))

    def done(self, op, **fields):
        """Do it, and see that it was done."""
        answer = self.do(op, **fields)
        assert answer.status == 201, answer.text
        return answer.data

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
