"""Flask's session, which holds the token of the forms and nothing else."""

import time
from threading import Lock
from typing import Final, TypeAlias

from cachetools import TTLCache
from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import generate_csrf
from itsdangerous.encoding import base64_decode, bytes_to_int

from scorekeeper.operating.cookies import cookie_name
from scorekeeper.web.static_files import is_file

_FILES: Final = "/static/-"
"""How the address of a file begins that has a version."""
_RENEWED_AFTER: Final = 24 * 60 * 60
"""Seconds after which a page renews the cookie, which is good for a month: to sign it with every
page would be an eighth of what a page costs."""
_MOST_KNOWN: Final = 2_000
_KNOWN_SECONDS: Final = 60
"""For so long a cookie is not read again, and a form's token not signed again: each is a twentieth
of what a page costs, and a table looks at its match several times a minute."""


_Key: TypeAlias = tuple[str | bytes | None, str]
"""The key that signs, and what is signed."""

_known: Final[TTLCache[_Key, dict[str, str]]] = TTLCache(_MOST_KNOWN, _KNOWN_SECONDS)
"""What is in a cookie whose signature was read and is ours."""
_tokens: Final[TTLCache[_Key, str]] = TTLCache(_MOST_KNOWN, _KNOWN_SECONDS)
"""The signed token of the forms, by the one in the session."""
_lock: Final = Lock()


def init_app(app: Flask) -> None:
    """Open a session for pages and forms, and none for files and programs."""
    app.session_interface = _FormSessions()
    app.after_request(_make_permanent)


def form_token() -> str:
    """The token of this request's forms: the one of the last minute, if there is one."""
    if "csrf_token" in g:  # where Flask-WTF looks first
        return str(generate_csrf())
    with _lock:
        token = _tokens.get(_key(current_app, session.get("csrf_token", "")))
    if token is None:
        token = str(generate_csrf())
        with _lock:
            _tokens[_key(current_app, session["csrf_token"])] = token
    g.csrf_token = token
    return token


class _FormSessions(SecureCookieSessionInterface):
    """The session holds the forms' token."""

    def get_cookie_name(self, app: Flask) -> str:
        """Name the cookie so that over HTTPS only this host can have set it."""
        return cookie_name(super().get_cookie_name(app))

    def get_cookie_secure(self, _app: Flask) -> bool:
        """Send the cookie over HTTPS alone where there is HTTPS."""
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Open it for pages and forms alone, because reading a signature takes time."""
        if _asks_for_no_page(request):
            return self.session_class()
        key = _key(app, request.cookies.get(self.get_cookie_name(app), ""))
        with _lock:
            known = _known.get(key)
        if known is not None:
            return self.session_class(known)
        opened = super().open_session(app, request)
        if opened:
            with _lock:
                _known[key] = dict(opened)
        return opened

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Renew it with a page, once a day; else send it only where it changed."""
        is_page = request.method == "GET" and response.mimetype == "text/html"
        if not _asks_for_no_page(request) and (is_page or session.modified):
            super().save_session(app, session, response)

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Send it where it changed, or where the one that came is old."""
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        return session.modified or _age_of(cookie) >= _RENEWED_AFTER


def _key(app: Flask, value: str) -> _Key:
    return app.secret_key, value


def _age_of(cookie: str) -> float:
    """The seconds since a session's cookie was signed, which it is."""
    _content, signed_at, _signature = cookie.rsplit(".", 2)
    return time.time() - bytes_to_int(base64_decode(signed_at))


def _asks_for_no_page(request: Request) -> bool:
    """Does a program write, or is a file asked for? All else may be answered by a page."""
    is_written = request.method not in ("GET", "HEAD") and request.path.startswith("/api/")
    return is_written or request.path.startswith(_FILES)


def _make_permanent(response: Response) -> Response:
    """Keep the session when the browser is closed: a phone that finds its half-typed form again
    must be able to send it.
    """
    if not is_file() and session and not session.permanent:  # to set it is to change it
        session.permanent = True
    return response
