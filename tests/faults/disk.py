"""A small separate disk that can be filled: a tmpfs in a namespace that only its processes see.

Root may make one, and where the kernel lets him any other user; it is gone with its holder, so that
a test that dies leaves no mount behind.
"""

import shutil
import subprocess
from contextlib import suppress
from itertools import count
from pathlib import Path

from tests.server import PROJECT, Server

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
