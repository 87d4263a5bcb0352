"""The links that make a phone the scorer's or a side's, and what happens where the pencil goes."""

from contextlib import suppress

import pytest

from scorekeeper.services import matches, pencil
from scorekeeper.services.matches import (
    NotFound,
    NotScorer,
    OperationReused,
    find_match,
    is_scorer,
    new_operation_id,
)
from scorekeeper.services.pencil import LinkEnded, NotAsked, OtherSide, WrongSecret
from scorekeeper.services.phones import (
    WATCHER,
    Role,
    enrol_phone,
    find_phone,
    find_role,
)
from scorekeeper.services.replaying import replay
from scorekeeper.store import queries
from scorekeeper.store.db import db
from tests.databases import content, rows
from tests.table import FAILED, MADE, Table

KINDS = ("scorer", "hand_over", "A", "B")
BECOMES = {
    "scorer": {"writes": True},
    "hand_over": {"writes": True},
    "A": {"side": "A"},
    "B": {"side": "B"},
}
JOINED = {
    "scorer": {"as": "scorer"},
    "hand_over": {"as": "scorer", "alone": True},
    "A": {"as": "A"},
    "B": {"as": "B"},
}


class Guest:
    """Another phone at the table's match."""

    def __init__(self, table, *kinds):
        self.public_id = table.kept.public_id
        self.phone, self.secret = enrol_phone()
        for kind in kinds:
            self.open(pencil.make_link(self.public_id, table.phone, kind))

    def open(self, link, op_id=None):
        return pencil.open_link(link, self.phone, op_id or new_operation_id())

    @property
    def role(self):
        return find_role(self.secret, self.public_id)

    def being(self, **what):
        """The role that is this and no more."""
        return Role(phone=self.phone, **what)

    def ask(self, op_id=None):
        return pencil.ask(self.public_id, self.phone, op_id or new_operation_id())

    def answer(self, seq, op_id=None, *, yes=True):
        op_id = op_id or new_operation_id()
        return pencil.answer(self.public_id, self.phone, op_id, seq, yes=yes)

    def play(self, hand=MADE):
        revision = find_match(self.public_id).ledger.revision
        op_id = new_operation_id()
        return matches.do(self.public_id, self.phone, op_id, revision, "recorded", {"hand": hand})


@pytest.fixture
def link(table):
    """Makes a link as the table's phone."""
    return lambda kind: pencil.make_link(table.kept.public_id, table.phone, kind)


@pytest.fixture
def guest(table):
    return Guest(table)


@pytest.fixture
def sides(table):
    """The phone of each side."""
    return Guest(table, "A"), Guest(table, "B")


def role_of(table):
    return find_role(table.secret, table.kept.public_id)


def assert_ended(*links):
    for secret in links:
        with pytest.raises(LinkEnded):
            pencil.look_up(secret)


def last_act(table):
    return table.stored().ledger.acts[-1]


def beside(table):
    """What was said beside the game: kind, data and whose phone it was."""
    acts = [act for act in table.stored().ledger.acts if not act.is_play]
    return [(act.kind, act.data, act.phone) for act in acts]


# --- what a link opens ---


