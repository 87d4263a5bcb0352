"""Where a request ends, told from its bytes as they come."""

import pytest

from scorekeeper.cli.request_framing import (
    LARGEST_BODY,
    LARGEST_FILE,
    LARGEST_HEAD,
    RequestFrame,
)
from scorekeeper.services.clubs.club_file import LARGEST_CLUB
from scorekeeper.services.tournaments.tournament_file import LARGEST_TOURNAMENT

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = (
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"5\r\nhello\r\nA;x=y\r\n0\r\n\r\n67890\r\n0\r\nTrailer: 1\r\n\r\n"
)
SHORT_CHUNKED = b"POST / HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n0\r\n\r\n"


def framed(*parts):
    frame = RequestFrame()
    for part in parts:
        frame.add(part)
    return frame


@pytest.mark.parametrize("request_", [GET, POST, CHUNKED, SHORT_CHUNKED])
def test_it_ends_with_its_last_byte_however_it_is_cut_up(request_):
    frame = RequestFrame()
    for place in range(len(request_)):
        assert not frame.is_ended, request_[:place]
        frame.add(request_[place : place + 1])
    assert (frame.is_ended, frame.is_cut) == (True, False)
    assert bytes(framed(request_ + b"GET").data) == request_ + b"GET"
    assert framed(request_).is_ended


def test_what_is_too_large_is_handed_on_at_once():
    said = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
    assert framed(said % (LARGEST_BODY + 1)).is_cut
    assert not framed(said % LARGEST_BODY).is_ended
    head = b"GET / HTTP/1.1\r\nX: "
    assert framed(head, b"x" * LARGEST_HEAD).is_cut
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    unsaid = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert not framed(unsaid, *[chunk] * 3).is_ended
    assert framed(unsaid, *[chunk] * 5).is_cut


@pytest.mark.parametrize("path", [b"/clubs/saved", b"/x/clubs/saved?a=1", b"/tournaments/open"])
def test_a_saved_club_or_tournament_may_be_larger(path):
    said = b"POST " + path + b" HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
    assert max(LARGEST_CLUB, LARGEST_TOURNAMENT) + 64 * 1024 < LARGEST_FILE
    assert not framed(said % LARGEST_FILE).is_ended
    assert framed(said % (LARGEST_FILE + 1)).is_cut
    other = b"POST /m/clubs/saved/hand HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
    assert framed(other % (LARGEST_BODY + 1)).is_cut


@pytest.mark.parametrize("wrong", [b"x\r\n", b"\r\n", b"-1\r\n", b"9" * 9000])
def test_chunks_that_make_no_sense_are_handed_on(wrong):
    frame = framed(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", wrong)
    assert (frame.is_ended, frame.is_cut) == (True, True)


def test_it_sees_who_waits_to_be_told_to_go_on():
    head = b"POST / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 5\r\n\r\n"
    assert framed(head).expects_continue
    assert not framed(POST).expects_continue
