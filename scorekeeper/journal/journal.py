"""Reads the acts of one kind of owner, keeps what they fold to in memory, and appends acts.

Memory is never believed: each reading asks the database for the last known event. It must be the
same operation, written at the same moment. A state of another history, such as a restored backup's,
is dropped. So is one from before an erasure of names.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import Field
from itertools import groupby
from threading import Lock
from typing import Any, ClassVar, Final, Generic, Protocol, TypeAlias, TypeVar

from cachetools import LRUCache

from scorekeeper.journal.act import Act, state_mark
from scorekeeper.journal.body import StoredBody
from scorekeeper.store.database_checks import UNFOLDABLE, DamagedEvent
from scorekeeper.store.streams import EventStream, StoredEvent


class Folded(Protocol):
    """The state that acts fold to: a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def acts(self) -> tuple[Act[StoredBody], ...]:
        """All of them, in order."""

    @property
    def revision(self) -> int:
        """The seq of the last one."""


A = TypeVar("A", bound=Act[StoredBody])
S = TypeVar("S", bound=Folded)
EventsAt: TypeAlias = Callable[[str, int], list[StoredEvent]]
"""Reads the events of the owner with this address, from a seq on."""


class Journal(Generic[A, S]):
    """The acts (A) of one kind of owner, and the states (S) that they fold to."""

    def __init__(
        self,
        events: EventStream,
        path: str,
        *,
        read: Callable[[StoredEvent], A],
        replay: Callable[[Sequence[A]], S],
        replay_onto: Callable[[S, Sequence[A]], S],
        outcome_of: Callable[[S], object],
        memory: LRUCache[str, S],
    ) -> None:
        """`path` is where an owner is read, without its address: `/m/`.

        An error of `UNFOLDABLE` from `read` means a damaged event. `outcome_of` returns the play
        without names: it must be the same in a copy.
        """
        self.events: Final = events
        self.path: Final = path
        self.replay: Final = replay
        self.outcome_of: Final = outcome_of
        self._read: Final = read
        self._replay_onto: Final = replay_onto
        self._memory: Final = memory
        self._lock: Final = Lock()

    def find(self, public_id: str, events_at: EventsAt | None = None) -> tuple[int, S] | None:
        """The row id and the state of the owner with this address, or None.

        `events_at` reads its events in another way than the stream's own, with more beside them.

        :raises DamagedEvent: an event of it is not as it was written.
        """
        events_at = events_at or self.events.events_at
        remembered = self._cached_state(public_id)
        if remembered is not None:
            events = events_at(public_id, remembered.revision)
            acts = self._acts_since(remembered, events)
            if acts is not None:
                if acts:
                    remembered = self.remember(public_id, self._replay_onto(remembered, acts))
                return events[0].owner_id, remembered
        events = events_at(public_id, 1)
        if not events:
            return None
        state = self.replay(self.acts_of(events))
        return events[0].owner_id, self.remember(public_id, state)

    def find_all(self, addresses: Sequence[tuple[int, str]]) -> list[tuple[str, S]]:
        """The states of the owners with these row ids and addresses, in the same order.

        One that is damaged is left out.
        """
        remembered_states = {
            owner_id: self._cached_state(public_id) for owner_id, public_id in addresses
        }
        found_states = {
            owner_id: state for owner_id, state in remembered_states.items() if state is not None
        }
        found = {
            event.owner_id: found_states[event.owner_id]
            for event in self.events.last_events_of(found_states)
            if _is_last(event, found_states[event.owner_id])
        }
        unread = [owner_id for owner_id, _ in addresses if owner_id not in found]
        names = dict(addresses)
        rows = groupby(self.events.events_of(unread), key=lambda event: event.owner_id)
        for owner_id, events in rows:
            with suppress(DamagedEvent):
                state = self.replay(self.acts_of(events))
                found[owner_id] = self.remember(names[owner_id], state)
        return [(name, found[owner_id]) for owner_id, name in addresses if owner_id in found]

    def mark_at(self, public_id: str) -> str | None:
        """The mark of an owner's present state, at the price of one look; None where none is."""
        last = self.events.last_operation_at(public_id)
        return state_mark(*last) if last else None

    def mark_in_memory(self, public_id: str) -> str | None:
        """The mark as this process last read or wrote it; None where it has not, or forgot."""
        state = self._cached_state(public_id)
        return state.acts[-1].mark if state else None

    def remember(self, public_id: str, state: S) -> S:
        """Keep the state for the next reader, and give it back.

        Behind the lock the state may have another thread's acts, which are not committed yet. Until
        they are, a reader who asks the database drops the state.
        """
        with self._lock, suppress(ValueError):  # it is larger than all of the memory
            self._memory[public_id] = state
        return state

    def forget_all(self) -> None:
        """Drop the memory: the next reader folds from nothing."""
        with self._lock:
            self._memory.clear()

    def append(self, owner_id: int, *acts: A, public_id: str = "") -> None:
        """Append the acts to their owner. Belongs in a `writing` block."""
        self.events.append(*(event_of(owner_id, act, public_id) for act in acts))

    def acts_of(self, events: Iterable[StoredEvent]) -> list[A]:
        """All acts of one owner.

        :raises DamagedEvent: one of them is not what was written, or is missing.
        """
        rows, acts = list(events), []
        for seq, event in enumerate(rows, 1):
            if event.seq != seq:
                raise DamagedEvent(self._path_of(event), seq)
            acts.append(self.act_of(event))
        self._check_last(rows)
        return acts

    def act_of(self, event: StoredEvent) -> A:
        """An event as an act.

        :raises DamagedEvent: it is not what was written.
        """
        if not event.is_whole:
            raise DamagedEvent(self._path_of(event), event.seq)
        try:
            return self._read(event)
        except UNFOLDABLE as error:
            raise DamagedEvent(self._path_of(event), event.seq) from error

    def _acts_since(self, state: S, events: Sequence[StoredEvent]) -> list[A] | None:
        """The acts since the state; None where it is of another history, or an act erased names."""
        if not events or not _is_last(events[0], state):
            return None
        self._check_last(events)
        acts = [self.act_of(event) for event in events[1:]]
        return None if any(act.body.is_erasing for act in acts) else acts

    def _check_last(self, events: Sequence[StoredEvent]) -> None:
        """See that the owner did not lose its last events.

        :raises DamagedEvent: it did.
        """
        if events and events[-1].last not in (None, events[-1].seq):
            raise DamagedEvent(self._path_of(events[-1]), events[-1].seq + 1)

    def _path_of(self, event: StoredEvent) -> str:
        return f"{self.path}{event.public_id}/"

    def _cached_state(self, public_id: str) -> S | None:
        with self._lock:
            return self._memory.get(public_id)


def event_of(owner_id: int, act: Act[StoredBody], public_id: str = "") -> StoredEvent:
    """The act as an event that is to be written."""
    assert act.at is not None
    assert act.phone is not None
    return StoredEvent(
        owner_id,
        act.seq,
        act.op_id,
        act.kind,
        act.data,
        act.at,
        act.phone,
        public_id,
        act.request_digest,
    )


def _is_last(event: StoredEvent, state: Folded) -> bool:
    last = state.acts[-1]
    return event.is_whole and (event.seq, event.op_id, event.at) == (last.seq, last.op_id, last.at)
