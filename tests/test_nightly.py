"""`deploy/nightly`: the copy of the night, of both databases."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.match.matches import find_match
from scorekeeper.store.db import db
from scorekeeper.store.migrator import bring_up_to_date
from tests.support.databases import KEY
from tests.support.postgres import find_program
from tests.support.processes import PROJECT
from tests.support.table import FAILED

KEPT = 30


@pytest.fixture
def url(kept_in):
    """PostgreSQL's address, where the database is there."""
    return kept_in.settings.get("DATABASE_URL", "")


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder


@pytest.fixture
def run(instance, url, folder):
    """Runs it with the settings of the service, or others."""
    program_folder = Path(find_program("pg_dump")).parent
    given = {
        "PATH": f"{program_folder}:{os.environ['PATH']}",
        "TEFTERI_INSTANCE": str(instance),
        "TEFTERI_SECRET_KEY": KEY,
        "DATABASE_URL": url,
    }

    def run_it(**others):
        command = [PROJECT / "deploy" / "nightly", folder]
        return subprocess.run(command, env=given | others, capture_output=True, text=True)

    return run_it


@pytest.fixture
def restore(app, url, cluster):
    """Puts a copy in the database's place, as docs/operating-many.md has it."""

    def restore_it(copy):
        db.session.remove()
        if not url:
            assert main(lambda: app, ["restore", str(copy), "--yes"]) == 0
            return
        readable = cluster.folder / copy.name
        readable.write_bytes(copy.read_bytes())
        cluster.do("pg_restore", *_how_to_restore()[0].split(), f"--dbname={url}", readable)

    return restore_it


@pytest.mark.slow
def test_it_makes_a_copy_that_can_be_restored(run, table, folder, restore):
    before = table.ledger
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    [copy] = folder.iterdir()
    assert str(copy) in done.stdout
    assert copy.stat().st_mode & 0o077 == 0
    table.play(FAILED)
    restore(copy)
    assert table.stored().ledger == before


def _how_to_restore():
    """Return the pg_restore commands of docs/operating-many.md: over existing data, and on a new
    machine.
    """
    text = (PROJECT / "docs" / "operating-many.md").read_text()
    found = re.findall(
        r"sudo -u tefteri pg_restore (.*?) --dbname=tefteri \S+$", text, re.MULTILINE
    )
    assert len(found) == 2
    return found


@pytest.fixture
def new_machine(url, cluster, make_app, tmp_path):
    """Makes an app of a copy where there is nothing yet, as docs/operating-many.md has it."""

    def restored(copy):
        if not url:
            app = make_app(INSTANCE=tmp_path / "new")
            assert main(lambda: app, ["restore", str(copy), "--yes"]) == 0
            return app
        readable = cluster.folder / copy.name
        readable.write_bytes(copy.read_bytes())
        cluster.run("CREATE ROLE tefteri LOGIN")
        cluster.run("CREATE DATABASE new OWNER tefteri ENCODING 'UTF8' TEMPLATE template0")
        there = cluster.url("new").replace("tests@", "tefteri@")
        cluster.do("pg_restore", *_how_to_restore()[1].split(), f"--dbname={there}", readable)
        return make_app(DATABASE_URL=there)

    yield restored
    if url:
        cluster.run("DROP DATABASE new WITH (FORCE)")
        cluster.run("DROP ROLE tefteri")


@pytest.mark.slow
def test_a_copy_is_restored_on_a_new_machine(run, table, folder, new_machine):
    assert run().returncode == 0
    [copy] = folder.iterdir()
    with new_machine(copy).app_context():
        bring_up_to_date()
        assert find_match(table.kept.public_id).ledger == table.ledger


def touch(folder, ending):
    """Copies of old nights, five more than are kept."""
    old = [folder / f"tefteri-20200101-0000{number:02}.{ending}" for number in range(KEPT + 5)]
    for file in old:
        file.touch()
    return old


@pytest.mark.slow
@pytest.mark.usefixtures("table")
def test_it_keeps_the_newest_and_what_is_not_its_own(run, folder, url):
    ending = "dump" if url else "sqlite3"
    old, other = touch(folder, ending), folder / f"tefteri-before.{ending}"
    other.touch()
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    [made] = set(folder.iterdir()) - {*old, other}
    assert set(folder.iterdir()) == {*old[6:], other, made}


@pytest.mark.slow
def test_without_its_database_it_fails_and_leaves_all_as_it_was(
    run, folder, url, cluster, tmp_path
):
    old = touch(folder, "dump" if url else "sqlite3")
    done = run(
        DATABASE_URL=cluster.url("nowhere") if url else "",
        TEFTERI_INSTANCE=str(tmp_path / "nowhere"),
    )
    assert done.returncode == 1
    assert "nowhere" in done.stderr
    assert set(folder.iterdir()) == set(old)
