"""Whether a chat that is given a match's address shows the names of its sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.services.match_acts.body import Json, Room
from scorekeeper.services.match_acts.meta import MetaBody

if TYPE_CHECKING:
    from scorekeeper.services.ledger import Ledger


@dataclass(frozen=True, kw_only=True)
class PreviewsChosen(MetaBody):
    """The scorer says whether a link's preview has names. It changes nothing of what was played."""

    kind: ClassVar[str] = "previews_chosen"
    room: ClassVar[Room] = "reserved"

    names: bool

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(names=bool(data["names"]))

    def fields(self) -> Json:
        return {"names": self.names}


def has_names_in_previews(ledger: Ledger) -> bool:
    """Has a link's preview the names? It has until the scorer says no."""
    chosen = (act.body for act in reversed(ledger.acts) if isinstance(act.body, PreviewsChosen))
    last = next(chosen, None)
    return last is None or last.names
