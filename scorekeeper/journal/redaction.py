"""Redaction: acts without the names in them. Pure.

A name is whatever somebody typed as text. What was played is no text, and stays to the last point.
"""

from dataclasses import replace
from typing import TypeVar

from scorekeeper.journal.act import Act
from scorekeeper.journal.body import ERASED, StoredBody
from scorekeeper.journal.json_values import Json

A = TypeVar("A", bound=Act[StoredBody])


def redact_data(body: type[StoredBody], data: Json) -> Json:
    """Return stored data of this kind without its names; the data itself where it has none."""
    redacted_data = body.redacted_data(data)
    return data if redacted_data == data else {**redacted_data, ERASED: True}


def has_names(body: type[StoredBody], data: Json) -> bool:
    """Is there a name in stored data of this kind?"""
    return redact_data(body, data) is not data


def redact(act: A) -> A:
    """Return the act without its names, and without what it was asked by, which tells of them."""
    if not act.body.texts:
        return act
    return act._replace(body=act.body.redacted(), request_digest="")


def is_same_body(stored: StoredBody, requested: StoredBody) -> bool:
    """Is the stored body the requested one, apart from names that were erased since?

    The version of the engine that showed a score of it does not count.
    """
    if stored.erased:
        requested = replace(requested.redacted(), erased=True)
    return stored.without_engine() == requested.without_engine()


def is_same_act(copy: Act[StoredBody], stored: Act[StoredBody]) -> bool:
    """Is the act of a copy the stored one, apart from names that were erased since?"""
    if copy == stored:
        return True
    was_erased = stored.body.erased or copy.request_digest != stored.request_digest == ""
    return was_erased and redact(copy) == redact(stored)
