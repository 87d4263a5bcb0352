"""The end of a request, found in its bytes as they come."""

import random

import pytest
from gunicorn.config import Config
from gunicorn.http import get_parser
from gunicorn.http.errors import InvalidChunkSize, LimitRequestHeaders

from scorekeeper.cli.request_framing import (
    LARGEST_BODY,
    LARGEST_FILE,
    LARGEST_HEAD,
    MOST_CHUNKS,
    RequestFrame,
)
from scorekeeper.club.club_file import LARGEST_CLUB
from scorekeeper.tournament.tournament_file import LARGEST_TOURNAMENT
from tests.support.examples import share_of

CONFIG = Config()
PEER = ("192.0.2.1", 1)

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED_HEAD = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
CHUNKED = CHUNKED_HEAD + b"5\r\nhello\r\nA;x=y\r\n0\r\n\r\n67890\r\n0\r\nX: 1\r\n\r\n"
SHORT_CHUNKED = b"POST / HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n0\r\n\r\n"


def framed(*parts):
    frame = RequestFrame(CONFIG, PEER)
    for part in parts:
        frame.add(part)
    return frame


def is_cut(frame):
    """Is it answered without its end, and the connection closed?"""
    return frame.is_ended and next(frame).should_close() and frame.take_rest() == b""


def fault_of(frame):
    """The parser's fault, by which gunicorn answers."""
    assert frame.is_ended
    with pytest.raises(Exception) as fault:  # noqa: PT011  (the caller looks at its type)
        next(frame)
    return fault.type


@pytest.mark.parametrize("request_", [GET, POST, CHUNKED, SHORT_CHUNKED])
def test_it_ends_with_its_last_byte_however_it_is_cut_up(request_):
    frame = RequestFrame(CONFIG, PEER)
    for place in range(len(request_)):
        assert not frame.is_ended, request_[:place]
        frame.add(request_[place : place + 1])
    assert frame.is_ended
    assert not is_cut(frame)
    together = framed(request_ + b"GET")
    assert together.is_ended
    assert together.take_rest() == b"GET"


def test_body_in_chunks_becomes_one_text():
    assert next(framed(CHUNKED)).body.read() == b"hello0\r\n\r\n67890"


