"""Owners of acts: finds matches, tournaments and clubs, says who may act, writes each act once.

An act carries an operation id that its sender chose, and the revision it was decided on. A repeat
is answered as the first time. An act is stale only where what it rests on was changed since: four
helpers write at four tables.
"""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar, cast

from scorekeeper.journal.act import Act, Revision, redact
from scorekeeper.journal.body import By, StoredBody
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.journal import EventsAt, Folded, Journal, event_of
from scorekeeper.journal.json_values import Json
from scorekeeper.store.streams import StoredEvent

S_co = TypeVar("S_co", bound=Folded, covariant=True)


@dataclass(frozen=True, slots=True)
class Loaded(Generic[S_co]):
    """An owner as it was loaded."""

    public_id: str
    """Its address."""
    state: S_co
    id: int = field(default=0, compare=False)
    """Its row id; 0 where it is only shown."""
    phone: int = 0
    """The phone that stands for the owner itself; 0 for a match, which has no such phone."""

    @property
    def revision(self) -> Revision:
        """The revision that an act is decided on."""
        last = self.state.acts[-1]
        return Revision(last.seq, last.mark)


class NotFound(Exception):
    """There is nothing at this address."""

    page: ClassVar[str] = "NOT_FOUND"


class NotAllowed(Exception):
    """This phone may read it, and not do this."""

    page: ClassVar[str] = "NOT_ORGANISER"


class ActRefused(Exception):
    """The act cannot be done as things stand; nothing changed. Each kind of owner says why."""

    codes: frozenset[str]
    """The codes of the faults."""


class Conflict(Exception):
    """Something that the act rests on was changed meanwhile; nothing was written."""

    page: ClassVar[str] = "REVISION_CONFLICT"

    def __init__(self, loaded: Loaded[Folded]) -> None:
        super().__init__(loaded.public_id)
        self.public_id = loaded.public_id
        self.revision = loaded.revision
        """The revision now."""


class OperationReused(Conflict):
    """The operation was done already, with something else in it."""


L = TypeVar("L", bound=Loaded[Folded])
S = TypeVar("S", bound=Folded)
B = TypeVar("B", bound=StoredBody)
A = TypeVar("A", bound=Act[StoredBody])
R = TypeVar("R")


class Wanted(NamedTuple, Generic[L, R]):
    """An owner as it is found for an act, with the role of the phone that asks."""

    loaded: L
    role: R
    may_write: bool
    """May it do that, whatever was decided since? Else it may only ask for what it wrote."""
    is_op_known: bool = True
    """Can the operation be written already?"""


