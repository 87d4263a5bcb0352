"""Why an act of a tournament is not possible."""

from typing import Final, Literal, NamedTuple, get_args

TournamentCode = Literal[
    "nothing_new",
    "no_name",
    "unfit_name",
    "one_player",
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


class TournamentRefused(Exception):
    """The act cannot be done as the tournament stands; nothing changed."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults)
        self.faults = faults
