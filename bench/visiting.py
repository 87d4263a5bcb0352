"""Going in by the door: a phone gets its cookies and token; what a first visit weighs."""

import gzip
import re
import secrets
from http.cookies import SimpleCookie
from typing import Final

from bench.flows import Phone
from bench.wire import Answer, ask, get, post

_ASSET: Final = re.compile(r'(?:src|href)="(/(?:static|words|views)/[^"]+)"')
_MARK: Final = re.compile(r'name="mark" value="([0-9a-f]+)"')
_TOKEN: Final = re.compile(r'name="csrf_token" value="([^"]+)"')


class Visitor:
    """A browser that remembers cookies and files, and counts what comes over the wire."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        self._port = port
        self._cookies = dict(cookies or {})
        self._files: set[str] = set()
        self.page = ""
        """The last page, as text."""
        self.bodies = 0
        """Bytes received so far, without heads."""

    @property
    def phone(self) -> Phone:
        """The cookies, and the token of the last page's forms."""
        token = _TOKEN.search(self.page)
        assert token, "no form in the page"
        return Phone(self._cookie(), token[1])

    def open(self, path: str) -> None:
        """A page with every file that it names and that is not here yet."""
        answer = self.send(get(path, self._cookie(), gzip=True))
        if answer.status in (302, 303):
            self.open(answer.header("Location")[0])
            return
        assert answer.status == 200, answer.head
        self.page = text_of(answer)
        for file in sorted({*_ASSET.findall(self.page)} - self._files):
            assert self.send(get(file, self._cookie(), gzip=True)).status == 200, file
            self._files.add(file)

    def start_match(self) -> str:
        """Send the form of a new match as it stands, its folded switches apart; its address."""
        fields = {
            "csrf_token": self.phone.token,
            "op_id": secrets.token_hex(16),
            "first_dealer": "A1",
            "preset": "cafe",
            "target": "351",
        }
        answer = self.send(post("/matches/", fields, self._cookie(), gzip=True))
        assert answer.status == 303, answer.head
        return answer.header("Location")[0]

    def send(self, request: bytes) -> Answer:
        """The answer; its cookies are kept and its body counted."""
        answer = ask(self._port, request)
        for line in answer.header("Set-Cookie"):
            self._cookies |= {name: one.value for name, one in SimpleCookie(line).items()}
        self.bodies += len(answer.body)
        return answer

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())


def text_of(answer: Answer) -> str:
    """The body as text, unpacked if need be."""
    packed = answer.header("Content-Encoding") == ["gzip"]
    return (gzip.decompress(answer.body) if packed else answer.body).decode()


def mark_in(page: str) -> str:
    """The mark of a watched page, by which it asks for what is new."""
    found = _MARK.search(page)
    assert found, "no mark in the page"
    return found[1]
