"""The links that make a phone the scorer's or a side's, and what happens where the pencil goes."""

import sqlite3

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
from scorekeeper.services.phones import WATCHER, Role, enrol_phone, find_role, may_write
from scorekeeper.services.replaying import replay
from scorekeeper.store import queries
from scorekeeper.store.db import db
from tests.table import FAILED, MADE, Table

KINDS = ("scorer", "hand_over", "A", "B")
BECOMES = {
    "scorer": Role(writes=True),
    "hand_over": Role(writes=True),
    "A": Role(side="A"),
    "B": Role(side="B"),
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
    """A phone of each side."""
    return Guest(table, "A"), Guest(table, "B")


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
    assert guest.role == BECOMES[kind]


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
    assert guest.role == BECOMES[kind]


@pytest.mark.parametrize("kind", ["scorer", "A", "B"])
def test_it_opens_any_number_of_phones(table, link, kind):
    secret = link(kind)
    guests = [Guest(table) for _ in range(3)]
    for guest in guests:
        guest.open(secret)
    assert [guest.role for guest in guests] == [BECOMES[kind]] * 3
    assert may_write(table.secret, table.kept.public_id)


@pytest.mark.parametrize("kind", ["scorer", "A", "B"])
def test_a_phone_that_is_so_already_writes_nothing(table, link, guest, kind):
    secret = link(kind)
    guest.open(secret)
    before = table.stored()
    assert guest.open(secret) == (before, kind)
    assert guest.open(link(kind)) == (before, kind), "nor by a new link"
    assert table.stored() == before


def test_handing_over_is_used_up_also_for_who_took_it(table, link, guest):
    secret = link("hand_over")
    guest.open(secret)
    before = table.stored()
    for phone in (guest, Guest(table)):
        with pytest.raises(LinkEnded):
            phone.open(secret)
    with pytest.raises(LinkEnded):
        pencil.look_up(secret)
    assert table.stored() == before


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


def test_no_hash_and_no_other_secret_opens_anything(app, table, link, guest):
    link("scorer")
    with sqlite3.connect(app.config["DATABASE_FILE"]) as connection:
        [(hash_,)] = connection.execute("SELECT secret_hash FROM link")
    connection.close()
    for secret in (hash_, table.secret, table.kept.public_id):
        with pytest.raises(WrongSecret):
            guest.open(secret)


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_opens_its_own_match_and_no_other(table, link, guest, kind):
    other = Table()
    guest.open(link(kind))
    assert find_role(guest.secret, other.kept.public_id) == WATCHER
    assert may_write(other.secret, other.kept.public_id), "who writes there goes on"
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
    for file in app.config["INSTANCE"].iterdir():
        content = file.read_bytes() if file.is_file() else b""
        assert [secret for secret in secrets if secret.encode() in content] == []
    with sqlite3.connect(app.config["DATABASE_FILE"]) as connection:
        kept = connection.execute("SELECT length(secret_hash), kind FROM link").fetchall()
    connection.close()
    assert len(kept) == len(secrets)
    assert {length for length, _kind in kept} == {64}


def test_secrets_are_in_no_act(table, link):
    secrets = [link(kind) for kind in KINDS]
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
    assert third.role == Role(side="A")


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
    assert guest.role == Role(writes=True)


# --- sides ---


def test_a_phone_answers_for_one_side(table, link, guest):
    guest.open(link("A"))
    before = table.stored()
    with pytest.raises(OtherSide) as other:
        guest.open(link("B"))
    assert other.value.kept == before == table.stored()
    assert guest.role == Role(side="A")


def test_a_phone_may_answer_and_write(table, link, guest):
    guest.open(link("B"))
    guest.open(link("scorer"))
    assert guest.role == Role(writes=True, side="B")
    guest.open(link("hand_over"))
    assert guest.role == Role(writes=True, side="B")
    pencil.open_link(pencil.make_link(guest.public_id, guest.phone, "A"), table.phone, "0" * 32)
    assert find_role(table.secret, guest.public_id) == Role(side="A")


# --- handing over ---


def test_the_old_phone_becomes_a_watcher_at_once(table, link, guest):
    guest.open(link("hand_over"))
    assert find_role(table.secret, guest.public_id) == Role(wrote=True)
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
    assert second.role == Role(wrote=True)
    assert [side.role for side in sides] == [Role(side="A"), Role(side="B")]
    with pytest.raises(LinkEnded):
        pencil.look_up(scorer)
    assert [pencil.look_up(one).kind for one in (side_a, side_b)] == ["A", "B"]
    assert pencil.scorers_of(guest.public_id) == [table.stored().ledger.phones[guest.phone]]


def test_the_pencil_comes_back(table, link, guest):
    guest.open(link("hand_over"))
    back = pencil.make_link(guest.public_id, guest.phone, "hand_over")
    pencil.open_link(back, table.phone, new_operation_id())
    assert find_role(table.secret, guest.public_id) == Role(writes=True)
    assert guest.role == Role(wrote=True)
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
    scorer, hand_over, side_a, _ = (link(kind) for kind in KINDS)
    op_id = new_operation_id()
    kept = pencil.write_alone(second.public_id, second.phone, op_id)
    assert kept == table.stored()
    assert last_act(table)[1:4] == ("joined", JOINED["hand_over"], op_id)
    assert last_act(table).phone == second.phone
    assert find_role(table.secret, second.public_id) == Role(wrote=True)
    assert second.role == Role(writes=True)
    assert [side.role.side for side in sides] == ["A", "B"]
    for ended in (scorer, hand_over):
        with pytest.raises(LinkEnded):
            pencil.look_up(ended)
    assert pencil.look_up(side_a).kind == "A"


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
    assert ours.role == Role(side="A"), "asking alone gives nothing"
    named = theirs.answer(asked.ledger.revision)
    assert pencil.asking(named.ledger) is None
    assert named == table.stored()
    assert ours.role == Role(writes=True, side="A")
    assert find_role(table.secret, ours.public_id) == second.role == Role(wrote=True)
    assert theirs.role == Role(side="B")
    assert beside(table)[-2:] == [
        ("asked", {"side": "A"}, ours.phone),
        ("named", {"side": "B", "seq": asked.ledger.revision}, theirs.phone),
    ]
    for ended in open_links[:2]:
        with pytest.raises(LinkEnded):
            pencil.look_up(ended)
    assert [pencil.look_up(one).kind for one in open_links[2:]] == ["A", "B"]
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
    assert may_write(table.secret, table.kept.public_id)
    with pytest.raises(NotAsked):
        sides[1].answer(asked.ledger.revision)
    assert not sides[0].role.writes


def test_no_side_names_itself(table, sides):
    fellow = Guest(table, "A")
    asked = sides[0].ask()
    for phone in (sides[0], fellow):
        with pytest.raises(NotAsked):
            phone.answer(asked.ledger.revision)
    assert table.stored() == asked
    assert pencil.scorers_of(table.kept.public_id) == [1]


def test_the_phone_that_asked_gets_it_and_not_another_of_its_side(table, sides):
    fellow = Guest(table, "A")
    asked = sides[0].ask()
    sides[1].answer(asked.ledger.revision)
    assert (sides[0].role.writes, fellow.role.writes) == (True, False)


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


# --- once ---


OPERATIONS = ("joined", "handed over", "alone", "asked", "named", "declined")


class Said:
    """Something beside the game, which can be said again, and by another phone."""

    def __init__(self, table, sides, what):
        self.public_id, self.op_id = table.kept.public_id, new_operation_id()
        self.fellow = Guest(table, "A", "scorer")
        if what in ("joined", "handed over"):
            kind = "scorer" if what == "joined" else "hand_over"
            link = pencil.make_link(self.public_id, table.phone, kind)
            self.phone, self.other = Guest(table).phone, Guest(table).phone
            self._say = lambda phone, op_id: pencil.open_link(link, phone, op_id).kept
        elif what == "alone":
            self.phone, self.other = self.fellow.phone, table.phone
            self._say = lambda phone, op_id: pencil.write_alone(self.public_id, phone, op_id)
        elif what == "asked":
            self.phone, self.other = sides[0].phone, self.fellow.phone
            self._say = lambda phone, op_id: pencil.ask(self.public_id, phone, op_id)
        else:
            self.phone, self.other = sides[0].phone, self.fellow.phone
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
    """The other one has the same right; where the first took it away, that is what it is told."""
    first = said.say()
    with pytest.raises((OperationReused, NotScorer)) as refused:
        said.say(phone=said.other)
    if refused.type is OperationReused:
        assert refused.value.kept == first
        assert refused.value.act == first.ledger.acts[-1]
    assert table.stored() == first


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
