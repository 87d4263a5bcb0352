"""A match's club: joining and leaving it, and the persons of its roster at the table."""

from functools import cache, partial
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club import club_matches
from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.club_matches import membership_of, seating_at_entries, seatings_of
from scorekeeper.club.club_service import (
    CLUBS,
    LoadedClub,
    find_club,
    offered_persons,
    person_meant,
)
from scorekeeper.club.club_state import Club, ClubPerson
from scorekeeper.club.erased_names import does_match_tell
from scorekeeper.explain import club_words
from scorekeeper.explain.labels import seat_name
from scorekeeper.explain.shown_names import player_in, side_names
from scorekeeper.match.acts.draft import Players, players_of
from scorekeeper.match.acts.fields import SeatedBy
from scorekeeper.match.acts.meta import MemberBy
from scorekeeper.match.matches import LoadedMatch, find_match
from scorekeeper.rules.model import SEATS
from scorekeeper.web.club_here import club_here, is_long_choice
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.matches import match_context
from scorekeeper.web.phone_identity import phone_id, role_in_club

pages = Blueprint("match_club", __name__, url_prefix="/m/<public_id>/club")


@pages.get("/")
def show(public_id: str) -> Response:
    """Show the club that the match is played at, or those that it may join."""
    return _page(find_match(public_id))


@pages.post("/join")
def join(public_id: str) -> BaseResponse:
    """The scorer says that it is played at the club; also the yes to its organiser."""
    try:
        club_matches.join_club(public_id, phone_id(), operation()[0], _sent_club())
    except ClubRefused as refusal:
        return _page(find_match(public_id), refusal)
    return go_to(".show", public_id=public_id)


@pages.post("/propose")
def propose(public_id: str) -> BaseResponse:
    """The club's organiser asks the scorer for the match."""
    try:
        club_matches.propose_club(public_id, phone_id(), operation()[0], _sent_club())
    except ClubRefused as refusal:
        return _page(find_match(public_id), refusal)
    return go_to(".show", public_id=public_id)


@pages.post("/leave")
def leave(public_id: str) -> BaseResponse:
    """The match is not the club's, its scorer says, or the club's organiser."""
    club = _sent_club()
    is_scorer = match_context(find_match(public_id))["may_write"]
    by: MemberBy = "scorer" if is_scorer or role_in_club(club) != "organiser" else "organiser"
    club_matches.leave_club(public_id, phone_id(), operation()[0], club, by)
    return go_to(".show", public_id=public_id)


@pages.post("/seats")
def seat(public_id: str) -> BaseResponse:
    """Say who of the roster sits, or sat, on which chair."""
    loaded_match = find_match(public_id)
    club = find_club(_sent_club()).club
    seats = {one.since: _sent_seats(club, one.since) for one in seatings_of(loaded_match.ledger)}
    shown = whole_number(request.form.get("seated_at"))
    try:
        club_matches.seat_persons(public_id, phone_id(), operation()[0], _sent_club(), seats, shown)
    except ClubRefused as refusal:
        return _page(loaded_match, refusal, seats)
    return go_to(".show", public_id=public_id)


def _sent_club() -> str:
    return request.form.get("club", "")


def _sent_seats(club: Club, since: int) -> SeatedBy:
    is_inside = bool(role_in_club(_sent_club()))
    typed = {one: request.form.get(f"{since}-{one}", "") for one in SEATS}
    return {one: person_meant(club, text, is_inside=is_inside) for one, text in typed.items()}


