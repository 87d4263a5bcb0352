"""The file of the jobs: for its owner's eyes, and a full disk by its name."""

import stat
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest

from scorekeeper.config import settings_of
from scorekeeper.jobs import payloads
from scorekeeper.jobs.queue import JobRequest, find_job, request_job
from scorekeeper.store import job_store
from scorekeeper.store.db import NotWritable

LARGE = b"".join(number.to_bytes(3, "big") for number in range(100_000))


@pytest.fixture
def file(app):
    """The file of the jobs, after the first use."""
    with app.app_context():
        job_store.names()
        yield settings_of(app).instance / "tefteri-jobs.sqlite3"


def test_it_is_its_owner_s_alone(file):
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def parts_of(file):
    """Return the bytes of the file, and of those that SQLite writes beside it."""
    return [one.read_bytes() for one in file.parent.iterdir() if one.name.startswith(file.name)]


def test_purged_payload_leaves_no_trace_in_the_file(file):
    payloads.keep_output("a", b"Maria" * 10_000)
    assert any(b"Maria" in part for part in parts_of(file))
    payloads.drop_all("a")
    payloads.purge_deleted()
    assert not any(b"Maria" in part for part in parts_of(file))


def test_a_full_disk_is_told_and_nothing_is_asked_for(file):
    usual = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (file.stat().st_size, usual[1]))
    try:
        with pytest.raises(NotWritable):
            request_job(JobRequest("a", "paper", None, 1, LARGE))
    finally:
        setrlimit(RLIMIT_FSIZE, usual)
    assert find_job("a") is None
    request_job(JobRequest("a", "paper", None, 1, LARGE))
    assert (find_job("a").state, payloads.input_of("a")) == ("waiting", LARGE)