class Owner(ABC, Generic[L, S, B, A, R]):
    """One kind of owner: its journal, and what its acts may do.

    L is a loaded owner, S its state, B a body, A an act and R a phone's role.
    """

    not_allowed: ClassVar[type[Exception]] = NotAllowed
    keeps_requests: ClassVar[bool] = True
    """Is a digest of the request stored beside each act?"""

    def __init__(self, journal: Journal[A, S], loaded: type[L], act: type[A]) -> None:
        self.journal: Final = journal
        self._loaded: Final = loaded
        self.act_type: Final = act

    @abstractmethod
    def role_of(self, loaded: L, phone_id: int | None) -> R:
        """The role of this phone in the owner."""

    @abstractmethod
    def find_wanted(
        self, public_id: str, phone_id: int | None, op_id: str, body: B
    ) -> Wanted[L, R]:
        """The owner, for a phone that asks for an act, or for what it wrote once.

        :raises NotFound: no owner has this address.
        :raises NotAllowed: the phone may not even ask.
        """

    @abstractmethod
    def is_done(
        self, loaded: L, phone_id: int | None, op_id: str, body: B, operation_request: Json | None
    ) -> bool:
        """Was this operation done already, as it is asked now?

        :raises OperationReused: it was done with something else in it.
        """

    @abstractmethod
    def state_after(self, loaded: L, act: A) -> S:
        """The state as it would stand after one more act.

        :raises Full: there is no room for it.
        :raises ActRefused: the act is not possible; the error has its faults.
        """

    @abstractmethod
    def is_stale(self, state: S, revision: int, body: B) -> bool:
        """Whether the owner changed since this revision in a way that matters for the act."""

    def check_right(self, loaded: L, body: B, role: R, phone_id: int | None) -> None:
        """See that the phone may do it as the owner stands now, where more than the role decides.

        :raises NotAllowed: it may not.
        """

    def conflict(self, loaded: L) -> Exception:
        """The error for an act that is stale."""
        return Conflict(loaded)

    def reused(self, loaded: L, event: StoredEvent) -> Exception:
        """The error for an operation that was used before with another content."""
        return OperationReused(loaded)

    def find(self, public_id: str, events_at: EventsAt | None = None) -> L:
        """The owner with this address; `events_at` reads its events, with more beside them.

        :raises NotFound: no owner has this address.
        :raises DamagedEvent: an event of it is not as it was written.
        """
        found = self.journal.find(public_id, events_at)
        if found is None:
            raise NotFound(public_id)
        owner_id, state = found
        return self._loaded(public_id, state, owner_id)

    @abstractmethod
    def find_own(self, public_id: str, phone_id: int | None) -> L:
        """The owner, for a phone that may do all in it: a match's scorer, else an organiser.

        :raises NotFound: no owner has this address.
        :raises NotAllowed: this phone may not; for a match it is `NotScorer`.
        """

    def find_to_erase(self, public_id: str, phone_id: int | None, by: By) -> tuple[L, int]:
        """The owner, and the phone that erases names in it.

        By the operator, or by age, it is the owner itself, 0 for a match; else one of `find_own`.

        :raises NotFound, NotAllowed: as of `find_own`.
        """
        if by in ("operator", "age"):
            loaded = self.find(public_id)
            return loaded, loaded.phone
        loaded = self.find_own(public_id, phone_id)
        assert phone_id is not None
        return loaded, phone_id

    def with_state(self, loaded: L, state: S) -> L:
        """The owner with another state, such as that after one more act."""
        return self._loaded(loaded.public_id, state, loaded.id, loaded.phone)

    def remember(self, loaded: L) -> None:
        """Keep the new state in memory, once it is committed."""
        self.journal.remember(loaded.public_id, cast(S, loaded.state))

    def prepare(
        self,
        public_id: str,
        phone_id: int | None,
        op_id: str,
        revision: int,
        body: B,
        operation_request: Json | None = None,
    ) -> tuple[L, bool]:
        """The owner, and whether the act is still to be written. Belongs in a `writing` block.

        `body` is as much of the act as is known.

        :raises NotFound, NotAllowed, Conflict: as of `write`.
        """
        loaded, role, may_write, is_op_known = self.find_wanted(public_id, phone_id, op_id, body)
        if is_op_known and self.is_done(loaded, phone_id, op_id, body, operation_request):
            return loaded, False
        if not may_write:
            raise self.not_allowed
        if self.is_stale(cast(S, loaded.state), revision, body):
            raise self.conflict(loaded)
        # After the check for staleness: a phone with an old state sees the new one first.
        self.check_right(loaded, body, role, phone_id)
        return loaded, True

    def is_written(self, loaded: L, op_id: str, is_same: Callable[[StoredEvent], bool]) -> bool:
        """Was this operation written in the owner, and is that the same?

        :raises OperationReused: it was something else.
        """
        event = self.journal.events.event_with(op_id)
        if event is None:
            return False
        if event.owner_id != loaded.id or not is_same(event):
            raise self.reused(loaded, event)
        return True

    def append(
        self,
        loaded: L,
        phone_id: int | None,
        op_id: str,
        body: B,
        operation_request: Json | None = None,
    ) -> L:
        """The owner with the act written. Belongs in a `writing` block.

        :raises Full: there is no room for it.
        :raises ActRefused: the act is not possible; the error has its faults.
        """
        operation_request = body.data if operation_request is None else operation_request
        return self.append_all(loaded, phone_id, [(op_id, body, operation_request)])

    def append_all(
        self, loaded: L, phone_id: int | None, operations: Iterable[tuple[str, B, Json]]
    ) -> L:
        """The owner with acts written: of each its operation id, its body, and what asked.

        :raises Full: there is no room for one of them.
        :raises ActRefused: one of them is not possible.
        """
        acts: list[A] = []
        after = loaded
        for op_id, body, operation_request in operations:
            digest = request_digest(operation_request) if self.keeps_requests else ""
            acts.append(
                self.act_type(after.state.revision + 1, body, op_id, now(), phone_id, digest)
            )
            after = self.with_state(after, self.state_after(after, acts[-1]))
        if acts:
            self.journal.append(loaded.id, *acts, public_id=loaded.public_id)
        return after

    def append_decided(
        self,
        loaded: L,
        phone_id: int | None,
        op_id: str,
        after: S,
        operation_request: Json | None = None,
    ) -> L:
        """The owner with the last act of `after` written, done now, by which it becomes that.

        Belongs in a `writing` block.
        """
        digest = request_digest(operation_request) if operation_request is not None else ""
        *before, last = after.acts
        act = cast(A, last)._replace(op_id=op_id, at=now(), phone=phone_id, request_digest=digest)
        self.journal.append(loaded.id, act, public_id=loaded.public_id)
        return self.with_state(loaded, replace(after, acts=(*before, act)))

    def rewrite(self, loaded: L, acts: Iterable[Act[StoredBody]]) -> None:
        """Store acts of the owner again, without names. Belongs in a `writing` block."""
        self.journal.events.rewrite([event_of(loaded.id, act, loaded.public_id) for act in acts])

    def redact_all(self, loaded: L, phone_id: int, body: B) -> None:
        """Take the names out of all acts that have some, and write the one that says so.

        Belongs in a `writing` block.
        """
        acts = loaded.state.acts
        self.rewrite(loaded, (redacted for act in acts if (redacted := redact(act)) != act))
        self.append(loaded, phone_id, new_operation_id(), body)


def request_digest(operation_request: Json) -> str:
    """Return the digest by which a request differs from others with the same operation id."""
    text = json.dumps(operation_request, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def part_op_id(op_id: str, part: int | str) -> str:
    """Return the id of an operation that is a part of this one, such as a table's result."""
    return hashlib.sha256(f"{op_id} {part}".encode()).hexdigest()[:32]
