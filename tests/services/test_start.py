"""Starting a match."""

from datetime import datetime

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match import matches
from scorekeeper.match.matches import find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.codec import read_rules
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide
from scorekeeper.rules.presets import PRESETS
from tests.table import MADE, Table

NAMES = BySide(Party("Εμείς 😀", ("Μαρία", "")), Party("", ()))


def start(match, phone=None, op_id=None):
    return matches.start_match(match, phone or enrol_phone()[0], op_id or new_operation_id())


def test_it_keeps_names_rules_and_dealer(context):
    rules, _ = read_rules({"preset": "online", "target": 77, "stake": False})
    kept, is_new = start(Match(sides=NAMES, rules=rules, first_dealer="B2"))
    found = find_match(kept.public_id).ledger.match
    assert is_new
    assert (found.sides, found.rules, found.first_dealer) == (NAMES, rules, "B2")


def test_a_match_with_a_joiner_in_a_name_of_an_earlier_version_is_still_read(context):
    sides = BySide(Party("Mar\u200dia", ("\U000e0041Anna", "")), Party("", ()))
    kept, _ = start(Match(sides=sides, rules=PRESETS["cafe"]))
    assert find_match(kept.public_id).ledger.match.sides == sides


@pytest.mark.parametrize("preset", PRESETS)
def test_it_keeps_each_preset_as_its_own_copy(context, preset):
    kept, _ = start(Match(sides=NAMES, rules=PRESETS[preset]))
    assert find_match(kept.public_id).ledger.match.rules == PRESETS[preset]


def test_it_begins_at_the_first_hand_with_nothing_to_undo(table):
    standing = table.stored().ledger.standing
    assert (standing.number, standing.dealer, tuple(standing.totals)) == (1, "A1", (0, 0))
    assert table.ledger.revision == 1
    assert table.ledger.last_act() is None
    assert table.ledger.last_undoing() is None


def test_it_writes_when_it_started_with_the_zone(table):
    started = datetime.fromisoformat(table.stored().ledger.match.started)
    assert started.utcoffset() is not None
    assert abs((datetime.now().astimezone() - started).total_seconds()) < 60


def test_it_makes_the_phone_the_only_scorer(table):
    other, _ = enrol_phone()
    assert matches.is_scorer(table.kept.public_id, table.phone)
    assert not matches.is_scorer(table.kept.public_id, other)
    assert not matches.is_scorer(table.kept.public_id, None)
    assert not matches.is_scorer("nowhere", table.phone)


def test_it_starts_one_match_for_one_operation(context):
    phone, _ = enrol_phone()
    op_id = new_operation_id()
    match = Match(sides=NAMES, rules=PRESETS["cafe"])
    first, is_new = start(match, phone, op_id)
    again, is_new_again = start(match, phone, op_id)
    assert (is_new, is_new_again) == (True, False)
    assert again == first
    assert [one.public_id for one in matches.matches_of(phone)] == [first.public_id]


def test_it_gives_every_match_an_address_of_its_own(context):
    addresses = {Table().kept.public_id for _ in range(5)}
    assert len(addresses) == 5
    assert {len(address) for address in addresses} == {22}, "128 random bits"


def test_it_finds_no_match_at_another_address(context):
    with pytest.raises(NotFound):
        find_match("nowhere")


def test_it_lists_running_matches_first_and_the_newest_before(context):
    table = Table()
    first, second, third = (
        start(Match(sides=NAMES, rules=PRESETS["cafe"]), table.phone)[0] for _ in range(3)
    )
    table.kept = third
    table.do("stopped")
    mine = [one.public_id for one in matches.matches_of(table.phone)]
    own = find_match(mine[2])
    assert mine == [second.public_id, first.public_id, own.public_id, third.public_id]
    assert matches.last_match_of(table.phone).public_id == third.public_id


def test_it_lists_only_the_phones_own_matches(table):
    other = Table().play(MADE)
    assert [one.public_id for one in matches.matches_of(table.phone)] == [table.kept.public_id]
    assert matches.matches_of(other.phone)[0].ledger == other.ledger
    assert matches.last_match_of(None) is None
