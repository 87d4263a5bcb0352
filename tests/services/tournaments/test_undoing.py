"""Undoing an act: the tournament is as if it had not been done, and back again."""

from contextlib import contextmanager

import pytest

from scorekeeper.explain.tournament_history import act_text
from scorekeeper.i18n import use_locale
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import Conflict, NotAllowed
from scorekeeper.match.matches import find_match
from scorekeeper.match.saved_files import NoSavedFile
from scorekeeper.tournament import corrections, file_checks, pair_erasure, round_draw, service
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.desk import ActUndone, undone_by
from scorekeeper.tournament.acts.registrations import DoorChanged
from scorekeeper.tournament.file_checks import check_acts
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import replay
from scorekeeper.tournament.state import TournamentAct
from tests.support.desk import Desk
from tests.support.table import MADE


class UndoingDesk(Desk):
    """A desk that undoes its acts by kind: the last one of it."""

    def undo(self, kind="", **changes):
        acts = self.tournament.acts
        seq = next(act.seq for act in reversed(acts) if kind in ("", act.kind))
        told = {"phone": self.phone, "op_id": new_operation_id(), "seq": seq, **changes}
        revision = told.pop("revision", self.held.revision)
        self.held = corrections.undo(
            self.public_id, told["phone"], told["op_id"], revision, told["seq"]
        )
        return self

    def take_back(self):
        number = len(self.tournament.rounds)
        at = (self.public_id, self.phone, new_operation_id(), self.held.revision)
        self.held = corrections.undraw(*at, number, is_sure=True)
        return self

    def state(self):
        """All but the acts themselves, folded afresh."""
        one = self.stored().tournament
        return one.set_up, one.pairs, one.rounds, one.adjusted

    def codes(self):
        live = [one.live.public_id for one in play_round(self.held, self.tournament.last_round)]
        return [(address, service.table_link(address)) for address in live]


class Decisions:
    """Whether the lock is held while an undoing is decided."""

    def __init__(self, monkeypatch):
        self.locked, self.meanwhile = [], []
        """Of each decision; and what others do while one is made before the lock."""
        is_locked = []
        decide, lock = corrections.without_act, corrections.writing

        def watched(tournament, seq):
            self.locked.append(bool(is_locked))
            if self.meanwhile and not is_locked:
                self.meanwhile.pop(0)()
            return decide(tournament, seq)

        @contextmanager
        def locking(*names):
            with lock(*names):
                is_locked.append(names)
                try:
                    yield
                finally:
                    is_locked.clear()

        monkeypatch.setattr(corrections, "without_act", watched)
        monkeypatch.setattr(corrections, "writing", locking)


UNDOABLE = {
    "result": lambda desk: desk.result(1, 351, 240),
    "forfeited": lambda desk: desk.do("forfeited", round=1, table=1, by="a", reason=""),
    "result_ruled": lambda desk: desk.do(
        "result_ruled", round=1, table=1, score=[300, 290], reason="why"
    ),
    "changed": lambda desk: desk.do("changed", rounds=7, name="Other"),
    "pair_changed": lambda desk: desk.change_pair("1", players=["Rodanthi", "Minos"]),
    "attended": lambda desk: desk.do("attended", present=[], absent=["1", "2"]),
    "adjusted": lambda desk: desk.do(
        "adjusted", pair="1", to="difference", points=-5, reason="late"
    ),
    "clock_started": lambda desk: desk.do("clock_started", round=1),
    "tables_swapped": lambda desk: desk.swap(*swappable(desk)),
    "undrawn": lambda desk: desk.take_back(),
}


def swappable(desk):
    first, second = desk.tournament.last_round.tables[:2]
    return first.a, second.a


@pytest.fixture
def desk():
    return UndoingDesk(6, length="minutes", limit=60).draw()


@pytest.mark.parametrize("kind", UNDOABLE)
def test_it_is_undone_and_brought_back(desk, kind):
    before = desk.state()
    UNDOABLE[kind](desk)
    after = desk.state()
    assert after != before
    assert desk.undo(kind).state() == before
    if kind != "undrawn":
        assert desk.undo("undone").state() == after
        assert desk.undo("undone").state() == before


