"""A tournament takes so many acts and no more; its organiser goes on for a while."""

import pytest

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.store.db import writing
from scorekeeper.tournament import service
from scorekeeper.tournament.erasure import erase_tournament
from scorekeeper.tournament.service import (
    MOST_ACTS,
    RESERVED_ACTS,
    TOURNAMENT_JOURNAL,
    TournamentFull,
)
from tests.desk import Desk


def fill(desk, acts=MOST_ACTS):
    """Write the last act again and again until there are so many."""
    last = desk.tournament.acts[-1]
    with writing():
        TOURNAMENT_JOURNAL.append(
            desk.held.id,
            *(
                last._replace(seq=seq, op_id=new_operation_id(), at=now())
                for seq in range(desk.held.revision + 1, acts + 1)
            ),
        )
    TOURNAMENT_JOURNAL.forget_all()
    desk.held = service.find_tournament(desk.public_id)
    return desk


@pytest.fixture
def desk(context):
    return Desk(4).draw().result(1, 351, 200)


@pytest.mark.slow
def test_the_last_result_is_written_and_the_next_is_not(desk):
    fill(desk, MOST_ACTS - 1).result(2, 351, 200)
    with pytest.raises(TournamentFull):
        desk.result(2, 200, 351, reason="a slip")
    last = desk.tournament.acts[-1]
    assert desk.held.revision == MOST_ACTS
    assert desk.do("result", op_id=last.op_id, **last.data).held.revision == MOST_ACTS, "a repeat"
    desk.draw()
    assert len(desk.tournament.rounds) == 2
    assert desk.stored() == desk.held


@pytest.mark.slow
def test_its_organiser_does_not_go_on_for_ever_and_names_can_be_erased(desk):
    fill(desk, MOST_ACTS + RESERVED_ACTS)
    with pytest.raises(TournamentFull):
        desk.add(("Late", "Comer"))
    with pytest.raises(TournamentFull):
        desk.helper()
    erase_tournament(desk.public_id, desk.phone)
    assert "Odd1" not in str(service.find_tournament(desk.public_id).tournament.pairs)
