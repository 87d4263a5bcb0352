"""A match's acts without the names in them. Pure.

A name is whatever somebody typed as text: of sides and players, of the place and the event, the
round, the table and the pairs' numbers as a match file has them, and the reasons of penalties,
corrections and flags. What was played is no text, and stays to the last point.
"""

from scorekeeper.services.match_acts.body import Body
from scorekeeper.services.match_acts.registry import BODIES, read_body
from scorekeeper.services.stored_body import ERASED, Json, without


def without_names(kind: str, data: Json) -> Json:
    """The act's data without its names; the data itself where it has none."""
    bare = without(*BODIES[kind].texts)(data)
    return data if bare == data else {**bare, ERASED: True}


def has_names(kind: str, data: Json) -> bool:
    """Is there a name in what the act says, or would say?"""
    return without_names(kind, data) is not data


def redact(body: Body) -> Body:
    """The act as it is once its names are erased."""
    return read_body(body.kind, {**without_names(body.kind, body.data), ERASED: True})


def says(written: Body, asked: Body) -> bool:
    """Is that written which is asked for, apart from names that were erased since?

    Whichever engine showed the score of it.
    """
    asked = redact(asked) if written.erased else asked
    return written.without_engine() == asked.without_engine()