def _page(
    loaded_match: LoadedMatch,
    refusal: ClubRefused | None = None,
    seats: dict[int, SeatedBy] | None = None,
) -> Response:
    context = match_context(loaded_match)
    membership = membership_of(loaded_match.ledger)
    loaded_club = club_matches.club_of(loaded_match)
    is_inside = bool(loaded_club and role_in_club(loaded_club.public_id))
    may_seat = loaded_club is not None and (context["may_write"] or is_inside)
    is_closed = loaded_club is not None and does_match_tell(
        loaded_club.club, loaded_match.public_id, loaded_match.ledger
    )
    seatings = _seatings(loaded_match, loaded_club, seats) if loaded_club else []
    page = render_template(
        "matches/club.html",
        **context,
        loaded_club=loaded_club,
        proposed=club_matches.proposed_club_of(loaded_match),
        may_seat=may_seat,
        is_organiser=bool(loaded_club and role_in_club(loaded_club.public_id) == "organiser"),
        seated_at=membership.seated_at,
        seatings=seatings,
        is_long=loaded_club is not None
        and is_long_choice(loaded_club.club, len(SEATS) * len(seatings)),
        is_closed=is_closed,
        is_shown=may_seat or not is_closed,
        person_name=loaded_club
        and partial(club_words.person_name, loaded_club.club, is_inside=is_inside),
        seats=SEATS,
        to_join=_clubs_to_join(loaded_club) if context["may_write"] else (),
        to_ask=() if context["may_write"] else _clubs_to_ask(membership.club),
        wrong=_why_not(loaded_club, refusal, seatings) if refusal else "",
        words=club_words,
    )
    return make_response(page, 422 if refusal else 200)


def _why_not(
    loaded_club: LoadedClub | None, refusal: ClubRefused, seatings: list[dict[str, Any]]
) -> str:
    """The reason of the refusal; for a person on two chairs, with these chairs."""
    fault = refusal.faults[0]
    if loaded_club is None or not fault.places:
        return club_words.club_fault(fault.code)
    chairs = [
        [one["typed"] for one in seating["chairs"] if one["person"] == fault.person]
        for seating in seatings
    ]
    is_inside = bool(role_in_club(loaded_club.public_id))
    return club_words.fault_text(
        loaded_club.club, fault, is_inside=is_inside, chairs=max(chairs, key=len)
    )


def _seatings(
    loaded_match: LoadedMatch, loaded_club: LoadedClub, sent: dict[int, SeatedBy] | None
) -> list[dict[str, Any]]:
    """Each seating with its typed names, and of each chair the person that was said, or is offered.

    Who is offered is chosen only by saving the form.
    """
    ledger, club = loaded_match.ledger, loaded_club.club
    is_inside = bool(role_in_club(loaded_club.public_id))
    typed: dict[int, Players] = dict(zip(seating_at_entries(ledger), ledger.players, strict=True))
    first = {since: place for place, since in reversed([*enumerate(seating_at_entries(ledger))])}

    @cache  # a person who kept a chair is in each seating
    def alike(name: str) -> tuple[ClubPerson, ...]:
        return offered_persons(club, name, is_inside=is_inside)

    found = []
    for seating in seatings_of(ledger):
        players = typed.get(seating.since, players_of(ledger.match))
        chairs = []
        for one in SEATS:
            name = player_in(players, one)
            said = (sent or {}).get(seating.since, seating.persons).get(one, "")
            like = alike(name) if name and not said else ()
            chairs.append(
                {
                    "seat": one,
                    "typed": name or seat_name(one, side_names(ledger.match)),
                    "person": club.who_is(said) if said in club.persons else "",
                    "offered": [other.key for other in like],
                }
            )
        row = first.get(seating.since)
        number = ledger.standing.rows[row].number if row is not None else None
        found.append({"since": seating.since, "chairs": chairs, "number": number})
    return found


def leads_to_club(loaded_match: LoadedMatch) -> bool:
    """Is the match a club's, asked for by one, or may its scorer bring it to one?"""
    membership = membership_of(loaded_match.ledger)
    return bool(membership.club or membership.proposed or _clubs_to_join(None))


def _clubs_to_join(present: LoadedClub | None) -> list[LoadedClub]:
    """The clubs that this phone plays at or organises, but for the present one."""
    phone = phone_id()
    mine = CLUBS.whole_of(phone) if phone is not None else []
    here = club_here()
    found = {one.public_id: one for one in ([here] if here else []) + mine}
    return [one for one in found.values() if present is None or one.public_id != present.public_id]


def _clubs_to_ask(present: str) -> list[LoadedClub]:
    """The clubs that this phone organises, which may ask the scorer for the match."""
    phone = phone_id()
    mine = CLUBS.whole_of(phone) if phone is not None else []
    return [
        one
        for one in mine
        if role_in_club(one.public_id) == "organiser" and one.public_id != present
    ]
