"""The problems of a line once more, from docs/phases.md and the conditions below alone.

The section “What a problem hides” of that page links here for the exact conditions. A problem that
leaves the seats of a phase as they are hides no other problem.

The entrants of a phase with a sound `drawn` are known. Those of another phase are unknown:

- if the phase or its `drawn` cannot be read;
- if its `from` has a problem, or 16 phases stand before it;
- in the first phase, if `entrants` cannot be read, is missing or has one twice.

A `drawn` beside an unknown format cannot be read. The first phase also has the entrants whom its
`drawn` leaves out: their group is unknown.

The groups of a phase are unknown:

- if `groups` or `format` has a problem;
- without `drawn`, if there are several groups and `forbidden` or `clubs` cannot be read;
- without `drawn`, if there are several groups and one entrant is in two clubs.

The end of a phase is unknown:

- if its groups are unknown;
- if its results or `rounds` cannot be read, or `rounds` is missing.

The order of a phase is unknown:

- if its end is unknown, or its results have any other problem;
- if its `drawn` has an entrant twice or leaves one out;
- if `by` cannot be read, or a value that counts in its order: `ties`, `drop`, `sit_out`, `places`
  of a bracket.

The entrants whom a source takes are unknown:

- if the order of its phase is unknown, or `withdrawn` cannot be read;
- if an entrant of that phase has withdrawn in a phase that cannot be read;
- if another phase, which may take from the same one, was drawn to seats that cannot be read;
- if a `drawn` phase may take from it by a `from` with a problem;
- for `best` and `rest`, if any later phase without `drawn` has a problem in `from`.
"""

from tests.phases.naive_advance import Naive, clean, side_list

ROUNDS = ("swiss", "round_robin", "odd_even", "random", "ranking", "individual")
PHASE_KEYS = ("format", "from", "name", "groups", "rounds", "places", "drop", "sit_out", "drawn")
LINE_KEYS = ("entrants", "phases", "results", "by", "ties", "withdrawn", "forbidden", "clubs", "id")


def is_number(value, least, most=None):
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        return False
    return value >= least and (most is None or value <= most)


def is_name(value):
    return isinstance(value, str) and value != ""


def is_list(value, is_part):
    return isinstance(value, list) and all(map(is_part, value))


def is_names(value):
    return is_list(value, is_name)


LINE_CHECKS = {
    "entrants": is_names,
    "phases": lambda value: isinstance(value, list),
    "results": lambda value: isinstance(value, list),
    "by": lambda value: value in ("wins", "total"),
    "ties": lambda value: is_list(value, lambda t: t in ("head_to_head", "buchholz")),
    "withdrawn": lambda value: isinstance(value, dict),
    "forbidden": lambda value: is_list(value, lambda t: is_names(t) and len(t) == 2),
    "clubs": lambda value: is_list(value, is_names),
}
PHASE_CHECKS = {
    "name": lambda value: isinstance(value, str),
    "groups": lambda value: is_number(value, 1, 64),
    "rounds": lambda value: is_number(value, 1, 1000),
    "places": lambda value: value in ("none", "third", "all"),
    "drop": lambda value: is_number(value, 0),
    "sit_out": lambda value: value in ("nothing", "mean"),
}


