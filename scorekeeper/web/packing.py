"""Minify and compress what is the same for everybody, once and not for each request.

Scripts and styles are minified before that, on the way out: comments cost a quarter of their bytes
on the wire, and what lies in `static/` stays what is read and debugged.
"""

import gzip
import re
from collections.abc import Callable
from functools import cache
from typing import Final

import brotli
import rjsmin
from flask import Response, request

_BEST_BROTLI: Final = 11
_PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    # In the order in which we like them; over plain HTTP browsers take no Brotli.
    "br": lambda content: brotli.compress(content, quality=_BEST_BROTLI),
    "gzip": lambda content: gzip.compress(content, mtime=0),
}
_BETWEEN_RULES: Final = re.compile(r"/\*.*?\*/|\s+", re.DOTALL)


def _minify_style(style: str) -> str:
    """Make every comment and run of blanks one blank; no other blank of a style is safely left out.

    rcssmin takes the one of `form :is(…)`, which chooses the form's children, for none.
    """
    return re.sub(r" +", " ", _BETWEEN_RULES.sub(" ", style)).strip()


_MINIFIERS: Final[dict[str, Callable[[str], str]]] = {
    "text/javascript": rjsmin.jsmin,
    "application/javascript": rjsmin.jsmin,
    "text/css": _minify_style,
}


def minify(response: Response) -> None:
    """Take comments and blanks out of a script or a style; anything else stays as it is."""
    if response.mimetype in _MINIFIERS:
        response.direct_passthrough = False
        response.set_data(_minify(response.get_data(), response.mimetype))


def pack(response: Response) -> None:
    """Pack the answer as the reader takes it, if it becomes smaller by that.

    Only for what belongs to this version of the program: all of it is remembered.
    """
    response.direct_passthrough = False
    content = response.get_data()
    response.vary.add("Accept-Encoding")
    encoding = request.accept_encodings.best_match(_PACKERS)
    if encoding and len(compressed := _compress(content, encoding)) < len(content):
        response.set_data(compressed)
        response.content_encoding = encoding


@cache
def _compress(content: bytes, encoding: str) -> bytes:
    return _PACKERS[encoding](content)


@cache
def _minify(content: bytes, mimetype: str) -> bytes:
    return _MINIFIERS[mimetype](content.decode()).encode()
