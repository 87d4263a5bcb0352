"""The same players again."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.club import rematches
from scorekeeper.club.rematches import NotOver
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match import agreement, links, matches
from scorekeeper.match.matches import NotScorer
from scorekeeper.match.pencil_passing import write_alone
from scorekeeper.match.phones import enrol_phone, roles_of
from tests.acts import do
from tests.table import FAILED, MADE, SWEPT, Table


def rematch(table, op_id=None, phone=None):
    return rematches.rematch(
        table.kept.public_id, phone or table.phone, op_id or new_operation_id()
    )


def test_it_keeps_names_and_rules_and_moves_the_deal_on(context):
    before = Table("online", stake=False).play(MADE, FAILED).do("stopped")
    after = rematch(before).ledger
    assert after.match.sides == before.ledger.match.sides
    assert after.match.rules == before.ledger.match.rules
    assert (before.ledger.match.first_dealer, after.match.first_dealer) == ("A1", "A2")


def test_it_begins_without_hands_contract_or_end(table):
    again = rematch(table.play(SWEPT, SWEPT, SWEPT))
    assert (again.revision, again.ledger.match.entries, again.ledger.match.ended) == (1, (), None)
    assert again.ledger.standing.end is None
    assert table.stored().ledger.standing.winner == "A", "the old match stays"


def test_it_says_of_which_match_it_is_the_rematch(table):
    again = rematch(table.play(SWEPT, SWEPT, SWEPT))
    assert again.ledger.acts[0].data["rematch_of"] == table.kept.public_id


def test_it_is_one_match_for_one_operation(table):
    table.play(SWEPT, SWEPT, SWEPT)
    op_id = new_operation_id()
    assert rematch(table, op_id) == rematch(table, op_id)
    assert len(matches.matches_of(table.phone)) == 2


def test_it_makes_the_phone_its_scorer(table):
    again = rematch(table.do("stopped"))
    assert matches.is_scorer(again.public_id, table.phone)


def test_it_is_for_the_scorer(table):
    other, _ = enrol_phone()
    with pytest.raises(NotScorer):
        rematch(table.do("stopped"), phone=other)
    assert matches.matches_of(other) == []


@pytest.fixture
def fellow(table):
    """A phone that answers for a side of the table's match."""
    phone, _ = enrol_phone()
    link = links.make_link(table.kept.public_id, table.phone, "B")
    links.open_link(link, phone, new_operation_id())
    table.kept = table.stored()
    return phone


def test_phone_of_a_side_may_begin_the_rematch(table, fellow):
    again = rematch(table.do("stopped"), phone=fellow)
    assert matches.is_scorer(again.public_id, fellow)
    assert not matches.is_scorer(again.public_id, table.phone)


@pytest.mark.parametrize("is_begun_by_scorer", [True, False])
def test_phone_of_a_side_keeps_its_side_in_the_rematch(table, fellow, is_begun_by_scorer):
    beginner, op_id = table.phone if is_begun_by_scorer else fellow, new_operation_id()
    again = rematch(table.do("stopped"), op_id, beginner)
    assert roles_of(fellow)[again.public_id] == (not is_begun_by_scorer, "B", fellow)
    assert agreement.is_on(again.ledger) == (False, True)
    assert rematch(table, op_id, beginner).ledger.revision == again.ledger.revision


def test_the_one_that_is_being_played_is_the_rematch(table, fellow):
    first = rematch(table.do("stopped"), phone=fellow)
    assert rematch(table).public_id == first.public_id
    assert {one.public_id for one in matches.matches_of(table.phone)} == {
        table.kept.public_id,
        first.public_id,
    }


def test_second_phone_to_ask_for_the_rematch_may_write_too(table, fellow):
    first = rematch(table.do("stopped"), phone=fellow)
    op_id = new_operation_id()
    joined = rematch(table, op_id)
    assert joined.ledger.acts[-1].data == {"as": "scorer"}
    assert rematch(table, op_id) == rematch(table) == joined
    assert matches.is_scorer(first.public_id, table.phone)
    assert matches.is_scorer(first.public_id, fellow)


def test_phone_shut_out_of_the_rematch_stays_out(table, fellow):
    first = rematch(table.do("stopped"), phone=fellow)
    rematch(table)
    write_alone(first.public_id, fellow, new_operation_id())
    assert rematch(table).public_id == first.public_id
    assert not matches.is_scorer(first.public_id, table.phone)


def test_rematch_written_by_one_phone_alone_admits_no_other(table, fellow):
    first = rematch(table.do("stopped"))
    write_alone(first.public_id, table.phone, new_operation_id())
    assert rematch(table, phone=fellow).public_id == first.public_id
    assert not matches.is_scorer(first.public_id, fellow)


@pytest.fixture
def shut_out(table):
    """A phone that could write in the match, and may no more."""
    phone, _ = enrol_phone()
    link = links.make_link(table.kept.public_id, table.phone, "scorer")
    links.open_link(link, phone, new_operation_id())
    write_alone(table.kept.public_id, table.phone, new_operation_id())
    table.kept = table.stored()
    return phone


@pytest.mark.parametrize("is_over", [False, True])
def test_phone_shut_out_of_the_match_begins_no_rematch(table, shut_out, is_over):
    if is_over:
        table.do("stopped")
    with pytest.raises(NotScorer):
        rematch(table, phone=shut_out)
    if not is_over:
        table.do("stopped")
    assert matches.is_scorer(rematch(table).public_id, table.phone)


def test_nobody_begins_it_before_the_match_is_over(table, fellow):
    for phone in (table.phone, fellow):
        with pytest.raises(NotOver):
            rematch(table, phone=phone)
    assert len(matches.matches_of(table.phone)) == 1


def test_two_phones_that_begin_it_at_once_begin_one(app, table, fellow):
    table.do("stopped")
    barrier = threading.Barrier(2)

    def begin(phone):
        with app.app_context():
            barrier.wait(30)
            return rematch(table, phone=phone).public_id

    with ThreadPoolExecutor(2) as threads:
        begun = list(threads.map(begin, (table.phone, fellow)))
    assert begun[0] == begun[1]


def test_once_that_one_is_over_another_is_begun(table, fellow):
    first = rematch(table.do("stopped"), phone=fellow)
    do(first.public_id, fellow, new_operation_id(), 1, "stopped", {})
    second = rematch(table)
    assert second.public_id not in (table.kept.public_id, first.public_id)
    last = rematch(table, phone=fellow)
    assert last.public_id == second.public_id, "the last of the series is the one"


def test_a_match_begun_before_is_no_rematch(table):
    first = rematch(table.do("stopped"))
    table.do("reopened")
    do(first.public_id, table.phone, new_operation_id(), 1, "stopped", {})
    assert not table.ledger.standing.is_over
    second = rematches.rematch(first.public_id, table.phone, new_operation_id())
    assert second.public_id not in (table.kept.public_id, first.public_id)


def test_it_needs_a_match(table):
    with pytest.raises(NotFound):
        rematches.rematch("nowhere", table.phone, new_operation_id())
