"""A tournament's public pages: for its players, in a frame of another site, on a projector.

Every reader gets them as a stranger sees them, without forms.

The projector's contents and times stand in its address, which the organiser's form makes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, get_args

from flask import abort, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_tournaments import clubs_to_show, is_hidden_by_club
from scorekeeper.draws.standings import Criterion
from scorekeeper.explain.club_words import club_name
from scorekeeper.explain.phase_standings import (
    NO_PLACE,
    BracketRow,
    GroupTable,
    place_teller,
    shown_phases,
)
from scorekeeper.explain.season_words import season_name
from scorekeeper.explain.standings_words import champion_text
from scorekeeper.i18n import gettext
from scorekeeper.journal.clock import now
from scorekeeper.printing.printer import PRINTER
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.finals import is_drawn, is_played
from scorekeeper.tournament.pair_names import find_pairs, sort_key
from scorekeeper.tournament.places import seat_of
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.standing import columns_of, standing_of
from scorekeeper.tournament.state import Tournament
from scorekeeper.web.forms import whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.frames import At, embed_line, in_asked_language
from scorekeeper.web.phone_identity import role_in_tournament
from scorekeeper.web.printing import outside_url, shown_address
from scorekeeper.web.tournaments.board import board_context, next_step
from scorekeeper.web.tournaments.elsewhere import tournament_preview
from scorekeeper.web.tournaments.remembered_pages import rare_page, remembered_page
from scorekeeper.web.tournaments.rights import context_of, pages
from scorekeeper.web.tournaments.standings import standings_by_phase, standings_context

_LONGEST = 80
_FOUND = 10
"""The most pairs that a search shows."""
_HEAD = 6
"""Rows of the standings."""


@pages.get("/t/<tournament_id>/")
def show(tournament_id: str) -> bytes:
    """Show a tournament: its round, the standings, and who plays."""
    loaded_tournament = find_tournament(tournament_id)
    name = request.args.get("name", "")[:_LONGEST]
    made_by = rare_page if name else remembered_page
    return made_by(loaded_tournament, lambda: _page(loaded_tournament, name))


def _page(loaded_tournament: LoadedTournament, name: str) -> str:
    tournament = loaded_tournament.tournament
    last = tournament.last_round
    undrawn = {"drawn_round": None, "step": next_step(loaded_tournament, None, ())}
    tables: dict[str, Any] = board_context(loaded_tournament, last) if last else undrawn
    return render_template(
        "tournaments/show.html",
        **{**standings_context(loaded_tournament), **tables},
        name=name,
        clubs=clubs_to_show(
            loaded_tournament,
            is_inside=bool(role_in_tournament(loaded_tournament.public_id)),
        ),
        is_drawn=is_drawn(tournament),
        club_name=club_name,
        season_name=season_name,
        link_preview=None if name else tournament_preview(loaded_tournament),
        **_found(loaded_tournament, name),
        shown=_HEAD,
        phases_shown=_phases_on_front(loaded_tournament),
    )


def _found(loaded_tournament: LoadedTournament, name: str) -> dict[str, object]:
    """The pairs that are looked for: their seats, or their places once all is played."""
    tournament = loaded_tournament.tournament
    found = find_pairs(tournament.pairs, name)[:_FOUND]
    has_final_elsewhere = bool(tournament.final) or tournament.is_final_elsewhere
    if not found or has_final_elsewhere or not is_played(loaded_tournament):
        return {"seats": [seat_of(loaded_tournament, pair) for pair in found], "at_end": ()}
    place_text = place_teller(loaded_tournament)
    places = {row.pair: place_text(row) for row in standing_of(loaded_tournament)}
    return {"seats": (), "at_end": [(pair, places.get(pair.key, NO_PLACE)) for pair in found]}


class _FrontPhase(NamedTuple):
    """A phase, or the final order, at the head of the front page."""

    title: str
    state: str
    order: Sequence[BracketRow]
    """Places without figures."""
    tables: Sequence[GroupTable]
    number: int = 0
    """That of the phase; 0 for the final order."""
    columns: Sequence[Criterion] = ()


def _phases_on_front(loaded_tournament: LoadedTournament) -> list[_FrontPhase]:
    """Return the phases that are in play or come next, or once all is over the final order.

    Empty where all are in one list, or in groups: these have one table.
    """
    if not loaded_tournament.tournament.set_up.phases:
        return []
    shown = shown_phases(loaded_tournament)
    if shown.final and is_played(loaded_tournament):
        return [_FrontPhase(gettext("Final order"), "", shown.final, ())]
    if len(shown.phases) == 1 and not shown.phases[0].bracket:
        return []
    by = loaded_tournament.tournament.set_up.standing.by
    return [
        _FrontPhase(
            one.title,
            one.state,
            one.bracket,
            one.tables,
            one.number,
            columns_of([row for table in one.tables for row in table.rows], by),
        )
        for one in shown.phases
        if not one.is_over
    ]


@pages.get("/embed/t/<tournament_id>/standings")
@in_asked_language
def embed_standings(tournament_id: str) -> bytes:
    """The standings of the tournament."""
    loaded_tournament = find_tournament(tournament_id)
    return remembered_page(loaded_tournament, lambda: _standings(loaded_tournament))


@pages.get("/embed/t/<tournament_id>/round")
@in_asked_language
def embed_round(tournament_id: str) -> bytes:
    """The tables of the round that was drawn last."""
    loaded_tournament = find_tournament(tournament_id)
    return remembered_page(loaded_tournament, lambda: _tables(loaded_tournament))


@pages.get("/embed/t/<tournament_id>/tables/<int:table>")
@in_asked_language
def embed_table(tournament_id: str, table: int) -> bytes:
    """One table of the round that was drawn last."""
    loaded_tournament = find_tournament(tournament_id)
    check_table(loaded_tournament, table)
    return remembered_page(loaded_tournament, lambda: _tables(loaded_tournament, table))


def check_table(loaded_tournament: LoadedTournament, number: int) -> None:
    """Answer with 404 where the round that was drawn last has no such table."""
    last = loaded_tournament.tournament.last_round
    if last is None or all(one.number != number for one in last.tables):
        abort(404)


def _standings(loaded_tournament: LoadedTournament) -> str:
    address = outside_url("tournaments.standings", tournament_id=loaded_tournament.public_id)
    context = standings_context(loaded_tournament) | {"role": "", "address": address}
    context["shown"] = standings_by_phase(loaded_tournament)
    return render_template("embeds/standings.html", **context)


def _tables(loaded_tournament: LoadedTournament, number: int | None = None) -> str:
    last = loaded_tournament.tournament.last_round
    context = standings_context(loaded_tournament)
    if last is not None:
        context |= board_context(loaded_tournament, last)
        if number is not None:
            context["tables"] = [one for one in context["tables"] if one.table.number == number]
    address = outside_url("tournaments.show", tournament_id=loaded_tournament.public_id)
    more = {"role": "", "last": last, "number": number, "address": address}
    return render_template("embeds/tables.html", **context | more)


Kind = Literal["tables", "names", "standings", "clock"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
USUAL: Final[tuple[Kind, ...]] = ("tables", "standings")
"""The kinds that are shown where no choice was made."""
SIZES: Final[Mapping[Kind, int]] = {"tables": 20, "names": 32, "standings": 14, "clock": 1}
"""How much a screen shows, which is read from the other end of the room."""
CYCLE: Final = 40
"""The seconds in which all is shown once, unless the time of a screen was chosen."""
_MOST_KEPT: Final = 200
"""Screens of the usual show that are kept: those of a thousand pairs, and more."""
SHORTEST, USUAL_LONGEST, LONGEST = 6, 12, 120
"""Seconds that a screen stays: at least; at most by default; at most by choice."""


class Screen(NamedTuple):
    """A screen of the show."""

    kind: Kind
    shown: Sequence[object]
    """Tables of the round, names with their tables, or rows of the standings."""
    number: int
    """The number of this screen among those of its kind, from 1."""
    of: int
    title: str = ""
    """The name of the phase or group whose standings they are."""
    phase: int = 0
    """Its number; 0 without phases, and for the final order."""
    is_order: bool = False
    """Are they places without figures?"""


class Show(NamedTuple):
    """The show that the address asks for."""

    kinds: tuple[Kind, ...] = USUAL
    seconds: int | None = None
    """The seconds for each screen; None where no choice was made."""
    stays: bool = False
    """Does it stay at one screen?"""
    page: int = 1
    """From 1."""

    def address(self, public_id: str, **changes: Any) -> str:
        """The address of this show, or of it with these changes."""
        show = self._replace(**changes)
        return url_for(
            "tournaments.screen",
            tournament_id=public_id,
            page=show.page,
            show=None if show.kinds == USUAL else show.kinds,
            seconds=show.seconds,
            stay=1 if show.stays else None,
        )


@pages.get("/t/<tournament_id>/players")
def players(tournament_id: str) -> str:
    """Show what leads players to the tournament: its code, the projector, chats, other sites."""
    PRINTER.start()
    loaded_tournament = find_tournament(tournament_id)
    tournament = loaded_tournament.tournament
    door, last = tournament.door, tournament.last_round
    at: At = {"tournament_id": tournament_id}
    table = last.tables[0].number if last is not None and last.tables else None
    return render_template(
        "tournaments/players.html",
        **context_of(loaded_tournament),
        **shown_address(outside_url("tournaments.show", tournament_id=tournament_id)),
        announces=not is_drawn(tournament) and (door.coming or door.check_in),
        drawn_round=last,
        kinds=KINDS,
        usual=USUAL,
        shortest=SHORTEST,
        longest=LONGEST,
        shown=tournament_preview(loaded_tournament),
        lines={
            "standings": embed_line("tournaments.embed_standings", at),
            "round": embed_line("tournaments.embed_round", at),
            "table": embed_line("tournaments.embed_table", {**at, "table": table}) if table else "",
        },
        is_hidden=is_hidden_by_club(loaded_tournament),
    )


@pages.get("/t/<tournament_id>/<any(address, elsewhere, projector):before>")
def players_before(tournament_id: str, before: str) -> BaseResponse:
    """Lead to a part that was a page: older links and bookmarks have its address."""
    find_tournament(tournament_id)
    return go_to(".players", tournament_id=tournament_id, open=before, _anchor=before)


@pages.get("/t/<tournament_id>/screen")
def screen(tournament_id: str) -> bytes:
    """Show one screen, which leads to the next; after the last one to the first."""
    loaded_tournament = find_tournament(tournament_id)
    last, show = loaded_tournament.tournament.last_round, _read_show()
    has_seconds = last is not None and last.ends is not None  # on its clock
    if has_seconds or show._replace(page=1) != Show() or show.page > _MOST_KEPT:
        return rare_page(loaded_tournament, lambda: _screen(loaded_tournament, show))
    return remembered_page(
        loaded_tournament, lambda: _screen(loaded_tournament, show), page=show.page
    )


def _screen(loaded_tournament: LoadedTournament, show: Show) -> str:
    last = loaded_tournament.tournament.last_round
    context = standings_context(loaded_tournament)
    context |= (
        board_context(loaded_tournament, last)
        if last
        else {"drawn_round": None, "tables": (), "left": None}
    )
    context["shown"] = standings_by_phase(loaded_tournament)
    screens = list(_screens(loaded_tournament.tournament, show.kinds, context))
    if show.page > len(screens):
        show = show._replace(page=1)
    following = show.page if show.stays else show.page % max(len(screens), 1) + 1
    public_id, seconds = loaded_tournament.public_id, _seconds(show, len(screens))
    return render_template(
        "tournaments/screen.html",
        **context,
        **shown_address(outside_url("tournaments.show", tournament_id=public_id)),
        champion=champion_text(loaded_tournament),
        screen=screens[show.page - 1] if screens else None,
        stays=show.stays,
        other=show.address(public_id, stays=not show.stays),
        goes_on=f"{seconds}; url={show.address(public_id, page=following)}",
        ends=_ends(last) if last else None,
    )


def _read_show() -> Show:
    asked = request.args.getlist("show")
    seconds = whole_number(request.args.get("seconds"), digits=3)
    return Show(
        kinds=tuple(kind for kind in KINDS if kind in asked) or USUAL,
        seconds=min(max(seconds, SHORTEST), LONGEST) if seconds is not None else None,
        stays="stay" in request.args,
        page=whole_number(request.args.get("page"), digits=4) or 1,
    )


def _seconds(show: Show, count: int) -> int:
    """Return the seconds that each of `count` screens stays."""
    if show.seconds is not None:
        return show.seconds
    return min(max(CYCLE // max(count, 1), SHORTEST), USUAL_LONGEST)


def _screens(
    tournament: Tournament, kinds: tuple[Kind, ...], context: dict[str, Any]
) -> Iterator[Screen]:
    """All screens, once there is a draw; the clock's, once it was started."""
    drawn_round = context["drawn_round"]
    if drawn_round is None:
        return
    shown: Mapping[Kind, Sequence[object]] = {
        "tables": context["tables"],
        "names": _names(tournament, drawn_round) if "names" in kinds else (),
        "standings": context["rows"],
        "clock": () if context["left"] is None else (drawn_round,),
    }
    for kind in kinds:
        if kind == "standings" and context["shown"] and not context["shown"]["is_one_list"]:
            yield from _screens_of_phases(context["shown"])
        else:
            yield from _split_into_screens(kind, shown[kind], SIZES[kind])


