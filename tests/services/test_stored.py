"""Stored by an older program: this one reads matches, tournaments and clubs to the last byte."""

import json
from collections import Counter

import pytest

from scorekeeper.club.acts import registry as club_acts
from scorekeeper.club.club_file import open_club, read_club_file, write_club_file
from scorekeeper.club.club_service import find_club
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.keeping.backup import fold_all
from scorekeeper.match.acts import registry as match_acts
from scorekeeper.match.acts.registry import read_body
from scorekeeper.match.matches import find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.streams import canonical
from scorekeeper.tournament.acts import registry as tournament_acts
from scorekeeper.tournament.file_checks import check_acts
from scorekeeper.tournament.service import find_tournament
from tests.services import stored_clubs, stored_matches, stored_tournaments
from tests.services.stored_matches import known_then

SWITCHES, MATCHES = stored_matches.stored_matches()
OF_TOURNAMENTS, TOURNAMENTS = stored_tournaments.stored_tournaments()
OF_CLUBS, CLUBS = stored_clubs.stored_clubs()
MOVED_END = {"tPQCUCTBM9mlKbbKfB2GnQ": ["ledger", "standing", "csv"]}
"""A ruling of 5 points there stands behind the first hand, with which a correction let the match
end. It was added to the totals until adjustments behind the end counted no more."""


@pytest.fixture
def matches(context):
    stored_matches.put_in(MATCHES)


@pytest.fixture
def tournaments(context):
    stored_tournaments.put_in(TOURNAMENTS)


@pytest.fixture
def clubs(context):
    stored_clubs.put_in(CLUBS)


def other_digests(kept, digests_of, but=()):
    """By address, the names of the digests that are not those of that time."""
    found = {}
    for one in kept:
        now = digests_of(one["public_id"])
        told = {name: digest for name, digest in one["digests"].items() if name not in but}
        found[one["public_id"]] = [name for name in told if told[name] != now[name]]
        assert now.keys() == told.keys()
    return {address: names for address, names in found.items() if names}


def counts(kept, acts):
    """How many acts of each kind there are; this program knows each."""
    kinds = Counter(kind for one in kept for _, _, kind, *_ in one["events"])
    assert kinds.keys() <= acts.BODIES.keys()
    return kinds


def data_of(kept):
    return [data for one in kept for _, _, _, data, *_ in one["events"]]


# --- matches ---


@pytest.mark.slow
def test_every_match_tells_what_it_told(matches):
    def digests_of(address):
        return stored_matches.digests_of(find_match(address).ledger, SWITCHES)

    assert other_digests(MATCHES, digests_of) == MOVED_END


def test_stored_matches_are_sound(matches):
    assert fold_all().matches == len(MATCHES)


def test_stored_matches_have_each_kind_of_act():
    kinds = counts(MATCHES, match_acts)
    assert (len(kinds), min(kinds.values()) >= 4) == (20, True), "those of that time"
    for mark in ("erased", "engine", "adjust", "from_now", "passed_out", "rematch_of"):
        assert sum(f'"{mark}":' in one for one in data_of(MATCHES)) >= 8, mark


def test_every_act_of_a_match_is_written_as_it_was_stored():
    stored = [(kind, data) for one in MATCHES for _, _, kind, data, *_ in one["events"]]
    written = [(kind, read_body(kind, json.loads(data)).data) for kind, data in stored]
    known = [(kind, canonical(known_then(data, SWITCHES))) for kind, data in written]
    assert known == stored


# --- tournaments ---


@pytest.mark.slow
def test_every_tournament_tells_what_it_told(tournaments):
    def digests_of(address):
        return stored_tournaments.digests_of(address, OF_TOURNAMENTS)

    assert other_digests(TOURNAMENTS, digests_of, but=("csv",)) == {}


@pytest.mark.slow
def test_every_act_of_a_tournament_is_written_as_it_was_stored(tournaments):
    for one in TOURNAMENTS:
        acts = find_tournament(one["public_id"]).tournament.acts
        assert [canonical(act.data) for act in acts] == data_of([one])


def test_stored_tournaments_are_sound(tournaments):
    fold_all()


def test_each_act_of_a_stored_tournament_could_be_written_today(tournaments):
    for one in TOURNAMENTS[::5]:
        tournament = find_tournament(one["public_id"]).tournament
        assert check_acts(tournament.acts).tournament == tournament


# --- clubs ---


@pytest.mark.slow
def test_every_club_gives_the_digests_that_it_gave(clubs):
    assert other_digests(CLUBS, lambda one: stored_clubs.digests_of(one, OF_CLUBS)) == {}


def test_every_act_of_a_club_is_written_as_it_was_stored(clubs):
    for one in CLUBS:
        acts = find_club(one["public_id"]).club.acts
        assert [canonical(act.data) for act in acts] == data_of([one])


def test_stored_clubs_fold(clubs):
    fold_all()


def test_file_of_a_stored_club_opens_with_its_persons(clubs):
    phone, _ = enrol_phone()
    for one in CLUBS[::5]:
        held = find_club(one["public_id"])
        file = read_club_file(write_club_file(held, None))
        opened = open_club(file, phone, new_operation_id()).club
        names = [person.name for person in opened.persons.values()]
        assert names == [person.name for person in held.club.persons.values()]


@pytest.mark.parametrize(
    ("kept", "acts", "fields"),
    [
        (
            TOURNAMENTS,
            tournament_acts,
            ("erased", "sheet", "from_now", "until", "withdrawn", "final_of", "standing"),
        ),
        (CLUBS, club_acts, ("erased", "by_number", "rules", "helper", "names", "reason")),
    ],
    ids=["tournaments", "clubs"],
)
def test_there_is_something_of_everything(kept, acts, fields):
    kinds = counts(kept, acts)
    assert (len(kinds), min(kinds.values()) >= 8) == (17, True), "those of that time"
    found = Counter(field for one in data_of(kept) for field in json.loads(one))
    for field in fields:
        assert found[field] >= 8, field
