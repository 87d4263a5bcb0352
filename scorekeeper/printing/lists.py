"""Prints a tournament's lists for the wall, and its final report. Pure.

Lists are pages of rows like a table's sheet (`layouts`), in the language in use. For WeasyPrint
would need most of a minute to lay out two thousand results.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil
from typing import Final

from scorekeeper.explain.paper_words import bye_word, table_word
from scorekeeper.i18n import gettext, pgettext
from scorekeeper.printing.grids import Column, Grid, GridPart, GridRow, print_parts
from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.sheet_parts import DASH
from scorekeeper.printing.stamps import Layouts
from scorekeeper.tournament.pair_names import sort_key

ROWS_OF_TWO: Final = 21
"""Rows of two lines each, on a page."""
ROWS_OF_ONE: Final = 39
ROUNDS_BESIDE: Final = 5
"""Rounds of a cross table on a page."""
PLAYER_ROUNDS_BESIDE: Final = 4
"""Rounds of a cross table in which partners are named, too."""
FIGURES_BESIDE_CLUBS: Final = 4
ROWS_OF_THREE: Final = 16
"""Rows of two names and a club below them, on a page."""
ROWS_WITH_CLUBS: Final = 25
"""Rows of a name and a club below it, on a page."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table of a round."""

    table: str
    a: PairNames
    b: PairNames
    name: str = ""
    """The name of the final, and of the match for the third place; else empty."""

    @property
    def label(self) -> str:
        """`1`, or `1 · Final`."""
        return " · ".join(filter(None, (self.table, self.name)))


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """A round as it was drawn."""

    round: str
    """The round's name."""
    tables: tuple[ListedTable, ...]
    byes: tuple[PairNames, ...] = ()
    missing: tuple[tuple[str, PairNames], ...] = ()
    """The absent pairs, each behind the word for its reason."""
    parts: tuple["RoundDraw", ...] = ()
    """Its groups, or the phases that play side by side, with their names; none for one list."""
    is_individual: bool = False
    """Do players come alone?"""

    @property
    def pair_word(self) -> str:
        """The heading above numbers."""
        return number_word(is_individual=self.is_individual)

    @property
    def has_clubs(self) -> bool:
        """Has any of its pairs a club?"""
        seated = (pair for table in self.tables for pair in (table.a, table.b))
        return any(pair.club for pair in (*seated, *(pair for _, pair in self.without_table)))

    @property
    def row_count(self) -> int:
        """How many rows it has by table."""
        return len(self.tables) + len(self.without_table)

    def with_clubs_beside(self) -> "RoundDraw":
        """The round with each club in the line of its pair's second name."""

        def beside(pair: PairNames) -> PairNames:
            first, second = pair.players
            return replace(pair, players=(first, _beside(second, pair.club)), club="")

        return replace(
            self,
            tables=tuple(replace(t, a=beside(t.a), b=beside(t.b)) for t in self.tables),
            byes=tuple(map(beside, self.byes)),
            missing=tuple((word, beside(pair)) for word, pair in self.missing),
            parts=tuple(part.with_clubs_beside() for part in self.parts),
        )

    @property
    def table_width(self) -> int:
        """The width of the tables' column, in millimetres; a word for absence needs more."""
        return 26 if self.missing else 18

    @property
    def without_table(self) -> tuple[tuple[str, PairNames], ...]:
        """The pairs with a bye and the absent ones, with a word in place of the table."""
        return (*((bye_word(), pair) for pair in self.byes), *self.missing)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A pair's line in the standings; `figures` stand under the columns of the list."""

    place: str
    pair: PairNames
    figures: tuple[str, ...]
    how_far: str = ""
    """How far it came, in place of figures."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings, with the columns that the organiser's order asks for."""

    columns: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    notes: tuple[str, ...] = ()
    """Adjustments with their reasons, ties decided by lot, and the like: a line each."""
    title: str = ""
    """The name of the phase or of the group; empty for the standings of all."""
    phases: tuple["Standings", ...] = ()
    """The final order, and the lists of the phases; none without phases."""
    is_individual: bool = False
    """Do players come alone?"""


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A pair's line in the cross table; a cell has two lines."""

    place: str
    pair: PairNames
    cells: tuple[tuple[str, str], ...]


def draw_by_table(head: TournamentHead, draw: RoundDraw) -> Layouts:
    """The tables of a round in their order, the byes, and the absent pairs; by its parts."""
    beside = Grid(pair_columns("a"), ROWS_OF_TWO)
    if draw.has_clubs and _saves_a_page(beside, ROWS_OF_THREE, draw.row_count):
        draw = draw.with_clubs_beside()
    return print_parts(head, [_draw_part(draw, one) for one in draw.parts or (draw,)])


