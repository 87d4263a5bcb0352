"""Pages that export a match as a picture, file or spreadsheet, and import a match file."""

from pathlib import Path

from flask import Blueprint, Response, make_response, render_template, request, url_for
from flask_limiter import RateLimitExceeded
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_record import won_between
from scorekeeper.explain.problems import (
    import_problems,
    is_match_file,
    other_file,
    too_large,
    undecided_texts,
)
from scorekeeper.explain.shown_names import match_as_read, side_names
from scorekeeper.export.spreadsheet import ledger_csv
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.match import import_export
from scorekeeper.match.acts.draft import players_of
from scorekeeper.match.acts.meta import has_names_in_previews
from scorekeeper.match.agreement import answers_in_order
from scorekeeper.match.import_export import TooMuch, Undecided, Unfit
from scorekeeper.match.matches import (
    DatabaseUnavailable,
    LoadedMatch,
    OperationIdReused,
    find_match,
)
from scorekeeper.printing.link_card import match_card
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTER
from scorekeeper.printing.sheet_cache import SheetKey, ledger_png
from scorekeeper.rules.match_file import LARGEST_FILE
from scorekeeper.tournament.places import place_of, tournament_of
from scorekeeper.web import errors
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import large_form, new_matches, prints
from scorekeeper.web.match.matches import match_preview, versus_url
from scorekeeper.web.match.readers import reader_of
from scorekeeper.web.match.sheets import cached_file, state_of
from scorekeeper.web.phone_identity import invite_phone, known_phone, role_in
from scorekeeper.web.printing import on_unavailable, outside_url, print_response, shown_address

pages = Blueprint("import_export", __name__)
pages.register_error_handler(PdfUnavailable, on_unavailable)


@pages.get("/m/<public_id>/share")
def share(public_id: str) -> Response:
    """The match's link, its picture and files, and what a chat and a stream show of it."""
    PRINTER.start()
    return _share_page(find_match(public_id))


@pages.get("/m/<public_id>/ledger.png")
@prints
def picture(public_id: str) -> BaseResponse:
    """The ledger as a picture, made anew only where the match has changed; shown, or saved."""
    loaded_match = find_match(public_id)
    ledger = loaded_match.ledger
    how = "attachment" if "save" in request.args else "inline"
    between = won_between(loaded_match)

    def make(key: SheetKey, folder: Path) -> bytes:
        if between:
            key = key._replace(match_id=f"{key.match_id}-{between[0]}-{between[1]}")
        return ledger_png(ledger.match, key, folder=folder, seated=ledger.players, between=between)

    return print_response(
        (state_of(loaded_match), between),
        lambda: cached_file(loaded_match, make),
        lambda content: _file(content, loaded_match, "png", "image/png", how),
    )


@pages.get("/m/<public_id>/ledger.csv")
def spreadsheet(public_id: str) -> Response:
    """The ledger for a spreadsheet."""
    loaded_match = find_match(public_id)
    ledger = loaded_match.ledger
    match = match_as_read(ledger.match, reader_of(loaded_match).side)
    content = ledger_csv(match, ledger.players, answers_in_order(ledger))
    return _file(content, loaded_match, "csv", "text/csv; charset=utf-8")


@pages.get("/m/<public_id>/match.json")
def match_file(public_id: str) -> Response:
    """The match file; where some hand must be decided first, the page that says so."""
    loaded_match = find_match(public_id)
    try:
        content = import_export.file_content(import_export.match_file_of(loaded_match.ledger))
    except Undecided:
        return make_response(_share_page(loaded_match, is_refused=True), 409)
    return _file(content, loaded_match, "json", "application/json")


@pages.get("/matches/import")
def take_form() -> Response:
    """A place for a match file."""
    return _take_page(200)


@pages.post("/matches/import")
@large_form(LARGEST_FILE, is_encoded=True)
@new_matches
def take() -> BaseResponse:
    """Keep the match of the file, with this phone as its scorer."""
    content = _content()
    text = content.decode("utf-8", "replace")
    if not content.strip():
        return _take_page(422, [_nothing()])
    try:
        match = import_export.read_file(content)  # before a phone is made known for nothing
        op_id = _operation_id()
        loaded_match, _new = import_export.import_match(match, known_phone(op_id), op_id)
    except (Unfit, TooMuch) as error:
        return _refuse(error, text)
    except OperationIdReused as reuse:
        return _take_page(422, text=text, imported_match=reuse.loaded_match)
    return go_to("matches.show", public_id=loaded_match.public_id)