class Faults:
    """Collects `(code, field, phase, round, entrant)`."""

    def __init__(self, line):
        self.found = set()
        self.first_format = None
        # A null in a list is no key, and stays.
        self.line = {key: value for key, value in line.items() if value is not None}
        self.by_reading()
        self.by_meaning()

    def tell(self, code, field, phase=None, at=None, entrant=None):
        self.found.add((code, field, phase, at, entrant))

    def keys(self, part, known, checks, phase=None):
        """Return the keys that can be read, and tell the others."""
        read = {}
        for key, value in part.items():
            if key not in known or (key in checks and not checks[key](value)):
                self.tell("unknown", key, phase)
            elif key in checks:
                read[key] = value
        return read

    def by_reading(self):
        for key in ("entrants", "phases"):
            if key not in self.line:
                self.tell("missing", key)
        self.read = self.keys(self.line, LINE_KEYS, LINE_CHECKS)
        if "by" not in self.line:
            self.read["by"] = "wins"
        self.phases = [
            self.phase(number, phase) for number, phase in enumerate(self.read.get("phases", []), 1)
        ]
        if self.phases:
            self.read_results()
        for who, at in self.read.get("withdrawn", {}).items():
            if at is not None and not is_number(at, 1, len(self.phases) or None):
                self.tell("unknown", "withdrawn", entrant=who)

    def phase(self, number, phase):
        """Return the keys that can be read."""
        if not isinstance(phase, dict):
            self.tell("unknown", "phases", number)
            return {}
        phase = {key: value for key, value in phase.items() if value is not None}
        format_ = phase.get("format")
        known = format_ if isinstance(format_, str) and format_ in (*ROUNDS, "knockout") else None
        if known is None:
            self.tell("missing" if format_ is None else "unknown", "format", number)
        read = {"format": known, **self.keys(phase, PHASE_KEYS, PHASE_CHECKS, number)}
        self.allowed(number, phase, known)
        if "drop" in phase and (self.read.get("by") == "wins" or read.get("groups", 1) != 1):
            self.tell("unknown", "drop", number)
        read["from"] = self.from_key(number, phase)
        if "drawn" in phase and known:
            self.drawn_key(number, phase, read)
        self.first_format = known if number == 1 else self.first_format
        first = self.first_format
        if known and first and (known == "individual") != (first == "individual"):
            self.tell("unknown", "format", number)
        return read

    def from_key(self, number, phase):
        if number == 1 and "from" in phase:
            self.tell("unknown", "from", 1)
        if number > 1 and "from" not in phase:
            self.tell("missing", "from", number)
        return self.sources(number, phase["from"]) if number > 1 and "from" in phase else []

    def drawn_key(self, number, phase, read):
        value = phase["drawn"]
        if read["format"] == "knockout":
            groups = [value] if is_names(value) else None
        else:
            groups = value if is_list(value, is_names) else None
            is_count_known = "groups" not in phase or "groups" in read
            if groups is not None and is_count_known and len(value) != read.get("groups", 1):
                groups = None
        if groups is None:
            self.tell("unknown", "drawn", number)
        else:
            read["drawn"] = groups

    def allowed(self, number, phase, known):
        if known in ROUNDS and known != "round_robin" and "rounds" not in phase:
            self.tell("missing", "rounds", number)
        for key in phase:
            wrong = {
                "rounds": known == "knockout",
                "groups": known in ("knockout", "individual"),
                "places": known in ROUNDS,
                "drop": known == "knockout",
                "sit_out": known not in ("individual", None),
            }
            if wrong.get(key):
                self.tell("unknown", key, number)

    def sources(self, number, value):
        if not isinstance(value, list) or not value:
            self.tell("unknown", "from", number)
            return []
        read = []
        for source in value:
            one = clean(source) if isinstance(source, dict) else {}
            kinds = [key for key in one if key != "phase"]
            sound = len(kinds) == 1 and is_number(one.get("phase"), -(10**30))
            if sound:
                [kind] = kinds
                sound = {
                    "places": lambda v: is_list(v, lambda n: is_number(n, 1)) and v != [],
                    "best": lambda v: is_number(v, 1),
                    "losers": lambda v: is_number(v, 1),
                    "rest": lambda v: v is True,
                }.get(kind, lambda v: False)(one[kind])
            if sound:
                read.append(one)
            else:
                self.tell("unknown", "from", number)
        return read

    def read_results(self):
        self.rounds = []
        results = self.read.get("results", [])
        if len(results) > len(self.phases):
            self.tell("unknown", "results")
        for number, phase in enumerate(self.phases, 1):
            self.rounds.append([])
            if number > len(results) or not phase.get("format"):
                continue
            self.rounds[-1] = self.phase_rounds(number, results[number - 1], phase["format"])

    def phase_rounds(self, number, value, format_):
        """Return the tables that can be read, round by round."""
        if not isinstance(value, list):
            self.tell("unknown", "results", number)
            return []
        rounds = []
        for at, played in enumerate(value, 1):
            tables = played if isinstance(played, list) else [None]
            rounds.append([clean(one) for one in tables if self.is_table(one, format_)])
            if len(rounds[-1]) < len(tables):
                self.tell("unknown", "results", number, at)
        return rounds

    def is_table(self, one, format_):
        if not isinstance(one, dict):
            return False
        one = {key: value for key, value in one.items() if value is not None}
        if "bye" in one:
            return len(one) == 1 and is_name(one["bye"])
        if not {"a", "b"} <= one.keys() <= {"a", "b", "score", "forfeit"}:
            return False
        for side in (one["a"], one["b"]):
            two = is_names(side) and len(side) == 2
            if not (two if format_ == "individual" else is_name(side)):
                return False
        numbers = one.get("score", [0, 0])
        if not is_list(numbers, lambda n: is_number(n, -(10**6), 10**6)) or len(numbers) != 2:
            return False
        return one.get("forfeit", "both") == "both"

    def by_meaning(self):
        known = set(self.read["entrants"]) if "entrants" in self.read else None
        if "phases" in self.read:
            self.count("phases", len(self.phases), 1, 16)
        alone = bool(self.phases) and self.phases[0].get("format") == "individual"
        if known is not None:
            self.count("entrants", len(self.read["entrants"]), 4 if alone else 2, 1000)
            self.twice(self.read["entrants"], "entrants")
        if alone and self.read.get("ties"):
            self.tell("unknown", "ties")
        self.wishes(known)
        taken = []
        for number, phase in enumerate(self.phases, 1):
            self.drawn(number, phase, known)
            self.results(number, phase, known)
            for source in phase.get("from", []):
                if self.is_wrong(number, source, taken):
                    self.tell("source", "from", number)

    def count(self, field, count, least, most):
        if count < least:
            self.tell("too_few", field)
        if count > most:
            self.tell("too_many", field)

    def wishes(self, known):
        self.twice([one for club in self.read.get("clubs", []) for one in club], "clubs")
        for a, b in self.read.get("forbidden", []):
            if a == b:
                self.tell("itself", "forbidden", entrant=a)
        withdrawn = self.read.get("withdrawn", {})
        for one in [one for one in withdrawn if withdrawn[one] is not None]:
            self.stranger(one, known, "withdrawn")
        for field in ("forbidden", "clubs"):
            for one in [one for part in self.read.get(field, []) for one in part]:
                self.stranger(one, known, field)

    def twice(self, names, field, phase=None, at=None):
        for one in names:
            if names.count(one) > 1:
                self.tell("twice", field, phase, at, one)

    def stranger(self, one, known, field, phase=None, at=None):
        if known is not None and one not in known:
            self.tell("stranger", field, phase, at, one)

    def drawn(self, number, phase, known):
        seated = [one for group in phase.get("drawn", []) for one in group]
        self.twice(seated, "drawn", number)
        for one in seated:
            self.stranger(one, known, "drawn", number)
        if number == 1 and "drawn" in phase:
            for one in (known or set()) - set(seated):
                self.tell("missing", "drawn", 1, None, one)
        for other in self.phases[: number - 1]:
            # A source that names no earlier phase names none that both could take from.
            shared = {s["phase"] for s in phase.get("from", []) if 1 <= s["phase"] < number} & {
                s["phase"] for s in other.get("from", []) if s["phase"] > 0
            }
            for one in seated:
                if shared and any(one in group for group in other.get("drawn", [])):
                    self.tell("twice", "drawn", number, None, one)

    def results(self, number, phase, known):
        for at, tables in enumerate(self.rounds[number - 1] if self.phases else [], 1):
            seated = []
            for one in tables:
                there = [one["bye"]] if "bye" in one else side_list(one["a"]) + side_list(one["b"])
                if len(there) == 2 and there[0] == there[1]:
                    self.tell("itself", "results", number, at, there[0])
                    there = there[:1]
                seated += there
                if phase["format"] == "knockout" and "score" in one:
                    ours, theirs = one["score"]
                    if ours == theirs or "forfeit" in one:
                        for who in there:
                            self.tell("drawn", "results", number, at, who)
            self.twice(seated, "results", number, at)
            for one in seated:
                self.stranger(one, known, "results", number, at)

    def is_wrong(self, number, source, taken):
        if not 1 <= source["phase"] < number:
            return True
        earlier = self.phases[int(source["phase"]) - 1]
        format_ = earlier.get("format")
        if format_ is not None and ("losers" in source) != (format_ == "knockout"):
            return True
        if "losers" in source and format_ == "knockout" and earlier.get("places") == "all":
            return True
        if "best" in source:
            return False
        wanted = source.get("places") or ["rest" if "rest" in source else "losers"]
        keys = [(source["phase"], one) for one in wanted]
        wrong = any(key in taken for key in keys) or len(set(keys)) < len(keys)
        taken += keys
        return wrong


