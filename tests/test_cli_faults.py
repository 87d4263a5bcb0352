"""Each command as another user, against each fault of the files: one line, the same for all."""

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from scorekeeper.__main__ import run
from scorekeeper.app import create_app
from scorekeeper.cli import server
from scorekeeper.store.migrator import bring_up_to_date
from scorekeeper.store.schema import close_connections
from scorekeeper.work import worker
from tests.support.databases import SETTINGS
from tests.support.processes import make_folder
from tests.support.server import HOST, reserve_port

NOBODY = 65534
COMMANDS = {
    "serve": ["serve", "--host", HOST],
    "work": ["work"],
    "export": ["export", "abc"],
    "link": ["link", "abc"],
    "erase": ["erase", "match", "abc"],
    "backup": ["backup", "{}/copies"],
    "restore": ["restore", "{}/other.sqlite3"],
    "import": ["import", "{}/match.json"],
    "migrate": ["migrate"],
    "move": ["move", "--to", "postgresql:///nowhere"],
}
READERS = {"export", "backup"}
NAME = "tefteri.sqlite3"


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """A database with this version's tables."""
    folder = tmp_path_factory.mktemp("tables")
    app = create_app({"INSTANCE": folder, **SETTINGS})
    with app.app_context():
        bring_up_to_date()
        close_connections()
    return folder / NAME


@pytest.fixture
def place(tables):
    """A folder of others, in which the instance folder lies with its database."""
    place = make_folder("faults")
    place.chmod(0o777)
    instance = place / "instance"
    instance.mkdir()
    instance.chmod(0o777)
    shutil.copy(tables, instance / NAME)
    (instance / NAME).chmod(0o666)
    yield place
    place.chmod(0o700)
    instance.chmod(0o700)
    shutil.rmtree(place)


@pytest.fixture
def told(place, monkeypatch):
    """A function that runs a command as another user: its standard error, and its status."""
    monkeypatch.setenv("TEFTERI_INSTANCE", str(place / "instance"))
    monkeypatch.setenv("TEFTERI_SECRET_KEY", SETTINGS["SECRET_KEY"])
    monkeypatch.setenv("LANG", "C")
    monkeypatch.setattr(server, "start", lambda *_told: sys.exit(0))
    monkeypatch.setattr(worker, "work", lambda *_told: None)

    def tell(name):
        with reserve_port() as port:
            more = ["--port", str(port.getsockname()[1])] if name == "serve" else []
            words = [word.format(place) for word in COMMANDS[name]]
            return as_another_user(["tefteri", *words, *more])

    return tell


def as_another_user(arguments):
    """The status of the command, and the lines that it wrote to standard error."""
    with TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        child = os.fork()
        if not child:
            os._exit(_run_in_child(arguments, out, err))
        _pid, ended = os.waitpid(child, 0)
        err.seek(0)
        return os.waitstatus_to_exitcode(ended), err.read().splitlines()


def _run_in_child(arguments, out, err):
    "localhost".encode("idna")  # loads the codec, whose files another user may not find
    sys.stdout, sys.stderr, sys.argv = out, err, arguments
    try:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
        return run()
    except SystemExit as end:
        return end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 70
    finally:
        out.flush()
        err.flush()


def user():
    return "nobody" if os.geteuid() == 0 else Path.home().owner()


def file_is_unreadable(instance):
    (instance / NAME).chmod(0)
    return f"The user {user()} cannot read {instance / NAME}.", set()


def file_is_read_only(instance):
    (instance / NAME).chmod(0o444)
    return f"The user {user()} cannot write {instance / NAME}.", READERS


def folder_is_read_only(instance):
    instance.chmod(0o555)
    return f"The user {user()} cannot write {instance}.", READERS


def folder_is_read_only_and_empty(instance):
    (instance / NAME).unlink()
    return folder_is_read_only(instance)


def folder_is_shut(instance):
    instance.chmod(0)
    return f"TEFTERI_INSTANCE: {instance}: Permission denied", set()


def folder_above_is_shut(instance):
    instance.parent.chmod(0)
    return f"TEFTERI_INSTANCE: {instance}: Permission denied", set()


def folder_is_a_file(instance):
    shutil.rmtree(instance)
    instance.touch()
    return f"TEFTERI_INSTANCE: {instance}: Not a directory", set()


def file_is_a_folder(instance):
    (instance / NAME).unlink()
    (instance / NAME).mkdir(mode=0o777)
    return f"{instance / NAME} is no file.", set()


def lock_is_read_only(instance):
    lock = instance / "tefteri.lock"
    lock.touch(mode=0o444)
    return f"The user {user()} cannot write {lock}.", READERS


def journal_is_unreadable(instance):
    journal = instance / f"{NAME}-journal"
    journal.touch(mode=0)
    return f"The user {user()} cannot read {journal}.", set()


def key_is_unreadable(instance):
    key = instance / "secret_key"
    key.touch(mode=0)
    os.environ.pop("TEFTERI_SECRET_KEY")
    return f"{key}: Permission denied", set()


def file_is_no_database(instance):
    (instance / NAME).write_text("no database at all\n" * 999)
    return f"Damaged: {instance / NAME}: file is not a database", {"restore"}


def database_is_newer(instance):
    with closing(sqlite3.connect(instance / NAME)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    newer = "A newer version has changed the database's tables (migration 9999)"
    return f"{newer}: start that one, or go back with its command migrate.", {"restore"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        file_is_unreadable,
        file_is_read_only,
        folder_is_read_only,
        folder_is_read_only_and_empty,
        folder_is_shut,
        folder_above_is_shut,
        folder_is_a_file,
        file_is_a_folder,
        lock_is_read_only,
        journal_is_unreadable,
        key_is_unreadable,
        file_is_no_database,
        database_is_newer,
    ],
)
def test_every_command_tells_the_fault_in_the_same_line(place, told, fault):
    line, others = fault(place / "instance")
    found = {name: told(name) for name in COMMANDS if name not in others}
    assert {name: lines for name, (_status, lines) in found.items()} == {
        name: [line] for name in found
    }
    assert all(status in (1, 2, server.TOO_OLD) for status, _lines in found.values())


@pytest.mark.parametrize("command", ["serve", "work"])
def test_start_says_where_jobs_cannot_be_kept(place, told, command):
    jobs = place / "instance" / "tefteri-jobs.sqlite3"
    jobs.touch(mode=0o444)
    status, lines = told(command)
    assert lines == [f"The user {user()} cannot write {jobs}."]
    assert status == (1 if command == "work" else 0), "matches can be kept without them"


def test_backup_into_a_file_names_the_file(place, told):
    (place / "copies").touch()
    assert told("backup") == (1, [f"{place / 'copies'} is a file: name a folder."])
