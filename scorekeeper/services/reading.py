"""Reading matches. A ledger that was folded once is kept in memory, and only what was written
since is read and folded.

Memory is never believed: each reading asks the database for the events from the last known one on,
and that one must be the same operation, written at the same moment. A ledger of another history (of
a backup that was restored, say) is dropped, and so is one from before names were erased.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import groupby
from threading import Lock
from typing import Final

from cachetools import LRUCache

from scorekeeper.services.ledger import Act, Ledger, mark_of
from scorekeeper.services.match_acts.registry import BODIES, read_body
from scorekeeper.services.replaying import replay, replay_further
from scorekeeper.store import queries
from scorekeeper.store.checking import UNFOLDABLE, DamagedEvent

KEPT_ACTS: Final = 20_000
"""In memory, of all kept ledgers together: about 40 MB."""
_HEAD: Final = 4
"""A ledger without a hand takes about the room of so many acts."""
_AT_ONCE: Final = 20
"""So many new acts are cheaper to fold with all the others than one by one."""

_ledgers: LRUCache[str, Ledger] = LRUCache(KEPT_ACTS, getsizeof=lambda one: _HEAD + len(one.acts))
_lock: Final = Lock()


def ledger_at(public_id: str) -> tuple[int, Ledger] | None:
    """The row id and the ledger of the match with this address; None where there is none.

    :raises DamagedEvent: something of it is not what was written.
    """
    known = _remembered(public_id)
    match_id, events = queries.events_at(public_id, known.revision if known else 1)
    if known is not None and (not _goes_on(known, events) or _changes_past(events)):
        known = None
        match_id, events = queries.events_at(public_id, 1)
    if match_id is None:
        return None
    ledger = _with_events(known, events)
    if ledger is not known:
        remember(public_id, ledger)
    return match_id, ledger


def mark_at(public_id: str) -> str | None:
    """The mark of the match with this address, without reading the match; None for no match."""
    last = queries.last_operation_at(public_id)
    return mark_of(*last) if last else None


def ledgers_of(addresses: Sequence[tuple[int, str]]) -> list[tuple[str, Ledger]]:
    """The ledgers of the matches with these row ids and addresses, in the same order.

    One that is damaged is left out.
    """
    known = {match_id: _remembered(public_id) for match_id, public_id in addresses}
    seen = {match_id: ledger for match_id, ledger in known.items() if ledger is not None}
    last = {
        event.match_id: mark_of(event.op_id, event.at) for event in queries.last_events_of(seen)
    }
    fresh = {match_id for match_id, ledger in seen.items() if last.get(match_id) == ledger.mark}
    unread = [match_id for match_id, _ in addresses if match_id not in fresh]
    rows = groupby(queries.events_of(unread), key=lambda event: event.match_id)
    found = {match_id: seen[match_id] for match_id in fresh}
    names = dict(addresses)
    for match_id, events in rows:
        with suppress(DamagedEvent):
            found[match_id] = replay(acts_of(events))
            remember(names[match_id], found[match_id])
    return [(name, found[match_id]) for match_id, name in addresses if match_id in found]


def remember(public_id: str, ledger: Ledger) -> None:
    """Keep the ledger, which is committed, for the next reader."""
    with _lock:
        if _HEAD + len(ledger.acts) <= _ledgers.maxsize:
            _ledgers[public_id] = ledger


def acts_of(events: Iterable[queries.EventRow]) -> list[Act]:
    """All events of a match, as the ledger sees them.

    :raises DamagedEvent: one of them is not what was written, or is missing.
    """
    rows, acts = list(events), []
    for seq, event in enumerate(rows, 1):
        if event.seq != seq:
            raise DamagedEvent(f"/m/{event.public_id}/", seq)
        acts.append(act_of(event))
    _check_last(rows)
    return acts


def _check_last(events: Sequence[queries.EventRow]) -> None:
    """See that the match did not lose its last events.

    :raises DamagedEvent: it did.
    """
    if events and events[-1].last and events[-1].seq != events[-1].last:
        raise DamagedEvent(f"/m/{events[-1].public_id}/", events[-1].seq + 1)


def act_of(event: queries.EventRow) -> Act:
    """An event as the ledger sees it.

    :raises DamagedEvent: it is not what was written.
    """
    if not event.is_whole:
        raise DamagedEvent(f"/m/{event.public_id}/", event.seq)
    try:
        body = read_body(event.kind, event.data)
    except UNFOLDABLE as error:
        raise DamagedEvent(f"/m/{event.public_id}/", event.seq) from error
    return Act(event.seq, body, event.op_id, event.at, event.phone_id)


def _remembered(public_id: str) -> Ledger | None:
    with _lock:
        return _ledgers.get(public_id)


def _goes_on(known: Ledger, events: Sequence[queries.EventRow]) -> bool:
    return bool(events) and mark_of(events[0].op_id, events[0].at) == known.mark


def _changes_past(events: Sequence[queries.EventRow]) -> bool:
    """Were names erased in what was written before?"""
    return any(BODIES[event.kind].is_erasing for event in events[1:])


def _with_events(known: Ledger | None, events: Sequence[queries.EventRow]) -> Ledger:
    if known is None:
        return replay(acts_of(events))
    _check_last(events)
    if len(events) > _AT_ONCE:
        return replay((*known.acts, *map(act_of, events[1:])))
    for event in events[1:]:
        known = replay_further(known, act_of(event))
    return known