def test_a_round_comes_back_with_its_tables_codes_and_results(desk):
    desk.result(1, 351, 240).write(2, MADE)
    before, codes = desk.state(), desk.codes()
    desk.take_back()
    assert not desk.tournament.rounds
    desk.undo("undrawn")
    assert (desk.state(), desk.codes()) == (before, codes)
    assert [one.has_begun for one in desk.tables()] == [False, True, False]


def test_a_proposal_made_meanwhile_does_not_keep_a_round_from_coming_back(desk):
    before = desk.tournament.rounds
    desk.take_back()
    at = (desk.public_id, desk.phone, new_operation_id(), desk.held.revision)
    desk.held = round_draw.propose_round(*at, reason="who sat there was ill")
    assert desk.undo("undrawn").tournament.rounds == before


def test_round_that_is_back_keeps_the_match_opened_meanwhile(desk):
    drawn = desk.tournament.last_round
    desk.take_back()
    address = play_round(desk.held, drawn)[0].live.public_id
    desk.undo("undrawn").write(1, MADE)
    assert desk.tables()[0].live.public_id == address
    assert desk.tables()[0].has_begun


def test_renamed_pair_has_its_new_name_in_the_round_that_is_back(desk):
    desk.take_back().change_pair("1", players=["Rodanthi", "Minos"]).undo("undrawn")
    table = next(one for one in desk.tables() if "1" in (one.table.a, one.table.b))
    assert "Rodanthi – Minos" in names_at(table)


def names_at(table):
    return [side.name for side in find_match(table.live.public_id).ledger.match.sides]


@pytest.mark.parametrize("kind", ["pair_changed", "tables_swapped"])
def test_the_matches_are_named_as_before(desk, kind):
    before = [names_at(one) for one in desk.tables()]
    UNDOABLE[kind](desk)
    assert [names_at(one) for one in desk.tables()] != before
    desk.undo(kind)
    assert [names_at(one) for one in desk.tables()] == before


@pytest.mark.parametrize(
    ("code", "kind", "first"),
    [
        ("not_undoable", "pairs_added", lambda desk: desk),
        ("not_undoable", "round_drawn", lambda desk: desk),
        ("not_undoable", "result", lambda desk: desk.result(1, 351, 240).undo("result")),
        ("not_undoable", "result", lambda desk: desk.result(1, 351, 240).take_back()),
        ("built_on", "result", lambda desk: desk.play().draw()),
        ("built_on", "undrawn", lambda desk: desk.take_back().draw()),
        (
            "built_on",
            "pair_changed",
            lambda desk: desk.change_pair("1", club="A").take_back().draw(),
        ),
        (
            "built_on",
            "pair_deleted",
            lambda desk: (
                desk.add(("Zinon", "Minos"))
                .do("pair_deleted", pair="7", deleted=True)
                .add(("Zinon", "Minos"))
            ),
        ),
        ("is_playing", "tables_swapped", lambda desk: desk.swap(*swappable(desk)).write(1, MADE)),
    ],
)
def test_impossible_undo_is_refused_with_its_reason(desk, code, kind, first):
    first(desk)
    before = desk.state()
    with pytest.raises(TournamentRefused) as refused:
        desk.undo(kind)
    assert [fault.code for fault in refused.value.faults] == [code]
    assert desk.state() == before


def test_the_first_of_two_results_is_undone_after_the_second(desk):
    desk.result(1, 351, 240).result(1, 240, 351, reason="the sides were confused")
    first = desk.tournament.revision - 1
    with pytest.raises(TournamentRefused):
        desk.undo(seq=first)
    desk.undo("result")
    assert desk.tournament.rounds[0].tables[0].result.score == (351, 240)
    desk.undo(seq=first)
    assert desk.tournament.rounds[0].tables[0].result is None


def test_a_result_of_a_round_is_undone_once_the_next_round_is_taken_back(desk):
    desk.play()
    seq = desk.tournament.revision
    desk.draw().take_back().undo(seq=seq)
    assert desk.tournament.rounds[0].tables[2].result is None


def test_other_tables_results_disturb_no_undoing(desk):
    desk.result(1, 351, 240)
    seen, seq = desk.held.revision, desk.tournament.revision
    desk.result(2, 351, 100).undo(seq=seq, revision=seen)
    assert [table.result and table.result.score for table in desk.tournament.rounds[0].tables] == [
        None, (351, 100), None,
    ]  # fmt: skip


