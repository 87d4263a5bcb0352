"""Can every match and tournament of a database be folded, and is its copy the same?"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from itertools import groupby, islice
from typing import Final

from scorekeeper.services.ledger import Ledger
from scorekeeper.services.nameless import without_names
from scorekeeper.services.reading import act_of
from scorekeeper.services.replaying import replay
from scorekeeper.services.tournaments import proving as tournaments
from scorekeeper.store import queries, tournament_queries
from scorekeeper.store.checking import Damaged
from scorekeeper.store.counting import Contents, count_all

Place = Callable[[], AbstractContextManager[object]]
"""Where queries are asked of one database: in an app context of its own, say."""
_AT_ONCE: Final = 100
"""Matches folded at a time, tournaments one by one: memory is bounded, however many they are."""
_UNFOLDABLE: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)


class Differs(Exception):
    """A match or tournament of the copy is not what the database has; the text is its address."""


def fold_all() -> Contents:
    """Fold every match and tournament of the database of the app context, and count.

    :raises Damaged: one cannot be folded.
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

    :raises Damaged: something in one of them cannot be folded.
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
                [one._replace(data=without_names(one.kind, one.data)) for one in copy.acts]
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
    rows = queries.events_of(names)
    for match_id, events in groupby(rows, key=lambda event: event.match_id):
        acts = [act_of(event) for event in islice(events, (up_to or {}).get(match_id))]
        try:
            folded[match_id] = replay(acts)
        except _UNFOLDABLE as error:
            raise Damaged(f"/m/{names[match_id]}/: {type(error).__name__}") from error
    return folded
