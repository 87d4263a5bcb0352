"""Links that make a phone the scorer's or a side's, and words beside the game."""

import pytest

from scorekeeper.config import settings_of
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match import links, matches, pencil_passing
from scorekeeper.match.links import LinkEnded, OtherSide, WrongSecret
from scorekeeper.match.match_journal import MATCH_JOURNAL, replay
from scorekeeper.match.matches import NotScorer, OperationIdReused, is_scorer
from scorekeeper.match.phones import WATCHER, PhoneRole, find_phone, find_role
from scorekeeper.store.db import db
from scorekeeper.store.roles import ENDED_TO_KEEP, MATCH_ROLES
from scorekeeper.store.streams import MATCH_EVENTS
from scorekeeper.tournament.service import renew_table_link, table_link
from tests.services.pencil.guests import (
    BECOMES,
    JOINED,
    KINDS,
    Guest,
    assert_ended,
    beside,
    last_act,
    role_of,
)
from tests.support.databases import content, rows
from tests.support.desk import Desk
from tests.support.table import MADE, Table

# --- what a link opens ---


@pytest.mark.parametrize("kind", KINDS)
def test_it_makes_the_phone_what_it_says(table, link, guest, kind):
    assert guest.role == WATCHER
    opened = guest.open(link(kind))
    assert (opened.kind, opened.loaded_match) == (kind, table.stored())
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
        assert links.look_up(secret) == (table.kept, kind)
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
    assert links.look_up(secret) == (before, kind)
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
        links.look_up(secret)
    assert ended.value.opened == (before, kind)
    assert table.stored() == before
    assert guest.role == guest.being(**BECOMES[kind])


@pytest.mark.parametrize(("side", "other"), ["AB", "BA"], ids=["A", "B"])
def test_a_sides_link_ends_none_of_another_kind(table, link, guest, side, other):
    used, *others = [link(kind) for kind in (side, other, "scorer", "hand_over")]
    guest.open(used)
    assert [links.look_up(one).kind for one in others] == [other, "scorer", "hand_over"]


@pytest.mark.parametrize("kind", ["hand_over", "A", "B"])
def test_a_link_that_was_used_up_tells_the_one_who_did_so_again(table, link, guest, kind):
    """The answer was lost; by now others may be what this phone was."""
    secret, op_id = link(kind), new_operation_id()
    first = guest.open(secret, op_id)
    assert guest.open(secret, op_id) == first
    Guest(table).open(links.scorers_link(guest.public_id))
    assert guest.open(secret, op_id) == (table.stored(), kind)
    with pytest.raises(OperationIdReused):
        Guest(table).open(secret, op_id)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_link_takes_the_place_of_the_last_of_its_kind(table, link, guest, kind):
    old, others, new = link(kind), [link(one) for one in KINDS if one != kind], link(kind)
    with pytest.raises(LinkEnded):
        links.look_up(old)
    with pytest.raises(LinkEnded):
        guest.open(old)
    assert guest.role == WATCHER
    assert [links.look_up(one).kind for one in (*others, new)] == [
        *(one for one in KINDS if one != kind),
        kind,
    ]


