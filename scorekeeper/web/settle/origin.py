"""The hand of a match that a dispute was opened from: the way back, and its number on paper."""

from typing import NamedTuple

from flask import url_for

from scorekeeper.journal.identifiers import is_public_id
from scorekeeper.web.forms import whole_number
from scorekeeper.web.settle.topic import AddressParameters


class Origin(NamedTuple):
    """Where a dispute comes from, as its address says; all of it may be absent."""

    back_url: str
    """The address of the hand's own page; nothing where the dispute is no hand's."""
    number: int | None
    """The number of the hand in its match."""
    told: tuple[tuple[str, str], ...]
    """The parameters that say so, for the next address."""


def origin_query(public_id: str, hand_id: int, number: int) -> dict[str, str | int]:
    """The parameters from which `read_origin` reads the hand again; `number` alone is shared."""
    return {"of": f"{public_id}:{hand_id}", "number": number}


def read_origin(query: AddressParameters) -> Origin:
    """The origin of an address; what cannot be read is no origin."""
    match, _, hand = query.get("of", "").partition(":")
    hand_id, number = whole_number(hand, digits=9), whole_number(query.get("number"), digits=4)
    is_read = is_public_id(match) and hand_id is not None
    back = url_for("matches.hand", public_id=match, hand_id=hand_id) if is_read else ""
    parameters = [("of", query["of"])] if is_read else []
    if number is not None:
        parameters.append(("number", str(number)))
    return Origin(back, number, tuple(parameters))
