"""The same lines put to the engine in Python and in Node: where do the answers differ?"""

import json
import subprocess
import tempfile
from functools import partial

from scorekeeper.cli.json_lines import answer_line
from scorekeeper.rules.codec import answer
from tests.processes import PROJECT
from tests.rules.parts import parts

SCORE = "score.mjs"
PARTS = "parts.mjs"


def differences(program, lines):
    """Each line that Node answers otherwise than Python, with both answers; at most three."""
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as answers:
        asked.write(b"\n".join(lines) + b"\n")
        asked.seek(0)
        command = ["node", f"tests/js/{program}"]
        with subprocess.Popen(command, cwd=PROJECT, stdin=asked, stdout=answers) as node:
            expected = [ANSWERS[program](line) for line in lines]
        assert node.returncode == 0, f"{program} ended with status {node.returncode}"
        answers.seek(0)
        given = answers.read().splitlines()
    assert len(given) == len(lines), "one line for one line"
    return _differences(lines, expected, given)[:3]


def _differences(lines, expected, given):
    return [
        f"{line.decode()}\n  Python: {ours.decode()}\n  Node:   {theirs.decode()}"
        for line, ours, theirs in zip(lines, expected, given, strict=True)
        # Read only where they are not written alike: reading takes longer than all the rest.
        if _packed(ours) != theirs and json.loads(ours) != json.loads(theirs)
    ]


def _packed(text):
    """As Node writes it, where no text in it has a comma or a colon."""
    return text.replace(b", ", b",").replace(b": ", b":")


def _parts(line):
    return json.dumps(parts(json.loads(line))).encode()


ANSWERS = {SCORE: partial(answer_line, answer), PARTS: _parts}
