"""A row of a list of pairs, as it was understood or mended: values alone."""

from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, Self, get_args

from scorekeeper.tournament.list_words import has_letter
from scorekeeper.tournament.pair_names import plain

PasteCode = Literal[
    "column",
    "one_name",
    "no_letter",
    "unfit",
    "twice",
    "seeding",
    "paid",
    "too_much",
    "too_many",
    "number",
    "more_names",
    "same_player",
    "alike",
    "sentence",
    "total",
    "message",
    "workbook",
    "pdf",
    "not_text",
]
CODES: Final[tuple[PasteCode, ...]] = get_args(PasteCode)
DOUBTS: Final = frozenset(
    {"more_names", "same_player", "alike", "sentence", "total", "message", "no_letter"}
)
"""Why a line may be no pair, or no new one; a tick says that it is one."""
YES: Final = frozenset({"x", "χ", "1", "yes", "ναι", "✓", "true"})
NO: Final = frozenset({"", "0", "no", "οχι", "-", "false"})


class BadRow(NamedTuple):
    """A line that is no pair."""

    line: int
    """Counted from 1, empty lines too."""
    code: PasteCode
    text: str
    """The line, or what of it is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    """A line of a list as it was understood, or as somebody mended it."""

    line: int
    text: str
    """The line as it is in the list."""
    number: str = ""
    players: tuple[str, str] = ("", "")
    club: str = ""
    seeding: str = ""
    paid: str = ""
    note: str = ""
    more: str = ""
    """What stands behind the last column."""
    is_chat: bool = False
    doubt: PasteCode | None = None
    """Why the line may be no pair."""

    @property
    def is_whole(self) -> bool:
        """Has it two names?"""
        return all(map(has_letter, self.players))

    def without_number(self) -> Self:
        """The row without the list's own number."""
        return replace(self, number="")

    @property
    def is_no_pair(self) -> bool:
        """Is it a line between pairs, as a title, a total or a message?"""
        return self.doubt is not None and not self.is_whole

    @property
    def is_paid(self) -> bool:
        """Does it say that they paid?"""
        return plain(self.paid) in YES


class ListReading(NamedTuple):
    """A list as it was read."""

    rows: tuple[ListRow, ...]
    columns: tuple[BadRow, ...]
    """The columns that have no meaning, or two."""
    is_cut: bool
    """Was it read only so far?"""
