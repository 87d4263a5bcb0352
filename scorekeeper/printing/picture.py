"""The ledger as a picture for a chat, and the HTML of sheets and pictures, without Flask.

The templates need no Flask, so that a process without Flask can make a PDF.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorekeeper.config import resource
from scorekeeper.explain.shown_names import sittings
from scorekeeper.i18n import current_locale, gettext, ngettext, pgettext
from scorekeeper.operating.compiled_templates import keep_compiled
from scorekeeper.printing.line_fit import (
    LONG_HEADING,
    LONG_LABEL,
    LONGEST_SIGNED,
    has_long_players,
    row_size,
    signs_apart,
    signs_with_players,
    width,
)
from scorekeeper.printing.sheet import legend, sheet_of
from scorekeeper.printing.sheet_parts import Sheet, SheetRow, side_columns
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Match
from scorekeeper.rules.model import SIDES, BySide, Side
from scorekeeper.rules.names import letters_of, shorten

WIDTH: Final = 360
"""CSS pixels; two of the picture's own each."""
MOST_ROWS: Final = 40
"""The last rows of a match that are drawn: a chat shrinks a long picture until it is unreadable."""

_HEAD_AND_FOOT: Final = 620
_ROW: Final = 46
"""The height for a row, in CSS pixels, more than any needs; the empty bottom is cut off."""
_LONGEST_REASON: Final = 32
_LONGEST_SEATING: Final = 180
"""Characters: three or four lines about who sat where."""
_PLAYERS_WIDTH: Final = 23
"""The width of a side's column, in small letters."""
_NAME_WIDTH: Final = 16
"""The same in the letters of a name."""
_BETWEEN: Final = " – "
"""Two players."""


class Picture(NamedTuple):
    """The input of the picture's template."""

    sheet: Sheet
    rows: tuple[SheetRow, ...]
    left_out: int
    """Rows before the first that is drawn."""
    called: BySide[tuple[str, ...]]
    """The players in place of a missing name of the side, a line each."""
    players: BySide[tuple[str, ...]]
    """Their names below the side's, as far as they have some, short enough for one line a side."""
    totals: BySide[str]
    reached: BySide[int]
    """How much of the target each side has, in percent, from 0 to 100."""
    winner: Side | None
    remarks: tuple[str, ...]
    """The sheet's, but for what is about columns that the picture has not."""
    height: int
    """The page's height in CSS pixels, at least as high as the picture."""


