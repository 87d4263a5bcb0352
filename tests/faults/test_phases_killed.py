"""Groups and their brackets come through a server that is killed while all tables write: no hand
is lost or there twice, and each bracket has the pairs that the written hands lead there."""

import random

import pytest

from tests.faults.folding import Events
from tests.faults.playing import Room
from tests.faults.slices import ALL
from tests.faults.test_tournament import Organiser, check_hands
from tests.faults.truth import check_file

PHONES = 60 if ALL else 8
KILLS = (3, 3, 2, 2) if ALL else (1, 0, 0, 1)
"""Kills in each round: three of the groups, one of the brackets."""
IN_A_GROUP = 4
PAIRS = 2 * PHONES
PHASES = [
    {"format": "knockout", "from": [{"phase": 1, "places": [1, 2]}]},
    {"format": "knockout", "from": [{"phase": 1, "rest": True}]},
]
SET_UP = {
    "format": "round_robin",
    "rounds": 0,
    "groups": PAIRS // IN_A_GROUP,
    "phases": PHASES,
    "rules": {"preset": "cafe", "target": 151},
}


@pytest.mark.faults
@pytest.mark.timeout(1800)
def test_brackets_are_drawn_from_all_hands_though_the_server_is_killed(server, record_property):
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    organiser, room = Organiser(server, **SET_UP), Room(server, seed, phones=PHONES)
    names = [f"Maria {number}, Giorgos {number}" for number in range(1, PAIRS + 1)]
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
