"""A room full of tables whose phones write their matches, and the standings of what they wrote.

Several write at once, and some get lost. The standings are worked out from the events in the file,
by docs/draws.md alone. No function of the program has a part in it.
"""

import json
import math
import random
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import floor
from typing import NamedTuple

from tests.faults.asking import PATIENCE, Asking
from tests.support.http_scorer import SCORES
from tests.support.truth import ask

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


class Match(NamedTuple):
    """A match as one of its pairs sees it; a bye has no opponent."""

    against: str | None
    ours: int
    theirs: int
    hands: int | None
    """The hands won; None where only a total was written."""

    @property
    def wins(self):
        """In halves."""
        if self.against is None:
            return 2
        return (self.ours > self.theirs) + (self.ours >= self.theirs)


def sum_of_known(numbers):
    """Return the sum, or None where one of the numbers is not known."""
    return None if None in numbers else sum(numbers)


def mean_score(tables):
    """Return the score of a bye: the means of a round's higher and lower scores."""
    pairs = [(max(score), min(score)) for _a, _b, score, _won in tables]
    means = [Fraction(sum(one), len(one)) for one in zip(*pairs, strict=True)]
    return [floor(mean + Fraction(1, 2)) for mean in means]


class Events:
    """All that the database has of one tournament and of its tables' matches."""

    def __init__(self, server, public_id):
        ((row_id,),) = ask(server, "SELECT id FROM tournament WHERE public_id = ?", public_id)
        own = ask(
            server,
            "SELECT seq, kind, data FROM tournament_event WHERE tournament_id = ? ORDER BY seq",
            row_id,
        )
        tables = ask(
            server,
            "SELECT drawn, number, public_id FROM tournament_table"
            " JOIN match ON match.id = match_id WHERE tournament_id = ?",
            row_id,
        )
        hands = ask(
            server,
            "SELECT public_id, op_id, data FROM event JOIN match ON match.id = event.match_id"
            " WHERE kind = 'recorded' ORDER BY match_id, seq",
        )
        assert [seq for seq, *_ in own] == list(range(1, len(own) + 1)), "seq has gaps"
        self.own = [(seq, kind, json.loads(data)) for seq, kind, data in own]
        self.tables = {(drawn, number): match for drawn, number, match in tables}
        self.hands = defaultdict(dict)
        """Match → operation id → hand."""
        for match, op_id, data in hands:
            self.hands[match][op_id] = json.loads(data)["hand"]

    def of_kind(self, wanted):
        return [(seq, data) for seq, kind, data in self.own if kind == wanted]

    def rounds(self):
        """Of each round its tables, each with both pairs, their score and hands won."""
        written = {
            (data["round"], data["table"]): data for _, data in self.of_kind("result")
        }  # the last one counts
        return [
            [
                (a, b, *self._result(written.get((number, table)), self.tables[seq, table]))
                for table, (a, b) in enumerate(data["tables"], 1)
            ]
            for number, (seq, data) in enumerate(self.of_kind("round_drawn"), 1)
        ]

    def _result(self, written, match):
        if written:
            hands = tuple(written["hands"])
            return tuple(written["score"]), hands if any(hands) else (None, None)
        scores = [score_of(hand) for hand in self.hands[match].values()]
        ours, theirs = (sum(score[side] for score in scores) for side in (0, 1))
        won = sum(a > b for a, b in scores), sum(b > a for a, b in scores)
        return (ours, theirs), won

    def standings(self):
        """Place, wins in halves and every other number of each pair."""
        played = self._played()
        adjusted = [data for _, data in self.of_kind("adjusted")]
        figures = {
            pair: {
                "wins": sum(one.wins for one in matches),
                "match_points": sum(one.wins for one in matches),  # 2, 1 and 0, too
                "difference": sum(one.ours - one.theirs for one in matches),
                "total": sum(one.ours for one in matches),
                "hands_won": sum_of_known([one.hands for one in matches]),
            }
            for pair, matches in played.items()
        }
        own = {pair: one["wins"] for pair, one in figures.items()}
        for pair, matches in played.items():
            opponents = [pair if one.against is None else one.against for one in matches]
            figures[pair]["buchholz"] = sum(own[one] for one in opponents)
        for one in adjusted:
            figures[one["pair"]][one["to"]] += one["points"]
        keys = {
            pair: (one["wins"], one["difference"], one["buchholz"]) for pair, one in figures.items()
        }
        return {
            pair: {"place": 1 + sum(other > keys[pair] for other in keys.values()), **one}
            for pair, one in figures.items()
        }

    def _played(self):
        count = sum(len(data["pairs"]) for _, data in self.of_kind("pairs_added"))
        played = {str(number): [] for number in range(1, count + 1)}
        for (_, drawn), tables in zip(self.of_kind("round_drawn"), self.rounds(), strict=True):
            for a, b, (ours, theirs), (won, lost) in tables:
                played[a].append(Match(b, ours, theirs, won))
                played[b].append(Match(a, theirs, ours, lost))
            for pair in drawn["byes"]:
                played[pair].append(Match(None, *mean_score(tables), 0))
        return played
