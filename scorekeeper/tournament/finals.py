"""A final of those who stand first, how far a tournament came, and who won it."""

from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from scorekeeper.draws.model import Places
from scorekeeper.draws.standings import StandingsRow
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import NotFound
from scorekeeper.phases.phase_plan import Phase, PhaseSource
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.tournament import stages
from scorekeeper.tournament.acts.body import TournamentRefused, refuse_if
from scorekeeper.tournament.acts.pair_acts import new_pairs
from scorekeeper.tournament.acts.set_ups import SetUpChanged, difference
from scorekeeper.tournament.played_phases import TournamentPhases, phases_at
from scorekeeper.tournament.played_tables import play_round, results_of
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament, with_act
from scorekeeper.tournament.standing import phases_of, standing_of
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.tournament_set_up import Pair

SIZES: Final = (2, 4, 8, 16, 32)
"""Pairs in a final."""


def is_played(loaded_tournament: LoadedTournament) -> bool:
    """Are all planned rounds played, of all phases? In a knockout, the final."""
    tournament = loaded_tournament.tournament
    if tournament.set_up.has_phases:
        return phases_of(loaded_tournament).is_finished
    last = tournament.last_round
    if last is None or not is_drawn(tournament):
        return False
    if all(table.result for table in last.tables):
        return True  # without a look at the phones
    return results_of(tournament, play_round(loaded_tournament, last))[1]


def is_drawn(tournament: Tournament) -> bool:
    """Are all planned rounds drawn, so that no pair can come any more?

    In a knockout it is the final; with phases, all rounds of the first one.
    """
    if tournament.set_up.has_phases:
        return phases_at(tournament).is_first_drawn
    if tournament.set_up.format == "knockout":
        return stages.is_over(tournament)
    return len(tournament.rounds) >= max(1, tournament.planned_rounds)


def final_of(loaded_tournament: LoadedTournament) -> LoadedTournament | None:
    """Its final; None without one, and where it cannot be read."""
    if not loaded_tournament.tournament.final:
        return None
    try:
        return find_tournament(loaded_tournament.tournament.final)
    except (NotFound, DamagedEvent):
        return None


def finalists(loaded_tournament: LoadedTournament) -> tuple[StandingsRow, ...]:
    """The pairs that may be in a final, the first place first; none before all is played."""
    if loaded_tournament.tournament.set_up.has_phases:
        return _finalists_of_phases(loaded_tournament)
    if loaded_tournament.tournament.set_up.format == "knockout" or not is_played(loaded_tournament):
        return ()
    pairs = loaded_tournament.tournament.pairs
    return tuple(row for row in standing_of(loaded_tournament) if not pairs[row.pair].withdrawn)


def _finalists_of_phases(loaded_tournament: LoadedTournament) -> tuple[StandingsRow, ...]:
    """Those of the last phase, where that is one list and played."""
    phases = phases_of(loaded_tournament)
    last = phases.phases[len(phases_before_final(loaded_tournament))]
    is_list = not last.phase.is_bracket and not last.has_groups
    if not is_list or last.phase.format == "individual" or last.state != "finished":
        return ()
    pairs = loaded_tournament.tournament.pairs
    return tuple(row for row in phases.standings[last.number][0] if not pairs[row.pair].withdrawn)


def sizes_of(there: tuple[StandingsRow, ...]) -> tuple[int, ...]:
    """How many a final of them may have."""
    return tuple(size for size in SIZES if size <= len(there))


class MovedSeats(NamedTuple):
    """A phase in which others would be now than were drawn."""

    phase: int
    come: tuple[str, ...]
    """The entrants who would be in it, and are not."""
    go: tuple[str, ...]
    """The entrants who are in it, and would not be."""


def moved_seats(
    loaded_tournament: LoadedTournament, body: TournamentBody
) -> tuple[MovedSeats, ...]:
    """The drawn phases in which others would be after this act than now, and than are in it.

    None where the act cannot be done.
    """
    before = loaded_tournament.tournament
    if not before.set_up.phases:
        return ()
    try:
        after = with_act(before, TournamentAct(before.revision + 1, body))
    except TournamentRefused:
        return ()
    then, now = phases_at(before), TournamentPhases(after)
    found = []
    for played in now.phases:
        would = now.would_be_in(played.number)
        drawn = frozenset(key for group in played.phase.drawn or () for key in group)
        if played.would is None or would == then.would_be_in(played.number):
            continue
        come, go = would - drawn, drawn - would
        if come or go:
            in_order = [*after.pairs]
            found.append(
                MovedSeats(
                    played.number,
                    tuple(key for key in in_order if key in come),
                    tuple(key for key in in_order if key in go),
                )
            )
    return tuple(found)


def moves_finalists(loaded_tournament: LoadedTournament, body: TournamentBody) -> bool:
    """Would other pairs than now, and than are in it, be in a final or another drawn phase?"""
    tournament = loaded_tournament.tournament
    final = tournament.final_set_up
    if tournament.set_up.phases or final is None:
        return bool(moved_seats(loaded_tournament, body))
    try:
        after = with_act(tournament, TournamentAct(tournament.revision + 1, body))
    except TournamentRefused:
        return False
    now, then = (
        {row.pair for row in finalists(there)[: final.count]}
        for there in (loaded_tournament, TOURNAMENTS.with_state(loaded_tournament, after))
    )
    return bool(then) and then not in (now, {*final.pairs})


