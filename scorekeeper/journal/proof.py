"""Proves that acts can be folded, and that a copy of them folds to the same."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import TypeVar

from scorekeeper.journal.act import Act, is_same_act
from scorekeeper.journal.body import StoredBody
from scorekeeper.journal.journal import Folded, Journal
from scorekeeper.store.database_checks import UNFOLDABLE, Damaged, DamagedEvent

A = TypeVar("A", bound=Act[StoredBody])
S = TypeVar("S", bound=Folded)
Addresses = Sequence[tuple[int, str]]
"""(row id, address) of some owners."""


class Differs(Exception):
    """An owner's acts in the copy are not what the database has; the text is its address."""


def sound_states(
    journal: Journal[A, S], addresses: Addresses, damages: list[Damaged]
) -> dict[int, S]:
    """Fold the owners that are whole, by row id; add the damages of the others to the list."""
    with suppress(Damaged):
        return fold_whole(journal, addresses)
    found: dict[int, S] = {}
    for one in addresses:
        try:
            found |= fold_whole(journal, [one])
        except Damaged as damage:
            damages.append(damage)
    return found


def fold_whole(journal: Journal[A, S], addresses: Addresses) -> dict[int, S]:
    """Fold the acts of these owners, and return their states by row id.

    :raises Damaged: something is not what was written, is missing, or cannot be folded.
    """
    names, states = dict(addresses), {}
    for owner_id, events in groupby(
        journal.events.events_of(names), key=lambda event: event.owner_id
    ):
        states[owner_id] = _fold(journal, names[owner_id], journal.acts_of(events))
    for owner_id, public_id in addresses:
        if owner_id not in states:
            raise DamagedEvent(f"{journal.path}{public_id}/", 1)
    return states


def check_against_live(
    journal: Journal[A, S], addresses: Addresses, copies: Mapping[int, S]
) -> None:
    """See that the database of the app context has what was folded of these owners in its copy.

    As far as the copy goes, and apart from names erased since.

    :raises Damaged: it cannot be folded there.
    :raises Differs: it is another one.
    """
    names, live_states = dict(addresses), {}
    for owner_id, events in groupby(
        journal.events.events_of(names), key=lambda event: event.owner_id
    ):
        # They are compared with whole events.
        whole = [event._replace(is_whole=True) for event in events]
        if whole[0].public_id == names[owner_id]:
            acts = [journal.act_of(event) for event in whole[: copies[owner_id].revision]]
            live_states[owner_id] = _fold(journal, names[owner_id], acts)
    for owner_id, public_id in addresses:
        copy, live = copies[owner_id], live_states.get(owner_id)
        if live is None or len(copy.acts) != len(live.acts):
            raise Differs(public_id)
        if not all(map(is_same_act, copy.acts, live.acts)):
            raise Differs(public_id)
        # This would show a fold that depends on more than the acts.
        if copy.acts == live.acts and journal.outcome_of(copy) != journal.outcome_of(live):
            raise Differs(public_id)


def _fold(journal: Journal[A, S], public_id: str, acts: Sequence[A]) -> S:
    try:
        return journal.replay(acts)
    except UNFOLDABLE as error:
        seq = _first_unfoldable(journal, acts)
        message = f"{journal.path}{public_id}/: event {seq}, {type(error).__name__}"
        raise Damaged(message) from error


def _first_unfoldable(journal: Journal[A, S], acts: Sequence[A]) -> int:
    """The seq of the first act that cannot be folded onto those before it."""

    def fails(count: int) -> bool:
        try:
            journal.replay(acts[:count])
        except UNFOLDABLE:
            return True
        return False

    return 1 + bisect_left(range(1, len(acts)), True, key=fails)
