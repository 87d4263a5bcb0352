"""Answers to polls for news, the most frequent request, without Flask.

Two thousand watchers ask four hundred times a second, and nearly always nothing is new. Routing,
session, token, language and compression would cost ten times what the answer does. News is
made and compressed for one of them, and sent to all as it is.
"""

import re
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from cachetools import TTLCache
from flask import Flask, Response, request
from werkzeug.http import parse_cookie
from werkzeug.wsgi import get_host

from scorekeeper.config import settings_of
from scorekeeper.match.matches import mark_in_memory, mark_of
from scorekeeper.match.phones import WATCHER, find_role
from scorekeeper.operating import maintenance
from scorekeeper.operating.cookies import name_over
from scorekeeper.web.match.readers import SIDES_COOKIE, answer_in
from scorekeeper.web.phone_identity import PHONE_COOKIE, secret_in
from scorekeeper.web.security_headers import VARY, page_headers

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_PATH: Final = re.compile(r"/m/([^/]+)/live")
_MARK: Final = re.compile(r"(?:^|&)mark=([0-9a-f]+)(?:&|$)")
_IS_FOR_ALL: Final = "tefteri.answer_for_all"
"""The key in a request's WSGI environment by which a view says so of its answer."""
_DEPENDS_ON: Final = (
    *("wsgi.url_scheme", "HTTP_HOST", "SCRIPT_NAME", "PATH_INFO"),
    *("HTTP_ACCEPT_LANGUAGE", "HTTP_ACCEPT_ENCODING", "HTTP_HX_REQUEST"),
)
_SECONDS: Final = 4
"""How long an answer is kept: its table may have got another number meanwhile."""
_REMEMBERED_SECONDS: Final = 1
"""Seconds in which requests with the same mark share one look into the database.

A screen that asks every four seconds sees another process's hand so much later at most."""
_MOST_REMEMBERED: Final = 10_000
_LARGEST: Final = 4_000_000
"""Bytes of all answers together in a server process."""


class _SentAnswer(NamedTuple):
    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


_answers: TTLCache[Hashable, _SentAnswer] = TTLCache(
    _LARGEST, _SECONDS, getsizeof=lambda answer: len(answer.body)
)
_marks: TTLCache[tuple[str, str], str] = TTLCache(_MOST_REMEMBERED, _REMEMBERED_SECONDS)
_lock: Final = Lock()


def mark_answer_for_all(response: Response) -> Response:
    """Say that every watcher who asks like this one gets this answer, to its last byte."""
    request.environ[_IS_FOR_ALL] = True
    return response


class Polls:
    """Answers unchanged polls with 204, and changed ones of watchers as the app answered the first.

    All else, and every fault, is the app's.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._next: WSGIApplication = app.wsgi_app
        self._flag = settings_of(app).maintenance
        self._session: str = app.config["SESSION_COOKIE_NAME"]

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        path = _PATH.fullmatch(environ.get("PATH_INFO", ""))
        answer = self._answer(path[1], environ) if path else None
        if answer is None:
            return self._next(environ, start_response)
        start_response(answer.status, [*answer.headers])
        return [answer.body] if answer.body else []

    def _answer(self, public_id: str, environ: "WSGIEnvironment") -> _SentAnswer | None:
        query = environ.get("QUERY_STRING", "")
        mark = _MARK.search(query)
        if mark is None or environ["REQUEST_METHOD"] != "GET" or maintenance.is_on(self._flag):
            return None
        is_secure = environ["wsgi.url_scheme"] == "https"
        try:
            get_host(environ, settings_of(self._app).trusted_hosts)
            with self._app.app_context():
                now = _mark_now(public_id, mark[1])
                if now == mark[1]:
                    return self._no_news(environ, is_secure=is_secure)
                cookies = parse_cookie(environ)
                if find_role(secret_in(cookies, is_secure=is_secure), public_id) != WATCHER:
                    return None
        except Exception:
            # Whatever it is, it meets the app as well, which has a page for it and a line of the
            # log without the address. From here it would go to gunicorn, whose line has that.
            return None
        # All else that a reader has chosen; of the sides it is on only the one of this match.
        private = PHONE_COOKIE, self._session, SIDES_COOKIE
        own = {name_over(name, is_secure=is_secure) for name in private}
        looks = frozenset(one for one in cookies.items(multi=True) if one[0] not in own)
        side = answer_in(cookies, public_id, is_secure=is_secure)
        others = tuple(environ.get(name) for name in _DEPENDS_ON)
        # Apart, for together they could be another query, with another answer.
        asked = query[: mark.start()], query[mark.end() :]
        return self._answer_for_all((now, asked, looks, side, *others), environ)

    def _no_news(self, environ: "WSGIEnvironment", *, is_secure: bool) -> _SentAnswer:
        host = environ.get("HTTP_HOST", "")
        headers = page_headers(self._app, is_secure=is_secure, host=host)
        own = ("Cache-Control", "no-store"), ("Vary", ", ".join(VARY))
        return _SentAnswer("204 NO CONTENT", (*headers.items(), *own), b"")

    def _answer_for_all(self, key: Hashable, environ: "WSGIEnvironment") -> _SentAnswer:
        with _lock:
            cached = _answers.get(key)
        if cached is not None:
            return cached
        answer = self._ask_app(environ)
        if environ.get(_IS_FOR_ALL):
            headers = tuple(one for one in answer.headers if one[0].lower() != "set-cookie")
            with _lock, suppress(ValueError):  # it is larger than all of the memory
                _answers[key] = answer._replace(headers=headers)
        return answer

    def _ask_app(self, environ: "WSGIEnvironment") -> _SentAnswer:
        start_arguments: list[tuple[str, tuple[tuple[str, str], ...]]] = []
        body: list[bytes] = []

        def start(
            status: str, headers: list[tuple[str, str]], _exc_info: object = None, /
        ) -> Callable[[bytes], object]:
            start_arguments.append((status, tuple(headers)))
            return body.append

        parts = self._next(environ, start)
        try:
            body += parts
        finally:
            if hasattr(parts, "close"):
                parts.close()
        return _SentAnswer(*start_arguments[-1], b"".join(body))


def _mark_now(public_id: str, asked: str) -> str:
    """Return the match's mark, or the answer to a request with the same mark within the second.

    The asked mark is in the key: a request with a newer mark is answered from the database. So is
    every request once this process has read or written another state.
    """
    key = public_id, asked
    with _lock:
        known = _marks.get(key)
    if known is None or known != (mark_in_memory(public_id) or known):
        known = mark_of(public_id)
        with _lock:
            _marks[key] = known
    return known
