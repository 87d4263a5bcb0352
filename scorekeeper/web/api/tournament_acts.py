"""Operations in a tournament as they are sent, read as what is to be written."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from scorekeeper.journal.act import Revision
from scorekeeper.journal.fields import Form
from scorekeeper.journal.json_values import Json
from scorekeeper.services.tournament_acts.registry import BODIES
from scorekeeper.services.tournament_acts.set_ups import SetUpChanged
from scorekeeper.services.tournaments.state import TournamentBody
from scorekeeper.web.api.operation_fields import read_named

OPERATIONS: Final[Mapping[str, type[TournamentBody]]] = {
    op: body for body in BODIES.values() for op in body.operations
}
"""The acts that a program can ask for, by what each is called then."""
_FORMS: Final[Mapping[str, Form]] = {
    op: form for body in BODIES.values() for op, (form,) in body.operations.items()
}


class TournamentOperation(NamedTuple):
    """An operation, ready to be done."""

    op: str
    revision: Revision
    fields: Json

    @property
    def kind(self) -> type[TournamentBody]:
        """The act that it writes."""
        return OPERATIONS[self.op]


def read_operation(body: Json) -> TournamentOperation:
    """Read an operation. What is to be changed of the tournament itself stays as it was sent.

    :raises Unread: it is no operation, with every problem of its own fields.
    """
    read = read_named(body, _FORMS)
    # A repeat of a change is known by what was sent, before it was tidied.
    fields = read.sent if OPERATIONS[read.op] is SetUpChanged else read.fields
    return TournamentOperation(read.op, read.revision, fields)
