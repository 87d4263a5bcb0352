"""See whether a drawn round would be drawn otherwise by the results as they are now."""

from collections.abc import Mapping

from scorekeeper.services.tournament_acts.rounds import RoundDrawn
from scorekeeper.services.tournaments.acting import with_act
from scorekeeper.services.tournaments.draw_cache import CannotDraw, draw_from
from scorekeeper.services.tournaments.draw_requests import results_to_draw_from, round_json
from scorekeeper.services.tournaments.drawn_rounds import DrawnRound, PlayedJson
from scorekeeper.services.tournaments.playing import results_of
from scorekeeper.services.tournaments.state import Tournament, TournamentAct, TournamentBody


def redraw_differences(tournament: Tournament) -> tuple[int, ...]:
    """The numbers of the rounds that would have been drawn otherwise by the results as they are.

    They are warned about, and never drawn again.
    """
    results = [round_json(one) for one in results_of(tournament)[0]]
    return tuple(
        drawn_round.number
        for drawn_round in tournament.rounds
        if _differs_redrawn(tournament, drawn_round, results)
    )


def has_redraw_difference(tournament: Tournament, drawn_round: DrawnRound) -> bool:
    """Would this round be drawn otherwise by the results as they are?"""
    results = [round_json(one) for one in results_of(tournament)[0]]
    return _differs_redrawn(tournament, drawn_round, results)


def new_redraw_differences(tournament: Tournament, body: TournamentBody) -> tuple[int, ...]:
    """The rounds that would be drawn otherwise only after this act.

    :raises TournamentRefused: it cannot be written.
    """
    after = with_act(tournament, TournamentAct(tournament.revision + 1, body))
    before = redraw_differences(tournament)
    return tuple(number for number in redraw_differences(after) if number not in before)


def _differs_redrawn(
    tournament: Tournament, drawn_round: DrawnRound, results: list[list[PlayedJson]]
) -> bool:
    request = drawn_round.request
    now = results_to_draw_from(tournament, results[: drawn_round.number - 1])
    if _winners(now) == _winners(request["results"]):
        return False
    try:
        again = draw_from({**request, "results": now})
    except CannotDraw:  # a bracket that others would have gone on in
        return True
    before = drawn_round.act.body
    assert isinstance(before, RoundDrawn)
    return (before.tables, before.byes) != (again.tables, again.byes)


def _winners(rounds: list[list[PlayedJson]]) -> list[Mapping[tuple[str, str], int | None]]:
    """The winner of each table: a draw looks at nothing else."""
    return [
        {(one["a"], one["b"]): _winner(one) for one in played if "bye" not in one}
        for played in rounds
    ]


def _winner(one: PlayedJson) -> int | None:
    """Above 0 for the first pair, below for the second; None where neither was there."""
    if "forfeit" in one:
        return None
    ours, theirs = one["score"]
    return (ours > theirs) - (ours < theirs)
