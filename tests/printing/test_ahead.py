"""What is made ahead of need: one after the other, the newest of each, and not too many."""

from threading import Event

from scorekeeper.printing.ahead import MOST, PrintingAhead
from tests.processes import wait_until


def test_each_is_made_once_in_its_turn_and_the_newest_of_its_name():
    ahead, begun, go_on, made = PrintingAhead(), Event(), Event(), []

    def hold():
        begun.set()
        assert go_on.wait(60)

    ahead.ask("first", hold)
    assert begun.wait(60)
    ahead.ask("a", lambda: made.append("old"))
    ahead.ask("b", lambda: made.append("b"))
    ahead.ask("a", lambda: made.append("new"))
    for number in range(MOST):
        ahead.ask(number, lambda number=number: made.append(number))
    go_on.set()
    wait_until(lambda: len(made) == MOST, "not all were made")
    assert made == ["new", "b", *range(MOST - 2)]


def test_what_fails_keeps_nobody_from_their_turn():
    ahead, done = PrintingAhead(), Event()
    ahead.ask("broken", lambda: 1 // 0)
    ahead.ask("whole", done.set)
    assert done.wait(60)
    again = Event()
    ahead.ask("later", again.set)
    assert again.wait(60)
