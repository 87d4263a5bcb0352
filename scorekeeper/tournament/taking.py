"""Make pairs of those that announced themselves, as the organiser was shown them."""

from collections.abc import Collection, Iterable

from scorekeeper.journal.json_values import Json
from scorekeeper.store.db import writing
from scorekeeper.tournament.acts.pair_acts import NewPair, PairsAdded
from scorekeeper.tournament.acts.registrations import PairRegistered, RegistrationChanged
from scorekeeper.tournament.registering import places_of
from scorekeeper.tournament.row_checks import named_twice
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament
from scorekeeper.tournament.state import Tournament, TournamentAct


def take(
    public_id: str, phone_id: int | None, op_id: str, revision: int, number: int | None
) -> LoadedTournament:
    """The tournament with the registration of this number as a pair.

    Without a number, with all that have a place, were shown at `revision` and stand there once.

    :raises NotFound, NotAllowed, TournamentRefused: as of `Owner.write`.
    :raises Conflict: as of `Owner.write`; also if other names were given since.
    """
    operation_request: Json = {"take": number}
    with writing(public_id, op_id):
        tournament = find_tournament(public_id).tournament
        numbers = _all_with_place(tournament, revision) if number is None else [number]
        body = _body(tournament, numbers)
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            return loaded_tournament
        return TOURNAMENTS.append(loaded_tournament, phone_id, op_id, body, operation_request)


def _body(tournament: Tournament, numbers: Collection[int]) -> PairsAdded:
    return PairsAdded(
        pairs=tuple(
            NewPair(
                players=one.players,
                club=one.club,
                present=not tournament.door.check_in,
                registration=one.number,
            )
            for one in tournament.registrations.values()
            if one.number in numbers
        )
    )


def _all_with_place(tournament: Tournament, revision: int) -> list[int]:
    """Those that wait and have a place, but for players of another pair: the organiser looks."""
    doubles = doubles_of(tournament)
    shown = {
        act.body.registration
        for act in tournament.acts[:revision]
        if isinstance(act.body, PairRegistered)
    }
    return [
        number
        for number, place in places_of(tournament).items()
        if not place and number in shown and number not in doubles
        if all(tournament.registrations[number].players)  # else its names were erased
    ]


def doubles_of(tournament: Tournament) -> dict[int, tuple[tuple[str, str], ...]]:
    """The players of registrations who are in another pair, too, or announced twice."""
    named = [(f"{pair.number}", pair.players) for pair in tournament.pairs.values()]
    named += [(f"+{one.number}", one.players) for one in tournament.waiting]
    found = named_twice(named).items()
    return {int(place): names for place, names in found if place.startswith("+")}


def renamed_in(acts: Iterable[TournamentAct]) -> frozenset[int]:
    """The registrations that got other names by these acts."""
    return frozenset(
        act.body.registration for act in acts if isinstance(act.body, RegistrationChanged)
    )
