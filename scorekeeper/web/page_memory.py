"""Pages that are made once for each state of their content.

A table looks at its match far more often than it writes. Some parts differ from answer to answer:
the forms' token, new operation ids. They are left open in the kept page and filled in each time.
"""

import re
from collections.abc import Callable, Hashable
from threading import Lock, RLock
from typing import Final
from urllib.parse import urlencode

from cachetools import LRUCache
from flask import g, request
from markupsafe import Markup

from scorekeeper.i18n import current_locale
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.erasure import ALSO_FORGET
from scorekeeper.web.form_sessions import form_token
from scorekeeper.web.preferences import chosen_looks

_LARGEST: Final = 8_000_000
"""Bytes of all pages together in a server process; as texts, one dash in them would double them."""

_ADDRESS: Final = ("wsgi.url_scheme", "HTTP_HOST", "SCRIPT_NAME", "PATH_INFO")
"""As it came: putting the address together costs more than finding the page."""

Fill = Callable[[], str]


_OVERHEAD: Final = 1000
"""Bytes of a page's lists and its key: much beside the row of a table."""


class _Page:
    """A page with holes."""

    __slots__ = ("fills", "holes", "size", "texts")

    def __init__(self, text: str, fills_by_value: dict[str, Fill]) -> None:
        holes = "|".join(re.escape(value) for value in fills_by_value)
        parts = re.split(f"({holes})", text) if holes else [text]
        self.texts = [part.encode() for part in parts[::2]]
        self.holes = parts[1::2]
        """The value that stood in each hole; one that stood in two stands in both again."""
        self.fills = {value: fills_by_value[value] for value in set(self.holes)}
        self.size = _OVERHEAD + sum(map(len, self.texts))

    def filled(self) -> bytes:
        values = {value: fill().encode() for value, fill in self.fills.items()}
        in_holes = [*(values[value] for value in self.holes), b""]
        parts = (part for pair in zip(self.texts, in_holes, strict=True) for part in pair)
        return b"".join(parts)


_pages: LRUCache[Hashable, _Page] = LRUCache(_LARGEST, getsizeof=lambda page: page.size)
_lock: Final = Lock()
_turns: Final = tuple(RLock() for _ in range(64))
"""A page that many ask for at once, because it has just changed, is made by one of them alone."""


def operation_id_in_page() -> str:
    """128 random bits in hex, for a form or an address of the page that is being made."""
    op_id = new_operation_id()
    g.setdefault("operations_in_page", []).append(op_id)
    return op_id


def request_key(**parameters: object) -> tuple[str, ...]:
    """The part of a key that says what was asked for: the address, in which language and look.

    `parameters` are those of the query on which the page depends. The page under this key does not
    depend on the rest of the query.
    """
    address = (request.environ.get(name, "") for name in _ADDRESS)
    return (current_locale(), *chosen_looks(), *address, urlencode(parameters))


def cached_page(key: Hashable, render: Callable[[], str]) -> bytes:
    """The page that `render` makes; where one was made under this key, that one, freshly filled.

    The key has to hold all on which the page depends. In UTF-8, as it is sent.
    """
    page = _find_page(key)
    if page is not None:
        return page.filled()
    with _turns[hash(key) % len(_turns)]:
        page = _find_page(key)
        if page is not None:  # another made it meanwhile
            return page.filled()
        return _make_page(key, render).encode()


def cached_part(key: Hashable, render: Callable[[], str]) -> Markup:
    """The part of a page that `render` makes, or one that is kept under this key.

    The key has to hold all on which the part depends. The part must have no form: a form's token is
    not filled in again.
    """
    part = _find_page(key)
    if part is None:
        part = _Page(render(), {})
        _keep(key, part)
    return Markup(part.filled().decode())  # which was escaped where it was made


def is_for_all(key: Hashable) -> bool:
    """Is the page under this key cached, and the same for every reader, to its last byte?"""
    page = _find_page(key)
    return page is not None and not page.fills


def _forget_all() -> None:
    """Forget every page after an erasure of names: the older pages are never requested again."""
    with _lock:
        _pages.clear()


ALSO_FORGET.append(_forget_all)


def _find_page(key: Hashable) -> _Page | None:
    with _lock:
        return _pages.get(key)


def _make_page(key: Hashable, render: Callable[[], str]) -> str:
    text = render()
    # A page without a form gets no token: a token would set a cookie.
    fills_by_value: dict[str, Fill] = {form_token(): form_token} if "csrf_token" in g else {}
    fills_by_value |= dict.fromkeys(g.get("operations_in_page", ()), new_operation_id)
    page = _Page(text, fills_by_value)
    _keep(key, page)
    return text


def _keep(key: Hashable, page: _Page) -> None:
    if page.size < _LARGEST:
        with _lock:
            _pages[key] = page
