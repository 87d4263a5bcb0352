"""Why something cannot be done in a club, told as problems."""

from collections.abc import Iterable

from flask import Response

from scorekeeper.explain.club_words import club_fault
from scorekeeper.explain.problems import CLUB_FULL_ADVICE, CLUB_FULL_TITLE
from scorekeeper.explain.season_problems import season_problem_text
from scorekeeper.seasons.json_parts import PartProblem
from scorekeeper.services.club_acts.refusals import ClubRefused
from scorekeeper.services.clubs.club_service import ClubFull
from scorekeeper.web.api.answers import problem
from scorekeeper.web.api.blueprint import pages
from scorekeeper.web.api.tournament_problems import problem_json, refuse


class UnfitSeason(Exception):
    """A season cannot be counted so: what the `season` command has against it."""

    def __init__(self, problems: Iterable[PartProblem]) -> None:
        super().__init__(problems)
        self.problems = tuple(problems)


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
