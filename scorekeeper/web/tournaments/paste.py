"""More pairs from a list: what was understood is shown first, and added once it is confirmed."""

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_service import find_club
from scorekeeper.club.club_tournaments import know_more_players
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.club_words import persons_by_name, persons_of
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.pair_acts import PairsAdded
from scorekeeper.tournament.list_rows import ListRow
from scorekeeper.tournament.pair_names import who
from scorekeeper.tournament.pasting import (
    LARGEST_LIST,
    NotAList,
    checked_text,
    decode_list,
    read_rows,
)
from scorekeeper.tournament.row_checks import RowCheck, pair_of
from scorekeeper.tournament.service import (
    TOURNAMENTS,
    LoadedTournament,
    find_tournament,
    were_names_erased,
)
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.request_roles import role_in_club
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.check_in import pairs_page
from scorekeeper.web.tournaments.preview import (
    Preview,
    first_preview,
    preview_of_form,
    preview_page,
)
from scorekeeper.web.tournaments.rights import organised

_AROUND = 16 * 1024
_ENCODED = 12 * LARGEST_LIST
"""The list and what was understood of it, as a form sends them: three bytes for one."""


@pages.before_app_request
def _let_lists_in() -> None:
    """A list is longer than any other form. Before the form's token is read from it."""
    if request.endpoint == "tournaments.add_pairs":
        request.max_content_length = 2 * (LARGEST_LIST + _AROUND)
        request.max_form_memory_size = LARGEST_LIST + _AROUND
    elif request.endpoint == "tournaments.confirm_pairs":
        request.max_content_length = request.max_form_memory_size = _ENCODED


@pages.post("/t/<tournament_id>/pairs")
def add_pairs(tournament_id: str) -> BaseResponse:
    """Show what was understood of the list; nothing is written yet."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    if were_names_erased(loaded_tournament.tournament, op_id, revision):
        raise Conflict(loaded_tournament)  # nor is it shown again, to be mended
    try:
        text = _list()
    except NotAList as error:
        wrong = _("Not read: %(fault)s", fault=words.BAD_ROWS.say(error.code))
        return pairs_page(loaded_tournament, 422, "", wrong)
    rows, columns, is_cut = read_rows(text)
    if not rows:
        return pairs_page(loaded_tournament, 422, text, _("There is no pair in it."))
    check = RowCheck.for_operation(loaded_tournament.tournament, op_id)
    preview = Preview(first_preview(rows, check), columns=columns, is_cut=is_cut)
    return preview_page(loaded_tournament, preview)


@pages.post("/t/<tournament_id>/pairs/new")
def confirm_pairs(tournament_id: str) -> BaseResponse:
    """Add the pairs that are ticked; none where something is wrong with one of them."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    if were_names_erased(loaded_tournament.tournament, op_id, revision):
        raise Conflict(loaded_tournament)
    check = RowCheck.for_operation(loaded_tournament.tournament, op_id)
    preview = preview_of_form(check)
    if preview.has_faults:
        wrong = _("No pair was added. To be put right, or left out:")
        return preview_page(loaded_tournament, preview, 422, wrong, op_id)
    if not preview.wanted:
        wrong = _("No pair was added: none is ticked.")
        if preview.second_names:
            wrong = _("No pair was added: none is ticked, and none has a second name.")
        return preview_page(loaded_tournament, preview, 422, wrong, op_id)
    return _write(loaded_tournament, preview, op_id, revision)


def _write(
    loaded_tournament: LoadedTournament, preview: Preview, op_id: str, revision: int
) -> BaseResponse:
    body = PairsAdded(pairs=tuple(pair_of(_as_kept(row, preview)) for row in preview.wanted))
    public_id = loaded_tournament.public_id
    request_data: Json = {"pairs": [pair.fields() for pair in body.pairs]}
    try:
        TOURNAMENTS.write(public_id, phone_id(), op_id, revision, body, request_data)
    except TournamentRefused as refusal:
        wrong = words.FAULTS.say(refusal.faults[0].code)
        return preview_page(loaded_tournament, preview, 422, wrong, op_id)
    if preview.club:
        _know_players(public_id, preview, op_id)
    return go_to(".pairs", tournament_id=public_id)


def _know_players(public_id: str, preview: Preview, op_id: str) -> None:
    """Know the players whom a club's roster named as its persons, where the tournament is its."""
    if not role_in_club(preview.club):
        return
    club, pairs = find_club(preview.club).club, find_tournament(public_id).tournament.pairs
    if public_id not in club.tournaments:
        return
    by_name, chosen = persons_by_name(club), {who(row.players) for row in preview.wanted}
    players = {
        key: persons_of(by_name, pair.players)
        for key, pair in pairs.items()
        if who(pair.players) in chosen
    }
    know_more_players(preview.club, phone_id(), op_id, public_id, players)


def _as_kept(row: ListRow, preview: Preview) -> ListRow:
    return row if preview.keeps_numbers else row.without_number()


def _list() -> str:
    """The file, or without one what was pasted.

    :raises NotAList: it is no text.
    """
    file = request.files.get("file")
    content = file.read(LARGEST_LIST + 1) if file else b""
    if len(content) > LARGEST_LIST:
        raise RequestEntityTooLarge
    return decode_list(content) if content else checked_text(request.form.get("text", ""))
