"""Error pages: in the reader's language, and they say what to do."""

import logging
from enum import Enum
from typing import Final

from flask import Flask, Response, make_response, render_template, request
from flask_babel import gettext
from flask_babel.speaklater import LazyString
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadHost, HTTPException, SecurityError

from scorekeeper.explain.problems import (
    CLUB_FULL_ADVICE,
    CLUB_FULL_TITLE,
    FULL_ADVICE,
    FULL_TITLE,
    TOURNAMENT_FULL_ADVICE,
    TOURNAMENT_FULL_TITLE,
)
from scorekeeper.i18n import _l
from scorekeeper.journal import clock
from scorekeeper.match.matches import OperationIdReused, RevisionConflict
from scorekeeper.operating.logs import FOREIGN_HOST, WRONG_TOKEN, mark_request, request_id
from scorekeeper.web import fragments, limits
from scorekeeper.web.api.blueprint import is_api, problem
from scorekeeper.web.form_sessions import form_token, has_session_come
from scorekeeper.web.fragments import is_htmx
from scorekeeper.web.match.matches import stale_page

_log = logging.getLogger(__name__)


class ErrorPage(Enum):
    """A page that says what went wrong and what to do, with the status that it is sent under.

    An exception names its page in `page`, and a class derived from it has that page too.
    """

    def __new__(cls, status: int, title: LazyString, advice: LazyString) -> "ErrorPage":
        page = object.__new__(cls)
        page._value_ = len(cls.__members__)  # the words are no value: they are lazy
        return page

    def __init__(self, status: int, title: LazyString, advice: LazyString) -> None:
        self.status = status
        self.title = title
        self.advice = advice

    EXPIRED = (
        400,
        _l("This page was too old to send"),
        _l("Nothing was written. Try again; or go back, reload the page, and do it again."),
    )
    """A form whose token is no longer good."""
    NO_SESSION = (
        400,
        _l("Your browser sent no cookie"),
        _l("Without it no form is taken. Nothing was written. Allow cookies here, and try again."),
    )
    """A form without the session that its token belongs to."""
    BAD_REQUEST = (400, _l("That request makes no sense here"), _l("Go back and try again."))
    """A request that makes no sense; also any status without a page."""
    NOT_SCORER = (
        403,
        _l("Only the scorer's phone may write here"),
        _l(
            "You can read the ledger. Nothing was written: tell it to whoever holds the pencil now."
        ),
    )
    NOT_FOUND = (
        404,
        _l("There is nothing here"),
        _l("The address may be cut off. Ask the scorer for it again."),
    )
    ROUND_TAKEN_BACK = (
        404,
        _l("This round was taken back"),
        _l(
            "The organiser took it back, and may have drawn it anew. Nothing more is written in "
            "it: the tournament's page shows how it stands."
        ),
    )
    NO_ROUND = (
        404,
        _l("There is no such round or table"),
        _l("The tournament's page shows what is drawn."),
    )
    WRONG_METHOD = (405, _l("That cannot be done here"), _l("Go back and try again."))
    STALE = (
        409,
        _l("The match went on meanwhile"),
        _l(
            "Go back, reload the page, see how it stands, and do it again. Nothing was overwritten."
        ),
    )
    NOT_ORGANISER = (
        403,
        _l("Only the organiser may do this"),
        _l("You can read the tournament. Nothing was written: ask the organiser for a link."),
    )
    REVISION_CONFLICT = (
        409,
        _l("It was changed meanwhile"),
        _l(
            "Go back, reload the page, see how it is now, and do it again. Nothing was overwritten."
        ),
    )
    """A tournament's conflict; a match's shows how it stands now (`stale_page`)."""
    TOO_LARGE = (
        413,
        _l("That is too much at once"),
        _l("Make it shorter and send it again. Nothing was saved."),
    )
    TOO_MANY_REQUESTS = (
        429,
        _l("Your network asks for too much at once"),
        _l("Wait a few minutes and try again. What you typed is not lost, and matches go on."),
    )
    FAULT = (
        500,
        _l("Something broke on the server"),
        _l("What was called saved is saved. Go back and try again."),
    )
    CLUB_FULL = (422, CLUB_FULL_TITLE, CLUB_FULL_ADVICE)
    FULL = (422, FULL_TITLE, FULL_ADVICE)
    TOURNAMENT_FULL = (422, TOURNAMENT_FULL_TITLE, TOURNAMENT_FULL_ADVICE)
    DAMAGED = (
        500,
        _l("What was written is damaged here"),
        _l(
            "On the server's disk it is not what was saved, so no score is shown and nothing more "
            "is written. All else goes on. Tell whoever runs the server, who may have a copy."
        ),
    )
    """The page about damaged data names no score, for the right one is not known."""
    NOT_WRITABLE = (
        503,
        _l("The server cannot save now"),
        _l(
            "Its disk is full or cannot be written: tell whoever runs it. Nothing was saved. "
            "What you typed is not lost: try again."
        ),
    )
    CONNECTION_LOST = (
        503,
        _l("The database does not answer"),
        _l(
            "What was called saved is saved. Whether this was, nobody knows: try again, and it is "
            "saved once. What you typed is not lost."
        ),
    )
    MAINTENANCE = (
        503,
        _l("The server is being looked after"),
        _l(
            "What was called saved is saved. Hands that you write meanwhile wait on this phone and "
            "are sent by themselves."
        ),
    )
    """The page during maintenance, sent before any look into the database."""
    ERASURE_PENDING = (
        503,
        _l("Only some of the names are erased"),
        _l("The server could not go on, and others are still there. Try again, and it goes on."),
    )
    """Asked once more, the erasing goes on."""
    BUSY = (
        503,
        _l("The server is busy"),
        _l("Nothing was saved. What you typed is not lost: try again."),
    )


