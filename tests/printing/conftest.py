"""Sheets are tested in English: the words in the code."""

import pytest


@pytest.fixture(autouse=True)
def _english(english: None) -> None:
    pass
