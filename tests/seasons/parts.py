"""Small seasons and clubs, and seasons by seeded chance, from sound to senseless.

They have few numbers, so that many are tied.
"""

import copy
import random

from scorekeeper.club.seasons import record_codec, season_reader
from scorekeeper.club.seasons.season_reader import answer
from tests.rules.table import match_file

SEATS = {"A1": "p1", "B1": "p3", "A2": "p2", "B2": "p4"}
PERSONS = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "Μαρία", "a b", "b", "a", "b c", "c"]
TIES = ["wins", "countback", "total", "difference", "events"]
SENSELESS = [
    *(None, True, False, 0, -1, 1, 2.0, 2.5, 1e300, 10**30, "", "p1", "1", "0", "-1", "1.005", "x"),
    *("é" * 64, "x" * 65, "\ud800", "2026-02-29", "pair", "wins", [], {}, [1], ["p1"], [[]], [{}]),
    *(["p1", "p1"], {"scheme": "score"}, {"scheme": "places"}, ["wins", "wins"], [None]),
]
FIELDS = [
    "id",
    "date",
    "weight",
    "ranking",
    "pair",
    "place",
    "score",
    "rest",
    "scheme",
    "table",
    "foo",
]


def ranked(pair, place, **more):
    """A pair of a ranking, its persons as a text of two words."""
    counts = dict.fromkeys(("wins", "draws", "losses", "byes", "score", "difference"), 0)
    return {"pair": pair.split(), "place": place, **counts, **more}


def event(number, *rows, **more):
    return {"id": f"e{number}", "date": f"2026-01-{number:02}", "ranking": list(rows), **more}


def season(*events, **more):
    return {"by": "pair", "points": {"scheme": "score"}, "events": list(events), **more}


def rows(told):
    """The rows of a season without a problem."""
    reply = answer(told)
    assert reply["ok"], reply
    return reply["rows"]


def problems(told, codec=season_reader):
    """Return the problems as `code field`."""
    return [f"{one['code']} {one['field']}" for one in codec.answer(told).get("problems", [])]


def played(*hands, seats=SEATS, seats_from=(), **more):
    """A match of these hands, and who sat there."""
    file = match_file(**{"rules": "cafe", "hands": list(hands), **more})
    return {"seats": seats, "seats_from": list(seats_from), "match": file}


def records(*matches):
    """The records of matches without a problem."""
    reply = record_codec.answer({"matches": list(matches)})
    assert reply["ok"], reply
    return reply["records"]


def figures(record, *ids):
    """Return the figures of a person or a pair in a record."""
    kind, name = ("persons", ids[0]) if len(ids) == 1 else ("pairs", list(ids))
    [found] = [one for one in record[kind] if name in one.values()]
    return found


class WildSeason:
    """Chance for seasons; the same for the same seed."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.one_of = self.chance.choice
        self.by = self.one_of(["pair", "player"])
        self.persons = self.chance.sample(PERSONS, self.one_of([4, 6, 9, len(PERSONS)]))

    def happens(self, share):
        return self.chance.random() < share

    def season(self):
        """A season without a problem."""
        season = {"by": self.by, "points": self.scheme(), "events": self.events()}
        if self.happens(0.7):
            season["best"] = self.one_of([None, 1, 2, 3, 5, 40])
        if self.happens(0.4):
            season["minimum"] = self.chance.randint(0, 4)
        if self.happens(0.8):
            season["ties"] = self.chance.sample(TIES, self.chance.randint(0, len(TIES)))
        fields = list(season.items())
        self.chance.shuffle(fields)
        return dict(fields)

    def scheme(self):
        kind = self.one_of(["places", "places", "results", "results", "score", "difference"])
        scheme = {"scheme": kind}
        if kind == "places":
            scheme["table"] = [self.entry() for _ in range(self.chance.randint(0, 6))]
            scheme |= self.one_of([{}, {"rest": self.entry()}])
        if kind == "results":
            scheme |= {name: self.entry() for name in ("win", "draw", "loss", "bye")}
            scheme |= self.one_of([{}, {"score_per": self.one_of([0, 1, 3, 7, 1000])}])
        return scheme

    def entry(self):
        return self.one_of([0, 1, 2, 3, 4, 10, 15, 18, 25, -1, -7, 100_000, -100_000])

    def events(self):
        dates = [f"2026-0{self.chance.randint(1, 3)}-{day:02}" for day in (1, 6, 28)]
        return [
            {
                "id": f"e{number}",
                "date": self.one_of(dates),
                **self.one_of([{}, {}, {"weight": self.one_of(["1", "2", "0.5", "1.25", "0.01"])}]),
                "ranking": self.ranking(),
            }
            for number in range(self.chance.randint(0, 7))
        ]

    def ranking(self):
        rows = []
        for place, pair in enumerate(self.pairs(), 1):
            is_shared = rows and self.happens(0.3)
            rows.append(
                {
                    "pair": pair,
                    "place": rows[-1]["place"] if is_shared else place,
                    **{
                        one: self.chance.randint(0, 3)
                        for one in ("wins", "draws", "losses", "byes")
                    },
                    "score": self.one_of([100, 100, 351, 1602, -20, 7]),
                    "difference": self.one_of([0, 0, 10, -10, 310]),
                }
            )
        self.chance.shuffle(rows)
        return rows

    def pairs(self):
        if self.by == "player":
            order = self.chance.sample(self.persons, len(self.persons))
            pairs = [list(two) for two in zip(order[::2], order[1::2], strict=False)]
        else:
            twos = {tuple(sorted(self.chance.sample(self.persons, 2))) for _ in range(8)}
            pairs = [self.chance.sample(two, 2) for two in sorted(twos)]
        return self.chance.sample(pairs, self.chance.randint(0, len(pairs)))

    def spoilt(self):
        """A season in which some parts are lost, doubled or senseless."""
        season = self.season()
        for _ in range(self.one_of([1, 1, 2, 5])):
            self.spoil(season)
        return season

    def spoil(self, season):
        inner = self.one_of(list(containers(season)))
        if isinstance(inner, list):
            how = self.one_of(["change", "double", "add"])
            if how == "add" or not inner:
                inner.append(self.senseless())
            elif how == "double":
                inner.append(copy.deepcopy(self.one_of(inner)))
            else:
                inner[self.chance.randrange(len(inner))] = self.senseless()
        elif self.happens(0.2) or not inner:
            inner[self.one_of(FIELDS)] = self.senseless()
        elif self.happens(0.3):
            del inner[self.one_of(list(inner))]
        else:
            inner[self.one_of(list(inner))] = self.senseless()

    def senseless(self):
        return copy.deepcopy(self.one_of(SENSELESS))


def containers(value):
    """The objects and lists in a document, itself first."""
    if isinstance(value, dict | list):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from containers(part)
