"""Starts an installed Tefteri, plays a first match by HTTP, and ends the server.

Usage: python first_match.py COMMAND…   (tefteri, say; the standard library alone is needed)
   or: python first_match.py --at URL [MATCH]   (a server that runs; MATCH is there already)
   or: python first_match.py --kept ANSWERS COMMAND…   (on data of an older version, which said so)
"""

import json
import os
import platform
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path

PATIENCE = 60.0


class Server:
    """A server that runs."""

    def __init__(self, url: str) -> None:
        self.url = url

    def ask(self, path: str, body: object = None, method: str = "", secret: str = "") -> bytes:
        """Return the server's answer; any status but success raises."""
        headers = {"Content-Type": "application/json", "Accept-Language": "el"}
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + path, data, headers, method=method or ("POST" if data else "GET")
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read()


class OwnServer(Server):
    """A server of the command's, at a free port."""

    def __init__(self, command: list[str]) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        super().__init__(f"http://127.0.0.1:{port}")
        self._began = time.monotonic()
        self._process = subprocess.Popen(
            [*command, "serve", "--host", "127.0.0.1", "--port", str(port)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )

    def wait(self) -> float:
        """Wait until it answers; the seconds that this took."""
        while True:
            try:
                if self.ask("/readyz"):
                    return time.monotonic() - self._began
            except OSError:
                assert self._process.poll() is None, "the server has ended"
                assert time.monotonic() < self._began + PATIENCE, "the server does not answer"
                time.sleep(0.05)

    def end(self) -> int:
        """Tell it to end; its exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)


def play(server: Server) -> tuple[str, bytes]:
    """A match with one hand, and its sheet."""
    started = json.loads(server.ask("/api/v1/matches", {"rules": "cafe"}))
    secret, match = started["secret"], started["match"]["id"]
    hand = {"bidder": "A", "bid": 90, "points": {"A": 97}}
    operation = {"op": "record", "revision": 1, "hand": hand}
    path = f"/api/v1/matches/{match}"
    server.ask(f"{path}/ops/{secrets.token_hex(16)}", operation, "PUT", secret)
    return match, keeps(server, match)


def keeps(server: Server, match: str) -> bytes:
    """The sheet of the match that `play` played, which the server must have."""
    kept = json.loads(server.ask(f"/api/v1/matches/{match}"))
    assert kept["rows"][0]["totals"] == {"A": 19, "B": 6}, kept
    sheet = server.ask(f"/m/{match}/sheet.pdf")
    assert sheet.startswith(b"%PDF"), sheet[:40]
    return sheet


def kept_from(server: Server, answers: Iterable[str]) -> int:
    """Assert that an older version's answers on its matches and tournaments hold; return their
    number.
    """
    lines = list(answers)
    for line in lines:
        told = json.loads(line)
        if "match" in told:
            now = json.loads(server.ask(f"/api/v1/matches/{told['match']}"))
            totals = [[row["totals"][side] for side in "AB"] for row in now["rows"]]
            said = {"winner": now["standing"]["winner"], "totals": totals}
        else:
            now = json.loads(server.ask(f"/api/v1/tournaments/{told['tournament']}"))
            columns = ("pair", "place", "wins", "difference", "total")
            said = {"standings": [[row[one] for one in columns] for row in now["standings"]]}
        said = {**told, "revision": now["revision"], **said}
        assert said == told, f"{line}\nis now\n{json.dumps(said)}"
    return len(lines)


def look(server: Server, match: str) -> int:
    """Are the pages, their words, files and pictures there? How many files were asked for."""
    home, page = server.ask("/").decode(), server.ask(f"/m/{match}/").decode()
    assert "Τεφτέρι" in home
    assert "χέρι" in page
    assert "/built/" in page, "the joined scripts are not in it"
    manual = server.ask("/help").decode()
    files = {
        file
        for text in (home, page, manual)
        for file in re.findall(r'(?:src|href)="(/static/[^"#]+)"', text)
    }
    for file in files:
        assert server.ask(file)
    return len(files)


def main(command: list[str], answers: str = "") -> None:
    """Try it, and tell in one line."""
    server = OwnServer(command)
    older = 0
    try:
        seconds = server.wait()
        if answers:
            older = kept_from(server, Path(answers).read_text().splitlines())
            assert older, f"{answers} says nothing"
        match, sheet = play(server)
        files = look(server, match)
    finally:
        status = server.end()
    assert status == 0, f"the server ended with {status}"
    own = Path(os.environ["HOME"], ".local/share/tefteri")
    here = Path(os.environ.get("TEFTERI_INSTANCE") or own) / "tefteri.sqlite3"
    assert here.exists(), f"{here} is not there"
    assert not any(Path().iterdir()), "it left something in the folder that it was started in"
    print(
        f"Python {platform.python_version()}: ready in {seconds:.1f} s, a hand, "
        f"a sheet of {len(sheet)} bytes, {files} files, older matches and tournaments: {older}"
    )


def main_at(url: str, match: str = "") -> None:
    """Play at a server that runs, or look at what was played there."""
    server = Server(url)
    sheet = keeps(server, match) if match else b""
    if not match:
        match, sheet = play(server)
    files = look(server, match)
    print(f"{match} with a hand, a sheet of {len(sheet)} bytes, {files} files")


if __name__ == "__main__":
    if sys.argv[1] == "--at":
        main_at(*sys.argv[2:])
    elif sys.argv[1] == "--kept":
        main(sys.argv[3:], answers=sys.argv[2])
    else:
        main(sys.argv[1:])
