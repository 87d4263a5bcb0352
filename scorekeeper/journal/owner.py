"""Owners of acts: finds matches, tournaments and clubs, says who may act, writes each act once.

An act carries an operation id that its sender chose, and the revision it was decided on. A repeat
is answered as the first time. An act is stale only where what it rests on was changed since: four
helpers write at four tables.
"""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, Generic, Literal, NamedTuple, TypeVar, cast

from scorekeeper.journal.act import Act, Revision, is_decided_on
from scorekeeper.journal.body import By, StoredBody
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of, new_public_id, new_secret
from scorekeeper.journal.journal import EventsAt, Folded, Journal, event_of
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.redaction import is_same_body, redact
from scorekeeper.store import queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.store.db import writing
from scorekeeper.store.roles import RoleTable, TournamentRoleRow
from scorekeeper.store.streams import HeadTable, StoredEvent

Role = Literal["", "organiser", "helper"]
"""The role of a phone in an owner; empty for one that has only its address."""

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
    """The phone that it is itself; 0 where it is none, as a match."""

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


class OwnedBody(StoredBody):
    """The body of an act of an owner.

    Two helpers who write at two tables, or two pairs that come at once, rest on nothing of each
    other.
    """

    is_for_helpers: ClassVar[bool] = False
    """May a helper do it? An organiser may do all."""

    def decided_on(self) -> frozenset[str]:
        """What must not have changed: more than it rests on, where two alike would count twice.

        Only what it rests on cannot be undone before it.
        """
        return self.rests_on()

    def check_first(self) -> None:
        """See whether an owner can begin with it.

        :raises ActRefused: it cannot, with what is wrong with it.
        """


L = TypeVar("L", bound=Loaded[Folded])
S = TypeVar("S", bound=Folded)
B = TypeVar("B", bound=StoredBody)
A = TypeVar("A", bound=Act[StoredBody])
R = TypeVar("R")
OB = TypeVar("OB", bound=OwnedBody)
OA = TypeVar("OA", bound=Act[OwnedBody])


class OwnerList(NamedTuple, Generic[L]):
    """The owners of one kind in which a phone has a role, the newest first."""

    whole: list[L]
    damaged: list[str]
    """The addresses of those that are not what was written."""


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

    L is one as it is loaded, S its state, B a body, A an act and R a phone's role.
    """

    not_allowed: ClassVar[type[Exception]] = NotAllowed
    keeps_requests: ClassVar[bool] = True
    """Does a digest of what was asked stand beside an act?"""

    def __init__(self, journal: Journal[A, S], loaded: type[L], act: type[A]) -> None:
        self.journal: Final = journal
        self._loaded: Final = loaded
        self._act: Final = act

    @abstractmethod
    def role_of(self, loaded: L, phone_id: int | None) -> R:
        """The role of this phone in the owner."""

    @abstractmethod
    def find_wanted(
        self, public_id: str, phone_id: int | None, op_id: str, body: B
    ) -> Wanted[L, R]:
        """The owner, for a phone that asks for an act, or for what it wrote once.

        :raises NotFound: there is none.
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
        :raises ActRefused: the act is not possible, with what is wrong with it.
        """

    @abstractmethod
    def is_stale(self, state: S, revision: int, body: B) -> bool:
        """Did the owner go on since this revision in a way that the act must know of?"""

    def check_right(self, loaded: L, body: B, role: R, phone_id: int | None) -> None:
        """See that the phone may do it as the owner stands now, where more than the role decides.

        :raises NotAllowed: it may not.
        """

    def conflict(self, loaded: L) -> Exception:
        """What tells that the act is stale."""
        return Conflict(loaded)

    def reused(self, loaded: L, event: StoredEvent) -> Exception:
        """What tells that the operation was something else."""
        return OperationReused(loaded)

    def find(self, public_id: str, events_at: EventsAt | None = None) -> L:
        """The owner with this address; `events_at` reads its events, with more beside them.

        :raises NotFound: there is none.
        :raises DamagedEvent: something of it is not what was written.
        """
        found = self.journal.find(public_id, events_at)
        if found is None:
            raise NotFound(public_id)
        owner_id, state = found
        return self._loaded(public_id, state, owner_id)

    def with_state(self, loaded: L, state: S) -> L:
        """The owner with another state, such as that after one more act."""
        return self._loaded(loaded.public_id, state, loaded.id, loaded.phone)

    def remember(self, loaded: L) -> None:
        """Keep in memory what was just written, once it is committed."""
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
        """The owner, and whether the act is still to be written. Belongs into a `writing` block.

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
        # Behind what is stale: who did not know of it reads what is there now.
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
        """The owner with the act written. Belongs into a `writing` block.

        :raises Full: there is no room for it.
        :raises ActRefused: the act is not possible, with what is wrong with it.
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
            acts.append(self._act(after.state.revision + 1, body, op_id, now(), phone_id, digest))
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

        Belongs into a `writing` block.
        """
        digest = request_digest(operation_request) if operation_request is not None else ""
        *before, last = after.acts
        act = cast(A, last)._replace(op_id=op_id, at=now(), phone=phone_id, request_digest=digest)
        self.journal.append(loaded.id, act, public_id=loaded.public_id)
        return self.with_state(loaded, replace(after, acts=(*before, act)))

    def rewrite(self, loaded: L, acts: Iterable[Act[StoredBody]]) -> None:
        """Store acts of the owner again, without names. Belongs into a `writing` block."""
        self.journal.events.rewrite([event_of(loaded.id, act, loaded.public_id) for act in acts])

    def redact_all(self, loaded: L) -> None:
        """Take the names out of all acts that have some. Belongs into a `writing` block."""
        acts = loaded.state.acts
        self.rewrite(loaded, (redacted for act in acts if (redacted := redact(act)) != act))


