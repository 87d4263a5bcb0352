"""A tournament's events. Pure.

What each kind of act holds, when it may be done and what it does stands in `tournament_acts`.
"""

import hashlib
import json

from scorekeeper.journal.act import Act
from scorekeeper.journal.json_values import Json
from scorekeeper.services.tournament_acts.body import TournamentBody


class TournamentAct(Act[TournamentBody]):
    """An event as the tournament sees it."""

    __slots__ = ()


def request_digest(operation_request: Json) -> str:
    """Return what tells a request from whatever else an operation id may be sent with."""
    text = json.dumps(operation_request, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def part_op_id(op_id: str, part: int | str) -> str:
    """Return the id of an operation that is a part of this one, such as a table's result."""
    return hashlib.sha256(f"{op_id} {part}".encode()).hexdigest()[:32]


def is_asked_by(act_digest: str, digest: str) -> bool:
    """Was it asked by what has this digest? Where names were erased, nobody can tell any more."""
    return act_digest in ("", digest)
