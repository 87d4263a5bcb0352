"""One club on two servers: persons, joins, games and seasons at the same moment from both.

No act is lost, none is there twice, and both show the same afterwards.
"""

import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import psycopg

from tests.faults.asking import Asking
from tests.support.examples import ALL
from tests.support.processes import wait_until

NAMES = ("Maria", "Giorgos", "Eleni", "Andreas")
KNOWN = {"1": ["1", "2"], "2": ["3", "4"]}
SEATED = {"A1": "1", "A2": "2", "B1": "3", "B2": "4"}
RULES = {"by": "pair", "points": {"scheme": "places", "table": [25, 18]}}
MADE = {"bidder": "A", "bid": 90, "points": {"A": 97}}
TIMES, PERSONS = (10, 20) if ALL else (3, 8)
"""How often two come at once, and how many persons each of two adds while a server is killed."""
DESKS = 4
"""Programs at once, half of them at each server."""


class Secretary(Asking):
    """A program that keeps a club at one server."""

    def __init__(self, server, secret=None, club=""):
        super().__init__(server, secret)
        self.path = f"/clubs/{club}"
        self.acknowledged = []

    def begin(self):
        """Begin the club."""
        begun = self.send("POST", "/clubs", {"name": "Club"}).data
        self.secret, self.path = begun["secret"], f"/clubs/{begun['club']['id']}"
        return self

    @property
    def public_id(self):
        return self.path.rpartition("/")[2]

    def at(self, server):
        """The same at another server."""
        return Secretary(server, self.secret, self.public_id)

    def club(self):
        return self.get(self.path)

    def once(self, op, op_id=None, **fields):
        """Ask for it once, and keep the id of what is written; a server that breaks is a fault."""
        op_id = op_id or secrets.token_hex(16)
        if "revision" not in fields:
            fields["revision"] = self.club()["revision"]
        body = {"op": op, **fields}
        answer = self.ask_once("PUT", f"{self.path}/ops/{op_id}", body)
        assert answer.status in (200, 201, 409, 422, 503), answer
        if answer.status in (200, 201):
            self.acknowledged.append(op_id)
        return answer

    def done(self, op, fields_now=None, **fields):
        """Do the act, deciding again if another client was faster; `fields_now` reads the club."""
        while True:
            club = self.club()
            own = {"revision": club["revision"], **(fields_now(club) if fields_now else fields)}
            answer = self.once(op, **own)
            if answer.status not in (409, 503):
                assert answer.status == 201, answer
                return answer.data

    def evening(self):
        """A tournament of two pairs that the first has won; its address."""
        told = {"name": "Friday", "rules": "cafe", "format": "round_robin"}
        made = self.send("POST", "/tournaments", told).data
        path = f"/tournaments/{made['tournament']['id']}"
        pairs = [{"players": [*two]} for two in (NAMES[:2], NAMES[2:])]
        result = {"round": 1, "table": 1, "score": [351, 200]}
        for op, fields in (("add_pairs", {"pairs": pairs}), ("draw", {}), ("result", result)):
            revision = self.get(path)["revision"]
            assert self.do(path, op, revision, **fields)[1].status == 201
        return path.rpartition("/")[2]

    def game(self):
        """A match of one hand at the club; its address."""
        path = f"/matches/{secrets.token_hex(11)}"
        body = {"rules": "cafe", "club": self.public_id, "persons": SEATED}
        started = self.send("PUT", path, body)
        assert started.status == 201, started
        revision = self.get(path)["revision"]
        assert self.do(path, "record", revision, hand=MADE)[1].status == 201
        return path.rpartition("/")[2]


def begin(server):
    """A club of four, with an empty season."""
    secretary = Secretary(server).begin()
    for name in NAMES:
        secretary.done("add_person", name=name)
    secretary.done("set_season_up", season=1, name="Spring", rules=RULES, tournaments=[])
    return secretary


def acts(pair, public_id):
    """Every act of the club as the database has it: its number, its operation, its kind."""
    asked = (
        "SELECT seq, op_id, kind FROM club_event JOIN club ON club.id = club_id"
        " WHERE public_id = %s ORDER BY seq"
    )
    with psycopg.connect(pair.database_url) as connection:
        return connection.execute(asked, [public_id]).fetchall()


def check_acts(pair, secretaries):
    """All that was acknowledged is there once, in one order, and nothing else is."""
    own = [one for secretary in secretaries for one in secretary.acknowledged]
    found = acts(pair, secretaries[0].public_id)
    assert [seq for seq, _, _ in found] == [*range(1, len(found) + 1)]
    created, *written = [op_id for _, op_id, _ in found]
    assert sorted(written) == sorted({*own})
    assert created not in own


