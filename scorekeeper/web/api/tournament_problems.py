"""Refusals in a tournament or a club, as problems in JSON."""

from flask import Response

from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.club_service import ClubFull
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.club_words import club_fault
from scorekeeper.explain.problems import (
    CLUB_FULL_ADVICE,
    CLUB_FULL_TITLE,
    TOURNAMENT_FULL_ADVICE,
    TOURNAMENT_FULL_TITLE,
    file_problem_text,
)
from scorekeeper.explain.season_words import season_problem_text
from scorekeeper.explain.sheet_checks import doubt_text
from scorekeeper.explain.tournament_operations import field_problem_text
from scorekeeper.i18n import _
from scorekeeper.journal.json_values import Json, JsonValue, text_in
from scorekeeper.journal.owner import Conflict, OperationReused
from scorekeeper.json_parts import PartProblem
from scorekeeper.rules.match_file import FileProblem
from scorekeeper.rules.model import Code, Problem
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.draw_requests import CannotDraw
from scorekeeper.tournament.service import LoadedTournament, TournamentFull
from scorekeeper.web.api.blueprint import pages, problem, refuse_reused_id
from scorekeeper.web.club_operations import UnfitSeason
from scorekeeper.web.operation_table import Unread
from scorekeeper.web.tournament_operations import BadList, DoubtfulResult


@pages.errorhandler(DoubtfulResult)
def _on_doubtful(error: DoubtfulResult) -> Response:
    told = [problem_json(one.code, "score", doubt_text(one)) for one in error.doubts]
    return problem(
        422,
        _("Is this result right?"),
        _("Nothing was written. If it is right, send it again with sure."),
        "doubtful",
        problems=told,
    )


@pages.errorhandler(Unread)
def _on_unread(error: Unread) -> Response:
    return refuse([problem_json(code, field, _text(code, field)) for code, field in error.problems])


@pages.errorhandler(BadList)
def _on_bad_list(error: BadList) -> Response:
    return refuse(
        [
            problem_json(
                row.code,
                "text",
                words.BAD_ROWS.say(row.code),
                line=row.line,
                text=row.text or None,
            )
            for row in error.rows
        ]
    )


@pages.errorhandler(TournamentRefused)
def _on_refused(refusal: TournamentRefused) -> Response:
    return refuse(
        [problem_json(code, field, words.FAULTS.say(code)) for code, field in refusal.faults]
    )


def refuse_draw(loaded_tournament: LoadedTournament, refusal: CannotDraw) -> Response:
    """The answer where the next round cannot be drawn."""
    return refuse(
        [
            problem_json(
                one.code,
                one.field,
                words.draw_problem_text(one, loaded_tournament.tournament),
                round=one.round,
                pair=one.pair,
            )
            for one in refusal.problems
        ]
    )


def refuse(problems: list[Json]) -> Response:
    """Answer 422 with everything that is wrong."""
    return problem(
        422,
        _("This cannot be done as it stands now"),
        text_in(problems[0], "message"),
        "problems",
        problems=problems,
    )


def problem_json(code: str, field: str | None, message: str, **more: JsonValue) -> Json:
    """A problem; empty fields are left out."""
    about = {name: value for name, value in more.items() if value is not None}
    return {"code": code, "field": field, "message": message, **about}


def _text(code: Code, field: str | None) -> str:
    own = field_problem_text(Problem(code, field))
    return own or file_problem_text(FileProblem(None, code, field))


@pages.errorhandler(OperationReused)
def _on_done_otherwise(error: OperationReused) -> Response:
    return refuse_reused_id(revision=error.revision)


@pages.errorhandler(TournamentFull)
def _on_full(_full: TournamentFull) -> Response:
    return problem(422, TOURNAMENT_FULL_TITLE, TOURNAMENT_FULL_ADVICE, "full")


@pages.errorhandler(Conflict)
def _on_moved_on(conflict: Conflict) -> Response:
    return refuse_stale(conflict.revision)


def refuse_stale(revision: int) -> Response:
    """Answer 409 where what the operation rests on was changed, with the revision now."""
    return problem(
        409,
        _("It was changed meanwhile"),
        _("Nothing was written. Read it as it is now, and decide again."),
        "moved_on",
        revision=revision,
    )


@pages.errorhandler(UnfitSeason)
def _on_unfit_season(error: UnfitSeason) -> Response:
    return refuse(
        [problem_json(one.code, _sent_as(one), season_problem_text(one)) for one in error.problems]
    )


def _sent_as(one: PartProblem) -> str:
    """The path of the part in the operation: its rules and tournaments are a season's events."""
    kind, *path = (one.field or "").split(".")
    if kind != "events" or not path:
        return f"rules.{one.field}"
    place, name = path
    return f"tournaments.{place}.{'tournament' if name == 'id' else name}"


@pages.errorhandler(ClubRefused)
def _on_club_refused(refusal: ClubRefused) -> Response:
    return refuse(
        [
            problem_json(code, field, club_fault(code, field))
            for code, field, *_about in refusal.faults
        ]
    )


@pages.errorhandler(ClubFull)
def _on_club_full(_full: ClubFull) -> Response:
    return problem(422, CLUB_FULL_TITLE, CLUB_FULL_ADVICE, "full")
