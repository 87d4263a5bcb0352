"""`python -m scorekeeper draw`: tournaments in, their next rounds out."""

from typing import BinaryIO

from scorekeeper.cli import json_lines
from scorekeeper.draws.codec import answer


def draw_lines(lines: BinaryIO, out: BinaryIO) -> int:
    """Answer each line at once, a bad one too; the exit status is always 0."""
    return json_lines.answer_lines(answer, lines, out)
