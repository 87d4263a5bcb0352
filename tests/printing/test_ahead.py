"""What is made ahead of need: one after the other, the newest of each, and not too many."""

from threading import Event, Thread

import pytest

from scorekeeper.printing.ahead import MOST_WAITING, PrintAheadQueue
from tests.processes import wait_until


def test_each_is_made_once_in_its_turn_and_the_newest_of_its_name():
    ahead, begun, go_on, made = PrintAheadQueue(), Event(), Event(), []

    def hold():
        begun.set()
        assert go_on.wait(60)

    ahead.enqueue("first", hold)
    assert begun.wait(60)
    ahead.enqueue("a", lambda: made.append("old"))
    ahead.enqueue("b", lambda: made.append("b"))
    ahead.enqueue("a", lambda: made.append("new"))
    for number in range(MOST_WAITING):
        ahead.enqueue(number, lambda number=number: made.append(number))
    go_on.set()
    wait_until(lambda: len(made) == MOST_WAITING, "not all were made")
    assert made == ["new", "b", *range(MOST_WAITING - 2)]


def test_what_fails_keeps_nobody_from_their_turn():
    ahead, done = PrintAheadQueue(), Event()
    ahead.enqueue("broken", lambda: 1 // 0)
    ahead.enqueue("whole", done.set)
    assert done.wait(60)
    again = Event()
    ahead.enqueue("later", again.set)
    assert again.wait(60)


def test_a_machine_that_gives_no_thread_breaks_nothing_and_is_asked_again(monkeypatch):
    ahead, done = PrintAheadQueue(), Event()

    def refuse(_thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", refuse)
        ahead.enqueue("lost", lambda: pytest.fail("it was given up"))
    ahead.enqueue("later", done.set)
    assert done.wait(60)
