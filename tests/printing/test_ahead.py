"""Sheets made ahead of need: one after the other, the newest of each, and not too many."""

from threading import Event, Thread

import pytest

from scorekeeper.printing.sheet_cache import MOST_WAITING, PrintAheadQueue
from tests.processes import wait_until


def test_each_is_made_once_in_its_turn_and_the_newest_of_its_name():
    ahead, begun, go_on, made = PrintAheadQueue(), Event(), Event(), []

    def hold():
        begun.set()
        assert go_on.wait(60)

    ahead.enqueue("first", 1, hold)
    assert begun.wait(60)
    ahead.enqueue("a", 1, lambda: made.append("old"))
    ahead.enqueue("b", 1, lambda: made.append("b"))
    ahead.enqueue("a", 2, lambda: made.append("new"))
    for number in range(MOST_WAITING):
        ahead.enqueue(number, 1, lambda number=number: made.append(number))
    go_on.set()
    wait_until(lambda: len(made) == MOST_WAITING, "not all were made")
    assert made == ["new", "b", *range(MOST_WAITING - 2)]


def test_failed_job_does_not_stop_the_next_ones():
    ahead, done = PrintAheadQueue(), Event()
    ahead.enqueue("broken", 1, lambda: 1 // 0)
    ahead.enqueue("whole", 1, done.set)
    assert done.wait(60)
    again = Event()
    ahead.enqueue("later", 1, again.set)
    assert again.wait(60)


def test_a_machine_that_gives_no_thread_breaks_nothing_and_is_asked_again(monkeypatch):
    ahead, done = PrintAheadQueue(), Event()

    def refuse(_thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", refuse)
        ahead.enqueue("lost", 1, lambda: pytest.fail("it was given up"))
    ahead.enqueue("later", 1, done.set)
    assert done.wait(60)


def test_a_state_that_was_made_is_not_made_again_but_another_is():
    ahead, made = PrintAheadQueue(), []
    for state in (1, 1, 2, 2):
        ahead.enqueue("a", state, lambda state=state: made.append(state))
        wait_until(lambda state=state: state in made, "it was not made")
    last = Event()
    ahead.enqueue("last", 1, last.set)
    assert last.wait(60)
    assert made == [1, 2]


def test_a_state_that_could_not_be_made_is_made_when_it_is_asked_for_again(monkeypatch):
    ahead, begun, made = PrintAheadQueue(), Event(), Event()

    def refuse(_thread):
        raise RuntimeError("can't start new thread")

    def fail():
        begun.set()
        raise ValueError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", refuse)
        ahead.enqueue("a", 1, lambda: pytest.fail("it was given up"))
    ahead.enqueue("a", 1, fail)
    assert begun.wait(60)
    next_turn = Event()
    ahead.enqueue("b", 1, next_turn.set)
    assert next_turn.wait(60)
    ahead.enqueue("a", 1, made.set)
    assert made.wait(60)
