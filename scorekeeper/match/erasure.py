"""Erasing the names in a match: the events stay, and with them the score; the names go.

It cannot be undone. A meta act records its time and its role.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import groupby
from shutil import rmtree
from typing import Final

from scorekeeper.config import current_settings
from scorekeeper.journal.act import redact_data
from scorekeeper.journal.body import By
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.json_values import text_in
from scorekeeper.journal.organised import new_silent_phone
from scorekeeper.match.acts.meta import NamesErased, ReasonsErased
from scorekeeper.match.acts.registry import BODIES
from scorekeeper.match.matches import MATCHES, LoadedMatch, find_match
from scorekeeper.store.db import DatabaseUnavailable, NotWritable, forget_overwritten, writing
from scorekeeper.store.streams import MATCH_EVENTS, StoredEvent

AT_ONCE: Final = 100
"""Matches redacted in one transaction: a phone that saves a hand meanwhile waits for no more."""
ALSO_FORGET: Final[list[Callable[[], None]]] = []
"""Functions by which this process forgets cached pages, and printed sheets that still wait."""
_SHEETS: Final = "sheets"
"""The folder for printed sheets of matches, in the instance folder."""
_OLD_PAPERS: Final = "papers"
"""The folder in which a version before jobs kept what was printed of tournaments."""


def erase_match(public_id: str, phone_id: int | None, by: By = "scorer") -> LoadedMatch:
    """Erase the match's names and return it; a repeat changes nothing.

    For the operator (`by`) no phone need write in it.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone may not write in it.
    :raises DatabaseUnavailable: the database was locked too long.
    """
    with writing(public_id):
        loaded_match, phone = MATCHES.find_to_erase(public_id, phone_id, by)
        redact_matches([loaded_match.id], by, phone)
    forget_sheets()
    return find_match(public_id)


def redact_matches(match_ids: Iterable[int], by: By, phone_id: int = 0) -> int:
    """Take the names out of the matches with these row ids; return the number of changed ones.

    A match whose last act erased names is left as it is. Without a phone, a new one without a user
    writes the act. Belongs in a `writing` block.
    """
    redacted_events: list[StoredEvent] = []
    last: list[StoredEvent] = []
    for _match_id, rows in groupby(MATCH_EVENTS.events_of(match_ids), key=lambda row: row.owner_id):
        events = list(rows)
        if events[-1].kind == NamesErased.kind:
            continue
        redacted_events += filter(None, map(_redacted_event, events))
        last.append(events[-1])
    if not last:
        return 0
    phone = phone_id or new_silent_phone()
    MATCH_EVENTS.rewrite(redacted_events)
    for event in last:
        MATCH_EVENTS.append(_erasing(event, NamesErased(by=by), phone))
    return len(last)


def redact_reasons(
    match_ids: Iterable[int], is_about: Callable[[str], bool], by: By, phone_id: int
) -> None:
    """Take those reasons out of the matches with these row ids, and nothing else.

    Belongs in a `writing` block.
    """
    for _match_id, rows in groupby(MATCH_EVENTS.events_of(match_ids), key=lambda row: row.owner_id):
        events = list(rows)
        about = [event for event in events if is_about(text_in(event.data, "reason"))]
        if about:
            MATCH_EVENTS.rewrite([*filter(None, map(_redacted_event, about))])
            MATCH_EVENTS.append(_erasing(events[-1], ReasonsErased(by=by), phone_id))


def _erasing(last: StoredEvent, body: NamesErased | ReasonsErased, phone_id: int) -> StoredEvent:
    """The event that says that the names went, after the match's last event."""
    op_id, seq, at = new_operation_id(), last.seq + 1, now()
    kind_and_data = body.kind, body.data
    return StoredEvent(last.owner_id, seq, op_id, *kind_and_data, at, phone_id, last.public_id)


def _redacted_event(event: StoredEvent) -> StoredEvent | None:
    """The event without its names; None where it has none."""
    data = redact_data(BODIES[event.kind], event.data)
    return None if data == event.data else event._replace(data=data)


def forget_sheets() -> None:
    """Remove all printed sheets of matches, and the overwritten bytes in the database's journal.

    A file does not show whose names are in it. A removed sheet is made again on demand.
    """
    instance = current_settings().instance
    for file in (instance / _SHEETS).glob("*"):
        if file.is_file():
            with suppress(OSError):  # another server of this folder was quicker
                file.unlink()
    with suppress(DatabaseUnavailable, NotWritable):  # the next save's turn
        forget_overwritten()
    for forget in ALSO_FORGET:
        forget()


def remove_old_papers() -> None:
    """Remove the unused papers of an earlier version, with their names and scorers' codes."""
    instance = current_settings().instance
    rmtree(instance / _OLD_PAPERS, ignore_errors=True)  # another server of this folder was quicker
