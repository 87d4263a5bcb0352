"""Answers with a PDF or a picture, or with a page that waits for it; addresses as QR codes.

Only a browser that wants a page gets the waiting page. A request for the file alone (a picture in a
page, a script, curl) waits. Only a few may wait at once, as hands need threads, too.
"""

import logging
import time
from collections.abc import Callable, Hashable
from ipaddress import ip_address
from threading import BoundedSemaphore
from typing import Final, TypeVar
from urllib.parse import urlencode, urlsplit

import segno
from flask import Response, current_app, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.config import current_settings
from scorekeeper.i18n import current_locale, use_locale
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTS, NotYet, Print
from scorekeeper.web.fragments import is_htmx


def qr_code(text: str) -> Markup:
    """A QR code as an SVG picture of paths, which is black on white wherever it stands."""
    code = segno.make(text, error="m", micro=False)
    return Markup(
        code.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    )


def shown_address(address: str) -> dict[str, object]:
    """The variables of `watching/_code.html`: the address, its code, whether others reach it."""
    return {
        "address": address,
        "code": qr_code(address),
        "stays_here": is_of_this_machine(address),
    }


def outside_url(endpoint: str, **values: str | int) -> str:
    """The whole address of a page as other machines find it.

    That is by the server's own address where this one was opened as localhost.
    """
    address = url_for(endpoint, _external=True, **values)  # type: ignore[arg-type]
    server = server_address()
    if not server:
        return address
    return server + address.removeprefix(request.host_url.rstrip("/"))


def is_opened_here() -> bool:
    """Was the server opened by an address that no other machine has?"""
    return is_of_this_machine(request.host_url)


def server_address() -> str:
    """The server's address for other machines, where it was opened as localhost; else empty.

    Also empty where it is not known.
    """
    server = (current_settings().address or "").rstrip("/")
    return server if is_opened_here() and not is_of_this_machine(server) else ""


OPENED_HERE: Final = {"is_opened_here": is_opened_here, "server_address": server_address}
"""The variables of `tournaments/_opened_here.html`."""


def is_of_this_machine(address: str) -> bool:
    """Does no other machine get to this address?"""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


PATIENCE: Final = 3.0
"""Seconds that a browser waits for before it gets the page; on an idle machine all is made by
then, also where the printing process has to be started first."""
LONGEST_SECONDS: Final = 50.0
"""The seconds that a program waits, which cannot be shown a page; proxies wait for a minute."""
WAITING: Final = 2
"""Threads of a server process that may wait so long; the others keep matches."""
_AT_ONCE: Final = 0.3
"""Seconds of waiting for a request that finds no place: a cached print is there by then."""
_SLOW_SECONDS: Final = 10.0
"""The seconds after which the page says why it takes so long."""
_RETRY_SECONDS: Final = 5
_WAITS: Final = "wait"
"""The parameter in the address of the page that waits."""
_log = logging.getLogger(__name__)
_places: Final = BoundedSemaphore(WAITING)

Made = TypeVar("Made")
What = tuple[str, str, Hashable]
"""An address without `_WAITS`, the language, and the state of the printed content."""


def print_response(
    state: Hashable, make: Callable[[], bytes], respond: Callable[[bytes], Response]
) -> BaseResponse:
    """Answer with the print of this state of the address by `make`, or with the page that waits.

    `make` runs in a thread, with the application and the reader's language, but no request.
    """
    what: What = (_address(), current_locale(), state)
    if _WAITS in request.args:
        return _wait_page(what, make)
    running = PRINTS.find(what)
    if running is not None and running.has_failed:
        PRINTS.forget(what)  # its failure was shown, and this is another try
    try:
        content = _wait_for(PRINTS.ask(what, apart(make)))
    except NotYet:
        if _takes_pages():
            return redirect(_address(waits=True), code=303)
        raise PdfUnavailable("slow", "it takes long on this machine") from None
    PRINTS.forget(what)
    return respond(content)


def is_waited_for() -> bool:
    """Does the request only ask how far something is that is being printed, or fetch it then?"""
    address, language = _address(), current_locale()
    return PRINTS.has(lambda what: what[:2] == (address, language))


def on_unavailable(error: PdfUnavailable) -> Response:
    """Say what is missing; the screen's sheet prints all the same."""
    _log.warning("no PDF: %s", error)
    public_id = (request.view_args or {}).get("public_id")
    page = render_template(
        "errors/no_pdf.html", error=error, public_id=public_id, address=_address()
    )
    response = make_response(page, 503)
    response.headers["Retry-After"] = str(_RETRY_SECONDS)
    return response


def _wait_page(what: What, make: Callable[[], bytes]) -> BaseResponse:
    one = PRINTS.ask(what, apart(make))
    if one.ended_at is not None:
        if is_htmx():  # the page anew: it has the file, or the reason why it lacks one
            return Response(status=204, headers={"HX-Redirect": _address(waits=True)})
        one.result()
    page = render_template(
        "printing/_progress.html" if is_htmx() else "printing/wait.html",
        one=one if one.ended_at is None else None,
        before=PRINTS.before(one),
        is_slow=time.monotonic() - one.started_at > _SLOW_SECONDS,
        file_url=what[0],
        wait_url=_address(waits=True),
        is_picture=request.path.endswith(".png"),
        public_id=(request.view_args or {}).get("public_id"),
    )
    return make_response(page)


def _wait_for(one: Print) -> bytes:
    if not _places.acquire(blocking=False):
        return one.result(_AT_ONCE)
    try:
        return one.result(PATIENCE if _takes_pages() else LONGEST_SECONDS)
    finally:
        _places.release()


def _takes_pages() -> bool:
    """Would a page be shown? `*/*` is what scripts and pictures in a page ask for."""
    return "text/html" in request.headers.get("Accept", "")


def _address(*, waits: bool = False) -> str:
    """This one, below the host, as the page that waits or as the file."""
    parameters = [(key, value) for key, value in request.args.items(multi=True) if key != _WAITS]
    query = urlencode([*parameters, (_WAITS, "1")] if waits else parameters)
    return f"{request.script_root}{request.path}{'?' if query else ''}{query}"


def apart(make: Callable[[], Made]) -> Callable[[], Made]:
    """Let a thread call `make`: in this request's application and language."""
    app, language = current_app._get_current_object(), current_locale()  # type: ignore[attr-defined]

    def made() -> Made:
        with app.app_context(), use_locale(language):
            return make()

    return made
