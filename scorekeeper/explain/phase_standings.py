"""The standings of a tournament with phases as they are shown: the final order, then each phase."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, NamedTuple

from scorekeeper.draws.standings import StandingsRow
from scorekeeper.explain.phase_words import group_letter, group_name, phase_title
from scorekeeper.i18n.language import Sentences, _l
from scorekeeper.i18n.language import gettext as _
from scorekeeper.tournament.drawn_rounds import DrawnRound, RoundPart, entrants_of
from scorekeeper.tournament.played_phases import PlayedPart, TournamentPhases, phase_table_of
from scorekeeper.tournament.played_tables import PlayedTable
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.stages import Stage, is_unbeaten, stage_of_part, stage_of_table
from scorekeeper.tournament.standing import phases_of
from scorekeeper.tournament.state import Tournament

NO_PLACE: Final = "–"

Fate = Literal["won", "lost", "plays", "next"]
_AT_STAGES: Final[dict[Fate, Sentences[Stage]]] = {
    "won": Sentences(
        {
            "final": _l("won the final"),
            "third_place": _l("won the match for the third place"),
        }
    ),
    "lost": Sentences(
        {
            "final": _l("lost the final"),
            "third_place": _l("lost the match for the third place"),
            "semi_finals": _l("out in the semi-finals"),
            "quarter_finals": _l("out in the quarter-finals"),
        }
    ),
    "plays": Sentences(
        {
            "final": _l("plays the final"),
            "third_place": _l("plays for the third place"),
            "semi_finals": _l("plays in the semi-finals"),
            "quarter_finals": _l("plays in the quarter-finals"),
        }
    ),
    "next": Sentences(
        {
            "final": _l("through to the final"),
            "third_place": _l("plays for the third place"),
            "semi_finals": _l("through to the semi-finals"),
            "quarter_finals": _l("through to the quarter-finals"),
        }
    ),
}
_IN_ROUNDS: Final[Sentences[Fate]] = Sentences(
    {
        "won": _l("won in round %(number)s"),
        "lost": _l("lost in round %(number)s"),
        "plays": _l("plays in round %(number)s"),
        "next": _l("through to round %(number)s"),
    }
)


class GroupTable(NamedTuple):
    """A table of the standings of a phase: of a group, or of all its entrants."""

    title: str
    """The name of its group; empty without groups."""
    rows: tuple[StandingsRow, ...]


class BracketRow(NamedTuple):
    """An entrant of a bracket."""

    place: str
    pair: str
    how_far: str


class ShownPhase(NamedTuple):
    """A phase that was begun, in words."""

    number: int
    title: str
    state: str
    """Empty once it is played."""
    tables: tuple[GroupTable, ...]
    """Those of its groups; none for a bracket."""
    bracket: tuple[BracketRow, ...]
    """The entrants in order; none where all meet in rounds."""

    @property
    def is_over(self) -> bool:
        """Whether all of the phase is played."""
        return not self.state


class ShownPhases(NamedTuple):
    """All standings of a tournament with phases."""

    final: tuple[BracketRow, ...]
    """The entrants in the final order; empty before any place is final."""
    phases: tuple[ShownPhase, ...]

    @property
    def is_one_list(self) -> bool:
        """Is there a single table, which needs no title?"""
        return len(self.phases) == 1 and len(self.phases[0].tables) == 1 and not self.final

    @property
    def rows(self) -> list[StandingsRow]:
        """The rows of all tables."""
        return [row for phase in self.phases for table in phase.tables for row in table.rows]


def shown_phases(loaded_tournament: LoadedTournament) -> ShownPhases:
    """The final order, and all phases that do not wait."""
    phases = phases_of(loaded_tournament)
    tournament = loaded_tournament.tournament
    shown = tuple(
        _shown_phase(tournament, phases, played.number)
        for played in phases.phases
        if played.number in phases.standings
    )
    return ShownPhases(_final(phases), shown)


def _shown_phase(tournament: Tournament, phases: TournamentPhases, number: int) -> ShownPhase:
    played = phases.phase(number)
    groups = phases.standings[number]
    state = "" if played.state == "finished" else _("in play")
    if state and played.phase.drawn is None:
        state = _("not drawn yet")
    title = phase_title(tournament.set_up, number)
    if played.phase.is_bracket:
        return ShownPhase(number, title, state, (), _bracket(phases, number))
    tables = tuple(
        GroupTable(group_name(at) if played.has_groups else "", rows)
        for at, rows in enumerate(groups, 1)
    )
    return ShownPhase(number, title, state, tables, ())


def _bracket(phases: TournamentPhases, number: int) -> tuple[BracketRow, ...]:
    is_finished = phases.phase(number).state == "finished"
    how_far = how_far_texts(phases, number)
    return tuple(
        BracketRow(f"{row.place}." if is_finished else NO_PLACE, row.pair, how_far[row.pair])
        for row in phases.standings[number][0]
    )


def _final(phases: TournamentPhases) -> tuple[BracketRow, ...]:
    if phases.is_one_list or not any(one.place for one in phases.final or ()):
        return ()
    where = {
        number: _where_texts(phases, number) for number in {one.phase for one in phases.final or ()}
    }
    return tuple(
        BracketRow(
            f"{one.place}." if one.place else NO_PLACE, one.entrant, where[one.phase][one.entrant]
        )
        for one in phases.final or ()
    )


def _where_texts(phases: TournamentPhases, number: int) -> Mapping[str, str]:
    """How far each entrant came in a phase, with the phase's name."""
    played, set_up = phases.phase(number), phases.tournament.set_up
    title = phase_title(set_up, number)
    if played.phase.is_bracket:
        return {key: f"{title}: {far}" for key, far in how_far_texts(phases, number).items()}
    if not played.has_groups:
        return {row.pair: title for row in phases.standings[number][0]}
    return {
        row.pair: _("%(group)s, place %(place)s", group=group_name(at), place=row.place)
        for at, rows in enumerate(phases.standings[number], 1)
        for row in rows
    }


