"""Recognises requests and paths of this site's own pages among those of other sites."""

from typing import Final, NoReturn

from flask import Flask, abort, request
from werkzeug.exceptions import BadHost

from scorekeeper.operating.logs import FOREIGN_PAGE, mark_request

_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")


def init_app(app: Flask) -> None:
    """Check by which name a request comes, and from where every one that writes."""
    app.before_request(_refuse_unreadable_hosts)
    app.before_request(_refuse_foreign_writes)
    app.before_request(_refuse_forms_without_a_length)


def is_from_own_page() -> bool:
    """Does the browser say that a page of ours sent this? For what carries no form's token."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("Origin")
    # Over plain HTTP a browser says nothing with a GET, whose answer no page but ours can read.
    return origin == _own_origin() or (origin is None and request.method == "GET")


def own_path(target: str | None, otherwise: str) -> str:
    """`target` if it is a path of this site, else `otherwise`."""
    # Browsers drop tabs and line ends, and read a backslash as a slash.
    is_own = target and target.startswith("/") and not target.startswith("//")
    if not target or not is_own or "\\" in target or not target.isprintable():
        return otherwise
    return target


def _refuse_unreadable_hosts() -> None:
    """Refuse a host such as `[:::]` or `xn--`: Werkzeug lets it through, and `host_url` raises."""
    try:
        _ = request.host_url  # kept by the request: most pages ask for it again
    except ValueError as error:  # also what cannot be decoded
        raise BadHost from error


def _refuse_foreign_writes() -> None:
    """Unsafe methods come from our own pages. Unlike a token this never expires."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site not in ("same-origin", "none"):
            _refuse_foreign_page()
        return
    # Every browser sends one of the two; a program that sends neither has no cookie to abuse.
    origin = request.headers.get("Origin")
    if origin is not None and origin != _own_origin():
        _refuse_foreign_page()


def _refuse_foreign_page() -> NoReturn:
    mark_request(FOREIGN_PAGE)
    abort(403)


def _refuse_forms_without_a_length() -> None:
    """Refuse forms in chunks: Werkzeug would read a part and drop the rest in silence."""
    is_form = request.mimetype in _FORMS
    if is_form and request.content_length is None and "Transfer-Encoding" in request.headers:
        abort(411)


def _own_origin() -> str:
    return request.host_url.rstrip("/")