def add_final(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    count: int,
    places: Places = "third",
) -> LoadedTournament:
    """Add a knockout of the first `count` as the last phase; it takes the place of one undrawn.

    :raises NotFound, NotAllowed, Conflict: as of `Organised.write`.
    :raises TournamentRefused: not all is played, or there are too few pairs.
    """
    loaded_tournament = find_tournament(public_id)
    operation_request: Json = {"count": count, "places": places}
    if not loaded_tournament.tournament.has_done(op_id):
        refuse_if(count not in sizes_of(finalists(loaded_tournament)), "no_final", "count")
    set_up = loaded_tournament.tournament.set_up
    before = phases_before_final(loaded_tournament)
    final = knockout_after(PhaseSource(len(before) + 1, "best", (count,)), places)
    new = replace(set_up, phases=(*before, final))
    body = SetUpChanged(new=difference(set_up, new))
    return TOURNAMENTS.write(public_id, phone_id, op_id, revision, body, operation_request)


def knockout_after(source: PhaseSource, places: Places = "third") -> Phase:
    """The phase of a knockout for those whom the source takes."""
    return Phase(format="knockout", sources=(source,), places=places)


def phases_before_final(loaded_tournament: LoadedTournament) -> tuple[Phase, ...]:
    """The later phases without a final that was added and is not drawn yet."""
    phases = loaded_tournament.tournament.set_up.phases
    drawn = {part.phase for one in loaded_tournament.tournament.rounds for part in one.parts}
    is_undrawn = bool(phases) and len(phases) + 1 not in drawn
    takes_best = is_undrawn and {one.takes for one in phases[-1].sources} == {"best"}
    return phases[:-1] if takes_best and phases[-1].is_bracket else phases


def undrawn_final(loaded_tournament: LoadedTournament) -> Phase | None:
    """The final that was added and is not drawn yet; None without one."""
    phases = loaded_tournament.tournament.set_up.phases
    return phases[-1] if len(phases_before_final(loaded_tournament)) < len(phases) else None


AbsentFinal = Literal["final_elsewhere", "final_damaged"]
"""Why the winner is not known: the final is another file, or is damaged in the database."""
HowFar = Literal["undrawn", "playing", "before_final", AbsentFinal, "over"]
"""`before_final`: all planned rounds are played, and the final is not."""


@dataclass(frozen=True, slots=True)
class TournamentOutcome:
    """A tournament, its progress, and its winners."""

    loaded_tournament: LoadedTournament
    stand: HowFar
    done: int
    """The tables of the last round that have a result."""
    winners: tuple[Pair, ...]
    """The winners: several where they stay level; empty before all is played."""


def outcome_of(loaded_tournament: LoadedTournament) -> TournamentOutcome:
    """Return the tournament's progress and winners; the winner of its final wins it."""
    tournament = loaded_tournament.tournament
    last = tournament.last_round
    if last is None:
        return TournamentOutcome(loaded_tournament, "undrawn", 0, ())
    tables = play_round(loaded_tournament, last)
    done = sum(one.score is not None for one in tables)
    if tournament.set_up.has_phases:
        phases = phases_at(tournament, tables)
        stand: HowFar = "over" if phases.is_finished else "playing"
        return TournamentOutcome(loaded_tournament, stand, done, phases.winners)
    if not is_played(loaded_tournament):
        return TournamentOutcome(loaded_tournament, "playing", done, ())
    if absent := absent_final(loaded_tournament):
        return TournamentOutcome(loaded_tournament, absent, done, ())
    final = final_of(loaded_tournament)
    if final is not None and not is_played(final):
        return TournamentOutcome(loaded_tournament, "before_final", done, ())
    return TournamentOutcome(loaded_tournament, "over", done, _first(final or loaded_tournament))


def played_final_of(loaded_tournament: LoadedTournament) -> LoadedTournament | None:
    """Return the tournament's final, once a round of it is drawn."""
    final = final_of(loaded_tournament)
    return final if final is not None and final.tournament.rounds else None


def keys_in_final(loaded_tournament: LoadedTournament, final: LoadedTournament) -> dict[str, str]:
    """The keys that pairs have in the final, by those that they have here, or had."""
    set_up = loaded_tournament.tournament.final_set_up
    # In finals of before they were numbered anew.
    there = (str(number) for number, _new in new_pairs(final.tournament.acts))
    return dict(zip(set_up.pairs if set_up else (), there, strict=False))


def final_order(loaded_tournament: LoadedTournament) -> list[tuple[int, str]]:
    """Place and pair, the first first; behind those of its final the others, counted through.

    With phases it has those whose place is final.
    """
    if loaded_tournament.tournament.set_up.has_phases:
        final = phases_of(loaded_tournament).final or ()
        return [(one.place, one.entrant) for one in final if one.place is not None]
    standing = [(row.place, row.pair) for row in standing_of(loaded_tournament)]
    own_final = played_final_of(loaded_tournament)
    if own_final is None:
        return standing
    pairs, there = loaded_tournament.tournament.pairs, keys_in_final(loaded_tournament, own_final)
    keys = {other: key for key, other in there.items() if key in pairs}
    first = [(row.place, keys[row.pair]) for row in standing_of(own_final) if row.pair in keys]
    finalists = {key for _place, key in first}
    others = [one for one in standing if one[1] not in finalists]
    places = [place for place, _key in others]
    behind = [(len(first) + 1 + places.index(place), key) for place, key in others]
    return [*first, *behind]


def absent_final(loaded_tournament: LoadedTournament) -> AbsentFinal | None:
    """Why its final cannot be asked who won; None where it can, and without a final."""
    if loaded_tournament.tournament.set_up.phases:
        return None
    if loaded_tournament.tournament.is_final_elsewhere:
        return "final_elsewhere"
    has_final = bool(loaded_tournament.tournament.final)
    return "final_damaged" if has_final and final_of(loaded_tournament) is None else None


def _first(loaded_tournament: LoadedTournament) -> tuple[Pair, ...]:
    pairs = loaded_tournament.tournament.pairs
    return tuple(pairs[row.pair] for row in standing_of(loaded_tournament) if row.place == 1)
