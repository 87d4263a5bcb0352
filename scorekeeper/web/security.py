"""Recognise phones by their cookies, and tell browsers what they may do with our pages."""

import hashlib
from collections.abc import Mapping
from typing import Final, NoReturn

from flask import Flask, Request, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, Signer

from scorekeeper.config import current_settings, settings_of
from scorekeeper.operating.cookies import cookie_name, name_over
from scorekeeper.operating.security_events import FOREIGN_PAGE, mark_request
from scorekeeper.services.matches import LoadedMatch
from scorekeeper.services.phones import (
    PhoneRole,
    come_back,
    enrol_phone,
    find_phone,
    find_role,
    hash_of,
    new_secret,
    see_match,
)
from scorekeeper.services.tournaments.service import Role as TournamentRole
from scorekeeper.services.tournaments.service import find_role as find_tournament_role
from scorekeeper.web.static_files import is_file

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
VARY: Final = ("Cookie", "Accept-Language", "HX-Request")
"""On what a page depends besides its address."""
_A_YEAR: Final = 365 * 24 * 3600
_INSISTS: Final = f"max-age={_A_YEAR}"
_OF_THE_NETWORK: Final = (
    *(".corp", ".home", ".home.arpa", ".internal", ".intranet", ".invalid", ".lan", ".local"),
    *(".localdomain", ".localhost", ".private", ".test"),
)
"""Ends of names that nobody owns: what else bears them is not ours to speak for."""
PHONE_COOKIE: Final = "phone"
"""Holds the phone's secret."""
OURS: Final = "Tefteri"
"""The header by which a phone knows an answer of this server from a portal's or a proxy's."""
_HEADERS: Final = {
    OURS: "1",
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # With no-referrer every form over HTTPS would fail Flask-WTF's check.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex",
}
_OF_DOCUMENTS: Final = (
    "Content-Security-Policy",
    "X-Frame-Options",
    "Cross-Origin-Opener-Policy",
    "Permissions-Policy",
    "Referrer-Policy",
)
"""Headers that browsers heed in documents. On a page's forty files they would weigh 20 KB."""
_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")
_PARTS: Final = ("text/javascript", "text/css")


def init_app(app: Flask) -> None:
    """Check every request and mark every answer."""
    app.session_interface = _Sessions()
    app.before_request(_refuse_foreign_writes)
    app.before_request(_refuse_forms_without_a_length)
    app.after_request(_mark)


def phone_id() -> int | None:
    """The phone that asks, if it has started a match here; in the demo all are its one phone."""
    if "phone_id" not in g:
        g.phone_id = find_phone(_secret())
    found: int | None = g.phone_id
    return found


def role_in(public_id: str) -> PhoneRole:
    """The role of the asking phone in this match, as it was when the request first needed it."""
    roles: dict[str, PhoneRole] = g.setdefault("roles", {})
    if public_id not in roles:
        roles[public_id] = find_role(_secret(), public_id)
    return roles[public_id]


def open_match(public_id: str) -> LoadedMatch:
    """The match, and with it the asking phone and its role, which are not looked up again.

    :raises NotFound: there is no such match.
    :raises DamagedEvent: something of it is not what was written.
    """
    seen = see_match(_secret(), public_id)
    g.phone_id = seen.phone_id
    g.setdefault("roles", {})[public_id] = seen.role
    return seen.loaded_match


def role_in_tournament(public_id: str) -> TournamentRole:
    """The role of the asking phone in this tournament, as it was when first needed."""
    roles: dict[str, TournamentRole] = g.setdefault("tournament_roles", {})
    if public_id not in roles:
        roles[public_id] = find_tournament_role(public_id, _secret())
    return roles[public_id]


