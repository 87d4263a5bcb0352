"""Writing a table's result, typed as two totals or as a whole sheet: done, or why not."""

from typing import NamedTuple

from flask import request

from scorekeeper.explain import tournament_words as words
from scorekeeper.journal.body import Json
from scorekeeper.rules.names import tidy_name
from scorekeeper.services.tournament_acts.result_acts import ResultWritten
from scorekeeper.services.tournaments import drawing, service
from scorekeeper.services.tournaments.acting import TournamentRefused
from scorekeeper.services.tournaments.service import (
    LoadedTournament,
    TournamentConflict,
    were_names_erased,
)
from scorekeeper.services.tournaments.state import DrawnRound
from scorekeeper.web.forms import operation
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.request_roles import role_in_tournament
from scorekeeper.web.tournaments.rights import organised


class Unwritten(NamedTuple):
    """Why a result is not written, or not yet, for the page that it was typed on."""

    loaded_tournament: LoadedTournament
    """The tournament as it is now."""
    status: int = 200
    wrong: str = ""
    is_stale: bool = False
    """Did somebody else write there meanwhile?"""
    is_erased: bool = False
    """Were names erased meanwhile, and with them the reason that was typed?"""
    changed: tuple[int, ...] | None = None
    """The rounds that would have been drawn otherwise, where that is to be confirmed first."""


def write_result(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound, table: int, result: Json
) -> Unwritten | None:
    """Write what was typed of the table; None once it is written.

    Where rounds were drawn after it, what it changes is to be confirmed first.

    :raises NotAllowed: for anyone but the organiser, where later rounds were drawn.
    """
    op_id, revision = operation()
    data: Json = {
        "round": drawn_round.number,
        "table": table,
        **result,
        "source": role_in_tournament(loaded_tournament.public_id),
        "reason": tidy_name(request.form.get("reason", "")),
    }
    body = ResultWritten.read(data)
    try:
        if (
            drawn_round != loaded_tournament.tournament.last_round
            and request.form.get("confirm") != "yes"
        ):
            organised(loaded_tournament.public_id)
            if body.reason and were_names_erased(loaded_tournament.tournament, op_id, revision):
                raise TournamentConflict(loaded_tournament)
            return Unwritten(
                loaded_tournament,
                changed=drawing.new_redraw_differences(loaded_tournament.tournament, body),
            )
        service.write(loaded_tournament.public_id, phone_id(), op_id, revision, body, data)
    except TournamentRefused as refusal:
        return Unwritten(loaded_tournament, 422, words.FAULTS.say(refusal.faults[0].code))
    except TournamentConflict as conflict:
        is_erased = were_names_erased(conflict.loaded_tournament.tournament, op_id, revision)
        return Unwritten(conflict.loaded_tournament, 409, is_stale=True, is_erased=is_erased)
    return None
