"""How often one address may do what costs much, or is guessing; and how large a form may be.

Polls are never counted, and nothing that a match's own scorer does in it: a café is one address.
Each server process counts for itself, in memory (docs/decisions/security.md).
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from threading import Lock, RLock
from typing import Final, TypeVar

from flask import Flask, Response, current_app, request
from flask_limiter import Limiter
from limits.storage import MemoryStorage
from werkzeug.exceptions import ServiceUnavailable

from scorekeeper.config import Settings, current_settings
from scorekeeper.operating.logs import WRONG_SECRET, mark_request
from scorekeeper.web.phone_identity import role_in
from scorekeeper.web.printing import is_waited_for

_NETWORK_BITS: Final = 64
"""The bits of an IPv6 network that a house or a café is given: its addresses are one client."""


def _client() -> str:
    """The address that asks; of IPv6 its network."""
    address_text = request.remote_addr or "unknown"
    try:
        address = ip_address(address_text)
    except ValueError:  # a proxy may call it something else
        return address_text
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, _NETWORK_BITS), strict=False))
    return address_text


class _Counts(MemoryStorage):
    """The library's counts in memory, for one thread at a time.

    In limits 5.8.0 two threads may start one timer, and the second is a fault that is mended
    upstream.
    """

    STORAGE_SCHEME = ["counts"]  # noqa: RUF012  as the library has it

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: str):
        self._turn = RLock()
        super().__init__(uri, wrap_exceptions=wrap_exceptions, **options)

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count, and start the timer that forgets what is over."""
        with self._turn:
            return super().incr(key, expiry, amount)

    def decr(self, key: str, amount: int = 1) -> int:
        """Take a count back."""
        with self._turn:
            return super().decr(key, amount)

    def get(self, key: str) -> int:
        """The count."""
        with self._turn:
            return super().get(key)


_limiter: Final = Limiter(_client, storage_uri="counts://", strategy="fixed-window")


def init_app(app: Flask) -> None:
    """Begin to count, from nothing."""
    _limiter.init_app(app)
    # Flask-Limiter would check each request for limits on all pages. There are no such limits, and
    # the check takes a twentieth of a page's time. The limits below check their own requests.
    app.before_request_funcs[None].remove(_limiter._check_request_limit)
    app.before_request(_let_large_form_in)


_AROUND: Final = 16 * 1024
"""Bytes of a form beside its longest field."""
_View = TypeVar("_View", bound=Callable[..., object])


def large_form(largest: int, *, is_encoded: bool = False) -> Callable[[_View], _View]:
    """Let a view have a field of these bytes, which is longer than any other form.

    An encoded field may be twice as long on the way. The decorator stands next below the route.
    """
    size = largest + _AROUND

    def mark(view: _View) -> _View:
        _large_forms[view] = (size * (2 if is_encoded else 1), size)
        return view

    return mark


_large_forms: Final[dict[Callable[..., object], tuple[int, int]]] = {}
"""The bytes of a whole request, and of its form in memory, by the view that takes it."""


def _let_large_form_in() -> None:
    """Raise both bounds before the form's token is read from it."""
    view = current_app.view_functions.get(request.endpoint or "")
    if view in _large_forms:
        request.max_content_length, request.max_form_memory_size = _large_forms[view]


def _at_most(limit: Callable[[Settings], int]) -> Callable[[], str]:
    return lambda: f"{limit(current_settings())} per 10 minutes"


def _was_done(response: Response) -> bool:
    return response.status_code < 400


def _is_scorers_own() -> bool:
    # Prints that are kept; a blank sheet is made anew each time.
    public_id = (request.view_args or {}).get("public_id")
    is_kept = request.endpoint != "sheets.blank_for"
    return public_id is not None and is_kept and role_in(public_id).writes


new_matches: Final = _limiter.shared_limit(
    _at_most(lambda its: its.new_matches), scope="new matches", deduct_when=_was_done
)
"""Limit a view that starts matches: only a started match counts, not a form to mend."""

registrations: Final = _limiter.shared_limit(
    "60 per 10 minutes", scope="registrations", deduct_when=_was_done
)
"""Limit a view by which strangers write in a tournament: a café full of players is one address."""

prints: Final = _limiter.shared_limit(
    _at_most(lambda its: its.prints),
    scope="prints",
    exempt_when=lambda: _is_scorers_own() or is_waited_for(),
)
"""Limit a view that prints; asking how far it is costs nothing."""


opened_files: Final = _limiter.shared_limit("20 per 10 minutes", scope="opened files")
"""Limit a view that opens a file, also one that turns out to be none: a large one takes seconds."""

_opening: Final = Lock()


@contextmanager
def turn_to_open() -> Iterator[None]:
    """Let no other file be opened in this process meanwhile: a large one takes much memory.

    :raises ServiceUnavailable: one is.
    """
    if not _opening.acquire(blocking=False):
        raise ServiceUnavailable
    try:
        yield
    finally:
        _opening.release()


@_limiter.shared_limit(_at_most(lambda its: its.failed_secrets), scope="failed secrets")
def count_failed_secret() -> None:
    """Count an unknown secret from the requesting address.

    Call it after the look-up has failed, and before the refusal. So a right secret is neither
    counted nor refused, even at an address that shows wrong ones.

    :raises RateLimitExceeded: there were too many; the answer is 429 with a time to come back.
    """
    mark_request(WRONG_SECRET)


@_limiter.shared_limit("60 per 10 minutes", scope="large draws")
def count_large_draw() -> None:
    """Count a draw of many pairs, also where it is only shown.

    :raises RateLimitExceeded: there were too many; the answer is 429 with a time to come back.
    """


@_limiter.shared_limit("1200 per 10 minutes", scope="rare pages")
def count_rare_page() -> None:
    """Count a page of a tournament that is made for one reader: a hall may have one address.

    :raises RateLimitExceeded: there were too many; the answer is 429 with a time to come back.
    """


@_limiter.shared_limit("120 per 10 minutes", scope="club figures")
def count_figures() -> None:
    """Count an answer for which all that was played at a club is counted.

    :raises RateLimitExceeded: there were too many; the answer is 429 with a time to come back.
    """


def seconds_left() -> int:
    """The seconds until the address that was just refused may ask again; at least one."""
    limit = _limiter.current_limit
    return max(1, ceil(limit.window.reset_time - time.time())) if limit else 1
