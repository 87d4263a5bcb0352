"""Writing a result: as two totals or as a whole sheet."""

import json
from typing import NamedTuple, Self

from flask import request

from scorekeeper.explain.phase_words import moved_text
from scorekeeper.explain.sheet_checks import DOUBTS
from scorekeeper.i18n import ngettext
from scorekeeper.journal.act import Revision
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict
from scorekeeper.rules.names import tidy_name
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.result_acts import ResultWritten
from scorekeeper.tournament.finals import moved_seats, moves_finalists
from scorekeeper.tournament.plausibility import Doubt, doubts_about
from scorekeeper.tournament.played_tables import PlayedTable
from scorekeeper.tournament.round_draw import new_redraw_differences
from scorekeeper.tournament.service import (
    TOURNAMENTS,
    LoadedTournament,
    find_tournament,
    is_next,
    were_names_erased,
    with_act,
)
from scorekeeper.tournament.state import TournamentAct, TournamentBody
from scorekeeper.web.forms import operation
from scorekeeper.web.phone_identity import phone_id, role_in_tournament
from scorekeeper.web.tournaments.rights import organised, refusal_text


class Unwritten(NamedTuple):
    """Why a result is not written, or not yet, for the page that it was typed on."""

    loaded_tournament: LoadedTournament
    """The tournament as it is now."""
    status: int = 200
    wrong: str = ""
    is_stale: bool = False
    """Did another phone write there meanwhile?"""
    is_erased: bool = False
    """Were names erased meanwhile, and with them the reason that was typed?"""
    changed: tuple[int, ...] | None = None
    """The rounds that would have been drawn otherwise, where that is to be confirmed first."""
    doubts: tuple[Doubt, ...] = ()
    """The doubts about the result, where it is to be confirmed first."""
    moved: tuple[str, ...] = ()
    """The sentences on who would be in its final; these are to be confirmed first, too."""

    @property
    def asks(self) -> bool:
        """Is it written as soon as the reader confirms it?"""
        return self.needs_confirming or bool(self.doubts)

    @property
    def needs_confirming(self) -> bool:
        """Was something made of the standings already, which it would have made otherwise?"""
        return self.changed is not None or bool(self.moved)

    @property
    def warnings(self) -> list[str]:
        """The sentences on consequences of the earlier result, which stay as they are."""
        found = []
        if self.changed:
            rounds = ", ".join(map(str, self.changed))
            found.append(
                ngettext(
                    "With this result round %(rounds)s would have been drawn otherwise."
                    " It stays as it was drawn.",
                    "With this result these rounds would have been drawn otherwise: %(rounds)s."
                    " They stay as they were drawn.",
                    len(self.changed),
                    rounds=rounds,
                )
            )
        return [*found, *self.moved]

    @property
    def was_sent(self) -> bool:
        """Was something sent to be written? Else the page is opened anew."""
        return self.asks or self.is_stale or bool(self.wrong)


class WriteRequest(NamedTuple):
    """The fields of a form beside the result itself."""

    op_id: str
    revision: Revision
    reason: str = ""
    is_confirmed: bool = False
    """Was shown what it changes in later rounds?"""
    sure: str = ""
    """The score of which was said that it is right, as `score_mark` writes it."""

    @classmethod
    def of_form(cls) -> Self:
        """Read the form that was sent; 400 where it carries no operation."""
        form = request.form
        is_confirmed = form.get("confirm") == "yes"
        return cls(
            *operation(), tidy_name(form.get("reason", "")), is_confirmed, form.get("sure", "")
        )


def score_mark(score: tuple[object, ...]) -> str:
    """A score as a form sends it back, so that a yes holds for this score alone.

    >>> score_mark((12, 9))
    '12:9'
    """
    return ":".join(map(str, score))


