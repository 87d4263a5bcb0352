"""Acts of a club that count nothing: who writes, what was erased."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Self

from scorekeeper.club.acts.refusals import refuse_in_club_if
from scorekeeper.club.club_state import Club, ClubAct, ClubBody
from scorekeeper.journal.body import ErasedBy
from scorekeeper.journal.helper import NamesHelper, RemovesHelper, TakesRole
from scorekeeper.journal.record import Identifier
from scorekeeper.tournament.pair_names import gives_one_of


class ClubHelperNamed(NamesHelper, ClubBody, kind="helper_named"):
    """A helper comes, or one who was removed comes again."""

    refuse_if = refuse_in_club_if
    least = 1

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        is_named = gives_one_of(names, self.name)
        return replace(self, name="", erased=True) if is_named else None


class ClubHelperRemoved(RemovesHelper, ClubBody, kind="helper_removed"):
    """A helper helps no more: the link is ended, and the phones that opened it only read."""

    refuse_if = refuse_in_club_if


class ClubRoleTaken(TakesRole, ClubBody, kind="role_taken"):
    """A phone organises, or helps."""

    def apply(self, club: Club, act: ClubAct, /) -> Club:
        return self.take_role(club, act)


class AddressesClosed(ClubBody, kind="addresses_closed", is_erasing=True, changes=("closed",)):
    """Strangers stay led to none of these matches and tournaments.

    A name was hidden that still stands there; it is erased here, and cannot be looked for any more.
    """

    addresses: tuple[Identifier, ...]

    def apply(self, club: Club, act: ClubAct) -> Club:
        return replace(club, closed=club.closed | {*self.addresses})


class ClubNamesErased(
    ErasedBy, ClubBody, kind="names_erased", is_erasing=True, changes=("setup", "names")
):
    """All names before it were erased."""


class PersonErased(
    ErasedBy,
    ClubBody,
    kind="person_erased",
    is_erasing=True,
    changes=("person {self.person}", "names"),
):
    """The names of a person were erased."""

    person: Identifier
