"""A tournament's events. Pure.

What each kind of act holds, when it may be done and what it does stands in `tournament_acts`.
"""

import hashlib
import json
from datetime import datetime
from typing import NamedTuple

from scorekeeper.services.stored_body import Json
from scorekeeper.services.tournament_acts.body import Kind, TournamentBody


class Act(NamedTuple):
    """An event as the tournament sees it."""

    seq: int
    body: TournamentBody
    op_id: str = ""
    at: datetime | None = None
    phone: int | None = None
    """The phone that did it."""
    asked: str = ""
    """The mark of what it was asked by (`mark_of`); empty where names were erased."""

    @property
    def kind(self) -> Kind:
        """The name of what was done."""
        return self.body.kind

    @property
    def data(self) -> Json:
        """What is stored of what was done."""
        return self.body.data


def mark_of(asked: Json) -> str:
    """A mark that tells what was asked from whatever else an operation id may be sent with."""
    text = json.dumps(asked, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
