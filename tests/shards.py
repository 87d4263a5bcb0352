"""Of the slow tests each commit has one shard of twelve, for all of them take half an hour.

`python -m tests.shards [SHARD]` prints the shard that is asked for, or that of the commit.
"""

import subprocess
import sys
from typing import Final
from zlib import crc32

import pytest

SHARDS: Final = 12
FOLDERS: Final = ("tests/browser/", "tests/engines/", "tests/faults/")
"""Every test in these is marked as slow, unless it is marked `smoke`."""
NAMES: Final = ("all", *map(str, range(SHARDS)))


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


def shard_of_commit():
    """By its time, which a shallow clone has, too; all of them where there is no commit."""
    command = ["git", "log", "-1", "--format=%ct"]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return str(int(told) % SHARDS) if told else "all"


if __name__ == "__main__":
    shard = (sys.argv[1:] or [shard_of_commit()])[0]
    if shard not in NAMES:
        sys.exit(f"SHARD={shard}: there are {', '.join(NAMES)}")
    print(shard)
