"""Tournaments whose phones get lost, and whose servers and workers are killed: no hand is lost.

Twenty pairs play five rounds; in `make faults` forty. At the end the standings are the fold of all
acts, no hand is there twice, and the sheets are printed. After groups each bracket has the pairs
that the written hands lead there.
"""

import random
import re
from functools import partial

import psycopg
import pytest

from tests.faults.asking import Asking
from tests.faults.playing import HANDS, Events, Room
from tests.support.examples import ALL
from tests.support.http_scorer import Scorer
from tests.support.paper import pdf_pages
from tests.support.processes import wait_until
from tests.support.truth import check_file

PAIRS = 40 if ALL else 20
ROUNDS = 5
PATIENCE = 1800 if ALL else 300
"""Seconds for a tournament, beside other tests."""
LIST = "\n".join(f"Maria {number}, Giorgos {number}" for number in range(1, PAIRS + 1))
STANDING = {"by": "wins", "tie_breaks": ["buchholz"]}
SHORT = {"rules": "cafe", "length": "hands", "limit": HANDS}
TO_A_TARGET = {"rules": {"preset": "cafe", "target": 151}}
PHONES = 60 if ALL else 8
KILLS = (3, 3, 2, 2) if ALL else (1, 0, 0, 1)
"""Kills in each round: three of the groups, one of the brackets."""
IN_A_GROUP = 4
PAIRS_IN_GROUPS = 2 * PHONES
PHASES = [
    {"format": "knockout", "from": [{"phase": 1, "places": [1, 2]}]},
    {"format": "knockout", "from": [{"phase": 1, "rest": True}]},
]
SET_UP = {
    "format": "round_robin",
    "rounds": 0,
    "groups": PAIRS_IN_GROUPS // IN_A_GROUP,
    "phases": PHASES,
    "rules": {"preset": "cafe", "target": 151},
}


class Organiser(Asking):
    """The organiser with a laptop."""

    def __init__(self, server, **fields):
        super().__init__(server)
        told = {"name": "Cup", "rounds": ROUNDS, "standing": STANDING, **fields}
        made = self.send("POST", "/tournaments", told).data
        self.secret, self.public_id = made["secret"], made["tournament"]["id"]
        self.path = f"/tournaments/{self.public_id}"

    def done(self, op, **fields):
        """Do it in the tournament as it stands."""
        _, answer = self.do(self.path, op, self.get(self.path)["revision"], **fields)
        assert answer.status in (200, 201), answer
        return answer.data

    def draw(self):
        """Draw the next round; the links of its tables, as they are printed."""
        self.done("draw")
        number = len(self.get(self.path)["drawn"])
        return self.get(f"{self.path}/rounds/{number}/links")["links"]

    def renew(self, number, link):
        """A new link in place of a lost one."""
        path = f"{self.path}/rounds/{number}/tables/{link['table']}/link"
        return self.send("POST", path, {}).data

    def helper(self):
        """Another phone with the helpers' link."""
        return Asking(
            self._server, self.send("POST", f"{self.path}/links", {"role": "helper"}).data["secret"]
        )


def type_in(helper, organiser, number, table, score, **more):
    """A result from paper, by a phone that has read the tournament a moment ago.

    It insists: by then the table's phone may have told of other winners.
    """
    now = helper.get(organiser.path)["revision"]
    told = {"round": number, "table": table, "score": score, "sure": True, **more}
    _, answer = helper.do(organiser.path, "result", now, **told)
    assert answer.status in (200, 201), answer


@pytest.mark.timeout(PATIENCE)
@pytest.mark.faults
@pytest.mark.parametrize("length", [SHORT, TO_A_TARGET], ids=["hands", "target"])
def test_a_whole_tournament_comes_through_lost_phones_and_a_killed_server(server, length):
    play_tournament(server, length)


@pytest.mark.timeout(PATIENCE)
@pytest.mark.parametrize(
    "length", [SHORT, pytest.param(TO_A_TARGET, marks=pytest.mark.faults)], ids=["hands", "target"]
)
def test_it_comes_through_where_a_server_of_two_and_the_worker_are_killed(pair, length):
    """On PostgreSQL, behind nginx."""
    play_tournament(pair, length, Sheets(pair))


