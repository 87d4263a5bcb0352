"""A disk that is full: nothing is half-written, it is said in words, and goes on with new room."""

import secrets
import shutil
import subprocess
import sys
from contextlib import suppress
from itertools import count, cycle
from pathlib import Path

import pytest

from tests.support.databases import IS_WAL
from tests.support.examples import ALL
from tests.support.http_scorer import SCORES
from tests.support.processes import PROJECT, environment_for
from tests.support.server import Server
from tests.support.truth import check_file, check_match, check_paper

SIZE, FILES = 2 * 1024 * 1024, 100
PAGE = 4096
WAYS = (
    # As root, also in a container that may mount; then as a root of one's own.
    (["unshare", "--mount"], ["--mount"]),
    (
        ["unshare", "--user", "--map-root-user", "--mount"],
        ["--user", "--preserve-credentials", "--mount"],
    ),
)
MOUNT = 'mount -t tmpfs -o "$1" tmpfs "$2" && echo mounted && exec cat'
REFUSED = """No disk could be made to fill: {why}
Run the tests as root; or allow this user namespaces (sysctl kernel.unprivileged_userns_clone=1
kernel.apparmor_restrict_unprivileged_userns=0), or this container mounting (--cap-add SYS_ADMIN).
"""
LEFT = range(17) if ALL else (1, 4)
"""Pages that are free: too few for the journal, or only for it, or for the save as well."""
CANNOT_SAVE = "Its disk is full or cannot be written"


class SmallDisk:
    """A disk of `SIZE` bytes and `FILES` files.

    Commands get inside by `inside`; everybody else finds it in `folder`.
    """

    def __init__(self, place):
        self._holder, enter = _held(place)
        # nsenter leaves its command at the root of the entered namespace.
        there = ["env", f"--chdir={PROJECT}"]
        self.inside = ["nsenter", "--target", str(self._holder.pid), *enter, *there]
        self.folder = Path(f"/proc/{self._holder.pid}/root{place}")
        self._ballast, self._names = self.folder / "ballast", self.folder / "names"

    def fill(self, left=0):
        """Fill the disk, but leave these bytes free."""
        self._ballast.touch()
        with self._ballast.open("ab", buffering=0) as ballast:
            with suppress(OSError):
                while True:
                    ballast.write(b"x" * PAGE)
            ballast.truncate(max(0, ballast.tell() - left))

    def fill_names(self):
        """Leave room for bytes, and for no new file."""
        self._names.mkdir()
        with suppress(OSError):
            for number in count():
                (self._names / str(number)).touch()

    def make_room(self):
        """Take away what `fill` or `fill_names` put there."""
        self._ballast.unlink(missing_ok=True)
        shutil.rmtree(self._names, ignore_errors=True)

    def close(self):
        """Let go of the disk; processes inside go on seeing it."""
        self._holder.communicate()


class ServerInside(Server):
    """A server all of whose folder lies on the small disk: database, journal, lock, sheets, log."""

    def __init__(self, disk, copies):
        super().__init__(disk.folder, disk.inside)
        self._copies = copies

    @property
    def database(self):
        """A copy of the database and its journal as they are now.

        SQLite itself would take the name that the folder has inside.
        """
        for file in self._copies.iterdir():
            file.unlink()
        for file in self.folder.glob("tefteri.sqlite3*"):
            shutil.copy(file, self._copies)
        return self._copies / "tefteri.sqlite3"


