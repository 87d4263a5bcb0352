"""Exports a tournament for programs and for spreadsheets: draw, results, standings, pairs."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from scorekeeper.draws.standings import Criterion, Ranking
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.paper_words import table_word
from scorekeeper.explain.phase_standings import place_teller
from scorekeeper.explain.phase_words import group_letter, phase_title
from scorekeeper.explain.standings_words import OUTCOMES, is_in_halves
from scorekeeper.export.spreadsheet import Cell, CsvRow, Separator, spreadsheet
from scorekeeper.i18n import gettext, pgettext
from scorekeeper.phases.advance_codec import write_advance
from scorekeeper.phases.phase_plan import Advance
from scorekeeper.rules.model import Side
from scorekeeper.tournament.drawn_rounds import DrawnRound, ProposedRound, RoundPart, versioned
from scorekeeper.tournament.played_tables import PlayedTable, play_round
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.standing import (
    columns_of,
    cross_table,
    forfeited_rounds,
    missed_rounds,
    phases_of,
    standing_of,
)
from scorekeeper.tournament.table_results import players_of, side_json, side_label
from scorekeeper.tournament.tournament_set_up import Pair, SetUp

JsonObject = dict[str, object]

RoundTeller = Callable[[DrawnRound, Sequence[PlayedTable]], JsonObject]


def round_json(drawn_round: DrawnRound, tables: Sequence[PlayedTable]) -> JsonObject:
    """A round with its results, and what ended its matches.

    It tells its parts where it has several, or is of a later phase.
    """
    return {
        "round": drawn_round.number,
        "length": drawn_round.set_up.length,
        "limit": drawn_round.set_up.limit,
        "draw": versioned(drawn_round.request),
        **({"parts": _parts_json(drawn_round)} if drawn_round.is_in_parts else {}),
        "tables": [table_json(one) for one in tables],
        "byes": list(drawn_round.byes),
        "swaps": [list(pairs) for pairs in drawn_round.swaps],
    }


def _parts_json(drawn_round: DrawnRound) -> list[JsonObject]:
    return [
        {
            "phase": part.phase,
            "group": part.group,
            "draw": versioned(part.request),
            "tables": list(part.tables),
            "byes": list(part.byes),
        }
        for part in drawn_round.parts
    ]


def table_json(one: PlayedTable) -> JsonObject:
    """The pairs at a table, and the score that counts; null while there is no result.

    Where it was not played, it says who forfeited it or that it was ruled.
    """
    score = list(one.score) if one.score else None
    a, b = side_json(one.table.a), side_json(one.table.b)
    told: JsonObject = {"table": one.table.number, "a": a, "b": b}
    result = one.table.result
    if result is not None and result.forfeit is not None:
        return {**told, "score": score, "forfeit": result.forfeit}
    return {**told, "score": score, **({"ruled": True} if result and result.is_ruled else {})}


def tournament_json(
    loaded_tournament: LoadedTournament, round_teller: RoundTeller = round_json
) -> JsonObject:
    """The tournament: pairs, rounds with their results, standings. Wins are counted in halves.

    Payments and attendance are left out. `round_teller` may add more to each round.
    """
    tournament = loaded_tournament.tournament
    return {
        **tournament.set_up.all_fields(),
        "pairs": [public_pair_json(pair) for pair in tournament.pairs.values()],
        "drawn": [
            round_teller(drawn_round, play_round(loaded_tournament, drawn_round))
            for drawn_round in tournament.rounds
        ],
        "wishes": {
            "apart": [list(two) for two in tournament.apart],
            "tables": [list(kept) for kept in tournament.kept_tables.items()],
            "clubs": tournament.clubs_apart,
        },
        "proposed": [_proposal_json(one) for one in tournament.proposed],
        "standings": [
            {
                "place": row.place,
                "pair": row.pair,
                **{name: figure.known_points for name, figure in row.figures.items()},
            }
            for row in standing_of(loaded_tournament)
        ],
        "adjustments": [one.adjustment._asdict() for one in tournament.adjusted],
        "lots": list(tournament.lots),
        **(_phases_json(loaded_tournament) if tournament.set_up.has_phases else {}),
    }


def _phases_json(loaded_tournament: LoadedTournament) -> JsonObject:
    """The phases as they were played, and the final order, as `advance` answers."""
    phases = phases_of(loaded_tournament)
    told = write_advance(Advance(phases.phases, phases.final))
    return {"played_phases": told["phases"], "final_order": told["final"]}


def _proposal_json(one: ProposedRound) -> JsonObject:
    return {
        "round": one.number,
        "seed": one.seed,
        "tables": [[side_json(side) for side in table] for table in one.tables],
        "byes": list(one.byes),
        "reason": one.reason,
    }


def public_pair_json(pair: Pair) -> JsonObject:
    """The public part of a pair."""
    return {
        "pair": pair.key,
        "players": list(pair.players),
        "were": [one._asdict() for one in pair.were],
        "club": pair.club,
        "withdrawn": pair.withdrawn,
    }


def pair_json(loaded_tournament: LoadedTournament, pair: Pair) -> JsonObject:
    """All that is stored of a pair; of other pairs their numbers."""
    tournament, key = loaded_tournament.tournament, pair.key
    return {
        "pair": key,
        "players": list(pair.players),
        "were": [one._asdict() for one in pair.were],
        "club": pair.club,
        "seeding": pair.seeding,
        "paid": pair.paid,
        "present": pair.present,
        "withdrawn": pair.withdrawn,
        "note": pair.note,
        "due": pair.due,
        "payment": pair.payment,
        "tables": [
            _of_pair(drawn_round, one, key)
            for drawn_round, one in all_tables(loaded_tournament)
            if key in one.table.entrants
        ],
        "byes": [
            drawn_round.number for drawn_round in tournament.rounds if key in drawn_round.byes
        ],
        "adjustments": [
            one.adjustment._asdict() for one in tournament.adjusted if one.adjustment.pair == key
        ],
    }


def _of_pair(drawn_round: DrawnRound, one: PlayedTable, key: str) -> JsonObject:
    """A table as the pair has it: its own points first."""
    is_a, table = key in players_of((one.table.a,)), one.table
    return {
        "round": drawn_round.number,
        "table": table.number,
        "against": side_json(table.b if is_a else table.a),
        "score": list(one.score if is_a else one.score[::-1]) if one.score else None,
        "match": one.live.public_id if one.live else None,
        "reasons": [result.reason for result in table.results if result.reason],
    }


def all_tables(loaded_tournament: LoadedTournament) -> Iterator[tuple[DrawnRound, PlayedTable]]:
    """Every table of every round, in order."""
    for drawn_round in loaded_tournament.tournament.rounds:
        for one in play_round(loaded_tournament, drawn_round):
            yield drawn_round, one


List = Literal["draw", "results", "standings", "cross", "pairs"]


def tournament_csv(
    loaded_tournament: LoadedTournament, which: List, separator: Separator | None = None
) -> bytes:
    """One of the lists, in the language in use."""
    return spreadsheet(_ROWS[which](loaded_tournament), separator)


def _draw_rows(loaded_tournament: LoadedTournament) -> Iterator[CsvRow]:
    parts = _PartCells(loaded_tournament.tournament.set_up)
    yield [
        _round_word(),
        *parts.headings,
        table_word(),
        *_side_headings("A"),
        *_side_headings("B"),
        _bye_heading(),
    ]
    for drawn_round, one in all_tables(loaded_tournament):
        a, b = _pairs_at(loaded_tournament, drawn_round, one)
        part = parts.of(drawn_round.part_at(one.table.number))
        yield [drawn_round.number, *part, one.table.number, *_pair_cells(a), *_pair_cells(b), ""]
    for number, part, pair in _byes(loaded_tournament, parts):
        yield [number, *part, "", *_pair_cells(pair), *_NO_PAIR, _YES]


def _result_rows(loaded_tournament: LoadedTournament) -> Iterator[CsvRow]:
    parts = _PartCells(loaded_tournament.tournament.set_up)
    yield [
        _round_word(),
        *parts.headings,
        table_word(),
        *_side_headings("A"),
        *_side_headings("B"),
        gettext("Points %(side)s", side="A"),
        gettext("Points %(side)s", side="B"),
        gettext("Forfeited by"),
        gettext("Set by the arbiter"),
        _bye_heading(),
    ]
    for drawn_round, one in all_tables(loaded_tournament):
        pairs, result = _pairs_at(loaded_tournament, drawn_round, one), one.table.result
        yield [
            drawn_round.number,
            *parts.of(drawn_round.part_at(one.table.number)),
            one.table.number,
            *_pair_cells(pairs[0]),
            *_pair_cells(pairs[1]),
            *(one.score or ("", "")),
            "+".join(
                side_label(getattr(one.table, side)) for side in (result.missing if result else ())
            ),
            _YES if result and result.is_ruled else "",
            "",
        ]
    for number, part, pair in _byes(loaded_tournament, parts):
        yield [number, *part, "", *_pair_cells(pair), *_NO_PAIR, "", "", "", "", _YES]


def _standing_rows(loaded_tournament: LoadedTournament) -> Iterator[CsvRow]:
    tournament, rows = loaded_tournament.tournament, standing_of(loaded_tournament)
    by = tournament.set_up.standing.by
    columns = columns_of(rows, by)
    forfeited, missed = forfeited_rounds(tournament), missed_rounds(tournament)
    parts, place = _PartCells(tournament.set_up), place_teller(loaded_tournament)
    in_phases = parts.of_entrants(loaded_tournament)
    yield [
        gettext("Rank"),
        *parts.headings,
        *([gettext("Place in the phase")] if parts.headings else []),
        *_pair_headings(),
        gettext("Club"),
        *(words.CRITERIA.say(name) for name in columns),
        gettext("Forfeited rounds"),
        gettext("Absent in rounds"),
        pgettext("column of a spreadsheet", "Withdrawn"),
        gettext("Substitute from round"),
    ]
    for row in rows:
        pair = tournament.pairs[row.pair]
        yield [
            _rank(place(row)),
            *in_phases.get(row.pair, []),
            *_pair_cells(pair),
            pair.club,
            *(
                _figure(name, row.figures[name].known_points, by) if name in row.figures else ""
                for name in columns
            ),
            _listed(forfeited.get(row.pair, ())),
            _listed(missed.get(row.pair, ())),
            _YES if pair.withdrawn else "",
            pair.were[-1].until + 1 if pair.were else "",
        ]


def _cross_rows(loaded_tournament: LoadedTournament) -> Iterator[CsvRow]:
    """A row for each round of each pair, which a spreadsheet can turn as it likes."""
    tournament, cells = loaded_tournament.tournament, cross_table(loaded_tournament)
    place, is_individual = place_teller(loaded_tournament), tournament.set_up.is_individual
    yield [
        gettext("Rank"),
        *_pair_headings(),
        _round_word(),
        *([pgettext("column", "Partner")] if is_individual else []),
        gettext("Against players") if is_individual else gettext("Against pair"),
        gettext("Own points"),
        gettext("Points of the others"),
        pgettext("column", "Outcome"),
        pgettext("column", "Forfeit"),
    ]
    for row in standing_of(loaded_tournament):
        for cell in cells[row.pair]:
            yield [
                _rank(place(row)),
                *_pair_cells(tournament.pairs[row.pair]),
                cell.round,
                *([cell.partner] if is_individual else []),
                side_label(cell.against),
                *(cell.score or ("", "")),
                OUTCOMES.say(cell.outcome),
                _YES if cell.is_forfeit else "",
            ]


def _pair_rows(loaded_tournament: LoadedTournament) -> Iterator[CsvRow]:
    """The list as it can be pasted into another tournament (`pasting`)."""
    yield [*_pair_headings(), gettext("Club")]
    for pair in loaded_tournament.tournament.pairs.values():
        if not pair.withdrawn:
            yield [*_pair_cells(pair), pair.club]


_ROWS: Final[dict[List, Callable[[LoadedTournament], Iterator[CsvRow]]]] = {
    "draw": _draw_rows,
    "results": _result_rows,
    "standings": _standing_rows,
    "cross": _cross_rows,
    "pairs": _pair_rows,
}
_YES: Final = "x"

_NO_PAIR: Final[CsvRow] = ["", "", ""]


class _PartCells:
    """The cells of phase and group; none in a tournament of one list."""

    def __init__(self, set_up: SetUp) -> None:
        self._set_up = set_up
        has_parts = bool(set_up.phases) or set_up.groups > 1
        self.headings: CsvRow = [gettext("Phase"), gettext("Group")] if has_parts else []

    def of(self, part: RoundPart) -> CsvRow:
        """The cells of a part of a round."""
        return self._cells(part.phase, part.group)

    def _cells(self, phase: int, group: int) -> CsvRow:
        if not self.headings:
            return []
        plan = self._set_up.plan
        letter = group_letter(group) if plan[phase - 1].groups > 1 else ""
        return [phase_title(self._set_up, phase), letter]

    def of_entrants(self, loaded_tournament: LoadedTournament) -> dict[str, CsvRow]:
        """The cells of each entrant's last phase, and its place there, by entrant."""
        found: dict[str, CsvRow] = {}
        for played in phases_of(loaded_tournament).phases if self.headings else ():
            for one in played.order:
                place = one.place if played.state != "waiting" else ""
                found[one.entrant] = [*self._cells(played.number, one.group), place]
        return found


