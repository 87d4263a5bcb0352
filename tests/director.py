"""A program that keeps a tournament through the API, held against the document like any other."""

from scorekeeper.services.matches import new_operation_id
from scorekeeper.services.tournaments.service import find_tournament
from tests.program import Program


class Director(Program):
    """A program with the secret of its tournament, or of one of its links, or without any."""

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

    def with_secret(self, secret):
        """Another program at the same tournament."""
        return Director(self.app, secret, self.public_id)

    def helper(self):
        """A program with the helpers' link."""
        return self.with_secret(self.new_link("helper"))

    def new_link(self, role):
        """The secret of a new link."""
        return self.send("POST", f"{self.path}/links", {"role": role}).data["secret"]

    def do(self, op, *, op_id=None, revision=None, headers=None, **fields):
        """Do an operation in the tournament as it stands, or as told."""
        now = self.held().revision if revision is None else revision
        path = f"{self.path}/ops/{op_id or new_operation_id()}"
        return self.send("PUT", path, {"op": op, "revision": now, **fields}, **(headers or {}))

    def come(self, op, *, op_id=None, **fields):
        """Ask for it as a pair does, by its own code."""
        path = f"{self.path}/come/{op_id or new_operation_id()}"
        return self.send("PUT", path, {"op": op, **fields})

    def done(self, op, **fields):
        """Do it, and see that it was done."""
        answer = self.do(op, **fields)
        assert answer.status == 201, answer.text
        return answer.data

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
