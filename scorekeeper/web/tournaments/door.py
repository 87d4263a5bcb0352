"""At the door: who announced themselves, and what is open there; for the organiser."""

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.i18n import gettext as _
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.door_acts import DoorChanged
from scorekeeper.services.tournament_acts.fields import MOST
from scorekeeper.services.tournament_acts.pair_acts import NewPair, PairsAdded
from scorekeeper.services.tournament_acts.registrations import RegistrationDeclined
from scorekeeper.services.tournaments import service
from scorekeeper.services.tournaments.acting import TournamentRefused
from scorekeeper.services.tournaments.doubles import named_twice
from scorekeeper.services.tournaments.registering import code_of, places_of
from scorekeeper.services.tournaments.service import LoadedTournament
from scorekeeper.services.tournaments.state import Tournament
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised


@pages.get("/t/<tournament_id>/door")
def door(tournament_id: str) -> Response:
    """Who waits, and what is open."""
    return _page(organised(tournament_id))


@pages.post("/t/<tournament_id>/door")
def change_door(tournament_id: str) -> BaseResponse:
    """Open or close the check-in, or the list of who comes."""
    loaded_tournament = organised(tournament_id)
    form = request.form
    most = whole_number(form.get("most"), digits=3)
    if form.get("most") and most is None:
        wrong = _("A whole number up to %(most)s, or nothing.", most=MOST)
        return _page(loaded_tournament, 422, wrong)
    body = DoorChanged(
        check_in=_truth("check_in"),
        nobody_yet=form.get("nobody_yet") == "1" and form.get("check_in") == "1",
        coming=_truth("coming"),
        most=(most or 0) if "most" in form else None,
    )
    return _write(loaded_tournament, body)


@pages.post("/t/<tournament_id>/door/take")
def take_registrations(tournament_id: str) -> BaseResponse:
    """Make a pair of one that waits, or of all that have a place."""
    loaded_tournament = organised(tournament_id)
    wanted = request.form.get("take", "")
    tournament = loaded_tournament.tournament
    numbers = _all_with_place(tournament) if wanted == "all" else [whole_number(wanted) or 0]
    found = [one for one in tournament.registrations.values() if one.number in numbers]
    body = PairsAdded(
        pairs=tuple(
            NewPair(
                players=one.players,
                club=one.club,
                present=not tournament.door.check_in,
                registration=one.number,
            )
            for one in found
        )
    )
    return _write(loaded_tournament, body)


@pages.post("/t/<tournament_id>/door/decline")
def decline_registration(tournament_id: str) -> BaseResponse:
    """Decline one that waits, or let it wait again."""
    loaded_tournament = organised(tournament_id)
    body = RegistrationDeclined(
        registration=whole_number(request.form.get("registration")) or 0,
        declined=request.form.get("declined") == "1",
    )
    return _write(loaded_tournament, body)


def _all_with_place(tournament: Tournament) -> list[int]:
    """Those that wait and have a place, but for players of another pair: the organiser looks."""
    doubles = _doubles(tournament)
    return [
        number
        for number, place in places_of(tournament).items()
        if not place and number not in doubles
    ]


def _doubles(tournament: Tournament) -> dict[int, tuple[tuple[str, str], ...]]:
    """The players of registrations who are in another pair, too, or announced twice."""
    named = [(f"{pair.number}", pair.players) for pair in tournament.pairs.values()]
    named += [
        (f"+{one.number}", one.players)
        for one in tournament.registrations.values()
        if one.state == "waiting"
    ]
    found = named_twice(named).items()
    return {int(place): names for place, names in found if place.startswith("+")}


def _truth(field: str) -> bool | None:
    return request.form[field] == "1" if field in request.form else None


def _write(loaded_tournament: LoadedTournament, body: TournamentBody) -> BaseResponse:
    op_id, revision = operation()
    try:
        service.write(loaded_tournament.public_id, phone_id(), op_id, revision, body)
    except TournamentRefused as refusal:
        return _page(loaded_tournament, 422, words.FAULTS.say(refusal.faults[0].code))
    return go_to(".door", tournament_id=loaded_tournament.public_id)


def _page(loaded_tournament: LoadedTournament, status: int = 200, wrong: str = "") -> Response:
    tournament = loaded_tournament.tournament
    page = render_template(
        "tournaments/door.html",
        **context_of(loaded_tournament),
        waiting=[one for one in tournament.registrations.values() if one.state == "waiting"],
        declined=[one for one in tournament.registrations.values() if one.state == "declined"],
        places=places_of(tournament),
        doubles=_doubles(tournament),
        code_of=lambda number: code_of(loaded_tournament.public_id, number),
        wrong=wrong,
    )
    return make_response(page, status)
