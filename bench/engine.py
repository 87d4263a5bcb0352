"""The engine alone: one hand, and a stream of hands."""

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Final

from bench.hands import evening
from bench.integers import cafe_score
from bench.table import Row, a_second, at_most, microseconds, row, take_turns
from scorekeeper.config import PROJECT
from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_hand
from scorekeeper.rules.model import Hand
from scorekeeper.rules.presets import CAFE
from scorekeeper.rules.scoring import score_hand

_ECHO: Final = """
import json, sys
out = sys.stdout.buffer
for line in sys.stdin.buffer:
    out.write(json.dumps(json.loads(line)).encode() + b"\\n")
    out.flush()
"""
"""What any program does that reads and writes a JSON object a line, and no more."""


def engine_rows(rounds: int, hands: int) -> list[Row]:
    """Scoring a hand with its checks and lines, the same in Node, and streaming `score`."""
    few = min(hands, 500)
    return [_scoring(rounds * 20, few), _runtimes(rounds * 20, few), _streaming(rounds, hands)]


def _scoring(rounds: int, count: int) -> Row:
    dealt = evening(count)
    hands = [read_hand(one.data, CAFE)[0] for one in dealt]
    integers = [one.integers for one in dealt]
    for hand, numbers in zip(hands, integers, strict=True):
        scored = score_hand(hand, CAFE)
        assert cafe_score(*numbers) == (scored.A, scored.B), hand

    def limit() -> None:
        for numbers in integers:
            cafe_score(*numbers)

    ours = partial(_check_and_score, hands)
    times = take_turns(rounds, lambda: _best(ours) / count, lambda: _best(limit) / count)
    return row("One hand: checks and lines / bare integers", *times, microseconds, at_most(12))


def _check_and_score(hands: Sequence[Hand]) -> None:
    for hand in hands:
        if not problems(hand, CAFE):
            score_hand(hand, CAFE)


def _runtimes(rounds: int, count: int) -> Row:
    """Hands a second by the phone's engine and by Python's, without reading them."""
    dealt = [one.data for one in evening(count)]
    hands = [read_hand(one, CAFE)[0] for one in dealt]
    command = ["node", "bench/engine.mjs"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=PROJECT, text=True, **pipes) as process:
        assert process.stdin
        assert process.stdout
        told, answers = process.stdin, process.stdout
        print(json.dumps(dealt), file=told)

        def node() -> float:
            print("once more", file=told, flush=True)
            return count / float(answers.readline())

        python = partial(_check_and_score, hands)
        rates = take_turns(rounds, node, lambda: count / _best(python))
        told.close()
    return row("A second: hands by the engine in Node / in Python", *rates, a_second)


def _streaming(rounds: int, count: int) -> Row:
    lines = [
        json.dumps({"rules": "cafe", "hand": one.data}).encode() + b"\n" for one in evening(count)
    ]
    score = [sys.executable, "-m", "scorekeeper", "score"]
    echo = [sys.executable, "-c", _ECHO]
    times = take_turns(rounds, lambda: _answers(score, lines), lambda: _answers(echo, lines))
    return row("Streaming `score`, a line / `json.loads` + `json.dumps`", *times, microseconds)


def _best(measured: Callable[[], None]) -> float:
    """Seconds of the best of five: what the machine's other work adds is not ours."""
    gc.collect()
    times = []
    for _ in range(5):
        start = perf_counter()
        measured()
        times.append(perf_counter() - start)
    return min(times)


def _answers(command: list[str], lines: list[bytes]) -> float:
    """Seconds a line, counted from the answer to the first: a start is no part of a stream."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=PROJECT, **pipes) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(lines[0])
        process.stdin.flush()
        process.stdout.readline()
        start = perf_counter()
        answers, _ = process.communicate(b"".join(lines[1:]))
        took = perf_counter() - start
    assert answers.count(b"\n") == len(lines) - 1
    return took / len(lines)
