import pytest

from scorekeeper.match import links
from tests.services.pencil.guests import Guest


@pytest.fixture
def link(table):
    """Makes a link as the table's phone."""
    return lambda kind: links.make_link(table.kept.public_id, table.phone, kind)


@pytest.fixture
def guest(table):
    return Guest(table)


@pytest.fixture
def sides(table):
    """The phone of each side."""
    return Guest(table, "A"), Guest(table, "B")