def _screens_of_phases(shown: Mapping[str, Any]) -> Iterator[Screen]:
    """The standings of the phases in play, else the final order, a list on each screen."""
    phases = [phase for phase in shown["phases"] if not phase.is_over] or shown["phases"]
    lists: list[Screen] = []
    if all(phase.is_over for phase in phases) and shown["final"]:
        title = gettext("Final order")
        lists.append(Screen("standings", shown["final"], 1, 1, title, 0, is_order=True))
        phases = []
    for phase in phases:
        if phase.bracket:
            bracket = Screen(
                "standings", phase.bracket, 1, 1, phase.title, phase.number, is_order=True
            )
            lists.append(bracket)
        lists += [
            Screen("standings", table.rows, 1, 1, table.title or phase.title, phase.number)
            for table in phase.tables
        ]
    for one in lists:
        for part in _split_into_screens("standings", one.shown, SIZES["standings"]):
            yield one._replace(shown=part.shown, number=part.number, of=part.of)


def _names(tournament: Tournament, drawn_round: DrawnRound) -> list[tuple[str, int | None]]:
    """Each player with the table, by name; None for a bye."""
    seats = [(key, one.number) for one in drawn_round.tables for key in one.entrants]
    found = [
        (name, table)
        for key, table in (*seats, *((key, None) for key in drawn_round.byes))
        for name in tournament.pair_in(key, drawn_round.number).players
        if name
    ]
    return sorted(found, key=lambda one: sort_key(one[0]))


def _ends(drawn_round: DrawnRound) -> float | None:
    """When a running clock ends, in seconds from now; None where it stands."""
    if drawn_round.paused is not None or drawn_round.ends is None:
        return None
    return (drawn_round.ends - now()).total_seconds()


def _split_into_screens(kind: Kind, shown: Sequence[object], size: int) -> Iterator[Screen]:
    count = -(-len(shown) // size)
    for page in range(count):
        yield Screen(kind, shown[page * size : (page + 1) * size], page + 1, count)
