"""Parameters of tests."""

import pytest


def rarely(*values, **options):
    """Make a parameter of these values that the long tests alone try (`make faults`)."""
    return pytest.param(*values, **options, marks=pytest.mark.long)
