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
COSTLY_PAGES: Final = 0.1
"""Seconds of CPU of all pages that are made side by side. One more then waits, if it costs much."""
CHEAP_PAGE: Final = 0.02
"""Seconds of CPU. A page of a match takes a fifth of that, and waits for no costly ones."""
LONG: Final = 1.0
"""Seconds of CPU. A page can wait for another, but not for the opening of a club's file."""
_SAVES: Final = re.compile(r"PUT /api/v1/matches/([^/]+)/ops/|POST /m/([^/]+)/(?!side/)")
_PHONE: Final = re.compile(r"phone=([^;]+)")
_NUMBER: Final = re.compile(r"\d+")
_REMEMBERED: Final = 4096
_FADES: Final = 0.8
"""Of what a kind cost once, the part that still counts at its next request."""

_Params = ParamSpec("_Params")
_Result = TypeVar("_Result")


class RequestKind(NamedTuple):
    """Requests that cost about the same: a phone's saves in a match, or one page of one thing."""

    is_save: bool
    """Is something written in a match? Mostly a hand."""
    key: int


def kind_of_request(request: Request | None) -> RequestKind:
    """The kind of a request, by its head. One that could not be read is cheap to answer.

    An address can be spelt in many ways, and the app reads them all as one. A stranger who writes
    to a match has a kind apart from that of its scorer.
    """
    if request is None:
        return RequestKind(False, 0)
    line = f"{request.method} {unquote(request.path or '')}"
    save = _SAVES.match(line)
    if save is None:
        return RequestKind(False, hash(_NUMBER.sub("#", line)))
    headers = dict(request.headers)
    phone = _PHONE.search(headers.get("COOKIE", ""))
    return RequestKind(
        True, hash((*save.groups(), headers.get("AUTHORIZATION"), phone and phone[1]))
    )


class RequestLanes(ThreadPoolExecutor):
    """Threads for all requests, and some more for saves and for costly requests.

    A save takes milliseconds, and a table waits for it. An organiser's desk can wait. Behind a
    queue of long lists and large draws even a short save would wait for all of them. The times of
    the last requests of a kind predict the next one's cost. One thread runs all costly requests:
    several at once would keep the interpreter from all other threads. Pages are costly together:
    eight of 0.05 seconds are as heavy as one of 0.4. The first save of a kind waits with the pages,
    for its cost is not known yet.
    """

    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        self._saves = ThreadPoolExecutor(SAVING_THREADS)
        self._costly_saves = ThreadPoolExecutor(1)
        self._costly_pages = ThreadPoolExecutor(1)
        self._long = ThreadPoolExecutor(1)
        self._costs: LRUCache[RequestKind, float] = LRUCache(_REMEMBERED)
        self._beside = 0.0
        """The known cost of the pages that are being made side by side."""
        self._lock = Lock()

    def submit(
        self,
        handle: Callable[_Params, _Result],
        /,
        *args: _Params.args,
        **kwargs: _Params.kwargs,
    ) -> "Future[_Result]":
        """Have a request handled."""
        kind = next((conn.kind for conn in args if hasattr(conn, "kind")), kind_of_request(None))
        cost = self._cost_of(kind)
        lane = self._lane_of(kind, cost)
        beside = cost if lane is None else 0.0

        def handle_timed(*args: _Params.args, **kwargs: _Params.kwargs) -> _Result:
            begin = time.thread_time()
            try:
                return handle(*args, **kwargs)
            finally:
                self._add_cost(kind, time.thread_time() - begin, beside)

        submit = lane.submit if lane else super().submit
        return submit(handle_timed, *args, **kwargs)

    def _cost_of(self, kind: RequestKind) -> float:
        with self._lock:
            return self._costs.get(kind, 0.0)

    def _lane_of(self, kind: RequestKind, cost: float) -> ThreadPoolExecutor | None:
        """The threads for a request; None where it takes those for all, which then counts it."""
        if kind.is_save and cost:
            return self._costly_saves if cost > COSTLY_SAVE else self._saves
        if cost > LONG:
            return self._long
        with self._lock:
            if cost > CHEAP_PAGE and self._beside + cost > COSTLY_PAGES:
                return self._costly_pages
            self._beside += cost
            return None

    def _add_cost(self, kind: RequestKind, cost: float, beside: float) -> None:
        with self._lock:
            self._beside -= beside
            self._costs[kind] = max(cost, _FADES * self._costs.get(kind, 0.0))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more requests."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        for pool in (self._saves, self._costly_saves, self._costly_pages, self._long):
            pool.shutdown(wait, cancel_futures=cancel_futures)
