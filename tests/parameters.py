"""Parameters of tests."""

import pytest


def rarely(*values, **options):
    """Make a parameter of these values that a run tries only in its shard."""
    return pytest.param(*values, **options, marks=pytest.mark.slow)