@pytest.mark.parametrize("kind", KINDS)
def test_it_makes_the_phone_what_it_says(table, link, guest, kind):
    assert guest.role == WATCHER
    opened = guest.open(link(kind))
    assert (opened.kind, opened.kept) == (kind, table.stored())
    assert guest.role == guest.being(**BECOMES[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_in_the_history_with_the_phone_and_the_moment(table, link, guest, kind):
    guest.open(link(kind))
    assert beside(table) == [("joined", JOINED[kind], guest.phone)]
    assert last_act(table).at >= table.ledger.acts[0].at


@pytest.mark.parametrize("kind", KINDS)
def test_looking_up_uses_nothing_up(table, link, guest, kind):
    secret = link(kind)
    for _ in range(2):
        assert pencil.look_up(secret) == (table.kept, kind)
    assert table.stored() == table.kept
    assert guest.role == WATCHER
    guest.open(secret)
    assert guest.role == guest.being(**BECOMES[kind])


def test_a_scorers_link_opens_any_number_of_phones(table, link):
    secret = link("scorer")
    guests = [Guest(table) for _ in range(3)]
    for guest in guests:
        guest.open(secret)
    assert [guest.role for guest in guests] == [guest.being(writes=True) for guest in guests]
    assert find_role(table.secret, table.kept.public_id).writes


@pytest.mark.parametrize("kind", ["scorer", "A", "B"])
def test_a_phone_that_is_so_already_writes_nothing_and_uses_nothing_up(table, link, guest, kind):
    guest.open(link(kind))
    before, secret = table.stored(), link(kind)
    for _ in range(2):
        assert guest.open(secret) == (before, kind)
    assert table.stored() == before
    assert pencil.look_up(secret) == (before, kind)
    other = Guest(table)
    other.open(secret)
    assert other.role == other.being(**BECOMES[kind])


@pytest.mark.parametrize("kind", ["hand_over", "A", "B"])
def test_it_is_used_up_also_for_who_opened_it(table, link, guest, kind):
    secret = link(kind)
    guest.open(secret)
    before = table.stored()
    for phone in (guest, Guest(table)):
        with pytest.raises(LinkEnded) as ended:
            phone.open(secret)
        assert ended.value.opened == (before, kind)
    with pytest.raises(LinkEnded) as ended:
        pencil.look_up(secret)
    assert ended.value.opened == (before, kind)
    assert table.stored() == before
    assert guest.role == guest.being(**BECOMES[kind])


@pytest.mark.parametrize(("side", "other"), ["AB", "BA"], ids=["A", "B"])
def test_a_sides_link_ends_none_of_another_kind(table, link, guest, side, other):
    used, *others = [link(kind) for kind in (side, other, "scorer", "hand_over")]
    guest.open(used)
    assert [pencil.look_up(one).kind for one in others] == [other, "scorer", "hand_over"]


@pytest.mark.parametrize("kind", ["hand_over", "A", "B"])
def test_a_link_that_was_used_up_tells_the_one_who_did_so_again(table, link, guest, kind):
    """The answer was lost; by now others may be what this phone was."""
    secret, op_id = link(kind), new_operation_id()
    first = guest.open(secret, op_id)
    assert guest.open(secret, op_id) == first
    Guest(table).open(pencil.scorers_link(guest.public_id))
    assert guest.open(secret, op_id) == (table.stored(), kind)
    with pytest.raises(OperationReused):
        Guest(table).open(secret, op_id)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_link_takes_the_place_of_the_last_of_its_kind(table, link, guest, kind):
    old, others, new = link(kind), [link(one) for one in KINDS if one != kind], link(kind)
    with pytest.raises(LinkEnded):
        pencil.look_up(old)
    with pytest.raises(LinkEnded):
        guest.open(old)
    assert guest.role == WATCHER
    assert [pencil.look_up(one).kind for one in (*others, new)] == [
        *(one for one in KINDS if one != kind),
        kind,
    ]


@pytest.mark.parametrize("secret", ["", "0" * 43, "Μ", "\0"])
def test_there_is_no_link_with_another_secret(table, link, guest, secret):
    link("scorer")
    with pytest.raises(WrongSecret):
        pencil.look_up(secret)
    with pytest.raises(WrongSecret):
        guest.open(secret)


def test_no_hash_and_no_other_secret_opens_anything(table, link, guest):
    link("scorer")
    [(hash_,)] = rows("SELECT secret_hash FROM link")
    for secret in (hash_, table.secret, table.kept.public_id):
        with pytest.raises(WrongSecret):
            guest.open(secret)


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_opens_its_own_match_and_no_other(table, link, guest, kind):
    other = Table()
    guest.open(link(kind))
    assert find_role(guest.secret, other.kept.public_id) == WATCHER
    assert find_role(other.secret, other.kept.public_id).writes, "who writes there goes on"
    assert other.stored() == other.kept


def test_a_new_link_ends_none_of_another_match(table, link):
    other = Table()
    theirs = {kind: pencil.make_link(other.kept.public_id, other.phone, kind) for kind in KINDS}
    for kind in KINDS:
        link(kind)
    Guest(table).open(link("hand_over"))
    assert [pencil.look_up(theirs[kind]).kind for kind in KINDS] == list(KINDS)


def test_secrets_are_256_random_bits_kept_as_hashes(app, table, link):
    secrets = [link(kind) for kind in KINDS for _ in range(2)]
    secrets.append(pencil.scorers_link(table.kept.public_id))
    assert {len(secret) for secret in secrets} == {43}
    assert len(set(secrets)) == len(secrets)
    db.session.remove()
    files = [file.read_bytes() for file in app.config["INSTANCE"].iterdir() if file.is_file()]
    for kept in (content(), *files):
        assert [secret for secret in secrets if secret.encode() in kept] == []
    hashes = [hash_ for (hash_,) in rows("SELECT secret_hash FROM link")]
    assert len(hashes) == len(secrets)
    assert {len(hash_) for hash_ in hashes} == {64}


def test_secrets_are_in_no_act(table, link):
    secrets = [link(kind) for kind in ("scorer", "A", "B", "hand_over")]
    for secret in secrets:
        Guest(table).open(secret)
    told = repr(table.stored())
    assert [secret for secret in secrets if secret in told] == []


# --- who may make one ---


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_is_for_the_scorer_to_make(table, sides, kind):
    watcher = Guest(table)
    other = Table()
    for phone in (watcher.phone, other.phone, sides[0].phone, None):
        with pytest.raises(NotScorer):
            pencil.make_link(table.kept.public_id, phone, kind)


def test_a_second_scorers_phone_may_make_one(table):
    second = Guest(table, "scorer")
    third = Guest(table)
    third.open(pencil.make_link(table.kept.public_id, second.phone, "A"))
    assert third.role == third.being(side="A")


def test_links_need_a_match(table):
    with pytest.raises(NotFound):
        pencil.make_link("nowhere", table.phone, "scorer")
    with pytest.raises(NotFound):
        pencil.scorers_link("nowhere")


def test_whoever_runs_the_server_needs_no_phone(table, link, guest):
    old, others = link("scorer"), [link(kind) for kind in ("hand_over", "A", "B")]
    secret = pencil.scorers_link(table.kept.public_id)
    assert [pencil.look_up(one).kind for one in others] == ["hand_over", "A", "B"]
    with pytest.raises(LinkEnded):
        guest.open(old)
    guest.open(secret)
    assert guest.role == guest.being(writes=True)


# --- sides ---


def test_a_phone_answers_for_one_side(table, link, guest):
    guest.open(link("A"))
    before = table.stored()
    with pytest.raises(OtherSide) as other:
        guest.open(link("B"))
    assert other.value.kept == before == table.stored()
    assert guest.role == guest.being(side="A")


@pytest.mark.parametrize("side", ["A", "B"])
def test_one_phone_answers_for_a_side(table, link, sides, side):
    """The last that opened the side's link; the one before it watches, and may answer again."""
    ours, theirs = sides if side == "A" else reversed(sides)
    new = Guest(table, side)
    assert new.role == new.being(side=side)
    assert ours.role == ours.being()
    assert theirs.role == theirs.being(side="B" if side == "A" else "A")
    with pytest.raises(NotScorer):
        ours.ask()
    ours.open(link(side))
    assert (ours.role, new.role) == (ours.being(side=side), new.being())


def test_who_answers_for_a_side_no_more_may_answer_for_the_other(table, link, sides):
    Guest(table, "A")
    sides[0].open(link("B"))
    assert [one.role for one in sides] == [sides[0].being(side="B"), sides[1].being()]


def test_a_scorer_that_answers_for_a_side_no_more_writes_still(table, guest):
    second = Guest(table, "A", "scorer")
    Guest(table, "A")
    assert second.role == second.being(writes=True)


def test_a_side_is_answered_for_in_its_own_match_alone(table, sides):
    other = Table()
    theirs = Guest(other, "A")
    sides[0].open(pencil.make_link(other.kept.public_id, other.phone, "A"))
    assert theirs.role == theirs.being()
    assert sides[0].role == sides[0].being(side="A"), "in the table's match as before"


def test_a_phone_may_answer_and_write(table, link, guest):
    guest.open(link("B"))
    guest.open(link("scorer"))
    assert guest.role == guest.being(writes=True, side="B")
    guest.open(link("hand_over"))
    assert guest.role == guest.being(writes=True, side="B")
    pencil.open_link(pencil.make_link(guest.public_id, guest.phone, "A"), table.phone, "0" * 32)
    assert role_of(table) == Role(side="A", phone=table.phone)


# --- handing over ---


def test_the_old_phone_becomes_a_watcher_at_once(table, link, guest):
    guest.open(link("hand_over"))
    assert role_of(table) == Role(phone=table.phone)
    assert table.stored().ledger.held_pencil(table.phone)
    assert pencil.scorers_of(guest.public_id) == [2]
    before = table.stored()
    for act in (
        lambda: table.do("recorded", hand=MADE, revision=before.ledger.revision),
        lambda: link("scorer"),
        lambda: link("hand_over"),
        lambda: link("A"),
        lambda: pencil.write_alone(guest.public_id, table.phone, new_operation_id()),
    ):
        with pytest.raises(NotScorer):
            act()
    assert table.stored() == before
    kept, _ = guest.play()
    assert tuple(kept.ledger.standing.totals) == (19, 6)


def test_the_old_phone_may_begin_a_rematch(table, link, guest):
    guest.open(link("hand_over"))
    again = matches.rematch(guest.public_id, table.phone, new_operation_id())
    assert is_scorer(again.public_id, table.phone)
    with pytest.raises(NotScorer):
        matches.rematch(guest.public_id, enrol_phone()[0], new_operation_id())


def test_an_acknowledged_act_of_the_old_phone_is_written_once(table, link, guest):
    """Its repeat is told so, although nothing else is taken from that phone any more."""
    op_id = new_operation_id()
    table.do("recorded", op_id=op_id, hand=FAILED)
    guest.open(link("hand_over"))
    before = table.stored()
    assert not table.do("recorded", op_id=op_id, revision=1, hand=FAILED).is_new
    assert table.stored() == before
    with pytest.raises(OperationReused):
        table.do("recorded", op_id=op_id, revision=1, hand=MADE)
    with pytest.raises(NotScorer):
        table.do("recorded", hand=FAILED)


def test_the_start_is_told_again_to_who_started_and_handed_over(table, guest, link):
    match, op_id = table.ledger.match, table.ledger.acts[0].op_id
    guest.open(link("hand_over"))
    kept, is_new = matches.start_match(match, table.phone, op_id)
    assert (kept, is_new) == (table.stored(), False)
    with pytest.raises(OperationReused):
        matches.start_match(match, guest.phone, op_id)


def test_handing_over_ends_all_other_scorers_and_their_links(table, link, sides, guest):
    second = Guest(table, "scorer")
    scorer, hand_over, side_a, side_b = (link(kind) for kind in KINDS)
    guest.open(hand_over)
    assert second.role == second.being()
    assert table.stored().ledger.held_pencil(second.phone)
    assert [side.role for side in sides] == [sides[0].being(side="A"), sides[1].being(side="B")]
    assert_ended(scorer, hand_over, side_a, side_b)
    assert pencil.scorers_of(guest.public_id) == [table.stored().ledger.phones[guest.phone]]


def test_the_pencil_comes_back(table, link, guest):
    guest.open(link("hand_over"))
    back = pencil.make_link(guest.public_id, guest.phone, "hand_over")
    pencil.open_link(back, table.phone, new_operation_id())
    assert role_of(table) == Role(writes=True, phone=table.phone)
    assert guest.role == guest.being()
    assert table.stored().ledger.held_pencil(guest.phone)
    assert [phone for _kind, _data, phone in beside(table)] == [guest.phone, table.phone]


def test_the_scorer_may_take_its_own_handing_over(table, link):
    second = Guest(table, "scorer")
    pencil.open_link(link("hand_over"), table.phone, new_operation_id())
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
    kept = pencil.write_alone(second.public_id, second.phone, op_id)
    assert kept == table.stored()
    assert last_act(table)[1:4] == ("joined", JOINED["hand_over"], op_id)
    assert last_act(table).phone == second.phone
    assert role_of(table) == Role(phone=table.phone)
    assert second.role == second.being(writes=True)
    assert [side.role.side for side in sides] == ["A", "B"]
    assert_ended(*open_links)


def test_writing_alone_is_for_the_scorer(table, sides):
    for phone in (sides[0].phone, enrol_phone()[0], None):
        with pytest.raises(NotScorer):
            pencil.write_alone(table.kept.public_id, phone, new_operation_id())
    with pytest.raises(NotFound):
        pencil.write_alone("nowhere", table.phone, new_operation_id())


def test_the_scorers_are_told_by_their_numbers_at_the_table(table, link):
    assert pencil.scorers_of(table.kept.public_id) == [1]
    Guest(table, "A")
    second = Guest(table, "scorer")
    assert pencil.scorers_of(table.kept.public_id) == [1, 3]
    assert table.stored().ledger.phones == {table.phone: 1, second.phone - 1: 2, second.phone: 3}
    with pytest.raises(NotFound):
        pencil.scorers_of("nowhere")


# --- lists ---


@pytest.mark.parametrize("kind", KINDS)
def test_the_match_is_in_the_list_of_who_opened_its_link(table, link, guest, kind):
    guest.open(link(kind))
    assert [one.public_id for one in matches.matches_of(guest.phone)] == [guest.public_id]


def test_the_match_stays_in_the_list_of_who_handed_over(table, link, guest):
    guest.open(link("hand_over"))
    assert matches.matches_of(table.phone) == [table.stored()]
    matches.list_match(guest.public_id, table.phone, listed=False)
    assert matches.matches_of(table.phone) == []
    assert not is_scorer(guest.public_id, table.phone)


def test_who_took_it_out_of_the_list_has_it_there_with_the_pencil(table, link, guest):
    guest.open(link("hand_over"))
    matches.list_match(guest.public_id, table.phone, listed=False)
    back = pencil.make_link(guest.public_id, guest.phone, "hand_over")
    pencil.open_link(back, table.phone, new_operation_id())
    assert matches.matches_of(table.phone) == [table.stored()]


# --- asking for the pencil ---


def test_both_sides_together_name_a_new_scorer(table, link, sides):
    ours, theirs = sides
    second = Guest(table, "scorer")
    open_links = [link(kind) for kind in KINDS]
    asked = ours.ask()
    assert pencil.asking(asked.ledger) == asked.ledger.acts[-1] == last_act(table)
    assert ours.role == ours.being(side="A"), "asking alone gives nothing"
    named = theirs.answer(asked.ledger.revision)
    assert pencil.asking(named.ledger) is None
    assert named == table.stored()
    assert ours.role == ours.being(writes=True, side="A")
    assert (role_of(table), second.role) == (Role(phone=table.phone), second.being())
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
    assert pencil.asking(kept.ledger) is None
    side = "AB"[who]
    declined = ("declined", {"side": side, "seq": asked.ledger.revision}, sides[who].phone)
    assert beside(table)[-1] == declined
    assert find_role(table.secret, table.kept.public_id).writes
    with pytest.raises(NotAsked):
        sides[1].answer(asked.ledger.revision)
    assert not sides[0].role.writes


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
    assert pencil.scorers_of(table.kept.public_id) == [1]


def test_who_asks_already_asks_once(table, sides):
    first = sides[0].ask()
    op_id = new_operation_id()
    assert sides[0].ask(op_id) == first == table.stored()
    assert first.ledger.done_by(op_id) is None
    assert sides[1].ask() == table.stored() != first, "another side's is a new one"
    again = sides[0].ask(op_id)
    assert pencil.asking(again.ledger) == again.ledger.done_by(op_id) == again.ledger.acts[-1]


def test_who_asked_and_answers_no_more_is_not_made_the_sides_phone_again(table, sides):
    ours, theirs = sides
    asked = ours.ask()
    fellow = Guest(table, "A")
    with suppress(NotAsked):
        theirs.answer(asked.ledger.revision)
    assert (ours.role.side, fellow.role.side) == (None, "A")


def test_a_later_asking_takes_the_place_of_an_earlier(table, sides):
    first = sides[0].ask()
    second = sides[1].ask()
    assert pencil.asking(second.ledger).seq == second.ledger.revision
    for phone in sides:
        with pytest.raises(NotAsked):
            phone.answer(first.ledger.revision)
    sides[0].answer(second.ledger.revision)
    assert (sides[0].role.writes, sides[1].role.writes) == (False, True)


@pytest.mark.parametrize("yes", [True, False])
@pytest.mark.parametrize("seq", [0, 1, 3, 99, -1])
def test_what_was_not_asked_is_not_answered(table, sides, seq, yes):
    asked = sides[0].ask()
    assert asked.ledger.revision == 4
    with pytest.raises(NotAsked):
        sides[1].answer(seq, yes=yes)
    assert table.stored() == asked


def test_nobody_asked(table, sides):
    assert pencil.asking(table.stored().ledger) is None
    with pytest.raises(NotAsked):
        sides[1].answer(3)


@pytest.mark.parametrize("how", ["hand_over", "alone", "named"])
def test_asking_is_over_once_the_pencil_went_on(table, link, sides, how):
    asked = sides[0].ask()
    if how == "hand_over":
        Guest(table, "hand_over")
    elif how == "alone":
        pencil.write_alone(table.kept.public_id, table.phone, new_operation_id())
    else:
        sides[1].answer(asked.ledger.revision)
    assert pencil.asking(table.stored().ledger) is None
    before = table.stored()
    with pytest.raises(NotAsked):
        sides[1].answer(asked.ledger.revision)
    assert table.stored() == before


def test_asking_stands_while_the_game_goes_on(table, sides):
    asked = sides[0].ask()
    table.do("recorded", revision=asked.ledger.revision, hand=MADE).undo()
    Guest(table, "scorer")
    fellow = Guest(table, "B")
    assert pencil.asking(table.stored().ledger).seq == asked.ledger.revision
    fellow.answer(asked.ledger.revision)
    assert sides[0].role.writes


def test_asking_again_after_an_answer_is_a_new_one(table, sides):
    first = sides[0].ask()
    sides[1].answer(first.ledger.revision, yes=False)
    again = sides[0].ask()
    assert pencil.asking(again.ledger).seq == again.ledger.revision
    sides[1].answer(again.ledger.revision)
    assert sides[0].role.writes


def test_asking_and_answering_are_for_the_sides(table, sides):
    asked = sides[0].ask()
    other = Guest(Table(), "B")
    strangers = (table.phone, other.phone, Guest(table, "scorer").phone, None)
    before = table.stored()
    for phone in strangers:
        with pytest.raises(NotScorer):
            pencil.ask(table.kept.public_id, phone, new_operation_id())
        for yes in (True, False):
            with pytest.raises(NotScorer):
                pencil.answer(
                    table.kept.public_id, phone, new_operation_id(), asked.ledger.revision, yes=yes
                )
    assert table.stored() == before


def test_asking_needs_a_match(table, sides):
    with pytest.raises(NotFound):
        pencil.ask("nowhere", sides[0].phone, new_operation_id())
    with pytest.raises(NotFound):
        pencil.answer("nowhere", sides[0].phone, new_operation_id(), 1, yes=True)


def declined_to(table):
    """The sides who were told that the other would not give them the pencil."""
    ledger = table.stored().ledger
    return [side for side in "AB" if pencil.was_declined(ledger, side)]


@pytest.mark.parametrize("asker", [0, 1], ids=["A", "B"])
def test_who_asked_is_told_that_the_other_side_declined(table, sides, asker):
    asked = sides[asker].ask()
    assert declined_to(table) == []
    sides[1 - asker].answer(asked.ledger.revision, yes=False)
    assert declined_to(table) == ["AB"[asker]]
    table.kept = table.stored()
    table.play(MADE)
    assert declined_to(table) == ["AB"[asker]], "the game goes on beside it"
    sides[asker].ask()
    assert declined_to(table) == []


def test_who_withdrew_was_not_declined(table, sides):
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
        pencil.write_alone(table.kept.public_id, table.phone, new_operation_id())
    else:
        sides[1].answer(sides[0].ask().ledger.revision)
    assert declined_to(table) == []


# --- who has it, and had it ---


def new_scorers(table, *phones):
    ledger = table.stored().ledger
    return [phone for phone in (*phones, None) if pencil.is_new_scorer(ledger, phone)]


def test_who_was_given_the_pencil_is_new_until_something_is_done(table, link, guest):
    phones = (table.phone, guest.phone)
    assert new_scorers(table, *phones) == []
    for kind in ("scorer", "hand_over"):
        guest.open(link(kind))
        assert new_scorers(table, *phones) == [guest.phone]
    guest.play()
    assert new_scorers(table, *phones) == []


def test_who_was_named_is_the_new_scorer_and_not_who_named_it(table, sides):
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
    taker.open(pencil.scorers_link(taker.public_id))
    after = table.stored().ledger
    assert [after.held_pencil(phone) for phone in phones] == [
        *(True, True, True),
        *(False, True, False),
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_it_says_what_the_act_will_hold(table, link, guest, kind):
    guest.open(link(kind))
    assert pencil.joined_by(kind) == JOINED[kind] == last_act(table).data


def test_a_links_secret_is_known_also_after_its_end(table, link, guest):
    secrets = [link(kind) for kind in KINDS]
    assert all(pencil.is_known(secret) for secret in secrets)
    guest.open(secrets[1])
    assert_ended(*secrets)
    assert all(pencil.is_known(secret) for secret in secrets)
    for secret in ("", "0" * 43, table.secret, guest.secret, table.kept.public_id):
        assert not pencil.is_known(secret)


# --- programs ---


def test_a_program_is_a_phone_of_its_own_by_the_scorers_link(table, link):
    secret, public_id = link("scorer"), table.kept.public_id
    program = pencil.phone_with_link(secret, public_id)
    assert is_scorer(public_id, program)
    assert beside(table) == [("joined", JOINED["scorer"], program)]
    assert pencil.phone_with_link(secret, public_id) == program
    assert len(beside(table)) == 1, "it joins once"
    assert find_phone(secret) is None, "the link's secret is no phone's"
    assert find_role(secret, public_id) == WATCHER


def test_a_link_that_was_replaced_opens_to_no_program(table, link):
    secret, public_id = link("scorer"), table.kept.public_id
    program = pencil.phone_with_link(secret, public_id)
    new = link("scorer")
    assert pencil.phone_with_link(secret, public_id) is None
    assert pencil.phone_with_link(new, public_id) not in (None, program)
    assert find_phone(f"program:{secret}") is None, "nor is a phone known by what is made of it"


def test_a_program_writes_no_more_once_the_pencil_went_on(table, link, guest):
    secret, public_id = link("scorer"), table.kept.public_id
    program = pencil.phone_with_link(secret, public_id)
    guest.open(link("hand_over"))
    before = table.stored()
    assert pencil.phone_with_link(secret, public_id) is None
    assert not is_scorer(public_id, program)
    assert table.stored() == before


@pytest.mark.parametrize("kind", ["hand_over", "A", "B"])
def test_no_other_link_is_a_programs(table, link, kind):
    secret = link(kind)
    assert pencil.phone_with_link(secret, table.kept.public_id) is None
    assert pencil.look_up(secret) == (table.kept, kind)


def test_a_program_writes_in_the_links_match_alone(table, link):
    other = Table()
    secret = link("scorer")
    assert pencil.phone_with_link(secret, other.kept.public_id) is None
    assert pencil.phone_with_link("0" * 43, table.kept.public_id) is None
    assert (table.stored(), other.stored()) == (table.kept, other.kept)


# --- once ---


OPERATIONS = ("joined", "handed over", "alone", "asked", "named", "declined")


class Said:
    """Something beside the game, which can be said again, and by another phone."""

    def __init__(self, table, sides, what):
        self.public_id, self.op_id = table.kept.public_id, new_operation_id()
        if what in ("joined", "handed over"):
            kind = "scorer" if what == "joined" else "hand_over"
            link = pencil.make_link(self.public_id, table.phone, kind)
            self.phone, self.other = Guest(table).phone, Guest(table).phone
            self._say = lambda phone, op_id: pencil.open_link(link, phone, op_id).kept
        elif what == "alone":
            self.phone, self.other = Guest(table, "scorer").phone, table.phone
            self._say = lambda phone, op_id: pencil.write_alone(self.public_id, phone, op_id)
        elif what == "asked":
            self.phone, self.other = (side.phone for side in sides)
            self._say = lambda phone, op_id: pencil.ask(self.public_id, phone, op_id)
        else:
            self.phone, self.other = (side.phone for side in sides)
            seq, yes = sides[1].ask().ledger.revision, what == "named"
            self._say = lambda phone, op_id: pencil.answer(
                self.public_id, phone, op_id, seq, yes=yes
            )

    def say(self, phone=None, op_id=None):
        return self._say(phone or self.phone, op_id or self.op_id)


@pytest.fixture(params=OPERATIONS)
def said(request, table, sides):
    return Said(table, sides, request.param)


def test_a_repeat_is_answered_as_the_first_time(table, said):
    first = said.say()
    assert said.say() == first == table.stored()


def test_a_repeat_is_answered_with_the_match_as_it_went_on(table, said):
    said.say()
    fellow = Guest(table)
    fellow.open(pencil.scorers_link(said.public_id))
    later = table.stored()
    assert said.say() == later == table.stored()


def test_an_operation_is_one_phones_own(table, said):
    """Where the first took the other's right away, that is what the other is told."""
    first = said.say()
    with pytest.raises((OperationReused, NotScorer)) as refused:
        said.say(phone=said.other)
    if refused.type is OperationReused:
        assert refused.value.kept == first
        assert refused.value.act == first.ledger.acts[-1]
    assert table.stored() == first


def test_what_a_side_asked_was_not_asked_by_its_next_phone(table, sides):
    op_id = new_operation_id()
    asked = sides[0].ask(op_id)
    fellow = Guest(table, "A")
    before = table.stored()
    with pytest.raises(OperationReused) as reused:
        fellow.ask(op_id)
    assert (reused.value.kept, reused.value.act) == (before, asked.ledger.acts[-1])
    assert table.stored() == before


def test_writing_alone_is_not_done_because_another_phone_did(table, link):
    op_id = new_operation_id()
    pencil.write_alone(table.kept.public_id, table.phone, op_id)
    second = Guest(table, "scorer")
    with pytest.raises(OperationReused):
        pencil.write_alone(second.public_id, second.phone, op_id)
    assert pencil.scorers_of(second.public_id) == [1, 2]


def test_an_operation_of_a_hand_says_nothing(table, said):
    used = new_operation_id()
    revision = table.stored().ledger.revision
    table.do("recorded", op_id=used, revision=revision, hand=MADE)
    with pytest.raises(OperationReused) as reused:
        said.say(op_id=used)
    assert reused.value.act.kind == "recorded"
    assert table.stored() == table.kept
    said.say()
    assert table.stored().ledger.revision == table.kept.ledger.revision + 1, "it can be said still"


def test_what_was_said_is_no_operation_of_another_match(table, said):
    said.say()
    other = Table()
    for act in (
        lambda: pencil.write_alone(other.kept.public_id, other.phone, said.op_id),
        lambda: other.do("stopped", op_id=said.op_id),
        lambda: Guest(other).open(
            pencil.make_link(other.kept.public_id, other.phone, "hand_over"), said.op_id
        ),
    ):
        with pytest.raises(OperationReused):
            act()
    assert other.stored() == other.kept


def test_what_was_said_is_told_by_the_file_as_by_memory(table, said):
    said.say()
    _, events = queries.events_at(said.public_id, 1)
    acts = [matches.reading.act_of(event) for event in events]
    assert replay(acts) == table.stored().ledger
    assert [act.seq for act in acts] == list(range(1, len(acts) + 1))


def test_nothing_is_given_where_it_cannot_be_written(table, said, monkeypatch):
    def fail(_event):
        raise ZeroDivisionError

    phones = [table.phone, said.phone, said.other]
    before = [queries.role_at(said.public_id, phone) for phone in phones], table.stored()
    with monkeypatch.context() as patched:
        patched.setattr(queries, "add_event", fail)
        with pytest.raises(ZeroDivisionError):
            said.say()
    after = [queries.role_at(said.public_id, phone) for phone in phones], table.stored()
    assert after == before
    assert said.say().ledger.revision == before[1].ledger.revision + 1, "and the link is open still"