def play_tournament(server, length, sheets=None):
    """By phones that write and get lost, while a server is killed and comes back.

    `tournament.sheets` are those of the third round, whose worker is killed over them.
    """
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    organiser, room = Organiser(server, **length), Room(server, seed)
    organiser.done("paste_pairs", text=LIST)
    helper = organiser.helper()

    first_round(organiser, room, helper)
    a_phone_is_lost_and_another_one_goes_on(organiser, room)
    the_server_is_killed(organiser, room, helper, sheets)
    a_phone_is_lost_and_its_sheet_is_typed_in(organiser, room, helper)
    room.play(organiser.draw())

    check_file(server)
    check_hands(server, organiser, room)
    check_standings(server, organiser)


def first_round(organiser, room, helper):
    """With a wrong entry, which is found two rounds later."""
    links = organiser.draw()
    assert len(links) == PAIRS // 2
    room.play(links, silent={2})
    type_in(helper, organiser, 1, 2, [351, 240])


def a_phone_is_lost_and_another_one_goes_on(organiser, room):
    """The finder of the lost phone's code can write nothing any more."""
    links = organiser.draw()
    room.play(links, silent={3})
    lost = links[2]
    found = organiser.renew(2, lost)
    thief = Asking(room.server, lost["secret"])
    path = f"/matches/{lost['match']}"
    _, answer = thief.do(path, "stop", thief.get(path)["revision"])
    assert answer.status == 401
    room.play_at(found)