@pytest.mark.parametrize("secret", ["", "0" * 43, "Μ", "\0"])
def test_there_is_no_link_with_another_secret(table, link, guest, secret):
    link("scorer")
    with pytest.raises(WrongSecret):
        links.look_up(secret)
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
    theirs = {kind: links.make_link(other.kept.public_id, other.phone, kind) for kind in KINDS}
    for kind in KINDS:
        link(kind)
    Guest(table).open(link("hand_over"))
    assert [links.look_up(theirs[kind]).kind for kind in KINDS] == list(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_old_ended_links_are_forgotten(table, link, kind):
    secrets = [link(kind) for _ in range(ENDED_TO_KEEP + 3)]
    assert rows("SELECT count(*) FROM link") == [(ENDED_TO_KEEP + 1,)]
    with pytest.raises(WrongSecret):
        links.look_up(secrets[0])
    with pytest.raises(LinkEnded):
        links.look_up(secrets[-2])
    assert links.look_up(secrets[-1]).kind == kind


@pytest.mark.usefixtures("context")
def test_tables_printed_link_never_opens_again():
    desk = Desk(2).draw()
    live = desk.tables()[0].live
    printed = table_link(live.public_id)
    for _ in range(ENDED_TO_KEEP + 3):
        links.scorers_link(live.public_id)
    renew_table_link(live.match_id, live.public_id)
    assert table_link(live.public_id) not in (None, printed)
    with pytest.raises(LinkEnded):
        links.look_up(printed)


def test_secrets_are_256_random_bits_kept_as_hashes(app, table, link):
    secrets = [link(kind) for kind in KINDS for _ in range(2)]
    secrets.append(links.scorers_link(table.kept.public_id))
    assert {len(secret) for secret in secrets} == {43}
    assert len(set(secrets)) == len(secrets)
    db.session.remove()
    files = [file.read_bytes() for file in settings_of(app).instance.iterdir() if file.is_file()]
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


@pytest.mark.parametrize("kind", KINDS)
def test_it_says_what_the_act_will_hold(table, link, guest, kind):
    guest.open(link(kind))
    assert links.joined_by(kind).data == JOINED[kind] == last_act(table).data


def test_a_links_secret_is_known_also_after_its_end(table, link, guest):
    secrets = [link(kind) for kind in KINDS]
    assert all(links.is_known(secret) for secret in secrets)
    guest.open(secrets[1])
    assert_ended(*secrets)
    assert all(links.is_known(secret) for secret in secrets)
    for secret in ("", "0" * 43, table.secret, guest.secret, table.kept.public_id):
        assert not links.is_known(secret)


# --- who may make one ---


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_is_for_the_scorer_to_make(table, sides, kind):
    watcher = Guest(table)
    other = Table()
    for phone in (watcher.phone, other.phone, sides[0].phone, None):
        with pytest.raises(NotScorer):
            links.make_link(table.kept.public_id, phone, kind)


def test_a_second_scorers_phone_may_make_one(table):
    second = Guest(table, "scorer")
    third = Guest(table)
    third.open(links.make_link(table.kept.public_id, second.phone, "A"))
    assert third.role == third.being(side="A")


def test_links_need_a_match(table):
    with pytest.raises(NotFound):
        links.make_link("nowhere", table.phone, "scorer")
    with pytest.raises(NotFound):
        links.scorers_link("nowhere")


def test_operator_makes_a_scorers_link_without_a_phone(table, link, guest):
    old, others = link("scorer"), [link(kind) for kind in ("hand_over", "A", "B")]
    secret = links.scorers_link(table.kept.public_id)
    assert [links.look_up(one).kind for one in others] == ["hand_over", "A", "B"]
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
    assert other.value.loaded_match == before == table.stored()
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


def test_replaced_phone_of_a_side_may_answer_for_the_other_side(table, link, sides):
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
    sides[0].open(links.make_link(other.kept.public_id, other.phone, "A"))
    assert theirs.role == theirs.being()
    assert sides[0].role == sides[0].being(side="A"), "in the table's match as before"


def test_a_phone_may_answer_and_write(table, link, guest):
    guest.open(link("B"))
    guest.open(link("scorer"))
    assert guest.role == guest.being(writes=True, side="B")
    guest.open(link("hand_over"))
    assert guest.role == guest.being(writes=True, side="B")
    links.open_link(links.make_link(guest.public_id, guest.phone, "A"), table.phone, "0" * 32)
    assert role_of(table) == PhoneRole(side="A", phone=table.phone)


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


def test_match_taken_off_the_list_returns_to_it_with_the_pencil(table, link, guest):
    guest.open(link("hand_over"))
    matches.list_match(guest.public_id, table.phone, listed=False)
    back = links.make_link(guest.public_id, guest.phone, "hand_over")
    links.open_link(back, table.phone, new_operation_id())
    assert matches.matches_of(table.phone) == [table.stored()]


# --- programs ---


def test_a_program_is_a_phone_of_its_own_by_the_scorers_link(table, link):
    secret, public_id = link("scorer"), table.kept.public_id
    program = links.phone_with_link(secret, public_id)
    assert is_scorer(public_id, program)
    assert beside(table) == [("joined", JOINED["scorer"], program)]
    assert links.phone_with_link(secret, public_id) == program
    assert len(beside(table)) == 1, "it joins once"
    assert find_phone(secret) is None, "the link's secret is no phone's"
    assert find_role(secret, public_id) == WATCHER


def test_a_link_that_was_replaced_opens_to_no_program(table, link):
    secret, public_id = link("scorer"), table.kept.public_id
    program = links.phone_with_link(secret, public_id)
    new = link("scorer")
    assert links.phone_with_link(secret, public_id) is None
    assert links.phone_with_link(new, public_id) not in (None, program)
    assert find_phone(f"program:{secret}") is None, "nor is a phone known by what is made of it"


def test_a_program_writes_no_more_once_the_pencil_went_on(table, link, guest):
    secret, public_id = link("scorer"), table.kept.public_id
    program = links.phone_with_link(secret, public_id)
    guest.open(link("hand_over"))
    before = table.stored()
    assert links.phone_with_link(secret, public_id) is None
    assert not is_scorer(public_id, program)
    assert table.stored() == before


@pytest.mark.parametrize("kind", ["hand_over", "A", "B"])
def test_no_other_link_is_a_programs(table, link, kind):
    secret = link(kind)
    assert links.phone_with_link(secret, table.kept.public_id) is None
    assert links.look_up(secret) == (table.kept, kind)


def test_a_program_writes_in_the_links_match_alone(table, link):
    other = Table()
    secret = link("scorer")
    assert links.phone_with_link(secret, other.kept.public_id) is None
    assert links.phone_with_link("0" * 43, table.kept.public_id) is None
    assert (table.stored(), other.stored()) == (table.kept, other.kept)


OPERATIONS = ("joined", "handed over", "alone", "asked", "named", "declined")


class Said:
    """Something beside the game, which can be said again, and by another phone."""

    def __init__(self, table, sides, what):
        self.public_id, self.op_id = table.kept.public_id, new_operation_id()
        if what in ("joined", "handed over"):
            kind = "scorer" if what == "joined" else "hand_over"
            link = links.make_link(self.public_id, table.phone, kind)
            self.phone, self.other = Guest(table).phone, Guest(table).phone
            self._say = lambda phone, op_id: links.open_link(link, phone, op_id).loaded_match
        elif what == "alone":
            self.phone, self.other = Guest(table, "scorer").phone, table.phone
            self._say = lambda phone, op_id: pencil_passing.write_alone(
                self.public_id, phone, op_id
            )
        elif what == "asked":
            self.phone, self.other = (side.phone for side in sides)
            self._say = lambda phone, op_id: pencil_passing.ask(self.public_id, phone, op_id)
        else:
            self.phone, self.other = (side.phone for side in sides)
            seq, yes = sides[1].ask().ledger.revision, what == "named"
            self._say = lambda phone, op_id: pencil_passing.answer(
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
    fellow.open(links.scorers_link(said.public_id))
    later = table.stored()
    assert said.say() == later == table.stored()


def test_an_operation_is_one_phones_own(table, said):
    """The other phone learns that it lost its right, where the first phone's act took that away."""
    first = said.say()
    with pytest.raises((OperationIdReused, NotScorer)) as refused:
        said.say(phone=said.other)
    if refused.type is OperationIdReused:
        assert refused.value.loaded_match == first
        assert refused.value.act == first.ledger.acts[-1]
    assert table.stored() == first


def test_next_phone_of_a_side_cannot_repeat_the_operation_of_the_last(table, sides):
    op_id = new_operation_id()
    asked = sides[0].ask(op_id)
    fellow = Guest(table, "A")
    before = table.stored()
    with pytest.raises(OperationIdReused) as reused:
        fellow.ask(op_id)
    assert (reused.value.loaded_match, reused.value.act) == (before, asked.ledger.acts[-1])
    assert table.stored() == before


def test_writing_alone_is_not_done_because_another_phone_did(table, link):
    op_id = new_operation_id()
    pencil_passing.write_alone(table.kept.public_id, table.phone, op_id)
    second = Guest(table, "scorer")
    with pytest.raises(OperationIdReused):
        pencil_passing.write_alone(second.public_id, second.phone, op_id)
    assert pencil_passing.scorers_of(second.public_id) == [1, 2]


def test_an_operation_of_a_hand_says_nothing(table, said):
    used = new_operation_id()
    revision = table.stored().ledger.revision
    table.do("recorded", op_id=used, revision=revision, hand=MADE)
    with pytest.raises(OperationIdReused) as reused:
        said.say(op_id=used)
    assert reused.value.act.kind == "recorded"
    assert table.stored() == table.kept
    said.say()
    assert table.stored().ledger.revision == table.kept.ledger.revision + 1, "it can be said still"


def test_pencil_operation_of_one_match_is_refused_in_another(table, said):
    said.say()
    other = Table()
    for act in (
        lambda: pencil_passing.write_alone(other.kept.public_id, other.phone, said.op_id),
        lambda: other.do("stopped", op_id=said.op_id),
        lambda: Guest(other).open(
            links.make_link(other.kept.public_id, other.phone, "hand_over"), said.op_id
        ),
    ):
        with pytest.raises(OperationIdReused):
            act()
    assert other.stored() == other.kept


def test_pencil_operations_read_from_the_file_equal_those_in_memory(table, said):
    said.say()
    events = MATCH_EVENTS.events_at(said.public_id, 1)
    acts = [MATCH_JOURNAL.act_of(event) for event in events]
    assert replay(acts) == table.stored().ledger
    assert [act.seq for act in acts] == list(range(1, len(acts) + 1))


def test_nothing_is_given_where_it_cannot_be_written(table, said, monkeypatch):
    def fail(*_events):
        raise ZeroDivisionError

    phones = [table.phone, said.phone, said.other]
    before = [MATCH_ROLES.role_at(said.public_id, phone) for phone in phones], table.stored()
    with monkeypatch.context() as patched:
        patched.setattr(MATCH_EVENTS, "append", fail)
        with pytest.raises(ZeroDivisionError):
            said.say()
    after = [MATCH_ROLES.role_at(said.public_id, phone) for phone in phones], table.stored()
    assert after == before
    assert said.say().ledger.revision == before[1].ledger.revision + 1, "and the link is open still"
