"""The standings of a club's season: its tournaments as they stand now, folded anew each time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.club.acts.club_set_ups import SeasonSetUp
from scorekeeper.club.club_state import Club, ClubSeason, SeasonRanking
from scorekeeper.club.seasons.event_points import RankedPair
from scorekeeper.club.seasons.season import Season, SeasonEvent, SeasonRow
from scorekeeper.club.seasons.season_reader import read_season
from scorekeeper.club.seasons.season_standings import season_standings
from scorekeeper.draws.criteria import Part
from scorekeeper.draws.meetings import DRAWN, WIN
from scorekeeper.draws.model import BYE
from scorekeeper.draws.standings import StandingsRow
from scorekeeper.journal.json_values import Json
from scorekeeper.store import tournament_queries
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.tournament.standing import standing_of
from scorekeeper.tournament.winning import absent_final, final_order, keys_in_final, played_final_of

NO_DAY = "0001-01-01"
"""A tournament without a day comes before those that have one."""


class Stranger(NamedTuple):
    """A player of a pair who is not in the roster."""

    tournament: str
    pair: str
    seat: int

    @property
    def id(self) -> str:
        """What stands for the stranger in a season; no person's number has a colon."""
        return f"{self.tournament}:{self.pair}:{self.seat}"


@dataclass(frozen=True, slots=True)
class CountedSeason:
    """A season with all that its standings follow from."""

    season: ClubSeason
    played: Season
    """What was counted, by which rules."""
    rows: tuple[SeasonRow, ...]
    tournaments: Mapping[str, LoadedTournament]
    """Those that are counted, by their addresses, in the order of dates."""
    left_out: tuple[LoadedTournament, ...] = ()
    """Those that have no final order, for their final is not here."""
    strangers: Mapping[str, str] = field(default_factory=dict)
    """The names of those who are not in the roster, by their ids in the season."""


def count_season(
    club: Club, season: ClubSeason, rules: Mapping[str, object] | None = None
) -> CountedSeason:
    """Count a season; by other rules than its own, to see what they would change."""
    begun = sorted(_tournaments_of(club, season), key=lambda one: _day_of(one[0]))
    found = [one for one in begun if season.ranking == "rounds" or not absent_final(one[0])]
    strangers: dict[str, str] = {}
    events = [
        SeasonEvent(
            id=one.public_id,
            date=_day_of(one),
            weight=Fraction(weight),
            ranking=tuple(_ranking(club, season, one, strangers)),
        )
        for one, weight in found
    ]
    played = replace(season_by_rules(rules or season.rules), events=tuple(events))
    tournaments = {one.public_id: one for one, _ in found}
    left_out = tuple(one for one, _ in begun if one.public_id not in tournaments)
    rows = season_standings(played)
    return CountedSeason(season, played, rows, tournaments, left_out, strangers)


def season_mark(club: Club, season: ClubSeason) -> tuple[object, ...]:
    """Another one after each act of the club, of the season's tournaments and of their matches.

    However many they are, it is as many looks into the database.
    """
    found = TOURNAMENTS.find_all(one.tournament for one in season.tournaments)
    found += TOURNAMENTS.find_all(one.tournament.final for one in found if one.tournament.final)
    revisions = tournament_queries.revisions_of_all(one.id for one in found)
    marks = (
        (one.public_id, one.tournament.acts[-1].mark, revisions.get(one.id, 0)) for one in found
    )
    return (club.acts[-1].mark, *marks)


def season_by_rules(rules: Mapping[str, object]) -> Season:
    """The rules of a season as they are stored, without events."""
    season, _problems = read_season({**rules, "events": []})
    assert season is not None
    return season


class RulesChange(NamedTuple):
    """Other rules of a season, with the reason that was given."""

    at: datetime | None
    before: Json
    after: Json
    reason: str
    ranking: SeasonRanking | None
    """The order that an evening gave before, where that was changed."""


def rules_changes(club: Club, number: int) -> list[RulesChange]:
    """The changes of the season's rules in mid-season, the first one first."""
    set_ups = [
        (act.at, act.body)
        for act in club.acts
        if isinstance(act.body, SeasonSetUp) and act.body.season == number
    ]
    return [
        RulesChange(
            at,
            before.rules,
            after.rules,
            after.reason,
            before.ranking if before.ranking != after.ranking else None,
        )
        for (_, before), (at, after) in pairwise(set_ups)
        if (before.rules, before.ranking) != (after.rules, after.ranking)
    ]


def _tournaments_of(club: Club, season: ClubSeason) -> Iterator[tuple[LoadedTournament, str]]:
    """The season's tournaments that are the club's still and were begun, with their weights.

    Where the final order counts, a final counts with the tournament before it.
    """
    weights = dict(season.tournaments)
    found = TOURNAMENTS.find_all(address for address in weights if address in club.tournaments)
    finals = {one.tournament.final for one in found} if season.ranking == "end" else set()
    for one in found:
        if one.tournament.rounds and one.public_id not in finals:
            yield one, weights[one.public_id]


def _day_of(loaded_tournament: LoadedTournament) -> str:
    day = loaded_tournament.tournament.set_up.day
    return day.isoformat() if day else NO_DAY


def _ranking(
    club: Club,
    season: ClubSeason,
    loaded_tournament: LoadedTournament,
    strangers: dict[str, str],
) -> Iterator[RankedPair]:
    """The tournament's standings as a season reads them; names of strangers are added."""
    address = loaded_tournament.public_id
    known = club.tournaments[address].players
    for row, in_final in _rows(season, loaded_tournament):
        names = loaded_tournament.tournament.pairs[row.pair].players
        ids = []
        for seat, (person, name) in enumerate(
            zip(known.get(row.pair, ("", "")), names, strict=True)
        ):
            stranger = Stranger(address, row.pair, seat)
            ids.append(club.who_is(person) if person else stranger.id)
            if not person:
                strangers[stranger.id] = name
        yield _ranked(row, (min(ids), max(ids)), in_final)


def _rows(
    season: ClubSeason, loaded_tournament: LoadedTournament
) -> Iterator[tuple[StandingsRow, StandingsRow | None]]:
    """The rows with the places that the season reads, and what each pair played in the final."""
    rows = {row.pair: row for row in standing_of(loaded_tournament)}
    final = played_final_of(loaded_tournament)
    if season.ranking == "rounds" or final is None:
        yield from ((row, None) for row in rows.values())
        return
    there = {row.pair: row for row in standing_of(final)}
    keys = keys_in_final(loaded_tournament, final)
    for place, key in final_order(loaded_tournament):
        in_final = there.get(keys.get(key, ""))
        if key in rows:
            yield rows[key]._replace(place=place), in_final
        elif in_final:  # it withdrew, and was drawn in the final alone
            yield in_final._replace(place=place, pair=key), None


def _ranked(row: StandingsRow, pair: tuple[str, str], in_final: StandingsRow | None) -> RankedPair:
    rows = [one for one in (row, in_final) if one is not None]
    played = [part for one in rows for part in one.figures["wins"].parts if part.round is not None]
    return RankedPair(
        pair=pair,
        place=row.place,
        wins=_count(played, WIN),
        draws=_count(played, DRAWN),
        losses=_count(played, 0),
        byes=sum(part.against == BYE for part in played),
        score=sum(one.figures["total"].points for one in rows),
        difference=sum(one.figures["difference"].points for one in rows),
    )


def _count(played: list[Part], points: int) -> int:
    """How many matches that were no bye gave these points, in halves of a win."""
    return sum(part.points == points and part.against != BYE for part in played)