def _draw_part(draw: RoundDraw, part: RoundDraw) -> GridPart:
    """The tables of a part of a round, in the columns of the whole."""
    columns = (
        table_column(draw.tables, draw.table_width),
        *pair_columns("a", has_club=draw.has_clubs, word=draw.pair_word),
        *pair_columns("b", has_club=draw.has_clubs, word=draw.pair_word),
    )
    rows = [{"table": t.label, **pair_cells("a", t.a), **pair_cells("b", t.b)} for t in part.tables]
    rows += [{"table": word, **pair_cells("a", pair)} for word, pair in part.without_table]
    grid = Grid(columns, ROWS_OF_THREE if draw.has_clubs else ROWS_OF_TWO)
    return GridPart(part.round, grid, rows)


def draw_by_name(head: TournamentHead, draw: RoundDraw) -> Layouts:
    """Every player of a round with the table, by name."""
    seats = sorted(_seats(draw), key=lambda seat: (sort_key(seat["name"]), seat["name"]))
    beside = Grid((Column("name", "", None),), ROWS_OF_ONE)
    has_clubs = draw.has_clubs
    if has_clubs and _saves_a_page(beside, ROWS_WITH_CLUBS, ceil(len(seats) / 2)):
        has_clubs = False
        seats = [{**seat, "name": _beside(seat["name"], seat["name.club"])} for seat in seats]
    columns = [
        column
        for half in ("l", "r")
        for column in (
            Column(f"{half}name", gettext("Name"), None, has_club=has_clubs),
            Column(f"{half}pair", draw.pair_word, 14, "right"),
            Column(f"{half}table", table_word(), draw.table_width, "bold"),
        )
    ]
    title = gettext("%(round)s: where do I sit?", round=draw.round)
    count = ROWS_WITH_CLUBS if has_clubs else ROWS_OF_ONE
    grid = Grid(tuple(columns), count).lowered(ceil(len(seats) / 2))
    rows = list(_side_by_side(seats, grid.rows))
    return print_parts(head, [GridPart(title, grid, rows)])


def _saves_a_page(beside: Grid, below: int, count: int) -> bool:
    """Whether clubs beside the names, and not below them, save a page for this many rows."""
    return ceil(count / beside.lowered(count).rows) < ceil(count / below)


def _beside(name: str, club: str) -> str:
    """A name with its club in the same line."""
    return " · ".join(filter(None, (name, club)))


def standings_list(head: TournamentHead, standings: Standings, title: str = "") -> Layouts:
    """The standings; `title` says after which round."""
    parts = standings_parts(standings, title or gettext("Standings"))
    if standings.notes:
        parts.append(lines_part(gettext("Notes"), standings.notes))
    return print_parts(head, parts)


def standings_parts(standings: Standings, title: str) -> list[GridPart]:
    """The standings without their notes: in one list, or those of each phase."""
    if standings.phases:
        return [standings_part(one, one.title) for one in standings.phases]
    return [standings_part(standings, title)]


def cross_list(
    head: TournamentHead,
    rounds: Sequence[str],
    rows: Sequence[CrossRow],
    legend: str = "",
    *,
    is_individual: bool = False,
) -> Layouts:
    """The cross table, with as many rounds beside each other as fit.

    `legend`, at the foot of each page, explains its signs. Where partners are drawn a round needs
    more room.
    """
    beside, width = (PLAYER_ROUNDS_BESIDE, 26) if is_individual else (ROUNDS_BESIDE, 18)
    word = number_word(is_individual=is_individual)
    parts = [
        _cross_part(rounds[at : at + beside], rows, at, width, word)
        for at in range(0, max(len(rounds), 1), beside)
    ]
    return print_parts(head, parts, legend)


def _cross_part(
    rounds: Sequence[str], rows: Sequence[CrossRow], first: int, width: int, word: str
) -> GridPart:
    columns = (
        Column("place", "", 12, "bold"),
        *pair_columns("pair", word=word),
        *(Column(f"r{number}", number, width, lines=2) for number in rounds),
    )
    listed = [
        {
            "place": row.place,
            **pair_cells("pair", row.pair),
            **{
                f"r{number}.{line}": text
                for number, cell in zip(rounds, row.cells[first:], strict=False)
                for line, text in enumerate(cell, 1)
            },
        }
        for row in rows
    ]
    return GridPart(gettext("Cross table"), Grid(columns, ROWS_OF_TWO), listed)


