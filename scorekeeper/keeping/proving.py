"""Proves that all that a database keeps can be folded, and its copy to the same."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, TypeVar

from scorekeeper.club.club_journal import CLUB_JOURNAL
from scorekeeper.journal.act import Act
from scorekeeper.journal.body import StoredBody
from scorekeeper.journal.journal import Folded, Journal
from scorekeeper.journal.proof import Differs, check_against_live, sound_states
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.store.checking import Damaged
from scorekeeper.store.contents import Contents, count_all
from scorekeeper.tournament.tournament_journal import TOURNAMENT_JOURNAL

__all__ = ["DatabaseContext", "Differs", "Proof", "fold_all", "look_at_all", "prove"]

A = TypeVar("A", bound=Act[StoredBody])
S = TypeVar("S", bound=Folded)
DatabaseContext = Callable[[], AbstractContextManager[object]]
"""A context in which queries go to one database: an app context of its own, say."""
_MATCHES_AT_ONCE: Final = 100
"""Folded at a time, tournaments one by one: memory is bounded, however many they are."""


class Proof(NamedTuple):
    """The content of a database whose matches and tournaments were all folded."""

    contents: Contents
    damages: tuple[Damaged, ...]
    """Matches and tournaments that are not what was written, or cannot be folded."""


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
    damages = [
        *_damages_of(CLUB_JOURNAL, 1),
        *_damages_of(TOURNAMENT_JOURNAL, 1),
        *_damages_of(MATCH_JOURNAL, _MATCHES_AT_ONCE),
    ]
    return Proof(count_all(), tuple(damages))


def _damages_of(journal: Journal[A, S], at_once: int) -> list[Damaged]:
    damages: list[Damaged] = []
    addresses = journal.events.owners()
    for start in range(0, len(addresses), at_once):
        sound_states(journal, addresses[start : start + at_once], damages)
    return damages


def prove(
    in_copy: DatabaseContext,
    in_original: DatabaseContext,
    between: Callable[[], None] = lambda: None,
) -> Proof:
    """Fold all of the copy, and of the original up to there, and count the copy.

    What is damaged in the copy must be so in the original, too. `between` is called between the
    steps; what it raises ends it.

    :raises Damaged: something that is whole in the copy cannot be folded in the original.
    :raises Differs: the copy is not what the original was.
    """

    def prove_owners(journal: Journal[A, S], at_once: int) -> None:
        with in_copy():
            addresses = journal.events.owners()
        for start in range(0, len(addresses), at_once):
            between()
            some = addresses[start : start + at_once]
            with in_copy():
                sound = sound_states(journal, some, damages)
            with in_original():
                check_against_live(journal, [one for one in some if one[0] in sound], sound)
                damaged_owners = [one for one in some if one[0] not in sound]
                whole = sound_states(journal, damaged_owners, [])
            if whole:
                raise Differs(dict(some)[min(whole)])

    damages: list[Damaged] = []
    with in_copy():
        counts = count_all()
    prove_owners(CLUB_JOURNAL, 1)
    prove_owners(TOURNAMENT_JOURNAL, 1)
    prove_owners(MATCH_JOURNAL, _MATCHES_AT_ONCE)
    return Proof(counts, tuple(damages))
