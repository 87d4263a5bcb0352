"""Passing the pencil on, and asking for it."""

from contextlib import suppress

import pytest

from scorekeeper.club import rematches
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match import links, matches, pencil_passing
from scorekeeper.match.links import joined_by
from scorekeeper.match.matches import NotScorer, OperationIdReused
from scorekeeper.match.pencil_passing import NotAsked
from scorekeeper.match.phones import PhoneRole, enrol_phone, find_role
from tests.services.pencil.guests import (
    JOINED,
    KINDS,
    Guest,
    assert_ended,
    beside,
    last_act,
    role_of,
)
from tests.support.table import FAILED, MADE, Table

# --- handing over ---


def test_the_old_phone_becomes_a_watcher_at_once(table, link, guest):
    guest.open(link("hand_over"))
    assert role_of(table) == PhoneRole(phone=table.phone)
    assert table.stored().ledger.held_pencil(table.phone)
    assert pencil_passing.scorers_of(guest.public_id) == [2]
    before = table.stored()
    for act in (
        lambda: table.do("recorded", hand=MADE, revision=before.ledger.revision),
        lambda: link("scorer"),
        lambda: link("hand_over"),
        lambda: link("A"),
        lambda: pencil_passing.write_alone(guest.public_id, table.phone, new_operation_id()),
    ):
        with pytest.raises(NotScorer):
            act()
    assert table.stored() == before
    kept, _ = guest.play()
    assert tuple(kept.ledger.standing.totals) == (19, 6)


def test_the_old_phone_begins_no_rematch(table, link, guest):
    guest.open(link("hand_over"))
    for phone in (table.phone, enrol_phone()[0]):
        with pytest.raises(NotScorer):
            rematches.rematch(guest.public_id, phone, new_operation_id())


def test_an_acknowledged_act_of_the_old_phone_is_written_once(table, link, guest):
    """Its repeat gets the same answer, although the phone may write nothing else any more."""
    op_id = new_operation_id()
    table.do("recorded", op_id=op_id, hand=FAILED)
    guest.open(link("hand_over"))
    before = table.stored()
    assert not table.do("recorded", op_id=op_id, revision=1, hand=FAILED).is_new
    assert table.stored() == before
    with pytest.raises(OperationIdReused):
        table.do("recorded", op_id=op_id, revision=1, hand=MADE)
    with pytest.raises(NotScorer):
        table.do("recorded", hand=FAILED)


def test_the_start_is_told_again_to_who_started_and_handed_over(table, guest, link):
    match, op_id = table.ledger.match, table.ledger.acts[0].op_id
    guest.open(link("hand_over"))
    kept, is_new = matches.start_match(match, table.phone, op_id)
    assert (kept, is_new) == (table.stored(), False)
    with pytest.raises(OperationIdReused):
        matches.start_match(match, guest.phone, op_id)


def test_handing_over_ends_all_other_scorers_and_their_links(table, link, sides, guest):
    second = Guest(table, "scorer")
    scorer, hand_over, side_a, side_b = (link(kind) for kind in KINDS)
    guest.open(hand_over)
    assert second.role == second.being()
    assert table.stored().ledger.held_pencil(second.phone)
    assert [side.role for side in sides] == [sides[0].being(side="A"), sides[1].being(side="B")]
    assert_ended(scorer, hand_over, side_a, side_b)
    assert pencil_passing.scorers_of(guest.public_id) == [table.stored().ledger.phones[guest.phone]]


def test_the_pencil_comes_back(table, link, guest):
    guest.open(link("hand_over"))
    back = links.make_link(guest.public_id, guest.phone, "hand_over")
    links.open_link(back, table.phone, new_operation_id())
    assert role_of(table) == PhoneRole(writes=True, phone=table.phone)
    assert guest.role == guest.being()
    assert table.stored().ledger.held_pencil(guest.phone)
    assert [phone for _kind, _data, phone in beside(table)] == [guest.phone, table.phone]