def standings_part(standings: Standings, title: str) -> GridPart:
    """The standings without their notes, as a part of a longer paper.

    Beside many numbers a club has no column and stands below the names.
    """
    has_clubs = any(row.pair.club for row in standings.rows)
    is_below = has_clubs and len(standings.columns) > FIGURES_BESIDE_CLUBS
    columns = (
        Column("place", "", 12, "bold"),
        *_ranked_columns(standings, has_club=is_below),
        *([Column("club", gettext("Club"), 26, "block")] if has_clubs and not is_below else []),
        *(Column(f"f{at}", word, 18, "right") for at, word in enumerate(standings.columns)),
        *([Column("far", "", 60, "block")] if any(row.how_far for row in standings.rows) else []),
    )
    rows = [
        {
            "place": row.place,
            **_ranked_cells(standings, row.pair),
            "club": "" if is_below else row.pair.club,
            **{f"f{at}": figure for at, figure in enumerate(row.figures)},
            "far": row.how_far,
        }
        for row in standings.rows
    ]
    two = ROWS_OF_ONE if standings.is_individual and not has_clubs else ROWS_OF_TWO
    return GridPart(title, Grid(columns, ROWS_OF_THREE if is_below else two), rows)


def _ranked_columns(standings: Standings, *, has_club: bool) -> tuple[Column, ...]:
    """The columns of a pair, or of one player with one line."""
    word = number_word(is_individual=standings.is_individual)
    number, players = pair_columns("pair", has_club=has_club, word=word)
    return number, players._replace(lines=1) if standings.is_individual else players


def _ranked_cells(standings: Standings, pair: PairNames) -> dict[str, str]:
    cells = pair_cells("pair", pair)
    return {**cells, "pair": cells.pop("pair.1")} if standings.is_individual else cells


def lines_part(title: str, lines: Sequence[str]) -> GridPart:
    """Lines of text, one below the other."""
    grid = Grid((Column("line", "", None, "block"),), ROWS_OF_ONE)
    return GridPart(title, grid, [{"line": line} for line in lines])


def number_word(*, is_individual: bool = False) -> str:
    """The heading above the numbers of pairs, or of players who come alone."""
    return pgettext("sheet", "Player") if is_individual else pgettext("sheet", "Pair")


def pair_columns(key: str, *, has_club: bool = False, word: str = "") -> tuple[Column, ...]:
    """A pair's number and its two players, one above the other, and maybe their club."""
    word = word or number_word()
    players = Column(key, "", None, lines=2, has_club=has_club)
    return Column(f"{key}number", word, 14, "bold"), players


def pair_cells(key: str, pair: PairNames) -> dict[str, str]:
    """The pair's texts in the columns that begin with this key."""
    first, second = pair.players
    return {
        f"{key}number": pair.number,
        f"{key}.1": first,
        f"{key}.2": second,
        f"{key}.club": pair.club,
    }


def table_column(tables: Sequence[ListedTable], width: int) -> Column:
    """The tables' numbers, wider where any has a name, too."""
    if any(table.name for table in tables):
        return Column("table", table_word(), 26, "block")
    return Column("table", table_word(), width, "bold")


def _seats(draw: RoundDraw) -> Iterator[dict[str, str]]:
    """A row for each player, with the table."""
    seated = [(pair, table.table) for table in draw.tables for pair in (table.a, table.b)]
    for pair, table in (*seated, *((pair, word) for word, pair in draw.without_table)):
        for name, number in zip(pair.players, pair.numbers, strict=True):
            if name:
                yield {"name": name, "name.club": pair.club, "pair": number, "table": table}


def _side_by_side(seats: Sequence[dict[str, str]], rows: int) -> Iterator[dict[str, str]]:
    """Yield rows of two seats: a page of `rows` reads down its left half, then its right."""
    for at in range(0, len(seats), 2 * rows):
        page = seats[at : at + 2 * rows]
        half = -(-len(page) // 2)
        for row in range(half):
            found = {f"l{key}": text for key, text in page[row].items()}
            if half + row < len(page):
                found |= {f"r{key}": text for key, text in page[half + row].items()}
            yield found


@dataclass(frozen=True, slots=True)
class ListedResult:
    """A table with its result."""

    table: ListedTable
    score: tuple[str, str]
    note: str = ""
    """The remark on the result: a forfeit, a ruling, the reason of a correction."""


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
            *standings_parts(report.standings, report.standings_title or gettext("Standings")),
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
