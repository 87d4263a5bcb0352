"""Begins the next match of a series, with the same players and writing phones."""

from dataclasses import replace
from typing import cast

from scorekeeper.club.club_matches import carry_on
from scorekeeper.journal.clock import now
from scorekeeper.journal.owner import NotFound, part_op_id
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.acts.meta import Joined, Named, has_names_in_previews
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.links import choose_previews, joined_by
from scorekeeper.match.matches import (
    MATCHES,
    DamagedEvent,
    LoadedMatch,
    NotScorer,
    find_match,
    start_once,
)
from scorekeeper.rules.model import Side
from scorekeeper.store import queries
from scorekeeper.store.db import lock, writing
from scorekeeper.store.roles import MATCH_ROLES, RoleRow
from scorekeeper.store.streams import MATCH_EVENTS
from scorekeeper.tournament.places import place_of


class NotOver(Exception):
    """The match is still being played: nothing follows it yet."""

    def __init__(self, loaded_match: LoadedMatch) -> None:
        super().__init__(loaded_match.public_id)
        self.loaded_match = loaded_match


class PlayedAtTable(Exception):
    """The match is a table's of a tournament, whose desk draws what follows."""


def newest_rematch(public_id: str) -> str | None:
    """The address of the last match of the series, where any was begun after this one.

    :raises NotFound: there is no such match.
    """
    addresses = [address for _match_id, address in queries.matches_in_series(public_id)]
    if not addresses:
        raise NotFound(public_id)
    return addresses[-1] if addresses[-1] != public_id else None


def rematch(public_id: str, phone_id: int | None, op_id: str) -> LoadedMatch:
    """A new match of the same players under the same rules; the next dealer deals.

    A phone that has the pencil or answers for a side may begin it, and is its scorer. If another
    phone has begun it already, return that match while it is played. This phone may then write in
    it, too.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone only watches it, or was shut out.
    :raises NotOver: the match is not over.
    :raises PlayedAtTable: it was played at a table of a tournament.
    """
    with writing(public_id, op_id):
        loaded_match = MATCHES.find(public_id)
        role = MATCHES.role_of(loaded_match, phone_id)
        if phone_id is None or role is None or not (role.writes or role.side):
            raise NotScorer
        _check_place(public_id, op_id)
        lock(queries.matches_in_series(public_id)[0][1])  # from any of its matches one is begun
        before = loaded_match.ledger
        running = _running_after(public_id)
        if running is None or _started_by(running, op_id):
            if not before.standing.is_over and MATCH_EVENTS.event_with(op_id) is None:
                raise NotOver(loaded_match)
            match = replace(
                before.match,
                first_dealer=before.standing.dealer,
                started="",
                entries=(),
                open=None,
                ended=None,
                older_rules={},
            )
            new, is_new = start_once(match, phone_id, op_id, public_id)
            if is_new:
                _go_on_answering(loaded_match, new, op_id)
        else:
            new = running.public_id
            lock(new)
            running = _join(new, phone_id, op_id)
    if running is not None:
        MATCHES.remember(running)
        if not _started_by(running, op_id):
            return find_match(new)
    if not has_names_in_previews(before):
        choose_previews(new, phone_id, part_op_id(op_id, "previews"), names=False)
    return carry_on(loaded_match, find_match(new), phone_id, op_id)


def _check_place(public_id: str, op_id: str) -> None:
    """Refuse a rematch of a tournament's table, unless this operation made one before."""
    if place_of(public_id) is not None and MATCH_EVENTS.event_with(op_id) is None:
        raise PlayedAtTable


def _running_after(public_id: str) -> LoadedMatch | None:
    """The last match of the series, where it was begun after this one and is not over."""
    last = queries.matches_in_series(public_id)[-1][1]
    try:
        loaded_match = find_match(last)
    except DamagedEvent:
        return None
    return loaded_match if last != public_id and not loaded_match.ledger.standing.is_over else None


def _go_on_answering(before: LoadedMatch, new: str, op_id: str) -> None:
    """Let who answers for a side of the match answer for it in its rematch, the new one, too.

    Belongs in a `writing` block.
    """
    rematch = MATCHES.find(new)
    for phone_id, side in queries.answering_in(before.id):
        role = MATCHES.role_of(rematch, phone_id) or RoleRow(writes=False, side=None)
        MATCH_ROLES.set_role(rematch.id, phone_id, role._replace(side=side), now())
        part, joined = part_op_id(op_id, f"answers for {side}"), joined_by(cast("Side", side))
        rematch = MATCHES.append(rematch, phone_id, part, joined)


def _started_by(loaded_match: LoadedMatch, op_id: str) -> bool:
    act = loaded_match.ledger.done_by(op_id)
    return act is not None and isinstance(act.body, Started)


def _join(public_id: str, phone_id: int, op_id: str) -> LoadedMatch:
    """The running match, in which the phone may write from now on, too."""
    loaded_match = MATCHES.find(public_id)
    # A phone that passed the pencil on there, or was shut out, does not get it back by asking here.
    is_known = MATCHES.role_of(loaded_match, phone_id) is not None
    if is_known or _was_passed_on(loaded_match.ledger) or loaded_match.ledger.done_by(op_id):
        return loaded_match
    MATCH_ROLES.set_role(loaded_match.id, phone_id, RoleRow(writes=True, side=None), now())
    return MATCHES.append(loaded_match, phone_id, op_id, joined_by("scorer"))


def _was_passed_on(ledger: Ledger) -> bool:
    """Did the table say whose the pencil is, other than by beginning?"""
    return any(
        isinstance(act.body, Named) or (isinstance(act.body, Joined) and act.body.alone)
        for act in ledger.acts
    )
