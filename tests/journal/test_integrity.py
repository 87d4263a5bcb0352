"""One changed digit is noticed, and nothing else is harmed."""

import pytest
from sqlalchemy import text

from scorekeeper.club import rematches
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.keeping.backup import fold_all
from scorekeeper.match import erasure, evenings, matches
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.matches import DamagedEvent, find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.database_checks import Damaged
from scorekeeper.store.db import db, writing
from scorekeeper.store.streams import first_digest_of
from scorekeeper.tournament.erasure import erase_tournament
from scorekeeper.tournament.pair_erasure import erase_pair
from scorekeeper.tournament.places import place_of
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL, TOURNAMENTS
from tests.support.databases import change_event, rows
from tests.support.desk import Desk
from tests.support.table import FAILED, KAPO, MADE, Table, do


def forget():
    MATCH_JOURNAL.forget_all()
    TOURNAMENT_JOURNAL.forget_all()


def is_whole():
    forget()
    try:
        return fold_all() is not None
    except Damaged:
        return False


def change(statement):
    with db.engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount
    forget()


@pytest.fixture
def played(table):
    return table.play(MADE, FAILED, MADE)


@pytest.mark.parametrize(
    ("fault", "seq"),
    [
        ("UPDATE event SET data = replace(data, '82', '72') WHERE seq = 3", 3),
        ("UPDATE event SET data = '{' || data WHERE seq = 2", 2),
        ("UPDATE event SET data = 'null' WHERE seq = 2", 2),
        ("UPDATE event SET kind = 'stopped' WHERE seq = 4", 4),
        ("UPDATE event SET op_id = 'f' WHERE seq = 3", 3),
        ("UPDATE event SET at = '2026-05-01 12:00:00.000001' WHERE seq = 3", 3),
        ("UPDATE event SET digest = '' WHERE seq = 2", 2),
        ("UPDATE event SET digest = replace(digest, substr(digest, 1, 1), 'x') WHERE seq = 1", 1),
        ("UPDATE event SET seq = 7 WHERE seq = 4", 4),
        ("DELETE FROM event WHERE seq = 2", 2),
        ("DELETE FROM event WHERE seq = 4", 4),
        ("UPDATE match SET public_id = 'another-address-of-it'", 1),
    ],
)
def test_changed_event_is_found_at_its_number(played, fault, seq):
    change(fault)
    address = rows("SELECT public_id FROM match")[0].public_id
    for read in (lambda: find_match(address), fold_all):
        with pytest.raises(DamagedEvent, match=f"^/m/{address}/: event {seq} ") as damaged:
            read()
        assert (damaged.value.path, damaged.value.seq) == (f"/m/{address}/", seq)


def test_another_phone_is_found(played):
    phone, _secret = enrol_phone()
    change(f"UPDATE event SET phone_id = {phone} WHERE seq = 3")
    with pytest.raises(DamagedEvent, match="event 3 "):
        find_match(played.kept.public_id)


def test_an_event_from_before_moments_were_covered_is_whole(played):
    event = rows("SELECT seq, op_id, kind, data FROM event WHERE seq = 3")[0]
    digest = first_digest_of(played.kept.public_id, *event)
    change(f"UPDATE event SET digest = '{digest}' WHERE seq = 3")
    assert played.stored() == played.kept
    change_event("replace(data, '82', '72')", seq=3)
    forget()
    with pytest.raises(DamagedEvent, match="event 3 "):
        played.stored()


def test_two_events_that_changed_places_are_found(played):
    change(
        "UPDATE event SET data = (SELECT data FROM event AS other WHERE other.seq = 5 - event.seq)"
        " WHERE seq IN (2, 3)"
    )
    with pytest.raises(DamagedEvent, match="event 2 "):
        find_match(played.kept.public_id)


def test_an_event_of_another_match_is_found(played):
    other = Table().play(KAPO)
    change("UPDATE event SET match_id = 2, seq = 3 WHERE seq = 4")
    with pytest.raises(DamagedEvent, match="event 3 "):
        find_match(other.kept.public_id)


def test_nothing_more_is_written_in_a_damaged_match(played):
    change_event("replace(data, '97', '98')", seq=2)
    forget()
    with pytest.raises(DamagedEvent):
        played.play(MADE)
    assert rows("SELECT count(*) FROM event")[0][0] == 4


