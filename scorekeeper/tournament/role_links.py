"""Links that make a phone organise or help, in tournaments and clubs; and their helpers.

Each link is a secret of 256 random bits, shown once and kept as a hash. It serves any number of
phones until a newer link takes its place.
"""

from collections.abc import Callable, Sequence
from typing import Final, Generic, Literal, NamedTuple, cast, get_args

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of, new_operation_id, new_secret
from scorekeeper.journal.organised import OA, OB, Organised
from scorekeeper.journal.owner import ActRefused, L, S
from scorekeeper.journal.role_acts import Helper, TakenRole
from scorekeeper.match.phones import enrol_program
from scorekeeper.store.db import writing
from scorekeeper.store.roles import LinkTable

LinkRole = TakenRole
LINK_ROLES: Final[tuple[LinkRole, ...]] = get_args(LinkRole)


class UnknownLink(Exception):
    """No link has this secret, or it was replaced."""


class HelperActs(NamedTuple, Generic[OB]):
    """The acts about helpers of one kind of owner, and how it refuses one."""

    named: Callable[[int, str], OB]
    removed: Callable[[int], OB]
    taken: Callable[[LinkRole, int], OB]
    refusal: Callable[[Literal["no_helper", "no_helper_name"], str], ActRefused]
    """Of a code and the field that it is about."""


class OpenedRole(NamedTuple, Generic[L]):
    """The owner that a link opens, and the role that it gives the phone."""

    loaded: L
    role: LinkRole
    helper: Helper | None
    """The helper whose link it is; None for an organiser's, or without a name."""
    number: int
    """Of a helper's link: the helper's number; 0 where it has no name."""


class _StoredLink(NamedTuple):
    public_id: str
    role: LinkRole
    helper: int


class RoleLinks(Generic[L, S, OB, OA]):
    """Makes, ends and opens the links to one kind of owner, and names its helpers."""

    def __init__(
        self,
        owner: Organised[L, S, OB, OA],
        table: LinkTable,
        acts: HelperActs[OB],
        helpers_of: Callable[[L], Sequence[Helper]],
    ) -> None:
        self._owner: Final = owner
        self._table: Final = table
        self._acts: Final = acts
        self.helpers_of: Final = helpers_of

    def make(self, public_id: str, phone_id: int | None, role: LinkRole, helper: int = 0) -> str:
        """The secret of a new link, which takes the place of the last one for this role or helper.

        A helper who was removed helps again as soon as it is opened.

        :raises NotFound: there is no such owner.
        :raises NotAllowed: this phone does not organise it.
        :raises ActRefused: there is no such helper.
        """
        with writing(public_id):
            loaded = self._owner.find_own(public_id, phone_id)
            found = self.helper(loaded, helper) if helper else None
            if helper and found is None:
                raise self._acts.refusal("no_helper", "helper")
            if found is not None and found.is_removed:
                self._append(loaded, phone_id, self._acts.named(helper, found.name))
            return self._add(loaded, role, helper)

    def name_helper(self, public_id: str, phone_id: int | None, name: str) -> tuple[int, str]:
        """The number of a new helper of this name, and the secret of the link that is only theirs.

        :raises NotFound, NotAllowed: as of `make`.
        :raises ActRefused: a helper is called so, or it is no name.
        """
        with writing(public_id):
            loaded = self._owner.find_own(public_id, phone_id)
            if not name:
                raise self._acts.refusal("no_helper_name", "name")
            number = max((one.number for one in self.helpers_of(loaded)), default=0) + 1
            self._append(loaded, phone_id, self._acts.named(number, name))
            return number, self._add(loaded, "helper", number)

    def remove_helper(
        self, public_id: str, phone_id: int | None, op_id: str, revision: int, number: int
    ) -> L:
        """The owner without this helper: the link is ended, and its phones only read.

        :raises NotFound, NotAllowed, Conflict, ActRefused: as of `Organised.write`.
        """
        with writing(public_id, op_id):
            body = self._acts.removed(number)
            loaded, is_new = self._owner.prepare(public_id, phone_id, op_id, revision, body)
            if not is_new:
                return loaded
            helper = self.helper(loaded, number)
            loaded = self._owner.append(loaded, phone_id, op_id, body)
            self._table.end(loaded.id, [_opens("helper", number)], now())
            if helper is not None:
                self._owner.remove_roles(loaded, helper.phones)
        return loaded

    def look_up(self, secret: str) -> OpenedRole[L]:
        """Look up what the link with this secret opens.

        :raises UnknownLink: it opens nothing.
        """
        link = self._find(secret)
        loaded = self._owner.find(link.public_id)
        return self._opened(loaded, link.role, link.helper)

    def open(self, secret: str, phone_id: int) -> OpenedRole[L]:
        """Make the phone what the link says; an organiser's stays an organiser's.

        :raises UnknownLink: it opens nothing.
        """
        with writing(self._find(secret).public_id):
            opened = self.look_up(secret)
            loaded, role, _, number = opened
            has = self._owner.role_of(loaded, phone_id)
            helper = self.helper(loaded, number)
            is_theirs = helper is not None and phone_id in helper.phones
            if has != "organiser" and (has != role or not is_theirs):
                self._owner.set_role(loaded, phone_id, role)
                loaded = self._append(loaded, phone_id, self._acts.taken(role, number))
        return self._opened(loaded, role, number)

    def phone_of_program(self, secret: str, public_id: str) -> int | None:
        """The phone that a program is whose secret is an open link's to this owner.

        It is made what the link says. None where no such link is open.
        """
        try:
            if self._find(secret).public_id != public_id:
                return None
            phone_id = enrol_program(secret)
            self.open(secret, phone_id)
        except UnknownLink:  # it was never there, or was replaced since it was looked up
            return None
        return phone_id

    def _find(self, secret: str) -> _StoredLink:
        link = self._table.find(hash_of(secret))
        if link is None or not link.is_open:
            raise UnknownLink
        role, _, helper = link.opens.partition(" ")
        return _StoredLink(link.public_id, cast(LinkRole, role), int(helper or 0))

    def _opened(self, loaded: L, role: LinkRole, number: int) -> OpenedRole[L]:
        return OpenedRole(loaded, role, self.helper(loaded, number) if number else None, number)

    def helper(self, loaded: L, number: int) -> Helper | None:
        """The helper with this number; 0 are all who help without a name."""
        return next((one for one in self.helpers_of(loaded) if one.number == number), None)

    def _append(self, loaded: L, phone_id: int | None, body: OB) -> L:
        return self._owner.append(loaded, phone_id, new_operation_id(), body)

    def _add(self, loaded: L, role: LinkRole, helper: int) -> str:
        secret, at, opens = new_secret(), now(), _opens(role, helper)
        self._table.end(loaded.id, [opens], at)
        self._table.forget_ended(loaded.id, opens)
        self._table.add({loaded.id: hash_of(secret)}, opens, at)
        return secret


def _opens(role: LinkRole, helper: int) -> str:
    """Return the text that is stored for a link: its role, and the number of a named helper."""
    return f"{role} {helper}" if helper else role
