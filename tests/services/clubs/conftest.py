"""The services need an application context."""

import pytest


@pytest.fixture(autouse=True)
def in_context(context):
    """Without asking."""
