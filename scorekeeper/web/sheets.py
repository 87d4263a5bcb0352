"""Scoresheets: as a PDF, on the screen, and blank."""

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, render_template, request, url_for
from flask_babel import get_timezone

from scorekeeper.i18n import current_locale
from scorekeeper.printing.flags import Flagged
from scorekeeper.printing.html import Toolbar, render_sheet
from scorekeeper.printing.pdf import STYLESHEET_URL, PdfUnavailable
from scorekeeper.printing.printer import PRINTER, SheetKey, sheet_pdf
from scorekeeper.printing.sheet import blank_sheet, sheet_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.services.agreement import flags
from scorekeeper.services.erasing import forget_sheets
from scorekeeper.services.ledger import Ledger
from scorekeeper.services.matches import Kept, find_match
from scorekeeper.web.files import static_url
from scorekeeper.web.limits import prints

pages = Blueprint("sheets", __name__)
_log = logging.getLogger(__name__)


def init_app(app: Flask) -> None:
    """Give this process's printer the time that the settings allow."""
    PRINTER.seconds = app.config["PRINT_SECONDS"]


@pages.get("/m/<public_id>/sheet.pdf")
@prints
def pdf(public_id: str) -> Response:
    """The match's sheet, made anew only where the match has changed."""
    kept = find_match(public_id)
    ledger = kept.ledger
    made = keep_made(
        kept,
        lambda key, folder: sheet_pdf(
            ledger.match,
            key,
            printed_at=local_now(),
            folder=folder,
            seated=ledger.players,
            flagged=_flagged(ledger),
        ),
    )
    return _download(made, f"tefteri-{public_id[:6]}-{kept.revision}")


@pages.get("/m/<public_id>/sheet")
def view(public_id: str) -> str:
    """The same sheet as a page that any browser prints."""
    toolbar = Toolbar(
        back_url=url_for("matches.show", public_id=public_id),
        pdf_url=url_for(".pdf", public_id=public_id),
    )
    ledger = find_match(public_id).ledger
    sheet = sheet_of(ledger.match, local_now(), ledger.players, _flagged(ledger))
    return render_sheet(sheet, static_url("css/print.css"), toolbar)


@pages.get("/sheets/blank.pdf")
@prints
def blank() -> Response:
    """A sheet to write on by hand, with the rules' name on it."""
    rules = PRESETS.get(request.args.get("preset", ""), PRESETS["cafe"])
    made = PRINTER.pdf(render_sheet(blank_sheet(rules), STYLESHEET_URL))
    return _download(made, f"tefteri-{rules.preset}-{current_locale()}")


@pages.get("/m/<public_id>/blank.pdf")
@prints
def blank_for(public_id: str) -> Response:
    """A blank sheet with this match's rules and names."""
    match = find_match(public_id).ledger.match
    made = PRINTER.pdf(render_sheet(blank_sheet(match.rules, match.sides), STYLESHEET_URL))
    return _download(made, f"tefteri-{public_id[:6]}-blank")


@pages.errorhandler(PdfUnavailable)
def on_unavailable(error: PdfUnavailable) -> tuple[str, int]:
    """Say what is missing; the screen's sheet prints all the same."""
    _log.warning("no PDF: %s", error)
    public_id = (request.view_args or {}).get("public_id")
    return render_template("errors/no_pdf.html", error=error, public_id=public_id), 503


def keep_made(kept: Kept, make: Callable[[SheetKey, Path], bytes]) -> bytes:
    """What is made of the match, under this key in this folder.

    Where names were erased while it was being made, it does not stay there.
    """
    key = SheetKey(f"{kept.public_id}-{kept.ledger.mark}", kept.revision)
    made = make(key, current_app.config["INSTANCE"] / "sheets")
    if find_match(kept.public_id).ledger.erased != kept.ledger.erased:
        forget_sheets()
    return made


def _download(made: bytes, name: str) -> Response:
    response = Response(made, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    return response


def _flagged(ledger: Ledger) -> list[Flagged]:
    """The flags of the hands on the sheet."""
    rows = ((flag, ledger.row(flag.hand_id)) for flag in flags(ledger))
    return [
        Flagged(row.number, flag.side, flag.reason, flag.is_open)
        for flag, row in rows
        if row is not None and row.number is not None and row.counts
    ]


def local_now() -> datetime:
    """The moment, in the time zone of this installation."""
    return datetime.now(get_timezone())
