"""PostgreSQL alone: many write at once, and each of its faults has an answer."""

import logging
import os
import re
import socket
import sys
import threading
import time

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.config import BadSetting
from scorekeeper.keeping.health import database_health
from scorekeeper.match.matches import ConnectionLost, DatabaseUnavailable, NotWritable
from scorekeeper.operating.logs import Lines
from scorekeeper.store import job_store
from scorekeeper.store.backends.postgresql import MOST_NAMES
from scorekeeper.store.db import db, lock, writing
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.store.schema import newest_migration
from tests.support.databases import KEY, rows
from tests.support.examples import rarely
from tests.support.phone import Scorer
from tests.support.postgres import FAST, PATIENCE, Cluster, running_cluster
from tests.support.processes import PROJECT, wait_until
from tests.support.server import HOST, reserve_port
from tests.support.table import FAILED, MADE, Table

FAULTS = {
    "40001": DatabaseLocked,
    "40P01": DatabaseLocked,
    "53200": DatabaseLocked,
    "53300": DatabaseLocked,
    "55P03": DatabaseLocked,
    "57014": DatabaseLocked,
    "57P03": DatabaseLocked,
    "25006": NotWritable,
    "53100": NotWritable,
    "58030": NotWritable,
    "25P03": ConnectionLost,
    "57P01": ConnectionLost,
    "57P02": ConnectionLost,
    "57P05": ConnectionLost,
    "08006": ConnectionLost,
}


def end_connections(cluster):
    """End all connections of the program, as a restart does; they are gone afterwards."""
    cluster.run(
        f"SELECT pg_terminate_backend(pid, {PATIENCE * 1000:.0f}) FROM pg_stat_activity"
        " WHERE datname = 'tefteri' AND starts_with(application_name, 'tefteri ')"
    )


def test_without_a_client_library_it_says_what_is_missing(make_app, monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadSetting, match=r"DATABASE_URL: .* libpq5"):
        make_app()


@pytest.mark.parametrize(
    ("name", "value"),
    [("lock_timeout", "1500ms"), ("synchronous_commit", "on"), ("timezone", "UTC")],
)
def test_it_sets_up_every_connection(make_app, name, value):
    context = make_app(BUSY_SECONDS=1.5).app_context()
    with context, db.engine.connect() as first, db.engine.connect() as second:
        for connection in (first, second):
            assert connection.execute(text(f"SHOW {name}")).scalar_one() == value


@pytest.fixture
def address():
    """That of an empty database, by which it is asked over TCP, as from another machine."""
    with reserve_port() as port:
        number = port.getsockname()[1]
    cluster = Cluster({**FAST, "listen_addresses": HOST, "port": number})
    try:
        cluster.start()
        yield f"postgresql://tests@{HOST}:{number}/postgres"
    finally:
        cluster.remove()


@pytest.mark.slow
def test_a_machine_that_lost_its_power_holds_its_locks_for_half_a_minute(make_app, address):
    """And not for two hours; whoever takes long over a transaction may."""
    told = {
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "3",
        "tcp_user_timeout": "25000",
        "idle_in_transaction_session_timeout": "0",
    }
    with make_app(DATABASE_URL=address).app_context():
        assert {name: rows(f"SHOW {name}")[0][0] for name in told} == told


def test_it_holds_up_nobody_while_it_thinks_about_what_it_read(context):
    table = Table().play(MADE)
    table.stored()
    states = rows("SELECT state FROM pg_stat_activity WHERE datname = current_database()")
    assert {state for (state,) in states} == {"active", "idle"}, "and none idle in a transaction"


def test_matches_are_written_side_by_side(impatient):
    one, other = Table(), Table()
    with writing(one.kept.public_id):
        done = []

        def write():
            with impatient.app_context():
                done.append(other.play(MADE).totals)

        writer = threading.Thread(target=write)
        writer.start()
        writer.join()
    assert done == [(19, 6)]


