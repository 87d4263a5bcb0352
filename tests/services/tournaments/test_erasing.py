"""Erasing the names of a tournament, or of a pair: they are nowhere, and all else is as it was."""

import itertools

import pytest

from scorekeeper.config import current_settings
from scorekeeper.jobs import payloads
from scorekeeper.jobs.queue import JobRequest, find_job, request_job
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import Conflict, NotAllowed, OperationReused
from scorekeeper.keeping import backup
from scorekeeper.keeping.retention import erase_old
from scorekeeper.match import agreement, matches
from scorekeeper.match.links import make_link, open_link
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.db import DatabaseUnavailable, NotWritable
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.tournament import announced_pairs, erasure, service
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.registry import ERASING
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.erasure import ErasurePending, erase_tournament
from scorekeeper.tournament.pair_erasure import erase_pair
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.round_draw import redraw_differences
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL, TOURNAMENTS, replay
from scorekeeper.tournament.standing import standing_of
from tests.support.databases import content
from tests.support.desk import Desk, rematch_of_before, set_up_final
from tests.support.table import MADE, do

PAIRS = (("Rodanthi", "Minos"), ("Ariadni", "Pambos"), ("Foteini", "Kostis"), ("Loukia", "Thoma"))
OF_FIRST = ("Rodanthi", "Minos", "Zinon", "Argonauts")
OTHERS = ("Ariadni", "Pambos", "Foteini", "Kostis", "Loukia", "Thoma")
NAMES = (*OF_FIRST, *OTHERS, "Kition", "Larnaka", "Salamis")


@pytest.fixture
def desk(context):
    """A tournament with a name wherever one can be; the first pair had a substitute."""
    desk = Desk(name="Kition cup", place="Larnaka", organiser="Salamis", rounds=2).add(*PAIRS)
    desk.change_pair("1", club="Argonauts").draw()
    _own, other = sorted(
        desk.tournament.last_round.tables, key=lambda one: "1" not in (one.a, one.b)
    )
    desk.swap("1", other.a).undraw().draw()
    desk.write(1, MADE).play()
    desk.result(1, 351, 100, reason="Minos counted anew").draw()
    desk.change_pair("1", players=["Rodanthi", "Zinon"], from_now=True)
    desk.do("adjusted", pair="3", to="wins", points=-2, reason="shouted at Rodanthi")
    return desk.do("adjusted", pair="2", to="wins", points=-2, reason="Kostis was late")


def matches_of(desk):
    return [matches.find_match(row.public_id) for row in queries.all_tables_of(desk.held.id)]


def names_in(text, names=NAMES):
    return [name for name in names if name in text]


def stored(names=NAMES):
    return [name for name in names if name.encode() in content()]


def bare(held):
    """Return the results, draws and standings without names."""
    tournament = held.tournament
    return (
        [
            (row.pair, row.place, [(name, one.points) for name, one in row.figures.items()])
            for row in standing_of(held)
        ],
        [
            [(table.a, table.b, [one.score for one in table.results]) for table in drawn.tables]
            for drawn in tournament.rounds
        ],
        [one.adjustment._replace(reason="") for one in tournament.adjusted],
        redraw_differences(tournament),
        [
            (pair.number, pair.paid, pair.plays, len(pair.were))
            for pair in tournament.pairs.values()
        ],
    )


def test_no_name_of_a_tournament_is_left_in_the_database(desk):
    assert stored() == list(NAMES)
    erase_tournament(desk.public_id, desk.phone)
    assert stored() == []
    assert names_in(repr(desk.stored())) == []
    assert names_in(repr(matches_of(desk))) == []


def test_everything_that_was_played_and_drawn_is_as_it_was(desk):
    before = bare(desk.held)
    assert bare(erase_tournament(desk.public_id, desk.phone)) == before
    assert bare(desk.stored()) == before


