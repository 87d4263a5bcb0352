"""One in eight of the slow tests for each commit: all of them take half an hour."""

from typing import Final
from zlib import crc32

SHARDS: Final = 8
FOLDERS: Final = ("tests/browser/", "tests/engines/", "tests/faults/")
"""A test in these is slow, unless it is marked `smoke`; one elsewhere that is marked `slow`."""


def add_option(parser):
    known = ["all", *map(str, range(SHARDS))]
    parser.addoption("--shard", choices=known, default="all", help="which slow tests")


def leave_out(config, items):
    """Take the slow tests of other shards out of these."""
    shard = config.getoption("--shard")
    if shard == "all":
        return
    elsewhere = [test for test in items if is_slow(test) and shard_of(test) != int(shard)]
    config.hook.pytest_deselected(items=elsewhere)
    left_out = set(elsewhere)
    items[:] = [test for test in items if test not in left_out]


def is_slow(test):
    if test.nodeid.startswith(FOLDERS):
        return test.get_closest_marker("smoke") is None
    return test.get_closest_marker("slow") is not None


def shard_of(test):
    """0 to 7, the same in every run. The values of a parameter are spread over all of them, and a
    new test moves no other."""
    return crc32(test.nodeid.encode()) % SHARDS
