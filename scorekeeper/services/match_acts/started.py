"""How a match begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import HEAD_TEXTS, write_head
from scorekeeper.services.match_acts.body import ERASED, Body, Json, text_in
from scorekeeper.services.match_acts.heads import match_of, without_rows


@dataclass(frozen=True, kw_only=True)
class Started(Body):
    """The first act: sides, rules, first dealer, when and where."""

    kind: ClassVar[str] = "started"
    texts: ClassVar[tuple[str, ...]] = ("sides", "numbers", *HEAD_TEXTS)

    head: Match
    rematch_of: str = ""
    """The address of the match before, if the same players go on."""

    @classmethod
    def of(cls, match: Match, rematch_of: str | None = None) -> Self:
        """How this match begins, whatever was played in it."""
        return cls(head=without_rows(match), rematch_of=rematch_of or "")

    @classmethod
    def read(cls, data: Json) -> Self:
        head = {key: value for key, value in data.items() if key not in ("rematch_of", ERASED)}
        return cls(head=match_of(head), rematch_of=text_in(data, "rematch_of"))

    def fields(self) -> Json:
        rematch: Json = {"rematch_of": self.rematch_of} if self.rematch_of else {}
        return {**write_head(self.head), **rematch}
