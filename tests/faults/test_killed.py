"""Whatever is killed while hands are written, what was called saved is there exactly once."""

import os
import random
import time

from tests.faults.scorer import SCORES, Scorer, Writer
from tests.faults.truth import check_file, check_match, events

SECONDS = float(os.environ.get("FAULT_SECONDS", "8"))
"""How long the killing goes on. An hour of it, in which no other test runs:
`FAULT_SECONDS=3600 make test ARGS='tests/faults/test_killed.py --timeout=0'`."""


def test_nothing_acknowledged_is_lost_when_workers_and_server_are_killed(server):
    """Four phones at two matches; two write in each and meet each other's revisions."""
    scorers = [Scorer(server).start_match() for _ in range(2)]
    phones = [phone for scorer in scorers for phone in (scorer, scorer.sharing())]
    orders = [list(SCORES), list(SCORES)[::-1]] * 2
    writers = [Writer(phone, order) for phone, order in zip(phones, orders, strict=True)]
    for writer in writers:
        writer.start()
    kills = kill_at_random(server)
    for writer in writers:
        writer.stop()
    server.kill()
    server.start()
    check_file(server)
    for number, scorer in enumerate(scorers):
        pair = writers[2 * number : 2 * number + 2]
        check_match(server, scorer, pair[0].acknowledged | pair[1].acknowledged)
    assert min(kills.values()) > 0, kills
    assert sum(len(writer.acknowledged) for writer in writers) > 8


def kill_at_random(server):
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    kills = {"worker": 0, "server": 0}
    until = time.monotonic() + SECONDS
    while time.monotonic() < until or not all(kills.values()):
        time.sleep(chance.uniform(0.1, 0.9))
        if chance.random() < 0.7:
            server.kill_worker(chance.randrange(8))
            kills["worker"] += 1
        else:
            server.kill()
            server.start()
            kills["server"] += 1
    return kills


def test_a_server_that_was_killed_starts_with_everything_it_had(scorer):
    acknowledged = {scorer.write(points): points for points in SCORES}
    scorer.server.kill()
    scorer.server.start()
    check_file(scorer.server)
    check_match(scorer.server, scorer, acknowledged)
    acknowledged[scorer.write(97)] = 97
    check_match(scorer.server, scorer, acknowledged)


def test_a_server_that_is_stopped_finishes_what_it_was_writing(scorer):
    writer = Writer(scorer, list(SCORES))
    writer.start()
    while len(writer.acknowledged) < 3:
        time.sleep(0.01)
    scorer.server.stop()
    before = {op_id for _, op_id, *_ in events(scorer.server, scorer.public_id)}
    assert set(writer.acknowledged) <= before
    scorer.server.start()
    writer.stop()
    check_match(scorer.server, scorer, writer.acknowledged)