def steps_of(monkeypatch, step, *, at_once=2):
    """Erase in steps of so many matches; `step` is called with a number before each."""
    strip, count = erasure.redact_tables, itertools.count()

    def stepping(rows, by, phone):
        step(next(count))
        strip(rows, by, phone)

    monkeypatch.setattr(erasure, "AT_ONCE", at_once)
    monkeypatch.setattr(erasure, "redact_tables", stepping)


@pytest.fixture
def killed(desk, monkeypatch):
    """A tournament the erasing of whose names was killed when two of six matches were done."""

    def die(step):
        if step == 1:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        steps_of(patch, die)
        with pytest.raises(KeyboardInterrupt):
            erase_tournament(desk.public_id, desk.phone)
    return desk


def kinds_of(held):
    return [act.kind for act in held.tournament.acts]


def test_it_goes_in_steps(desk, monkeypatch):
    steps = []
    steps_of(monkeypatch, steps.append)
    held = erase_tournament(desk.public_id, desk.phone)
    assert steps == [0, 1, 2, 3], "three of two matches, and what is left"
    assert kinds_of(held)[-2:] == ["erasing_begun", "names_erased"]
    assert stored() == []


def test_late_finish_of_an_erasing_leaves_newer_names_alone(killed):
    begun = killed.stored()
    erase_tournament(killed.public_id, None, "operator")
    killed.held = killed.stored()
    after = killed.change_pair("4", players=["Nikos", "Lenia"]).held
    erasure._finish(begun, begun.tournament.erasing)
    assert killed.stored() == after


def test_one_that_was_killed_says_that_names_are_left(killed):
    tournament = killed.stored().tournament
    assert tournament.erasing.kind == "erasing_begun"
    assert tournament.erasing.data == {"by": "organiser"}
    assert tournament.set_up.name == "Kition cup", "the tournament's own names go last"
    done = [one.ledger.acts[-1].kind == "names_erased" for one in matches_of(killed)]
    assert done.count(True) == 2


@pytest.mark.parametrize("again", ["organiser", "operator", "age"])
def test_one_that_was_killed_comes_to_its_end_when_it_is_done_again(killed, again):
    before = bare(killed.stored())
    if again == "organiser":
        erase_tournament(killed.public_id, killed.phone)
    elif again == "operator":
        erase_tournament(killed.public_id, None, "operator")
    else:
        assert erase_old(30, now()) == 1
    held = killed.stored()
    assert stored() == []
    assert kinds_of(held).count("erasing_begun") == kinds_of(held).count("names_erased") == 1
    assert held.tournament.acts[-1].data == {"by": "organiser"}, "who wished it"
    assert held.tournament.erasing is None
    assert bare(held) == before
    kinds = [[act.kind for act in one.ledger.acts] for one in matches_of(killed)]
    assert [one.count("names_erased") for one in kinds] == [1] * 6, "nothing is done again"
    assert erase_tournament(killed.public_id, killed.phone) == held


def test_a_tournament_goes_on_between_the_steps(killed):
    killed.held = killed.stored()
    killed.play().change_pair("4", club="Kition").draw()
    assert stored(("Kition", "Loukia")) == ["Kition", "Loukia"]
    erase_tournament(killed.public_id, killed.phone)
    assert stored() == []
    assert len(killed.stored().tournament.rounds) == 3


def test_a_name_that_is_typed_behind_a_step_goes_at_the_end(killed):
    first = next(one for one in matches_of(killed) if one.ledger.last_erasure)
    phone, _secret = enrol_phone()
    open_link(service.table_link(first.public_id), phone, new_operation_id())
    now = matches.find_match(first.public_id).revision
    changed = {"names": {"A": "Argonauts"}}
    do(first.public_id, phone, new_operation_id(), now, "changed", changed)
    erase_tournament(killed.public_id, killed.phone)
    assert stored() == []


def test_a_locked_database_leaves_it_half_done_and_says_so(desk, monkeypatch):
    def be_busy(step):
        if step == 2:
            raise DatabaseLocked

    with monkeypatch.context() as patch:
        steps_of(patch, be_busy)
        with pytest.raises(ErasurePending):
            erase_tournament(desk.public_id, desk.phone)
    assert desk.stored().tournament.erasing
    erase_tournament(desk.public_id, desk.phone)
    assert stored() == []


