"""A program that keeps a tournament through the API, held against the document like any other."""

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.tournament.service import find_tournament
from tests.program import Organiser, Program


class Director(Organiser):
    """A program that keeps a tournament."""

    @property
    def path(self):
        return f"/tournaments/{self.public_id}"

    def set_up(self, pairs=0, **fields):
        """Set a tournament of so many pairs up, and keep its secret."""
        told = self.send("POST", "/tournaments", {"name": "Cup", "rules": "cafe", **fields})
        assert told.status == 201, told.text
        self.secret, self.public_id = told.data["secret"], told.data["tournament"]["id"]
        if pairs:
            players = [[f"Odd{n}", f"Even{n}"] for n in range(1, pairs + 1)]
            self.done("add_pairs", pairs=[{"players": two} for two in players])
        return self

    def come(self, op, *, op_id=None, **fields):
        """Ask for it as a pair does, by its own code."""
        path = f"{self.path}/come/{op_id or new_operation_id()}"
        return self.send("PUT", path, {"op": op, **fields})

    def result(self, table, a, b, number=1, **more):
        return self.do("result", round=number, table=table, score=[a, b], **more)

    def tournament(self):
        """The tournament as the API gives it."""
        return self.get(self.path).data

    def round(self, number=1):
        return self.get(f"{self.path}/rounds/{number}").data

    def links(self, number=1):
        return self.get(f"{self.path}/rounds/{number}/links").data["links"]

    def scorer(self, table, number=1):
        """A program at a table's match, with the secret of its printed link."""
        link = self.links(number)[table - 1]
        return Program(self.app, link["secret"], link["match"])

    def held(self):
        """The tournament as the database has it."""
        with self.app.app_context():
            return find_tournament(self.public_id)
