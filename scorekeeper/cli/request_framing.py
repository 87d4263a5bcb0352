"""Finds the end of a request in its bytes as they arrive, before anything parses it.

Only the end is looked for. What is wrong with a request is for its parser to say: what cannot be
framed counts as ended, is handed on as it is, and refused there in the words of HTTP.
"""

import re
from typing import Final

LARGEST_HEAD: Final = 64 * 1024
"""Bytes; gunicorn allows less, and says so."""
LARGEST_BODY: Final = 4 * 1024 * 1024
"""Bytes. More than most pages take: the app refuses by what the head says, without the rest."""
LARGEST_FILE: Final = 33 * 1024 * 1024
"""Bytes of a form with a saved tournament or club; the app says how large each may be."""
_WITH_FILE: Final = re.compile(rb"POST [^ ?]*/(?:clubs/saved|tournaments/open)[ ?]")
_LONGEST_SIZE_LINE: Final = 8192

_END: Final = b"\r\n\r\n"
_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED_ENCODING: Final = re.compile(rb"\r\ntransfer-encoding:[^\r\n]*chunked", re.IGNORECASE)
_EXPECTS: Final = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)
_SIZE: Final = re.compile(rb"[0-9A-Fa-f]{1,8}")


class RequestFrame:
    """The bytes of one request so far."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.is_ended = False
        """Has the whole request arrived?"""
        self.is_cut = False
        """Is it passed on without its end? No later request can be found then."""
        self.expects_continue = False
        """The client waits to be told that it may send the body."""
        self._body = 0
        self._largest = LARGEST_BODY
        self._length: int | None = None
        self._next_chunk = 0

    def add(self, more: bytes) -> None:
        """Take in what came, and see whether that is all."""
        search_from = max(0, len(self.data) - len(_END))
        self.data += more
        if not self._body:
            self._read_head(search_from)
        if self._body:
            self._find_end()

    def _read_head(self, search_from: int) -> None:
        end = self.data.find(_END, search_from)
        if end < 0:
            self._cut_if(len(self.data) > LARGEST_HEAD)
            return
        self._body = self._next_chunk = end + len(_END)
        head = bytes(self.data[: self._body])
        length = _LENGTH.search(head)
        if not _CHUNKED_ENCODING.search(head):
            self._length = int(length[1]) if length else 0
        self.expects_continue = _EXPECTS.search(head) is not None
        if _WITH_FILE.match(head):
            self._largest = LARGEST_FILE

    def _find_end(self) -> None:
        if self._length is None:
            self._follow_chunks()
            self._cut_if(len(self.data) - self._body > self._largest)
        else:
            self.is_ended = len(self.data) - self._body >= self._length
            self._cut_if(self._length > self._largest)

    def _follow_chunks(self) -> None:
        while not self.is_ended:
            line_end = self.data.find(b"\r\n", self._next_chunk)
            if line_end < 0:
                self._cut_if(len(self.data) - self._next_chunk > _LONGEST_SIZE_LINE)
                return
            size = _SIZE.match(self.data, self._next_chunk)
            if size is None:
                self._cut_if(True)
            elif int(size[0], 16) == 0:
                # An empty line ends it, behind the trailers if there are any.
                self.is_ended = self.data.find(_END, line_end) >= 0
                return
            else:
                following = line_end + 2 + int(size[0], 16) + 2
                if following > len(self.data):
                    return
                self._next_chunk = following

    def _cut_if(self, is_so: bool) -> None:
        if is_so and not self.is_ended:
            self.is_ended = self.is_cut = True
