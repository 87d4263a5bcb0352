"""Requests from sound to senseless, and matches, by seeded chance: faster than Hypothesis.

Lines and not values, because a number can be written in ways that a value does not remember.
"""

import json
import random
import re

from scorekeeper.rules.codec import read_rules, write_hand
from scorekeeper.rules.match_file import read_match_hand
from tests.rules import naive
from tests.rules.naive import CHOICES, PRESETS
from tests.rules.strategies import FIELDS, FOURS, RUNS, UNNAMED, total_of

SIDES = ("A", "B")
SEATS = ("A1", "B1", "A2", "B2")
SUITS = ("hearts", "diamonds", "clubs", "spades")
DECLARED = [*RUNS, *UNNAMED * 6, *FOURS * 6, *["run3:7", "run3:8", "run8:8"] * 3]
NUMBERS = [
    *("0", "-0", "-0.0", "1", "2", "2.0", "4", "81", "85", "86", "90.5", "97.0", "9.7e1", "1e2"),
    *(
        "20",
        "21",
        "5000",
        "5001",
        "80",
        "400",
        "401",
        "130",
        "161",
        "162",
        "163",
        "258",
        "-80",
        "1e300",
        "1e400",
    ),
    *("9007199254740993", "-9007199254740830", "9007199254740992", "90071992547409930000"),
    *("12345678901234567890", "1" + "0" * 99, "1" + "0" * 100, "9" * 400, "1e100", "1e99", "1e23"),
]
"""As they stand in the line: what JavaScript and Python read differently, among others."""
WORDS = [
    *("A", "B", "C", "", "nobody", "kapo", "none", "all", "hearts", "Hearts", "cafe", "simple"),
    *(
        "run3",
        "run3:A:t",
        "run3:t",
        "run3:A:x",
        "run3:A:t:t",
        "four:9",
        "run9",
        "nines:A",
        "é",
        "\ud800",
        "90",
    ),
    *("constructor", "__proto__", "toString", "length", "hasOwnProperty"),
]
KEYS = [*FIELDS, *WORDS, "A1", "preset", "id", "\U0001f0cf", "\uffee", "zz", "z"]
NOT_PLAYED = {"bid": ["kapo", 75, 81, 85, 405], "trump": ["none", "all"], "doubled": [2, 4]}
"""Values that some tables play and others do not."""
NUMBER = "number "
_AS_NUMBER = re.compile(rf'"{NUMBER}([^"]*)"')


def line(request):
    """The request as a line of JSON, in which the numbers of `NUMBERS` are written as they are."""
    return _AS_NUMBER.sub(r"\1", json.dumps(request)).encode()


