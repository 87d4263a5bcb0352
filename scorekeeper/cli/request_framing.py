"""Collects the bytes of a request, and has gunicorn's parser find its end.

A thread answers the very request that the parser made here. No second reader of the same bytes
can put the beginning of the next request at another place.
"""

from typing import Final

from gunicorn.config import Config
from gunicorn.http.body import Body, ChunkedReader, LengthReader
from gunicorn.http.errors import (
    ChunkMissingTerminator,
    InvalidChunkSize,
    LimitRequestHeaders,
    NoMoreData,
)
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader

LARGEST_HEAD: Final = 64 * 1024
"""Bytes of a head, or of trailers; gunicorn allows less in each line."""
LARGEST_BODY: Final = 4 * 1024 * 1024
"""Bytes. More than most pages take: the app refuses by the head, without reading the rest."""
LARGEST_FILE: Final = 33 * 1024 * 1024
"""Bytes of a form with a saved tournament or club; the app says how large each may be."""
MOST_CHUNKS: Final = 16 * 1024
"""The largest file in chunks of two kilobytes; the loop reads each chunk."""
_WITH_FILE: Final = ("/clubs/saved", "/tournaments/open")
_LONGEST_SIZE_LINE: Final = 8192

_LINE_END: Final = b"\r\n"
_END: Final = b"\r\n\r\n"

PeerAddress = str | int | tuple[str, int]


class BodyTooLargeError(Exception):
    """A body in chunks that no page takes."""


class RequestFrame:
    """The bytes of one request so far, and the request once it is whole."""

    def __init__(self, config: Config, peer: PeerAddress) -> None:
        self.data = bytearray()
        self.is_ended = False
        """Can a thread answer it?"""
        self.expects_continue = False
        """The client waits for a word before it sends the body."""
        self.request: Request | None = None
        """Its head is read; its body only when the frame has ended."""
        self._config, self._peer = config, peer
        self._fault: Exception | None = None
        self._body = self._end = 0
        self._chunks: ChunkFrame | None = None

    def __next__(self) -> Request:
        """The request: gunicorn's worker takes this for the connection's parser.

        :raises Exception: the parser's own fault, which gunicorn answers.
        """
        if self._fault:
            raise self._fault
        assert self.request
        return self.request

    def add(self, more: bytes) -> None:
        """Take more bytes in, and see whether the request is whole."""
        search_from = max(0, len(self.data) - len(_END))
        self.data += more
        try:
            if not self.request:
                self._read_head(search_from, is_line_ended=b"\n" in more)
            if self.request:
                self._find_end(self.request)
        except Exception as fault:  # in the loop any other one would end the process
            self._fault, self.is_ended = fault, True

    def take_rest(self) -> bytes:
        """The bytes behind the request; after a fault or a cut no later request can be found."""
        rest = bytes(self.data[self._end :]) if self._end else b""
        self.data.clear()
        return rest

    def _read_head(self, search_from: int, *, is_line_ended: bool) -> None:
        end = self.data.find(_END, search_from, LARGEST_HEAD)
        if end >= 0:
            self._parse(bytes(self.data[: end + len(_END)]))
        elif len(self.data) >= LARGEST_HEAD:
            raise LimitRequestHeaders("larger than any head")
        elif is_line_ended:  # a wrong line is refused before the lines behind it come
            self._parse(bytes(self.data))

    def _parse(self, head: bytes) -> None:
        held = IterUnreader([head])
        try:
            request = Request(self._config, held, self._peer)
        except NoMoreData:
            return
        self.request, self._body = request, len(head) - len(held.take_buffered())
        largest = _largest_body(request)
        reader = _reader_of(request)
        if isinstance(reader, ChunkedReader):
            self._chunks = ChunkFrame(reader, self._body, largest)
        elif reader.length > largest:
            self._cut(request)
        else:
            self._end = self._body + reader.length
        self.expects_continue = _expects_continue(request)

    def _find_end(self, request: Request) -> None:
        if self._chunks:
            self._follow_chunks(request, self._chunks)
        elif not self.is_ended and len(self.data) >= self._end:
            self._complete(request, bytes(memoryview(self.data)[self._body : self._end]))

    def _follow_chunks(self, request: Request, chunks: "ChunkFrame") -> None:
        try:
            chunks.follow(self.data)
        except BodyTooLargeError:
            # The app refuses by the head alone, as with a length that was sent.
            others = [one for one in request.headers if one[0] != "TRANSFER-ENCODING"]
            request.headers = [*others, ("CONTENT-LENGTH", str(LARGEST_FILE + 1))]
            self._cut(request)
        if chunks.is_ended:
            self._end = chunks.end
            self._complete(request, bytes(chunks.body))

    def _complete(self, request: Request, body: bytes) -> None:
        request.body = Body(LengthReader(IterUnreader([body]), len(body)))
        self.is_ended = True

    def _cut(self, request: Request) -> None:
        request.force_close()
        self._complete(request, b"")