def test_each_of_its_matches_says_it_too(desk):
    held = erase_tournament(desk.public_id, desk.phone)
    assert (held.tournament.acts[-1].kind, held.tournament.acts[-1].phone) == (
        "names_erased",
        desk.phone,
    )
    found = matches_of(desk)
    assert len(found) == 6, "also of the round that was taken back"
    assert {one.ledger.acts[-1].data["by"] for one in found} == {"organiser"}


def test_twice_is_once(desk):
    first = erase_tournament(desk.public_id, desk.phone)
    assert erase_tournament(desk.public_id, desk.phone) == first


def test_erasing_clears_the_request_digests_of_acts_with_names(desk):
    erase_tournament(desk.public_id, desk.phone)
    kinds = {"set_up", "pairs_added", "pair_changed", "result", "adjusted"}
    assert {act.request_digest for act in desk.stored().tournament.acts if act.kind in kinds} == {
        ""
    }


def test_erasing_a_pair_removes_the_printed_sheets(desk):
    sheet = current_settings().instance / "sheets" / "one"
    sheet.parent.mkdir()
    sheet.write_text("")
    request_job(JobRequest("papers", "paper", desk.held.id, content=b"Maria"))
    request_job(JobRequest("another's", "paper", content=b"Maria"))
    erase_pair(desk.public_id, desk.phone, "1")
    assert not sheet.exists()
    assert (find_job("papers"), payloads.input_of("papers")) == (None, None)
    assert payloads.input_of("another's") == b"Maria"


@pytest.mark.parametrize("fault", [DatabaseUnavailable, NotWritable])
@pytest.mark.parametrize(
    ("erase", "gone"),
    [(erase_tournament, NAMES), (lambda *asked: erase_pair(*asked, "1"), OF_FIRST)],
)
def test_it_is_half_done_while_a_paper_is_there_and_says_so(desk, monkeypatch, fault, erase, gone):
    def be_faulty(_tournament_id):
        raise fault

    request_job(JobRequest("papers", "paper", desk.held.id, content=b"Rodanthi"))
    with monkeypatch.context() as patch:
        patch.setattr(erasure, "forget_papers", be_faulty)
        with pytest.raises(ErasurePending):
            erase(desk.public_id, desk.phone)
    assert stored(gone) == []
    assert payloads.input_of("papers") == b"Rodanthi"
    erase(desk.public_id, desk.phone)
    assert payloads.input_of("papers") is None


@pytest.mark.parametrize(
    "erase",
    [erase_tournament, lambda address, phone: erase_pair(address, phone, "1")],
)
def test_print_job_from_before_an_erasing_is_not_kept(desk, erase):
    def wanted(name, held):
        return JobRequest(name, "paper", held.id, 0, b"Rodanthi", held.revision, undone_by=ERASING)

    before = wanted("with names", desk.stored())
    after = wanted("without", erase(desk.public_id, desk.phone))
    for one in (before, after):
        request_job(one)
    assert (find_job("with names"), payloads.input_of("with names")) == (None, None)
    assert find_job("without").is_under_way


def test_a_rematch_at_a_table_loses_its_names_too(desk):
    desk.act(1, "stopped")
    table = desk.tables()[0].live
    scorer = table.ledger.acts[-1].phone
    rematch = rematch_of_before(table.public_id, scorer)
    erase_tournament(desk.public_id, desk.phone)
    assert names_in(repr(matches.find_match(rematch.public_id))) == []


@pytest.mark.parametrize("who", ["stranger", "helper", "scorer", "nobody"])
@pytest.mark.parametrize(
    "erase", [erase_tournament, lambda address, phone: erase_pair(address, phone, "1")]
)
def test_nobody_but_the_organiser_erases(desk, who, erase):
    phone = {
        "stranger": lambda: enrol_phone()[0],
        "helper": lambda: desk.helper()[0],
        "scorer": lambda: desk.write(1, MADE).tables()[0].live.ledger.acts[-1].phone,
        "nobody": lambda: None,
    }[who]()
    with pytest.raises(NotAllowed):
        erase(desk.public_id, phone)
    assert stored() == list(NAMES)