class Organised(Owner[L, S, OB, OA, Role]):
    """One kind of owner that phones organise, or help in."""

    def __init__(
        self,
        journal: Journal[OA, S],
        heads: HeadTable,
        roles: RoleTable[TournamentRoleRow],
        loaded: type[L],
        act: type[OA],
    ) -> None:
        super().__init__(journal, loaded, act)
        self._heads: Final = heads
        self._roles: Final = roles

    def find_wanted(
        self, public_id: str, phone_id: int | None, op_id: str, body: OB
    ) -> Wanted[L, Role]:
        loaded = self.find(public_id)
        role = self.role_of(loaded, phone_id)
        if not role:
            raise NotAllowed
        return Wanted(loaded, role, role == "organiser" or self.may_help_with(loaded, body))

    def may_help_with(self, loaded: L, body: OB) -> bool:
        """May a helper do it, whatever was decided since?"""
        return body.is_for_helpers

    def is_stale(self, state: S, revision: int, body: OB) -> bool:
        """Was something that it rests on changed after the revision, or is that another act now?"""
        acts = state.acts
        if not 0 < revision <= state.revision or not is_decided_on(revision, acts[revision - 1]):
            return True
        bodies = (cast(OwnedBody, act.body) for act in acts[revision:])
        return not body.decided_on().isdisjoint(
            frozenset().union(*(one.writes() for one in bodies))
        )

    def check_request(self, loaded: L, body: OB) -> None:
        """See whether it may be asked for, where more was once written than is asked for today.

        :raises ActRefused: it may not.
        """

    def find(self, public_id: str, events_at: EventsAt | None = None) -> L:
        row = self._heads.row_at(public_id)
        if row is None:
            raise NotFound(public_id)
        found = self.journal.find(public_id, events_at)
        if found is None:  # it lost all of its events
            raise DamagedEvent(f"{self.journal.path}{public_id}/", 1)
        return self._loaded(public_id, found[1], row.id, row.phone_id)

    def find_all(self, addresses: Iterable[str]) -> list[L]:
        """The owners with these addresses, in order, without those that are damaged or not there.

        However many they are, it is as many looks into the database.
        """
        listed = [*addresses]
        rows = self._heads.rows_at(listed)
        found = self.journal.find_all([(rows[one].id, one) for one in listed if one in rows])
        return [
            self._loaded(address, state, rows[address].id, rows[address].phone_id)
            for address, state in found
        ]

    def find_organised(self, public_id: str, phone_id: int | None) -> L:
        """The owner, for a phone that organises it.

        :raises NotFound: there is none.
        :raises NotAllowed: this phone does not organise it.
        """
        loaded = self.find(public_id)
        if self.role_of(loaded, phone_id) != "organiser":
            raise NotAllowed
        return loaded

    def find_to_erase(self, public_id: str, phone_id: int | None, by: By) -> tuple[L, int]:
        """The owner, and the phone that erases names in it.

        By the operator, or by age, it is the owner itself; else a phone that organises it.

        :raises NotFound, NotAllowed: as of `find_organised`.
        """
        if by in ("operator", "age"):
            loaded = self.find(public_id)
            return loaded, loaded.phone
        loaded = self.find_organised(public_id, phone_id)
        assert phone_id is not None
        return loaded, phone_id

    def list_of(self, phone_id: int) -> OwnerList[L]:
        """The owners in which the phone has a role."""
        found: OwnerList[L] = OwnerList([], [])
        for public_id in self._heads.of_phone(phone_id):
            try:
                found.whole.append(self.find(public_id))
            except DamagedEvent:
                found.damaged.append(public_id)
        return found

    def whole_of(self, phone_id: int) -> list[L]:
        """The owners in which the phone has a role, but for damaged ones."""
        return self.list_of(phone_id).whole

    def is_any_of(self, phone_id: int) -> bool:
        """Has the phone a role in one of them?"""
        return bool(self._heads.of_phone(phone_id))

    def role_of(self, loaded: L, phone_id: int | None) -> Role:
        role = self._roles.role_of(loaded.id, phone_id) if phone_id is not None else None
        return cast(Role, role.role if role else "")

    def role_with(self, public_id: str, secret: str | None) -> Role:
        """The role of the phone with this secret in the owner with this address."""
        found = self._roles.role_with(public_id, hash_of(secret)) if secret else None
        return cast(Role, found[1].role) if found else ""

    def set_role(self, loaded: L, phone_id: int, role: Role) -> None:
        """Give the phone this role in the owner. Belongs into a `writing` block."""
        self._roles.set_role(loaded.id, phone_id, TournamentRoleRow(role), now())

    def remove_roles(self, loaded: L, phone_ids: Collection[int]) -> None:
        """Take from these phones whatever role they have. Belongs into a `writing` block."""
        self._roles.remove_roles(loaded.id, phone_ids)

    def begin_once(self, body: OB, phone_id: int, op_id: str) -> L:
        """The new owner, which this phone organises.

        Sent again, the same operation returns the owner that the first one made.

        :raises ActRefused: nothing can begin so.
        :raises OperationReused: the operation id was used for something else.
        """
        body.check_first()
        with writing(op_id):
            events = self.journal.events
            event = events.event_with(op_id)
            if event is not None:
                loaded = self.find(events.public_id_of(event.owner_id))
                is_same = (event.kind, event.phone_id) == (body.kind, phone_id)
                if not is_same or not is_same_body(self.journal.act_of(event).body, body):
                    raise OperationReused(loaded)
                return loaded
            public_id = self.add_new(body, phone_id, op_id).public_id
        return self.find(public_id)

    def add_new(self, body: OB, phone_id: int, op_id: str) -> L:
        """A new owner, which this phone organises. Belongs into a `writing` block.

        :raises ActRefused: nothing can begin so.
        """
        body.check_first()
        loaded = self.add_with(
            [self._act(1, body, op_id, now(), phone_id, request_digest(body.data))]
        )
        self.set_role(loaded, phone_id, "organiser")
        return loaded

    def add_with(self, acts: Sequence[OA], public_id: str = "", phone_id: int | None = None) -> L:
        """A new owner with these acts, which nobody organises. Belongs into a `writing` block.

        It is this phone itself, or a new one.
        """
        public_id = public_id or new_public_id()
        phone = phone_id if phone_id is not None else new_silent_phone()
        owner_id = self._heads.add(public_id, phone, now())
        self.journal.append(owner_id, *acts, public_id=public_id)
        return self._loaded(public_id, self.journal.replay(acts), owner_id, phone)

    def write(
        self,
        public_id: str,
        phone_id: int | None,
        op_id: str,
        revision: int,
        body: OB,
        operation_request: Json | None = None,
    ) -> L:
        """The owner after the act; a repeat is answered as the first time.

        `operation_request` is what the phone sent, where the act follows from more than that.

        :raises NotFound: there is no such owner.
        :raises NotAllowed: this phone may not do it.
        :raises Conflict: what it rests on is past `revision`, or the operation was something else.
        :raises Full: there is no room for it.
        :raises ActRefused: the act is not possible, with what is wrong with it.
        :raises DatabaseUnavailable: the database was locked too long.
        """
        with writing(public_id, op_id):
            loaded, is_new = self.prepare(
                public_id, phone_id, op_id, revision, body, operation_request
            )
            if not is_new:
                return loaded
            self.check_request(loaded, body)
            return self.append(loaded, phone_id, op_id, body, operation_request)

    def is_done(
        self, loaded: L, phone_id: int | None, op_id: str, body: OB, operation_request: Json | None
    ) -> bool:
        request = body.data if operation_request is None else operation_request
        return self.is_repeat(loaded, phone_id, op_id, body.kind, request)

    def is_repeat(
        self, loaded: L, phone_id: int | None, op_id: str, kind: str, operation_request: Json
    ) -> bool:
        """Was this operation done already, for the same phone and as it is asked now?

        :raises OperationReused: it was done with something else in it.
        """

        def is_same(event: StoredEvent) -> bool:
            digest = request_digest(operation_request)
            is_asked = is_asked_by(event.request_digest, digest)
            return is_asked and (event.kind, event.phone_id) == (kind, phone_id)

        return self.is_written(loaded, op_id, is_same)


def new_silent_phone() -> int:
    """A phone that nobody has: what a tournament does by itself is its own.

    Belongs into a `writing` block.
    """
    return queries.add_phone(hash_of(new_secret()), now())


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
