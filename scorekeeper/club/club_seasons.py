"""The standings of a club's season, folded anew each time, and its final."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from scorekeeper.club.acts.club_set_ups import SeasonSetUp
from scorekeeper.club.acts.roster import PlayersKnown, TournamentBelongs
from scorekeeper.club.club_service import CLUBS, LoadedClub, find_club
from scorekeeper.club.club_state import Club, ClubSeason, SeasonRanking
from scorekeeper.club.seasons.season import (
    Persons,
    RankedPair,
    Season,
    SeasonEvent,
    SeasonRow,
    season_standings,
)
from scorekeeper.club.seasons.season_reader import read_season
from scorekeeper.draws.model import BYE, DRAWN, WIN
from scorekeeper.draws.standings import Part, StandingsRow
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import NotAllowed, part_op_id
from scorekeeper.store import tournament_queries
from scorekeeper.store.db import writing
from scorekeeper.store.streams import TOURNAMENT_EVENTS
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.pair_acts import NewPair, PairsAdded
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.finals import (
    absent_final,
    final_order,
    keys_in_final,
    played_final_of,
)
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament
from scorekeeper.tournament.standing import phases_of, standing_of

NO_DAY = "0001-01-01"
"""A tournament without a day comes before those that have one."""


class Stranger(NamedTuple):
    """A player of a pair who is not in the roster."""

    tournament: str
    pair: str
    seat: int

    @property
    def id(self) -> str:
        """The id of the stranger in a season; no person's number has a colon."""
        return f"{self.tournament}:{self.pair}:{self.seat}"


@dataclass(frozen=True, slots=True)
class CountedSeason:
    """A season with all that its standings follow from."""

    season: ClubSeason
    played: Season
    """The season as it was counted, with its rules."""
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
    is_individual = loaded_tournament.tournament.set_up.is_individual
    if is_individual and season_by_rules(season.rules).by == "pair":
        return  # nobody has played in a pair
    for place, key, rows in _rows(season, loaded_tournament):
        names = loaded_tournament.tournament.pairs[key].players[: 1 if is_individual else 2]
        ids = []
        for seat, (person, name) in enumerate(
            zip(known.get(key, ("", ""))[: len(names)], names, strict=True)
        ):
            stranger = Stranger(address, key, seat)
            ids.append(club.who_is(person) if person else stranger.id)
            if not person:
                strangers[stranger.id] = name
        yield _ranked(place, tuple(sorted(ids)), rows)


_SeasonRow = tuple[int, str, Sequence[StandingsRow]]
"""A place that a season reads, the entrant, and its numbers in each part of the tournament."""


def _rows(season: ClubSeason, loaded_tournament: LoadedTournament) -> Iterator[_SeasonRow]:
    if loaded_tournament.tournament.set_up.phases:
        yield from _rows_of_phases(season, loaded_tournament)
        return
    rows = {row.pair: row for row in standing_of(loaded_tournament)}
    final = played_final_of(loaded_tournament)
    if season.ranking == "rounds" or final is None:
        yield from ((row.place, key, [row]) for key, row in rows.items())
        return
    there = {row.pair: row for row in standing_of(final)}
    keys = keys_in_final(loaded_tournament, final)
    for place, key in final_order(loaded_tournament):
        # A pair that withdrew may stand in the final's draw alone.
        found = [rows.get(key), there.get(keys.get(key, ""))]
        if known := [row for row in found if row is not None]:
            yield place, key, known


def _rows_of_phases(
    season: ClubSeason, loaded_tournament: LoadedTournament
) -> Iterator[_SeasonRow]:
    """The final order once all is played; or that of the phases before the first bracket."""
    phases = phases_of(loaded_tournament)
    order, last = phases.final if phases.is_finished else (), None
    if season.ranking == "rounds":
        order = phases.before_brackets()
        last = max((one.phase for one in order), default=1)
    for one in order or ():
        yield one.place or 0, one.entrant, phases.rows_of(one.entrant, last)


