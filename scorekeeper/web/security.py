"""Who is asking, and what a browser may do with our pages."""

from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, request, session

from scorekeeper.services.phones import enrol_phone, find_phone

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
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
_A_YEAR: Final = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Check every request and mark every answer."""
    app.before_request(_refuse_foreign_writes)
    app.before_request(_outlast_the_browser)
    app.after_request(_mark)


def phone_id() -> int | None:
    """The phone that asks, if it has started a match here."""
    if "phone_id" not in g:
        g.phone_id = find_phone(request.cookies.get(_cookie_name()))
    found: int | None = g.phone_id
    return found


def known_phone() -> int:
    """The phone that asks, enrolled if it is new; its secret goes out with the answer."""
    known = phone_id()
    if known is None:
        known, g.new_phone_secret = enrol_phone()
        g.phone_id = known
    return known


def own_path(target: str | None, otherwise: str) -> str:
    """`target` if it is a path of this site, else `otherwise`."""
    parts = urlsplit(target or "")
    local = parts.path.startswith("/") and not parts.path.startswith("//")
    if not target or parts.scheme or parts.netloc or not local or "\\" in target:
        return otherwise
    return target


def _cookie_name() -> str:
    return "__Host-phone" if request.is_secure else "phone"


def _outlast_the_browser() -> None:
    # The session holds the forms' token. A phone that closes its browser in the middle of a hand
    # finds the form again, and must be able to send it.
    session.permanent = True


def _refuse_foreign_writes() -> None:
    """Unsafe methods come from our own pages. Unlike a token this never expires."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site not in ("same-origin", "none"):
            abort(403)
        return
    origin = request.headers.get("Origin")
    if origin is not None and origin != request.host_url.rstrip("/"):
        abort(403)


def _mark(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", f"max-age={_A_YEAR}")
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.update(("Cookie", "Accept-Language", "HX-Request"))
    if "new_phone_secret" in g:
        response.set_cookie(
            _cookie_name(),
            g.new_phone_secret,
            max_age=_A_YEAR,
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
    return response
