"""Links of a tournament: they make a phone organise or help; and the scorer's links of the tables.

A table's link is printed, and must be the same on a sheet that is printed again. It is
therefore no random number, as an organiser's and a helper's are (`role_links`), but follows from
the server's secret key. Only its hash is kept.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

from scorekeeper.config import current_settings
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of, new_operation_id
from scorekeeper.services.role_links import TOURNAMENT_ROLE_LINKS, LinkRole, next_helper_number
from scorekeeper.services.tournament_acts.body import Fault, TournamentRefused
from scorekeeper.services.tournament_acts.desk import HelperNamed, HelperRemoved, RoleTaken
from scorekeeper.services.tournaments.service import (
    LoadedTournament,
    append,
    begin,
    find_organised,
    find_tournament,
    role_of,
)
from scorekeeper.services.tournaments.state import Helper
from scorekeeper.store.db import writing
from scorekeeper.store.links import MATCH_LINKS
from scorekeeper.store.roles import TOURNAMENT_ROLES, TournamentRoleRow


class Opened(NamedTuple):
    """A link's tournament, and what it makes the phone."""

    loaded_tournament: LoadedTournament
    role: LinkRole
    number: int = 0
    """Of a helper's link: the helper's number; 0 where it has no name."""

    @property
    def helper(self) -> Helper | None:
        """The helper whose link it is; None for an organiser's, or without a name."""
        return self.loaded_tournament.tournament.helper(self.number) if self.number else None


def make_link(public_id: str, phone_id: int | None, role: LinkRole, helper: int = 0) -> str:
    """The secret of a new link, which takes the place of the last one for this role or helper.

    A helper who was removed helps again as soon as it is opened.

    :raises NoTournament: there is no such tournament.
    :raises NotAllowed: this phone does not organise it.
    :raises TournamentRefused: there is no such helper.
    """
    with writing(public_id):
        loaded_tournament = find_organised(public_id, phone_id)
        found = loaded_tournament.tournament.helper(helper) if helper else None
        if helper and found is None:
            raise TournamentRefused(Fault("no_helper", "helper"))
        if found is not None and found.is_removed:
            body = HelperNamed(helper=helper, name=found.name)
            append(loaded_tournament, phone_id, new_operation_id(), body, body.data)
        return TOURNAMENT_ROLE_LINKS.add(loaded_tournament.id, role, helper)


def name_helper(public_id: str, phone_id: int | None, name: str) -> tuple[int, str]:
    """The number of a new helper of this name, and the secret of the link that is for nobody else.

    :raises NoTournament, NotAllowed: as of `make_link`.
    :raises TournamentRefused: a helper is called so already, or it is no name.
    """
    with writing(public_id):
        loaded_tournament = find_organised(public_id, phone_id)
        if not name:
            raise TournamentRefused(Fault("no_helper_name", "name"))
        number = next_helper_number(loaded_tournament.tournament.helpers)
        body = HelperNamed(helper=number, name=name)
        append(loaded_tournament, phone_id, new_operation_id(), body, body.data)
        return number, TOURNAMENT_ROLE_LINKS.add(loaded_tournament.id, "helper", number)


def remove_helper(
    public_id: str, phone_id: int | None, op_id: str, revision: int, number: int
) -> LoadedTournament:
    """The tournament without this helper: the link is ended, and its phones only read.

    :raises NoTournament, NotAllowed, TournamentConflict, TournamentRefused: as of `service.write`.
    """
    with writing(public_id, op_id):
        body = HelperRemoved(helper=number)
        loaded_tournament, is_new = begin(public_id, phone_id, op_id, revision, body, body.data)
        if not is_new:
            return loaded_tournament
        helper = loaded_tournament.tournament.helper(number)
        loaded_tournament = append(loaded_tournament, phone_id, op_id, body, body.data)
        TOURNAMENT_ROLE_LINKS.end_helpers(loaded_tournament.id, number)
        if helper is not None:
            TOURNAMENT_ROLES.remove_roles(loaded_tournament.id, helper.phones)
    return loaded_tournament


