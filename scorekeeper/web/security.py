"""Who is asking, and what a browser may do with our pages."""

from typing import Final

from flask import Flask, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin

from scorekeeper.services.phones import Role, enrol_phone, find_phone, find_role, new_secret
from scorekeeper.services.tournaments.keeping import Role as TournamentRole
from scorekeeper.services.tournaments.keeping import find_role as find_tournament_role
from scorekeeper.web.files import is_file

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
_HEADERS_OVER_HTTPS: Final = {"Strict-Transport-Security": f"max-age={_A_YEAR}"}
_HEADERS: Final = {
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
"""What a browser heeds in a document. A page's forty scripts and styles would carry 20 KB of it."""
_PARTS: Final = ("text/javascript", "text/css")


def init_app(app: Flask) -> None:
    """Check every request and mark every answer."""
    app.session_interface = _Sessions()
    app.before_request(_refuse_foreign_writes)
    app.after_request(_mark)


def phone_id() -> int | None:
    """The phone that asks, if it has started a match here; in the demo all are its one phone."""
    if "phone_id" not in g:
        g.phone_id = find_phone(_secret())
    found: int | None = g.phone_id
    return found


def role_in(public_id: str) -> Role:
    """What the phone that asks is in this match, as it was when this request was first asked."""
    roles: dict[str, Role] = g.setdefault("roles", {})
    if public_id not in roles:
        roles[public_id] = find_role(_secret(), public_id)
    return roles[public_id]


def role_in_tournament(public_id: str) -> TournamentRole:
    """What the phone that asks is in this tournament, as it was when first asked."""
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
    demo: str = current_app.config["DEMO_PHONE"]
    return demo or request.cookies.get(_cookie_name())


def invite_phone() -> None:
    """Let a new phone be known again, before it has a cookie.

    A form that is sent twice, because its answer was lost or of two taps, is then of one phone.
    """
    if not is_known_again():
        g.new_phone_secret = new_secret()


def _invitation() -> str | None:
    """The secret that a phone was given before it started a match."""
    secret = request.cookies.get(_cookie_name(), "")
    return secret if len(secret) == len(new_secret()) else None


def is_known_again() -> bool:
    """Has the phone that asks a cookie, by which it is the same one when it asks again?"""
    return phone_id() is not None or _invitation() is not None


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


def _secret_to_renew() -> str | None:
    """That of a known phone that does something: a year from then on it is known."""
    is_known = request.method in ("POST", "PUT") and g.get("phone_id") is not None
    return request.cookies.get(_cookie_name()) if is_known else None


def _cookie_name() -> str:
    return "__Host-phone" if request.is_secure else "phone"


class _Sessions(SecureCookieSessionInterface):
    """The session holds the forms' token."""

    def get_cookie_name(self, app: Flask) -> str:
        """Over HTTPS one that only this host can have set."""
        name = super().get_cookie_name(app)
        return f"__Host-{name}" if request.is_secure else name

    def get_cookie_secure(self, _app: Flask) -> bool:
        """Never in the clear where there is HTTPS."""
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Files are the same for everybody, and carry no cookie."""
        if not is_file():
            super().save_session(app, session, response)


def _refuse_foreign_writes() -> None:
    """Unsafe methods come from our own pages. Unlike a token this never expires."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site not in ("same-origin", "none"):
            abort(403)
        return
    # Every browser sends one of the two; a program that sends neither has no cookie to abuse.
    origin = request.headers.get("Origin")
    if origin is not None and origin != _own_origin():
        abort(403)


def _own_origin() -> str:
    return request.host_url.rstrip("/")


def page_headers(app: Flask, *, is_secure: bool) -> dict[str, str]:
    """What every answer tells the browser."""
    # With a CA of our own a phone that insists on HTTPS could not fetch the certificate any more.
    insists = is_secure and not app.config["CA_PORT"]
    return _HEADERS | _HEADERS_OVER_HTTPS if insists else _HEADERS


def _mark(response: Response) -> Response:
    is_part = request.endpoint == "files.show" and response.mimetype in _PARTS
    for name, value in page_headers(current_app, is_secure=request.is_secure).items():
        if not (is_part and name in _OF_DOCUMENTS):
            response.headers.setdefault(name, value)
    if is_file():
        response.direct_passthrough = False
        response.make_sequence()  # they are small, and only what is in memory is compressed
    else:
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.update(VARY)
        # A phone that closes its browser in the middle of a hand finds the form again, and must be
        # able to send it.
        if session:
            session.permanent = True
    secret = g.get("new_phone_secret") or _secret_to_renew()
    if secret:
        response.set_cookie(
            _cookie_name(),
            secret,
            max_age=_A_YEAR,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    return response