class SeatsInDoubt:
    """The strangers that only the seats show, by the section on what a problem hides."""

    def __init__(self, faults):
        self.faults = faults
        self.phases = faults.phases
        self.rounds = faults.rounds if faults.phases else []
        self.strangers = set()
        self.naive = Naive(self.as_if_sound(), until=0)
        # Of each phase: None if its seats are unknown, else whether it is "waiting", "playing",
        # "finished" or of an unknown state, and whether it is known who plays on.
        self.states = []
        self.gives = []
        for number in range(1, len(self.phases) + 1):
            self.look_at(number)

    def problems(self, number=None):
        return {(code, field) for code, field, at, _, _ in self.faults.found if at == number}

    def fields(self, number):
        return {field for _, field in self.problems(number)}

    def unread(self, field):
        return any(
            (code, field, None, None, None) in self.faults.found for code in ("unknown", "missing")
        )

    def as_if_sound(self):
        """Return the line without all that does not count."""
        read = self.faults.read
        withdrawn = read.get("withdrawn", {})
        return {
            **{key: read[key] for key in ("by", "ties", "forbidden", "clubs") if key in read},
            "entrants": read.get("entrants", []),
            "withdrawn": {one: at for one, at in withdrawn.items() if is_number(at, 1)},
            "phases": [self.phase_as_if_sound(at + 1, one) for at, one in enumerate(self.phases)],
            "results": [[] for _ in self.phases],
        }

    def phase_as_if_sound(self, number, phase):
        format_ = phase.get("format") or "swiss"
        wrong = self.fields(number) | ({"groups"} if format_ == "individual" else set())
        sound = {key: phase[key] for key in PHASE_CHECKS if key in phase and key not in wrong}
        sound["format"] = format_
        if number > 1:
            sound["from"] = [one for one in phase.get("from", []) if 1 <= one["phase"] < number]
        if "drawn" in phase:
            drawn = phase["drawn"]
            sound["drawn"] = drawn[0] if format_ == "knockout" else drawn
        return sound

    def is_drawn(self, number):
        return "drawn" in self.phases[number - 1]

    def has_unread_seats(self, number):
        given = self.faults.line["phases"][number - 1]
        there = isinstance(given, dict) and given.get("drawn") is not None
        return there and not self.is_drawn(number)

    # The conditions of the docstring

    def are_entrants_unknown(self, number):
        if self.is_drawn(number):
            return False
        if self.has_unread_seats(number) or "phases" in self.fields(number) or number > 16:
            return True
        if number > 1:
            return "from" in self.fields(number)
        twice = ("twice", "entrants") in self.problems()
        return twice or self.unread("entrants")

    def are_groups_unknown(self, number):
        if self.fields(number) & {"groups", "format"}:
            return True
        if self.is_drawn(number) or self.naive.group_count(number) == 1:
            return False
        clubs = self.faults.read.get("clubs", [])
        members = [one for club in clubs for one in sorted(set(club))]
        in_two = any(members.count(one) > 1 for one in members)
        return in_two or self.unread("forbidden") or self.unread("clubs")

    def is_end_unknown(self, number):
        rounds = "rounds" in self.fields(number) and not self.naive.is_bracket(number)
        results = ("unknown", "results") in self.problems(number)
        return rounds or results or self.are_groups_unknown(number)

    def is_order_unknown(self, number):
        fields = self.fields(number)
        seated = [one for group in self.phases[number - 1].get("drawn", []) for one in group]
        if self.is_end_unknown(number) or "results" in fields or len(set(seated)) < len(seated):
            return True
        if ("missing", "drawn") in self.problems(number):
            return True
        if self.naive.is_bracket(number):
            return "places" in fields
        alone = self.naive.phases[number - 1]["format"] == "individual"
        counts = {"sit_out"} if alone else set()
        if self.naive.by == "total" and self.naive.group_count(number) == 1:
            counts.add("drop")
        ties = not alone and self.unread("ties")
        return ties or self.unread("by") or bool(fields & counts)

    def is_taken_unknown(self, number, source):
        """Is it unknown whom a source of this phase takes, if the order behind it is known?"""
        earlier = source["phase"]
        there = self.naive.shown[earlier - 1]["entrants"] or []
        leavers = {
            one
            for code, field, _, _, one in self.faults.found
            if (code, field) == ("unknown", "withdrawn") and one is not None
        }
        if self.unread("withdrawn") or leavers & set(there):
            return True
        others = {*range(earlier + 1, len(self.phases) + 1)} - {number}
        return any(self.may_have_taken(other, source) for other in others)

    def may_have_taken(self, other, source):
        sources = self.phases[other - 1].get("from", [])
        names_it = any(one["phase"] == source["phase"] for one in sources)
        unsure = bool(self.fields(other) & {"from", "phases"})
        if self.has_unread_seats(other) or "phases" in self.fields(other):
            return names_it or unsure
        if self.is_drawn(other):
            return unsure and not names_it
        return unsure and ("best" in source or "rest" in source)

    # Phase by phase

    def is_surely_not_ready(self, source):
        state = self.states[source["phase"] - 1]
        return state in ("waiting", "playing") and not self.naive.is_ready(source)

    def look_at(self, number):
        sources = self.naive.phases[number - 1].get("from", [])
        known = not self.are_entrants_unknown(number)
        waits = False
        if known and not self.is_drawn(number):
            waits = any(map(self.is_surely_not_ready, sources))
            known = waits or not any(
                not self.gives[one["phase"] - 1] or self.is_taken_unknown(number, one)
                for one in sources
            )
        if not known:
            self.naive.shown.append({"state": "unknown", "entrants": None})
            self.states.append(None)
            self.gives.append(False)
            return
        shown = {"state": "waiting", "entrants": None}
        if not waits:
            shown = self.naive.show(number)
        found = self.strangers_of(number, shown)
        self.strangers |= found
        self.gives.append(shown["state"] != "waiting" and not found)
        if shown["state"] != "waiting":
            self.gives[-1] = self.gives[-1] and not self.is_order_unknown(number)
            # A phase whose order counts has no problem in its results.
            self.naive.results[number - 1] = self.rounds[number - 1]
            shown = self.with_results(number, shown)
        unsure = shown["state"] != "waiting" and self.is_end_unknown(number)
        self.states.append(None if unsure else shown["state"])
        self.naive.shown.append(shown)

    def with_results(self, number, shown):
        if self.gives[-1]:
            return self.naive.show(number)
        rounds = self.rounds[number - 1]
        open_ = any("score" not in one and "bye" not in one for tables in rounds for one in tables)
        groups = shown.get("groups", [shown["entrants"]]) or [[]]
        enough = len(rounds) >= self.naive.needed(number, shown["entrants"], groups)
        over = enough and not open_
        return {**shown, "state": "finished" if over else "playing"}

    def strangers_of(self, number, shown):
        groups = shown.get("groups", [shown["entrants"] or []])
        if self.are_groups_unknown(number):
            groups = [shown["entrants"] or []]
        anywhere = set()
        if ("missing", "drawn") in self.problems(number):
            anywhere = set(self.naive.entrants) - set(shown["entrants"])
        found = set()
        for at, tables in enumerate(self.rounds[number - 1], 1):
            for one in tables:
                there = [one["bye"]] if "bye" in one else side_list(one["a"]) + side_list(one["b"])
                there = [who for who in there if who not in anywhere]
                out = [who for who in there if not any(who in group for group in groups)]
                if not out and "a" in one and not any(set(there) <= set(group) for group in groups):
                    out = side_list(one["a"])[:1]
                found |= {("stranger", "results", number, at, who) for who in out}
        return found