def test_two_who_undo_the_same_act_undo_it_once(desk):
    desk.result(1, 351, 240)
    seen, seq, op_id = desk.held.revision, desk.tournament.revision, new_operation_id()
    for _ in range(2):
        desk.undo(seq=seq, revision=seen, op_id=op_id)
    with pytest.raises(Conflict):
        desk.undo(seq=seq, revision=seen)


def test_a_result_that_was_decided_on_what_is_undone_is_not_written(desk):
    desk.result(1, 351, 240)
    seen = desk.held.revision
    desk.undo("result")
    with pytest.raises(Conflict):
        desk.result(1, 240, 351, reason="the sides were confused", revision=seen)


def test_a_helper_undoes_nothing(desk):
    desk.result(1, 351, 240)
    with pytest.raises(NotAllowed):
        desk.undo("result", phone=desk.helper()[0])


def test_names_that_were_undone_are_erased_too(desk):
    desk.change_pair("1", players=["Rodanthi", "Minos"]).undo("pair_changed")
    pair_erasure.erase_pair(desk.public_id, desk.phone, "1")
    assert not any("Rodanthi" in str(act.data) for act in desk.stored().tournament.acts)


def test_a_pair_at_a_table_of_a_round_that_came_back_is_erased_there(desk):
    desk.take_back().undo("undrawn")
    pair_erasure.erase_pair(desk.public_id, desk.phone, "1")
    table = next(one for one in desk.tables() if "1" in (one.table.a, one.table.b))
    assert not any("Odd1" in name for name in names_at(table))


@pytest.mark.parametrize("seq", [-1, 0, 3, 4, 999])
def test_an_undoing_of_no_earlier_act_ends_with_itself(desk, seq):
    acts = desk.tournament.acts[:2]
    undoing_act = TournamentAct(3, ActUndone(seq=seq))
    later = TournamentAct(4, ActUndone(seq=3))
    tournament = replay([*acts, undoing_act, later])
    assert undone_by(tournament, later) == undoing_act
    with use_locale("en"):
        assert act_text(undoing_act, tournament) == f"undone: {seq}"


def test_a_file_undoes_no_more_than_anybody_would(desk, monkeypatch):
    acts = [*desk.tournament.acts]
    acts.append(TournamentAct(len(acts) + 1, DoorChanged(most=5)))
    for seq in range(len(acts), 60):
        acts.append(TournamentAct(seq + 1, ActUndone(seq=seq)))
    assert check_acts(acts).tournament == replay(acts)
    monkeypatch.setattr(file_checks, "_MOST_WORK", 500)
    with pytest.raises(NoSavedFile):
        check_acts(acts)


@pytest.fixture
def decisions(monkeypatch):
    return Decisions(monkeypatch)


def test_an_undoing_is_decided_before_the_lock(context, decisions):
    desk = UndoingDesk(4).draw().result(1, 351, 240)
    desk.undo("result")
    assert decisions.locked == [False]
    assert desk.stored() == desk.held
    assert replay(desk.tournament.acts) == desk.tournament


def test_a_refused_undoing_is_decided_before_the_lock(context, decisions):
    desk = UndoingDesk(4)
    with pytest.raises(TournamentRefused):
        desk.undo("set_up")
    assert decisions.locked == [False]


def test_an_undoing_is_decided_anew_where_another_table_wrote_meanwhile(context, decisions):
    desk = UndoingDesk(4).draw().result(1, 351, 240)
    revision, undone = desk.held.revision, desk.held.revision
    decisions.meanwhile = [lambda: desk.result(2, 351, 200)]
    desk.held = corrections.undo(desk.public_id, desk.phone, new_operation_id(), revision, undone)
    assert decisions.locked == [False, False]
    assert [act.kind for act in desk.stored().tournament.acts[-2:]] == ["result", "undone"]
    assert desk.stored() == desk.held


def test_an_undoing_is_written_in_the_end_however_often_others_write(context, decisions):
    desk = UndoingDesk(4).draw().result(1, 351, 240)
    revision, undone = desk.held.revision, desk.held.revision
    late = iter(range(5))
    decisions.meanwhile = [lambda: desk.add((f"Late{next(late)}", "Comer"))] * 5
    desk.held = corrections.undo(desk.public_id, desk.phone, new_operation_id(), revision, undone)
    assert decisions.locked == [False, False, False, True]
    assert desk.stored() == desk.held
