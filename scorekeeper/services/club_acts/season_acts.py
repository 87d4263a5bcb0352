"""A season is set up, and becomes another."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, Self

from scorekeeper.journal.body import (
    Json,
    number_in,
    object_in,
    objects_in,
    one_of,
    text_in,
)
from scorekeeper.journal.fields import Form
from scorekeeper.seasons.json_parts import PartProblem
from scorekeeper.seasons.season_reader import read_season
from scorekeeper.services.club_acts.body import ClubBody, check_texts, without_names
from scorekeeper.services.club_acts.club_fields import (
    NAME,
    RANKING,
    REASON,
    SEASON,
    SEASON_RULES,
    TOURNAMENTS,
)
from scorekeeper.services.club_acts.refusals import ClubFault, ClubRefused
from scorekeeper.services.clubs.club_state import (
    SEASON_RANKINGS,
    ClubSeason,
    SeasonRanking,
    SeasonTournament,
)

if TYPE_CHECKING:
    from scorekeeper.services.clubs.club_state import Club

_WEIGHT: Final = "1"
MOST_WEIGHT: Final = 1000
"""So often a tournament may count: what is more was mistyped, and its points fit on no paper."""


@dataclass(frozen=True, kw_only=True)
class SeasonSetUp(ClubBody):
    """What a season counts; of one that is there already, with the reason why it is another."""

    kind: ClassVar[str] = "season_set_up"
    operations: ClassVar[Mapping[str, Form]] = {
        "set_season_up": Form(
            "SetSeasonUp", (SEASON, NAME, SEASON_RULES, TOURNAMENTS), (RANKING, REASON)
        )
    }
    texts: ClassVar[tuple[str, ...]] = ("name", "reason")

    season: int
    """From 1; the next one is new."""
    name: str
    rules: Json
    """A season as the `season` command reads it, without its events."""
    ranking: SeasonRanking = "rounds"
    """The order that an evening gives; seasons of an earlier version do not say it."""
    tournaments: tuple[SeasonTournament, ...] = ()
    reason: str = ""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            season=number_in(data, "season"),
            name=text_in(data, "name"),
            rules=object_in(data, "rules"),
            ranking=one_of(SEASON_RANKINGS, data.get("ranking", "rounds")),
            tournaments=tuple(
                SeasonTournament(text_in(one, "tournament"), text_in(one, "weight") or _WEIGHT)
                for one in objects_in(data.get("tournaments", []))
            ),
            reason=text_in(data, "reason"),
        )

    def fields(self) -> Json:
        return {
            "season": self.season,
            "name": self.name,
            "rules": self.rules,
            "tournaments": [one._asdict() for one in self.tournaments],
            "reason": self.reason,
            **({"ranking": self.ranking} if self.ranking != "rounds" else {}),
        }

    def writes(self) -> frozenset[str]:
        return frozenset({f"season {self.season}"})

    def rests_on(self) -> frozenset[str]:
        """Also that no names were erased since: its texts may have some."""
        return self.writes() | {"names"}

    def check(self, club: Club) -> None:
        if not 1 <= self.season <= len(club.seasons) + 1:
            raise ClubRefused(ClubFault("no_season", "season"))
        if not self.name and not self._is_nameless_in(club):
            raise ClubRefused(ClubFault("no_name", "name"))
        check_texts(name=self.name, reason=self.reason)
        self._check_rules()
        self._check_tournaments(club)
        if self.season <= len(club.seasons):
            self._check_change(club.seasons[self.season - 1])

    def _is_nameless_in(self, club: Club) -> bool:
        """Has the season no name since names were erased? It counts one more tournament so."""
        return self.season <= len(club.seasons) and not club.seasons[self.season - 1].name

    def problems(self) -> tuple[PartProblem, ...]:
        """What the `season` command has against its rules, and the weights of its events."""
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

    def _check_tournaments(self, club: Club) -> None:
        if any(one.tournament not in club.tournaments for one in self.tournaments):
            raise ClubRefused(ClubFault("no_tournament", "tournaments"))

    def _check_change(self, old: ClubSeason) -> None:
        rules, old_rules = (self.rules, self.ranking), (old.rules, old.ranking)
        if rules == old_rules and (self.name, self.tournaments) == (old.name, old.tournaments):
            raise ClubRefused(ClubFault("nothing_new", "name"))
        # One more tournament is no other rule.
        if rules != old_rules and not self.reason:
            raise ClubRefused(ClubFault("no_reason", "reason"))

    def apply(self, club: Club) -> Club:
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
