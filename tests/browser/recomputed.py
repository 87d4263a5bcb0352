"""The contents of a tournament's pages, worked out from its exported JSON alone."""

from functools import cached_property
from types import SimpleNamespace

from tests.draws.naive_standings import FIRST, asked, numbers, opponents, places, seen_by

USUAL = {
    "wins": ["wins", "difference", "total"],
    "match_points": ["match_points", "wins", "difference"],
    "total": ["total", "wins", "difference"],
}
TIE_BREAKS = ("head_to_head", "buchholz", "lots")
"""Those that only pairs have who were equal until then."""
SIGNS = {1: "+", 0: "=", -1: "−"}


class Recomputed:
    """Of a tournament whose results are typed totals."""

    def __init__(self, exported):
        self.exported = exported
        self.pairs = {one["pair"]: one for one in exported["pairs"]}
        self.rules = SimpleNamespace(
            **exported["standing"], lots=exported["lots"], forfeit=exported["forfeit"]
        )
        self.adjustments = [SimpleNamespace(**one) for one in exported["adjustments"]]
        self.results = [
            [
                *(SimpleNamespace(**one, hands=(0, 0)) for one in drawn["tables"] if one["score"]),
                *(SimpleNamespace(pair=pair) for pair in drawn["byes"]),
            ]
            for drawn in exported["drawn"]
        ]

    @cached_property
    def asked(self):
        return list(asked(self.pairs, self.results, self.rules, self.adjustments))

    @cached_property
    def places(self):
        return places(self.pairs, self.results, self.rules, self.adjustments)

    @property
    def order(self):
        return sorted(self.pairs, key=lambda pair: (self.places[pair], int(pair)))

    def columns(self):
        """The usual numbers, and the deciding tie-breaks, in their order."""
        deciding = [name for name, value in self.asked if len({*value.values()}) > 1]
        return list(dict.fromkeys([*USUAL[self.rules.by], *deciding]))

    def number(self, pair, name):
        """A number of a pair; None for a tie-break that it was not asked about."""
        if name not in TIE_BREAKS:
            return numbers(pair, self.results, self.rules, self.adjustments, name)
        lots = len(self.rules.lots) if name == "lots" else 0  # the more, the sooner it was drawn
        had = (value[pair] for one, value in self.asked if one == name and pair in value)
        return next((number + lots for number in had), None)

    def decided_by(self, pair, above):
        """The tie-break that puts a pair below the one above it."""
        for name, value in self.asked:
            if {pair, above} <= {*value} and value[pair] != value[above]:
                return name if name not in FIRST[self.rules.by] else None
        return None

    def standings(self):
        """The rows as a page has them: place, pair, mark, cells; a deciding one between stars."""
        rows, above = [], None
        for pair in self.order:
            deciding = self.decided_by(pair, above) if above else None
            cells = [
                f"*{text}*" if name == deciding else text
                for name in self.columns()
                for text in [self.text(pair, name)]
            ]
            rows.append([f"{self.places[pair]}.", self.name(pair), self.mark(pair), *cells])
            above = pair
        return rows

    def text(self, pair, name):
        number = self.number(pair, name)
        return "" if number is None else written(name, number)

    def name(self, pair, drawn=None):
        """Number and players, of a round those who sat down to it."""
        one = self.pairs[pair]
        players = next(
            (were["players"] for were in one["were"] if drawn and drawn <= were["until"]),
            one["players"],
        )
        return f"{pair} {players[0]} – {players[1]}"

    def mark(self, pair):
        """Return the remark on a pair."""
        one = self.pairs[pair]
        told = ["withdrawn"] if one["withdrawn"] else []
        told += [f"substitute from round {were['until'] + 1}" for were in one["were"][-1:]]
        for word, rounds in (("forfeited", self.forfeited(pair)), ("absent in", self.missed(pair))):
            if rounds:
                told.append(f"{word} round{'s'[: len(rounds) - 1]} {', '.join(map(str, rounds))}")
        return ", ".join(told)

    def missed(self, pair):
        return [
            number
            for number, drawn in enumerate(self.exported["drawn"], 1)
            if pair not in drawn["byes"]
            and not any(pair in (one["a"], one["b"]) for one in drawn["tables"])
        ]

    def forfeited(self, pair):
        return [
            number
            for number, drawn in enumerate(self.exported["drawn"], 1)
            for one in drawn["tables"]
            if pair in _absent_at(one)
        ]

    def result_lines(self, without="–"):
        """Of each round: table, pair, points, pair, points, mark."""
        return [
            [
                [
                    str(one["table"]),
                    *(
                        text
                        for side, points in zip("ab", one["score"] or [without] * 2, strict=True)
                        for text in (self.name(one[side], number), str(points))
                    ),
                    _mark_of(one),
                ]
                for one in drawn["tables"]
            ]
            for number, drawn in enumerate(self.exported["drawn"], 1)
        ]

    def cross(self):
        """Return for each pair, in order, its opponents and outcomes."""
        drawn = self.exported["drawn"]
        return [
            [f"{self.places[pair]}.", self.name(pair), *map(self._meeting(pair), drawn)]
            for pair in self.order
        ]

    def _meeting(self, pair):
        def meeting(drawn):
            if pair in drawn["byes"]:
                return "bye"
            for one in drawn["tables"]:
                if pair in (one["a"], one["b"]):
                    step = 1 if pair == one["a"] else -1
                    other = one["b" if step == 1 else "a"]
                    if not one["score"]:
                        return other
                    ours, theirs = one["score"][::step]
                    won = (ours > theirs) - (ours < theirs)
                    sign = SIGNS[-1 if one.get("forfeit") == "both" else won]
                    return f"{other} {sign} {ours} – {theirs}" + " *" * ("forfeit" in one)
            return "–"

        return meeting

    def sums(self, pair, name):
        """The parts of a number, match by match, then what was adjusted, and their sum."""
        seen = seen_by(pair, self.results, self.rules)
        if name == "buchholz":
            met = [other or pair for other in opponents(pair, self.results)]
            first = FIRST[self.rules.by][0]
            parts = [numbers(other, self.results, self.rules, (), first) for other in met]
        else:
            halves = {"won": 2, "drawn": 1, "lost": 0}
            parts = [
                {"difference": ours - theirs, "total": ours, "wins": halves[won]}[name]
                for ours, theirs, _hands, won in seen
            ]
        parts += [one.points for one in self.adjustments if (one.pair, one.to) == (pair, name)]
        return [written(name, number) for number in (*parts, sum(parts))]


def _absent_at(table):
    """The pairs that forfeited it."""
    by = table.get("forfeit", "")
    return [table[side] for side in ("ab" if by == "both" else by)]


def _mark_of(table):
    if "forfeit" not in table:
        return ""
    by = _absent_at(table)
    return "forfeited by both" if len(by) > 1 else f"forfeited by {by[0]}"


def written(name, number):
    """A number as a page writes it."""
    if name in ("wins", "head_to_head", "buchholz"):  # where wins count first
        whole, half = divmod(number, 2)
        return f"{whole or ''}½" if half else str(whole)
    sign = "−" if number < 0 else "+" if name == "difference" and number else ""
    return f"{sign}{abs(number)}"
