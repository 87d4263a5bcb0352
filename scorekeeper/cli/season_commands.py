"""`python -m scorekeeper season` and `record`: what many tournaments and many matches come to."""

from typing import BinaryIO

from scorekeeper.cli import json_lines
from scorekeeper.club.seasons import record_codec
from scorekeeper.club.seasons.season_reader import answer


def rank_lines(lines: BinaryIO, out: BinaryIO) -> int:
    """Answer each season at once, a bad one too; the exit status is always 0."""
    return json_lines.answer_lines(answer, lines, out)


def record_lines(lines: BinaryIO, out: BinaryIO) -> int:
    """Answer each club's matches at once, bad ones too; the exit status is always 0."""
    return json_lines.answer_lines(record_codec.answer, lines, out)
