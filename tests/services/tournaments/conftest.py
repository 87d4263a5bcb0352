"""The services need an application context."""

import pytest


@pytest.fixture(autouse=True)
def context(app):
    with app.app_context():
        yield