def test_a_final_loses_its_names_with_its_tournament(desk):
    desk.play()
    now = desk.stored().revision
    final = set_up_final(desk.public_id, desk.phone, new_operation_id(), now, 2, "Kition's final")
    erase_tournament(desk.public_id, desk.phone)
    TOURNAMENT_JOURNAL.forget_all()
    assert names_in(repr(service.find_tournament(final.public_id))) == []
    assert stored() == []


def test_a_tournament_keeps_its_names_when_its_final_loses_them(desk):
    desk.play()
    now = desk.stored().revision
    final = set_up_final(desk.public_id, desk.phone, new_operation_id(), now, 2, "Final")
    erase_tournament(final.public_id, desk.phone)
    assert stored() == list(NAMES)


def test_operator_erases_the_names_of_a_tournament(desk):
    held = erase_tournament(desk.public_id, None, "operator")
    assert held.tournament.acts[-1].data == {"by": "operator"}
    assert stored() == []


RESULT = {"round": 2, "table": 1, "score": [1, 2], "hands": [0, 0], "source": "organiser"}
NEW_PAIR = {"players": ["Rodanthi", "Zinon"], "club": "", "seeding": None, "paid": False}
OLD_FORMS = (
    ("changed", {"name": "Kition cup"}),
    ("pair_changed", {"pair": "1", "players": ["Rodanthi", "Minos"]}),
    ("pairs_added", {"pairs": [{**NEW_PAIR, "present": True}]}),
    ("adjusted", {"pair": "2", "to": "wins", "points": -2, "reason": "shouted at Rodanthi"}),
    ("result", {**RESULT, "reason": "Rodanthi counted"}),
)


def test_a_form_from_before_writes_no_name_again(desk):
    now = desk.held.revision
    erase_tournament(desk.public_id, desk.phone)
    for kind, data in OLD_FORMS:
        with pytest.raises(Conflict):
            desk.do(kind, revision=now, **data)
    assert stored() == []


def test_a_form_from_before_a_pair_went_writes_no_name_of_it_again(desk):
    now = desk.held.revision
    erase_pair(desk.public_id, desk.phone, "1")
    for kind, data in OLD_FORMS[1:]:
        with pytest.raises(Conflict):
            desk.do(kind, revision=now, **data)
    assert stored(OF_FIRST) == []
    desk.do("pair_changed", revision=now, pair="2", club="Salamis")
    desk.do("attended", revision=now, present=[], absent=["2"])


def test_it_goes_on_and_new_names_are_names(desk):
    erase_tournament(desk.public_id, desk.phone)
    desk.held = desk.stored()
    desk.play().do("pair_changed", pair="2", players=["Nikos", "Lenia"]).draw()
    assert "Nikos – Lenia" in repr(matches_of(desk)[-2:])
    assert desk.stored() == desk.held
    backup.fold_all()


def test_an_answer_that_was_lost_is_given_again_after_the_names_went(desk):
    op_id, now = new_operation_id(), desk.held.revision
    asked = {"pair": "2", "players": ["Nikos", "Lenia"], "op_id": op_id}
    held = desk.do("pair_changed", **asked).held
    erase_tournament(desk.public_id, desk.phone)
    assert desk.do("pair_changed", revision=now, **asked).held.revision == held.revision + 2
    with pytest.raises(OperationReused):
        desk.do("attended", op_id=op_id, present=[], absent=["1"])


def test_the_set_up_can_be_sent_again_after_the_names_went(desk):
    first = desk.tournament.acts[0]
    erase_tournament(desk.public_id, desk.phone)
    again = TOURNAMENTS.begin_once(TournamentSetUp.read(first.data), desk.phone, first.op_id)
    assert again.public_id == desk.public_id
    with pytest.raises(OperationReused):
        TOURNAMENTS.begin_once(
            TournamentSetUp.read({**first.data, "rounds": 9}), desk.phone, first.op_id
        )