def how_far_texts(phases: TournamentPhases, number: int) -> Mapping[str, str]:
    """How far each entrant of a bracket came, or is now."""
    found = dict.fromkeys((row.pair for row in phases.standings[number][0]), _("not drawn yet"))
    for played in phases.parts.get((number, 1), ()):
        drawn_round = phases.tournament.rounds[played.round - 1]
        for one in played.tables:
            found |= _fates_at(drawn_round, played, one)
        found |= {key: _passed_text(key, played.part) for key in played.part.byes}
        if stage_of_part(played.part) == "final":
            found |= _without_third_place(phases.standings[number][0], played, found)
    return found


def _passed_text(key: str, part: RoundPart) -> str:
    """How far a bye brings an entrant; in the last round not everybody who has one is first."""
    if stage_of_part(part) != "final":
        return _next_text(part)
    if is_unbeaten(key, part):
        return _fate_text("won", "final", 0)
    if len(entrants_of(part.request)) == 3:
        return _("third, without a match")
    return _fate_text("won", None, part.number)


def _without_third_place(
    rows: Iterable[StandingsRow], played: PlayedPart, found: Mapping[str, str]
) -> Mapping[str, str]:
    """Those who have no table for the third place, though they should: one alone is there."""
    seated = {key for one in played.tables for key in one.table.entrants}
    waiting, out = _fate_text("next", "third_place", 0), _fate_text("lost", "semi_finals", 0)
    return {
        row.pair: _("third, without a match") if row.place == 3 else out
        for row in rows
        if found[row.pair] == waiting and row.pair not in seated
    }


def _fates_at(drawn_round: DrawnRound, played: PlayedPart, one: PlayedTable) -> Mapping[str, str]:
    stage = stage_of_table(drawn_round, one.table.number)
    if one.score is None:
        return dict.fromkeys(one.table.entrants, _fate_text("plays", stage, played.part.number))
    table = phase_table_of(one)
    return {
        key: _after_table(played.part, stage, has_won=side == table.winner)
        for side in (table.a, table.b)
        for key in side
    }


def _after_table(part: RoundPart, stage: Stage | None, *, has_won: bool) -> str:
    is_beside = stage is None and stage_of_part(part) is not None  # a lower place is played for
    if has_won and (is_beside or stage in ("final", "third_place")):
        return _fate_text("won", stage, part.number)
    if has_won:
        return _next_text(part)
    plays_on = part.request.get("places", "third") == "third" and stage == "semi_finals"
    return (
        _fate_text("next", "third_place", 0) if plays_on else _fate_text("lost", stage, part.number)
    )


def _next_text(part: RoundPart) -> str:
    return _fate_text("next", stage_of_part(part, ahead=1), part.number + 1)


def _fate_text(fate: Fate, stage: Stage | None, number: int) -> str:
    sentences = _AT_STAGES[fate]
    if stage is None or stage not in sentences:
        return _IN_ROUNDS.say(fate, number=number)
    return sentences.say(stage)


def place_teller(loaded_tournament: LoadedTournament) -> Callable[[StandingsRow], str]:
    """Tells the place of a row in the list of all entrants: `3.`, or `–` before it is final.

    While groups are played it is the place there: `A2`. A list that is played has its places.
    """
    if not loaded_tournament.tournament.set_up.has_phases:
        return lambda row: f"{row.place}."
    phases = phases_of(loaded_tournament)
    if phases.is_one_list and not phases.phases[0].phase.is_bracket:
        return lambda row: f"{row.place}."
    places = _places_told(phases)
    places |= {one.entrant: f"{one.place}." for one in phases.final or () if one.place}
    return lambda row: places.get(row.pair) or f"{row.place}."


def _places_told(phases: TournamentPhases) -> dict[str, str | None]:
    """The sign for each place that is not final; None for the places of a list."""
    places: dict[str, str | None] = {}
    for played in phases.phases:
        if played.number > 1 and played.phase.drawn is None:
            continue  # its entrants stand as they do in the phase before
        for at, rows in enumerate(phases.standings.get(played.number, ()), 1):
            for row in rows:
                in_group = f"{group_letter(at)}{row.place}" if played.has_groups else None
                places[row.pair] = NO_PLACE if played.phase.is_bracket else in_group
    return places


class EntrantPart(NamedTuple):
    """The numbers of an entrant in a phase."""

    number: int
    title: str
    """The name of the phase or of the group; empty for the only list of a tournament."""
    place: str
    row: StandingsRow


def parts_of_entrant(
    loaded_tournament: LoadedTournament, row: StandingsRow
) -> tuple[EntrantPart, ...]:
    """The numbers of an entrant, phase by phase; `row` are those of the list of all."""
    if not loaded_tournament.tournament.set_up.has_phases:
        return (EntrantPart(1, "", f"{row.place}", row),)
    phases = phases_of(loaded_tournament)
    found = []
    for number, groups in sorted(phases.standings.items()):
        for own in (own for rows in groups for own in rows if own.pair == row.pair):
            title = "" if phases.is_one_list else _where_texts(phases, number)[row.pair]
            found.append(EntrantPart(number, title, f"{own.place}", own))
    return tuple(found)