_BY_STATUS: Final = {
    400: ErrorPage.BAD_REQUEST,
    403: ErrorPage.NOT_SCORER,
    404: ErrorPage.NOT_FOUND,
    405: ErrorPage.WRONG_METHOD,
    409: ErrorPage.STALE,
    413: ErrorPage.TOO_LARGE,
    429: ErrorPage.TOO_MANY_REQUESTS,
    500: ErrorPage.FAULT,
    503: ErrorPage.BUSY,
}
"""The page of an error of HTTP's own."""
_PAGES_BESIDE_TOURNAMENT: Final = (ErrorPage.ROUND_TAKEN_BACK, ErrorPage.NO_ROUND)
"""Pages of addresses that are missing in a tournament that is there."""
_PAGES_TO_LOG: Final = (ErrorPage.NOT_WRITABLE, ErrorPage.CONNECTION_LOST, ErrorPage.DAMAGED)
"""Pages of faults that the operator has to look at."""
_RETRY_SECONDS: Final = {ErrorPage.MAINTENANCE: 10}
"""The seconds to wait before asking again; few, for maintenance may end early."""


def init_app(app: Flask) -> None:
    """Answer every error with a page."""
    app.register_error_handler(HTTPException, _on_http_error)
    app.register_error_handler(CSRFError, _on_stale_form)
    app.register_error_handler(Exception, _on_error)


def page_of(error: Exception) -> ErrorPage:
    """The page that the class of the error names; that of a fault where it names none."""
    return ErrorPage.__members__.get(getattr(error, "page", ""), ErrorPage.FAULT)


def show(
    page: ErrorPage,
    sent: list[tuple[str, str]] | None = None,
    more: str = "",
    status: int | None = None,
) -> Response:
    """Answer with an error page; for htmx with one line of it, beside what was pressed.

    `more` is another sentence for the reader, `status` one without a page.

    A page that says to try again holds the sent form, or `sent` in its place. For without scripts
    the way back would lose it. A program gets a problem in JSON.
    """
    status = status or page.status
    title, advice = str(page.title), f"{page.advice} {more}".rstrip()
    seconds = _RETRY_SECONDS.get(page, 5)
    is_match = "public_id" in (request.view_args or {})
    # The phone may have a match that the server lacks, or cannot show now.
    may_be_kept = is_match and page in (
        ErrorPage.NOT_FOUND,
        ErrorPage.MAINTENANCE,
        ErrorPage.DAMAGED,
    )
    if is_api():
        response = problem(status, title, advice)
    else:
        if sent is None:
            sent = list(request.form.items(multi=True)) if status in (429, 503) else []
        response = _words(
            status,
            title=title,
            advice=advice,
            number=_number_of(status),
            sent=sent,
            may_be_kept=may_be_kept,
            has_tournament=status in (403, 409) or page in _PAGES_BESIDE_TOURNAMENT,
        )
    if status == 503:
        response.headers["Retry-After"] = str(seconds)
    if status == 429:
        response.headers["Retry-After"] = str(limits.seconds_left())
    if is_htmx():
        response.headers["HX-Retarget"] = "#message"
        response.headers["HX-Reswap"] = "outerHTML"
    return response


def show_status(status: int) -> Response:
    """Answer with the page of an HTTP status."""
    return show(_BY_STATUS.get(status, ErrorPage.BAD_REQUEST), status=status)


def _number_of(status: int) -> str | None:
    """The number of the request, by which the operator finds a fault in the log."""
    return request_id() if status == 500 else None


def _words(status: int, **told: object) -> Response:
    template = "errors/_message.html" if is_htmx() else "errors/page.html"
    return make_response(render_template(template, status=status, **told), status)


def _on_http_error(error: HTTPException) -> Response | HTTPException:
    if error.code is None or error.code < 400:
        return error  # a redirect
    if isinstance(error, SecurityError | BadHost):
        mark_request(FOREIGN_HOST)
        if not is_api():
            return error  # a host that is not ours, or none: a page would have addresses there
    response = show_status(error.code)
    headers = [pair for pair in error.get_headers() if pair[0] in ("Allow", "Retry-After")]
    response.headers.update(headers)
    return response


def show_stale_form() -> Response:
    """Refuse a form whose token is not the session's, and offer to send it with a new one."""
    fields = [pair for pair in request.form.items(multi=True) if pair[0] != "csrf_token"]
    # A file cannot be sent again from here.
    sent = [("csrf_token", form_token()), *fields] if not request.files else []
    if has_session_come():
        return show(ErrorPage.EXPIRED, sent)
    more = gettext(
        "By the server's clock it is %(moment)s. Where your phone's is far from it, the browser "
        "may throw the cookie away.",
        moment=fragments.moment(clock.moment()),
    )
    return show(ErrorPage.NO_SESSION, sent, more)


def _on_stale_form(_error: CSRFError) -> Response:
    mark_request(WRONG_TOKEN)
    return show_stale_form()


def _on_error(error: Exception) -> Response:
    if isinstance(error, RevisionConflict | OperationIdReused):
        return stale_page(error.loaded_match)  # the match as it stands now says it
    page = page_of(error)
    if page is ErrorPage.FAULT:
        # Never the form, a cookie or the address: the log holds no secret, and opens no match.
        _log.error("%s %s", request.method, request.endpoint, exc_info=error)
    elif page in _PAGES_TO_LOG:
        # A damaged event is named with its address: the operator has to look at it.
        cause = error if page is ErrorPage.DAMAGED else error.__cause__
        _log.error("%s: %s", request.endpoint, cause)
    return show(page)
