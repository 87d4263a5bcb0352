"""Standings, worked out from the events in the file by docs/draws.md alone:
no function of the program has a part in it."""

import json
from collections import defaultdict
from fractions import Fraction
from math import floor
from typing import NamedTuple

from tests.faults.playing import score_of
from tests.faults.truth import ask


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
