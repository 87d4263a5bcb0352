"""What is the same for everybody is packed once, as small as can be, and not for each request."""

import gzip
from collections.abc import Callable
from functools import cache
from typing import Final

import brotli
from flask import Response, request

_BEST_BROTLI: Final = 11
_PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    # In the order in which we like them; over plain HTTP browsers take no Brotli.
    "br": lambda content: brotli.compress(content, quality=_BEST_BROTLI),
    "gzip": lambda content: gzip.compress(content, mtime=0),
}


def pack(response: Response) -> None:
    """Pack the answer as the reader takes it, if it becomes smaller by that.

    Only for what belongs to this version of the program: all of it is remembered.
    """
    response.direct_passthrough = False
    content = response.get_data()
    response.vary.add("Accept-Encoding")
    encoding = request.accept_encodings.best_match(_PACKERS)
    if encoding and len(packed := _packed(content, encoding)) < len(content):
        response.set_data(packed)
        response.content_encoding = encoding


@cache
def _packed(content: bytes, encoding: str) -> bytes:
    return _PACKERS[encoding](content)
