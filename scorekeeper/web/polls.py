"""Is there anything new? What watchers ask most is answered before Flask is.

Two thousand watchers ask four hundred times a second, and nearly always nothing is new. Routing,
session, token, language and compression would cost ten times what the answer does.
"""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask
from werkzeug.wsgi import get_host

from scorekeeper.config import settings_of
from scorekeeper.operating import maintenance
from scorekeeper.services.matches import mark_of
from scorekeeper.web.security import VARY, page_headers

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_PATH: Final = re.compile(r"/m/([^/]+)/live")
_MARK: Final = re.compile(r"(?:^|&)mark=([0-9a-f]+)(?:&|$)")


class Polls:
    """Answers unchanged polls with 204; all else, and every fault, is the app's."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._next: WSGIApplication = app.wsgi_app
        self._flag = settings_of(app).maintenance

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        path = _PATH.fullmatch(environ.get("PATH_INFO", ""))
        if path is None or not self._is_unchanged(path[1], environ):
            return self._next(environ, start_response)
        is_secure = environ["wsgi.url_scheme"] == "https"
        host = environ.get("HTTP_HOST", "")
        headers = page_headers(self._app, is_secure=is_secure, host=host)
        own = [("Cache-Control", "no-store"), ("Vary", ", ".join(VARY))]
        start_response("204 NO CONTENT", [*headers.items(), *own])
        return ()

    def _is_unchanged(self, public_id: str, environ: "WSGIEnvironment") -> bool:
        mark = _MARK.search(environ.get("QUERY_STRING", ""))
        if mark is None or environ["REQUEST_METHOD"] != "GET" or maintenance.is_on(self._flag):
            return False
        try:
            get_host(environ, settings_of(self._app).trusted_hosts)
            with self._app.app_context():
                return mark_of(public_id) == mark[1]
        except Exception:
            # Whatever it is, it meets the app as well, which has a page for it and a line of the
            # log without the address. From here it would go to gunicorn, whose line has that.
            return False
