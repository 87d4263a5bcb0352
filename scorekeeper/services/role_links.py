"""Links that make a phone organise or help, of tournaments and clubs.

Each is a secret of 256 random bits, shown once and kept as a hash; it opens any number of phones
until a newer one takes its place.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, Protocol, cast, get_args

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of, new_secret
from scorekeeper.services.phones import enrol_program
from scorekeeper.services.tournament_acts.desk import TakenRole
from scorekeeper.store.links import CLUB_LINKS, TOURNAMENT_LINKS, LinkTable

LinkRole = TakenRole
LINK_ROLES: Final[tuple[LinkRole, ...]] = get_args(LinkRole)


class UnknownLink(Exception):
    """No link has this secret, or it was replaced."""


class RoleLink(NamedTuple):
    """What a link opens, and what it makes the phone."""

    public_id: str
    """The address of its tournament or club."""
    role: LinkRole
    helper: int
    """Of a helper's link: the helper's number; 0 where it has no name."""


class _Numbered(Protocol):
    @property
    def number(self) -> int: ...


class RoleLinks:
    """Makes, ends and opens the links to tournaments, or to clubs."""

    def __init__(self, table: LinkTable) -> None:
        self._table: Final = table

    def add(self, owner_id: int, role: LinkRole, helper: int) -> str:
        """The secret of a new link, which takes the place of the last one for this role or helper.

        Belongs into a `writing` block.
        """
        secret, at, opens = new_secret(), now(), _opens(role, helper)
        self._table.end(owner_id, [opens], at)
        self._table.forget_ended(owner_id, opens)
        self._table.add({owner_id: hash_of(secret)}, opens, at)
        return secret

    def end_helpers(self, owner_id: int, helper: int) -> None:
        """End the link of the helper of this number. Belongs into a `writing` block."""
        self._table.end(owner_id, [_opens("helper", helper)], now())

    def look_up(self, secret: str) -> RoleLink:
        """Look up what the link with this secret opens.

        :raises UnknownLink: it opens nothing.
        """
        link = self._table.find(hash_of(secret))
        if link is None or not link.is_open:
            raise UnknownLink
        role, _, helper = link.opens.partition(" ")
        return RoleLink(link.public_id, cast(LinkRole, role), int(helper or 0))

    def phone_of_program(
        self, secret: str, public_id: str, open_link: Callable[[str, int], object]
    ) -> int | None:
        """The phone that a program is whose secret is an open link's to this owner.

        It is made what the link says by `open_link`. None where no such link is open.
        """
        try:
            if self.look_up(secret).public_id != public_id:
                return None
            phone_id = enrol_program(secret)
            open_link(secret, phone_id)
        except UnknownLink:  # it was never there, or was replaced since it was looked up
            return None
        return phone_id


def _opens(role: LinkRole, helper: int) -> str:
    """What is stored of a link: its role, and whose it is where it is a helper's with a name."""
    return f"{role} {helper}" if helper else role


def next_helper_number(helpers: Iterable[_Numbered]) -> int:
    """The number of the next helper who comes by name."""
    return max((one.number for one in helpers), default=0) + 1


TOURNAMENT_ROLE_LINKS: Final = RoleLinks(TOURNAMENT_LINKS)
CLUB_ROLE_LINKS: Final = RoleLinks(CLUB_LINKS)
