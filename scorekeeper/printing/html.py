"""A sheet's HTML: one template for the PDF and for the browser's print view; and a picture's.

The templates need no Flask, so that a PDF can be made where there is none.
"""

from functools import cache
from typing import Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorekeeper.config import resource
from scorekeeper.i18n import current_locale, gettext, ngettext, pgettext
from scorekeeper.operating.compiled_templates import keep_compiled
from scorekeeper.printing.line_fit import LONG_HEADING, LONG_LABEL, has_long_players, row_size
from scorekeeper.printing.picture import WIDTH, Picture
from scorekeeper.printing.sheet_parts import Sheet, side_columns

TEMPLATES: Final = resource("templates")
"""The project's; the sheet's own stand in `sheets/`, the picture's in `pictures/`."""


class Toolbar(NamedTuple):
    """Links above the paper in the print view, which no printer prints."""

    back_url: str
    pdf_url: str


def render_sheet(sheet: Sheet, stylesheet: str, toolbar: Toolbar | None = None) -> str:
    """The sheet as an HTML document; `stylesheet` is the address of `css/print.css`."""
    sizes = [row_size(sheet, page) for page in sheet.pages]
    return render(
        "sheets/sheet.html", sheet=sheet, sizes=sizes, stylesheet=stylesheet, toolbar=toolbar
    )


def render_picture(picture: Picture, stylesheet: str) -> str:
    """The picture as an HTML document; `stylesheet` is the address of `css/picture.css`."""
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
        side_columns=side_columns,
    )
    return environment
