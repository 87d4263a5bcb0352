"""Setting a tournament up, and changing its set-up."""

from flask import Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.club.club_tournaments import give_tournament
from scorekeeper.explain import phase_words, way_words
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.club_words import club_name
from scorekeeper.journal.identifiers import is_operation_id, is_public_id, new_operation_id
from scorekeeper.journal.owner import Conflict, part_op_id
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.set_ups import SetUpChanged, TournamentSetUp, difference
from scorekeeper.tournament.finals import SIZES
from scorekeeper.tournament.service import (
    TOURNAMENTS,
    LoadedTournament,
    find_tournament,
    were_names_erased,
)
from scorekeeper.tournament.tournament_set_up import TIE_BREAKS, USUAL_ROUNDS
from scorekeeper.tournament.ways_to_play import FINALS, FIRSTS, ROUND_FORMATS, way_of
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to, show
from scorekeeper.web.limits import new_matches
from scorekeeper.web.match.match_form import form_context, turned_now, turned_switches
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id, role_in_club
from scorekeeper.web.printing import OPENED_HERE
from scorekeeper.web.tournaments.results import moves_to_confirm
from scorekeeper.web.tournaments.rights import context_of, organised, pages, refusal_text
from scorekeeper.web.tournaments.setup_form import (
    KEPT,
    TournamentForm,
    seasons_to_count_in,
    sent_seasons,
)


@pages.get("/tournaments/new")
def new() -> Response:
    """The form of a new tournament."""
    form, club = TournamentForm(formdata=None), _helped_club(request.args.get("club", ""))
    rules = club.club.rules if club else PRESETS["cafe"]
    form.preset.data = rules.preset
    form.show_target(rules.target)
    if club:
        form.place.data = club.club.place
    form.op_id.data = new_operation_id()
    return _page(form, turned_switches(rules))


def _helped_club(address: str) -> LoadedClub | None:
    """The club that a new tournament is for, where this phone may give it some."""
    return find_club(address) if is_public_id(address) and role_in_club(address) else None


@pages.route("/tournaments/rules", methods=["GET", "POST"])
def rules() -> Response:
    """The switches and the target of another preset, for htmx and for the plain form's button."""
    form = TournamentForm(formdata=request.values)
    form.show_preset()
    form.op_id.data = form.op_id.data or new_operation_id()
    return _page(form, {})


@pages.post("/tournaments/")
@new_matches
def create() -> BaseResponse:
    """Set it up; the same form again leads to the same tournament."""
    form = TournamentForm(formdata=request.form)
    if not is_operation_id(form.op_id.data or ""):
        form.op_id.data = new_operation_id()
    if not form.validate():
        return _page(form, turned_now(), 422)
    op_id = form.op_id.data or ""
    phone = known_phone(op_id)
    loaded_tournament = TOURNAMENTS.begin_once(TournamentSetUp.of(form.set_up()), phone, op_id)
    if club := _helped_club(request.form.get("club", "")):
        part, seasons = part_op_id(op_id, "club"), sent_seasons(club.public_id)
        at = club.public_id, phone, part, club.revision
        give_tournament(*at, loaded_tournament.public_id, seasons)
    return go_to(".pairs", tournament_id=loaded_tournament.public_id)


@pages.get("/t/<tournament_id>/setup")
def setup(tournament_id: str) -> Response:
    """The form, as the tournament is set up."""
    loaded_tournament = organised(tournament_id)
    form = _form_of(loaded_tournament)
    form.op_id.data = new_operation_id()
    return _page(
        form,
        turned_switches(loaded_tournament.tournament.set_up.rules),
        loaded_tournament=loaded_tournament,
    )


@pages.route("/t/<tournament_id>/setup/rules", methods=["GET", "POST"])
def setup_rules(tournament_id: str) -> Response:
    """The switches and the target of another preset."""
    loaded_tournament = organised(tournament_id)
    form = TournamentForm(formdata=request.values)
    form.show_preset()
    form.op_id.data = form.op_id.data or new_operation_id()
    return _page(form, {}, loaded_tournament=loaded_tournament)


