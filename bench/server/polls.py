"""What watchers ask a second, in each set-up."""

from collections.abc import Generator, Sequence
from functools import partial
from typing import Final, NamedTuple

from bench.flows import Knocks, Played
from bench.load import Load
from bench.server.asked import Asked
from bench.server.saves import Size
from bench.server.setups import SetUp
from bench.serving import Server
from bench.table import Row, a_second, row, take_turns
from bench.visiting import mark_in, text_of
from bench.wire import ask, get

CONNECTIONS: Final = 16


class Poll(NamedTuple):
    """A question, and the status of its answer."""

    what: str
    is_newest: bool
    """Does whoever asks know how it stands?"""
    status: int


UNCHANGED: Final = Poll("unchanged polls", True, 204)
CHANGED: Final = Poll("polls after a change", False, 200)


def poll_rows(
    set_ups: Sequence[SetUp],
    shown: Sequence[Played],
    limits: Sequence[Server],
    load: Load,
    poll: Poll,
    size: Size,
) -> Generator[Row, None, dict[str, float]]:
    """Of each set-up, the rate by that of empty answers of as many servers.

    What comes back are the seconds of CPU of a poll by the set-ups' names.
    """

    def nothing(count: int) -> float:
        (heard,) = load.run(empty[count], size.seconds).values()
        return heard.rate

    counts = sorted({len(one.servers) for one in set_ups})
    ports = [limit.port for limit in limits]
    empty = {count: load.add(_knocks(ports[:count], "/", 200)) for count in counts}
    ours = [
        Asked(load, one, _knocks(one.ports, _path(one, played, poll), poll.status))
        for one, played in zip(set_ups, shown, strict=True)
    ]
    measures = [
        *(partial(nothing, count) for count in counts),
        *(partial(one.rate, size.seconds) for one in ours),
    ]
    rates = take_turns(size.rounds, *measures)
    limit = dict(zip(counts, rates, strict=False))
    for one, rate in zip(ours, rates[len(counts) :], strict=True):
        what = f"A second: {poll.what}, {one.set_up.name} / empty answers"
        yield row(what, rate, limit[len(one.set_up.servers)], a_second)
    return {one.set_up.name: one.cost for one in ours}


def _knocks(ports: Sequence[int], path: str, status: int) -> list[Knocks]:
    request = get(path)
    return [
        Knocks("poll", ports[number % len(ports)], [request], status)
        for number in range(CONNECTIONS)
    ]


def _path(set_up: SetUp, played: Played, poll: Poll) -> str:
    path = f"/m/{played.public_id}/live?part=page&mark="
    newest = ask(set_up.ports[0], get(f"{path}0"))
    return path + (mark_in(text_of(newest)) if poll.is_newest else "0")
