"""Matches stored by an older program: this one reads them as that did, to the last byte."""

import json
from collections import Counter

import pytest

from scorekeeper.keeping.backup import fold_all
from scorekeeper.match.acts.registry import BODIES, read_body
from scorekeeper.match.matches import find_match
from scorekeeper.store.streams import canonical
from tests.services.stored_matches import digests_of, known_then, put_in, stored_matches

SWITCHES, KEPT = stored_matches()
MOVED_END = {"tPQCUCTBM9mlKbbKfB2GnQ": ["ledger", "standing", "csv"]}
"""A ruling of 5 points there stands behind the first hand, with which a correction let the match
end. It was added to the totals until adjustments behind the end counted no more."""


@pytest.fixture
def stored(context):
    put_in(KEPT)


@pytest.mark.slow
def test_every_match_tells_what_it_told(stored):
    told = {one["public_id"]: one["digests"] for one in KEPT}
    now = {one: digests_of(find_match(one).ledger, SWITCHES) for one in told}
    other = {
        one: [name for name in told[one] if told[one][name] != now[one][name]]
        for one in told
        if told[one] != now[one]
    }
    assert other == MOVED_END


def test_the_database_is_sound(stored):
    assert fold_all().matches == len(KEPT)


def test_there_is_something_of_everything():
    kinds = Counter(kind for one in KEPT for _, _, kind, *_ in one["events"])
    assert len(kinds) == 20, "those of that time"
    assert kinds.keys() <= BODIES.keys()
    assert min(kinds.values()) >= 4
    data = [data for one in KEPT for _, _, _, data, *_ in one["events"]]
    for mark in ("erased", "engine", "adjust", "from_now", "passed_out", "rematch_of"):
        assert sum(f'"{mark}":' in one for one in data) >= 8, mark


def test_every_act_is_written_as_it_was_stored():
    stored = [(kind, data) for one in KEPT for _, _, kind, data, *_ in one["events"]]
    written = [(kind, read_body(kind, json.loads(data)).data) for kind, data in stored]
    known = [(kind, canonical(known_then(data, SWITCHES))) for kind, data in written]
    assert known == stored
