"""The disk has a hand before the server calls it saved, so that no power cut takes it back."""

import re
import subprocess
from contextlib import contextmanager
from secrets import token_hex

import pytest

from tests.faults.scorer import Scorer
from tests.processes import wait_until
from tests.server import Server

CALLS = "trace=pwrite64,write,fsync,fdatasync,unlink,sendto,sendmsg,writev"
ANSWER = re.compile(r'"HTTP/1\.1 303')
SYNC = re.compile(r"f(?:data)?sync\(\d+<(.+?)>\)")
LIBRARIES = ("python", "pysqlite3")


@pytest.fixture(params=LIBRARIES)
def server(request, tmp_path):
    server = Server(tmp_path / "instance", SQLITE=request.param).start()
    yield server
    server.kill()


@contextmanager
def traced(server, folder):
    """Write the system calls of the server's threads meanwhile, a file for each thread."""
    pids = [word for pid in server.workers() for word in ("-p", str(pid))]
    command = ["strace", "-ff", "-y", "-s", "40", "-e", CALLS, "-o", folder / "calls", *pids]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
        try:
            for _worker in server.workers():
                line = strace.stderr.readline()
                assert "attached" in line, line
            yield
            wait_until(lambda: saved_in(folder), "no call that answers")
        finally:
            strace.terminate()


def saved_in(folder):
    """The calls of the thread that answered the save, up to its answer."""
    for file in folder.glob("calls.*"):
        lines = file.read_text().splitlines()
        answers = [at for at, line in enumerate(lines) if ANSWER.search(line)]
        if answers:
            return lines[: answers[0]]
    return []


@pytest.mark.smoke
def test_server_answers_a_save_after_the_disk_has_it(server, tmp_path):
    scorer = Scorer(server).start_match()
    with traced(server, tmp_path):
        assert scorer.post_hand(token_hex(16), 1, 97).status == 303
    calls = saved_in(tmp_path)
    database, folder = str(server.database), str(server.folder)
    synced = [found[1] for found in map(SYNC.match, calls) if found]
    if server.health()["database"]["journal"] == "wal":
        written = max(at for at, call in enumerate(calls) if f"<{database}-wal>" in call)
        assert SYNC.match(calls[written]), "the last call about the log writes it"
        return
    assert database in synced
    removed = max(at for at, call in enumerate(calls) if call.startswith(f'unlink("{database}-jo'))
    after = [found[1] for found in map(SYNC.match, calls[removed:]) if found]
    # Else the journal may be there again after a power cut, and takes the hand back.
    assert folder in after