def told_by(pair, secretary):
    """Return each server's data on the club, its season, its record and its matches."""
    paths = ("", "/seasons/1", "/record", "/matches")
    desks = [secretary.at(server) for server in pair.servers]
    told = [[desk.get(secretary.path + path) for path in paths] for desk in desks]
    for club, *_ in told:
        assert club.pop("watch"), "each has its own address here"
    return told


def evening_at(desk, number):
    """Persons, a join that is parted again, a game and an evening that the season counts."""
    own = [desk.done("add_person", name=f"Guest {number}{letter}")["seq"] for letter in "ab"]
    assert len(own) == 2
    by_name = {one["name"]: one["person"] for one in desk.club()["persons"]}
    one, other = (by_name[f"Guest {number}{letter}"] for letter in "ab")
    desk.done("join_persons", person=one, other=other)
    game = desk.game()
    tournament = desk.evening()
    desk.done("add_tournament", tournament=tournament)
    desk.done("know_players", tournament=tournament, persons=KNOWN)

    def with_it(club):
        (season,) = club["seasons"]
        counted = [*season["tournaments"], {"tournament": tournament, "weight": "1"}]
        return {"season": 1, "name": "Spring", "rules": RULES, "tournaments": counted}

    desk.done("set_season_up", with_it)
    if number % 2:
        desk.done("part_person", person=other)
    return game, tournament


def test_no_act_is_lost_or_there_twice_and_both_tell_the_same(pair):
    first = begin(pair.servers[0])
    desks = [first.at(pair.servers[number % 2]) for number in range(DESKS)]
    with ThreadPoolExecutor(DESKS) as programs:
        played = list(programs.map(evening_at, desks, range(DESKS)))
    games, tournaments = zip(*played, strict=True)
    check_acts(pair, [first, *desks])
    own, others = told_by(pair, first)
    assert own == others
    club, season, record, matches = own
    assert len(club["persons"]) == len(NAMES) + 2 * DESKS
    assert sum(one["same_as"] is not None for one in club["persons"]) == DESKS // 2
    assert {one["id"] for one in season["events"]} == {*tournaments}
    assert [(row["unit"], row["points"], row["events"]) for row in season["rows"]] == [
        (["1", "2"], f"{25 * DESKS}.00", DESKS),
        (["3", "4"], f"{18 * DESKS}.00", DESKS),
    ]
    assert {one["match"] for one in matches["matches"]} == {*games}
    figures = next(one for one in record["records"][0]["pairs"] if one["pair"] == ["1", "2"])
    assert figures["hands"] == DESKS


def test_person_added_on_both_servers_at_once_is_stored_once(pair):
    """The same operation at the same moment, and the same name as two."""
    first = begin(pair.servers[0])
    desks = [first.at(server) for server in pair.servers]
    for number in range(TIMES):
        op_id = secrets.token_hex(16)
        with ThreadPoolExecutor(2) as programs:
            add = partial(asked, "add_person", op_id=op_id, name=f"Same {number}")
            repeated = list(programs.map(add, desks))
            add = partial(asked, "add_person", name=f"Twice {number}")
            named = list(programs.map(add, desks))
        assert {one.status for one in repeated} <= {200, 201}
        assert sorted(one.status for one in named) == [201, 422]
        refused = next(one for one in named if one.status == 422)
        assert refused.data["problems"][0]["code"] == "person_there"
    check_acts(pair, [first, *desks])
    own, others = told_by(pair, first)
    assert own == others
    assert len(own[0]["persons"]) == len(NAMES) + 2 * TIMES


def asked(op, desk, op_id=None, **fields):
    """The answer to it, asked for as often as the database is busy."""
    op_id = op_id or secrets.token_hex(16)
    answer = desk.once(op, op_id, **fields)
    while answer.status == 503:
        answer = desk.once(op, op_id, **fields)
    return answer


def test_one_is_killed_and_no_act_is_lost(pair):
    first = begin(pair.servers[0])
    desks = [first.at(pair) for _ in range(2)]

    def keep_adding(desk, letter):
        for number in range(PERSONS):
            revision = desk.club()["revision"]
            op_id, answer = desk.do(desk.path, "add_person", revision, name=f"{letter} {number}")
            assert answer.status in (200, 201), answer
            desk.acknowledged.append(op_id)

    with ThreadPoolExecutor(2) as programs:
        running = [programs.submit(keep_adding, *one) for one in zip(desks, "ab", strict=True)]
        wait_until(lambda: len(desks[0].acknowledged) > 3, "nobody is served")
        pair.servers[0].kill()
        for one in running:
            one.result()
    pair.start()
    check_acts(pair, [first, *desks])
    own, others = told_by(pair, first)
    assert own == others
    assert len(own[0]["persons"]) == len(NAMES) + 2 * PERSONS