def look_up(secret: str) -> Opened:
    """Look up what the link with this secret opens.

    :raises UnknownLink: it opens nothing.
    """
    link = TOURNAMENT_ROLE_LINKS.look_up(secret)
    return Opened(find_tournament(link.public_id), link.role, link.helper)


def open_link(secret: str, phone_id: int) -> Opened:
    """Make the phone what the link says; an organiser's stays an organiser's.

    :raises UnknownLink: it opens nothing.
    """
    with writing(TOURNAMENT_ROLE_LINKS.look_up(secret).public_id):
        opened = look_up(secret)
        loaded_tournament, role, number = opened
        has = role_of(loaded_tournament, phone_id)
        if has != "organiser" and (has != role or not _helps_as(opened, phone_id)):
            TOURNAMENT_ROLES.set_role(
                loaded_tournament.id, phone_id, TournamentRoleRow(role), now()
            )
            body = RoleTaken(role=role, helper=number)
            loaded_tournament = append(
                loaded_tournament, phone_id, new_operation_id(), body, body.data
            )
    return opened._replace(loaded_tournament=loaded_tournament)


def _helps_as(opened: Opened, phone_id: int) -> bool:
    helper = opened.loaded_tournament.tournament.helper(opened.number)
    return helper is not None and phone_id in helper.phones


def phone_with_link(secret: str, public_id: str) -> int | None:
    """The phone that a program is whose secret is an open link's of this tournament.

    None where no such link is open.
    """
    return TOURNAMENT_ROLE_LINKS.phone_of_program(secret, public_id, open_link)


def table_link(public_id: str) -> str | None:
    """The secret of the open scorer's link of a table's match; None where all were ended.

    That is where the pencil was handed over.
    """
    return table_links([public_id]).get(public_id)


def table_links(public_ids: Iterable[str]) -> dict[str, str]:
    """The secrets of the open scorers' links of many tables, by the addresses of their matches."""
    found: dict[str, str] = {}
    left, number = list(public_ids), 1
    while left:
        secrets = {match: _secret(match, number) for match in left}
        hashes = {match: hash_of(secret) for match, secret in secrets.items()}
        known = MATCH_LINKS.are_open(hashes.values())
        found |= {match: secrets[match] for match in left if known.get(hashes[match])}
        left = [match for match in left if known.get(hashes[match]) is False]  # the next one
        number += 1
    return found


def add_first_links(matches: Iterable[tuple[str, int]]) -> None:
    """A link for the scorer of each of these new matches, by address and row id.

    Belongs into a `writing` block.
    """
    hashes = {match_id: hash_of(next(_secrets(public_id))) for public_id, match_id in matches}
    MATCH_LINKS.add(hashes, "scorer", now())


def add_table_link(match_id: int, public_id: str) -> None:
    """A link that opens the table's match; the last one opens it no more.

    Belongs into a `writing` block.
    """
    unused = (s for s in _secrets(public_id) if MATCH_LINKS.find(hash_of(s)) is None)
    MATCH_LINKS.end(match_id, ["scorer"], now())
    MATCH_LINKS.add({match_id: hash_of(next(unused))}, "scorer", now())


def renew_table_link(match_id: int, public_id: str) -> None:
    """Give the table's match a new link, where its link was ended or is in the wrong hands."""
    with writing(public_id):
        add_table_link(match_id, public_id)


def _secrets(public_id: str) -> Iterator[str]:
    """Yield a table's secrets one after the other; after an ended link comes the next."""
    return (_secret(public_id, number) for number in count(1))


def _secret(public_id: str, number: int) -> str:
    key = current_settings().secret_key.encode()
    text = f"the scorer's link {number} of the table {public_id}".encode()
    digest = hmac.new(key, text, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
