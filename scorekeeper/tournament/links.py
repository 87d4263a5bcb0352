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
from typing import Final

from scorekeeper.config import current_settings
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of
from scorekeeper.store.db import writing
from scorekeeper.store.links import MATCH_LINKS, TOURNAMENT_LINKS
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.desk import HelperNamed, HelperRemoved, RoleTaken
from scorekeeper.tournament.role_links import HelperActs, RoleLinks
from scorekeeper.tournament.service import TOURNAMENTS

TOURNAMENT_ROLE_LINKS: Final = RoleLinks(
    TOURNAMENTS,
    TOURNAMENT_LINKS,
    HelperActs(
        lambda helper, name: HelperNamed(helper=helper, name=name),
        lambda helper: HelperRemoved(helper=helper),
        lambda role, helper: RoleTaken(role=role, helper=helper),
        lambda code, field: TournamentRefused(Fault(code, field)),
    ),
    lambda loaded_tournament: loaded_tournament.tournament.helpers,
)


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
