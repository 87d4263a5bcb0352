"""At the door: who announced themselves, and what is open there; for the organiser."""

from collections.abc import Callable, Collection

from flask import Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.act import Revision
from scorekeeper.journal.owner import Conflict
from scorekeeper.tournament import taking
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.fields import MOST
from scorekeeper.tournament.acts.registrations import DoorChanged, RegistrationDeclined
from scorekeeper.tournament.registering import code_of, places_of
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament
from scorekeeper.tournament.state import TournamentBody
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.qr import outside_url, shown_address
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised


@pages.get("/t/<tournament_id>/door")
def door(tournament_id: str) -> Response:
    """Who waits, and what is open."""
    return _page(organised(tournament_id))


@pages.get("/t/<tournament_id>/door/live")
def live_door(tournament_id: str) -> Response:
    """Who waits, or 204 where nothing is new since the mark that the page has."""
    loaded_tournament = organised(tournament_id)
    if request.args.get("mark") == _mark(loaded_tournament):
        return Response(status=204)
    context = _context(loaded_tournament)
    return make_response(render_template("tournaments/_waiting.html", **context, is_news=True))


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
    number = None if wanted == "all" else whole_number(wanted) or 0

    def take(op_id: str, revision: Revision) -> LoadedTournament:
        return taking.take(tournament_id, phone_id(), op_id, revision, number)

    return _do(loaded_tournament, take)


@pages.post("/t/<tournament_id>/door/decline")
def decline_registration(tournament_id: str) -> BaseResponse:
    """Decline one that waits, or let it wait again."""
    loaded_tournament = organised(tournament_id)
    body = RegistrationDeclined(
        registration=whole_number(request.form.get("registration")) or 0,
        declined=request.form.get("declined") == "1",
    )
    return _write(loaded_tournament, body)


def _truth(field: str) -> bool | None:
    return request.form[field] == "1" if field in request.form else None


def _write(loaded_tournament: LoadedTournament, body: TournamentBody) -> BaseResponse:
    def write(op_id: str, revision: Revision) -> LoadedTournament:
        return TOURNAMENTS.write(loaded_tournament.public_id, phone_id(), op_id, revision, body)

    return _do(loaded_tournament, write)


def _do(
    loaded_tournament: LoadedTournament, write: Callable[[str, Revision], LoadedTournament]
) -> BaseResponse:
    op_id, revision = operation()
    try:
        write(op_id, revision)
    except TournamentRefused as refusal:
        return _page(loaded_tournament, 422, words.FAULTS.say(refusal.faults[0].code))
    except Conflict as conflict:
        return _page(find_tournament(conflict.public_id), 409, since=revision)
    return go_to(".door", tournament_id=loaded_tournament.public_id)


def _context(
    loaded_tournament: LoadedTournament, renamed: Collection[int] = ()
) -> dict[str, object]:
    """The variables of those who wait."""
    tournament = loaded_tournament.tournament
    return {
        **context_of(loaded_tournament),
        "places": places_of(tournament),
        "doubles": taking.doubles_of(tournament),
        "code_of": lambda number: code_of(loaded_tournament.public_id, number),
        "renamed": renamed,
        "mark": _mark(loaded_tournament),
    }


def _mark(loaded_tournament: LoadedTournament) -> str:
    return f"{loaded_tournament.revision:d}-{loaded_tournament.revision.after}"


def _page(
    loaded_tournament: LoadedTournament,
    status: int = 200,
    wrong: str = "",
    since: Revision | None = None,
) -> Response:
    """The page; `since` is the revision that was shown where somebody else was faster."""
    tournament = loaded_tournament.tournament
    renamed = taking.renamed_in(tournament.acts[since:]) if since is not None else ()
    page = render_template(
        "tournaments/door.html",
        **_context(loaded_tournament, renamed),
        **shown_address(outside_url(".come", tournament_id=loaded_tournament.public_id)),
        declined=[one for one in tournament.registrations.values() if one.state == "declined"],
        wrong=wrong,
        is_stale=since is not None,
        most=request.form.get("most", tournament.door.most or ""),
    )
    return make_response(page, status)