def test_the_scorer_may_take_its_own_handing_over(table, link):
    second = Guest(table, "scorer")
    links.open_link(link("hand_over"), table.phone, new_operation_id())
    assert find_role(table.secret, second.public_id).writes
    assert not second.role.writes
    assert last_act(table).data == JOINED["hand_over"]


def test_the_hand_that_was_begun_before_is_not_stale(table, link, guest):
    revision = table.kept.ledger.revision
    guest.open(link("scorer"))
    Guest(table, "A")
    table.do("recorded", revision=revision, hand=MADE)
    assert table.totals == (19, 6)


def test_writing_alone_ends_the_others(table, link, sides):
    second = Guest(table, "scorer")
    open_links = [link(kind) for kind in KINDS]
    op_id = new_operation_id()
    kept = pencil_passing.write_alone(second.public_id, second.phone, op_id)
    assert kept == table.stored()
    assert (last_act(table).body, last_act(table).op_id) == (joined_by("hand_over"), op_id)
    assert last_act(table).phone == second.phone
    assert role_of(table) == PhoneRole(phone=table.phone)
    assert second.role == second.being(writes=True)
    assert [side.role.side for side in sides] == ["A", "B"]
    assert_ended(*open_links)


def test_writing_alone_is_for_the_scorer(table, sides):
    for phone in (sides[0].phone, enrol_phone()[0], None):
        with pytest.raises(NotScorer):
            pencil_passing.write_alone(table.kept.public_id, phone, new_operation_id())
    with pytest.raises(NotFound):
        pencil_passing.write_alone("nowhere", table.phone, new_operation_id())


def test_the_scorers_are_told_by_their_numbers_at_the_table(table, link):
    assert pencil_passing.scorers_of(table.kept.public_id) == [1]
    Guest(table, "A")
    second = Guest(table, "scorer")
    assert pencil_passing.scorers_of(table.kept.public_id) == [1, 3]
    assert table.stored().ledger.phones == {table.phone: 1, second.phone - 1: 2, second.phone: 3}
    with pytest.raises(NotFound):
        pencil_passing.scorers_of("nowhere")


# --- asking for the pencil ---


def test_both_sides_together_name_a_new_scorer(table, link, sides):
    ours, theirs = sides
    second = Guest(table, "scorer")
    open_links = [link(kind) for kind in KINDS]
    asked = ours.ask()
    assert pencil_passing.asking(asked.ledger) == asked.ledger.acts[-1] == last_act(table)
    assert ours.role == ours.being(side="A"), "asking alone gives nothing"
    named = theirs.answer(asked.ledger.revision)
    assert pencil_passing.asking(named.ledger) is None
    assert named == table.stored()
    assert ours.role == ours.being(writes=True, side="A")
    assert (role_of(table), second.role) == (PhoneRole(phone=table.phone), second.being())
    assert theirs.role == theirs.being(side="B")
    assert beside(table)[-2:] == [
        ("asked", {"side": "A"}, ours.phone),
        ("named", {"side": "B", "seq": asked.ledger.revision}, theirs.phone),
    ]
    assert_ended(*open_links)
    ours.play()
    with pytest.raises(NotScorer):
        table.do("recorded", hand=MADE)


@pytest.mark.parametrize("who", [0, 1], ids=["withdrawn", "refused"])
def test_either_side_may_decline(table, sides, who):
    asked = sides[0].ask()
    kept = sides[who].answer(asked.ledger.revision, yes=False)
    assert pencil_passing.asking(kept.ledger) is None
    side = "AB"[who]
    declined = ("declined", {"side": side, "seq": asked.ledger.revision}, sides[who].phone)
    assert beside(table)[-1] == declined
    assert find_role(table.secret, table.kept.public_id).writes
    with pytest.raises(NotAsked):
        sides[1].answer(asked.ledger.revision)
    assert not sides[0].role.writes


def test_an_answer_on_the_scorers_phone_names_no_scorer(table, sides):
    a, b = sides
    table.kept = table.stored()
    table.play(MADE)
    kept = a.ask()
    table.kept = table.stored()
    for side in "AB":
        shown = {"side": side, "hand_id": table.ledger.hand_ids[0], "score": {"A": 19, "B": 6}}
        table.do("agreed_here", **shown)
    asking = pencil_passing.asking(table.stored().ledger)
    assert asking is not None
    assert asking.seq == kept.ledger.acts[-1].seq
    assert role_of(table).writes
    assert (a.role.writes, b.role.writes) == (False, False)


