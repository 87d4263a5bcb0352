"""A room full of tables whose phones write their matches, several at once, and of which some get
lost."""

import math
import random
import threading
from concurrent.futures import ThreadPoolExecutor

from tests.faults.asking import PATIENCE, Asking
from tests.faults.scorer import SCORES

PHONES = 4
"""That write at the same moment."""


class Room:
    """The tables of a tournament, and every hand that was called saved."""

    def __init__(self, server, seed, phones=PHONES):
        self.server = server
        self.saved = {}
        """Match → operation id → hand, in the order in which they were called saved."""
        self._seed, self._phones = seed, phones
        self._news = threading.Condition()
        self._begun = self._saved_before = 0
        self._most = math.inf

    def play(self, links, *, silent=(), meanwhile=None):
        """Play every table to its end, but for those that fall silent after a hand.

        `meanwhile` is done by another thread, while they play.
        """
        with ThreadPoolExecutor(self._phones + 1) as phones:
            other = phones.submit(meanwhile) if meanwhile else None
            playing = [
                phones.submit(self.play_at, link, 1 if link["table"] in silent else None)
                for link in links
            ]
            # If the other thread fails, the phones are not let go: its fault is the one to report.
            for one in (*([other] if other else []), *playing):
                one.result()

    def play_at(self, link, most=None):
        """Play the table's match with the secret of its sheet: to its end, or so many hands."""
        phone, match = Asking(self.server, link["secret"]), link["match"]
        path = f"/matches/{match}"
        told = phone.get(path)
        written = 0
        while not is_over(told) and written != most:
            self._wait_for_leave()
            hand = self.hand_at(match, len(told["rows"]))
            op_id, answer = phone.do(path, "record", told["revision"], hand=hand)
            assert answer.status in (200, 201), answer
            self._keep(match, op_id, hand)
            told, written = answer.data["match"], written + 1

    def hand_at(self, match, number):
        """A hand that follows from the match's place in the draw alone."""
        chance = random.Random(f"{self._seed} {match} {number}")
        side = chance.choice("AB")
        return {"bidder": side, "bid": 80, "points": {side: chance.choice(list(SCORES))}}

    def hold_after(self, hands):
        """Let the phones wait once so many more hands were begun."""
        self._begun, self._saved_before = 0, self._count()
        self._most = hands

    def let_go(self):
        """Let them go on."""
        with self._news:
            self._most = math.inf
            self._news.notify_all()

    def wait_for(self, hands):
        """Until so many were called saved since then."""
        with self._news:
            wanted = self._saved_before + hands
            assert self._news.wait_for(lambda: self._count() >= wanted, PATIENCE), "nobody plays"

    def _wait_for_leave(self):
        with self._news:
            assert self._news.wait_for(lambda: self._begun < self._most, PATIENCE), "nobody lets go"
            self._begun += 1

    def _count(self):
        return sum(map(len, self.saved.values()))

    def _keep(self, match, op_id, hand):
        with self._news:
            self.saved.setdefault(match, {})[op_id] = hand
            self._news.notify_all()


HANDS = 2
"""Of a match that so many end; its phone knows that they were played."""


def is_over(match):
    """Has it a winner, or as many hands as its place says?"""
    return match["standing"]["end"] is not None or (
        match["target"] == 5000 and len(match["rows"]) >= HANDS
    )


def score_of(hand):
    """Return the scores of sides A and B: the table of `scorer`, for either bidder."""
    ((side, points),) = hand["points"].items()
    ours, theirs = SCORES[points]
    return (ours, theirs) if side == "A" else (theirs, ours)
