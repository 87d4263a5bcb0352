"""Clubs stored by an older program: this one reads them as that did, to the last byte."""

import json
from collections import Counter

import pytest

from scorekeeper.club.acts.registry import BODIES
from scorekeeper.club.club_file import open_club, read_club_file, write_club_file
from scorekeeper.club.club_service import find_club
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.keeping.backup import fold_all
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.streams import canonical
from tests.services.stored_clubs import digests_of, put_in, stored_clubs

SWITCHES, KEPT = stored_clubs()


@pytest.fixture
def stored(context):
    put_in(KEPT)


@pytest.mark.slow
def test_every_club_gives_the_digests_that_it_gave(stored):
    now = {one["public_id"]: digests_of(one["public_id"], SWITCHES) for one in KEPT}
    other = {
        one["public_id"]: [
            name for name in one["digests"] if one["digests"][name] != now[one["public_id"]][name]
        ]
        for one in KEPT
        if one["digests"] != now[one["public_id"]]
    }
    assert not other


def test_every_act_of_a_club_is_written_as_it_was_stored(stored):
    for one in KEPT:
        written = [canonical(act.data) for act in find_club(one["public_id"]).club.acts]
        assert written == [data for _, _, _, data, *_ in one["events"]]


def test_stored_clubs_fold(stored):
    fold_all()


def test_file_of_a_stored_club_opens_with_its_persons(stored):
    phone, _ = enrol_phone()
    for one in KEPT[::5]:
        held = find_club(one["public_id"])
        file = read_club_file(write_club_file(held, None))
        opened = open_club(file, phone, new_operation_id()).club
        names = [person.name for person in opened.persons.values()]
        assert names == [person.name for person in held.club.persons.values()]


def test_stored_clubs_have_each_kind_of_act():
    kinds = Counter(kind for one in KEPT for _, _, kind, *_ in one["events"])
    assert len(kinds) == 17, "those of that time"
    assert kinds.keys() <= BODIES.keys()
    assert min(kinds.values()) >= 8
    data = [json.loads(data) for one in KEPT for _, _, _, data, *_ in one["events"]]
    fields = Counter(field for one in data for field in one)
    for field in ("erased", "by_number", "rules", "helper", "names", "reason"):
        assert fields[field] >= 8, field