def _rank(place: str) -> Cell:
    """A place as a number; empty before it is final."""
    number = place.removesuffix(".")
    return int(number) if number.isdigit() else ""


def _byes(
    loaded_tournament: LoadedTournament, parts: _PartCells
) -> Iterator[tuple[int, CsvRow, Pair]]:
    for drawn_round in loaded_tournament.tournament.rounds:
        for key in drawn_round.byes:
            part = drawn_round.part_of(key) or drawn_round.parts[0]
            pair = loaded_tournament.tournament.pair_in(key, drawn_round.number)
            yield drawn_round.number, parts.of(part), pair


def _figure(criterion: Criterion, points: int | None, by: Ranking) -> Cell:
    """A number that a spreadsheet can add up; an empty cell where it is not known."""
    if points is None:
        return ""
    if not is_in_halves(criterion, by):
        return points
    return points / 2 if points % 2 else points // 2


def _round_word() -> str:
    return pgettext("sheet", "Round")


def _bye_heading() -> str:
    return pgettext("column", "Bye")


def _pair_headings() -> CsvRow:
    """As a list that is pasted may have them."""
    return [gettext("Number"), gettext("Player 1"), gettext("Player 2")]


def _side_headings(side: Side) -> CsvRow:
    return [
        gettext("Pair %(number)s", number=side),
        gettext("Player %(seat)s", seat=f"{side}1"),
        gettext("Player %(seat)s", seat=f"{side}2"),
    ]


def _listed(rounds: tuple[int, ...]) -> str:
    return " ".join(map(str, rounds))


def _pairs_at(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound, one: PlayedTable
) -> tuple[Pair, Pair]:
    tournament, table = loaded_tournament.tournament, one.table
    return tournament.pair_in(table.a, drawn_round.number), tournament.pair_in(
        table.b, drawn_round.number
    )


def _pair_cells(pair: Pair) -> CsvRow:
    return [pair.number if pair.partner is None else pair.label, *pair.players]