def _ranked(place: int, entrant: tuple[str, ...], rows: Sequence[StandingsRow]) -> RankedPair:
    played = [part for one in rows for part in one.figures["wins"].parts if part.round is not None]
    return RankedPair(
        pair=entrant,
        place=place,
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


SEASON_FINAL_SIZES: Final = (2, 4, 8, 16)
"""Pairs in a final of a season."""


def season_finalists(counted: CountedSeason) -> tuple[Persons, ...]:
    """Return the classed persons, the first place first.

    A player who is in several pairs is taken with the best one.
    """
    found: list[Persons] = []
    there: set[str] = set()
    for row in counted.rows:
        if row.place is not None and there.isdisjoint(row.unit):
            found.append(row.unit)
            there.update(row.unit)
    return tuple(found)


def final_pairs(counted: CountedSeason, count: int) -> tuple[Persons, ...]:
    """The pairs of a final, the first seed first.

    Where players are ranked, the first plays with the last of them, the second with the last but
    one.
    """
    there = season_finalists(counted)
    if counted.played.by == "pair":
        return there[:count]
    first, last = there[:count], there[count : 2 * count][::-1]
    return tuple((*one, *other) for one, other in zip(first, last, strict=False))


def season_final_sizes(counted: CountedSeason) -> tuple[int, ...]:
    """How many pairs a final may have."""
    needed = 1 if counted.played.by == "pair" else 2
    there = len(season_finalists(counted))
    return tuple(size for size in SEASON_FINAL_SIZES if size * needed <= there)


def set_up_season_final(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    number: int,
    count: int,
    name: str,
    names_of: Callable[[Club, CountedSeason], dict[str, str]],
) -> LoadedTournament:
    """The new tournament, which is the club's; the same operation again gives the same one.

    It has the rules and the length of the season's last tournament. `names_of` gives
    the names of the season's persons by their ids there, as it is counted then.

    :raises NotFound: there is no such club.
    :raises NotAllowed: this phone does not organise it.
    :raises TournamentRefused: there are too few who are classed.
    """
    with writing(public_id, op_id):
        loaded_club = find_club(public_id)
        if phone_id is None or CLUBS.role_of(loaded_club, phone_id) != "organiser":
            raise NotAllowed
        event = TOURNAMENT_EVENTS.event_with(part_op_id(op_id, "set_up"))
        if event is not None:
            return find_tournament(TOURNAMENT_EVENTS.public_id_of(event.owner_id))
        counted = count_season(loaded_club.club, loaded_club.club.seasons[number - 1])
        if count not in season_final_sizes(counted):
            raise TournamentRefused(Fault("no_final", "count"))
        pairs = final_pairs(counted, count)
        names = names_of(loaded_club.club, counted)
        final = TOURNAMENTS.add_new(
            _set_up(counted, count, name), phone_id, part_op_id(op_id, "set_up")
        )
        body = PairsAdded(
            pairs=tuple(
                NewPair(players=(names[one], names[other]), seeding=seed)
                for seed, (one, other) in enumerate(pairs, 1)
            )
        )
        final = TOURNAMENTS.append(final, phone_id, part_op_id(op_id, "pairs"), body, body.data)
        _give(loaded_club, phone_id, op_id, final, pairs)
    return final


def _set_up(counted: CountedSeason, count: int, name: str) -> TournamentSetUp:
    """As the season's last tournament, but a knockout on a day that is still to be found."""
    last = [*counted.tournaments.values()][-1].tournament.set_up
    rounds = (count - 1).bit_length()
    return TournamentSetUp.of(replace(last, name=name, day=None, format="knockout", rounds=rounds))


def _give(
    loaded_club: LoadedClub,
    phone_id: int,
    op_id: str,
    final: LoadedTournament,
    pairs: tuple[Persons, ...],
) -> None:
    """Let the final be the club's, with its players known."""
    belongs = TournamentBelongs(tournament=final.public_id)
    loaded_club = CLUBS.append(loaded_club, phone_id, part_op_id(op_id, "club"), belongs)
    players = {
        str(number): (_in_roster(loaded_club.club, one), _in_roster(loaded_club.club, other))
        for number, (one, other) in enumerate(pairs, 1)
    }
    if any(any(two) for two in players.values()):
        known = PlayersKnown(tournament=final.public_id, players=players)
        CLUBS.append(loaded_club, phone_id, part_op_id(op_id, "players"), known)


def _in_roster(club: Club, person: str) -> str:
    """Return the person's key, or "" for a stranger."""
    return person if person in club.persons else ""