@pages.post("/t/<tournament_id>/setup")
def change(tournament_id: str) -> BaseResponse:
    """Change what is new; rounds that were drawn stay as they are."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    form = TournamentForm(formdata=request.form)
    form.tournament = loaded_tournament.tournament
    if were_names_erased(loaded_tournament.tournament, op_id, revision, pair=""):
        return _moved_on(form, loaded_tournament, op_id, revision)
    if not form.validate():
        return _page(form, turned_now(), 422, loaded_tournament=loaded_tournament)
    new_set_up = form.set_up()
    changes = difference(loaded_tournament.tournament.set_up, new_set_up)
    try:
        if changes:
            request_data = new_set_up.all_fields()
            body = SetUpChanged(new=changes)
            moved, sure = moves_to_confirm(loaded_tournament, op_id, revision, body)
            if moved:
                return _page(form, turned_now(), 200, loaded_tournament, sure=sure, moved=moved)
            TOURNAMENTS.write(tournament_id, phone_id(), op_id, revision, body, request_data)
    except Conflict as conflict:
        return _moved_on(form, find_tournament(conflict.public_id), op_id, revision)
    except TournamentRefused as refusal:
        form.refuse(refusal_text(refusal), loaded_tournament.tournament.set_up)
        return _page(form, turned_now(), 422, loaded_tournament)
    return go_to(".show", tournament_id=tournament_id)


def _moved_on(
    form: TournamentForm, loaded_tournament: LoadedTournament, op_id: str, revision: int
) -> Response:
    """The form as it was typed, and what is there now; without names that were erased since."""
    is_erased = were_names_erased(loaded_tournament.tournament, op_id, revision, pair="")
    if is_erased:
        form.show_texts(loaded_tournament.tournament.set_up)
    form.op_id.data = new_operation_id()
    return _page(form, turned_now(), 409, loaded_tournament, is_erased=is_erased)


def _kept_way(loaded_tournament: LoadedTournament | None) -> dict[str, object]:
    """The phases in sentences, where they are like none of the usual ways to play."""
    set_up = loaded_tournament.tournament.set_up if loaded_tournament else None
    is_own = set_up is not None and way_of(set_up) is None
    return {"KEPT": KEPT, "kept_texts": phase_words.plan_texts(set_up) if set_up and is_own else []}


def _count_known() -> int:
    """How many tournaments the phone has: one more once the form of a new one was written."""
    phone = phone_id()
    return len(TOURNAMENTS.whole_of(phone)) if phone is not None else 0


def _of_club() -> dict[str, object]:
    """The club that the new tournament is for, as its form shows it."""
    club = _helped_club(request.values.get("club", ""))
    if club is None:
        return {"club": None}
    return {
        "club": club,
        "club_name": club_name,
        "open_seasons": seasons_to_count_in(club),
        "ticked": sent_seasons(club.public_id) if request.method == "POST" else None,
    }


def _form_of(loaded_tournament: LoadedTournament) -> TournamentForm:
    form = TournamentForm(formdata=None)
    form.show(loaded_tournament.tournament.set_up)
    return form


def _page(
    form: TournamentForm,
    turned: dict[str, str],
    status: int = 200,
    loaded_tournament: LoadedTournament | None = None,
    *,
    is_erased: bool = False,
    sure: str = "",
    moved: tuple[str, ...] = (),
) -> Response:
    """The form; `moved` says who else would be in a drawn phase, and `sure` confirms it."""
    invite_phone()
    more: dict[str, object] = {
        "loaded_tournament": loaded_tournament,
        **(context_of(loaded_tournament) if loaded_tournament else {}),
        "is_erased": is_erased,
        "sure": sure,
        "moved": moved,
        "known": _count_known() if loaded_tournament is None else None,
        **(_of_club() if loaded_tournament is None else {"club": None}),
        "there": _form_of(loaded_tournament) if loaded_tournament and status == 409 else None,
        "words": words,
        "phase_words": phase_words,
        **_kept_way(loaded_tournament),
        "way_words": way_words,
        "ROUND_FORMATS": ROUND_FORMATS,
        "finals": sorted({*FINALS, *(one for one in SIZES if str(one) == form.final.data)}),
        "FIRSTS": FIRSTS,
        "usual_rounds": USUAL_ROUNDS,
        **OPENED_HERE,
        "tie_breaks": TIE_BREAKS,
        "rules_url": (
            url_for(".setup_rules", tournament_id=loaded_tournament.public_id)
            if loaded_tournament
            else url_for(".rules")
        ),
    }
    context = form_context(form, turned) | more
    return show("tournaments/setup.html", "setup/_swapped.html", status, **context)
