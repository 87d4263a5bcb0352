"""Can every tournament of a database be read? For backups, and what is to be restored."""

from collections.abc import Sequence

from scorekeeper.services.tournaments.acts import Act
from scorekeeper.services.tournaments.keeping import act_of, acts_of
from scorekeeper.services.tournaments.nameless import without_names
from scorekeeper.services.tournaments.replaying import replay
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.checking import UNFOLDABLE, Damaged, DamagedEvent


def fold(tournament_id: int, public_id: str, up_to: int | None = None) -> tuple[Act, ...]:
    """The acts of this tournament, folded, as far as the seq `up_to`.

    :raises Damaged: it cannot be folded, or is not what was written.
    """
    try:
        return replay(_acts(tournament_id, public_id, up_to)).acts
    except UNFOLDABLE as error:
        raise Damaged(f"/t/{public_id}/: {type(error).__name__}") from error


def _acts(tournament_id: int, public_id: str, up_to: int | None) -> list[Act]:
    """All of them, each as it was written; or as they are, to be compared with what is whole."""
    events = queries.events_of(tournament_id, 1)
    if up_to is not None:
        return [act_of(event._replace(is_whole=True)) for event in events[:up_to]]
    acts, row = acts_of(events), queries.tournament_at(public_id)
    if row is None or row.revision != len(acts):
        raise DamagedEvent(f"/t/{public_id}/", len(acts) + 1)
    return acts


def is_kept(public_id: str, copied: Sequence[Act]) -> bool:
    """Does the database of the app context have these acts, apart from names erased since?

    :raises Damaged: the tournament cannot be folded.
    """
    row = queries.tournament_at(public_id)
    if row is None:
        return False
    kept = fold(row.id, public_id, len(copied))
    return len(copied) == len(kept) and all(map(_is_same, copied, kept))


def _is_same(copied: Act, kept: Act) -> bool:
    if copied == kept:
        return True
    return not kept.asked and without_names(copied) == without_names(kept)
