"""The final report of a tournament: the standings, every result, and what was adjusted. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from scorekeeper.explain.paper_words import bye_word
from scorekeeper.i18n import gettext
from scorekeeper.printing.grids import Column, Grid, GridPart, GridRow, print_parts
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.lists import (
    ROWS_OF_TWO,
    ListedTable,
    Standings,
    lines_part,
    pair_cells,
    pair_columns,
    standings_part,
    table_column,
)
from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.sheet_view import DASH


@dataclass(frozen=True, slots=True)
class ListedResult:
    """A table with what was played there."""

    table: ListedTable
    score: tuple[str, str]
    note: str = ""
    """Who forfeited it, that the arbiter set it, why it was corrected."""


@dataclass(frozen=True, slots=True)
class RoundResults:
    """A round as it was played."""

    round: str
    """The round's name."""
    results: tuple[ListedResult, ...]
    byes: tuple[PairNames, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A tournament that is over, or as far as it was played."""

    head: TournamentHead
    facts: tuple[str, ...]
    """Rules, format, length, order of the standings: a line each."""
    standings: Standings
    rounds: tuple[RoundResults, ...]
    standings_title: str = ""
    """After which round they are."""
    places: tuple[str, ...] = ()
    """The first places with their prizes, once all is played."""
    draws: tuple[str, ...] = ()
    """How each round was drawn, and what was swapped by hand."""


def final_report(report: Report) -> Layouts:
    """The report, in the language in use."""
    organiser = report.head.organiser
    facts = [gettext("Organiser: %(name)s", name=organiser)] if organiser else []
    return print_parts(
        report.head,
        [
            lines_part(
                gettext("Report"),
                [*facts, *report.facts, *report.draws, *report.standings.notes],
            ),
            *([lines_part(gettext("Places and prizes"), report.places)] if report.places else []),
            standings_part(report.standings, report.standings_title or gettext("Standings")),
            *chain.from_iterable(map(_round_parts, report.rounds)),
        ],
    )


def _round_parts(played: RoundResults) -> Iterator[GridPart]:
    """The round's tables, and below them in whole lines what is to be said of any."""
    columns = (
        table_column([one.table for one in played.results], 14),
        *pair_columns("a"),
        Column("score", "", 26, "bold"),
        *pair_columns("b"),
    )
    rows = [_result_row(result) for result in played.results]
    rows += [{"table": bye_word(), **pair_cells("a", pair)} for pair in played.byes]
    yield GridPart(played.round, Grid(columns, ROWS_OF_TWO), rows)
    notes = [
        gettext("Table %(number)s: %(text)s", number=one.table.label, text=one.note)
        for one in played.results
        if one.note
    ]
    if notes:
        yield lines_part(gettext("%(round)s: remarks", round=played.round), notes)


def _result_row(result: ListedResult) -> GridRow:
    score = f" {DASH} ".join(result.score)
    return {
        "table": result.table.label,
        **pair_cells("a", result.table.a),
        "score": f"{score} *" if result.note else score,
        **pair_cells("b", result.table.b),
    }
