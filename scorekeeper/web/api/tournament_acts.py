"""Operations in a tournament as they are sent, read as what is to be written."""

import re
from typing import Final, NamedTuple

from scorekeeper.draws.codec import HIGHEST_SCORE
from scorekeeper.draws.criteria import EARNED
from scorekeeper.journal.revision import Revision
from scorekeeper.rules.codec import UNREAD, Json
from scorekeeper.rules.model import SIDES, Problem
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.services.tournament_acts.body import Kind
from scorekeeper.services.tournament_acts.registry import BODIES
from scorekeeper.services.tournaments.acting import LONGEST_REASON, MOST
from scorekeeper.web.api.readers import (
    Reader,
    fields,
    one_of,
    operation_id,
    several,
    text,
    whole,
    yes_or_no,
)
from scorekeeper.web.api.tournament_problems import Unread
from scorekeeper.web.api.tournament_setup import FIELDS as SET_UP

_FORMS: Final = {op: form for body in BODIES.values() for op, form in body.operations.items()}
KINDS: Final = {op: body.kind for body in BODIES.values() for op in body.operations}
"""What an operation is called while it is asked for, and as an act once it is written."""
_PAIR: Final = re.compile(r"[1-9][0-9]{0,3}")
_LAST_SEED: Final = 9999


class TournamentOperation(NamedTuple):
    """An operation, ready to be done."""

    op: str
    revision: Revision
    fields: dict[str, object]

    @property
    def kind(self) -> Kind:
        """The act that it writes."""
        return KINDS[self.op]


def read_operation(body: dict[str, Json]) -> TournamentOperation:
    """What the body asks for. What is to be changed of the tournament itself stays as it was sent.

    :raises Unread: it is no operation, with every problem of its own fields.
    """
    given = {field: value for field, value in body.items() if value is not None}
    op = given.pop("op", None)
    if type(op) is not str or op not in KINDS:
        raise Unread(Problem("missing" if op is None else "unknown", "op"))
    needed = ("revision", *_FORMS[op].needed)
    known = {*needed, "after", *_FORMS[op].optional}
    found = [Problem("missing", field) for field in needed if field not in given]
    found += [Problem("unknown", field) for field in given.keys() - known]
    read = {field: _reader(op, field)(given[field]) for field in known & given.keys()}
    found += [Problem("unknown", field) for field, value in read.items() if value is UNREAD]
    if found:
        raise Unread(*found)
    revision = Revision(read.pop("revision"), read.pop("after", None))
    return TournamentOperation(op, revision, read)


def _reader(op: str, field: str) -> Reader:
    if op == "change" and field in SET_UP:
        return lambda value: value
    return _OF_ONE.get((op, field)) or _READ[field]


def _pair(value: Json) -> object:
    """A pair's number, as a text."""
    return value if type(value) is str and _PAIR.fullmatch(value) else UNREAD


def _list(value: Json) -> object:
    """As it was pasted."""
    return value if type(value) is str else UNREAD


def _hand_of_sheet(value: Json) -> object:
    """A hand; null is one that was passed out."""
    return None if value is None else _HAND(value)


_NUMBERS: Final = several(whole(-HIGHEST_SCORE, HIGHEST_SCORE), 2)
_HAND: Final = fields(
    {
        "points": _NUMBERS,
        "score": _NUMBERS,
        "kapo": one_of(SIDES),
        "trump": one_of(("none", "all")),
        "doubled": whole(1, 4),
    }
)
_OF_A_PAIR: Final[dict[str, Reader]] = {
    "players": several(text(LONGEST_NAME), 2),
    "club": text(LONGEST_NAME),
    "seeding": whole(0, _LAST_SEED),
    "paid": yes_or_no,
    "present": yes_or_no,
}
_TABLES: Final = several(several(_pair, 2))
_READ: Final[dict[str, Reader]] = {
    **_OF_A_PAIR,
    "revision": whole(1),
    "after": operation_id,
    "pairs": several(fields(_OF_A_PAIR)),
    "text": _list,
    "pair": _pair,
    "withdrawn": yes_or_no,
    "from_now": yes_or_no,
    "absent": several(_pair),
    "fixed": _TABLES,
    "forbidden": _TABLES,
    "round": whole(1),
    "table": whole(1),
    "score": _NUMBERS,
    "hands": several(whole(0, MOST), 2),
    "sheet": several(_hand_of_sheet),
    "reason": text(LONGEST_REASON),
    "to": one_of(EARNED),
    "points": whole(-HIGHEST_SCORE, HIGHEST_SCORE),
}
_OF_ONE: Final[dict[tuple[str, str], Reader]] = {
    ("attend", "present"): several(_pair),
    ("swap", "pairs"): several(_pair, 2),
}
"""Where one operation calls something else by that name."""
