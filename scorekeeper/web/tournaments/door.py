"""At the door: who announced themselves, and who is there."""

from collections.abc import Callable, Collection

from flask import Response, jsonify, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json
from scorekeeper.tournament import announced_pairs
from scorekeeper.tournament.announced_pairs import code_of, places_of
from scorekeeper.tournament.pasted_list import named_twice
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.tournament_set_up import MOST
from scorekeeper.web.forms import Fields, Mistyped, operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.printing import outside_url, shown_address
from scorekeeper.web.tournaments.pair import find_pair
from scorekeeper.web.tournaments.rights import TOURNAMENT_FORMS, context_of, organised, pages


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


def _context(
    loaded_tournament: LoadedTournament, renamed: Collection[int] = ()
) -> dict[str, object]:
    """The variables of those who wait."""
    tournament = loaded_tournament.tournament
    return {
        **context_of(loaded_tournament),
        "places": places_of(tournament),
        "doubles": announced_pairs.doubles_of(tournament),
        "code_of": lambda number: code_of(loaded_tournament.public_id, number),
        "renamed": renamed,
        "mark": _mark(loaded_tournament),
    }


def _mark(loaded_tournament: LoadedTournament) -> str:
    return f"{loaded_tournament.revision:d}-{loaded_tournament.revision.after}"


def _page(loaded_tournament: LoadedTournament, status: int = 200, wrong: str = "") -> Response:
    tournament, is_stale = loaded_tournament.tournament, status == 409
    renamed = announced_pairs.renamed_in(tournament.acts[operation()[1] :]) if is_stale else ()
    page = render_template(
        "tournaments/door.html",
        **_context(loaded_tournament, renamed),
        **shown_address(outside_url(".come", tournament_id=loaded_tournament.public_id)),
        declined=[one for one in tournament.registrations.values() if one.state == "declined"],
        wrong=wrong,
        is_stale=is_stale,
        most=request.form.get("most", tournament.door.most or ""),
    )
    return make_response(page, status)


def _form(path: str, op: str) -> Callable[[Fields], Fields]:
    return TOURNAMENT_FORMS.form(f"/t/<tournament_id>/door{path}", op, _page, ".door")


@_form("", "door")
def change_door(_loaded: LoadedTournament) -> Json:
    """Open or close the check-in, or the list of who comes."""
    form = request.form
    most = whole_number(form.get("most"), digits=3)
    if form.get("most") and most is None:
        raise Mistyped(_("A whole number up to %(most)s, or nothing.", most=MOST))
    return {
        **{name: form[name] == "1" for name in ("check_in", "coming") if name in form},
        "nobody_yet": form.get("nobody_yet") == "1" and form.get("check_in") == "1",
        **({"most": most or 0} if "most" in form else {}),
    }


@_form("/take", "take_pairs")
def take_registrations(_loaded: LoadedTournament) -> Json:
    """Make a pair of one that waits, or of all that have a place."""
    wanted = request.form.get("take", "")
    return {} if wanted == "all" else {"registration": whole_number(wanted) or 0}


@_form("/decline", "decline_pair")
def decline_registration(_loaded: LoadedTournament) -> Json:
    """Decline one that waits, or let it wait again."""
    return {
        "registration": whole_number(request.form.get("registration")) or 0,
        "declined": request.form.get("declined") == "1",
    }


@pages.post("/t/<tournament_id>/present")
def attend(tournament_id: str) -> BaseResponse:
    """Write down who is there: of the pairs that the form showed those whose tick was changed.

    Somebody else may have ticked others on another phone meanwhile: those stay as they are.
    """
    loaded_tournament = organised(tournament_id)
    pairs = loaded_tournament.tournament.pairs
    form = request.form
    present_keys = set(form.getlist("present"))
    was_shown = dict.fromkeys(form.getlist("was_present"), True)
    was_shown |= dict.fromkeys(form.getlist("was_absent"), False)
    for key in (key for key in form.getlist("shown") if key in pairs):
        is_here = key in present_keys
        if was_shown.get(key) != is_here != pairs[key].present:
            _attend(loaded_tournament, key, is_here=is_here, part=key)
    return go_to(".pairs", tournament_id=tournament_id)


@pages.post("/t/<tournament_id>/pairs/<int:number>/present")
def tick(tournament_id: str, number: int) -> Response:
    """Write down one tick, and answer with all of them as they are now."""
    loaded_tournament = organised(tournament_id)
    op_id, _revision = operation()
    pair = find_pair(loaded_tournament, number)
    is_here = request.form.get("present") == "1"
    if pair.present != is_here or loaded_tournament.tournament.has_done(op_id):
        loaded_tournament = _attend(loaded_tournament, pair.key, is_here=is_here)
    return _ticks(loaded_tournament)


@pages.get("/t/<tournament_id>/present.json")
def ticks(tournament_id: str) -> Response:
    """The pairs that are there now, as others have ticked them."""
    return _ticks(organised(tournament_id))


def _ticks(loaded_tournament: LoadedTournament) -> Response:
    pairs = loaded_tournament.tournament.pairs.values()
    return jsonify({"present": [pair.key for pair in pairs if pair.present]})


def _attend(
    loaded_tournament: LoadedTournament, key: str, *, is_here: bool, part: str = ""
) -> LoadedTournament:
    fields: Json = {"present" if is_here else "absent": [key]}
    return TOURNAMENT_FORMS.perform(loaded_tournament, "attend", fields, part)


@pages.get("/t/<tournament_id>/pairs")
def pairs(tournament_id: str) -> Response:
    """All pairs, who is there, and a place to paste more."""
    return pairs_page(organised(tournament_id))


def pairs_page(
    loaded_tournament: LoadedTournament, status: int = 200, text: str = "", wrong: str = ""
) -> Response:
    """The page of all pairs, with a list that is to be mended and what is wrong with it."""
    every = loaded_tournament.tournament.pairs.values()
    page = render_template(
        "tournaments/pairs.html",
        **context_of(loaded_tournament),
        text=text,
        wrong=wrong,
        also=named_twice((pair.number, pair.players) for pair in every),
    )
    return make_response(page, status)
