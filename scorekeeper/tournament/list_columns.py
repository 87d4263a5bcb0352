"""The columns of a list that names them, and the lines below these names. Pure."""

from scorekeeper.tournament.list_lines import ListLine, is_value, split_cells, take_apart
from scorekeeper.tournament.list_rows import BadRow
from scorekeeper.tournament.list_words import column_of

_OF_TEXT = ("player1", "player2", "club")
"""The columns in which no number stands."""


def columns_in(line: str, *, is_below_title: bool) -> tuple[str, ...]:
    """The columns that a line names; nothing where it names none.

    Below a title it names players and something else.
    """
    columns = _with_players(tuple(map(column_of, split_cells(line))))
    known = [column for column in columns if column]
    is_known = len(known) > 1 and "player1" in known if is_below_title else known
    return columns if is_known and len(columns) > 1 else ()


def bad_columns(number: int, line: str, columns: tuple[str, ...]) -> tuple[BadRow, ...]:
    """The cells of this line that name no column, or one that another cell names, too."""
    return tuple(
        BadRow(number, "column", cell)
        for cell, column in zip(split_cells(line), columns, strict=True)
        if not column or columns.count(column) > 1
    )


def with_second_player(columns: tuple[str, ...]) -> tuple[str, ...]:
    """The columns once a line is taken apart: one of players has both names."""
    if "player1" not in columns or "player2" in columns:
        return columns
    behind = columns.index("player1") + 1
    return (*columns[:behind], "player2", *columns[behind:])


def headed_line(line: str, columns: tuple[str, ...]) -> ListLine:
    """The cells of a line below the names of columns, with both names apart.

    >>> headed_line("7;Maria & Anna;20", ("number", "player1", "club")).cells
    ['7', 'Maria', 'Anna', '']
    """
    cells, notes = _without_values(split_cells(line), columns)
    more_names = ""
    if with_second_player(columns) != columns and columns.index("player1") < len(cells):
        at = columns.index("player1")
        both = take_apart(cells[at])
        cells[at : at + 1] = [*both.cells, ""][:2]
        more_names = both.more_names
        notes += filter(None, [both.note])
    return ListLine("", cells, ", ".join(notes), is_chat=False, more_names=more_names)


def _with_players(columns: tuple[str, ...]) -> tuple[str, ...]:
    """The columns; of two of numbers the second has the pairs' names: No, Pair."""
    numbers = [at for at, column in enumerate(columns) if column == "number"]
    if "player1" in columns or len(numbers) < 2:
        return columns
    return (*columns[: numbers[1]], "player1", *columns[numbers[1] + 1 :])


def _without_values(cells: list[str], columns: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The cells without numbers where names and clubs stand, and these."""
    notes = []
    for at, (cell, column) in enumerate(zip(cells, columns, strict=False)):
        if column in _OF_TEXT and is_value(cell):
            notes.append(cell)
            cells[at] = ""
    return cells, notes
