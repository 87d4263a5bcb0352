"""All kinds of acts, by the names under which they are stored."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.services.match_acts.beside import (
    Agreed,
    Asked,
    Declined,
    Flagged,
    Joined,
    Named,
    NamesErased,
    ReasonsErased,
)
from scorekeeper.services.match_acts.body import Body, Json
from scorekeeper.services.match_acts.changed import Changed
from scorekeeper.services.match_acts.ends import Claimed, Reopened, Stopped
from scorekeeper.services.match_acts.hands import (
    Adjusted,
    Contract,
    Corrected,
    Inserted,
    Recorded,
    Voided,
)
from scorekeeper.services.match_acts.started import Started
from scorekeeper.services.match_acts.undone import Undone

BODIES: Final[Mapping[str, type[Body]]] = {
    body.kind: body
    for body in (
        Started,
        Contract,
        Recorded,
        Inserted,
        Adjusted,
        Corrected,
        Voided,
        Changed,
        Claimed,
        Stopped,
        Reopened,
        Undone,
        Joined,
        Agreed,
        Flagged,
        Asked,
        Named,
        Declined,
        NamesErased,
        ReasonsErased,
    )
}


def read_body(kind: str, data: Json) -> Body:
    """Read what is stored of an act of this kind, or was sent.

    :raises KeyError: there is no such kind, or a field is missing.
    :raises TypeError: a field that only this program writes is something else.
    """
    return BODIES[kind].read_marked(data)
