"""The phases of a tournament as far as they were played: seats, standings, the final order.

Who plays on and who has won is computed by `scorekeeper.phases`. The standings of a list are those
of the organiser's set-up, with penalties and hands won.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from threading import Lock
from typing import Final, Literal, NamedTuple

from cachetools import LRUCache

from scorekeeper.draws.model import ABSENT, BYE, WIN, Bye, PlayedPairing, Round, draw_lot
from scorekeeper.draws.standings import (
    Adjustment,
    Criterion,
    Figure,
    Part,
    StandingsRow,
    matches_of,
    standings,
)
from scorekeeper.phases.advance import PhaseFold, rounds_needed
from scorekeeper.phases.final_order import final_order, provisional_order
from scorekeeper.phases.phase_order import (
    PlayerRound,
    order_across_groups,
    order_by_marks,
    order_of_players,
    player_rounds,
    worst,
)
from scorekeeper.phases.phase_plan import (
    FinalPlace,
    Phase,
    PhasedTournament,
    PhasePlace,
    PhaseRound,
    PhaseSeats,
    PhaseTable,
    PlayedPhase,
)
from scorekeeper.tournament.draw_requests import clubs_of
from scorekeeper.tournament.drawn_rounds import RoundPart, entrants_of
from scorekeeper.tournament.played_tables import PlayedTable
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import players_of
from scorekeeper.tournament.tournament_set_up import Pair

_HALVES: Final = 2


def phase_table_of(one: PlayedTable) -> PhaseTable:
    """The table as the phases read it."""
    result = one.table.result
    forfeit: Literal["both"] | None = "both" if result and result.forfeit == "both" else None
    a, b = (players_of((side,)) for side in (one.table.a, one.table.b))
    return PhaseTable(a, b, one.score, forfeit)


class PlayedPart(NamedTuple):
    """A group's part of a round, with its tables as they stand."""

    round: int
    """The number of the round of the evening."""
    part: RoundPart
    tables: tuple[PlayedTable, ...]

    @property
    def results(self) -> Round:
        """The tables that have a score, and the byes."""
        played = [table.played() for table in self.tables]
        known = [one for one in played if one is not None]
        return (*known, *(Bye(key) for key in self.part.byes))

    @property
    def phase_round(self) -> PhaseRound:
        """The round as the phases read it."""
        return (*map(phase_table_of, self.tables), *(Bye(key) for key in self.part.byes))


