"""Random evenings by the API of a real server, against a second reading of docs/phases.md."""

import json
import random
import secrets
from itertools import count
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.phases.naive_advance import Naive
from tests.phases.test_played_phases import plan_of
from tests.support.server import Server

MOST_DRAWN = 8


class Desk:
    """A program that keeps a tournament through the API."""

    def __init__(self, url, chance, line):
        self.url, self.chance, self.line = url, chance, line
        self.alone = line["phases"][0]["format"] == "individual"
        made = self.send("POST", "/tournaments", set_up_of(line))
        self.secret, self.told = made["secret"], made["tournament"]
        self.path = f"/tournaments/{self.told['id']}"
        self.withdrawn = {}
        clubs = {name: str(at) for at, club in enumerate(line.get("clubs", [])) for name in club}
        pairs = [
            {
                "players": [f"A{name}", "" if self.alone else f"B{name}"],
                "seeding": line["entrants"].index(name) + 1,
                "club": clubs.get(name, ""),
            }
            for name in sorted(line["entrants"], key=int)
        ]
        assert self.do("add_pairs", pairs=pairs)
        self.forbidden = []
        for one, other in line.get("forbidden", []):
            if one != other and self.do("keep_apart", pairs=[one, other], apart=True):
                self.forbidden.append([one, other])
        self.clubs = []
        if clubs and not self.alone and self.do("keep_clubs_apart", apart=True):
            self.clubs = line["clubs"]

    def send(self, method, path, body=None):
        """The answer; None where it is refused."""
        data = None if body is None else json.dumps(body).encode()
        secret = {"Authorization": f"Bearer {self.secret}"} if hasattr(self, "secret") else {}
        headers = {"Content-Type": "application/json", **secret}
        request = Request(f"{self.url}/api/v1{path}", data, headers, method=method)
        try:
            with urlopen(request) as answer:  # the test's own server
                return json.load(answer)
        except HTTPError as refused:
            if refused.code not in (409, 422):
                raise
            return None

    def do(self, op, **fields):
        """Send the operation; None where it is refused."""
        path = f"{self.path}/ops/{secrets.token_hex(16)}"
        done = self.send("PUT", path, {"op": op, "revision": self.told["revision"], **fields})
        if done:
            self.told["revision"] = done["revision"]
        return done

    def play(self):
        """Write the results of the last round; at times somebody withdraws."""
        self.told = self.send("GET", self.path)
        drawn = self.told["drawn"][-1]
        for table in drawn["tables"]:
            a, b = self.chance.randint(0, 4), self.chance.randint(5, 9)
            score = [a, b] if self.chance.random() < 0.5 else [b, a]
            told = {"round": drawn["round"], "table": table["table"], "score": score}
            assert self.do("result", **told, sure=True)
        if self.chance.random() < 0.15:
            self.do("change_pair", pair=self.chance.choice(self.line["entrants"]), withdrawn=True)
        self.told = self.send("GET", self.path)

    def parts(self):
        """Each part of each round: its number, the part, its tables."""
        for drawn in self.told["drawn"]:
            tables = {table["table"]: table for table in drawn["tables"]}
            whole = {"phase": 1, "group": 1, "draw": drawn["draw"], "byes": drawn["byes"]}
            for part in drawn.get("parts", [{**whole, "tables": [*tables]}]):
                yield drawn["round"], part, [tables[number] for number in part["tables"]]

    def asked(self):
        """The line that `python -m scorekeeper advance` would read."""
        phases = [dict(phase) for phase in self.line["phases"]]
        groups, rounds, last_phase = {}, {}, {}
        for number, part, tables in self.parts():
            at, draw = part["phase"], part["draw"]
            there = draw.get("players") or draw["pairs"]
            groups[at, part["group"]] = there
            last_phase |= {key: max(at, last_phase.get(key, 1)) for key in there}
            rounds.setdefault(at, {}).setdefault(number, []).extend(
                [
                    *(self.result(table) for table in tables),
                    *({"bye": key} for key in part["byes"]),
                ]
            )
        for (at, _), there in sorted(groups.items()):
            if phases[at - 1]["format"] == "knockout":
                phases[at - 1]["drawn"] = there
            else:
                phases[at - 1].setdefault("drawn", []).append(there)
        return {
            "entrants": self.line["entrants"],
            "phases": phases,
            "results": [
                [rounds[at][number] for number in sorted(rounds[at])] if at in rounds else []
                for at in range(1, len(phases) + 1)
            ],
            "by": self.line["by"],
            "ties": [] if self.alone else self.line.get("ties", []),
            "forbidden": self.forbidden,
            "clubs": self.clubs,
            "withdrawn": {
                pair["pair"]: last_phase.get(pair["pair"], 1)
                for pair in self.told["pairs"]
                if pair["withdrawn"]
            },
        }

    def result(self, table):
        sides = {side: table[side] for side in "ab"}
        return {**sides, **({"score": table["score"]} if table["score"] else {})}

    def check(self):
        """Compare the told phases with the second reading.

        A later phase whose entrants all went home has ended for the app alone.
        """
        home = {pair["pair"] for pair in self.told["pairs"] if pair["withdrawn"]}
        later = [phase["entrants"] for phase in self.told["played_phases"][1:]]
        if any(entrants is not None and {*entrants} <= home for entrants in later):
            return
        naive = Naive(self.asked()).answer()
        assert self.told["played_phases"] == naive["phases"]
        assert self.told["final_order"] == naive["final"]


def set_up_of(line):
    first, *later = line["phases"]
    ties = [] if first["format"] == "individual" else line.get("ties", [])
    return {
        "name": "Evening",
        "rules": {"preset": "cafe"},
        **{name: value for name, value in first.items() if value is not None},
        "phases": later,
        "standing": {"by": line["by"], "tie_breaks": ties, "bye": [0, 0]},
    }


def small_plan(chance):
    """A plan of at least two phases or groups, which a tournament without phases has not."""
    while True:
        line = plan_of(chance)
        first = line["phases"][0]
        if len(line["phases"]) > 1 or first.get("groups", 1) > 1:
            return line


MANY = [
    pytest.param(range(6), id="some", marks=pytest.mark.slow),
    pytest.param(range(1000, 1300), id="all", marks=pytest.mark.faults),
]


@pytest.mark.parametrize("seeds", MANY)
def test_evening_by_the_api_equals_the_second_reading(seeds, tmp_path):
    server = Server(tmp_path, NEW_MATCHES=1_000_000)
    server.start()
    try:
        for seed in seeds:
            chance = random.Random(seed)
            desk = Desk(server.url, chance, small_plan(chance))
            for number in count():
                if number > MOST_DRAWN or not desk.do("draw"):
                    break
                desk.play()
                desk.check()
    finally:
        server.stop()
