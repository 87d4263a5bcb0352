"""Words are tested in both languages."""

from collections.abc import Iterator

import pytest

from scorekeeper.i18n import LANGUAGES, Language, use_locale


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[Language]:
    """Each language in turn, in use."""
    with use_locale(request.param):
        yield request.param
