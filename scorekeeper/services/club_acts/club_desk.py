"""Acts of a club that count nothing: who writes, what was erased."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Annotated, Final, Self

from scorekeeper.journal.body import ErasedBy
from scorekeeper.journal.record import Identifier, StoredAs
from scorekeeper.rules.names import is_fit_name
from scorekeeper.services.club_acts.refusals import refuse_in_club_if
from scorekeeper.services.clubs.club_state import Club, ClubAct, ClubBody, ClubHelper
from scorekeeper.services.tournament_acts.desk import TakenRole
from scorekeeper.services.tournaments.pair_names import gives_one_of

MOST_CLUB_HELPERS: Final = 99


class _OfClubHelper(ClubBody, changes=("helper {self.helper}",)):
    """The body of an act about a helper."""

    helper: int
    """The number, from 1; 0 are all who help without a name."""


class ClubHelperNamed(_OfClubHelper, kind="helper_named"):
    """A helper comes, or one who was removed comes again."""

    name: str

    def check(self, club: Club) -> None:
        is_number = 0 < self.helper <= MOST_CLUB_HELPERS
        refuse_in_club_if(not is_number, "too_many_helpers", "name")
        refuse_in_club_if(not is_fit_name(self.name), "unfit_name", "name")
        others = (one for one in club.helpers if one.number != self.helper)
        is_there = any(one.name.casefold() == self.name.casefold() for one in others)
        refuse_in_club_if(self.name and is_there, "helper_there", "name")

    def apply(self, club: Club, act: ClubAct) -> Club:
        old = club.helper(self.helper)
        phones = old.phones if old else frozenset()
        new = ClubHelper(self.helper, self.name, phones, is_removed=False, since=act.at)
        return _with_helpers(club, new)

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        is_named = gives_one_of(names, self.name)
        return replace(self, name="", erased=True) if is_named else None


class ClubHelperRemoved(_OfClubHelper, kind="helper_removed"):
    """A helper helps no more: the link is ended, and the phones that opened it only read."""

    def check(self, club: Club) -> None:
        helper = club.helper(self.helper)
        refuse_in_club_if(helper is None or helper.is_removed, "no_helper", "helper")

    def apply(self, club: Club, act: ClubAct) -> Club:
        helper = club.helper(self.helper)
        if helper is None:
            return club
        gone = helper._replace(phones=frozenset(), is_removed=True, since=act.at)
        return _with_helpers(club, gone)


class ClubRoleTaken(ClubBody, kind="role_taken"):
    """A phone organises, or helps."""

    role: Annotated[TakenRole, StoredAs("as")]
    helper: int = 0
    """The number of the helper whose link it opened; 0 where the link has no name."""

    def apply(self, club: Club, act: ClubAct) -> Club:
        phone = act.phone
        if phone is None:
            return club
        helpers = [one._replace(phones=one.phones - {phone}) for one in club.helpers]
        if self.role == "helper":
            new = ClubHelper(self.helper, "", frozenset(), is_removed=False, since=act.at)
            old = club.helper(self.helper) or new
            helpers.append(old._replace(phones=old.phones | {phone}, is_removed=False))
        return _with_helpers(club, *helpers)


def _with_helpers(club: Club, *new: ClubHelper) -> Club:
    helpers = {one.number: one for one in (*club.helpers, *new)}
    return replace(club, helpers=tuple(helpers[number] for number in sorted(helpers)))


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
