"""Can every tournament of a database be read? For backups, and what is to be restored."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.services.tournaments.acts import Act
from scorekeeper.services.tournaments.keeping import act_of
from scorekeeper.services.tournaments.nameless import without_names
from scorekeeper.services.tournaments.replaying import replay
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.checking import Damaged

_UNFOLDABLE: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)


def is_same(copied: Sequence[Act], kept: Sequence[Act]) -> bool:
    """Are the copied acts those that are kept, apart from names that were erased since?"""
    return len(copied) == len(kept) and all(map(_is_same, copied, kept))


def _is_same(copied: Act, kept: Act) -> bool:
    if copied == kept:
        return True
    return not kept.asked and without_names(copied) == without_names(kept)


def fold_all() -> dict[str, tuple[Act, ...]]:
    """By its address, the acts of each tournament of the database of the app context.

    :raises Damaged: one cannot be folded.
    """
    found = {}
    for tournament_id, public_id in queries.all_tournaments():
        try:
            acts = [act_of(event) for event in queries.events_of(tournament_id, 1)]
            found[public_id] = replay(acts).acts
        except _UNFOLDABLE as error:
            raise Damaged(f"/t/{public_id}/: {error!r}") from error
    return found
