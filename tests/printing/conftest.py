"""Sheets are tested in English: the words in the code."""

from collections.abc import Iterator

import pytest

from scorekeeper.i18n import use_locale


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with use_locale("en"):
        yield
