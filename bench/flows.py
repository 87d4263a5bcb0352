"""The requests of one connection, in turn: saves, views, sheets, and the bare baseline."""

import secrets
from typing import Any, Final, NamedTuple

from bench.wire import Answer, get, post

HANDS: Final = (
    {"contract": "A:90", "trump": "hearts", "points_A": "97", "points_B": "65"},
    {"contract": "B:100", "trump": "spades", "points_A": "80", "points_B": "82"},
    {"contract": "A:80", "trump": "clubs", "points_A": "101", "points_B": "61", "pilotta": "A"},
    {"contract": "B:90", "trump": "diamonds", "points_A": "56", "points_B": "106"},
    {"contract": "A:110", "doubled": "2", "trump": "hearts", "points_A": "115", "points_B": "47"},
    {"contract": "B:80", "trump": "clubs", "points_A": "62", "points_B": "100",
     "declarations_B": "run3"},
)  # fmt: skip
"""Typed into the entry form in turn; none wins much, so that a match stays long."""
TOLD: Final[tuple[dict[str, Any], ...]] = (
    {"bidder": "A", "bid": 90, "trump": "hearts", "points": {"A": 97}},
    {"bidder": "B", "bid": 100, "trump": "spades", "points": {"A": 80}},
    {"bidder": "A", "bid": 80, "trump": "clubs", "points": {"A": 101}, "pilotta": "A"},
    {"bidder": "B", "bid": 90, "trump": "diamonds", "points": {"B": 106}},
    {"bidder": "A", "bid": 110, "trump": "hearts", "points": {"A": 115}, "doubled": 2},
    {"bidder": "B", "bid": 80, "points": {"B": 100}, "declarations": {"B": ["run3"]}},
)
"""The same hands for the API."""


class Phone(NamedTuple):
    """A phone that was let in: its cookies, and the token of its forms."""

    cookie: str
    token: str


class Played(NamedTuple):
    """A match, and the phone that writes it."""

    public_id: str
    phone_id: int
    secret: str
    revision: int


class Flow:
    """One connection's requests. `label` groups what is timed together."""

    label: str
    port: int

    def request(self) -> tuple[bytes, bool]:
        """The next request, and whether it is timed."""
        raise NotImplementedError

    def heard(self, answer: Answer) -> None:
        """Take the answer in.

        :raises ValueError: it is not the one that was wanted.
        """
        _see(answer, 200)


class Views(Flow):
    """Looks at the same pages again and again."""

    def __init__(self, label: str, port: int, requests: list[bytes]) -> None:
        self.label, self.port = label, port
        self._requests, self._turn = requests, 0

    def request(self) -> tuple[bytes, bool]:
        self._turn += 1
        return self._requests[self._turn % len(self._requests)], True


class Polls(Views):
    """Asks for what is new, where nothing is."""

    def heard(self, answer: Answer) -> None:
        _see(answer, 204)


class BareSaves(Flow):
    """Sends the same form to the route that only inserts it."""

    def __init__(self, label: str, port: int) -> None:
        self.label, self.port, self._count = label, port, 0

    def request(self) -> tuple[bytes, bool]:
        self._count += 1
        fields = {"csrf_token": "x" * 91, "op_id": secrets.token_hex(16), "revision": "17"}
        return post("/save", fields | HANDS[self._count % len(HANDS)], "phone=" + "x" * 43), True

    def heard(self, answer: Answer) -> None:
        _see(answer, 303)


class Saves(Flow):
    """Writes hands into its own matches, `span` in each, then goes on with the next match.

    Each match is opened by its page first, as a phone does; that is not timed.
    """

    def __init__(
        self, label: str, port: int, phone: Phone, matches: list[tuple[str, int]], span: int
    ) -> None:
        self.label, self.port, self._phone = label, port, phone
        self._matches, self._span = matches, span
        self._match, self._revision = "", 0
        self._written = span
        self._saving = False

    def request(self) -> tuple[bytes, bool]:
        if self._written == self._span:
            if not self._matches:
                raise ValueError(f"{self.label}: no match is left; seed more")
            self._match, self._revision = self._matches.pop()
            self._written, self._saving = 0, False
            return get(f"/m/{self._match}/", self._phone.cookie), False
        self._saving = True
        return save_request(self._phone, self._match, self._revision), True

    def heard(self, answer: Answer) -> None:
        _see(answer, 303 if self._saving else 200)
        if self._saving:
            self._written += 1
            self._revision += 1


class Sheets(Saves):
    """Asks for the PDF of a match that has changed since; the hand that changed it is not timed."""

    _asks = False

    def request(self) -> tuple[bytes, bool]:
        if self._saving and not self._asks:
            self._asks = True
            return get(f"/m/{self._match}/sheet.pdf", self._phone.cookie), True
        self._asks = False
        return super().request()[0], False

    def heard(self, answer: Answer) -> None:
        if self._asks:
            _see(answer, 200, 503)  # 503: others wait already, try again
        else:
            super().heard(answer)


def save_request(phone: Phone, match: str, revision: int) -> bytes:
    """The entry form with a hand typed in, as a browser without JavaScript sends it."""
    fields = {
        "csrf_token": phone.token,
        "op_id": secrets.token_hex(16),
        "contract_op_id": secrets.token_hex(16),
        "revision": str(revision),
    }
    hand = HANDS[revision % len(HANDS)]
    return post(f"/m/{match}/hand", fields | hand, phone.cookie)


def _see(answer: Answer, *wanted: int) -> None:
    if answer.status not in wanted:
        raise ValueError(f"{answer.status}, not {wanted}: {answer.head.decode()}")