def test_request_that_is_too_large_is_handed_on_at_once():
    said = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
    assert is_cut(framed(said % (LARGEST_BODY + 1)))
    assert not framed(said % LARGEST_BODY).is_ended
    head = b"GET / HTTP/1.1\r\n" + b"X: xxx\r\n" * (LARGEST_HEAD // 8)
    assert fault_of(framed(head)) is LimitRequestHeaders


def test_body_in_chunks_that_is_too_large_is_cut_and_has_a_length():
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    assert not framed(CHUNKED_HEAD, *[chunk] * 3).is_ended
    assert is_cut(framed(CHUNKED_HEAD, *[chunk] * 5))
    said = framed(CHUNKED_HEAD, b"fffffffff\r\n")
    assert ("CONTENT-LENGTH", str(LARGEST_FILE + 1)) in next(said).headers
    assert is_cut(said)
    assert not framed(CHUNKED_HEAD, b"1\r\nx\r\n" * MOST_CHUNKS).is_ended
    assert is_cut(framed(CHUNKED_HEAD, b"1\r\nx\r\n" * (MOST_CHUNKS + 1)))


@pytest.mark.parametrize("path", [b"/clubs/saved", b"/x/clubs/saved?a=1", b"/tournaments/open"])
def test_a_saved_club_or_tournament_may_be_larger(path):
    said = b"POST " + path + b" HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
    assert max(LARGEST_CLUB, LARGEST_TOURNAMENT) + 64 * 1024 < LARGEST_FILE
    assert not framed(said % LARGEST_FILE).is_ended
    assert is_cut(framed(said % (LARGEST_FILE + 1)))
    other = b"POST /m/clubs/saved/hand HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
    assert is_cut(framed(other % (LARGEST_BODY + 1)))


@pytest.mark.parametrize("wrong", [b"x\r\n", b"\r\n", b"-1\r\n", b"9" * 9000])
def test_chunks_that_make_no_sense_are_refused(wrong):
    frame = framed(CHUNKED_HEAD, wrong)
    assert fault_of(frame) is InvalidChunkSize
    assert frame.take_rest() == b""


def test_trailers_have_an_end():
    frame = framed(CHUNKED_HEAD, b"0\r\n", b"X: xxx\r\n" * (LARGEST_HEAD // 8))
    assert fault_of(frame) is LimitRequestHeaders


def test_it_sees_who_waits_to_be_told_to_go_on():
    head = b"POST / HTTP/1.%d\r\nExpect: 100-Continue\r\nContent-Length: 5\r\n\r\n"
    assert framed(head % 1).expects_continue
    assert not framed(head % 0).expects_continue
    assert not framed(POST).expects_continue


MESSAGES = share_of(100_000)
HEADS = (
    b"POST /%d HTTP/1.1\r\nHost: x\r\n",
    b"POST /%d HTTP/1.0\r\nHost: x\r\n",
    b"GET /%d HTTP/1.1\r\n",
    b"\r\nPOST /%d HTTP/1.1\r\nHost: x\r\n",
    b"CONNECT a:%d HTTP/1.1\r\nHost: x\r\n",
    b"POST /%d HTTP/1.1\nHost: x\r\n",
)
CODINGS = (
    b"Transfer-Encoding: chunked",
    b"transfer-encoding:\tCHUNKED ",
    b"Transfer-Encoding: gzip, chunked",
    b"Transfer-Encoding: identity",
    b"Transfer-Encoding : chunked",
    b"X: y\nTransfer-Encoding: chunked",
    b"X: y\r\n Transfer-Encoding: chunked",
    b"Transfer_Encoding: chunked",
    b"Transfer-Encoding: xchunked",
)
SIGNS = (b"",) * 20 + (b"+", b"-", b"0x", b" ", b"\t", b"\xb2", b"_")
ENDS = (b"\r\n",) * 60 + (b"\n", b"\r", b" \r\n", b";a=b\r\n", b';a="\r\n"\r\n', b"\r\r\n", b"")
BEHIND = (b"\r\n",) * 12 + (b"X: y\r\n\r\n", b"Host: z\r\n\r\n", b"\n", b"", b"X: y\n\r\n")


def _is_rare(chance):
    return chance.random() < 0.1


def _width(chance):
    return chance.choice((1, 1, 2, 8, 9, 17, 18, 19, 20, 40))


def _inner(chance):
    """Return a body that looks like a request."""
    return chance.choice((b"", b"abc", GET, b"x=" + GET, b"0\r\n\r\n" + GET))


def _by_length(chance):
    body = _inner(chance)
    said = max(0, len(body) + chance.choice((0, 0, 0, 0, -1, 1, 7)))
    number = chance.choice(SIGNS) + b"%0*d" % (_width(chance), said)
    line = b"Content-Length: " + number + chance.choice(ENDS)
    return line * (2 if _is_rare(chance) else 1), b"\r\n" + body


def _by_chunks(chance):
    sent = b""
    for _ in range(chance.randrange(3)):
        data = _inner(chance) or b"-"
        said = max(0, len(data) + (chance.choice((-1, 1, 5)) if _is_rare(chance) else 0))
        sign = chance.choice(SIGNS) if _is_rare(chance) else b""
        sent += sign + b"%0*x" % (_width(chance), said) + chance.choice(ENDS)
        sent += data + chance.choice(ENDS)
    last = b"0" * _width(chance) + b"\r\n" + chance.choice(BEHIND)
    return chance.choice(CODINGS[:2] * 9 + CODINGS) + b"\r\n", b"\r\n" + sent + last


def message(chance):
    """A request that is right, or wrong in a way by which requests are smuggled."""
    line, body = chance.choice((_by_length, _by_chunks))(chance)
    if _is_rare(chance):
        line += _by_length(chance)[0]
    text = chance.choice(HEADS[:1] * 9 + HEADS) % chance.randrange(10) + line + body
    if _is_rare(chance):
        text = text[: chance.randrange(len(text) + 1)]
    return text + (GET if _is_rare(chance) else b"")


def verdict(request, body):
    """Return the request that would be carried out."""
    return request.method, request.uri, tuple(request.headers), body


def carried_out(data):
    """The requests that gunicorn's own parser finds when all bytes lie before it."""
    found, parser = [], get_parser(CONFIG, [data], PEER)
    try:
        for request in parser:
            length = getattr(request.body.reader, "length", 0)
            body = request.body.read()
            if len(body) < length:  # gunicorn itself does not ask
                break
            found.append(verdict(request, body))
    except Exception:
        return found
    return found


def collected(data, step):
    """The requests that the worker hands to its threads when the bytes come in such steps."""
    found, frame = [], RequestFrame(CONFIG, PEER)
    for place in range(0, len(data), step):
        frame.add(data[place : place + step])
        while frame.is_ended:
            try:
                request = next(frame)
            except Exception:
                return found
            found.append(verdict(request, request.body.read()))
            rest = frame.take_rest()
            if request.should_close():
                return found
            frame = RequestFrame(CONFIG, PEER)
            frame.add(rest)
    return found


@pytest.mark.slow
def test_frames_and_parser_carry_out_the_same_requests():
    chance, kinds = random.Random(40), {0: 0, 1: 0, 2: 0}
    for _ in range(MESSAGES):
        data = message(chance)
        wanted = carried_out(data)
        kinds[min(2, len(wanted))] += 1
        assert collected(data, 1) == collected(data, len(data) or 1) == wanted, data
    assert min(kinds.values()) > MESSAGES / 50, kinds
