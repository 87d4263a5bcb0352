"""The store beside either database: its contents, and that it is no part of the database."""

import sqlite3
import zlib
from contextlib import closing

import pytest
from sqlalchemy import inspect

from scorekeeper.config import current_settings
from scorekeeper.jobs import payloads
from scorekeeper.jobs.queue import JobRequest, claim, request_job
from scorekeeper.store.db import db
from scorekeeper.store.job_store import jobs_file
from scorekeeper.store.schema import close_connections

pytestmark = pytest.mark.usefixtures("context")


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
