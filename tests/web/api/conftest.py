"""Programs at matches of their own."""

import pytest

from tests.program import Program


@pytest.fixture
def program(app):
    """A program that has just started a match by the rules of the café."""
    return Program(app).start()


@pytest.fixture
def other_program(app):
    """One that has the secret of another match."""
    return Program(app).start()


@pytest.fixture
def watcher(app, program):
    """Somebody who has the match's address, and no secret."""
    return Program(app, public_id=program.public_id)
