"""How much of a property or a fault is tried: little between two edits, all in `make faults`."""

import os

import pytest
from hypothesis import is_hypothesis_test

_SHARE = float(os.environ.get("EXAMPLES_SHARE", "0.15"))
ALL_EXAMPLES = _SHARE >= 1
ALL = os.environ.get("FAULTS") == "all"


def share_of(examples):
    """Return as many of them as this run has time for, but at least five."""
    return max(5, round(examples * _SHARE))


def tries_more(test):
    """Does this test try more in `make faults`? A property does, and so may every test of a module
    that asks which run this is."""
    known = vars(test.module)
    return (
        is_hypothesis_test(test.obj)
        or known.get("share_of") is share_of
        or "ALL_EXAMPLES" in known
        or known.get("ALL") is ALL
    )


def rarely(*values, **options):
    """Make a parameter of these values that a run tries only in its shard."""
    return pytest.param(*values, **options, marks=pytest.mark.slow)
