"""Starting a match, its rematch, and recording hands."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest

from scorekeeper.club import rematches
from scorekeeper.club.rematches import NotOver
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match import agreement, links, matches
from scorekeeper.match.matches import NotScorer, Refused, find_match
from scorekeeper.match.pencil_passing import write_alone
from scorekeeper.match.phones import enrol_phone, roles_of
from scorekeeper.rules.codec import read_rules
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide, Problem
from scorekeeper.rules.presets import PRESETS
from tests.support.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT, Table, do

NEXT = {**OPEN, "points": {"B": 100}}


def refusal(table, kind, **data):
    """The problems with which the act is refused; nothing may be written."""
    before = table.stored()
    with pytest.raises(Refused) as refused:
        table.do(kind, **data)
    assert table.stored() == before
    return refused.value.problems


@pytest.mark.parametrize(
    ("hands", "totals"),
    [
        ([MADE], (19, 6)),
        ([MADE, FAILED], (45, 6)),
        ([MADE, FAILED, KAPO], (45, 43)),
        ([PASSED_OUT, MADE], (19, 6)),
        ([SWEPT, SWEPT], (250, 0)),
    ],
)
def test_it_adds_up(table, hands, totals):
    table.play(*hands)
    assert table.totals == totals
    assert tuple(table.stored().ledger.standing.totals) == totals


def test_it_moves_the_dealer_and_the_number_on(table):
    table.play(MADE, FAILED)
    assert (table.ledger.standing.number, table.ledger.standing.dealer) == (3, "A2")
    assert [row.dealer for row in table.ledger.standing.rows] == ["A1", "B1"]


def test_it_names_a_hand_by_the_act_that_recorded_it(table):
    table.play(MADE, FAILED)
    assert table.ledger.hand_ids == (2, 3)
    assert table.ledger.row(3).number == 2
    assert table.ledger.row(1) is None


def test_it_refuses_with_every_problem_at_once(table):
    wrong = {"bidder": "A", "bid": 95, "points": {"A": 170}, "pilotta": "C"}
    problems = refusal(table, "recorded", hand=wrong)
    assert [problem.code for problem in problems] == ["unknown", "bid_step", "points_range"]


def test_it_refuses_what_the_rules_do_not_play(context):
    table = Table("kypros")
    doubled = {**MADE, "doubled": 2}
    assert refusal(table, "recorded", hand=doubled) == (Problem("doubling_not_played", "doubled"),)


def test_it_knows_who_led_from_the_dealer(context):
    """Equal declarations go to the side that led: B after the dealer A1, then A after B1."""
    table = Table("cardrules")
    both = {**MADE, "bid": 80, "declarations": {"A": ["run3:K"], "B": ["run3:K"]}}
    table.play(both, both)
    assert [row.score.B for row in table.ledger.standing.rows] == [65 + 20, 65]


def test_it_refuses_a_hand_after_the_end(table):
    table.play(SWEPT, SWEPT, SWEPT)
    assert (table.ledger.standing.winner, table.ledger.standing.end) == ("A", "target")
    assert refusal(table, "recorded", hand=MADE) == (Problem("after_end", "hands"),)
    assert refusal(table, "contract", contract=OPEN) == (Problem("after_end", "hands"),)


def test_it_keeps_a_contract_open_until_its_points_come(table):
    table.do("contract", contract=OPEN)
    opened = table.stored().ledger
    assert (opened.match.open.bidder, opened.match.open.bid) == ("B", 80)
    assert opened.standing.rows == ()
    table.play(NEXT)
    assert table.stored().ledger.match.open is None
    assert table.totals == (6, 18)


def test_it_takes_a_later_contract_for_the_earlier(table):
    table.do("contract", contract=OPEN).do("contract", contract={**OPEN, "bid": 110})
    assert table.stored().ledger.match.open.bid == 110


def test_it_records_another_hand_than_the_open_contract_said(table):
    table.do("contract", contract=OPEN).play(MADE)
    assert table.stored().ledger.match.open is None
    assert table.totals == (19, 6)


@pytest.mark.parametrize(
    ("contract", "problem"),
    [
        ({"bid": 90}, Problem("missing", "bidder")),
        ({"bidder": "A"}, Problem("missing", "bid")),
        ({**OPEN, "points": {"A": 90}}, Problem("unknown", "points")),
        ({**OPEN, "kapo": "A"}, Problem("unknown", "kapo")),
        ({"passed_out": True}, Problem("unknown", "passed_out")),
        ({**OPEN, "bid": 85}, Problem("bid_step", "bid")),
        ("90", Problem("unknown", "hand")),
    ],
)
def test_it_refuses_a_contract_that_is_none(table, contract, problem):
    assert problem in refusal(table, "contract", contract=contract)


def test_it_passes_out_without_a_score(table):
    table.play(PASSED_OUT)
    row = table.ledger.standing.rows[0]
    assert (row.number, row.score.made, table.totals) == (1, None, (0, 0))
    assert table.ledger.standing.dealer == "B1", "the next player deals"


def test_it_lets_the_same_dealer_deal_again_where_the_rules_say_so(context):
    table = Table("cardrules").play(PASSED_OUT)
    assert (table.ledger.standing.number, table.ledger.standing.dealer) == (2, "A1")


def test_it_forgets_the_open_contract_when_all_passed(table):
    table.do("contract", contract=OPEN).play(PASSED_OUT)
    assert table.stored().ledger.match.open is None


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


def test_rematch_does_not_begin_before_the_match_is_over(table, fellow):
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
