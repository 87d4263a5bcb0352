"""The queue beside either database: what is kept in it, and that it is no part of that."""

import pytest
from sqlalchemy import inspect

from scorekeeper.services.jobs import payloads
from scorekeeper.store.db import db
from scorekeeper.store.queue import close_queue, queue

pytestmark = pytest.mark.usefixtures("context")


def test_what_is_kept_is_there_for_the_next_process():
    payloads.keep_output("a", b"made")
    close_queue()
    assert payloads.output_of("a") == b"made"
    assert payloads.has_output("a")
    payloads.drop_all("a")
    assert not payloads.has_output("a")


def test_it_is_no_part_of_the_database_and_so_of_no_backup():
    before = inspect(db.engine).get_table_names()
    queue().call_worker()
    assert inspect(db.engine).get_table_names() == before


def test_a_call_that_fails_leaves_nothing_behind():
    queue().call_worker()
    huey = queue().huey
    huey.execute(huey.dequeue())
    assert huey.result_count() == 0


def test_this_process_is_no_worker():
    with pytest.raises(RuntimeError):
        queue().work()