def the_server_is_killed(organiser, room, helper, sheets):
    """In the middle of the round, while phones write and a helper types."""
    organiser.done("change_pair", pair="7", withdrawn=True)
    links = organiser.draw()
    before, after = links[: PAIRS // 4], links[PAIRS // 4 :]
    room.play(before)
    room.hold_after(6)

    def kill():
        room.wait_for(3)
        if sheets:
            sheets.begin(organiser, 3)
            sheets.kill_worker()
        room.server.kill()
        room.let_go()
        room.server.start()
        type_in(helper, organiser, 3, 1, [400, 300])

    room.play(after, meanwhile=kill)
    if sheets:
        assert [page_of(page) for page in sheets.pages()] == list(range(1, len(links) + 1))
    type_in(organiser, organiser, 1, 2, [240, 351], reason="the sides were confused")


def a_phone_is_lost_and_its_sheet_is_typed_in(organiser, room, helper):
    links = organiser.draw()
    room.play(links, silent={5})
    type_in(helper, organiser, 4, 5, [120, 351], hands=[1, 3])
    organiser.done("adjust", pair="9", to="difference", points=-50, reason="late")


def check_hands(server, organiser, room):
    """Assert that each saved hand is in the file once, in its order, and that no other hand is."""
    events = Events(server, organiser.public_id)
    own = set(events.tables.values())
    assert set(room.saved) == own
    for match in own:
        assert list(events.hands[match].items()) == list(room.saved[match].items())


def check_standings(server, organiser):
    """They are the fold of all events, and every round is as the events say."""
    events = Events(server, organiser.public_id)
    told = organiser.get(organiser.path)
    assert len(told["drawn"]) == ROUNDS
    for drawn, tables in zip(told["drawn"], events.rounds(), strict=True):
        shown = [(one["a"], one["b"], tuple(one["score"])) for one in drawn["tables"]]
        assert shown == [(a, b, score) for a, b, score, _won in tables]
    met = [frozenset((a, b)) for tables in events.rounds() for a, b, *_ in tables]
    assert len(set(met)) == len(met), "nobody has met twice"
    folded = events.standings()
    assert {row["pair"] for row in told["standings"]} == set(folded)
    for row in told["standings"]:
        own = folded[row["pair"]]
        if "buchholz" not in row:  # no other pair had its wins and difference
            del own["buchholz"]
        assert row == {"pair": row["pair"], **own}


class Sheets:
    """Requests for sheets, each from another browser, at two servers on PostgreSQL."""

    def __init__(self, pair):
        self._pair = pair
        self._worker = pair.start_worker()

    def begin(self, organiser, number):
        """Ask for a round's, and hold the worker up as soon as it has begun."""
        told = organiser.send("POST", f"{organiser.path}/links", {"role": "organiser"}).data
        self._browser = Scorer(self._pair).open_link("/tournaments/link", told["secret"])
        self._path = f"/t/{organiser.public_id}/papers/sheets", f"?round={number}"
        asked = self._browser.post("".join(self._path))
        assert asked.status == 303, asked
        # By the same connection: a new one takes as long as a few sheets on a busy machine.
        with psycopg.connect(self._pair.database_url, autocommit=True) as database:
            is_running = partial(self._is_at, database, "running", 1)
            wait_until(is_running, "no worker takes up the job")
            self._worker.hang()
            assert is_running(), "it was done before"

    def kill_worker(self):
        """End it as a power cut does; another one is there at once."""
        self._worker.kill()
        self._worker = self._pair.start_worker()

    def pages(self):
        """The text of each, once the other worker has made them."""
        with psycopg.connect(self._pair.database_url, autocommit=True) as database:
            is_done = partial(self._is_at, database, "done", 2)
            wait_until(is_done, "nobody does a killed worker's job")
        self._worker.stop()  # the next tournament on this database has its own
        made = self._browser.get(".pdf".join(self._path))
        assert made.status == 200, made
        return pdf_pages(made.body)

    def _is_at(self, database, state, attempts):
        newest = "SELECT state, attempts FROM job WHERE kind = 'paper' ORDER BY id DESC"
        found = database.execute(newest)
        return found.fetchone() == (state, attempts)


def page_of(text):
    """The number of the table that the sheet is for."""
    return int(re.search(r"Table (\d+)", text)[1])


# --- groups and their brackets ---


@pytest.mark.faults
@pytest.mark.timeout(1800)
def test_brackets_are_drawn_from_all_hands_though_the_server_is_killed(server, record_property):
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    organiser, room = Organiser(server, **SET_UP), Room(server, seed, phones=PHONES)
    names = [f"Maria {number}, Giorgos {number}" for number in range(1, PAIRS_IN_GROUPS + 1)]
    organiser.done("paste_pairs", text="\n".join(names))
    for kills in KILLS:
        links = organiser.draw()
        room.play(links, meanwhile=lambda kills=kills, links=links: kill(room, kills, len(links)))
    check_file(server)
    check_hands(server, organiser, room)
    check_brackets(server, organiser)
    saved = [op_id for hands in room.saved.values() for op_id in hands]
    record_property(
        "figures",
        f"{sum(KILLS)} kills, {PHONES} phones, {len(saved)} acknowledged, 0 lost, 0 doubled",
    )


def kill(room, times, tables):
    for _ in range(times):
        room.hold_after(10**6)  # counts from here on
        room.wait_for(tables)
        room.server.kill()
        room.server.start()


def check_brackets(server, organiser):
    """The first two of each group are in the main bracket, by the hands in the file alone."""
    told, rounds = (
        organiser.get(organiser.path)["drawn"],
        Events(server, organiser.public_id).rounds(),
    )
    for drawn, tables in zip(told, rounds, strict=True):
        shown = [(one["a"], one["b"], tuple(one["score"])) for one in drawn["tables"]]
        assert shown == [(a, b, score) for a, b, score, _won in tables]
    *groups, (main, rest) = [one["parts"] for one in told]
    figures = group_figures(rounds[: len(groups)])
    for group in groups[0]:
        pairs = {*group["draw"]["pairs"]}
        first, others = (pairs & {*part["draw"]["pairs"]} for part in (main, rest))
        assert (len(first), first | others) == (2, pairs)
        assert min(map(figures.get, first)) >= max(map(figures.get, others))


def group_figures(rounds):
    """The wins and the difference of each pair."""
    figures = {}
    for a, b, (ours, theirs), _won in (table for tables in rounds for table in tables):
        for pair, difference in ((a, ours - theirs), (b, theirs - ours)):
            wins, before = figures.get(pair, (0, 0))
            figures[pair] = wins + (difference > 0), before + difference
    return figures
