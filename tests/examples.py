"""How many examples a property is tried with: few between two edits, many in `make faults`."""

import os

_SHARE = float(os.environ.get("EXAMPLES_SHARE", "0.15"))
ALL_EXAMPLES = _SHARE >= 1


def share_of(examples):
    """So many of them as this run has the time for, and never less than five."""
    return max(5, round(examples * _SHARE))
