"""The tournaments of a club: they come, leave, and their players are known."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.acts.roster import NewPlayersKnown, PlayerSeat, PlayersKnown
from scorekeeper.club.club_service import CLUBS, LoadedClub, person_meant
from scorekeeper.club.club_state import Club
from scorekeeper.club.erased_names import does_tournament_tell
from scorekeeper.explain import club_words
from scorekeeper.journal.owner import NotFound
from scorekeeper.rules.names import LONGEST_NAME, tidy_name
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament
from scorekeeper.web.club_here import is_long_choice
from scorekeeper.web.clubs.club_form import CLUB_FORMS, club_context, helped_club, pages
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id


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
    return go_to(".show", club_id=club_id)


@pages.get("/c/<club_id>/tournaments/<address>")
def players(club_id: str, address: str) -> Response:
    """Say of each player who it is; a person of the same name is offered."""
    loaded_club, loaded_tournament = _both(club_id, address)
    return _page(loaded_club, loaded_tournament, _offered(loaded_club.club, loaded_tournament))


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
            return _page(loaded_club, loaded_tournament, chosen, refusal)
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
    """Who each player is as it was said; of a pair of which nothing was, the persons so called."""
    return {**_so_called(club, loaded_tournament), **_said_of_players(club, loaded_tournament)}


def _so_called(club: Club, loaded_tournament: LoadedTournament) -> dict[str, tuple[str, str]]:
    """The persons who are called as the players are."""
    by_name = club_words.persons_by_name(club)
    pairs = loaded_tournament.tournament.pairs
    return {key: club_words.persons_of(by_name, pair.players) for key, pair in pairs.items()}


def _said_of_players(
    club: Club, loaded_tournament: LoadedTournament
) -> Mapping[str, tuple[str, str]]:
    """What was said of each pair, of a final's also in the tournament that it is the final of."""
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


def _page(
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