def write_result(
    loaded_tournament: LoadedTournament,
    number: int,
    played: PlayedTable,
    result: Json,
    write: WriteRequest,
) -> Unwritten | None:
    """Write what was typed of the table of this round; None once it is written.

    What is not plausible, and what it changes where rounds were drawn after it, is to be confirmed.

    :raises NotAllowed: for anyone but the organiser, where later rounds were drawn.
    """
    data: Json = {
        "round": number,
        "table": played.table.number,
        **result,
        "source": role_in_tournament(loaded_tournament.public_id),
        "reason": write.reason,
    }
    body = ResultWritten.read(data)
    is_sure = write.sure == score_mark(body.score)
    write = write._replace(is_confirmed=write.is_confirmed and is_sure)
    asked = (write.op_id, write.revision, played)
    doubts = () if is_sure else doubts_about(loaded_tournament, body, *asked)
    return write_at_table(loaded_tournament, body, data, write, doubts)


def write_at_table(
    loaded_tournament: LoadedTournament,
    body: TournamentBody,
    asked: Json,
    write: WriteRequest,
    doubts: tuple[Doubt, ...] = (),
) -> Unwritten | None:
    """Write something about a table, unless it is to be confirmed first; None once it is written.

    :raises NotAllowed: for anyone but the organiser, where later rounds were drawn.
    """
    tournament = loaded_tournament.tournament
    is_last = body.of_round == len(tournament.rounds)
    if not is_last:
        organised(loaded_tournament.public_id)
    is_new = not (write.is_confirmed or tournament.has_done(write.op_id))
    moved = final_questions(loaded_tournament, body) if is_new else ()
    try:
        if doubts or moved or not (is_last or write.is_confirmed):
            _check_decided_now(loaded_tournament, body, write)
            with_act(tournament, TournamentAct(tournament.revision + 1, body))
            changed = None if is_last else new_redraw_differences(tournament, body)
            return Unwritten(loaded_tournament, changed=changed, doubts=doubts, moved=moved)
        TOURNAMENTS.write(
            loaded_tournament.public_id, phone_id(), write.op_id, write.revision, body, asked
        )
    except TournamentRefused as refusal:
        return Unwritten(loaded_tournament, 422, refusal_text(refusal))
    except Conflict as conflict:
        now = find_tournament(conflict.public_id)
        is_erased = were_names_erased(now.tournament, write.op_id, write.revision)
        return Unwritten(now, 409, is_stale=True, is_erased=is_erased)
    return None


def final_questions(loaded_tournament: LoadedTournament, body: TournamentBody) -> tuple[str, ...]:
    """The sentences on who else would be in its final, or in another drawn phase, by this act."""
    moved = moved_seats(loaded_tournament, body)
    if moved:
        return tuple(moved_text(loaded_tournament.tournament, one) for one in moved)
    has_old_final = loaded_tournament.tournament.final_set_up is not None
    is_moved = has_old_final and moves_finalists(loaded_tournament, body)
    return (DOUBTS.say("moves_final"),) if is_moved else ()


def moves_to_confirm(
    loaded_tournament: LoadedTournament, op_id: str, revision: int, body: TournamentBody
) -> tuple[tuple[str, ...], str]:
    """The warnings about pairs that an act would move, and the value that confirms them.

    They are empty once the form confirms them. They are also empty if the act cannot be written
    now, as a change by another phone is reported first. The value names the act and the pairs,
    because a result that came meanwhile may move other pairs.
    """
    if not is_next(loaded_tournament.tournament, op_id, revision, body):
        return (), ""
    moved = final_questions(loaded_tournament, body)
    sure = json.dumps([body.fields(), moved], sort_keys=True)
    return () if request.form.get("sure") == sure else moved, sure


def _check_decided_now(
    loaded_tournament: LoadedTournament, body: TournamentBody, write: WriteRequest
) -> None:
    """See whether nothing went past the form: then there is no use in asking.

    :raises Conflict: something did.
    """
    tournament = loaded_tournament.tournament
    is_redacted = bool(write.reason) and were_names_erased(tournament, write.op_id, write.revision)
    if is_redacted or TOURNAMENTS.is_stale(tournament, write.revision, body):
        raise Conflict(loaded_tournament)
