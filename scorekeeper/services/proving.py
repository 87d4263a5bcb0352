"""Proves that every match and tournament of a database can be folded, and its copy to the same."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple

from scorekeeper.journal.journal import Journal
from scorekeeper.journal.proof import Differs, check_kept, sound_states
from scorekeeper.services.match_journal import MATCH_JOURNAL
from scorekeeper.services.tournaments.tournament_journal import TOURNAMENT_JOURNAL
from scorekeeper.store.checking import Damaged
from scorekeeper.store.counting import Contents, count_all

__all__ = ["Differs", "Place", "Proof", "fold_all", "look_at_all", "prove"]

Place = Callable[[], AbstractContextManager[object]]
"""Where queries are asked of one database: in an app context of its own, say."""
_JOURNALS: Final[tuple[tuple[Journal[Any, Any], int], ...]] = (
    (TOURNAMENT_JOURNAL, 1),
    (MATCH_JOURNAL, 100),
)
"""So many are folded at a time: memory is bounded, however many they are."""


class Proof(NamedTuple):
    """What a database holds, every match and tournament of which was folded."""

    contents: Contents
    damages: tuple[Damaged, ...]
    """Of those that are not what was written, or cannot be folded."""


def fold_all() -> Contents:
    """Fold every match and tournament of the database of the app context, and count.

    :raises Damaged: one cannot be folded, or is not what was written.
    """
    contents, damages = look_at_all()
    if damages:
        raise damages[0]
    return contents


def look_at_all() -> Proof:
    """Fold what can be folded of the database of the app context, and count all of it."""
    damages: list[Damaged] = []
    for journal, at_once in _JOURNALS:
        addresses = journal.events.owners()
        for start in range(0, len(addresses), at_once):
            sound_states(journal, addresses[start : start + at_once], damages)
    return Proof(count_all(), tuple(damages))


def prove(in_copy: Place, in_original: Place, between: Callable[[], None] = lambda: None) -> Proof:
    """Fold all of the copy, and of the original up to there, and count the copy.

    What is damaged in the copy must be so in the original, too. `between` is called between the
    steps; what it raises ends it.

    :raises Damaged: something that is whole in the copy cannot be folded in the original.
    :raises Differs: the copy is not what the original was.
    """
    damages: list[Damaged] = []
    with in_copy():
        owners = [journal.events.owners() for journal, _ in _JOURNALS]
        counted = count_all()
    for (journal, at_once), addresses in zip(_JOURNALS, owners, strict=True):
        for start in range(0, len(addresses), at_once):
            between()
            some = addresses[start : start + at_once]
            with in_copy():
                copied = sound_states(journal, some, damages)
            with in_original():
                check_kept(journal, [one for one in some if one[0] in copied], copied)
                spoiled = [one for one in some if one[0] not in copied]
                whole = sound_states(journal, spoiled, [])
            if whole:
                raise Differs(dict(some)[min(whole)])
    return Proof(counted, tuple(damages))