@pytest.mark.slow
def test_two_who_wait_for_each_other_are_told_and_one_of_them_goes_on(context):
    met, told = threading.Barrier(2), []

    def write(first, second):
        with context.app_context():
            try:
                with writing(first):
                    met.wait(30)
                    lock(second)
            except DatabaseUnavailable:
                told.append(first)

    writers = [threading.Thread(target=write, args=names) for names in ("ab", "ba")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(told) == 1


@pytest.mark.parametrize("code", FAULTS)
def test_each_fault_has_its_name(context, code):
    raising = f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$"
    with pytest.raises(FAULTS[code]) as caught, writing():
        db.session.execute(text(raising))
    if code != "08006":
        assert type(caught.value) is FAULTS[code]


def test_a_fault_of_ours_is_none_of_these(context):
    with pytest.raises(db.exc.ProgrammingError), writing():
        db.session.execute(text("SELECT nothing FROM nowhere"))


def test_a_connection_that_was_lost_is_made_again(context, cluster):
    table = Table().play(MADE)
    end_connections(cluster)
    assert table.play(FAILED).totals == (45, 6)


def cut_silently(connection):
    """Let what is sent on it find a machine that knows nothing of it, and no word come before."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)  # as the client library has it
    os.dup2(ours.fileno(), connection.fileno())
    ours.close()

    def refuse():
        theirs.recv(1)
        theirs.close()

    threading.Thread(target=refuse, daemon=True).start()


@pytest.fixture
def silent(make_app):
    """An app whose only connection was cut without a word."""
    with make_app().app_context():
        pooled = db.engine.raw_connection()
        cut_silently(pooled.driver_connection)
        pooled.close()
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("silent")
def test_one_that_was_idle_is_asked_whether_it_is_still_there():
    time.sleep(1.1)
    assert rows("SELECT 1") == [(1,)]


@pytest.mark.usefixtures("silent")
def test_one_that_was_just_used_is_not_asked_and_who_meets_it_lost_is_told_once():
    with pytest.raises(ConnectionLost):
        rows("SELECT 1")
    assert rows("SELECT 1") == [(1,)]


def test_writer_cut_off_before_its_commit_gets_an_error(context, cluster):
    table = Table().play(MADE)

    def write():
        with writing(table.kept.public_id):
            db.session.execute(text("UPDATE match SET revision = 7"))
            end_connections(cluster)

    with pytest.raises(ConnectionLost):
        write()
    assert table.stored() == table.kept
    assert table.play(FAILED).totals == (45, 6)


@pytest.fixture
def entry(impatient):
    """A scorer, and the page with a hand that is about to be saved."""
    scorer = Scorer(impatient).start()
    return scorer, scorer.entry()


@pytest.mark.slow
def test_a_page_says_that_nothing_was_saved_and_saves_it_later(entry, cluster):
    scorer, page = entry
    with psycopg.connect(cluster.url("tefteri")) as another:
        another.execute("LOCK TABLE event IN ACCESS EXCLUSIVE MODE")
        answer = scorer.press(page, "Save hand", contract="A:90", points_A="97", kapo=[None])
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert "Nothing was saved" in answer.words()
    (again,) = [name for name in answer.buttons() if "gain" in name]
    assert scorer.press(answer, again).status == 303
    assert scorer.totals() == (19, 6)


def test_a_page_says_that_nobody_knows_and_saves_it_once(entry, monkeypatch):
    """The connection was lost behind the commit, before its answer."""
    scorer, page = entry
    commit = Session.commit

    def lose_the_answer(session):
        commit(session)
        monkeypatch.setattr(Session, "commit", commit)
        raise ConnectionLost("the server closed the connection")

    monkeypatch.setattr(Session, "commit", lose_the_answer)
    answer = scorer.press(page, "Save hand", contract="A:90", points_A="97", kapo=[None])
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert "nobody knows" in answer.words()
    assert "Nothing was saved" not in answer.words()
    (again,) = [name for name in answer.buttons() if "gain" in name]
    assert scorer.press(answer, again).status == 303
    assert scorer.totals() == (19, 6)


def test_it_is_well_and_tells_what_it_is(context):
    told = database_health()
    assert told["ok"]
    assert told["postgresql"].split(".")[0].isdecimal()
    assert (told["fsync"], told["migration"]) == ("off", newest_migration())


def test_it_is_not_well_where_nothing_may_be_written(context, make_app, cluster):
    """By a setting, or on a standby, which says so in the same way."""
    cluster.run("ALTER DATABASE tefteri SET default_transaction_read_only = on")
    try:
        with make_app().app_context():
            told = database_health()
    finally:
        cluster.run("ALTER DATABASE tefteri RESET default_transaction_read_only")
    assert told == {"ok": False, "fault": "NotWritable"}
    assert database_health()["ok"]


def test_it_is_not_well_without_tables(make_app, cluster):
    with make_app(DATABASE_URL=cluster.url()).app_context():
        assert database_health() == {"ok": False, "fault": "UndefinedTable"}


def test_it_is_not_well_where_there_is_no_such_database(make_app, cluster):
    with make_app(DATABASE_URL=cluster.url("nowhere")).app_context():
        assert database_health() == {"ok": False, "fault": "NoAnswer"}
        with pytest.raises(ConnectionLost):
            rows("SELECT 1")


@pytest.fixture
def own_cluster():
    """One that may be started again: the others' goes on."""
    with running_cluster() as cluster:
        yield cluster


@pytest.mark.slow
@pytest.mark.parametrize("end", [rarely(Cluster.stop), Cluster.kill])
def test_the_jobs_store_goes_on_where_the_server_was_started_again(make_app, own_cluster, end):
    with make_app(DATABASE_URL=own_cluster.url()).app_context():
        job_store.put("name", b"content")
        uses = {
            "get": lambda: job_store.get("name") == b"content",
            "has": lambda: job_store.has("name"),
            "put": lambda: job_store.put("name", b"more") is None,
            "names": lambda: job_store.names() == {"name"},
            "remove": lambda: job_store.remove("name") is None,
        }
        for name, use in uses.items():
            end(own_cluster)
            own_cluster.start()
            assert use(), name
        assert not job_store.has("name")
        end(own_cluster)
        with pytest.raises(ConnectionLost):
            job_store.has("name")


@pytest.mark.parametrize("password", ["pw%zz", "pa/ss", "50%25", rarely("a+b c"), rarely("?x=y#z")])
def test_the_password_is_read_as_the_address_has_it(make_app, cluster, password):
    """The client library refuses the first by itself, and takes the second for a place."""
    url = cluster.url("tefteri").replace("tests@", f"tests:{password}@")
    with make_app(DATABASE_URL=url).app_context(), db.engine.connect() as connection:
        known = connection.connection.driver_connection.info.password
        assert known == password.replace("%25", "%")


def test_it_is_not_well_beside_a_server_with_another_secret_key(context, make_app):
    assert database_health()["ok"]
    other = make_app(SECRET_KEY=KEY[::-1])
    with other.app_context():
        told = database_health()
        assert (told["ok"], told["fault"]) == (True, "OtherKey")
        db.engine.dispose()
    wait_until(lambda: database_health()["ok"], "it is gone")


def test_nobody_learns_the_secret_key_from_the_database(context):
    assert database_health()["ok"]
    names = {name for (name,) in rows("SELECT application_name FROM pg_stat_activity")}
    assert any(name.startswith("tefteri ") for name in names)
    assert not any(KEY[start : start + 6] in name for name in names for start in range(len(KEY)))


def test_its_own_dump_is_a_backup_that_can_be_restored(context, cluster):
    """As docs/operating-many.md has it."""
    table, dump = Table().play(MADE), cluster.folder / "dump"
    cluster.do("pg_dump", "--format=custom", f"--file={dump}", cluster.url("tefteri"))
    before = table.ledger
    table.play(FAILED)
    db.session.remove()
    restoring = ["--clean", "--if-exists", "--single-transaction"]
    cluster.do("pg_restore", *restoring, f"--dbname={cluster.url('tefteri')}", dump)
    assert table.stored().ledger == before
    assert table.do("recorded", revision=2, hand=FAILED).totals == (45, 6)


def test_the_tables_with_names_are_written_anew_as_the_operator_is_told(context, cluster):
    job_store.names()  # which makes its table
    page = (PROJECT / "docs/operating-many.md").read_text()
    [statement] = re.findall(r"VACUUM FULL [\w., ]+", page)
    erased = {name for name in db.metadata.tables if name.endswith("event")}
    assert erased <= {*re.findall(r"\w+", statement)}
    cluster.run(statement, "tefteri")


def advisory_locks():
    """How many there are of each mode."""
    counted = "SELECT mode, count(*) FROM pg_locks WHERE locktype = 'advisory' GROUP BY mode"
    return dict(map(tuple, rows(counted)))


MANY = [str(number) for number in range(10_000)]


@pytest.mark.usefixtures("context")
def test_the_matches_of_a_tournament_are_locked_each():
    with writing(*MANY[:MOST_NAMES]):
        assert advisory_locks() == {"ShareLock": 1, "ExclusiveLock": MOST_NAMES}


def assert_nobody_else_writes(impatient):
    with (
        impatient.app_context(),
        pytest.raises(DatabaseUnavailable),
        writing("a name that nobody has"),
    ):
        pass


@pytest.mark.slow
@pytest.mark.usefixtures("context")
def test_for_more_names_than_there_is_room_for_the_whole_is_locked(impatient):
    with writing(*MANY):
        assert advisory_locks() == {"ExclusiveLock": 1}
        assert_nobody_else_writes(impatient)
    with impatient.app_context(), writing("a"):
        assert advisory_locks() == {"ShareLock": 1, "ExclusiveLock": 1}


@pytest.mark.usefixtures("context")
def test_writer_with_a_lock_can_still_lock_the_whole(impatient):
    with writing("a"):
        lock(*MANY)
        assert_nobody_else_writes(impatient)
        lock("b")
    with impatient.app_context(), writing("a"):
        pass


@pytest.mark.usefixtures("context")
def test_lock_on_the_whole_waits_for_a_writer(impatient):
    with writing("a"), impatient.app_context(), pytest.raises(DatabaseUnavailable), writing(*MANY):
        pass


@pytest.mark.usefixtures("context")
def test_a_row_that_was_refused_stands_in_no_log(caplog):
    add, values = text("INSERT INTO phone (secret_hash) VALUES (:hash)"), {"hash": "Maria"}
    try:
        with writing():
            db.session.execute(add, values)
    except IntegrityError:
        logging.exception("it was refused")
    [record] = caplog.records
    assert "Maria" in caplog.text
    assert "Maria" not in Lines().format(record)