class TournamentPhases:
    """All phases of one tournament at this moment."""

    def __init__(
        self, tournament: Tournament, last: Sequence[PlayedTable] = (), seed: int | None = None
    ) -> None:
        """Play the phases.

        `last` are the tables of the round that is played. `seed` is that of the first round while
        it is proposed. Lots seed the pairs without a place in the seeding order.
        """
        self.tournament = tournament
        self.parts: dict[tuple[int, int], list[PlayedPart]] = {}
        """By phase and group, in order."""
        for drawn_round in tournament.rounds:
            is_last = drawn_round == tournament.last_round and last
            tables = last if is_last else [PlayedTable(one, None) for one in drawn_round.tables]
            for part in drawn_round.parts:
                own = tuple(one for one in tables if one.table.number in part.tables)
                played = PlayedPart(drawn_round.number, part, own)
                self.parts.setdefault((part.phase, part.group), []).append(played)
        self.standings: dict[int, tuple[tuple[StandingsRow, ...], ...]] = {}
        """The rows of each group of each phase that does not wait."""
        self.plan = self._plan()
        self.asked = self._phased_tournament(seed)
        """The tournament as the phases read it."""
        fold = PhaseFold(self.asked, order=self._order)
        told = fold.advance()
        self.phases: tuple[PlayedPhase, ...] = tuple(map(self._ended, told.phases))
        self.final: tuple[FinalPlace, ...] | None = final_order(self.phases)

    def _ended(self, played: PlayedPhase) -> PlayedPhase:
        """The phase, which is finished once all who were in it have gone home."""
        if played.number == 1 or played.state != "playing" or played.seats is None:
            return played
        pairs = self.tournament.pairs
        is_left = all(pairs[key].withdrawn for key in played.seats.seeding)
        is_open = any(table.score is None for table in self._tables_of(played.number))
        return replace(played, state="finished") if is_left and not is_open else played

    def _tables_of(self, number: int) -> Iterator[PlayedTable]:
        for played in self._parts_of(number):
            yield from played.tables

    def _parts_of(self, number: int) -> list[PlayedPart]:
        """All parts of a phase, group by group, each in the order of its rounds."""
        groups = sorted(key for key in self.parts if key[0] == number)
        return [played for key in groups for played in self.parts[key]]

    # The draws

    def phase(self, number: int) -> PlayedPhase:
        """The phase with this number, from 1."""
        return self.phases[number - 1]

    def evening_rounds_of(self, number: int) -> list[int]:
        """The numbers of the evening's rounds in which a phase was played."""
        return sorted({played.round for played in self._parts_of(number)})

    @property
    def is_finished(self) -> bool:
        """Is everything played?"""
        return self.final is not None and all(one.state == "finished" for one in self.phases)

    @property
    def is_first_drawn(self) -> bool:
        """Are all rounds of the first phase drawn? A bracket takes nobody once it is drawn."""
        first = self.phases[0]
        if first.phase.drawn is None or first.seats is None:
            return False
        is_whole = len(first.rounds) >= rounds_needed(first.phase, first.seats)
        return first.phase.is_bracket or is_whole

    @property
    def winners(self) -> tuple[Pair, ...]:
        """The entrants with the first place; none before everything is played."""
        if not self.is_finished:
            return ()
        pairs = self.tournament.pairs
        return tuple(pairs[one.entrant] for one in self.final or () if one.place == 1)

    def groups_drawn(self, number: int) -> tuple[tuple[str, ...], ...] | None:
        """The groups of a phase as they were drawn; None before that."""
        last = {one.part.group: entrants_of(one.part.request) for one in self._parts_of(number)}
        return tuple(map(tuple, last.values())) or None

    def _plan(self) -> tuple[Phase, ...]:
        plan = self.tournament.set_up.plan
        drawn = {number: self.groups_drawn(number) for number in range(1, len(plan) + 1)}
        groups = drawn[1]
        if groups and not plan[0].is_bracket and not any(drawn[at] for at in drawn if at > 1):
            drawn[1] = self._with_late_ones(groups)
        return tuple(replace(phase, drawn=drawn[number]) for number, phase in enumerate(plan, 1))

    def _with_late_ones(self, drawn: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
        """The groups with the entrants who came late, each in the smallest one."""
        groups = [[*group] for group in drawn]
        there = {key for group in groups for key in group}
        for pair in self.tournament.in_seeding_order:
            if pair.key not in there and not pair.withdrawn:
                min(groups, key=len).append(pair.key)
        return tuple(map(tuple, groups))

    def _phased_tournament(self, seed: int | None) -> PhasedTournament:
        tournament = self.tournament
        last_phase = {
            key: number
            for number, phase in enumerate(self.plan, 1)
            for group in phase.drawn or ()
            for key in group
        }
        entrants = entrants_by_lot(tournament, self._first_seed(seed))
        if self.plan[0].drawn is not None:
            there = {key for group in self.plan[0].drawn for key in group}
            entrants = tuple(key for key in entrants if key in there)
        clubs = clubs_of(tournament, entrants) if tournament.clubs_apart else []
        return PhasedTournament(
            entrants=entrants,
            phases=self.plan,
            results=tuple(self._phase_rounds(number) for number in range(1, len(self.plan) + 1)),
            by=tournament.set_up.phase_ranking,
            withdrawn={
                key: last_phase.get(key, 1)
                for key, pair in tournament.pairs.items()
                if pair.withdrawn
            },
            forbidden=tournament.apart,
            clubs=tuple(map(tuple, clubs)),
        )

    def _first_seed(self, seed: int | None) -> int:
        """The seed of the first round: it is kept once that is drawn."""
        rounds = self.tournament.rounds
        return rounds[0].request["seed"] if rounds else seed or 0

    def _phase_rounds(self, number: int) -> tuple[PhaseRound, ...]:
        at_rounds: dict[int, list[PhaseTable | Bye]] = {}
        for played in self._parts_of(number):
            at_rounds.setdefault(played.round, []).extend(played.phase_round)
        return tuple(tuple(at_rounds[at]) for at in sorted(at_rounds))

    # Standings

    def _order(self, number: int, phase: Phase, seats: PhaseSeats) -> tuple[PhasePlace, ...]:
        if phase.is_bracket:
            order = order_by_marks(seats.seeding, self.asked.rounds_of(number))
            rows = self._rows_of_list(number, 1, seats.seeding, phase)
            self.standings[number] = (_in_order(rows, order),)
            return order
        if phase.format == "individual":
            return self._order_of_players(number, phase, seats)
        seeds = {key: seed for seed, key in enumerate(seats.seeding)}
        tables = tuple(
            self._rows_of_list(number, at, sorted(group, key=seeds.__getitem__), phase)
            for at, group in enumerate(seats.groups, 1)
        )
        self.standings[number] = tables
        names: tuple[Criterion, ...] = (self.tournament.set_up.standing.by, "difference")
        return order_across_groups(tables, seeds, names)

    def _rows_of_list(
        self, number: int, group: int, listed: Sequence[str], phase: Phase
    ) -> tuple[StandingsRow, ...]:
        """The standings of a group, or of the entrants of a bracket by the numbers of its rounds.

        Rounds have the numbers that they have in the evening.
        """
        set_up = self.tournament.set_up
        rules = replace(set_up.standing, lots=self.tournament.lots, forfeit=set_up.forfeit)
        parts = self.parts.get((number, group), [])
        results: list[Round] = [()] * len(self.tournament.rounds)
        for played in parts:
            results[played.round - 1] = played.results
        missed: dict[str, tuple[int, ...]] = {}
        if set_up.absence == "forfeited" and not phase.is_bracket:
            missed = _missed(listed, parts)
        dropped = None
        if phase.drop:
            scores: dict[str, dict[int, int]] = {key: {} for key in listed}
            for match in matches_of(results, rules, missed):
                scores[match.pair][match.round] = match.score[0]
            dropped = _dropped(phase.drop, scores, parts)
        adjustments = self.adjustments_in(number)
        return standings(listed, results, rules, adjustments, missed=missed, dropped=dropped)

    def adjustments_in(self, number: int) -> list[Adjustment]:
        """The penalties and rulings that count in a phase.

        Each counts in the last phase that the pair was in by then. Brackets are left out, for they
        go by results alone.
        """
        found: list[Adjustment] = []
        if self.plan[number - 1].is_bracket:
            return found
        for adjustment, act in self.tournament.adjusted:
            in_phases = [
                phase
                for (phase, _), parts in self.parts.items()
                for played in parts
                if self.tournament.rounds[played.round - 1].act.seq < act.seq
                and not played.part.is_bracket
                and adjustment.pair in entrants_of(played.part.request)
            ]
            if max(in_phases, default=1) == number:
                found.append(adjustment)
        return found

    def _order_of_players(
        self, number: int, phase: Phase, seats: PhaseSeats
    ) -> tuple[PhasePlace, ...]:
        rounds = self.asked.rounds_of(number)
        adjustments = self.adjustments_in(number)
        added = {key: _added(key, adjustments) for key in seats.seeding}
        order = order_of_players(
            phase, seats.seeding, rounds, self.tournament.set_up.phase_ranking, added
        )
        played = player_rounds(phase, seats.seeding, rounds)
        evening = self.evening_rounds_of(number)
        rows = []
        for place in order:
            key, own = place.entrant, played[place.entrant]
            dropped = worst(phase.drop, [(one.score, at) for at, one in own.items()])
            against = {at: self._against(key, number, evening[at - 1]) for at in own}
            figures = _figures_of_player(own, dropped, against, evening)
            for name, figure in figures.items():
                parts = [
                    Part(a.points, None, "", a.reason)
                    for a in adjustments
                    if a.pair == key and a.to == name
                ]
                figures[name] = Figure((*figure.parts, *parts))
            rows.append(StandingsRow(place.place, key, figures, None))
        self.standings[number] = (tuple(rows),)
        return order

    def _against(self, key: str, number: int, at_round: int) -> str:
        """The side that sat against this player; a bye, or nobody."""
        played = next(one for one in self.parts[number, 1] if one.round == at_round)
        if key in played.part.byes:
            return BYE
        for one in played.tables:
            for own, other in ((one.table.a, one.table.b), (one.table.b, one.table.a)):
                if key in players_of((own,)):
                    return other
        return ABSENT

    @property
    def is_one_list(self) -> bool:
        """Is it a single phase without groups, whose standings are the final order?"""
        return len(self.plan) == 1 and not self.phases[0].has_groups

    def overall(self) -> tuple[StandingsRow, ...]:
        """All entrants in one list, with the numbers of the last phase that each is in.

        While a phase is played the list says how things stand, and its places are not final.
        """
        rows = {
            (number, row.pair): row
            for number, groups in self.standings.items()
            for group in groups
            for row in group
        }
        order = provisional_order(self.phases)
        if self.is_one_list:
            return tuple(rows[one.phase, one.entrant] for one in order)
        return tuple(
            rows[one.phase, one.entrant]._replace(place=one.place or 0, decided_by=None)
            for one in order
        )

    def rows_of(self, key: str, last: int | None = None) -> list[StandingsRow]:
        """The numbers of an entrant in each phase that it is in, up to the last one, in order."""
        return [
            row
            for number in sorted(self.standings)
            if last is None or number <= last
            for group in self.standings[number]
            for row in group
            if row.pair == key
        ]

    def before_brackets(self) -> tuple[FinalPlace, ...]:
        """The order of the phases before the first bracket; the first phase counts in any case."""
        brackets = [one.number for one in self.phases[1:] if one.phase.is_bracket]
        return provisional_order(self.phases[: min(brackets, default=len(self.phases) + 1) - 1])

    def would_be_in(self, number: int) -> frozenset[str]:
        """The entrants of a phase if it was drawn now, or as it was drawn."""
        played = self.phase(number)
        seats = played.would or played.phase.drawn or (played.seats.groups if played.seats else ())
        return frozenset(key for group in seats for key in group)


_Played = tuple[PlayedPairing | None, ...]
_memory: Final = LRUCache[tuple[int, _Played], TournamentPhases](2)
"""The phases that were asked for last: one page asks with and without the phones, many times.

What is remembered holds its tournament, so that no other one gets its id meanwhile.
"""
_lock: Final = Lock()


def phases_at(tournament: Tournament, last: Sequence[PlayedTable] = ()) -> TournamentPhases:
    """The phases, where `last` are the tables of the round that is played."""
    key = id(tournament), tuple(one.played() for one in last)
    with _lock:
        known = _memory.get(key)
    if known is not None:
        return known
    phases = TournamentPhases(tournament, last)
    with _lock:
        _memory[key] = phases
    return phases


def entrants_by_lot(tournament: Tournament, seed: int) -> tuple[str, ...]:
    """The seeded entrants, then the others in the order of their lots.

    Who withdrew before it was in a draw is left out.
    """
    drawn = {
        key
        for drawn_round in tournament.rounds
        for part in drawn_round.parts
        for key in entrants_of(part.request)
    }
    pairs = [
        pair for pair in tournament.in_seeding_order if pair.key in drawn or not pair.withdrawn
    ]
    seeded = [pair.key for pair in pairs if pair.seeding is not None]
    others = [pair.key for pair in pairs if pair.seeding is None]
    return (*seeded, *sorted(others, key=lambda key: draw_lot(seed, 1, key)))


def _in_order(
    rows: Iterable[StandingsRow], order: Iterable[PhasePlace]
) -> tuple[StandingsRow, ...]:
    by_pair = {row.pair: row for row in rows}
    return tuple(by_pair[one.entrant]._replace(place=one.place, decided_by=None) for one in order)


def _missed(listed: Iterable[str], parts: Iterable[PlayedPart]) -> dict[str, tuple[int, ...]]:
    """The rounds in which each of these was nowhere, for those with any."""
    found: dict[str, tuple[int, ...]] = {}
    for played in parts:
        there = {key for one in played.tables for key in one.table.entrants} | {*played.part.byes}
        for key in listed:
            if key not in there:
                found[key] = (*found.get(key, ()), played.round)
    return found


def _dropped(
    drop: int, scores: Mapping[str, Mapping[int, int]], parts: Sequence[PlayedPart]
) -> dict[str, frozenset[int]]:
    """The rounds that each entrant's total leaves out: its worst, but never all.

    `scores` are those of each entrant by round. A table without a score gives no number yet; a
    round in which an entrant is nowhere gives 0.
    """
    still_open = {
        (key, played.round)
        for played in parts
        for one in played.tables
        if one.score is None
        for key in one.table.entrants
    }
    rounds = [played.round for played in parts]
    return {
        key: worst(drop, [(own.get(at, 0), at) for at in rounds if (key, at) not in still_open])
        for key, own in scores.items()
    }


def _added(key: str, adjustments: Iterable[Adjustment]) -> PlayerRound:
    """The sums that the adjustments add to a player's numbers."""
    sums: dict[str, int] = {}
    for one in adjustments:
        if one.pair == key:
            sums[one.to] = sums.get(one.to, 0) + one.points
    return PlayerRound(
        Fraction(sums.get("wins", 0), _HALVES),
        Fraction(sums.get("difference", 0)),
        Fraction(sums.get("total", 0)),
    )


def _figures_of_player(
    own: Mapping[int, PlayerRound],
    dropped: Iterable[int],
    against: Mapping[int, str],
    evening: Sequence[int],
) -> dict[Criterion, Figure]:
    """The numbers of a player; a mean is shown as a whole number, and ranked as it is."""
    left_out = {*dropped}

    def figure(name: str, times: int = 1) -> Figure:
        return Figure(
            tuple(
                Part(
                    0 if name == "score" and at in left_out else round(getattr(one, name) * times),
                    evening[at - 1],
                    against[at],
                    dropped=round(one.score) if name == "score" and at in left_out else None,
                )
                for at, one in sorted(own.items())
            )
        )

    return {
        "wins": figure("wins", WIN),
        "difference": figure("difference"),
        "match_points": figure("wins", WIN),
        "total": figure("score"),
        "hands_won": Figure(()),
    }
