"""The projector's page: draw, results and standings, one after the other by itself."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from flask import render_template, request, url_for

from scorekeeper.services.tournaments.service import LoadedTournament, find_tournament
from scorekeeper.web.forms import whole_number
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.board import board_context
from scorekeeper.web.tournaments.remembering import remembered_page
from scorekeeper.web.tournaments.standings import standings_context

TABLES: Final = 8
ROWS: Final = 12
"""Rows on a screen, which is read from the other end of the room."""
SECONDS: Final = 12
"""The seconds until the next screen."""


class Screen(NamedTuple):
    """A screen of the show."""

    kind: Literal["draw", "results", "standings"]
    shown: Sequence[object]
    """Tables of the round, or rows of the standings."""
    number: int
    """The number of this screen among those of its kind, from 1."""
    of: int


@pages.get("/t/<tournament_id>/screen")
def screen(tournament_id: str) -> str:
    """Show one screen, which leads to the next; after the last one to the first."""
    loaded_tournament = find_tournament(tournament_id)
    return remembered_page(loaded_tournament, lambda: _screen(loaded_tournament))


def _screen(loaded_tournament: LoadedTournament) -> str:
    last = loaded_tournament.tournament.last_round
    context = standings_context(loaded_tournament)
    context |= (
        board_context(loaded_tournament, last)
        if last
        else {"drawn_round": None, "tables": (), "left": None}
    )
    screens = list(_screens(context))
    at = (whole_number(request.args.get("page"), digits=4) or 1) - 1
    at = at if 0 <= at < len(screens) else 0
    following = at + 2 if at + 1 < len(screens) else 1
    address = url_for(".screen", tournament_id=loaded_tournament.public_id, page=following)
    return render_template(
        "tournaments/screen.html",
        **context,
        screen=screens[at] if screens else None,
        goes_on=f"{SECONDS}; url={address}",
    )


def _screens(context: dict[str, Any]) -> Iterator[Screen]:
    """The draw; results once there are any; standings once there is a draw."""
    tables = context["tables"]
    yield from _split_into_screens("draw", tables, TABLES)
    yield from _split_into_screens("results", [one for one in tables if one.score], TABLES)
    if context["drawn_round"]:
        yield from _split_into_screens("standings", context["rows"], ROWS)


def _split_into_screens(
    kind: Literal["draw", "results", "standings"], shown: Sequence[object], size: int
) -> Iterator[Screen]:
    count = -(-len(shown) // size)
    for page in range(count):
        yield Screen(kind, shown[page * size : (page + 1) * size], page + 1, count)
