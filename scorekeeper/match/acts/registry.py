"""All kinds of acts, by the names under which they are stored."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.journal.body import kinds_in
from scorekeeper.journal.json_values import Json
from scorekeeper.match.acts import hand_acts, head_acts, meta
from scorekeeper.match.acts.body import Body

BODIES: Final[Mapping[str, type[Body]]] = kinds_in(Body, (head_acts, hand_acts, meta, meta))


def read_body(kind: str, data: Json) -> Body:
    """Read a stored or sent act of this kind.

    :raises KeyError: there is no such kind, or a field is missing.
    :raises TypeError: a field that only this program writes is something else.
    """
    return BODIES[kind].read(data)
