"""How many examples a property is tried with: few between two edits, many in `make faults`."""

import os

from hypothesis import is_hypothesis_test

from tests.faults import slices

_SHARE = float(os.environ.get("EXAMPLES_SHARE", "0.15"))
ALL_EXAMPLES = _SHARE >= 1


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
        or known.get("ALL") is slices.ALL
    )
