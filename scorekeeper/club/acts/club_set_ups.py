"""Acts on a club itself: its set-up, its seasons, its helpers and erasures."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from typing import ClassVar, Final, Self

from scorekeeper.club.acts.club_fields import (
    CLUB_HEAD,
    SEASON_FIELDS,
    ClubFault,
    ClubRefused,
    Counted,
    check_texts,
    refuse_in_club_if,
    without_names,
)
from scorekeeper.club.club_state import Club, ClubAct, ClubBody, ClubSeason, SeasonRanking
from scorekeeper.club.seasons.season_reader import read_season
from scorekeeper.journal.body import ErasedBy
from scorekeeper.journal.fields import Form
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.record import Always, Identifier
from scorekeeper.journal.role_acts import NamesHelper, RemovesHelper, TakesRole
from scorekeeper.json_parts import PartProblem
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.pair_names import gives_one_of

MOST_WEIGHT: Final = 1000
"""The largest weight of a tournament; a larger one is a typing error, and fits on no paper."""


class _ClubHead(ClubBody, changes=("setup",)):
    """The data of a club beside its persons and its tournaments."""

    name: str
    place: Always[str] = ""
    rules: Json = field(default_factory=dict)
    """The rules that are played there, with their target; empty for those of the café."""

    def check_first(self) -> None:
        """See whether a club can be called so.

        :raises ClubRefused: its name is missing, or a text of it is unfit.
        """
        refuse_in_club_if(not self.name, "no_name", "name")
        check_texts(name=self.name, place=self.place)
        refuse_in_club_if(self.rules and read_rules(self.rules)[1], "unfit_rules", "rules")

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        """The head without the person: a club's name or its place may hold a person's name."""
        name, place = without_names(names, self.name, self.place)
        if (name, place) == (self.name, self.place):
            return None
        return replace(self, name=name, place=place, erased=True)


class ClubCreated(_ClubHead, kind="created"):
    """The first act: a club is there."""


class ClubChanged(_ClubHead, kind="changed"):
    """The club's name or place is another."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "change": (Form("ChangeClub", CLUB_HEAD),)
    }

    def check(self, club: Club) -> None:
        self.check_first()
        new = self.name, self.place, rules_of(self)
        refuse_in_club_if(new == (club.name, club.place, club.rules), "nothing_new", "name")

    def apply(self, club: Club, act: ClubAct) -> Club:
        return replace(club, name=self.name, place=self.place, rules=rules_of(self))


def rules_of(head: ClubCreated | ClubChanged) -> RuleSet:
    """The rules that a club with this head plays by."""
    return read_rules(head.rules)[0] if head.rules else PRESETS["cafe"]


def stored_rules(rules: RuleSet) -> Json:
    """These rules as a club's head has them."""
    return {} if rules == PRESETS["cafe"] else write_rules(rules)


class SeasonSetUp(
    ClubBody,
    kind="season_set_up",
    changes=("season {self.season}",),
    # Also that no names were erased since: its texts may have some.
    rests=("season {self.season}", "names"),
):
    """The set-up of a season: its rules and the tournaments that it counts.

    A change of an existing season needs a reason.
    """

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "set_season_up": (Form("SetSeasonUp", *SEASON_FIELDS),)
    }
    season: int
    """From 1; the next one is new."""
    name: str
    rules: Json
    """A season as the `season` command reads it, without its events."""
    ranking: SeasonRanking = "rounds"
    """The order that an evening gives; seasons of an earlier version do not say it."""
    tournaments: Always[Counted] = ()
    reason: Always[str] = ""

    def check(self, club: Club) -> None:
        is_there = 1 <= self.season <= len(club.seasons) + 1
        refuse_in_club_if(not is_there, "no_season", "season")
        is_nameless = not self.name and not self._is_nameless_in(club)
        refuse_in_club_if(is_nameless, "no_name", "name")
        check_texts(name=self.name, reason=self.reason)
        self._check_rules()
        counted = (one.tournament for one in self.tournaments)
        is_elsewhere = any(one not in club.tournaments for one in counted)
        refuse_in_club_if(is_elsewhere, "no_tournament", "tournaments")
        if self.season <= len(club.seasons):
            self._check_change(club.seasons[self.season - 1])

    def _is_nameless_in(self, club: Club) -> bool:
        """Whether names were erased from the season. So it can still count one more tournament."""
        return self.season <= len(club.seasons) and not club.seasons[self.season - 1].name

    def problems(self) -> tuple[PartProblem, ...]:
        """The problems that the `season` command finds in the rules and in the weights of the
        events.
        """
        events = [
            {"id": one.tournament, "date": "2000-01-01", "weight": one.weight, "ranking": []}
            for one in self.tournaments
        ]
        season, found = read_season({**self.rules, "events": events})
        counted = season.events if season else ()
        heavy = [place for place, one in enumerate(counted) if one.weight > MOST_WEIGHT]
        found += tuple(PartProblem("out_of_range", f"events.{place}.weight") for place in heavy)
        return (*found, PartProblem("unknown_field", "events")) if "events" in self.rules else found

    def _check_rules(self) -> None:
        problems = self.problems()
        if problems:
            raise ClubRefused(*(ClubFault("unfit_season", one.field or "") for one in problems))

    def _check_change(self, old: ClubSeason) -> None:
        is_rule_new = (self.rules, self.ranking) != (old.rules, old.ranking)
        is_same = (self.name, self.tournaments) == (old.name, old.tournaments)
        refuse_in_club_if(is_same and not is_rule_new, "nothing_new", "name")
        # One more tournament is no other rule.
        refuse_in_club_if(is_rule_new and not self.reason, "no_reason", "reason")

    def apply(self, club: Club, act: ClubAct) -> Club:
        season = ClubSeason(
            self.season, self.name, self.rules, self.tournaments, self.reason, self.ranking
        )
        seasons = [*club.seasons]
        seasons[self.season - 1 : self.season] = [season]
        return replace(club, seasons=tuple(seasons))

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        name, reason = without_names(names, self.name, self.reason)
        if (name, reason) == (self.name, self.reason):
            return None
        return replace(self, name=name, reason=reason, erased=True)


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
    """No link leads strangers to these matches and tournaments any more.

    A hidden name stands there. It is erased in the club, and so can no longer be searched for.
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
