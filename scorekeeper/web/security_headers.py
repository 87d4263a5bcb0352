"""Headers that limit the use of our pages in browsers."""

from typing import Final

from flask import Flask, Response, current_app, request

from scorekeeper.config import settings_of
from scorekeeper.web.static_files import FILES, is_file

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
FRAMED_BELOW: Final = "/embed/"
"""The only pages that other sites may show in a frame: they have no form, no cookie, no script."""
_FRAMED_POLICY: Final = "; ".join(
    (
        *("default-src 'none'", "style-src 'self'", "img-src 'self'", "font-src 'self'"),
        *("form-action 'none'", "base-uri 'none'", "frame-ancestors *"),
    )
)
_OF_FRAMED: Final = {
    "Content-Security-Policy": _FRAMED_POLICY,
    "Cross-Origin-Resource-Policy": "cross-origin",
}
RESULTS: Final = frozenset(
    {
        *("import_export.match_file", "tournaments.export_json", "clubs.season_data"),
        *("api.read", "api.export", "api.tournament", "api.round_of_tournament"),
        *("api.club_season", "api.document", "oembed.show"),
    }
)
"""The results that a script of any site may read: JSON that everybody with the address reads."""
VARY: Final = ("Cookie", "Accept-Language", "HX-Request")
"""The request headers on which a page depends, besides its address."""
_INSISTS: Final = f"max-age={365 * 24 * 3600}"
_OF_THE_NETWORK: Final = (
    *(".corp", ".home", ".home.arpa", ".internal", ".intranet", ".invalid", ".lan", ".local"),
    *(".localdomain", ".localhost", ".private", ".test"),
)
"""Ends of local names, which have no owner: other hosts may have them, too."""
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
_NAMED_BY_PAGES: Final = FILES - {"static"}
"""Their endpoints; no page names a file by an address without its version."""
_DOCUMENTS: Final = ("text/html", "image/svg+xml")
"""The types among these that a browser would show and run by itself."""


def init_app(app: Flask) -> None:
    """Add the headers to every answer."""
    app.after_request(_add_headers)


def page_headers(app: Flask, *, is_secure: bool, host: str) -> dict[str, str]:
    """The headers of every answer; `host` is the header of that name."""
    # With a CA of our own a phone that insists on HTTPS could not fetch the certificate any more.
    if not is_secure or settings_of(app).ca_port:
        return _HEADERS
    insists = f"{_INSISTS}; includeSubDomains" if _is_domain(host) else _INSISTS
    return {**_HEADERS, "Strict-Transport-Security": insists}


def _is_domain(host: str) -> bool:
    """Is it a registered name, and no address or name of a local network?"""
    name = host.partition(":")[0].rstrip(".").lower()
    end = name.rpartition(".")[2]
    return "." in name and not end[-1:].isdigit() and not name.endswith(_OF_THE_NETWORK)


def _add_headers(response: Response) -> Response:
    is_named = request.endpoint in _NAMED_BY_PAGES and response.status_code in (200, 304)
    is_part = is_named and response.mimetype not in _DOCUMENTS
    host = request.environ.get("HTTP_HOST", "")
    headers = page_headers(current_app, is_secure=request.is_secure, host=host)
    if request.path.startswith(FRAMED_BELOW) and response.status_code == 200:
        headers = {**headers, **_OF_FRAMED}
        del headers["X-Frame-Options"]
    if request.endpoint in RESULTS and request.method in ("GET", "HEAD"):
        # Without credentials: no other site may see pages that a cookie or a secret opens.
        response.headers["Access-Control-Allow-Origin"] = "*"
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
    return response
