"""docs/phases.md once more, read sentence by sentence: long, slow, without cleverness.

It knows nothing of the program. Lines come as JSON without problems, and rows of seats are found by
trying all of them.
"""

from fractions import Fraction
from itertools import permutations


def clean(data):
    """The data without the keys that are null; 7.0 is 7."""
    if isinstance(data, dict):
        return {key: clean(value) for key, value in data.items() if value is not None}
    if isinstance(data, list):
        return [clean(value) for value in data]
    return int(data) if isinstance(data, float) and data == data // 1 else data


class Naive:
    def __init__(self, line, until=None):
        line = clean(line)
        self.entrants = line["entrants"]
        self.phases = line["phases"]
        self.by = line.get("by", "wins")
        self.ties = line.get("ties", [])
        self.withdrawn = line.get("withdrawn", {})
        self.forbidden = [set(two) for two in line.get("forbidden", [])]
        self.clubs = line.get("clubs", [])
        self.results = line.get("results", [])
        self.shown = []
        for number in range(1, (len(self.phases) if until is None else until) + 1):
            self.shown.append({**self.show(number), **self.would(number)})

    def answer(self):
        return {"ok": True, "phases": self.shown, "final": self.final()}

    # One phase

    def rounds(self, number):
        return self.results[number - 1] if number <= len(self.results) else []

    def is_bracket(self, number):
        return self.phases[number - 1]["format"] == "knockout"

    def group_count(self, number):
        return 1 if self.is_bracket(number) else self.phases[number - 1].get("groups", 1)

    def show(self, number):
        phase = self.phases[number - 1]
        drawn = phase.get("drawn")
        if drawn is not None:
            seeding = (
                drawn if self.is_bracket(number) else [one for group in drawn for one in group]
            )
            groups = [drawn] if self.is_bracket(number) else drawn
        elif number > 1 and not all(map(self.is_ready, phase["from"])):
            return {"state": "waiting", "entrants": None}
        else:
            seeding, groups = self.seats(number, as_if_nothing_was_drawn=False)
        shown = {"entrants": seeding}
        if self.is_bracket(number):
            shown["bracket"] = [
                seeding[s - 1] if s <= len(seeding) else None for s in tree(seeding)
            ]
        else:
            shown["groups"] = groups
        shown["order"] = self.order(number, seeding, groups)
        tables = [one for tables in self.rounds(number) for one in tables if "bye" not in one]
        enough = len(self.rounds(number)) >= self.needed(number, seeding, groups)
        typed = all("score" in one for one in tables)
        shown["state"] = "finished" if enough and typed else "playing"
        return shown

    def would(self, number):
        phase = self.phases[number - 1]
        drawn = phase.get("drawn")
        if number == 1 or drawn is None or not all(map(self.is_ready, phase["from"])):
            return {}
        seeding, groups = self.seats(number, as_if_nothing_was_drawn=True)
        now = seeding if self.is_bracket(number) else groups
        return {} if now == drawn else {"would": now}

    def needed(self, number, seeding, groups):
        phase = self.phases[number - 1]
        if phase["format"] == "knockout":
            return {1: 0, 2: 1, 4: 2, 8: 3, 16: 4, 32: 5}[len(tree(seeding))]
        if "rounds" in phase:
            return phase["rounds"]
        largest = max(len(group) for group in groups)
        return {0: 0, 1: 0}.get(largest, largest if largest % 2 else largest - 1)

    def is_ready(self, source):
        shown = self.shown[source["phase"] - 1]
        if shown["state"] == "finished":
            return True
        if "losers" not in source or shown["state"] == "waiting":
            return False
        first = self.rounds(source["phase"])[: source["losers"]]
        return len(first) == source["losers"] and all(
            "bye" in one or "score" in one for tables in first for one in tables
        )

    # The entrants who play on

    def passed_over(self, number, as_if_nothing_was_drawn):
        passed = [one for one in self.withdrawn if self.withdrawn[one] <= number]
        for phase in self.phases:
            named = [source["phase"] for source in phase.get("from", [])]
            if number in named and not as_if_nothing_was_drawn:
                for part in phase.get("drawn", []):
                    passed += part if isinstance(part, list) else [part]
        return passed

    def serve(self, number, as_if_nothing_was_drawn):
        """Return a list of what each source of this phase takes: (taker, source, who)."""
        passed = self.passed_over(number, as_if_nothing_was_drawn)
        order = [row for row in self.shown[number - 1]["order"] if row["entrant"] not in passed]
        place = {}
        for group in {row["group"] for row in order}:
            own = [row["entrant"] for row in order if row["group"] == group]
            place.update({one: own.index(one) + 1 for one in own})
        left = [row["entrant"] for row in order]
        served = []
        for kind in ("places", "best", "rest"):
            for taker, phase in enumerate(self.phases, 1):
                if "drawn" in phase and not as_if_nothing_was_drawn:
                    continue
                for at, source in enumerate(phase.get("from", [])):
                    if source["phase"] != number or kind not in source:
                        continue
                    if kind == "places":
                        who = [one for one in left if place[one] in source["places"]]
                    else:
                        who = left[: source["best"]] if kind == "best" else list(left)
                    left = [one for one in left if one not in who]
                    served.append((taker, at, who))
        group_of = {row["entrant"]: row["group"] for row in order}
        return served, group_of, place

    def losers(self, source, as_if_nothing_was_drawn):
        number = source["phase"]
        shown = self.shown[number - 1]
        last = {1: 0, 2: 1, 4: 2, 8: 3, 16: 4, 32: 5}[len(tree(shown["entrants"]))]
        lost = []
        for at, tables in enumerate(self.rounds(number), 1):
            lost += [(at, loser(one)) for one in tables if loser(one) is not None]
        wanted = {who for at, who in lost if at <= source["losers"]}
        by_number = dict(enumerate(self.rounds(number), 1))
        final, before = (by_number.get(at, []) if at else [] for at in (last, max(last - 1, 0)))
        for one in final:
            wanted -= {one.get("a"), one.get("b"), one.get("bye")}
        third = self.phases[number - 1].get("places", "third") == "third"
        tables = [one for one in before if "bye" not in one]
        for one in before:
            winner = one["bye"] if "bye" in one else other_side(one, loser(one))
            if not final:
                wanted -= {winner}
            if third and len(tables) == 2:
                wanted -= {one.get("a"), one.get("b")} - {winner}
        passed = self.passed_over(number, as_if_nothing_was_drawn)
        return [one for one in shown["entrants"] if one in wanted and one not in passed]

    def seats(self, number, as_if_nothing_was_drawn):
        """Return the seeding list and the groups."""
        seeding, origin, row_of = [], {}, {}
        if number == 1:
            seeding = self.entrants
        else:
            for at, source in enumerate(self.phases[number - 1]["from"]):
                if "losers" in source:
                    seeding = seeding + [
                        one
                        for one in self.losers(source, as_if_nothing_was_drawn)
                        if one not in seeding
                    ]
                    continue
                served, group_of, place = self.serve(source["phase"], as_if_nothing_was_drawn)
                [who] = [who for taker, its, who in served if (taker, its) == (number, at)]
                for one in who:
                    if one in seeding:
                        continue
                    seeding = [*seeding, one]
                    if self.group_count(source["phase"]) > 1:
                        origin[one] = source["phase"], group_of[one]
                        row_of[one] = at, place[one]
        if self.is_bracket(number):
            seeds = self.seeds(seeding, origin, row_of)
            return seeds, [seeds]
        return seeding, self.deal(seeding, origin, self.group_count(number))

    def deal(self, seeding, origin, count):
        groups = [[] for _ in range(count)]
        for at in range(0, len(seeding), count):
            row = seeding[at : at + count]
            seats = list(range(count))
            if at // count % 2:
                seats.reverse()
            seats = seats[: len(row)]

            def cost(one, seat):
                there = groups[seat]
                return (
                    len([other for other in there if {one, other} in self.forbidden]),
                    len([x for x in there if one in origin and origin.get(x) == origin[one]]),
                    len([x for x in there if any(one in c and x in c for c in self.clubs)]),
                )

            for one, seat in zip(row, cheapest(row, seats, cost), strict=True):
                groups[seat].append(one)
        return groups

    def seeds(self, seeding, origin, row_of):
        order = tree(seeding)
        seated = {}
        rows = []
        for one in seeding:
            mates = [x for x in seeding if one in row_of and row_of.get(x) == row_of[one]] or [one]
            if mates not in rows:
                rows.append(mates)
        # All firsts of a source, then all seconds, where passing over has mixed them.
        rows.sort(key=lambda row: row_of.get(row[0], (0, 0)) if row[0] in row_of else (0, 0))
        for row in rows:
            seats = [seeding.index(one) + 1 for one in row]

            def cost(one, seed):
                place = order.index(seed)
                met = []
                size = 1
                while size < len(order):
                    start = place // (2 * size) * 2 * size
                    block = range(start, start + 2 * size)
                    own = range(place // size * size, place // size * size + size)
                    others = [order[at] for at in block if at not in own]
                    met.append(
                        len(
                            [
                                s
                                for s in others
                                if s in seated
                                and one in origin
                                and origin.get(seated[s]) == origin[one]
                            ]
                        )
                    )
                    size *= 2
                return tuple(met)

            for one, seed in zip(row, cheapest(row, seats, cost), strict=True):
                seated[seed] = one
        return [seated[seed] for seed in range(1, len(seeding) + 1)]

    # Orders

    def order(self, number, seeding, groups):
        phase = self.phases[number - 1]
        if self.is_bracket(number):
            return [
                {"entrant": one, "group": 1, "place": place}
                for place, one in enumerate(self.by_marks(number, seeding), 1)
            ]
        lists = []
        for group in groups:
            listed = [one for one in seeding if one in group]
            ranked = self.ranked(number, phase, listed)
            lists.append(ranked)
        order = []
        for at in range(max(len(ranked) for ranked in lists)):
            level = [
                {"entrant": ranked[at][0], "group": group, "place": ranked[at][1]}
                for group, ranked in enumerate(lists, 1)
                if at < len(ranked)
            ]
            if len(groups) > 1:
                level.sort(key=lambda row: seeding.index(row["entrant"]))
                level.sort(key=lambda row: self.per_match(number, row["entrant"]), reverse=True)
            order += level
        return order

    def by_marks(self, number, seeding):
        marks = {one: [] for one in seeding}
        for tables in self.rounds(number):
            for one in seeding:
                mark = 0
                for table in tables:
                    if table.get("bye") == one:
                        mark = 1
                    if one in (table.get("a"), table.get("b")) and loser(table):
                        mark = -1 if loser(table) == one else 1
                marks[one].append(mark)
        return sorted(seeding, key=lambda one: [-mark for mark in marks[one]])

    def matches(self, number, one):
        """Return what each round was: (ours, theirs, half wins, opponents), a word, or None."""
        found = []
        for tables in self.rounds(number):
            was = "nowhere"
            for table in tables:
                sides = [side_list(table.get("a")), side_list(table.get("b"))]
                if table.get("bye") == one:
                    was = "bye"
                for own, other, at in ((sides[0], sides[1], 0), (sides[1], sides[0], 1)):
                    if one in own and "score" not in table:
                        was = "unknown"
                    elif one in own:
                        ours, theirs = table["score"][at], table["score"][1 - at]
                        half = 2 if ours > theirs else 1 if ours == theirs else 0
                        if table.get("forfeit") == "both":
                            half = 0
                        was = (ours, theirs, half, other)
            found.append(was)
        return found

    def per_match(self, number, one):
        played = [was for was in self.matches(number, one) if isinstance(was, tuple)]
        if not played:
            return (0, 0)
        first = [was[2] if self.by == "wins" else was[0] for was in played]
        difference = [was[0] - was[1] for was in played]
        return (Fraction(sum(first), len(played)), Fraction(sum(difference), len(played)))

    def numbers(self, number, phase, one):
        """Return wins in halves, the difference and the total of one."""
        matches = self.matches(number, one)
        played = [was for was in matches if isinstance(was, tuple)]
        alone = phase["format"] == "individual"
        mean = (0, 0, 0)
        if alone and phase.get("sit_out") == "mean" and played:
            mean = tuple(
                Fraction(sum(column), len(played))
                for column in (
                    [was[2] for was in played],
                    [was[0] - was[1] for was in played],
                    [was[0] for was in played],
                )
            )
        wins, difference, scores = 0, 0, []
        for was in matches:
            if isinstance(was, tuple):
                wins += was[2]
                difference += was[0] - was[1]
                scores.append(was[0])
            elif was == "bye":
                wins += mean[0] if alone else 2
                difference += mean[1] if alone else 0
                scores.append(mean[2] if alone else 0)
            elif was == "nowhere":
                scores.append(0)
        scores.sort()
        keep = max(len(scores) - phase.get("drop", 0), min(len(scores), 1))
        return wins, difference, sum(scores[len(scores) - keep :])

    def ranked(self, number, phase, listed):
        """Return the group in its order with its places."""
        figures = {one: self.numbers(number, phase, one) for one in listed}
        ties = [listed]
        names = ["wins", "difference"] if self.by == "wins" else ["total"]
        for name in [*names, *self.ties]:
            apart = []
            for tie in ties:
                value = {one: self.figure(name, one, tie, figures, number) for one in tie}
                for points in sorted(set(value.values()), reverse=True):
                    apart.append([one for one in tie if value[one] == points])
            ties = apart
        ranked = []
        for tie in ties:
            place = len(ranked) + 1
            ranked += [(one, place) for one in tie]
        return ranked

    def figure(self, name, one, tie, figures, number):
        if name in ("wins", "difference", "total"):
            return figures[one][["wins", "difference", "total"].index(name)]
        matches = self.matches(number, one)
        if name == "buchholz":
            first = 0 if self.by == "wins" else 2
            met = [
                one if was == "bye" else was[3][0]
                for was in matches
                if was == "bye" or isinstance(was, tuple)
            ]
            return sum(figures[other][first] for other in met)
        times = set()
        for a in tie:
            for b in tie:
                if a != b:
                    met = [was for was in self.matches(number, a) if isinstance(was, tuple)]
                    times.add(len([was for was in met if b in was[3]]))
        if len(times) != 1:
            return 0
        return sum(was[2] for was in matches if isinstance(was, tuple) and was[3][0] in tie)

    # The end

    def final(self):
        if any(shown["state"] == "waiting" for shown in self.shown):
            return None
        self.in_phase = {}
        for number, shown in enumerate(self.shown, 1):
            self.in_phase.update({row["entrant"]: number for row in shown["order"]})
        final = []
        for number in self.from_the_top(1, []):
            final += self.placed(number, len(final))
        return final

    def from_the_top(self, number, done):
        if number in done:
            return []
        done.append(number)
        above = []
        for taker, phase in enumerate(self.phases, 1):
            if number in [source["phase"] for source in phase.get("from", [])]:
                above += self.from_the_top(taker, done)
        return [number, *above] if self.is_bracket(number) else [*above, number]

    def placed(self, number, start):
        """Return those who belong to the phase; so many stand before them."""
        shown = self.shown[number - 1]
        own = [row for row in shown["order"] if self.in_phase[row["entrant"]] == number]
        shares = not self.is_bracket(number) and self.group_count(number) == 1
        placed = []
        for at, row in enumerate(own):
            if shares:
                at = [other["place"] for other in own].index(row["place"])
            place = start + at + 1 if shown["state"] == "finished" else None
            placed.append({"entrant": row["entrant"], "place": place, "phase": number})
        return placed


def side_list(side):
    if side is None:
        return []
    return side if isinstance(side, list) else [side]


def loser(table):
    """The entrant that lost at this table of a bracket; None where nobody did."""
    if "score" not in table:
        return None
    return table["b"] if table["score"][0] > table["score"][1] else table["a"]


def other_side(table, side):
    """The other one at the table; None beside None."""
    return {table["a"]: table["b"], table["b"]: table["a"]}.get(side)


def tree(seeding):
    order = [1]
    while len(order) < len(seeding):
        k = len(order)
        order = [seed for s in order for seed in (s, 2 * k + 1 - s)]
    return order


def cheapest(row, seats, cost):
    """Try all ways; the least cost, then the earliest seat of the first, of the second, …"""
    best = None
    for way in permutations(range(len(seats))):
        costs = [cost(one, seats[at]) for one, at in zip(row, way, strict=True)]
        key = [sum(column) for column in zip(*costs, strict=True)], way
        if best is None or key < best:
            best = key
    return [seats[at] for at in best[1]]
