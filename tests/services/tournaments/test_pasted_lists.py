"""Whole lists, as people paste them: what is taken, what is asked, and what is left out."""

import json

from tests.services.tournaments import ordinary_lists


def test_ordinary_lists_are_read_as_before():
    kept = json.loads(ordinary_lists.KEPT.read_text())
    lists = map(ordinary_lists.ordinary_list, range(ordinary_lists.COUNT))
    assert [ordinary_lists.digest(text) for text in lists] == kept
