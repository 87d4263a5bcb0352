"""The journal is tested with matches and tournaments on a real database."""

import pytest

from tests.support.table import Table


@pytest.fixture
def table(context):
    """A match by the rules of the café that has just started; the first dealer is A1."""
    return Table()
