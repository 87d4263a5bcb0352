"""Which thread handles a request: saves wait for no page, and only costly ones for costly ones."""

import re
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Final, NamedTuple, ParamSpec, TypeVar
from urllib.parse import unquote

from cachetools import LRUCache
from gunicorn.http.message import Request

SAVING_THREADS: Final = 4
"""Threads of one process that only save, beside those for all other requests."""
COSTLY_SAVE: Final = 0.012
"""Seconds of CPU. A hand takes a third of that, a change of a match's first hands the double."""
COSTLY_PAGE: Final = 0.05
_SAVES: Final = {"PUT": "/api/v1/matches/", "POST": "/m/"}
_NUMBER: Final = re.compile(r"\d+")
_REMEMBERED: Final = 4096

_Words = ParamSpec("_Words")
_Result = TypeVar("_Result")


class RequestKind(NamedTuple):
    """Requests that cost about the same: saves in one match, or one page of one thing."""

    is_save: bool
    """Is something sent to a match? Mostly a hand."""
    key: str


def kind_of_request(request: Request | None) -> RequestKind:
    """The kind of a request, by its first line. One that could not be read is cheap to answer.

    An address can be spelt in many ways, and the app reads them all as one.
    """
    method, path = (request.method or "", unquote(request.path or "")) if request else ("", "")
    begin = _SAVES.get(method)
    if begin and path.startswith(begin):
        return RequestKind(True, path.removeprefix(begin).partition("/")[0])
    return RequestKind(False, _NUMBER.sub("#", f"{method} {path}"))


class RequestLanes(ThreadPoolExecutor):
    """Threads for all requests, and some more for saves and for what is costly.

    A save takes milliseconds, and a table waits for it; an organiser's desk can wait. Behind a
    queue of long lists and large draws it would wait for all of them, however short it is itself.
    The last request of a kind tells what the next one costs. Costly ones wait for each other in
    one thread: side by side they would hold the interpreter, and every thread, against all others.
    """

    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        self._saves = ThreadPoolExecutor(SAVING_THREADS)
        self._costly = {is_save: ThreadPoolExecutor(1) for is_save in (False, True)}
        self._costs: LRUCache[RequestKind, float] = LRUCache(_REMEMBERED)
        self._lock = Lock()

    def submit(
        self,
        handle: Callable[_Words, _Result],
        /,
        *args: _Words.args,
        **kwargs: _Words.kwargs,
    ) -> "Future[_Result]":
        """Have a request handled."""
        kind = next((conn.kind for conn in args if hasattr(conn, "kind")), kind_of_request(None))

        def handle_timed(*args: _Words.args, **kwargs: _Words.kwargs) -> _Result:
            begin = time.thread_time()
            try:
                return handle(*args, **kwargs)
            finally:
                with self._lock:
                    self._costs[kind] = time.thread_time() - begin

        if self._is_costly(kind):
            return self._costly[kind.is_save].submit(handle_timed, *args, **kwargs)
        if kind.is_save:
            return self._saves.submit(handle_timed, *args, **kwargs)
        return super().submit(handle_timed, *args, **kwargs)

    def _is_costly(self, kind: RequestKind) -> bool:
        with self._lock:
            cost = self._costs.get(kind, 0.0)
        return cost > (COSTLY_SAVE if kind.is_save else COSTLY_PAGE)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more requests."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        for pool in (self._saves, *self._costly.values()):
            pool.shutdown(wait, cancel_futures=cancel_futures)