def test_another_server_that_has_it_in_memory_reads_no_name_of_it(desk):
    before = desk.stored()
    after = erase_tournament(desk.public_id, desk.phone)
    TOURNAMENT_JOURNAL.remember(desk.held.public_id, before.tournament)  # what the other server has
    assert service.find_tournament(desk.public_id) == after


def test_no_name_of_a_pair_is_left_and_all_others_are_there(desk):
    erase_pair(desk.public_id, desk.phone, "1")
    assert stored(OF_FIRST) == []
    held = desk.stored()
    assert names_in(repr(held), OTHERS) == list(OTHERS)
    assert names_in(repr(matches_of(desk)), OF_FIRST) == []
    assert held.tournament.pairs["1"].players == ("", "")
    assert [one.adjustment.reason for one in held.tournament.adjusted] == ["", "Kostis was late"]
    assert held.tournament.acts[-1].data == {"by": "organiser", "pair": "1"}


def test_a_pair_without_names_stands_where_it_stood(desk):
    before = bare(desk.held)
    assert bare(erase_pair(desk.public_id, desk.phone, "1")) == before
    assert bare(desk.stored()) == before
    tournament = desk.stored().tournament
    assert replay(tournament.acts) == tournament


def test_opponents_of_an_erased_pair_keep_their_names_at_the_table(desk):
    erase_pair(desk.public_id, desk.phone, "1")
    desk.held = desk.stored()
    for one in desk.tables():
        names = [side.name for side in one.live.ledger.match.sides]
        pairs = [desk.tournament.pairs[key].name for key in (one.table.a, one.table.b)]
        assert names == pairs
        assert ("" in names) == ("1" in (one.table.a, one.table.b))


def test_matches_at_other_tables_are_left_alone(desk):
    seated = {one.table.number for one in desk.tables() if "1" in (one.table.a, one.table.b)}
    (other,) = {1, 2} - seated
    before = desk.tables()[other - 1].live.ledger
    erase_pair(desk.public_id, desk.phone, "1")
    assert desk.tables()[other - 1].live.ledger == before


@pytest.fixture
def elsewhere(desk):
    """A table of others, where a penalty, its correction and a flag name who sits elsewhere."""
    (other,) = {1, 2} - {table_of(desk).table.number}
    desk.write(other, MADE).act(other, "adjusted", adjust={"A": -10}, reason="late, twice")
    desk.act(other, "adjusted", adjust={"B": -10}, reason="ZINON's friend looked")
    ledger = desk.tables()[other - 1].live.ledger
    hand, _late, looked = ledger.hand_ids
    desk.act(other, "corrected", hand_id=looked, adjust={"B": -20}, reason="with Rodánthi")
    phone, _secret = enrol_phone()
    address = desk.tables()[other - 1].live.public_id
    scorer = desk.tables()[other - 1].live.ledger.acts[-1].phone
    open_link(make_link(address, scorer, "B"), phone, new_operation_id())
    agreement.flag(address, phone, new_operation_id(), hand, (19, 6), "Minos saw 66")
    here = {"side": "B", "hand_id": hand, "score": {"A": 19, "B": 6}, "reason": "says Minos"}
    desk.act(other, "flagged_here", **here)
    return lambda: desk.tables()[other - 1].live.ledger


def test_reasons_that_name_a_pair_go_where_others_play(desk, elsewhere):
    before = elsewhere()
    erase_pair(desk.public_id, desk.phone, "1")
    after = elsewhere()
    assert stored(("ZINON", "Rodánthi", "Minos", *OF_FIRST)) == []
    assert after.acts[-1].data == {"by": "organiser"}
    assert [act.kind for act in after.acts] == [
        *(act.kind for act in before.acts),
        "reasons_erased",
    ]
    touched = [act.seq for act, old in zip(after.acts, before.acts, strict=False) if act != old]
    assert [before.act(seq).kind for seq in touched] == [
        "adjusted", "corrected", "flagged", "flagged_here",
    ]  # fmt: skip
    assert after.match.sides == before.match.sides, "who plays there keeps the names"
    assert [row.entry.reason for row in after.standing.rows[1:]] == ["late, twice", ""]
    assert after.standing.totals == before.standing.totals
    assert agreement.answers(after) == agreement.answers(before)
    assert (after.last_name_erasure, after.last_erasure) == (0, after.revision)


