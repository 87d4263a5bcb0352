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
import zopfli.gzip
from flask import Response, request

_BEST_BROTLI: Final = 11
_PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    # In the order in which we like them; over plain HTTP browsers take no Brotli.
    "br": lambda content: brotli.compress(content, quality=_BEST_BROTLI),
    "gzip": lambda content: gzip.compress(content, mtime=0),
}
_COMMENT_OR_BLANKS: Final = re.compile(r"/\*.*?\*/|\s+", re.DOTALL)
_TEXT_OR_SIGN: Final = re.compile(r"""("[^"]*")|;? ?(}) ?| ?([{;,]) ?|(:) """)


def _minify_style(style: str) -> str:
    """Leave out comments, and the blanks beside a brace, a semicolon or a comma, or behind a colon.

    Any other run of blanks becomes one: rcssmin takes that of `form :is(…)`, which chooses the
    form's children, for none.
    """
    plain = re.sub(r" +", " ", _COMMENT_OR_BLANKS.sub(" ", style)).strip()
    return _TEXT_OR_SIGN.sub(r"\1\2\3\4", plain)


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


def pack(response: Response, *, is_smallest: bool) -> None:
    """Pack the answer as the reader takes it, if it becomes smaller by that.

    Only for what belongs to this version of the program: all of it is remembered. The smallest gzip
    takes a hundred times as long as a good one.
    """
    response.direct_passthrough = False
    content = response.get_data()
    response.vary.add("Accept-Encoding")
    encoding = request.accept_encodings.best_match(_PACKERS)
    if encoding and len(compressed := _compress(content, encoding, is_smallest)) < len(content):
        response.set_data(compressed)
        response.content_encoding = encoding


@cache
def _compress(content: bytes, encoding: str, is_smallest: bool) -> bytes:
    if encoding == "gzip" and is_smallest:
        return bytes(zopfli.gzip.compress(content))
    return _PACKERS[encoding](content)


@cache
def _minify(content: bytes, mimetype: str) -> bytes:
    return _MINIFIERS[mimetype](content.decode()).encode()