class Wild:
    """Chance for what is asked of the engine; the same for the same seed."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.one_of = self.chance.choice

    def happens(self, share):
        return self.chance.random() < share

    def side(self):
        return self.one_of(SIDES)

    def lines(self, count):
        """Requests to `score`: most of them of a table's hands, a third of them spoilt."""
        return [line(self.request()) for _ in range(count)]

    def request(self):
        if self.happens(0.05):
            return self.anything()
        rules = self.rules()
        hand = self.hand(rules)
        if self.happens(0.3):
            self.spoil(hand)
        request = {"rules": rules, "hand": hand}
        if self.happens(0.05):
            self.spoil_rules(rules)
        if self.happens(0.03):
            request[self.one_of(["id", "rules", "hand", "Hand", *WORDS])] = self.anything()
        if rules.keys() == {"preset"} and self.happens(0.5):
            request["rules"] = rules["preset"]
        return request

    def rules(self):
        """A preset, often with some of its switches turned."""
        rules = {"preset": self.one_of(list(PRESETS))}
        for switch in self.chance.sample(list(CHOICES), self.one_of([0, 0, 1, 3, 12])):
            rules[switch] = self.one_of(CHOICES[switch])
        return rules

    def hand(self, rules):
        """A hand that could be told at a table with these rules; its declarations may clash."""
        switch = naive.rule_set(rules)
        if self.happens(0.02):
            return {"passed_out": True}
        hand = {"bidder": self.side(), "bid": self.bid(switch), "trump": self.trump(switch)}
        if switch["doubling"] != "off":
            hand["doubled"] = self.one_of([1, 1, 2, 4])
        hand |= self.result(total_of(switch, hand["trump"]), hand["bid"])
        if self.happens(0.4):
            hand["declarations"] = self.one_of([self.any_declared, self.rivals])()
            hand["declarations_to"] = self.one_of([None, None, None, None, "A", "B", "nobody"])
            hand["leader"] = self.one_of([None, "A", "B"])
        if hand["trump"] not in ("none", "all") and self.happens(0.5):
            hand[self.one_of(["pilotta", "pilotta", "pilotta_failed"])] = self.side()
        if self.happens(0.5):
            hand["tie_point"] = self.one_of([None, "A", "B"])
        return hand

    def bid(self, switch):
        if switch["kapo_bid"] and self.happens(0.1):
            return "kapo"
        bid = self.chance.randint(80, self.one_of([130, 180, 400]))
        return bid - bid % switch["bid_step"]

    def trump(self, switch):
        more = ["none", "none", "all", "all"] if switch["trumps"] == "with_none_all" else []
        return self.one_of([None, *SUITS, *more])

    def result(self, total, bid):
        """A kapo, or card points that are often those of the bid, or of equal last digits."""
        if self.happens(0.15):
            return {"kapo": self.side()}
        near = self.chance.randint(-3, 3) + (bid if bid != "kapo" and bid < 160 else 100)
        points = self.one_of([near, self.chance.randint(0, total), 86, 76, 66, 96, total // 2])
        points = min(points, total)
        told = {"A": points, "B": total - points}
        return {"points": self.one_of([told, {"A": points}, {"B": total - points}])}

    def any_declared(self):
        return {side: self.declared() for side in SIDES if self.happens(0.8)}

    def rivals(self):
        """Declarations of one kind on both sides, often of one top card."""
        kind = self.one_of(["run3", "run4", "run5", "run6", "four"])
        tops = ("10", "J", "Q", "K", "A") if kind != "four" else ("10", "Q", "K", "A")
        top = self.one_of(tops)
        codes = []
        for _ in SIDES:
            named = f"{kind}:{self.one_of([top, top, self.one_of(tops)])}"
            trumps = self.one_of(["", ":t"]) if kind != "four" else ""
            codes.append(self.one_of(DECLARED) if self.happens(0.2) else named + trumps)
        return {side: [code] for side, code in zip(SIDES, codes, strict=True)}

    def declared(self):
        return [self.one_of(DECLARED) for _ in range(self.one_of([0, 1, 1, 1, 2, 3]))]

    def spoil(self, hand):
        """Lose, change and add some fields."""
        for _ in range(self.one_of([1, 1, 2, 4])):
            field = self.one_of(FIELDS)
            if self.happens(0.2):
                hand.pop(field, None)
            elif field in NOT_PLAYED and self.happens(0.5):
                hand[field] = self.one_of(NOT_PLAYED[field])
            elif field == "points":
                hand[field] = {side: self.number() for side in self.one_of(["A", "B", "AB", "C"])}
            elif field == "declarations":
                hand[field] = {side: self.declared() for side in SIDES}
                hand[field][self.side()].append(self.word())
            elif self.happens(0.7):
                hand[field] = self.scalar()
            else:
                hand[self.one_of(KEYS)] = self.anything()

    def spoil_rules(self, rules):
        field = self.one_of([*CHOICES, "version", "version", "target", "preset", "jokers", *WORDS])
        rules[field] = self.anything()

    def number(self):
        return NUMBER + self.one_of(NUMBERS)

    def word(self):
        return self.one_of(WORDS)

    def scalar(self):
        wild = (self.number, self.number, self.word, self.word)
        return self.one_of([*wild, lambda: self.one_of([None, True, False])])()

    def anything(self, depth=3):
        if depth == 0 or self.happens(0.5):
            return self.scalar()
        inner = range(self.one_of([0, 1, 2, 4]))
        if self.happens(0.5):
            return [self.anything(depth - 1) for _ in inner]
        return {self.one_of(KEYS): self.anything(depth - 1) for _ in inner}

    def match(self):
        """Entries of all kinds, ended or not, some of the hands kept by older rules."""
        end = {
            "target": self.one_of([21, 151, 351]),
            "both_over": self.one_of(["higher", "bidder"]),
        }
        rules = {**self.rules(), **end}
        older = self.rules()
        entries, kept = [], {}
        if self.happens(0.8):
            near = {side: rules["target"] - self.chance.randint(1, 20) for side in SIDES}
            entries.append({"adjust": near, "reason": "carried over"})
        for place in range(len(entries), len(entries) + self.one_of([0, 1, 2, 4, 12])):
            if self.happens(0.12):
                sides = self.one_of(["A", "B", "AB"])
                entries.append({"adjust": {side: self.chance.randint(-30, 30) for side in sides}})
            elif self.happens(0.1):
                entries.append(self.sound_hand(older))
                led = {"leader": self.side()} if "declarations" in entries[-1] else {}
                kept[place] = {"hand": {**entries[-1], **led}, "rules": older}
            else:
                entries.append(self.sound_hand(rules))
        claim = {"by": "claim", "side": self.side(), "points": self.chance.randint(0, 25)}
        ended = self.one_of([None, None, {"by": "hand"}, claim])
        match = {"entries": entries, "rules": rules, "first_dealer": self.one_of(SEATS)}
        return {**match, "ended": ended, "kept": kept}

    def sound_hand(self, rules):
        """A hand of a match without problems, in the one form in which it is written."""
        rule_set, _ = read_rules(rules)
        while True:
            told = {"passed_out": True} if self.happens(0.1) else self.hand(rules)
            hand, problems = read_match_hand(told, rule_set, "A1")
            if not problems:
                return write_hand(hand)

    def parts(self, count):
        """Questions to the engine's parts (see `parts`), as lines."""
        asked = (self.asked_of_hand, self.asked_of_rules, self.asked_of_seats)
        return [line(self.one_of(asked)()) for _ in range(count)]

    def matches(self, count):
        """Matches to fold, as lines."""
        return [line({"standing": self.match()}) for _ in range(count)]

    def asked_of_hand(self):
        rules = self.rules()
        hand = self.hand(rules)
        if self.happens(0.3):
            hand = {field: told for field, told in hand.items() if field not in ("points", "kapo")}
        if self.happens(0.3):
            self.spoil(hand)
        # Numbers out of all reason are read as 10 ** 100 here and stay what they are there.
        plain = json.loads(line(hand), parse_int=_in_reason, parse_float=_in_reason)
        return {"hand": {"rules": rules, "hand": plain}}

    def asked_of_rules(self):
        rules = self.rules()
        if self.happens(0.3):
            self.spoil_rules(rules)
        return {"rules": json.loads(line(rules), parse_int=_in_reason, parse_float=_in_reason)}

    def asked_of_seats(self):
        rules = self.rules()
        table = {"seat": self.one_of(SEATS), "suit": self.one_of(SUITS)}
        told = {"hand": self.sound_hand(rules), "bidder": self.one_of(["A", "B", None])}
        return {"seats": {"rules": rules, **table, **told}}


def _in_reason(digits):
    number = float(digits)
    number = max(-1e9, min(number, 1e9))
    return int(number) if number.is_integer() else number
