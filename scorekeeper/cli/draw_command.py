"""`python -m scorekeeper draw`: tournaments in, their next rounds out."""

import json
import sys
from pathlib import Path
from typing import BinaryIO

from scorekeeper.cli import json_lines
from scorekeeper.draws.codec import answer
from scorekeeper.draws.exported import redraw


def draw_lines(lines: BinaryIO, out: BinaryIO) -> int:
    """Answer each line at once, a bad one too; the exit status is always 0."""
    return json_lines.answer_lines(answer, lines, out)


def redraw_file(file: Path) -> int:
    """Print each round of an exported tournament as it is drawn again.

    The exit status is 1 where one is not as it was played, or the file is none of ours.
    """
    try:
        rounds = list(redraw(json.loads(file.read_text(encoding="utf-8"))))
    except (OSError, KeyError, TypeError, ValueError) as fault:
        print(f"{file}: no exported tournament ({fault})", file=sys.stderr)
        return 1
    for one in rounds:
        print(json.dumps(one))
    return 0 if all(one["alike"] for one in rounds) else 1
