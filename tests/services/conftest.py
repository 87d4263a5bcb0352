"""Services are tested on a real database file, inside the app."""

import pytest

from tests.support.table import Table


@pytest.fixture
def table(context):
    """A match by the rules of the café that has just started; the first dealer is A1."""
    return Table()


@pytest.fixture
def claiming(context):
    """A match by rules that know the claim, to 51."""
    return Table("gamerules", target=51)
