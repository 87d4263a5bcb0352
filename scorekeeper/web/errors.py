"""Error pages: in the reader's language, and they say what to do."""

import logging
from typing import Any, Final

from flask import Flask, Response, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadHost, HTTPException, InternalServerError, SecurityError

from scorekeeper.i18n import _l
from scorekeeper.operating.logs import request_id
from scorekeeper.services.matches import (
    Busy,
    NoAnswer,
    NotFound,
    NotScorer,
    NotWritable,
    OperationReused,
    Stale,
)
from scorekeeper.services.tournaments.erasing import HalfErased
from scorekeeper.services.tournaments.keeping import MovedOn, NotAllowed, NoTournament
from scorekeeper.web import limits
from scorekeeper.web.api.answers import is_api, problem
from scorekeeper.web.fragments import is_htmx
from scorekeeper.web.matches import stale_page

_log = logging.getLogger(__name__)

EXPIRED: Final = 419
"""Not HTTP's: a form whose token is no longer good, answered as 400."""
NOT_WRITABLE: Final = 507
"""Answered as 503, in words of its own."""
NO_ANSWER: Final = 5031
"""Answered as 503, in words of its own."""
MAINTENANCE: Final = 5032
"""Answered as 503, in words of its own, before anything is asked of the database."""
NOT_ORGANISER: Final = 4031
HALF_ERASED: Final = 5033
"""Answered as 503, in words of its own: once more, and it goes on."""
MOVED_ON: Final = 4091
"""Of tournaments, answered as 403 and 409, in words of their own."""
_AS: Final = {
    EXPIRED: 400,
    NOT_WRITABLE: 503,
    NO_ANSWER: 503,
    MAINTENANCE: 503,
    HALF_ERASED: 503,
    NOT_ORGANISER: 403,
    MOVED_ON: 409,
}
_RETRY_SECONDS: Final = {MAINTENANCE: 10}
"""After how long to ask again where an answer is 503; soon, for it may be done before its time."""

_WORDS: Final = {
    EXPIRED: (
        _l("This page was too old to send"),
        _l("Go back, reload the page, and do it again. Nothing was written."),
    ),
    400: (_l("That request makes no sense here"), _l("Go back and try again.")),
    403: (
        _l("Only the scorer's phone may write here"),
        _l(
            "You can read the ledger. Nothing was written: tell it to whoever holds the pencil now."
        ),
    ),
    404: (
        _l("There is nothing here"),
        _l("The address may be cut off. Ask the scorer for it again."),
    ),
    405: (_l("That cannot be done here"), _l("Go back and try again.")),
    409: (
        _l("The match went on meanwhile"),
        _l(
            "Go back, reload the page, see how it stands, and do it again. Nothing was overwritten."
        ),
    ),
    NOT_ORGANISER: (
        _l("Only the organiser may do this"),
        _l("You can read the tournament. Nothing was written: ask the organiser for a link."),
    ),
    MOVED_ON: (
        _l("It was changed meanwhile"),
        _l(
            "Go back, reload the page, see how it is now, and do it again. Nothing was overwritten."
        ),
    ),
    413: (
        _l("That is too much at once"),
        _l("Make it shorter and send it again. Nothing was saved."),
    ),
    429: (
        _l("Your network asks for too much at once"),
        _l("Wait a few minutes and try again. What you typed is not lost, and matches go on."),
    ),
    500: (
        _l("Something broke on the server"),
        _l("What was called saved is saved. Go back and try again."),
    ),
    NOT_WRITABLE: (
        _l("The server cannot save now"),
        _l(
            "Its disk is full or cannot be written: tell whoever runs it. Nothing was saved. "
            "What you typed is not lost: try again."
        ),
    ),
    NO_ANSWER: (
        _l("The database does not answer"),
        _l(
            "What was called saved is saved. Whether this was, nobody knows: try again, and it is "
            "saved once. What you typed is not lost."
        ),
    ),
    MAINTENANCE: (
        _l("The server is being looked after"),
        _l(
            "What was called saved is saved. Hands that you write meanwhile wait on this phone and "
            "are sent by themselves."
        ),
    ),
    HALF_ERASED: (
        _l("Only some of the names are erased"),
        _l("The server could not go on, and others are still there. Try again, and it goes on."),
    ),
    503: (
        _l("The server is busy"),
        _l("Nothing was saved. What you typed is not lost: try again."),
    ),
}