def test_reasons_that_name_nobody_of_the_pair_are_not_touched(desk, elsewhere):
    before = elsewhere()
    sits = table_of(desk).table
    erase_pair(desk.public_id, desk.phone, sits.b if sits.a == "1" else sits.a)
    after = elsewhere()
    assert "Minos saw 66" in repr(after)
    assert [act for act in after.acts if act.kind == "reasons_erased"] == []
    assert before.standing == after.standing


def test_reasons_elsewhere_go_once(desk, elsewhere):
    first = erase_pair(desk.public_id, desk.phone, "1")
    before = elsewhere()
    assert erase_pair(desk.public_id, desk.phone, "1") == first
    assert elsewhere() == before


def test_another_server_that_has_a_reason_in_memory_reads_it_no_more(desk, elsewhere):
    before = elsewhere()
    address = next(
        row.public_id
        for row in queries.all_tables_of(desk.held.id)
        if matches.find_match(row.public_id).ledger == before
    )
    erase_pair(desk.public_id, desk.phone, "1")
    after = matches.find_match(address).ledger
    MATCH_JOURNAL.remember(address, before)  # what the other server has
    assert matches.find_match(address).ledger == after
    MATCH_JOURNAL.remember(address, before)
    assert elsewhere() == after


def test_erasing_of_a_reason_is_newer_than_the_revisions_before_it(desk, elsewhere):
    before = elsewhere()
    erase_pair(desk.public_id, desk.phone, "1")
    assert elsewhere().accepts_revision(before.revision)
    assert elsewhere().last_erasure > before.revision, "which no reason from before gets past"


def test_every_match_can_be_folded_without_its_reasons(desk, elsewhere):
    erase_pair(desk.public_id, desk.phone, "1")
    backup.fold_all()


def test_a_word_that_only_holds_the_name_is_no_name(desk):
    desk.do("adjusted", pair="3", to="wins", points=-2, reason="Minosson was late")
    erase_pair(desk.public_id, desk.phone, "1")
    reasons = [one.adjustment.reason for one in desk.stored().tournament.adjusted]
    assert reasons == ["", "Kostis was late", "Minosson was late"]


def test_a_pair_loses_its_names_in_the_final_too(desk):
    desk.play()
    now = desk.stored().revision
    final = set_up_final(desk.public_id, desk.phone, new_operation_id(), now, 4, "Final")
    erase_pair(desk.public_id, desk.phone, "1")
    assert stored(OF_FIRST) == []
    TOURNAMENT_JOURNAL.forget_all()
    assert stored(OTHERS) == list(OTHERS)
    named = [
        pair.name for pair in service.find_tournament(final.public_id).tournament.pairs.values()
    ]
    assert named.count("") == 1


def test_erasing_a_deleted_pair_again_takes_what_was_typed_in_the_final_since():
    desk = Desk(rounds=1).add(*PAIRS[:2]).draw().play()
    now = desk.stored().revision
    final = set_up_final(desk.public_id, desk.phone, new_operation_id(), now, 2, "Final")
    desk.held = erase_pair(desk.public_id, desk.phone, "1")
    desk.do("undrawn", round=1, sure=True).do("pair_deleted", pair="1", deleted=True)
    other = Desk.__new__(Desk)
    other.phone, other.held = desk.phone, service.find_tournament(final.public_id)
    other.change_pair("1", players=["Zinon", "Anna"])
    erase_pair(desk.public_id, desk.phone, "1")
    assert stored(("Zinon", "Anna", *PAIRS[0])) == []


