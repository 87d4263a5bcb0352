"""Scoresheets: as a PDF, on the screen, and blank."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from flask import Blueprint, Flask, Response, request, url_for
from flask_babel import get_timezone
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.config import current_settings, settings_of
from scorekeeper.i18n import current_locale
from scorekeeper.match.agreement import flags
from scorekeeper.match.erasure import forget_sheets
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.matches import LoadedMatch, find_match
from scorekeeper.printing.pdf import STYLESHEET_URL, PdfUnavailable
from scorekeeper.printing.picture import Toolbar, render_sheet
from scorekeeper.printing.printer import PRINTER
from scorekeeper.printing.sheet import blank_sheet, sheet_of
from scorekeeper.printing.sheet_cache import PRINT_AHEAD, SheetKey, sheet_pdf
from scorekeeper.printing.sheet_parts import FlaggedEntry, Sheet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.web.limits import prints
from scorekeeper.web.preferences import chosen_looks
from scorekeeper.web.printing import apart, on_unavailable, print_response
from scorekeeper.web.static_files import static_url

pages = Blueprint("sheets", __name__)
pages.register_error_handler(PdfUnavailable, on_unavailable)


def init_app(app: Flask) -> None:
    """Give this process's printer the time that the settings allow."""
    PRINTER.seconds = settings_of(app).print_seconds


@pages.get("/m/<public_id>/sheet.pdf")
@prints
def pdf(public_id: str) -> BaseResponse:
    """The match's sheet, as it stands at the minute of its print."""
    loaded_match = find_match(public_id)
    return print_response(
        state_of(loaded_match),
        partial(_make, loaded_match),
        lambda content: _download(content, f"tefteri-{public_id[:6]}-{loaded_match.revision}"),
    )


def print_ahead(loaded_match: LoadedMatch) -> None:
    """Make the sheet of a match that is over, once, before anybody asks for it.

    It is not made of a match that has been corrected before its turn comes.
    """
    if not loaded_match.ledger.standing.is_over:
        return

    state = state_of(loaded_match)

    def make() -> None:
        if state_of(find_match(loaded_match.public_id)) == state:
            _make(loaded_match)

    PRINT_AHEAD.enqueue((loaded_match.public_id, current_locale()), state, apart(make))


def _make(loaded_match: LoadedMatch) -> bytes:
    """The match's sheet, made now or kept."""
    ledger = loaded_match.ledger
    make = partial(
        sheet_pdf,
        ledger.match,
        printed_at=local_now(),
        seated=ledger.players,
        flagged=_flagged_entries(ledger),
    )
    return cached_file(loaded_match, lambda key, folder: make(key, folder=folder))


@pages.get("/m/<public_id>/sheet")
def view(public_id: str) -> str:
    """Show the match's sheet as a page that any browser prints."""
    PRINTER.start()
    toolbar = Toolbar(
        back_url=url_for("matches.show", public_id=public_id),
        pdf_url=url_for(".pdf", public_id=public_id),
        theme=chosen_looks().theme,
    )
    ledger = find_match(public_id).ledger
    sheet = sheet_of(ledger.match, local_now(), ledger.players, _flagged_entries(ledger))
    return render_sheet(sheet, static_url("css/print.css"), toolbar)


@pages.get("/sheets/blank.pdf")
@prints
def blank() -> BaseResponse:
    """A sheet to write on by hand, with the rules' name on it."""
    rules = PRESETS.get(request.args.get("preset", ""), PRESETS["cafe"])
    return _print_blank(blank_sheet(rules), f"tefteri-{rules.preset}-{current_locale()}")


@pages.get("/m/<public_id>/blank.pdf")
@prints
def blank_for(public_id: str) -> BaseResponse:
    """A blank sheet with this match's rules and names."""
    match = find_match(public_id).ledger.match
    return _print_blank(blank_sheet(match.rules, match.sides), f"tefteri-{public_id[:6]}-blank")


def _print_blank(sheet: Sheet, name: str) -> BaseResponse:
    html = render_sheet(sheet, STYLESHEET_URL)
    return print_response(html, lambda: PRINTER.pdf(html), lambda content: _download(content, name))


def state_of(loaded_match: LoadedMatch) -> tuple[str, int]:
    """The state of the match on which its sheet and its picture depend."""
    return loaded_match.ledger.mark, loaded_match.revision


def cached_file(loaded_match: LoadedMatch, make: Callable[[SheetKey, Path], bytes]) -> bytes:
    """Make a file of the match, or take the one kept under its key.

    Where names were erased while it was being made, it does not stay there.
    """
    key = SheetKey(f"{loaded_match.public_id}-{loaded_match.ledger.mark}", loaded_match.revision)
    content = make(key, current_settings().instance / "sheets")
    if find_match(loaded_match.public_id).ledger.last_erasure != loaded_match.ledger.last_erasure:
        forget_sheets()
    return content


def _download(content: bytes, name: str) -> Response:
    response = Response(content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    return response


def _flagged_entries(ledger: Ledger) -> list[FlaggedEntry]:
    """The flags of the hands on the sheet."""
    rows = ((flag, ledger.row(flag.hand_id)) for flag in flags(ledger))
    return [
        FlaggedEntry(row.number, flag.side, flag.reason, flag.is_open, flag.is_here)
        for flag, row in rows
        if row is not None and row.number is not None and row.counts
    ]


def local_now() -> datetime:
    """The moment, in the time zone of this installation."""
    return datetime.now(get_timezone())
