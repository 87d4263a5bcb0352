"""The games of a club: its matches, its tournaments, and the persons of their players."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from typing import Final, NamedTuple

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.acts.roster import NewPlayersKnown, PlayerSeat, PlayersKnown
from scorekeeper.club.club_matches import count_matches_at, matches_at
from scorekeeper.club.club_service import (
    CLUBS,
    LoadedClub,
    find_club,
    offered_persons,
    person_meant,
)
from scorekeeper.club.club_state import Club
from scorekeeper.club.erased_names import does_match_tell, does_tournament_tell
from scorekeeper.explain import club_words
from scorekeeper.explain.club_words import sides_at_club
from scorekeeper.journal.owner import NotFound
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.model import SEATS, BySide
from scorekeeper.rules.names import LONGEST_NAME, tidy_name
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament
from scorekeeper.web.club_here import forget_club, is_long_choice, offers_of
from scorekeeper.web.clubs.club_form import CLUB_FORMS, club_context, helped_club, pages
from scorekeeper.web.forms import clamp_page, operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id, role_in_club
from scorekeeper.web.printing import outside_url, shown_address

MOST_GAMES: Final = 100
"""Matches on a page."""


class ClubGame(NamedTuple):
    """A match of a club, and what its sides are called there."""

    loaded_match: LoadedMatch
    sides: BySide[str]
    is_open: bool
    """Is this reader led to it? Its own pages have the names that were typed."""


def games_of(loaded_club: LoadedClub, most: int = 0, first: int = 0) -> list[ClubGame]:
    """The matches of the club that belong to no tournament, the newest first.

    With `most` at most that number, after the newest `first`.
    """
    club, is_inside = loaded_club.club, bool(role_in_club(loaded_club.public_id))
    return [
        ClubGame(
            one,
            sides_at_club(one, club, is_inside=is_inside),
            is_open=is_inside or not does_match_tell(club, one.public_id, one.ledger),
        )
        for one in matches_at(loaded_club, most, first)
    ]


@pages.get("/c/<club_id>/matches")
def games(club_id: str) -> str:
    """The matches that were played at the club and belong to no tournament, the newest first."""
    loaded_club = find_club(club_id)
    asked = whole_number(request.args.get("page"), digits=4) or 1
    page, pages_there = clamp_page(asked, count_matches_at(loaded_club), MOST_GAMES)
    return render_template(
        "clubs/games.html",
        **club_context(loaded_club),
        games=games_of(loaded_club, MOST_GAMES, (page - 1) * MOST_GAMES),
        page=page,
        pages=pages_there,
    )


@pages.get("/c/<club_id>/wall")
def wall(club_id: str) -> str:
    """Show the club's address as a code for the wall: it opens a new match there."""
    loaded_club = find_club(club_id)
    address = outside_url("clubs.show", club_id=club_id)
    return render_template("clubs/wall.html", **club_context(loaded_club), **shown_address(address))


@pages.get("/c/<club_id>/offered/<seat>")
def offered(club_id: str, seat: str) -> str:
    """The persons who may be meant by the name that is typed for this chair."""
    if seat not in SEATS:
        abort(404)
    loaded_club, text = find_club(club_id), request.args.get(f"player_{seat}", "")
    persons = offered_persons(loaded_club.club, text, is_inside=bool(role_in_club(club_id)))
    chosen = request.args.get(f"person_{seat}", "")
    found = offers_of(loaded_club, persons, chosen)
    return render_template("clubs/_offered.html", seat=seat, found=found)


@pages.post("/clubs/leave")
def leave_here() -> BaseResponse:
    """Let this phone's next match be played at no club."""
    response = go_to("setup.new")
    forget_club(response)
    return response


class ClubEvening(NamedTuple):
    """A tournament of a club, and how many of its players are in the roster."""

    loaded_tournament: LoadedTournament
    known: int
    players: int
    is_open: bool
    """Are strangers led to it? Its own pages have the names that were typed there."""


def evenings_of(club: Club) -> list[ClubEvening]:
    """The club's tournaments, the newest first; without those that are damaged."""
    return [
        ClubEvening(
            one,
            is_open=not does_tournament_tell(club, one.public_id, one.tournament),
            known=sum(map(bool, chain(*club.tournaments[one.public_id].players.values()))),
            players=2 * len(one.tournament.pairs),
        )
        for one in TOURNAMENTS.find_all(reversed([*club.tournaments]))
    ]


@pages.post("/c/<club_id>/tournaments/<address>/leave")
def take_tournament(club_id: str, address: str) -> BaseResponse:
    """Take a tournament out of the club."""
    loaded_club = helped_club(club_id)
    with suppress(ClubRefused):  # it is out already
        CLUB_FORMS.perform(loaded_club, "take_tournament_out", {"tournament": address})
    return go_to(".show", club_id=club_id, left=address)