def test_no_side_names_itself(table, sides):
    asked = sides[0].ask()
    with pytest.raises(NotAsked):
        sides[0].answer(asked.ledger.revision)
    assert table.stored() == asked
    fellow = Guest(table, "A")
    before = table.stored()
    with pytest.raises(NotAsked):
        fellow.answer(asked.ledger.revision)
    assert table.stored() == before
    assert pencil_passing.scorers_of(table.kept.public_id) == [1]


def test_repeated_request_for_the_pencil_is_written_once(table, sides):
    first = sides[0].ask()
    op_id = new_operation_id()
    assert sides[0].ask(op_id) == first == table.stored()
    assert first.ledger.done_by(op_id) is None
    assert sides[1].ask() == table.stored() != first, "another side's is a new one"
    again = sides[0].ask(op_id)
    assert (
        pencil_passing.asking(again.ledger) == again.ledger.done_by(op_id) == again.ledger.acts[-1]
    )


def test_answer_to_a_replaced_phone_does_not_return_its_side(table, sides):
    ours, theirs = sides
    asked = ours.ask()
    fellow = Guest(table, "A")
    with suppress(NotAsked):
        theirs.answer(asked.ledger.revision)
    assert (ours.role.side, fellow.role.side) == (None, "A")


def test_a_later_asking_takes_the_place_of_an_earlier(table, sides):
    first = sides[0].ask()
    second = sides[1].ask()
    assert pencil_passing.asking(second.ledger).seq == second.ledger.revision
    for phone in sides:
        with pytest.raises(NotAsked):
            phone.answer(first.ledger.revision)
    sides[0].answer(second.ledger.revision)
    assert (sides[0].role.writes, sides[1].role.writes) == (False, True)


@pytest.mark.parametrize("yes", [True, False])
@pytest.mark.parametrize("seq", [0, 1, 3, 99, -1])
def test_answer_to_an_act_other_than_the_request_is_refused(table, sides, seq, yes):
    asked = sides[0].ask()
    assert asked.ledger.revision == 4
    with pytest.raises(NotAsked):
        sides[1].answer(seq, yes=yes)
    assert table.stored() == asked


def test_nobody_asked(table, sides):
    assert pencil_passing.asking(table.stored().ledger) is None
    with pytest.raises(NotAsked):
        sides[1].answer(3)


@pytest.mark.parametrize("how", ["hand_over", "alone", "named"])
def test_asking_is_over_once_the_pencil_went_on(table, link, sides, how):
    asked = sides[0].ask()
    if how == "hand_over":
        Guest(table, "hand_over")
    elif how == "alone":
        pencil_passing.write_alone(table.kept.public_id, table.phone, new_operation_id())
    else:
        sides[1].answer(asked.ledger.revision)
    assert pencil_passing.asking(table.stored().ledger) is None
    before = table.stored()
    with pytest.raises(NotAsked):
        sides[1].answer(asked.ledger.revision)
    assert table.stored() == before


def test_asking_stands_while_the_game_goes_on(table, sides):
    asked = sides[0].ask()
    table.do("recorded", revision=asked.ledger.revision, hand=MADE).undo()
    Guest(table, "scorer")
    fellow = Guest(table, "B")
    assert pencil_passing.asking(table.stored().ledger).seq == asked.ledger.revision
    fellow.answer(asked.ledger.revision)
    assert sides[0].role.writes


def test_asking_again_after_an_answer_is_a_new_one(table, sides):
    first = sides[0].ask()
    sides[1].answer(first.ledger.revision, yes=False)
    again = sides[0].ask()
    assert pencil_passing.asking(again.ledger).seq == again.ledger.revision
    sides[1].answer(again.ledger.revision)
    assert sides[0].role.writes


