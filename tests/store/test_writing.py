"""Each writer waits for another, says so when it takes too long, and loses nothing."""

import os
import subprocess
import sys
import threading
from bisect import bisect_left, bisect_right
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise

import pytest
from sqlalchemy import text

from scorekeeper.club import rematches
from scorekeeper.config import settings_of
from scorekeeper.journal.identifiers import new_operation_id, new_secret
from scorekeeper.journal.owner import Conflict
from scorekeeper.keeping.backup import fold_all
from scorekeeper.match import links, matches
from scorekeeper.match.matches import DatabaseUnavailable, find_match, is_scorer
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.db import db, writing, writing_lock
from scorekeeper.store.streams import MATCH_EVENTS
from scorekeeper.tournament import corrections, service
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import TOURNAMENTS
from tests.store.conftest import PATIENCE, refused_after
from tests.support.databases import rows
from tests.support.desk import Desk, set_up_of
from tests.support.processes import PROJECT
from tests.support.table import FAILED, MADE, Table, do, do_in_tournament

PHONES = 6


class Holder:
    """A writer, which may keep all others from writing, until `end`."""

    def __init__(self, app, begin):
        self._app, self._begin = app, begin
        self._held, self._done = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._hold)

    def _hold(self):
        with self._app.app_context(), self._begin():
            self._held.set()
            self._done.wait(30)

    def end(self):
        self._done.set()

    def __enter__(self):
        self._thread.start()
        assert self._held.wait(30)
        return self

    def __exit__(self, *_fault):
        self.end()
        self._thread.join()


def at_once(app, work):
    """Return the results of some phones that do the same at the same moment."""
    barrier = threading.Barrier(PHONES)

    def wait_and_work(_number):
        with app.app_context():
            barrier.wait(30)
            return work()

    with ThreadPoolExecutor(PHONES) as phones:
        return list(phones.map(wait_and_work, range(PHONES)))


def test_it_says_busy_where_somebody_writes_there_too_long(impatient):
    table = Table().play(MADE)
    with Holder(impatient, lambda: writing(table.kept.public_id)):
        waited = refused_after(table)
    assert PATIENCE * 0.9 < waited < PATIENCE + 3
    assert table.stored() == table.kept
    assert table.play(FAILED).totals == (45, 6), "and it writes once the lock is free"


@pytest.mark.slow
def test_it_says_busy_to_all_while_the_tables_change(impatient):
    table = Table().play(MADE)
    with Holder(impatient, writing_lock):
        refused_after(table)
    assert table.play(FAILED).totals == (45, 6)


def test_the_tables_wait_for_who_writes(impatient):
    with Holder(impatient, writing), pytest.raises(DatabaseUnavailable), writing_lock():
        pytest.fail("somebody was writing")


def test_it_waits_for_who_is_soon_done(context):
    table = Table()
    with Holder(context, lambda: writing(table.kept.public_id)) as holder:
        threading.Timer(0.2, holder.end).start()
        assert table.play(MADE).totals == (19, 6)