@pages.get("/c/<club_id>/tournaments/<address>")
def players(club_id: str, address: str) -> Response:
    """Say of each player who it is; a person of the same name is offered."""
    loaded_club, loaded_tournament = _both(club_id, address)
    return _players_page(
        loaded_club, loaded_tournament, _offered(loaded_club.club, loaded_tournament)
    )


@pages.post("/c/<club_id>/tournaments/<address>")
def know_players(club_id: str, address: str) -> BaseResponse:
    """Write down who the players are; whose name is ticked comes into the roster.

    A name that is there already is refused beside its player, where more of it can be written.
    """
    loaded_club, loaded_tournament = _both(club_id, address)
    body = _sent_players(loaded_club.club, loaded_tournament)
    try:
        CLUBS.write(club_id, phone_id(), *operation(), body)
    except ClubRefused as refusal:
        if refusal.faults[0].code != "nothing_new":
            chosen = {**dict.fromkeys(loaded_tournament.tournament.pairs, ("", "")), **body.players}
            return _players_page(loaded_club, loaded_tournament, chosen, refusal)
    return go_to(".show", club_id=club_id)


def _sent_players(club: Club, loaded_tournament: LoadedTournament) -> PlayersKnown:
    sent = request.form
    known: dict[str, tuple[str, str]] = {}
    new: dict[PlayerSeat, str] = {}
    for key, pair in loaded_tournament.tournament.pairs.items():
        typed = (sent.get(f"{key}-{at}", "") for at in (0, 1))
        one, other = (person_meant(club, text, is_inside=True) for text in typed)
        known[key] = (one, other)
        for at, (person, name) in enumerate(zip((one, other), pair.players, strict=True)):
            seat = PlayerSeat(key, at)
            if name and not person and (sent.get("new-all") or sent.get(f"new-{seat.field}")):
                new[seat] = tidy_name(sent.get(f"name-{seat.field}", name))
    address = loaded_tournament.public_id
    if not new:
        return PlayersKnown(tournament=address, players=known)
    return NewPlayersKnown(
        tournament=address, players=known, added=tuple(new), names=tuple(new.values())
    )


def _both(club_id: str, address: str) -> tuple[LoadedClub, LoadedTournament]:
    loaded_club = helped_club(club_id)
    if address not in loaded_club.club.tournaments:
        raise NotFound(address)
    return loaded_club, find_tournament(address)


def _offered(club: Club, loaded_tournament: LoadedTournament) -> dict[str, tuple[str, str]]:
    """Return the person of each player: the stored one, or for an untouched pair one with the same
    name.
    """
    return {**_so_called(club, loaded_tournament), **_said_of_players(club, loaded_tournament)}


def _so_called(club: Club, loaded_tournament: LoadedTournament) -> dict[str, tuple[str, str]]:
    """The persons who are called as the players are."""
    by_name = club_words.persons_by_name(club)
    pairs = loaded_tournament.tournament.pairs
    return {key: club_words.persons_of(by_name, pair.players) for key, pair in pairs.items()}


def _said_of_players(
    club: Club, loaded_tournament: LoadedTournament
) -> Mapping[str, tuple[str, str]]:
    """Return the stored persons of each pair.

    A final also takes those of the tournament that it is the final of.
    """
    tournament, known = loaded_tournament.tournament, {}
    main = club.tournaments.get(tournament.final_of)
    if main is not None:
        for one in TOURNAMENTS.find_all([tournament.final_of]):
            there = one.tournament.pairs
            known = {
                key: main.players[key]
                for key, pair in tournament.pairs.items()
                if key in there and key in main.players and there[key].players == pair.players
            }
    return {**known, **club.tournaments[loaded_tournament.public_id].players}


def _players_page(
    loaded_club: LoadedClub,
    loaded_tournament: LoadedTournament,
    chosen: dict[str, tuple[str, str]],
    refusal: ClubRefused | None = None,
) -> Response:
    tournament, club = loaded_tournament.tournament, loaded_club.club
    page = render_template(
        "clubs/players.html",
        **club_context(loaded_club),
        loaded_tournament=loaded_tournament,
        chosen=chosen,
        so_called=_so_called(club, loaded_tournament),
        ticked=request.form,
        is_long=is_long_choice(club, 2 * len(tournament.pairs)),
        is_closed=does_tournament_tell(club, loaded_tournament.public_id, tournament),
        longest=LONGEST_NAME,
        wrong={
            fault.field: club_words.fault_text(club, fault._replace(field="name"), is_inside=True)
            for fault in (refusal.faults if refusal else ())
        },
    )
    return make_response(page, 422 if refusal else 200)
