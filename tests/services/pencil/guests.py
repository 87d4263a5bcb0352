"""Other phones at a table's match, and what can be seen of them."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import links, pencil_passing
from scorekeeper.match.links import LinkEnded
from scorekeeper.match.matches import find_match
from scorekeeper.match.phones import PhoneRole, enrol_phone, find_role
from tests.support.table import MADE, do

KINDS = ("scorer", "hand_over", "A", "B")
BECOMES = {
    "scorer": {"writes": True},
    "hand_over": {"writes": True},
    "A": {"side": "A"},
    "B": {"side": "B"},
}
JOINED = {
    "scorer": {"as": "scorer"},
    "hand_over": {"as": "scorer", "alone": True},
    "A": {"as": "A"},
    "B": {"as": "B"},
}


class Guest:
    """Another phone at the table's match."""

    def __init__(self, table, *kinds):
        self.public_id = table.kept.public_id
        self.phone, self.secret = enrol_phone()
        for kind in kinds:
            self.open(links.make_link(self.public_id, table.phone, kind))

    def open(self, link, op_id=None):
        return links.open_link(link, self.phone, op_id or new_operation_id())

    @property
    def role(self):
        return find_role(self.secret, self.public_id)

    def being(self, **what):
        """The role that is this and no more."""
        return PhoneRole(phone=self.phone, **what)

    def ask(self, op_id=None):
        return pencil_passing.ask(self.public_id, self.phone, op_id or new_operation_id())

    def answer(self, seq, op_id=None, *, yes=True):
        op_id = op_id or new_operation_id()
        return pencil_passing.answer(self.public_id, self.phone, op_id, seq, yes=yes)

    def play(self, hand=MADE):
        revision = find_match(self.public_id).ledger.revision
        op_id = new_operation_id()
        return do(self.public_id, self.phone, op_id, revision, "recorded", {"hand": hand})


def role_of(table):
    return find_role(table.secret, table.kept.public_id)


def assert_ended(*secrets):
    for secret in secrets:
        with pytest.raises(LinkEnded):
            links.look_up(secret)


def last_act(table):
    return table.stored().ledger.acts[-1]


def beside(table):
    """Return the acts beside the play: kind, data and phone."""
    acts = [act for act in table.stored().ledger.acts if not act.is_play]
    return [(act.kind, act.data, act.phone) for act in acts]