def test_it_forgets_everything_that_was_written_before_a_fault(context):
    table = Table()

    def fail():
        with writing():
            db.session.execute(text("UPDATE match SET revision = 7"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert rows("SELECT revision FROM match") == [(1,)]
    assert table.play(MADE).stored().revision == 2, "and it writes again"


def test_it_writes_on_what_is_there_now_and_not_on_what_was_read_before(context):
    Table()
    assert db.session.execute(text("SELECT revision FROM match")).scalar_one() == 1
    with db.engine.connect() as another:
        another.execute(text("UPDATE match SET revision = 5"))
        another.commit()
    with writing():
        assert db.session.execute(text("SELECT revision FROM match")).scalar_one() == 5


def test_one_operation_sent_many_times_at_once_is_one_hand(context):
    table, op_id = Table(), new_operation_id()

    def write():
        hand = {"hand": MADE}
        return do(table.kept.public_id, table.phone, op_id, 1, "recorded", hand)

    answers = at_once(context, write)
    assert sorted(is_new for _, is_new in answers) == [False] * (PHONES - 1) + [True]
    assert {kept.ledger.revision for kept, _ in answers} == {2}


def test_one_start_sent_many_times_at_once_is_one_match(context):
    table, op_id = Table(), new_operation_id()
    match = table.ledger.match

    def start():
        return matches.start_match(match, table.phone, op_id)[0].public_id

    assert len(set(at_once(context, start))) == 1
    assert len(MATCH_EVENTS.owners()) == 2


def test_one_tournament_set_up_many_times_at_once_is_one(context):
    phone, op_id = enrol_phone()[0], new_operation_id()

    def set_up():
        return TOURNAMENTS.begin_once(TournamentSetUp.of(set_up_of()), phone, op_id).public_id

    assert len(set(at_once(context, set_up))) == 1


def test_one_secret_shown_many_times_at_once_is_one_phone(context):
    secret = new_secret()
    assert len(set(at_once(context, lambda: enrol_phone(secret)))) == 1
    assert len(rows("SELECT id FROM phone")) == 1


def test_one_evening_has_one_rematch_whichever_of_its_matches_it_is_begun_from(context):
    first = Table()
    first.do("stopped")
    again = rematches.rematch(first.kept.public_id, first.phone, new_operation_id())
    do(again.public_id, first.phone, new_operation_id(), 1, "stopped", {})
    addresses = iter([first.kept.public_id, again.public_id] * PHONES)

    def begin():
        return rematches.rematch(next(addresses), first.phone, new_operation_id()).public_id

    assert len(set(at_once(context, begin))) == 1


def test_helpers_at_a_desk_write_one_after_the_other(context):
    desk = Desk(2)
    names = iter("ABCDEF")

    def add():
        players = ["Anna", f"Eva {next(names)}"]
        pair = {"club": "", "seeding": None, "paid": False, "present": True}
        data = {"pairs": [{"players": players, **pair}]}
        try:
            do_in_tournament(
                desk.public_id, desk.phone, new_operation_id(), desk.held.revision,
                "pairs_added", data,
            )  # fmt: skip
        except Conflict:
            return "told that it went on"
        return "added"

    at_once(context, add)
    acts = service.find_tournament(desk.public_id).tournament.acts
    assert [act.seq for act in acts] == list(range(1, len(acts) + 1))


def undraw(desk):
    """The round is taken back."""
    corrections.undraw(desk.public_id, desk.phone, new_operation_id(), desk.held.revision, 1)


def swap(desk):
    """The first two of a side change places."""
    pairs = tuple(table.a for table in desk.tournament.last_round.tables)
    where = desk.public_id, desk.phone, new_operation_id(), desk.held.revision, 1
    corrections.swap(*where, pairs)


@pytest.mark.parametrize("change", [undraw, swap])
def test_a_round_is_not_changed_while_a_phone_writes_at_one_of_its_tables(impatient, change):
    desk = Desk(4).draw()
    [first, _other] = play_round(desk.held, desk.tournament.last_round)
    with (
        Holder(impatient, lambda: writing(first.live.public_id)),
        pytest.raises(DatabaseUnavailable),
    ):
        change(desk)
    assert desk.stored() == desk.held
    change(desk)
    assert desk.stored() != desk.held


PROCESSES, THREADS, HANDS = 2, 8, 12
MOST = PROCESSES * THREADS * HANDS // 2
"""Of the others' hands, while one waits to be written; who starves waits until all others are done.
Hands and not seconds: a machine that is busy elsewhere holds all of them up."""


@pytest.fixture
def run_servers(app, kept_in):
    """The lines that two processes of a module print."""
    return partial(printed_by, {**os.environ, **kept_in.settings, "PYTHONPATH": str(PROJECT)})


def printed_by(environment, module, *arguments):
    command = [sys.executable, "-m", f"tests.store.{module}", *map(str, arguments)]
    running = [
        subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(PROCESSES)
    ]
    printed = [process.communicate(timeout=90)[0].splitlines() for process in running]
    assert [process.returncode for process in running] == [0, 0]
    return [line.split() for lines in printed for line in lines]


@pytest.mark.slow
def test_nothing_is_lost_and_nobody_starves(app, run_servers):
    lines = run_servers("writers", settings_of(app).instance, THREADS, HANDS)
    assert len(lines) == PROCESSES * THREADS, "no thread gave up"
    moments = [[float(moment) for moment in line[1:]] for line in lines]
    ends = sorted(end for of_one in moments for end in of_one[1:])
    overtaken = [
        bisect_left(ends, end) - bisect_right(ends, start)
        for of_one in moments
        for start, end in pairwise(of_one)
    ]
    assert max(overtaken) < MOST
    with app.app_context():
        for public_id, *_ in lines:
            ledger = find_match(public_id).ledger
            kinds = [act.kind for act in ledger.acts]
            assert kinds == ["started", *["recorded", "voided"] * HANDS]
            assert [act.seq for act in ledger.acts] == list(range(1, 2 * HANDS + 2))
        assert fold_all().matches == PROCESSES * THREADS


@pytest.mark.slow
def test_one_of_many_phones_takes_the_pencil(app, run_servers):
    with app.app_context():
        table = Table()
        public_id = table.kept.public_id
        secret = links.make_link(public_id, table.phone, "hand_over")
        lines = run_servers("takers", settings_of(app).instance, THREADS, secret)
        assert sorted(outcome for _, outcome in lines) == [
            *["ended"] * (PROCESSES * THREADS - 1),
            "opened",
        ]
        [taker] = [int(phone) for phone, outcome in lines if outcome == "opened"]
        phones = [table.phone, *(int(phone) for phone, _ in lines)]
        assert [phone for phone in phones if is_scorer(public_id, phone)] == [taker]
        [joined] = table.stored().ledger.acts[1:]
        assert (joined.kind, joined.phone) == ("joined", taker)
