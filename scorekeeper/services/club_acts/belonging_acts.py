"""Tournaments belong to a club, leave it, and their players are known there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import Json, object_in, text_in, two_texts_in
from scorekeeper.journal.fields import Form
from scorekeeper.services.club_acts.body import ClubBody
from scorekeeper.services.club_acts.club_fields import PERSONS, TOURNAMENT
from scorekeeper.services.club_acts.refusals import ClubFault, ClubRefused
from scorekeeper.services.club_acts.roster_acts import check_identities
from scorekeeper.services.clubs.club_state import Belonging

if TYPE_CHECKING:
    from scorekeeper.services.clubs.club_state import Club

KnownPlayers = Mapping[str, tuple[str, str]]
"""The persons of each pair of a tournament, by the pair's number; empty for who is not known."""


@dataclass(frozen=True, kw_only=True)
class OfTournament(ClubBody):
    """Tells of a tournament."""

    is_for_club_helpers: ClassVar[bool] = True

    tournament: str
    """Its address."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(tournament=text_in(data, "tournament"))

    def fields(self) -> Json:
        return {"tournament": self.tournament}

    def writes(self) -> frozenset[str]:
        return frozenset({f"tournament {self.tournament}"})

    def check_there(self, club: Club) -> None:
        """See whether the tournament belongs to the club.

        :raises ClubRefused: it does not.
        """
        if self.tournament not in club.tournaments:
            raise ClubRefused(ClubFault("no_tournament", "tournament"))


@dataclass(frozen=True, kw_only=True)
class TournamentBelongs(OfTournament):
    """A tournament is the club's."""

    kind: ClassVar[str] = "tournament_belongs"
    operations: ClassVar[Mapping[str, Form]] = {
        "add_tournament": Form("AddTournament", (TOURNAMENT,))
    }

    def check(self, club: Club) -> None:
        if self.tournament in club.tournaments:
            raise ClubRefused(ClubFault("tournament_there", "tournament"))

    def apply(self, club: Club) -> Club:
        return replace(club, tournaments={**club.tournaments, self.tournament: Belonging()})


@dataclass(frozen=True, kw_only=True)
class TournamentLeft(OfTournament):
    """A tournament is the club's no more. A season that counts it counts it as nothing."""

    kind: ClassVar[str] = "tournament_left"
    operations: ClassVar[Mapping[str, Form]] = {
        "take_tournament_out": Form("TakeTournamentOut", (TOURNAMENT,))
    }

    def check(self, club: Club) -> None:
        self.check_there(club)

    def apply(self, club: Club) -> Club:
        others = {key: one for key, one in club.tournaments.items() if key != self.tournament}
        return replace(club, tournaments=others)


@dataclass(frozen=True, kw_only=True)
class PlayersKnown(OfTournament):
    """Which persons of the roster played in a tournament, in which pair."""

    kind: ClassVar[str] = "players_known"
    operations: ClassVar[Mapping[str, Form]] = {
        "know_players": Form("KnowPlayers", (TOURNAMENT, PERSONS))
    }

    players: KnownPlayers = field(default_factory=dict)

    @classmethod
    def read(cls, data: Json) -> Self:
        players = object_in(data, "players")
        return cls(
            tournament=text_in(data, "tournament"),
            players={pair: two_texts_in(two) for pair, two in players.items()},
        )

    def fields(self) -> Json:
        players: Json = {pair: [*two] for pair, two in self.players.items()}
        return {"tournament": self.tournament, "players": players}

    def rests_on(self) -> frozenset[str]:
        return self.writes() | {"identities"}

    def check_players(self, club: Club) -> None:
        """See whether the tournament is there, and those who are known.

        :raises ClubRefused: one of them is not.
        """
        self.check_there(club)
        if any(one and one not in club.persons for two in self.players.values() for one in two):
            raise ClubRefused(ClubFault("no_person", "players"))

    def check(self, club: Club) -> None:
        self.check_players(club)
        if dict(self.players) == dict(club.tournaments[self.tournament].players):
            raise ClubRefused(ClubFault("nothing_new", "players"))
        check_identities(self.apply(club), "players")

    def apply(self, club: Club) -> Club:
        known = {self.tournament: Belonging(players=self.players)}
        return replace(club, tournaments={**club.tournaments, **known})
