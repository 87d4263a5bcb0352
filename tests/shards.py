"""Each run has one shard of the slow tests, for all of them take an hour.

`python -m tests.shards [SHARD]` prints the given shard, or the next one.
`python -m tests.shards turn` lets the next shard have its turn. `… check` refuses a checkout whose
last landings forgot that.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final
from zlib import crc32

import pytest

SHARDS: Final = 60
FOLDERS: Final = ("tests/browser/", "tests/engines/", "tests/faults/")
"""Every test in these is marked as slow, unless it is marked `smoke`."""
NAMES: Final = ("all", *map(str, range(SHARDS)))

PROJECT: Final = Path(__file__).resolve().parent.parent
TURN: Final = "tests/shard_turn"
"""The file of a number that only grows: each landing adds one."""
COMMITS_PER_TURN: Final = 40


def add_option(parser):
    parser.addoption("--shard", choices=NAMES, default="all", help="run these slow tests alone")


def leave_out(config, items):
    """Mark what is slow by its folder, and take the slow tests of other shards out of these."""
    for test in items:
        if test.nodeid.startswith(FOLDERS) and not test.get_closest_marker("smoke"):
            test.add_marker(pytest.mark.slow)
    shard = config.getoption("--shard")
    if shard == "all":
        return
    elsewhere = [
        test for test in items if test.get_closest_marker("slow") and shard_of(test) != int(shard)
    ]
    config.hook.pytest_deselected(items=elsewhere)
    left_out = set(elsewhere)
    items[:] = [test for test in items if test not in left_out]


def shard_of(test):
    """The same in every run: values of a parameter are spread over all, and a new test moves no
    other."""
    return crc32(test.nodeid.encode()) % SHARDS


def shard_in_turn(project=PROJECT):
    return str(_turn_in((project / TURN).read_text()) % SHARDS)


def take_turn(project=PROJECT):
    """Write the next turn. In the middle of a merge, both sides' turns stand in the file, and the
    next one follows the higher."""
    file = project / TURN
    file.write_text(f"{_turn_in(file.read_text()) + 1}\n")


def turn_before(project=PROJECT):
    """The turn of 40 commits ago; nothing in a younger history or a shallow clone."""
    command = ["git", "show", f"HEAD~{COMMITS_PER_TURN}:{TURN}"]
    found = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    return None if found.returncode else _turn_in(found.stdout)


def fault_of_turn(project=PROJECT):
    """The sentence for a checkout whose turn is no higher than it was 40 commits ago.

    Git does not know where a landing begins, only how many commits there are. A landing of so many
    has no excuse. Smaller ones are found once they are as many together, and a long series of
    commits needs one turn alone. A merged branch counts as one commit.
    """
    before = turn_before(project)
    if before is None:
        print(f"The turn of {COMMITS_PER_TURN} commits ago is unknown here, as in a shallow clone")
        return None
    grew = _turn_in((project / TURN).read_text()) > before
    return None if grew else f"No shard took its turn in {COMMITS_PER_TURN} commits: make turn"


def _turn_in(text):
    return max(int(line) for line in text.splitlines() if line.isdecimal())


def main(arguments):
    """Do what the command asks for; the fault, if there is one."""
    if arguments == ["turn"]:
        take_turn()
        return None
    if arguments == ["check"]:
        return fault_of_turn()
    shard = (arguments or [shard_in_turn()])[0]
    if shard not in NAMES:
        return f"SHARD={shard}: there are {', '.join(NAMES)}"
    print(shard)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
