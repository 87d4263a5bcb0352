"""`python -m scorekeeper sheet-check`: sheets from paper in, the slips in them out."""

from typing import BinaryIO

from scorekeeper.cli import json_lines
from scorekeeper.tournament.sheets.sheet_codec import answer


def check_lines(lines: BinaryIO, out: BinaryIO) -> int:
    """Answer each line at once, a bad one too; the exit status is always 0."""
    return json_lines.answer_lines(answer, lines, out)
