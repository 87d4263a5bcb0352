"""The base of every kind of act of a club."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import StoredBody
from scorekeeper.journal.fields import Form
from scorekeeper.rules.names import is_fit_name
from scorekeeper.services.club_acts.refusals import ClubFault, ClubRefused
from scorekeeper.services.tournaments.pair_names import gives_one_of

if TYPE_CHECKING:
    from scorekeeper.services.clubs.club_state import Club

LONGEST_CLUB_TEXT = 80
"""Characters of a club's name and place, of a note, of a season's name, of a reason."""


@dataclass(frozen=True, kw_only=True)
class ClubBody(StoredBody):
    """The body of an act of a club."""

    is_for_club_helpers: ClassVar[bool] = False
    """May a helper do it? An organiser may do all."""
    operations: ClassVar[Mapping[str, Form]] = {}
    """The ways to ask for it, by what each is called while a program asks; none: none can."""

    def may_be_by_helper(self, club: Club) -> bool:
        """May a helper do it as the club stands?"""
        return self.is_for_club_helpers

    def writes(self) -> frozenset[str]:
        """The names of what it changes; another act is stale if it rests on one of them."""
        return frozenset()

    def rests_on(self) -> frozenset[str]:
        """The names of what must not have changed since it was decided."""
        return self.writes()

    def check(self, club: Club) -> None:
        """See whether it is possible as the club stands.

        :raises ClubRefused: it is not, with what is wrong with it.
        """

    def apply(self, club: Club) -> Club:
        """The club after the act, which was checked when it was written."""
        return club

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        """The body without what names this person, who had these names.

        None where it does not speak of the person. `before` is the club before the act.
        """
        return None


def without_names(names: Collection[str], *texts: str) -> tuple[str, ...]:
    """The texts, with nothing instead of one that gives one of the names."""
    return tuple("" if gives_one_of(names, text) else text for text in texts)


def check_texts(**texts: str) -> None:
    """See whether these may be shown, each by the name of its field.

    :raises ClubRefused: one of them may not.
    """
    unfit = [name for name, text in texts.items() if not is_fit_name(text, LONGEST_CLUB_TEXT)]
    if unfit:
        raise ClubRefused(*(ClubFault("unfit_name", name) for name in unfit))
