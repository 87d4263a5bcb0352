"""The base of acts about a round, and the fields that they share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from scorekeeper.draws.model import RULES, Broken, Table
from scorekeeper.journal.body import (
    Json,
    JsonValue,
    number_in,
    objects_in,
    one_of,
    texts_in,
    two_texts_in,
)
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournaments.drawn_rounds import DrawnRound

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.state import Tournament


@dataclass(frozen=True, kw_only=True)
class OfRound(TournamentBody):
    """Something about a round, which is all that is said."""

    round: int

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(round=number_in(data, "round"))

    def fields(self) -> Json:
        return {"round": self.round}

    @property
    def is_undoable(self) -> bool:
        return True

    @property
    def of_round(self) -> int:
        return self.round


def last_drawn(tournament: Tournament, number: int) -> DrawnRound:
    """The round with this number, which has to be the last one.

    :raises TournamentRefused: there is none, or another was drawn after it.
    """
    drawn_round = tournament.round(number)
    if drawn_round is None:
        raise TournamentRefused(Fault("no_round", "round"))
    if drawn_round != tournament.last_round:
        raise TournamentRefused(Fault("not_last", "round"))
    return drawn_round


def read_tables(value: JsonValue) -> tuple[Table, ...]:
    """Read who plays whom at the tables of a round.

    :raises TypeError: it is something else.
    """
    if not isinstance(value, list):
        raise TypeError("tables are no list")
    return tuple(Table(*two_texts_in(table)) for table in value)


def read_broken(value: JsonValue) -> tuple[Broken, ...]:
    """Read the rules that a round breaks."""
    return tuple(
        Broken(one_of(RULES, one["rule"]), texts_in(one["pairs"])) for one in objects_in(value)
    )


def broken_json(broken: Iterable[Broken]) -> list[JsonValue]:
    """The rules that a round breaks, as its act stores them."""
    return [{"rule": one.rule, "pairs": [*one.pairs]} for one in broken]
