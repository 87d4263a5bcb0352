"""The process that makes PDFs: `python -m scorekeeper.printing.worker FD`, see `printer`.

It answers one page after the other on its end of a socket pair, and ends when the other end does,
when it was idle for long, or when a page takes too long.
"""

import os
import signal
import sys
from multiprocessing.connection import Connection
from typing import Final

from scorekeeper.printing.pdf import PdfUnavailable, load_engine, render_pdf

NICENESS: Final = 10
IDLE_SECONDS: Final = 900
"""After which the memory is given back; a new process takes half a second."""
LONGEST_SECONDS: Final = 60
"""A guard for a page that never ends and whose asker is gone; the asker's own limit is lower."""
MADE: Final = b"+"
REFUSED: Final = b"-"


def main(line: Connection) -> None:
    """Answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's, which then lets go
    os.nice(NICENESS)
    while line.poll(IDLE_SECONDS):
        try:
            html = line.recv_bytes().decode()
        except (EOFError, ConnectionError):
            return
        signal.alarm(LONGEST_SECONDS)
        reply = answer(html)
        signal.alarm(0)
        line.send_bytes(reply)


def answer(html: str) -> bytes:
    """The PDF behind `MADE`, or the reason and its detail behind `REFUSED`. Never raises."""
    try:
        return MADE + render_pdf(html)
    except PdfUnavailable as error:
        load_engine.cache_clear()  # whoever installs what is missing need not restart us
        return REFUSED + f"{error.reason} {error.detail}".encode()
    except Exception as error:
        # The asker is told, and its log with it; the next sheet may be fine.
        return REFUSED + f"failed {type(error).__name__}: {error}".encode()


if __name__ == "__main__":
    with Connection(int(sys.argv[1])) as line:
        try:
            main(line)
        except ConnectionError:
            sys.exit(0)  # nobody waits for the answer
