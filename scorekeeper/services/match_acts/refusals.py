"""Why an act is not possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scorekeeper.rules.model import Hand, Problem

if TYPE_CHECKING:
    from scorekeeper.services.ledger import MatchAct


class Refused(Exception):
    """The act cannot be done as the match stands; nothing changed."""

    def __init__(self, *problems: Problem, hand: Hand | None = None) -> None:
        super().__init__(problems)
        self.problems = problems
        self.hand = hand


class Full(Exception):
    """The match or tournament has as many acts as one may have; nothing changed."""

    page: ClassVar[str] = "FULL"


class BuiltOn(Refused):
    """An act cannot be undone: others, written since, are built on it."""

    def __init__(self, acts: tuple[MatchAct, ...], hand_ids: tuple[int, ...] = ()) -> None:
        super().__init__(Problem("unknown", "seq"))
        self.acts = acts
        """The acts that speak of what it wrote."""
        self.hand_ids = hand_ids
        """The hands that could not be scored without it."""


class MixedUnits(Refused):
    """A change of the rules would add tenths to points."""

    def __init__(self, hand_ids: tuple[int, ...]) -> None:
        super().__init__(Problem("unknown", "unit"))
        self.hand_ids = hand_ids
        """The entries that stay in the old unit; none where it is a claim that does."""