def test_other_matches_go_on_beside_it(played):
    phone = played.phone
    again = played.do("stopped").kept
    new = rematches.rematch(again.public_id, phone, new_operation_id())
    change_event("replace(data, '97', '98')", match_id=1, seq=2)
    forget()
    listed = matches.matches_of(phone)
    assert [one.public_id for one in listed] == [new.public_id]
    assert matches.damaged_of(phone, listed) == [again.public_id]
    kept, _ = do(new.public_id, phone, new_operation_id(), new.revision, "recorded", {"hand": MADE})
    assert kept.ledger.standing.totals
    with pytest.raises(DamagedEvent):
        evenings.series_of(new.public_id)  # the tally would be another one
    assert evenings.has_others(new.public_id)


def test_a_new_match_after_a_damaged_one_is_filled_with_nothing(played):
    assert matches.last_match_of(played.phone)
    change_event("replace(data, '97', '98')", seq=2)
    forget()
    assert matches.last_match_of(played.phone) is None


def test_it_is_read_up_to_there(played):
    change_event("replace(data, '82', '72')", seq=3)
    forget()
    kept = matches.find_match_until(played.kept.public_id, 2)
    assert tuple(kept.ledger.standing.totals) == (19, 6)
    with pytest.raises(DamagedEvent):
        matches.find_match_until(played.kept.public_id, 3)


def test_erasing_writes_the_digests_anew(played):
    other = Table().play(MADE)
    erasure.erase_match(played.kept.public_id, played.phone)
    assert "Maria" not in rows("SELECT data FROM event WHERE match_id = 1 AND seq = 1")[0].data
    assert is_whole()
    assert other.stored().ledger.standing == other.ledger.standing


def test_erasing_makes_nothing_whole_that_was_damaged(played):
    """The names go all the same, and the event stays what it is: another one."""
    change_event("replace(data, 'A1', 'A2')", seq=1)
    with writing():
        erasure.redact_matches([1], "age")
    assert "Maria" not in rows("SELECT data FROM event WHERE seq = 1")[0].data
    forget()
    with pytest.raises(DamagedEvent, match="event 1 "):
        find_match(played.kept.public_id)


@pytest.fixture
def desk(context):
    return Desk(4).draw().write(1, MADE).result(2, 351, 200, reason="of Odd1")


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE tournament_event SET data = replace(data, '351', '315') WHERE kind = 'result'",
        "UPDATE tournament_event SET at = '2026-05-01 12:00:00.000001' WHERE seq = 3",
        "UPDATE tournament_event SET data = '{' WHERE seq = 3",
        "UPDATE tournament_event SET seq = 9 WHERE seq = 4",
        "UPDATE tournament SET revision = 0",
        "DELETE FROM tournament_event WHERE seq = 4",
    ],
)
def test_of_tournaments_too(desk, fault):
    address = desk.tables()[0].live.public_id
    change(fault)
    with pytest.raises(DamagedEvent, match=rf"^/t/{desk.public_id}/: event \d "):
        fold_all()
    with pytest.raises(DamagedEvent):
        desk.stored()
    assert TOURNAMENTS.list_of(desk.phone) == ([], [desk.public_id])
    assert place_of(address) is None
    assert find_match(address).ledger.standing.totals, "its tables go on"


def test_a_tournament_goes_on_beside_a_damaged_table(desk):
    address = desk.tables()[0].live.public_id
    change("UPDATE event SET data = replace(data, '97', '98') WHERE kind = 'recorded'")
    with pytest.raises(DamagedEvent):
        find_match(address)
    first, second = desk.tables()
    assert (first.live, first.score) == (None, None), "what it says counts for nothing"
    assert second.score == (351, 200)
    assert desk.result(1, 300, 351).tables()[0].score == (300, 351)


@pytest.mark.parametrize("what", ["pair", "all"])
def test_erasing_in_a_tournament_writes_the_digests_anew(desk, what):
    if what == "pair":
        erase_pair(desk.public_id, desk.phone, "1")
    else:
        erase_tournament(desk.public_id, desk.phone)
    told = rows("SELECT data FROM tournament_event")
    assert not any("Odd1" in row.data for row in told)
    assert is_whole()
