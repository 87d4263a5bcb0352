"""All kinds of acts, by the names under which they are stored."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.journal.body import kinds_in
from scorekeeper.services.match_acts import (
    answers_here,
    changed,
    ends,
    hand_acts,
    membership_acts,
    meta,
    preview_acts,
    started,
    undone,
)
from scorekeeper.services.match_acts.body import Body, Json

BODIES: Final[Mapping[str, type[Body]]] = kinds_in(
    Body,  # type: ignore[type-abstract]  # no kind is made of it
    (
        *(started, hand_acts, answers_here, changed, ends, undone),
        *(meta, membership_acts, preview_acts),
    ),
)


def read_body(kind: str, data: Json) -> Body:
    """Read what is stored of an act of this kind, or was sent.

    :raises KeyError: there is no such kind, or a field is missing.
    :raises TypeError: a field that only this program writes is something else.
    """
    return BODIES[kind].read_marked(data)