def init_app(app: Flask) -> None:
    """Answer every error with a page."""
    app.register_error_handler(HTTPException, _on_http_error)
    app.register_error_handler(CSRFError, _on_stale_form)
    app.register_error_handler(NotFound, lambda _error: page(404))
    app.register_error_handler(NotScorer, lambda _error: page(403))
    app.register_error_handler(Stale, lambda error: stale_page(error.kept))
    app.register_error_handler(OperationReused, lambda error: stale_page(error.kept))
    app.register_error_handler(NoTournament, lambda _error: page(404))
    app.register_error_handler(NotAllowed, lambda _error: page(NOT_ORGANISER))
    app.register_error_handler(MovedOn, lambda _error: page(MOVED_ON))
    app.register_error_handler(HalfErased, lambda _error: page(HALF_ERASED))
    app.register_error_handler(Busy, lambda _error: page(503))
    app.register_error_handler(NoAnswer, _on_no_answer)
    app.register_error_handler(NotWritable, _on_not_writable)
    app.register_error_handler(Exception, _on_fault)


def page(status: int, sent: list[tuple[str, str]] | None = None, more: str = "") -> Response:
    """The error page of this status; for htmx one line of it, beside what was pressed.

    `more` is a sentence that the reader is told besides.

    Where it says to try again it holds what was sent, or `sent` in its place: without scripts going
    back would lose it. A program gets a problem in JSON.
    """
    title, advice = _WORDS.get(status, _WORDS[400])
    advice = f"{advice} {more}".rstrip()
    seconds = _RETRY_SECONDS.get(status, 5)
    is_match = "public_id" in (request.view_args or {})
    # The phone may have the match that the server has not, or does not tell now.
    may_be_kept = is_match and status in (404, MAINTENANCE)
    status = _AS.get(status, status)
    if is_api():
        response = problem(status, str(title), advice)
    else:
        if sent is None:
            sent = list(request.form.items(multi=True)) if status in (429, 503) else []
        words = {"title": title, "advice": advice, "number": _number_of(status)}
        response = _words(status, **words, sent=sent, may_be_kept=may_be_kept)
    if status == 503:
        response.headers["Retry-After"] = str(seconds)
    if status == 429:
        response.headers["Retry-After"] = str(limits.seconds_left())
    if is_htmx():
        response.headers["HX-Retarget"] = "#message"
        response.headers["HX-Reswap"] = "outerHTML"
    return response


def _number_of(status: int) -> str | None:
    """What a reader can tell whoever runs the server, to find the fault in the log."""
    return request_id() if status == 500 else None


def _words(status: int, **words: Any) -> Response:
    template = "errors/_message.html" if is_htmx() else "errors/page.html"
    return make_response(render_template(template, status=status, **words), status)


def _on_http_error(error: HTTPException) -> Response | HTTPException:
    if error.code is None or error.code < 400:
        return error  # a redirect
    if isinstance(error, SecurityError | BadHost) and not is_api():
        return error  # a host that is not ours, or none: a page would have addresses there
    response = page(error.code)
    told = [pair for pair in error.get_headers() if pair[0] in ("Allow", "Retry-After")]
    response.headers.update(told)
    return response


def _on_stale_form(_error: CSRFError) -> Response:
    return page(EXPIRED)


def _on_not_writable(error: Exception) -> Response:
    _log.error("%s: %s", request.endpoint, error.__cause__)
    return page(NOT_WRITABLE)


def _on_no_answer(error: Exception) -> Response:
    _log.error("%s: %s", request.endpoint, error.__cause__)
    return page(NO_ANSWER)


def _on_fault(error: Exception) -> Response:
    # Never the form, a cookie or the address: the log holds no secret, and opens no match.
    _log.error("%s %s", request.method, request.endpoint, exc_info=error)
    return page(InternalServerError.code)
