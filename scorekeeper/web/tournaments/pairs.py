"""The pairs: a pasted list, who is there, and each of them."""

from flask import Response, make_response, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import tournament_words as words
from scorekeeper.journal.body import Json
from scorekeeper.services.tournament_acts.pair_acts import Attended, PairsAdded
from scorekeeper.services.tournaments import service
from scorekeeper.services.tournaments.acting import TournamentRefused
from scorekeeper.services.tournaments.pasting import (
    LARGEST_LIST,
    MOST_BAD,
    BadRow,
    decode_list,
    read_list,
)
from scorekeeper.services.tournaments.service import (
    LoadedTournament,
    TournamentConflict,
    were_names_erased,
)
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised

_AROUND = 16 * 1024


@pages.before_app_request
def _let_lists_in() -> None:
    """A list is longer than any other form. Before the form's token is read from it."""
    if request.endpoint == "tournaments.add_pairs":
        request.max_content_length = 2 * (LARGEST_LIST + _AROUND)
        request.max_form_memory_size = LARGEST_LIST + _AROUND


@pages.get("/t/<tournament_id>/pairs")
def pairs(tournament_id: str) -> Response:
    """All pairs, who is there, and a place to paste more."""
    return _page(organised(tournament_id))


@pages.post("/t/<tournament_id>/pairs")
def add_pairs(tournament_id: str) -> BaseResponse:
    """Add the pairs of the list, or none and say of each bad line what is wrong."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    text = _list()
    if were_names_erased(loaded_tournament.tournament, op_id, revision):
        raise TournamentConflict(loaded_tournament)  # nor is it shown again, to be mended
    pair_list = read_list(loaded_tournament.tournament, op_id, text)
    if pair_list.bad or not pair_list.pairs:
        return _page(loaded_tournament, 422, text, pair_list.bad, is_empty=not pair_list.bad)
    body = PairsAdded(pairs=pair_list.pairs)
    try:
        service.write(tournament_id, phone_id(), op_id, revision, body, {"text": text})
    except TournamentRefused as refusal:
        return _page(loaded_tournament, 422, text, wrong=words.FAULTS.say(refusal.faults[0].code))
    return go_to(".pairs", tournament_id=tournament_id)


@pages.post("/t/<tournament_id>/present")
def attend(tournament_id: str) -> BaseResponse:
    """Write down who is there: of the pairs that the form showed those whose tick was changed.

    Somebody else may have ticked others on another phone meanwhile: those stay as they are.
    """
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    pairs = loaded_tournament.tournament.pairs
    shown_keys = [key for key in request.form.getlist("shown") if key in pairs]
    present_keys = set(request.form.getlist("present"))
    was_shown = dict.fromkeys(request.form.getlist("was_present"), True)
    was_shown |= dict.fromkeys(request.form.getlist("was_absent"), False)
    changes = {
        key: key in present_keys
        for key in shown_keys
        if was_shown.get(key) != (key in present_keys)
    }
    new = {key: changes[key] for key in changes if changes[key] != pairs[key].present}
    body = Attended(
        present=tuple(key for key in new if new[key]),
        absent=tuple(key for key in new if not new[key]),
    )
    if new:
        request_data: Json = {"shown": [*shown_keys], "present": [*sorted(present_keys)]}
        service.write(tournament_id, phone_id(), op_id, revision, body, request_data)
    return go_to(".pairs", tournament_id=tournament_id)


def _list() -> str:
    """The file, or without one what was pasted."""
    file = request.files.get("file")
    content = file.read(LARGEST_LIST + 1) if file else b""
    if len(content) > LARGEST_LIST:
        raise RequestEntityTooLarge
    return decode_list(content) if content else request.form.get("text", "")


def _page(
    loaded_tournament: LoadedTournament,
    status: int = 200,
    text: str = "",
    bad: tuple[BadRow, ...] = (),
    *,
    is_empty: bool = False,
    wrong: str = "",
) -> Response:
    page = render_template(
        "tournaments/pairs.html",
        **context_of(loaded_tournament),
        text=text,
        bad=bad,
        is_cut=len(bad) >= MOST_BAD,
        is_empty=is_empty,
        wrong=wrong,
        words=words,
    )
    return make_response(page, status)
