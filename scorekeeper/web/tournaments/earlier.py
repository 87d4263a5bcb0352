"""Pairs of an earlier tournament or a club, taken over with a tick each; own tournaments listed."""

from dataclasses import replace
from functools import partial
from typing import Final

from flask import Response, abort, render_template

from scorekeeper.club.club_service import CLUBS, LoadedClub, find_club
from scorekeeper.club.roster_search import pairs_at_club
from scorekeeper.explain import tournament_words
from scorekeeper.explain.club_words import club_name, person_name
from scorekeeper.explain.standings_words import ABSENT_FINALS
from scorekeeper.tournament.list_rows import ListRow
from scorekeeper.tournament.pair_list import Pair
from scorekeeper.tournament.pasting import rows_of_pairs
from scorekeeper.tournament.row_checks import RowCheck
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament
from scorekeeper.tournament.winning import outcome_of
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.request_roles import role_in_club
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.preview import MOST_ROWS, choice_of, preview_page
from scorekeeper.web.tournaments.rights import context_of, organised

_OVER: Final = ("over", *ABSENT_FINALS)
"""Nothing more is played in it here."""


@pages.get("/tournaments/")
def index() -> str:
    """Show the tournaments that this phone organises or helps in: what is played, then the rest.

    The newest is first in each.
    """
    phone = phone_id()
    found, damaged_ids = TOURNAMENTS.list_of(phone) if phone is not None else ([], [])
    outcomes = [outcome_of(one) for one in found]
    return render_template(
        "tournaments/index.html",
        running=[one for one in outcomes if one.stand not in _OVER],
        over=[one for one in outcomes if one.stand in _OVER],
        damaged=damaged_ids,
        words=tournament_words,
        absent_finals=ABSENT_FINALS,
    )


@pages.get("/t/<tournament_id>/earlier")
def earlier(tournament_id: str) -> str:
    """The other tournaments that this phone organises."""
    loaded_tournament = organised(tournament_id)
    return render_template(
        "tournaments/earlier.html",
        **context_of(loaded_tournament),
        others=_others(loaded_tournament),
        clubs=[one for one in _clubs() if sum(bool(person.name) for person in one.club.roster) > 1],
        club_name=club_name,
    )


@pages.get("/t/<tournament_id>/earlier/<other_id>")
def take_over(tournament_id: str, other_id: str) -> Response:
    """The pairs of one of them as a list that is to be ticked."""
    loaded_tournament = organised(tournament_id)
    other = find_tournament(other_id)
    if TOURNAMENTS.role_of(other, phone_id()) != "organiser":
        abort(404)
    rows = rows_of_pairs(other.tournament.pairs.values())
    check = RowCheck.for_operation(loaded_tournament.tournament, "")
    return preview_page(loaded_tournament, choice_of(rows, check))


@pages.get("/t/<tournament_id>/earlier/club/<club_id>")
def take_from_club(tournament_id: str, club_id: str) -> Response:
    """The pairs that have played at a club, by the names of its roster, to be ticked.

    Behind them come those who were in none, and are in none of this tournament, each with an
    empty place for the second name. A tournament is for strangers, too: who is a number to them
    comes as one.
    """
    loaded_tournament = organised(tournament_id)
    tournament, club = loaded_tournament.tournament, find_club(club_id).club
    if not role_in_club(club_id):
        abort(404)
    name_of = partial(person_name, club, is_inside=False)
    pairs = pairs_at_club(club, but=tournament_id)
    rows = rows_of_pairs(
        Pair(number=number, players=(name_of(one), name_of(other)))
        for number, (one, other) in enumerate(pairs, 1)
    )
    paired = {person.key for pair in pairs for person in pair}
    there = {name for pair in tournament.pairs.values() for name in pair.players}
    alone = [name_of(one) for one in club.roster if one.name and one.key not in paired]
    without_pair = [
        ListRow(line=number, text=name, players=(name, ""))
        for number, name in enumerate(alone, len(pairs) + 1)
        if name not in there
    ]
    all_rows = [*rows, *without_pair]
    choice = choice_of(all_rows[:MOST_ROWS], RowCheck.for_operation(tournament, ""))
    is_cut = len(all_rows) > MOST_ROWS
    return preview_page(loaded_tournament, replace(choice, is_cut=is_cut, club=club_id))


def _clubs() -> list[LoadedClub]:
    phone = phone_id()
    return CLUBS.whole_of(phone) if phone is not None else []


def _others(loaded_tournament: LoadedTournament) -> list[LoadedTournament]:
    phone = phone_id()
    found = TOURNAMENTS.whole_of(phone) if phone is not None else []
    return [
        one
        for one in found
        if one.id != loaded_tournament.id
        and TOURNAMENTS.role_of(one, phone) == "organiser"
        and any(all(pair.players) for pair in one.tournament.pairs.values())
    ]
