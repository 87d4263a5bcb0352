"""Append meta acts: what a phone or its side says, once under its operation id."""

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from scorekeeper.rules.model import Side
from scorekeeper.services import matches
from scorekeeper.services.acting import check_room
from scorekeeper.services.match_acts.body import Body
from scorekeeper.services.match_journal import MATCH_JOURNAL
from scorekeeper.services.matches import LoadedMatch, NotScorer, OperationIdReused, load
from scorekeeper.services.replaying import replay_further
from scorekeeper.store.db import writing
from scorekeeper.store.roles import MATCH_ROLES


def say(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    make_body: Callable[[Side], Body],
    is_new: Callable[[int, LoadedMatch, Side], bool],
) -> LoadedMatch:
    """Append a meta act of the phone's side; a repeat appends nothing.

    `make_body` makes its body for the side that the phone answers for. `is_new` gets the match's
    row id, the match and the side, and an act that says nothing new is not written.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone answers for no side.
    :raises OperationIdReused: the operation id was used for something else.
    """
    with writing(public_id, op_id):
        match_id, loaded_match = load(public_id)
        role = MATCH_ROLES.role_of(match_id, phone_id) if phone_id is not None else None
        if phone_id is None or role is None or role.side is None:
            raise NotScorer
        side = cast(Side, role.side)
        body = make_body(side)
        if is_repeat(match_id, loaded_match, op_id, phone_id, body):
            return loaded_match
        if not is_new(match_id, loaded_match, side):
            return loaded_match
        loaded_match = append(match_id, loaded_match, op_id, phone_id, body)
    MATCH_JOURNAL.remember(public_id, loaded_match.ledger)
    return loaded_match


def is_repeat(
    match_id: int, loaded_match: LoadedMatch, op_id: str, phone_id: int, body: Body
) -> bool:
    """Did this phone say this already under this operation id? Belongs into a `writing` block.

    :raises OperationIdReused: something else was said, or by another phone.
    """
    if not matches.is_repeat(match_id, loaded_match, op_id, body):
        return False
    act = loaded_match.ledger.done_by(op_id)
    assert act is not None
    if act.phone != phone_id:
        raise OperationIdReused(loaded_match, act)
    return True


def append(
    match_id: int, loaded_match: LoadedMatch, op_id: str, phone_id: int, body: Body
) -> LoadedMatch:
    """Append a meta act to the match. Belongs into a `writing` block.

    :raises Full: it has as many acts as one may have.
    """
    check_room(loaded_match.ledger, body)
    act = matches.new_act(loaded_match.ledger, body, op_id, phone_id)
    matches.add(match_id, act)
    return replace(loaded_match, ledger=replay_further(loaded_match.ledger, act))


def load_own(public_id: str, phone_id: int | None) -> tuple[int, LoadedMatch]:
    """The row id and the match, for a phone that writes in it.

    :raises NotFound: there is no such match.
    :raises NotScorer: this phone may not write in it.
    """
    match_id, loaded_match = load(public_id)
    role = MATCH_ROLES.role_of(match_id, phone_id) if phone_id is not None else None
    if role is None or not role.writes:
        raise NotScorer
    return match_id, loaded_match
