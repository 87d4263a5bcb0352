"""Tournaments stored by an older program: this one reads them as that did, to the last byte."""

import json
from collections import Counter

import pytest

from scorekeeper.keeping.backup import fold_all
from scorekeeper.store.streams import canonical
from scorekeeper.tournament.acts.registry import BODIES
from scorekeeper.tournament.file_checks import check_acts
from scorekeeper.tournament.service import find_tournament
from tests.services.stored_tournaments import digests_of, put_in, stored_tournaments

SWITCHES, KEPT = stored_tournaments()


@pytest.fixture
def stored(context):
    put_in(KEPT)


@pytest.mark.slow
def test_every_tournament_tells_what_it_told(stored):
    told = {one["public_id"]: one["digests"] for one in KEPT}
    for digests in told.values():
        digests.pop("csv", None)
    now = {one: digests_of(one, SWITCHES) for one in told}
    other = {
        one: [name for name in told[one] if told[one][name] != now[one][name]]
        for one in told
        if told[one] != now[one]
    }
    assert not other


@pytest.mark.slow
def test_every_act_is_written_as_it_was_stored(stored):
    for one in KEPT:
        acts = find_tournament(one["public_id"]).tournament.acts
        written = [canonical(act.data) for act in acts]
        assert written == [data for _, _, _, data, *_ in one["events"]]


def test_they_are_sound(stored):
    fold_all()


def test_each_of_their_acts_could_be_written_today(stored):
    for one in KEPT[::5]:
        tournament = find_tournament(one["public_id"]).tournament
        assert check_acts(tournament.acts).tournament == tournament


def test_there_is_something_of_everything():
    kinds = Counter(kind for one in KEPT for _, _, kind, *_ in one["events"])
    assert len(kinds) == 17, "those of that time"
    assert kinds.keys() <= BODIES.keys()
    assert min(kinds.values()) >= 8
    data = [json.loads(data) for one in KEPT for _, _, _, data, *_ in one["events"]]
    fields = Counter(field for one in data for field in one)
    for field in ("erased", "sheet", "from_now", "until", "withdrawn", "final_of", "standing"):
        assert fields[field] >= 8, field
