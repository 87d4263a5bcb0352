"""A final of those who stand first in a season: a knockout with its pairs and seeds filled in."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from scorekeeper.club.acts.belonging import PlayersKnown, TournamentBelongs
from scorekeeper.club.club_seasons import CountedSeason, count_season
from scorekeeper.club.club_service import CLUBS, LoadedClub, find_club
from scorekeeper.club.club_state import Club
from scorekeeper.club.seasons.season import Persons
from scorekeeper.journal.owner import NotAllowed, part_op_id
from scorekeeper.store.db import writing
from scorekeeper.store.streams import TOURNAMENT_EVENTS
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.pair_acts import NewPair, PairsAdded
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.finals import SIZES
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament

SEASON_FINAL_SIZES: Final = (*SIZES, 16)
"""Pairs in a final of a season."""


def season_finalists(counted: CountedSeason) -> tuple[Persons, ...]:
    """Who is classed, the first place first; of a player's pairs the one that stands better."""
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
    """The person's key; nothing for a stranger."""
    return person if person in club.persons else ""
