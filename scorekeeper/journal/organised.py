"""Owners that phones organise or help in, tournaments and clubs: their roles, lists and rights."""

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, Final, Generic, Literal, NamedTuple, TypeVar, cast

from scorekeeper.journal.act import Act, is_decided_on, is_same_body
from scorekeeper.journal.body import StoredBody
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of, new_public_id, new_secret
from scorekeeper.journal.journal import EventsAt, Journal
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import (
    L,
    NotAllowed,
    NotFound,
    OperationReused,
    Owner,
    S,
    Wanted,
    request_digest,
)
from scorekeeper.store import queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.store.db import writing
from scorekeeper.store.roles import RoleTable, TournamentRoleRow
from scorekeeper.store.streams import HeadTable, StoredEvent

Role = Literal["", "organiser", "helper"]
"""The role of a phone in an owner; empty for one that has only its address."""


class OwnedBody(StoredBody):
    """The body of an act of an owner.

    Two helpers who write at two tables, or two pairs that come at once, rest on nothing of each
    other.
    """

    is_for_helpers: ClassVar[bool] = False
    """May a helper do it? An organiser may do all."""

    def decided_on(self) -> frozenset[str]:
        """The things that must not have changed since the phone looked.

        They are more than the act rests on where two acts alike would count twice. Only the things
        in `rests_on` cannot be undone before the act.
        """
        return self.rests_on()

    def check_first(self) -> None:
        """See whether an owner can begin with it.

        :raises ActRefused: it cannot; the error has the faults.
        """


OB = TypeVar("OB", bound=OwnedBody)
OA = TypeVar("OA", bound=Act[OwnedBody])


class OwnerList(NamedTuple, Generic[L]):
    """The owners of one kind in which a phone has a role, the newest first."""

    whole: list[L]
    damaged: list[str]
    """The addresses of those that are not what was written."""


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

    def find_own(self, public_id: str, phone_id: int | None) -> L:
        loaded = self.find(public_id)
        if self.role_of(loaded, phone_id) != "organiser":
            raise NotAllowed
        return loaded

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
        """Give the phone this role in the owner. Belongs in a `writing` block."""
        self._roles.set_role(loaded.id, phone_id, TournamentRoleRow(role), now())

    def remove_roles(self, loaded: L, phone_ids: Collection[int]) -> None:
        """Take from these phones whatever role they have. Belongs in a `writing` block."""
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
        """A new owner, which this phone organises. Belongs in a `writing` block.

        :raises ActRefused: nothing can begin so.
        """
        body.check_first()
        loaded = self.add_with(
            [self.act_type(1, body, op_id, now(), phone_id, request_digest(body.data))]
        )
        self.set_role(loaded, phone_id, "organiser")
        return loaded

    def add_with(self, acts: Sequence[OA], public_id: str = "", phone_id: int | None = None) -> L:
        """Store and return a new owner with these acts. Belongs in a `writing` block.

        It has no organiser yet. `phone_id` is the phone that stands for the owner itself; None
        makes a new one.
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
        :raises ActRefused: the act is not possible; the error has its faults.
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
    """Add a phone without a user: acts of an owner itself are its acts.

    Belongs in a `writing` block.
    """
    return queries.add_phone(hash_of(new_secret()), now())


def is_asked_by(act_digest: str, digest: str) -> bool:
    """Does the act come from the request with this digest? An erased digest fits any request."""
    return act_digest in ("", digest)