@pages.errorhandler(RequestEntityTooLarge)
def _on_too_large(_error: RequestEntityTooLarge) -> Response:
    return _take_page(413, [too_large()])


@pages.errorhandler(DatabaseUnavailable)
@pages.errorhandler(RateLimitExceeded)
def _on_later(error: Exception) -> Response:
    """The page that says to try again, with the file in it: a browser sends none by itself."""
    form = dict(request.form)
    if request.files:
        form["text"] = _content().decode("utf-8", "replace")
    is_limit = isinstance(error, RateLimitExceeded)
    page = errors.ErrorPage.TOO_MANY_REQUESTS if is_limit else errors.page_of(error)
    return errors.show(page, list(form.items()))


def _content() -> bytes:
    """The content of the form: the file, or else the pasted text."""
    file = request.files.get("file")
    if file:
        file.seek(0)
    return (file.read() if file else b"") or request.form.get("text", "").encode()


def _refuse(error: Unfit | TooMuch, text: str) -> Response:
    """The form with its faults, but without the contents of a file of another kind."""
    if isinstance(error, Unfit) and is_match_file(error):
        return _take_page(422, import_problems(error), text)
    problems = [other_file()] if isinstance(error, Unfit) else import_problems(error)
    return _take_page(422, problems, request.form.get("text", ""))


def _nothing() -> str:
    file = request.files.get("file")
    if file and file.filename:
        return _("The file is empty.")
    return _("Choose a match file, or paste what it holds.")


def _operation_id() -> str:
    op_id = request.form.get("op_id", "")
    return op_id if is_operation_id(op_id) else new_operation_id()


def _take_page(
    status: int,
    problems: list[str] | None = None,
    text: str = "",
    imported_match: LoadedMatch | None = None,
) -> Response:
    invite_phone()
    page = render_template(
        "import_export/import.html",
        problems=problems or [],
        text=text,
        taken=imported_match,
        op_id=new_operation_id(),
        largest=LARGEST_FILE,
    )
    return make_response(page, status)


def _share_page(loaded_match: LoadedMatch, *, is_refused: bool = False) -> Response:
    """The page for sharing; `is_refused` where the reader requested a match file in vain."""
    ledger, public_id = loaded_match.ledger, loaded_match.public_id
    try:
        import_export.match_file_of(ledger)
        open_questions, wrong = [], []
    except Undecided as error:
        open_questions, wrong = undecided_texts(error), error.hands
    rows = zip(ledger.hand_ids, ledger.standing.rows, strict=True)
    page = render_template(
        "import_export/share.html",
        loaded_match=loaded_match,
        names=side_names(ledger.match),
        standing=ledger.standing,
        may_write=role_in(public_id).writes,
        undecided=open_questions,
        wrong_hands={row.number: hand_id for hand_id, row in rows if row.number in wrong},
        is_refused=is_refused,
        players_changed=any(sat != players_of(ledger.match) for sat in ledger.players),
        picture_url=url_for(".picture", public_id=public_id, v=loaded_match.revision),
        save_url=url_for(".picture", public_id=public_id, v=loaded_match.revision, save=1),
        file_name=_file_name(loaded_match),
        versus_url=versus_url(loaded_match),
        shown=match_preview(public_id, match_card(loaded_match, place_of(public_id))),
        is_chat_open=request.args.get("open") == "chat",
        has_names=has_names_in_previews(ledger),
        is_of_tournament=tournament_of(public_id) is not None,
        overlay=outside_url("watching.overlay", public_id=public_id),
        **shown_address(outside_url("matches.show", public_id=public_id)),
    )
    return make_response(page)


def _file(
    content: bytes, loaded_match: LoadedMatch, kind: str, mime: str, how: str = "attachment"
) -> Response:
    response = Response(content, content_type=mime)
    response.headers["Content-Disposition"] = f'{how}; filename="{_file_name(loaded_match)}.{kind}"'
    return response


def _file_name(loaded_match: LoadedMatch) -> str:
    return f"tefteri-{loaded_match.public_id[:6]}-{loaded_match.revision}"
