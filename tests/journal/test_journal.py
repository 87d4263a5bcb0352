"""A ledger in memory is believed only as far as the database says the same."""

import pytest
from sqlalchemy import text

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.match_journal import MATCH_JOURNAL, replay
from scorekeeper.match.matches import find_match
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.store.db import db, writing
from tests.support.table import FAILED, KAPO, MADE, SWEPT, Table


def forget():
    MATCH_JOURNAL.forget_all()


def test_it_goes_on_from_what_it_knows(context):
    table = Table().play(MADE)
    known = find_match(table.kept.public_id).ledger
    assert find_match(table.kept.public_id).ledger is known


@pytest.mark.slow
def test_acts_written_by_another_process_are_read(context):
    """Few acts are folded one by one, many all together; both are the same."""
    for count in (1, 19, 20, 21, 30):
        table = Table(target=5000).play(MADE)
        behind = MATCH_JOURNAL._memory[table.kept.public_id]
        table.play(*[FAILED, MADE] * count)
        MATCH_JOURNAL._memory[table.kept.public_id] = behind
        read = find_match(table.kept.public_id).ledger
        assert read.standing == table.ledger.standing
        forget()
        assert find_match(table.kept.public_id).ledger == read


def test_a_restored_backup_is_believed_and_not_memory(context):
    """Even where a phone sends again, under the same id, what the backup did not hold."""
    table = Table().play(MADE)
    before, repeated = table.ledger, new_operation_id()
    table.play(SWEPT).do("recorded", op_id=repeated, hand=FAILED)
    remembered = MATCH_JOURNAL._memory[table.kept.public_id]
    with writing():
        db.session.execute(text("DELETE FROM event WHERE seq > 2"))
        db.session.execute(text("UPDATE match SET revision = 2"))
    assert find_match(table.kept.public_id).ledger == before

    table.do("recorded", revision=2, hand=KAPO)
    table.do("recorded", revision=3, op_id=repeated, hand=FAILED)
    MATCH_JOURNAL._memory[table.kept.public_id] = remembered
    read = find_match(table.kept.public_id).ledger
    assert tuple(read.standing.totals) == (45, 43)
    assert read.standing == replay(read.acts).standing


def test_the_list_believes_the_database_too(context):
    table = Table().play(MADE)
    behind = MATCH_JOURNAL._memory[table.kept.public_id]
    table.play(FAILED)
    MATCH_JOURNAL._memory[table.kept.public_id] = behind
    ((_, ledger),) = MATCH_JOURNAL.find_all([(1, table.kept.public_id)])
    assert ledger.standing == table.ledger.standing


def test_the_last_act_is_proved_also_where_it_is_known(context):
    """A disk may spoil it while what it folds to is in memory."""
    table = Table().play(MADE)
    with writing():
        db.session.execute(text("UPDATE event SET data = replace(data, '97', '98') WHERE seq = 2"))
    with pytest.raises(DamagedEvent):
        find_match(table.kept.public_id)
    assert MATCH_JOURNAL.find_all([(1, table.kept.public_id)]) == []
