"""Flask's session, which holds the token of the forms, and what the next page says once."""

import time
from threading import Lock
from typing import Any, Final, TypeAlias

from cachetools import TTLCache
from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import generate_csrf
from itsdangerous import BadSignature
from itsdangerous.encoding import base64_decode, bytes_to_int

from scorekeeper.operating.cookies import cookie_name, set_cookie
from scorekeeper.web.security_headers import FRAMED_BELOW

_FILES: Final = "/static/-"
"""How the address of a file begins that has a version."""
_RENEWED_AFTER: Final = 24 * 60 * 60
"""Seconds after which a page renews the cookie: to sign it with every page would be an eighth of
what a page costs."""
_MOST_KNOWN: Final = 2_000
_KNOWN_SECONDS: Final = 60
"""Seconds for which a cookie is not read again, and a form's token not signed again.

Each is a twentieth of a page's cost, and a table looks at its match several times a minute.
"""


_Key: TypeAlias = tuple[str | bytes | None, str]
"""The key that signs, and what is signed."""

_known: Final[TTLCache[_Key, dict[str, Any]]] = TTLCache(_MOST_KNOWN, _KNOWN_SECONDS)
"""The contents of cookies whose signature was checked and is ours."""
_tokens: Final[TTLCache[_Key, str]] = TTLCache(_MOST_KNOWN, _KNOWN_SECONDS)
"""The signed token of the forms, by the one in the session."""
_lock: Final = Lock()


def init_app(app: Flask) -> None:
    """Open a session for pages and forms, and none for files and programs."""
    app.session_interface = _FormSessions()


def has_session_come() -> bool:
    """Did the browser send its session with this request, be it one that cannot be read?"""
    return cookie_name(current_app.config["SESSION_COOKIE_NAME"]) in request.cookies


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

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Open it for pages and forms alone, because reading a signature takes time."""
        if _asks_for_no_page(request):
            return self.session_class()
        key = _key(app, request.cookies.get(self.get_cookie_name(app), ""))
        with _lock:
            known = _known.get(key)
        if known is not None:
            return self.session_class(known)
        content = self._read(app, key[1])
        if content:
            with _lock:
                _known[key] = content
        return self.session_class(content)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Renew it with a page, once a day; else send it only where it changed.

        It outlives the browser, for a phone that finds its half-typed form again must be able to
        send it. Flask's own way names only the day of its end. A phone whose clock is ahead would
        drop it at once.

        The first page opens the session, even without a form. The service worker then fetches
        several pages with forms at once. Without a session each would open another one. Then the
        form that the reader sees would be too old to send.
        """
        is_page = request.method == "GET" and response.mimetype == "text/html"
        if is_page and response.status_code == 200 and not session and _opens_page(request):
            form_token()
        if _asks_for_no_page(request) or not (is_page or session.modified):
            return
        if session.accessed:
            response.vary.add("Cookie")
        if session and self.should_set_cookie(app, session):
            signer = self.get_signing_serializer(app)
            assert signer is not None, "there is always a key"
            set_cookie(response, super().get_cookie_name(app), signer.dumps(dict(session)))

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Send it where it changed, or where the one that came is old."""
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        return session.modified or _age_of(cookie) >= _RENEWED_AFTER

    def _read(self, app: Flask, cookie: str) -> dict[str, Any]:
        """Read it at whatever age: it holds no right, and the server's clock may be wrong."""
        signer = self.get_signing_serializer(app)
        try:
            return dict(signer.loads(cookie)) if signer and cookie else {}
        except BadSignature:
            return {}


def _key(app: Flask, value: str) -> _Key:
    return app.secret_key, value


def _age_of(cookie: str) -> float:
    """The seconds between now and when a session's cookie was signed, which it is."""
    _content, signed_at, _signature = cookie.rsplit(".", 2)
    return abs(time.time() - bytes_to_int(base64_decode(signed_at)))


def _opens_page(request: Request) -> bool:
    """Does the browser open a page outside of a frame? One that tells nothing of it may."""
    if request.path.startswith(FRAMED_BELOW):
        return False
    return request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"


def _asks_for_no_page(request: Request) -> bool:
    """Does a program write, or is a file asked for? All else may be answered by a page."""
    is_written = request.method not in ("GET", "HEAD") and request.path.startswith("/api/")
    return is_written or request.path.startswith(_FILES)
