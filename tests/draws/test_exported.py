"""Every round of an exported tournament, drawn again by a real process."""

import json
import subprocess
import sys

import pytest

from scorekeeper.draws.model import FORMATS
from scorekeeper.export.tournament_export import tournament_json
from tests.conversation import ROOT
from tests.desk import Desk
from tests.parameters import rarely
from tests.processes import PATIENCE

OFTEN = {"swiss", "knockout"}
COMMAND = (sys.executable, "-m", "scorekeeper", "draw")


def redrawn(file, exported):
    """Return the exit status, and the rounds as the command prints them."""
    file.write_text(json.dumps(exported))
    ran = subprocess.run(
        [*COMMAND, str(file)], capture_output=True, cwd=ROOT, timeout=PATIENCE, check=False
    )
    return ran.returncode, [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("format_", [one if one in OFTEN else rarely(one) for one in FORMATS])
def test_every_round_is_drawn_again_alike_swaps_by_hand_included(format_, context, tmp_path):
    desk = Desk(9, format=format_).draw().play().do("attended", present=[], absent=["4"]).draw()
    one, other = desk.tournament.last_round.tables[0], desk.tournament.last_round.tables[-1]
    desk.swap(one.a, other.b)
    byes = desk.tournament.last_round.byes
    if byes:
        desk.swap(byes[0], other.b)
    status, rounds = redrawn(tmp_path / "exported.json", tournament_json(desk.held))
    assert (status, [one["alike"] for one in rounds]) == (0, [True, True])
    last = desk.tournament.last_round
    assert rounds[1]["tables"] == [[one.number, one.a, one.b] for one in last.tables]


def test_a_round_that_was_not_drawn_so_is_named(context, tmp_path):
    exported = tournament_json(Desk(8).draw().play().draw().held)
    table = exported["drawn"][1]["tables"][0]
    table["a"], table["b"] = table["b"], table["a"]
    status, rounds = redrawn(tmp_path / "exported.json", exported)
    assert (status, [one["alike"] for one in rounds]) == (1, [True, False])


def test_file_without_an_exported_tournament_is_refused(tmp_path):
    assert redrawn(tmp_path / "exported.json", {"hands": []}) == (1, [])