def test_erasing_a_pair_twice_is_once(desk):
    first = erase_pair(desk.public_id, desk.phone, "1")
    assert erase_pair(desk.public_id, desk.phone, "1") == first


def table_of(desk, pair="1"):
    return next(one for one in desk.tables() if pair in (one.table.a, one.table.b))


def test_erasing_a_pair_again_takes_what_was_typed_at_its_table_since(desk):
    desk.held = erase_pair(desk.public_id, desk.phone, "1")
    one = table_of(desk)
    side = "AB"[one.table.b == "1"]
    desk.act(one.table.number, "changed", names={side: "Zinon & Rodanthi"})
    desk.act(one.table.number, "adjusted", adjust={side: -10}, reason="Zinon looked")
    erase_pair(desk.public_id, desk.phone, "1")
    assert stored(OF_FIRST) == []
    assert stored(OTHERS) == list(OTHERS), "who plays against it is named again"
    sides = table_of(desk).live.ledger.match.sides
    other = one.table.a if side == "B" else one.table.b
    assert sides.of("BA"[side == "B"]).name == desk.tournament.pairs[other].name


def test_erasing_a_pair_again_takes_what_was_typed_at_a_rematch_since(desk):
    one = table_of(desk)
    desk.act(one.table.number, "changed", names={"A": "Kites", "B": "Doves"})
    erase_pair(desk.public_id, desk.phone, "1")
    desk.act(one.table.number, "changed", names={"A": "Kites", "B": "Doves"})
    desk.act(one.table.number, "stopped")
    scorer = table_of(desk).live.ledger.acts[-1].phone
    rematch_of_before(one.live.public_id, scorer)
    erase_pair(desk.public_id, desk.phone, "1")
    assert stored(("Kites", "Doves")) == []


def test_erasing_a_pair_again_takes_what_was_typed_in_the_final_since(desk):
    desk.play()
    now = desk.stored().revision
    final = set_up_final(desk.public_id, desk.phone, new_operation_id(), now, 4, "Final")
    erase_pair(desk.public_id, desk.phone, "1")
    other = Desk.__new__(Desk)
    other.phone, other.held = desk.phone, service.find_tournament(final.public_id)
    (key,) = (key for key, pair in other.tournament.pairs.items() if not pair.name)
    other.draw()
    other.act(table_of(other, key).table.number, "changed", names={"A": "Rodanthi", "B": "Minos"})
    erase_pair(desk.public_id, desk.phone, "1")
    assert stored(OF_FIRST) == []


def test_erasing_a_pair_again_writes_nothing_where_no_name_was_written(desk):
    desk.held = erase_pair(desk.public_id, desk.phone, "1")
    desk.act(table_of(desk).table.number, "recorded", hand=MADE)
    desk.do("joined", **{"as": "helper"})
    before = content()
    assert erase_pair(desk.public_id, desk.phone, "1") == desk.stored()
    assert content() == before


def test_erasing_a_pair_again_takes_the_name_that_it_was_given_since(desk):
    desk.held = erase_pair(desk.public_id, desk.phone, "1")
    desk.change_pair("1", players=["Rodanthi", "Zinon"])
    erase_pair(desk.public_id, desk.phone, "1")
    assert stored(OF_FIRST) == []
    assert desk.stored().tournament.pairs["1"].players == ("", "")


def test_operator_erases_the_names_of_a_pair(desk):
    held = erase_pair(desk.public_id, None, "1", "operator")
    assert held.tournament.acts[-1].data == {"by": "operator", "pair": "1"}
    assert stored(OF_FIRST) == []


@pytest.mark.parametrize("key", ["5", "0", "x", ""])
def test_there_must_be_such_a_pair(desk, key):
    with pytest.raises(TournamentRefused) as refused:
        erase_pair(desk.public_id, desk.phone, key)
    assert refused.value.faults[0].code == "no_pair"


def test_a_pair_that_was_added_in_a_second_list_is_found(context):
    desk = Desk().add(*PAIRS[:2]).add(*PAIRS[2:])
    erase_pair(desk.public_id, desk.phone, "3")
    assert stored(("Foteini", "Kostis")) == []
    assert desk.stored().tournament.pairs["4"].players == PAIRS[3]