def picture_of(
    match: Match, seated: Sequence[Seated] = (), between: tuple[int, int] | None = None
) -> Picture:
    """The picture of a match, running or finished, in the language in use.

    `seated` are the players at each entry, if they are known. `between` are the numbers of matches
    that each pair has won against the other.
    """
    standing = match.standing()
    called = _called(match, [one.players for one in sittings(match, standing, seated)])
    # A picture does not say when it was made.
    named = _named(match, called)
    sheet = sheet_of(named, datetime.min, seated, longest_seating=_LONGEST_SEATING)
    rows = [row for page in sheet.pages for row in page.rows if row.kind != "empty"]
    visible_rows = rows[-MOST_ROWS:]
    explained = legend().values()
    progress = [100 * standing.totals.of(side) // match.rules.target for side in SIDES]
    return Picture(
        sheet=sheet,
        rows=tuple(_signed(row) for row in visible_rows),
        left_out=len(rows) - len(visible_rows),
        called=called,
        players=BySide(
            *(
                () if called.of(side) else short_players(sheet.sides.of(side).players)
                for side in SIDES
            )
        ),
        totals=BySide(*(_minus(str(total)) for total in standing.totals)),
        reached=BySide(*(min(max(percent, 0), 100) for percent in progress)),
        winner=standing.winner,
        remarks=(*_between(between), *(one for one in sheet.remarks if one not in explained)),
        height=_HEAD_AND_FOOT + _ROW * len(visible_rows),
    )


def _called(match: Match, sat: Sequence[Seated]) -> BySide[tuple[str, ...]]:
    """The players who stand for each side without a name: none if one could not be told.

    Both sides keep their letters if a player changed.
    """
    nobody: BySide[tuple[str, ...]] = BySide((), ())
    unnamed = [side for side in SIDES if not match.sides.of(side).name and any(sat[0].of(side))]
    if any(players != sat[0] for players in sat):
        return nobody
    called = BySide(*(_lines(sat[0].of(side)) if side in unnamed else () for side in SIDES))
    every = [*called.A, *called.B]
    is_told = all(called.of(side) for side in unnamed) and len({*every}) == len(every)
    return called if is_told else nobody


def _lines(players: Iterable[str]) -> tuple[str, ...]:
    """Each player in one line of a name's letters; empty if one is too long for it.

    >>> _lines(["Μαρία Χρίστου", "Ελευθερία Παπαδοπούλου"]), _lines(["Μαρία", "Χ" * 20])
    (('Μαρία Χ.', 'Ελευθερία Π.'), ())
    """
    whole = list(filter(None, players))
    ways = (whole, [_with_initial(name) for name in whole], [name.split()[0] for name in whole])
    return next((tuple(way) for way in ways if max(map(width, way)) <= _NAME_WIDTH), ())


def _named(match: Match, called: BySide[tuple[str, ...]]) -> Match:
    """The match whose sides without a name have that of these players, as short as tells them."""
    firsts = BySide(*(tuple(name.split()[0] for name in names) for names in called))
    every = [*firsts.A, *firsts.B]
    # A dash stands between the sides, and between their totals.
    texts = map(" & ".join, firsts if len({*every}) == len(every) else called)
    sides = zip((match.sides.of(side) for side in SIDES), texts, strict=True)
    return replace(
        match, sides=BySide(*(one._replace(name=one.name or text) for one, text in sides))
    )


def _between(won: tuple[int, int] | None) -> tuple[str, ...]:
    """How the two pairs stand against each other at their club."""
    if won is None:
        return ()
    return (gettext("Matches won of each other at the club: %(a)s – %(b)s", a=won[0], b=won[1]),)


def _signed(row: SheetRow) -> SheetRow:
    """The row as the phone's ledger has it: with a plus before what a side scored."""
    cells = []
    for cell in row.cells:
        plus = "+" if cell.hand[:1].isdigit() else ""
        cells.append(cell._replace(hand=plus + _minus(cell.hand), total=_minus(cell.total)))
    return row._replace(cells=BySide(*cells), reason=shorten(row.reason, _LONGEST_REASON))


def short_players(players: Sequence[str]) -> tuple[str, ...]:
    """A side's players as one line holds them: in full, with a letter for the family name, or less.

    >>> short_players(["Μαρία", "Γιώργος"]), short_players(["Μαρία Χρίστου", "Γιώργος Ιωάννου"])
    (('Μαρία', 'Γιώργος'), ('Μαρία Χ.', 'Γιώργος Ι.'))
    >>> short_players(['Ελευθερία "Νίτσα"', "Μάριος"]), short_players(["Ελευθερία", "Χριστόδουλος"])
    (('Ελευθερία Ν.', 'Μάριος'), ('Ελευθερία', 'Χριστόδο…'))
    """
    first_names = [name.split()[0] for name in players]
    for names in (players, [_with_initial(name) for name in players], first_names):
        if width(_BETWEEN.join(names)) <= _PLAYERS_WIDTH:
            return tuple(names)
    if len(first_names) == 1:
        return (_shorten_to_width(first_names[0], _PLAYERS_WIDTH),)
    first, second = first_names
    room = _PLAYERS_WIDTH - width(_BETWEEN)
    return (
        _shorten_to_width(first, max(room / 2, room - width(second))),
        _shorten_to_width(second, max(room / 2, room - width(first))),
    )


def _with_initial(name: str) -> str:
    first, *others = name.split()
    if not others:
        return first
    letters = letters_of(others[-1])
    return f"{first} {next((one for one in letters if one.isalnum()), letters[0])}."


def _shorten_to_width(name: str, room: float) -> str:
    if width(name) <= room:
        return name
    cuts = (shorten(name, longest) for longest in range(len(name) - 1, 0, -1))
    return next(short for short in cuts if width(short) <= room - 1)


def _minus(number: str) -> str:
    # The bundled font has no minus sign; its dash is as wide as a digit and looks alike.
    return number.replace("−", "–").replace("-", "–")


TEMPLATES: Final = resource("templates")
"""The project's; the sheet's own stand in `sheets/`, the picture's in `pictures/`."""


class Toolbar(NamedTuple):
    """Links above the paper in the print view, which no printer prints."""

    back_url: str
    pdf_url: str
    theme: str = ""
    """`light` or `dark` around the paper; else as the screen is."""


def render_sheet(sheet: Sheet, stylesheet: str, toolbar: Toolbar | None = None) -> str:
    """The sheet as an HTML document; `stylesheet` is the address of `css/print.css`."""
    sizes = [row_size(sheet, page) for page in sheet.pages]
    return render(
        "sheets/sheet.html", sheet=sheet, sizes=sizes, stylesheet=stylesheet, toolbar=toolbar
    )


def render_picture(picture: Picture, stylesheet: str) -> str:
    """The picture as an HTML document; `stylesheet` is the address of `css/drawn.css`."""
    return render("pictures/ledger.html", picture=picture, width=WIDTH, stylesheet=stylesheet)


def render(name: str, **context: object) -> str:
    """A document of one of the templates."""
    return _environment().get_template(name).render(**context)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    keep_compiled(environment, __file__)
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        gettext, ngettext, newstyle=True, pgettext=pgettext
    )
    environment.globals.update(
        language=current_locale,
        long_heading=LONG_HEADING,
        long_label=LONG_LABEL,
        has_long_players=has_long_players,
        signs_apart=signs_apart,
        signs_with_players=signs_with_players,
        longest_signed=LONGEST_SIGNED,
        side_columns=side_columns,
    )
    return environment