def is_from_own_page() -> bool:
    """Does the browser say that a page of ours sent this? For what carries no form's token."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("Origin")
    # Over plain HTTP a browser says nothing with a GET, whose answer no page but ours can read.
    return origin == _own_origin() or (origin is None and request.method == "GET")


def _secret() -> str | None:
    return secret_in(request.cookies, is_secure=request.is_secure)


def secret_in(cookies: Mapping[str, str], *, is_secure: bool) -> str | None:
    """The secret of the phone with these cookies; in the demo all are its one phone."""
    return current_settings().demo_phone or cookies.get(
        name_over(PHONE_COOKIE, is_secure=is_secure)
    )


def invite_phone() -> None:
    """Let a new phone be known again, before it has a cookie.

    A form that is sent twice, because its answer was lost or of two taps, is then of one phone.
    """
    if not is_known_again():
        g.new_phone_secret = _invitations().sign(new_secret()).decode()


def _invitation() -> str | None:
    """The secret that we gave a phone before it started a match.

    Signed: a cookie may have been put there by somebody else, who chose it and knows it.
    """
    secret = request.cookies.get(cookie_name(PHONE_COOKIE), "")
    return secret if _invitations().validate(secret) else None


def _invitations() -> Signer:
    return Signer(current_app.secret_key or "", salt="invitation", digest_method=hashlib.sha256)


def is_known_again() -> bool:
    """Has the phone that asks a cookie, by which it is the same one when it asks again?"""
    return phone_id() is not None or _invitation() is not None


def proof_of_phone() -> str | None:
    """A proof that recognises the asking phone, should it lose its cookie.

    The hash of its secret, which follows from no address and no act, signed; it ends with that
    secret. None in the demo, and for whoever is not known again.
    """
    secret = g.get("new_phone_secret") or (request.cookies.get(cookie_name(PHONE_COOKIE), ""))
    is_own = "new_phone_secret" in g or is_known_again()
    if not is_own or current_settings().demo_phone:
        return None
    return _proofs().sign(hash_of(secret)).decode()


def phone_shown_by(proof: str) -> str | None:
    """The hash of the secret that the phone had which was given this proof."""
    try:
        return _proofs().unsign(proof).decode()
    except BadSignature:
        return None


def _proofs() -> Signer:
    return Signer(current_app.secret_key or "", salt="proof", digest_method=hashlib.sha256)


def take_back(lost: str) -> bool:
    """Is the phone that asks, so far only invited, now the one whose secret had this hash?"""
    invitation = _invitation()
    back = come_back(lost, invitation) if invitation else None
    if back is not None:
        g.phone_id = back
    return back is not None


def known_phone() -> int:
    """The phone that asks, enrolled if it is new; its secret goes out with the answer."""
    known = phone_id()
    if known is None:
        known, g.new_phone_secret = enrol_phone(_invitation())
        g.phone_id = known
    return known


def own_path(target: str | None, otherwise: str) -> str:
    """`target` if it is a path of this site, else `otherwise`."""
    # Browsers drop tabs and line ends, and read a backslash as a slash.
    is_own = target and target.startswith("/") and not target.startswith("//")
    if not target or not is_own or "\\" in target or not target.isprintable():
        return otherwise
    return target


def forget_phone() -> None:
    """Let the phone that asks be nobody from now on: its cookie goes with the answer."""
    g.phone_id = None
    g.is_phone_forgotten = True


def _secret_to_renew() -> str | None:
    """The secret of a known phone that writes: from then on it is known for a year."""
    is_known = request.method in ("POST", "PUT") and g.get("phone_id") is not None
    return request.cookies.get(cookie_name(PHONE_COOKIE)) if is_known else None


_FILES: Final = "/static/-"
"""How the address of a file begins that has a version."""


def _asks_for_no_page(request: Request) -> bool:
    """Does a program write, or is a file asked for? All else may be answered by a page."""
    is_written = request.method not in ("GET", "HEAD") and request.path.startswith("/api/")
    return is_written or request.path.startswith(_FILES)


class _Sessions(SecureCookieSessionInterface):
    """The session holds the forms' token."""

    def get_cookie_name(self, app: Flask) -> str:
        """Over HTTPS one that only this host can have set."""
        return cookie_name(super().get_cookie_name(app))

    def get_cookie_secure(self, _app: Flask) -> bool:
        """Never in the clear where there is HTTPS."""
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Only forms have a use for it, and reading a signature takes its time."""
        if _asks_for_no_page(request):
            return self.session_class()
        return super().open_session(app, request)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Renew it with a page, to which a saved form leads; else send it only where it changed."""
        is_page = request.method == "GET" and response.mimetype == "text/html"
        if not _asks_for_no_page(request) and (is_page or session.modified):
            super().save_session(app, session, response)


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


def page_headers(app: Flask, *, is_secure: bool, host: str) -> dict[str, str]:
    """The headers of every answer; `host` is the header of that name."""
    # With a CA of our own a phone that insists on HTTPS could not fetch the certificate any more.
    if not is_secure or settings_of(app).ca_port:
        return _HEADERS
    insists = f"{_INSISTS}; includeSubDomains" if _is_domain(host) else _INSISTS
    return {**_HEADERS, "Strict-Transport-Security": insists}


def _is_domain(host: str) -> bool:
    """Is it a name that somebody registered, and no address or name of a local network?"""
    name = host.partition(":")[0].rstrip(".").lower()
    end = name.rpartition(".")[2]
    return "." in name and not end[-1:].isdigit() and not name.endswith(_OF_THE_NETWORK)


def _mark(response: Response) -> Response:
    is_part = request.endpoint == "files.show" and response.mimetype in _PARTS
    host = request.environ.get("HTTP_HOST", "")
    headers = page_headers(current_app, is_secure=request.is_secure, host=host)
    present = {name for name, _value in response.headers}  # `setdefault` would look at all for each
    for name, value in headers.items():
        if name not in present and not (is_part and name in _OF_DOCUMENTS):
            response.headers.add(name, value)
    if is_file():
        response.direct_passthrough = False
        response.make_sequence()  # they are small, and only what is in memory is compressed
    else:
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.update(VARY)
        # A phone that closes its browser in the middle of a hand finds the form again, and must be
        # able to send it.
        if session and not session.permanent:  # to set it is to change it
            session.permanent = True
    if g.get("is_phone_forgotten"):
        response.delete_cookie(
            cookie_name(PHONE_COOKIE), secure=request.is_secure, httponly=True, samesite="Lax"
        )
    secret = g.get("new_phone_secret") or _secret_to_renew()
    if secret:
        response.set_cookie(
            cookie_name(PHONE_COOKIE),
            secret,
            max_age=_A_YEAR,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    return response
