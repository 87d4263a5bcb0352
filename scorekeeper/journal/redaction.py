"""Redaction: acts without the names in them. Pure.

A name is whatever somebody typed as text. What was played is no text, and stays to the last point.
"""

from dataclasses import replace
from typing import TypeVar

from scorekeeper.journal.act import Act
from scorekeeper.journal.body import ERASED, Json, StoredBody

A = TypeVar("A", bound=Act[StoredBody])


def redact_data(body: type[StoredBody], data: Json) -> Json:
    """Return stored data of this kind without its names; the data itself where it has none."""
    redacted = body.redacted_data(data)
    return data if redacted == data else {**redacted, ERASED: True}


def has_names(body: type[StoredBody], data: Json) -> bool:
    """Is there a name in stored data of this kind?"""
    return redact_data(body, data) is not data


def redact(act: A) -> A:
    """Return the act without its names, and without what it was asked by, which tells of them."""
    if not act.body.texts:
        return act
    return act._replace(body=act.body.redacted(), asked="")


def says(written: StoredBody, asked: StoredBody) -> bool:
    """Is that written which is asked for, apart from names that were erased since?

    Whichever engine showed a score of it.
    """
    if written.erased:
        asked = replace(asked.redacted(), erased=True)
    return written.without_engine() == asked.without_engine()


def is_same(copied: Act[StoredBody], kept: Act[StoredBody]) -> bool:
    """Is the act of a copy what is kept, apart from names that were erased since?"""
    if copied == kept:
        return True
    was_erased = kept.body.erased or copied.asked != kept.asked == ""
    return was_erased and redact(copied) == redact(kept)
