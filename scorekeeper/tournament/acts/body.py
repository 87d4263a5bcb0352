"""The base of every kind of act of a tournament, and the faults that refuse an act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final, Literal, NamedTuple, get_args

from scorekeeper.journal.organised import OwnedBody
from scorekeeper.journal.owner import ActRefused


class TournamentMarks(OwnedBody):
    """The properties of an act that do not depend on the tournament's state."""

    undoable: ClassVar[bool] = False
    """Is it undone from the history, as long as nothing was built on it?"""
    is_draw: ClassVar[bool] = False
    """Does the act draw a round?"""

    @property
    def is_undoable(self) -> bool:
        """Is it undone from the history?"""
        return self.undoable

    @property
    def of_round(self) -> int | None:
        """The round in which it writes, if it writes in one alone."""
        return None

    @property
    def of_table(self) -> int | None:
        """The table of that round, if the act is about one table alone."""
        return None

    @property
    def is_substitution(self) -> bool:
        """Do players sit down in a pair who did not play in it before?"""
        return False

    def names_given(self, numbers: Iterable[int]) -> Mapping[str, tuple[str, str]]:
        """The names that pairs have from it on, by their keys; `numbers` are those before it."""
        return {}


TournamentCode = Literal[
    "nothing_new",
    "no_name",
    "unfit_name",
    "one_player",
    "two_players",
    "too_many_pairs",
    "pair_there",
    "no_pair",
    "number_there",
    "number_beyond",
    "in_draw",
    "door_closed",
    "list_full",
    "no_registration",
    "not_waiting",
    "no_check_in",
    "no_round",
    "no_table",
    "not_last",
    "has_results",
    "is_playing",
    "same_place",
    "other_group",
    "unfit_phase",
    "phase_drawn",
    "same_pair",
    "table_kept",
    "no_score",
    "no_sheet",
    "late_hands",
    "no_winner",
    "no_reason",
    "same_score",
    "no_result",
    "no_forfeit",
    "no_points",
    "counts_nothing",
    "no_clock",
    "clock_stands",
    "clock_runs",
    "not_done",
    "over",
    "no_final",
    "not_undoable",
    "built_on",
    "no_helper",
    "no_helper_name",
    "helper_there",
    "too_many_helpers",
    "cannot_draw",
]
CODES: Final[tuple[TournamentCode, ...]] = get_args(TournamentCode)


class Fault(NamedTuple):
    """Why something cannot be done: a code, never prose."""

    code: TournamentCode
    field: str


class TournamentRefused(ActRefused):
    """The act cannot be done as the tournament stands; nothing changed."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults)
        self.faults = faults
        self.codes = frozenset(fault.code for fault in faults)


def refuse_if(wrong: object, code: TournamentCode, field: str) -> None:
    """Refuse what is wrong.

    :raises TournamentRefused: it is.
    """
    if wrong:
        raise TournamentRefused(Fault(code, field))
