"""Whatever is killed while hands are written, what was called saved is there exactly once."""

import random
import time
from collections import Counter

import pytest

from tests.support.examples import ALL
from tests.support.http_scorer import SCORES, Scorer, Writer
from tests.support.truth import check_file, check_match, check_paper, events, written

ROUNDS = 30 if ALL else 1
WORKERS, SERVERS = (7, 3) if ALL else (3, 1)
"""Kills of each in a round."""


@pytest.mark.smoke
def test_nothing_acknowledged_is_lost_when_workers_and_server_are_killed(server, record_property):
    """Eight phones at four matches; two write in each and meet each other's revisions."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    figures = Counter(kills=0, acknowledged=0, lost=0, doubled=0)
    for _ in range(ROUNDS):
        figures.update(written_under_kills(server, chance))
    record_property("figures", ", ".join(f"{figures[name]} {name}" for name in figures))
    assert figures["lost"] == figures["doubled"] == 0


def written_under_kills(server, chance):
    """How many were killed, and how many hands were acknowledged, lost and doubled."""
    scorers = [Scorer(server).start_match() for _ in range(4)]
    orders = list(SCORES), list(SCORES)[::-1]
    pairs = [
        [Writer(phone, order) for phone, order in zip((one, one.sharing()), orders, strict=True)]
        for one in scorers
    ]
    writers = [writer for pair in pairs for writer in pair]
    for writer in writers:
        writer.start()
    for victim in chance.sample(
        ["worker", "server"], counts=[WORKERS, SERVERS], k=WORKERS + SERVERS
    ):
        time.sleep(chance.uniform(0.05, 0.5))
        kill(server, victim, chance)
        check_so_far(server, scorers, pairs)
    for writer in writers:
        writer.stop()
    check_file(server)
    for scorer, (first, second) in zip(scorers, pairs, strict=True):
        check_match(server, scorer, first.acknowledged | second.acknowledged)
    check_paper(server, scorers[0])
    acknowledged = {op_id for writer in writers for op_id in writer.acknowledged}
    assert len(acknowledged) > len(writers)
    kept = Counter(op_id for scorer in scorers for op_id, _ in written(server, scorer))
    return {
        "kills": WORKERS + SERVERS,
        "acknowledged": len(acknowledged),
        "lost": len(acknowledged - kept.keys()),
        "doubled": sum(count > 1 for count in kept.values()),
    }


def kill(server, victim, chance):
    if victim == "worker":
        server.kill_worker(chance.randrange(8))
    else:
        server.kill()
        server.start()


def check_so_far(server, scorers, pairs):
    """Assert that each acknowledged hand is in the file once, while the writers go on."""
    acknowledged = [first.acknowledged | second.acknowledged for first, second in pairs]
    check_file(server)
    for scorer, known in zip(scorers, acknowledged, strict=True):
        hands = written(server, scorer)
        assert len(dict(hands)) == len(hands)
        assert known.items() <= dict(hands).items()


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
