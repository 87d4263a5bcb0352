"""Can every match and tournament of a database be folded, and is its copy the same?"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from itertools import groupby, islice
from typing import Final

from scorekeeper.services.ledger import Act, Ledger
from scorekeeper.services.match_acts.registry import read_body
from scorekeeper.services.nameless import without_names
from scorekeeper.services.reading import act_of, acts_of
from scorekeeper.services.replaying import replay
from scorekeeper.services.tournaments import proving as tournaments
from scorekeeper.store import queries, tournament_queries
from scorekeeper.store.checking import UNFOLDABLE, Damaged, DamagedEvent
from scorekeeper.store.counting import Contents, count_all

Place = Callable[[], AbstractContextManager[object]]
"""Where queries are asked of one database: in an app context of its own, say."""
_AT_ONCE: Final = 100
"""Matches folded at a time, tournaments one by one: memory is bounded, however many they are."""


class Differs(Exception):
    """A match or tournament of the copy is not what the database has; the text is its address."""


def fold_all() -> Contents:
    """Fold every match and tournament of the database of the app context, and count.

    :raises Damaged: one cannot be folded, or is not what was written.
    """
    tournaments.fold_all()
    addresses = queries.all_matches()
    for start in range(0, len(addresses), _AT_ONCE):
        _ledgers(addresses[start : start + _AT_ONCE])
    return count_all()


def prove(
    in_copy: Place, in_original: Place, between: Callable[[], None] = lambda: None
) -> Contents:
    """Fold all of the copy, and of the original up to there, and count the copy.

    `between` is called between the steps; what it raises ends it.

    :raises Damaged: something in the copy is not what was written, or in one of them cannot be
        folded.
    :raises Differs: the copy is not what the original was.
    """
    with in_copy():
        addresses = queries.all_matches()
        counted = count_all()
        all_tournaments = tournament_queries.all_tournaments()
    for start in range(0, len(addresses), _AT_ONCE):
        between()
        some = addresses[start : start + _AT_ONCE]
        with in_copy():
            copied = _ledgers(some)
        with in_original():
            kept = _ledgers(some, {one: ledger.revision for one, ledger in copied.items()})
        _compare(some, copied, kept)
    for tournament_id, public_id in all_tournaments:
        between()
        with in_copy():
            acts = tournaments.fold(tournament_id, public_id)
        with in_original():
            if not tournaments.is_kept(public_id, acts):
                raise Differs(public_id)
    return counted


def _compare(
    addresses: Sequence[tuple[int, str]], copied: dict[int, Ledger], kept: dict[int, Ledger]
) -> None:
    for match_id, public_id in addresses:
        copy, live = copied.get(match_id), kept.get(match_id)
        if copy is None or live is None:
            raise Differs(public_id)
        if copy.acts != live.acts:  # names may have been erased since the copy was made
            copy = replay(
                [
                    one._replace(body=read_body(one.kind, without_names(one.kind, one.data)))
                    for one in copy.acts
                ]
            )
        if copy.acts != live.acts:
            raise Differs(public_id)
        if (copy.standing, copy.match.ended) != (live.standing, live.match.ended):
            raise Differs(public_id)


def _ledgers(
    addresses: Sequence[tuple[int, str]], up_to: dict[int, int] | None = None
) -> dict[int, Ledger]:
    """By row id, the ledgers of these matches, each folded as far as its seq in `up_to`."""
    names, folded = dict(addresses), {}
    for match_id, events in groupby(queries.events_of(names), key=lambda event: event.match_id):
        if up_to is None:
            acts = acts_of(events)
        else:  # it is compared with what is whole
            some = islice(events, up_to.get(match_id))
            acts = [act_of(event._replace(is_whole=True)) for event in some]
        folded[match_id] = _folded(names[match_id], acts)
    if up_to is None:
        _check_all_there(names, folded)
    return folded


def _folded(public_id: str, acts: Sequence[Act]) -> Ledger:
    try:
        return replay(acts)
    except UNFOLDABLE as error:
        seq = first_unfoldable(acts)
        raise Damaged(f"/m/{public_id}/: event {seq}, {type(error).__name__}") from error


def first_unfoldable(acts: Sequence[Act]) -> int:
    """The seq of the first act that cannot be folded onto those before it, where there is one."""

    def fails(count: int) -> bool:
        try:
            replay(acts[:count])
        except UNFOLDABLE:
            return True
        return False

    return 1 + bisect_left(range(1, len(acts)), True, key=fails)


def _check_all_there(names: dict[int, str], folded: dict[int, Ledger]) -> None:
    """See that no match lost all of its events; the reading finds one that lost some.

    :raises DamagedEvent: one did.
    """
    for match_id, public_id in names.items():
        if match_id not in folded:
            raise DamagedEvent(f"/m/{public_id}/", 1)