def announce(desk, players, *, declined=False):
    """Announce a pair, and maybe decline it; its number."""
    found = announced_pairs.register(
        desk.public_id, enrol_phone()[0], new_operation_id(), players, "Argonauts"
    )
    desk.held = found.loaded_tournament
    number = found.registration.number
    if declined:
        desk.do("pair_declined", registration=number, declined=True)
    return number


@pytest.mark.parametrize("declined", [True, False])
def test_another_announcement_of_the_pair_loses_its_names_too(declined):
    desk = Desk().do("door", coming=True)
    announce(desk, ("Minos", "Rodanthi"), declined=declined)
    other = announce(desk, ("Ariadni", "Pambos"))
    desk.add(("Rodanthi", "Minos"))  # as the organiser heard it
    erase_pair(desk.public_id, desk.phone, "1")
    assert stored(("Rodanthi", "Minos", "Argonauts", "Ariadni")) == ["Argonauts", "Ariadni"]
    held = announced_pairs.take(
        desk.public_id, desk.phone, new_operation_id(), desk.stored().revision, None
    )
    assert [one.players for one in held.tournament.pairs.values()] == [
        ("", ""),
        held.tournament.registrations[other].players,
    ]


def test_the_note_of_another_pair_loses_the_name_too():
    desk = Desk().add(("Rodanthi", "Minos"), ("Ariadni", "Pambos"), ("Loukia", "Thoma"))
    desk.change_pair("2", note="ask Minos").change_pair("3", note="99 123456")
    pair = {"players": ["Foteini", "Kostis"], "club": "", "note": "come with Rodanthi"}
    desk.do("pairs_added", pairs=[pair, {**pair, "players": ["Zinon", "Eri"], "note": "late"}])
    erase_pair(desk.public_id, desk.phone, "1")
    assert stored(("Rodanthi", "Minos", "Foteini", "Pambos")) == ["Foteini", "Pambos"]
    notes = [one.note for one in desk.stored().tournament.pairs.values()]
    assert notes == ["", "", "99 123456", "", "late"]


PLAYERS = ("Rodanthi", "Ariadni", "Foteini", "Loukia", "Pambos", "Kostis", "Thoma", "Minos")


@pytest.fixture
def evening(context):
    """Players for themselves; the first announced itself, had a substitute and a ruling."""
    desk = Desk(format="individual", rounds=3).do("door", coming=True)
    desk.do("registered", registration=1, players=["Rodanthi", ""], club="Argonauts")
    op_id, now_ = new_operation_id(), desk.held.revision
    desk.held = announced_pairs.take(desk.public_id, desk.phone, op_id, now_, 1)
    desk.add(*((name, "") for name in PLAYERS[1:])).draw()
    table = next(one for one in desk.tournament.last_round.tables if "1" in one.entrants)
    desk.write(table.number, MADE).play()
    desk.change_pair("1", players=["Zinon", ""], from_now=True).draw()
    other = next(one for one in desk.tournament.last_round.tables if "1" not in one.entrants)
    desk.result(other.number, 351, 100, reason="Rodanthi counted anew")
    return desk.do("adjusted", pair="3", to="wins", points=-2, reason="shouted at Zinon")


def test_no_name_of_a_player_who_comes_alone_is_left_and_all_others_are_there(evening):
    erase_pair(evening.public_id, evening.phone, "1")
    assert stored(("Rodanthi", "Zinon", "Argonauts")) == []
    assert stored(PLAYERS[1:]) == [*PLAYERS[1:]]


def test_partner_and_opponents_of_an_erased_player_keep_their_names_at_the_table(evening):
    erase_pair(evening.public_id, evening.phone, "1")
    held = evening.stored()
    for one in play_round(held, held.tournament.last_round):
        names = [side.name for side in one.live.ledger.match.sides]
        told = [held.tournament.pair_in(key, 2).name for key in (one.table.a, one.table.b)]
        assert names == told
