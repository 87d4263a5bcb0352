"""A program that answers JSON Lines, line by line."""

import json
import select
import subprocess
from pathlib import Path

from tests.processes import PATIENCE

ROOT = Path(__file__).parents[1]
NOT_JSON = {"ok": False, "problems": [{"code": "not_json", "field": None}]}


class Conversation:
    """A running program: a line is written, and its answer read before the next is written."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, bufsize=0
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0
        self.process.stdout.close()

    def ask(self, line):
        self.process.stdin.write(line + b"\n")
        answer = b""
        while not answer.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            assert ready, f"no answer to {line[:80]!r}"
            part = self.process.stdout.read(65536)
            assert part, f"stopped at {line[:80]!r}"
            answer += part
        assert answer.count(b"\n") == 1, "one line for one line"
        return json.loads(answer)
