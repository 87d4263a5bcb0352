"""The next round of a tournament with phases. Pure.

Each group and each bracket is drawn by itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.draws.individual import FOUR
from scorekeeper.draws.model import NEWEST, Broken, Draw, DrawProblem, Table
from scorekeeper.draws.table_numbers import number_tables
from scorekeeper.phases.advance import rounds_needed
from scorekeeper.phases.phase_plan import PhaseSeats, PlayedPhase
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.rounds import RoundDrawn
from scorekeeper.tournament.draw_requests import CannotDraw, add_wishes, draw_from, round_json
from scorekeeper.tournament.drawn_rounds import DrawRequest, RoundPart, entrants_of, version_of
from scorekeeper.tournament.played_phases import TournamentPhases
from scorekeeper.tournament.played_tables import PlayedTable
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import players_of

Wishes = tuple[tuple[str, str], ...]


class DrawnPart(NamedTuple):
    """A group's part of a round that could be drawn."""

    phase: int
    group: int
    request: DrawRequest
    draw: Draw


def draw_parts(
    tournament: Tournament,
    tables: Sequence[PlayedTable],
    seed: int,
    fixed: Iterable[tuple[str, str]] = (),
    forbidden: Iterable[tuple[str, str]] = (),
) -> tuple[DrawnPart, ...]:
    """All parts of the next round, as they would be drawn now; `tables` are those of the last one.

    Phases that share no entrant in this round play side by side.

    :raises TournamentRefused: a table of the last round is not done, or nothing is left to play.
    :raises CannotDraw: fixed or forbidden tables cannot be, or a group has too few entrants.
    """
    if any(one.score is None for one in tables):
        raise TournamentRefused(Fault("not_done", "round"))
    phases = TournamentPhases(tournament, tables, seed)
    drawing = _Drawing(phases, seed, tuple(fixed), tuple(forbidden))
    for played in phases.phases:
        drawing.draw(played)
    drawing.check_enough()
    drawing.check_wishes()
    if len(drawing.parts) > 1:
        return tuple(drawing.parts)  # all parts share a room: `joined_draw` numbers the tables
    (part,) = drawing.parts
    kept: list[list[str | int]] = [
        [key, table]
        for key, table in tournament.kept_tables.items()
        if key in entrants_of(part.request)
    ]
    if kept:
        request: DrawRequest = {**part.request, "kept_tables": kept}
        part = part._replace(request=request, draw=draw_part(request))
    return (part,)


class _Drawing:
    def __init__(
        self, phases: TournamentPhases, seed: int, fixed: Wishes, forbidden: Wishes
    ) -> None:
        self._phases = phases
        self._tournament = phases.tournament
        self._seed = seed
        self._fixed = fixed
        self._forbidden = forbidden
        self.parts: list[DrawnPart] = []

    def draw(self, played: PlayedPhase) -> None:
        """Draw the next round of a phase, where it has one."""
        if played.seats is None or not played.seats.seeding:
            return
        if played.number == 1 and played.phase.drawn is None:
            self._groups(played)  # groups of one need no round, and nobody would have played
        if not self._has_more(played):
            return
        parts = [
            DrawnPart(played.number, group, request, draw_part(request))
            for group, entrants in enumerate(self._groups(played), 1)
            if not self._is_done(played, group, entrants)
            for request in [self._request(played, group, entrants)]
        ]
        if not _seated(parts) & _seated(self.parts):
            self.parts += parts

    def check_enough(self) -> None:
        """See that somebody plays, or sits out of a later phase.

        :raises TournamentRefused: everything is played.
        :raises CannotDraw: too few are there.
        """
        if any(part.draw.tables for part in self.parts):
            return
        first = self._phases.phase(1)
        is_first = any(part.phase == 1 for part in self.parts) and not first.phase.is_bracket
        if not is_first and any(part.draw.byes for part in self.parts):
            return
        if not self._tournament.rounds or (self.parts and not self._phases.is_finished):
            raise CannotDraw(DrawProblem("too_few", "absent"))
        raise TournamentRefused(Fault("over", "round"))

    def check_wishes(self) -> None:
        """See that each fixed table is in some part.

        :raises CannotDraw: its pairs are not to meet in this round.
        """
        for two in self._fixed:
            if not any({*two} <= {*entrants_of(part.request)} for part in self.parts):
                raise CannotDraw(DrawProblem("contradiction", "fixed", pair=two[0]))

    def _has_more(self, played: PlayedPhase) -> bool:
        """Has it rounds to draw? The only phase may have more than were planned."""
        is_alone = len(self._phases.plan) == 1 and not played.phase.is_bracket
        return is_alone or played.state == "playing"

    def _is_done(self, played: PlayedPhase, group: int, entrants: Sequence[str]) -> bool:
        """Has a group that is smaller than others met, where nobody says how many rounds?"""
        if played.phase.rounds is not None or played.phase.is_bracket:
            return False
        own = PhaseSeats((), (tuple(entrants),))
        drawn = self._phases.parts.get((played.number, group), ())
        is_done = len(drawn) >= rounds_needed(played.phase, own)
        return is_done and played.state != "finished"

    def _groups(self, played: PlayedPhase) -> tuple[tuple[str, ...], ...]:
        """The groups of a phase that does not wait.

        :raises CannotDraw: one has fewer than two entrants.
        """
        assert played.seats is not None
        groups = played.seats.groups
        if played.has_groups and min(map(len, groups)) < 2:
            raise CannotDraw(DrawProblem("too_few", "groups"))
        return groups

    def _request(self, played: PlayedPhase, group: int, entrants: Sequence[str]) -> DrawRequest:
        tournament, phase = self._tournament, played.phase
        before = self._phases.parts.get((played.number, group), [])
        results = [round_json(one.results) for one in before]
        if phase.is_bracket and before:
            results = [*before[-1].part.request["results"], results[-1]]
        request: DrawRequest = {"format": phase.format, "seed": self._seed, "results": results}
        request["players" if phase.format == "individual" else "pairs"] = [*entrants]
        there = {*entrants}
        add_wishes(
            request,
            tournament,
            [two for two in self._fixed if {*two} <= there],
            [two for two in self._forbidden if {*two} <= there],
            parts_clubs=phase.format != "individual"
            and (played.number == 1 or not phase.is_bracket),
        )
        if phase.format == "ranking" and before:
            rows = self._phases.standings[played.number][group - 1]
            request["order"] = [row.pair for row in rows]
        if phase.is_bracket and phase.places != "third":
            request["places"] = phase.places
        request["version"] = version_of(before[0].part.request) if before else NEWEST
        return request