class ChunkFrame:
    """A body in chunks; gunicorn reads each size and the trailers."""

    def __init__(self, reader: ChunkedReader, begin: int, largest: int) -> None:
        self.body = bytearray()
        self.end = begin
        """Of all that is read."""
        self.is_ended = False
        self._reader = reader
        self._latest_end = begin + largest
        self._count = 0

    def follow(self, data: bytearray) -> None:
        """Read each chunk that is whole.

        :raises ParseException: a chunk makes no sense.
        :raises BodyTooLargeError: no page takes so much.
        """
        while not self.is_ended and self._is_next_whole(data):
            pass

    def _is_next_whole(self, data: bytearray) -> bool:
        line_end = data.find(_LINE_END, self.end)
        if (len(data) if line_end < 0 else line_end) - self.end > _LONGEST_SIZE_LINE:
            raise InvalidChunkSize(b"larger than any line of a size")
        if line_end < 0:
            return False
        begin = line_end + len(_LINE_END)
        # The empty line lets gunicorn end at a last chunk; the trailers reach it by themselves.
        line = bytes(data[self.end : begin]) + _LINE_END
        size, _ = self._reader.parse_chunk_size(IterUnreader([line]))
        if size == 0:
            return self._has_trailers(data, begin)
        return self._has_chunk(data, begin, begin + size)

    def _has_chunk(self, data: bytearray, begin: int, end: int) -> bool:
        following = end + len(_LINE_END)
        if following > self._latest_end or self._count >= MOST_CHUNKS:
            raise BodyTooLargeError
        if len(data) < following:
            return False
        if data[end:following] != _LINE_END:
            raise ChunkMissingTerminator(bytes(data[end:following]))
        self.body += data[begin:end]
        self.end = following
        self._count += 1
        return True

    def _has_trailers(self, data: bytearray, begin: int) -> bool:
        if data[begin : begin + len(_LINE_END)] == _LINE_END:
            end = begin + len(_LINE_END)
        else:
            found = data.find(_END, begin, begin + LARGEST_HEAD)
            if found < 0 and len(data) >= begin + LARGEST_HEAD:
                raise LimitRequestHeaders("larger than any trailers")
            if found < 0:
                return False
            end = found + len(_END)
        self._reader.parse_trailers(IterUnreader([]), bytes(data[begin:end]))
        self.end, self.is_ended = end, True
        return True


def _reader_of(request: Request) -> ChunkedReader | LengthReader:
    reader = request.body.reader if request.body else None
    assert isinstance(reader, ChunkedReader | LengthReader)
    return reader


def _largest_body(request: Request) -> int:
    has_file = request.method == "POST" and (request.path or "").endswith(_WITH_FILE)
    return LARGEST_FILE if has_file else LARGEST_BODY


def _expects_continue(request: Request) -> bool:
    is_asked = any(name == "EXPECT" for name, _ in request.headers)
    return is_asked and (request.version or (1, 0)) >= (1, 1)
