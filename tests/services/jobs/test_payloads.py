"""The store of jobs beside the database, and whether a worker is there, as each server reads it."""

import math
import sqlite3
import zlib
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import inspect

from scorekeeper.config import current_settings
from scorekeeper.jobs import payloads
from scorekeeper.jobs.payloads import (
    GONE_AFTER,
    HEARTBEAT_EVERY,
    beat,
    is_worker_there,
    seconds_since_heartbeat,
)
from scorekeeper.jobs.queue import JobRequest, claim, request_job
from scorekeeper.journal import clock
from scorekeeper.store.db import db
from scorekeeper.store.job_store import jobs_file
from scorekeeper.store.schema import close_connections

pytestmark = pytest.mark.usefixtures("context")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_kept_output_is_readable_after_the_connections_close():
    payloads.keep_output("a", b"made")
    close_connections()
    assert payloads.output_of("a") == b"made"
    assert payloads.has_output("a")
    payloads.drop_all("a")
    assert not payloads.has_output("a")


def test_second_output_of_a_job_replaces_the_first():
    for content in (b"made", b"made again"):
        payloads.keep_output("a", content)
    assert (payloads.names(), payloads.output_of("a")) == ({"a"}, b"made again")


def test_it_is_no_part_of_the_database_and_so_of_no_backup():
    before = inspect(db.engine).get_table_names()
    payloads.keep_input("a", b"content")
    assert inspect(db.engine).get_table_names() == before


FILE_OF_THE_VERSION_BEFORE = """
create table kv (queue text not null, key text not null, value blob not null,
 primary key(queue, key));
create table task (id integer not null primary key, queue text not null, data blob not null,
 priority real not null default 0.0);
"""


SCHEMA_OF_THE_VERSION_BEFORE = """
create schema tefteri_jobs;
create table tefteri_jobs.huey_kv (queue text not null, key text not null, value bytea not null,
 primary key(queue, key));
create table tefteri_jobs.huey_task (id bigserial primary key, queue text not null,
 data bytea not null, priority double precision not null default 0.0);
"""


def keep_as_the_version_before(*row):
    if current_settings().database_file:
        with closing(sqlite3.connect(jobs_file())) as file, file:
            file.executescript(FILE_OF_THE_VERSION_BEFORE)
            file.execute("INSERT INTO kv VALUES (?, ?, ?)", row)
    else:
        with db.engine.begin() as connection:
            connection.exec_driver_sql(SCHEMA_OF_THE_VERSION_BEFORE)
            connection.exec_driver_sql("INSERT INTO tefteri_jobs.huey_kv VALUES (%s, %s, %s)", row)


def test_job_that_waited_in_the_version_before_has_its_input():
    request_job(JobRequest("a", "paper"))
    keep_as_the_version_before("tefteri", "asked a", zlib.compress(b"content", 1))
    assert (claim().name, payloads.input_of("a")) == ("a", b"content")
    assert payloads.names() == {"a"}


def after(seconds):
    return clock.at(NOON + timedelta(seconds=seconds))


def told_at_noon():
    with after(0):
        beat()


def test_worker_is_absent_before_its_first_heartbeat():
    assert (seconds_since_heartbeat(), is_worker_there()) == (math.inf, False)


@pytest.mark.parametrize(
    ("seconds", "is_there", "why"),
    [
        (0, True, "it has just said so"),
        (2 * HEARTBEAT_EVERY, True, "a word that came late, or not at all, is no death"),
        (GONE_AFTER + 1, False, "it should have said so long ago"),
        (-5, True, "two machines' clocks are never quite the same"),
        (-86_400, False, "the clock was put back: what was said tomorrow tells nothing of today"),
    ],
)
def test_one_is_there_for_as_long_as_it_says_so(seconds, is_there, why):
    told_at_noon()
    with after(seconds):
        assert (seconds_since_heartbeat(), is_worker_there()) == (abs(seconds), is_there), why


def test_another_process_reads_it():
    told_at_noon()
    close_connections()
    with after(1):
        assert is_worker_there()


def test_of_two_workers_the_one_that_is_left_counts():
    told_at_noon()
    with after(GONE_AFTER):
        beat()
    with after(GONE_AFTER + 5):
        assert seconds_since_heartbeat() == 5