def _held(place):
    """A process that holds the disk, and what nsenter needs to get into its namespace."""
    why = []
    for leave, enter in WAYS:
        holder = subprocess.Popen(
            [*leave, "sh", "-c", MOUNT, "sh", f"size={SIZE},nr_inodes={FILES}", str(place)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said = holder.stdout.readline()
        if said == "mounted\n":
            return holder, enter
        holder.communicate()
        why.append(said.strip())
    raise AssertionError(REFUSED.format(why="; ".join(why)))


@pytest.fixture(scope="module")
def disk(tmp_path_factory):
    disk = SmallDisk(tmp_path_factory.mktemp("disk"))
    yield disk
    disk.close()


@pytest.fixture(scope="module")
def server(disk, tmp_path_factory):
    server = ServerInside(disk, tmp_path_factory.mktemp("copies")).start()
    yield server
    server.kill()


@pytest.fixture(autouse=True)
def _room_for_the_next(disk):
    yield
    disk.make_room()


@pytest.fixture
def kept(scorer):
    """The hands that were acknowledged while there was room."""
    return {scorer.write(points): points for points in SCORES}


def assert_refused(answer):
    assert answer.status == 503, answer.text
    assert CANNOT_SAVE in answer.text
    assert "Nothing was saved" in answer.text


def test_a_hand_is_refused_in_words_and_saved_once_when_there_is_room(server, scorer, kept, disk):
    op_id, revision = secrets.token_hex(16), scorer.revision()
    disk.fill()
    answer = scorer.post_hand(op_id, revision, 120)
    assert_refused(answer)
    assert 'value="120"' in answer.text, "what was typed is kept"
    check_file(server)
    check_match(server, scorer, kept)
    check_paper(server, scorer)
    disk.make_room()
    for _ in range(2):
        assert scorer.post_hand(op_id, revision, 120).status == 303
    kept[op_id] = 120
    check_file(server)
    check_match(server, scorer, kept)
    check_paper(server, scorer)


@pytest.mark.parametrize("left", LEFT)
def test_it_is_written_whole_or_not_at_all_wherever_the_room_ends(server, scorer, kept, disk, left):
    """The journal grows first, then the database; also of a match that is just being started."""
    disk.fill(left * PAGE)
    for points in cycle(SCORES):
        op_id, revision = secrets.token_hex(16), scorer.revision()
        answer = scorer.post_hand(op_id, revision, points)
        if answer.status != 303:
            break
        kept[op_id] = points
    assert_refused(answer)
    form = scorer.get("/matches/new")
    fields = {"op_id": form.hidden("op_id"), "preset": "cafe", "first_dealer": "A1"}
    started = scorer.post("/matches/", **fields, target="351")
    if started.status != 303:  # a match that is started may need less than a hand did
        assert_refused(started)
    check_file(server)
    check_match(server, scorer, kept)
    disk.make_room()
    assert scorer.post_hand(op_id, revision, points).status == 303
    assert scorer.post("/matches/", **fields, target="351").status == 303
    check_file(server)
    check_match(server, scorer, kept | {op_id: points})


@pytest.mark.parametrize("locked_before", [True, False])
def test_a_disk_that_takes_no_new_file_is_full_too(server, scorer, kept, disk, locked_before):
    """Neither the journal nor, where it is not there any more, the lock can be made.

    A write-ahead log is there already, and such a save needs no new file.
    """
    op_id, revision = secrets.token_hex(16), scorer.revision()
    disk.fill_names()
    lock = disk.folder / "tefteri.lock"
    if not locked_before:
        lock.rename(disk.folder / "another")
    answer = scorer.post_hand(op_id, revision, 97)
    if IS_WAL and locked_before:
        assert answer.status == 303
    else:
        check_match(server, scorer, kept)
        assert_refused(answer)
    disk.make_room()
    assert scorer.post_hand(op_id, revision, 97).status == 303
    check_file(server)
    check_match(server, scorer, kept | {op_id: 97})


def test_a_server_that_is_killed_starts_on_a_full_disk_and_shows_its_matches(
    server, scorer, kept, disk
):
    disk.fill()
    server.kill()
    server.start(may_be_full=True)
    for path in ("healthz", "readyz"):
        assert scorer.get(f"/{path}").status == 503
    assert server.health()["database"]["fault"] == "NotWritable"
    assert_refused(scorer.post_hand(secrets.token_hex(16), scorer.revision(), 97))
    check_file(server)
    check_match(server, scorer, kept)
    disk.make_room()
    assert server.health()["ok"]


def test_a_backup_onto_a_full_disk_says_so_and_leaves_nothing(server, scorer, kept, disk):
    folder = disk.folder / "backups"
    folder.mkdir()
    disk.fill(PAGE)
    done = subprocess.run(
        [*disk.inside, sys.executable, "-m", "scorekeeper", "backup", folder, "--lang=en"],
        cwd=PROJECT,
        env=environment_for(disk.folder),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "The disk is full or cannot be written" in done.stderr
    assert list(folder.iterdir()) == []
    check_match(server, scorer, kept)
