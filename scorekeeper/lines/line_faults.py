"""Why a line is no hand: the word at which it ends to be one, and what might stand there."""

from typing import Final, Literal, NamedTuple

FaultCode = Literal[
    "empty",
    "too_long",
    "unknown",
    "unexpected",
    "unfinished",
    "number",
    "side_by_side",
    "twice",
    "whose",
]
"""`unknown` is no word of the line's at all, `unexpected` one of another place, `whose` one such
as "us" from a writer whose side is not known."""
LinePart = Literal[
    "side",
    "bid",
    "kapo",
    "passed",
    "suit",
    "doubled",
    "points",
    "reversed",
    "pilotta",
    "lost",
    "run",
    "four",
    "declarations",
    "nobody",
    "led",
    "missing",
    "run_length",
    "to",
    "top",
    "in_trumps",
    "ranks",
    "end",
]
"""What may stand somewhere."""


class LineFault(NamedTuple):
    """The first piece of a line that cannot be read."""

    code: FaultCode
    place: int
    """Its number among the line's pieces, from 1; one more than there are for the line's end."""
    word: str
    """As it is written; empty at the line's end."""
    expected: tuple[LinePart, ...]
    """What may stand there, in the order of the grammar."""


class FaultyLine(Exception):
    """Ends the reading of a line."""

    def __init__(self, fault: LineFault) -> None:
        super().__init__(fault)
        self.fault: Final = fault