def _seated(parts: Iterable[DrawnPart]) -> set[str]:
    return {
        key
        for part in parts
        for key in (*part.draw.byes, *(one for two in part.draw.tables for one in players_of(two)))
    }


def draw_part(request: DrawRequest) -> Draw:
    """Draw a group; where too few of it for a table are there, nobody plays."""
    present = [key for key in entrants_of(request) if key not in request.get("absent", [])]
    fewest = FOUR if request["format"] == "individual" else 2
    if request["format"] != "knockout" and len(present) < fewest:
        return Draw((), tuple(present), ())
    return draw_from(request)


def joined_draw(parts: Sequence[DrawnPart], kept_tables: Mapping[str, int]) -> Draw:
    """The whole round: the tables of all parts one behind the other, around the kept ones."""
    byes = tuple(key for part in parts for key in part.draw.byes)
    broken: tuple[Broken, ...] = tuple(one for part in parts for one in part.draw.broken)
    if len(parts) == 1:
        return parts[0].draw
    tables = {players_of(table): table for part in parts for table in part.draw.tables}
    numbered = number_tables([*tables], kept_tables)
    numbers = tuple(number for number, _ in numbered)
    return Draw(
        tuple(tables[seats] for _, seats in numbered),
        byes,
        broken,
        () if numbers == tuple(range(1, len(numbers) + 1)) else numbers,
    )


def drawn_round_of(tournament: Tournament, parts: Sequence[DrawnPart], draw: Draw) -> RoundDrawn:
    """The act that draws a round of these parts.

    A round of one list that is the first phase has its request in place of parts.
    """
    told = {**draw._asdict(), "round": len(tournament.rounds) + 1}
    is_list = len(parts) == 1 and parts[0].phase == 1 and tournament.set_up.groups == 1
    if is_list:
        return RoundDrawn(request=parts[0].request, **told)
    return RoundDrawn(parts=numbered_parts(parts, draw), **told)


def numbered_parts(parts: Sequence[DrawnPart], draw: Draw) -> tuple[RoundPart, ...]:
    """The parts with the numbers that their tables have in the round."""
    numbers: dict[Table, int] = dict(
        zip(draw.tables, draw.numbers or range(1, len(draw.tables) + 1), strict=True)
    )
    return tuple(
        RoundPart(
            part.phase,
            part.group,
            part.request,
            tuple(sorted(numbers[table] for table in part.draw.tables)),
            part.draw.byes,
        )
        for part in parts
    )