def test_asking_and_answering_are_for_the_sides(table, sides):
    asked = sides[0].ask()
    other = Guest(Table(), "B")
    strangers = (table.phone, other.phone, Guest(table, "scorer").phone, None)
    before = table.stored()
    for phone in strangers:
        with pytest.raises(NotScorer):
            pencil_passing.ask(table.kept.public_id, phone, new_operation_id())
        for yes in (True, False):
            with pytest.raises(NotScorer):
                pencil_passing.answer(
                    table.kept.public_id, phone, new_operation_id(), asked.ledger.revision, yes=yes
                )
    assert table.stored() == before


def test_asking_needs_a_match(table, sides):
    with pytest.raises(NotFound):
        pencil_passing.ask("nowhere", sides[0].phone, new_operation_id())
    with pytest.raises(NotFound):
        pencil_passing.answer("nowhere", sides[0].phone, new_operation_id(), 1, yes=True)


def declined_to(table):
    """Return the sides whose request for the pencil was declined."""
    ledger = table.stored().ledger
    return [side for side in "AB" if pencil_passing.was_declined(ledger, side)]


@pytest.mark.parametrize("asker", [0, 1], ids=["A", "B"])
def test_asking_side_sees_the_decline_until_it_asks_again(table, sides, asker):
    asked = sides[asker].ask()
    assert declined_to(table) == []
    sides[1 - asker].answer(asked.ledger.revision, yes=False)
    assert declined_to(table) == ["AB"[asker]]
    table.kept = table.stored()
    table.play(MADE)
    assert declined_to(table) == ["AB"[asker]], "the game goes on beside it"
    sides[asker].ask()
    assert declined_to(table) == []


def test_withdrawn_request_does_not_count_as_declined(table, sides):
    asked = sides[0].ask()
    sides[0].answer(asked.ledger.revision, yes=False)
    assert declined_to(table) == []


@pytest.mark.parametrize("how", ["hand_over", "alone", "named"])
def test_declining_is_past_once_the_pencil_went_on(table, sides, how):
    asked = sides[0].ask()
    sides[1].answer(asked.ledger.revision, yes=False)
    if how == "hand_over":
        Guest(table, "hand_over")
    elif how == "alone":
        pencil_passing.write_alone(table.kept.public_id, table.phone, new_operation_id())
    else:
        sides[1].answer(sides[0].ask().ledger.revision)
    assert declined_to(table) == []


# --- who has it, and had it ---


def new_scorers(table, *phones):
    ledger = table.stored().ledger
    return [phone for phone in (*phones, None) if pencil_passing.is_new_scorer(ledger, phone)]


def test_phone_given_the_pencil_counts_as_new_until_its_first_act(table, link, guest):
    phones = (table.phone, guest.phone)
    assert new_scorers(table, *phones) == []
    for kind in ("scorer", "hand_over"):
        guest.open(link(kind))
        assert new_scorers(table, *phones) == [guest.phone]
    guest.play()
    assert new_scorers(table, *phones) == []


def test_phone_named_by_the_other_side_is_the_new_scorer(table, sides):
    asked = sides[0].ask()
    phones = (table.phone, *(side.phone for side in sides))
    assert new_scorers(table, *phones) == []
    sides[1].answer(asked.ledger.revision)
    assert new_scorers(table, *phones) == [sides[0].phone]


def test_a_side_is_no_new_scorer(table, sides):
    assert new_scorers(table, *(side.phone for side in sides)) == []


def test_the_ledger_knows_who_held_the_pencil(table, sides):
    second, taker = Guest(table, "scorer"), Guest(table)
    asked = sides[0].ask()
    before = asked.ledger
    phones = [table.phone, second.phone, sides[0].phone, sides[1].phone, taker.phone, None]
    assert [before.held_pencil(phone) for phone in phones] == [True, True, *[False] * 4]
    sides[1].answer(asked.ledger.revision)
    taker.open(links.scorers_link(taker.public_id))
    after = table.stored().ledger
    assert [after.held_pencil(phone) for phone in phones] == [
        *(True, True, True),
        *(False, True, False),
    ]
