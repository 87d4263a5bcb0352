"""More pairs: from a list, an earlier tournament or a club, each shown before it is added."""

from dataclasses import replace
from functools import partial
from typing import Final

from flask import Response, abort, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_service import find_club, pairs_at_club
from scorekeeper.club.club_tournaments import know_more_players
from scorekeeper.explain import tournament_words
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.club_words import club_name, person_name, persons_by_name, persons_of
from scorekeeper.explain.standings_words import ABSENT_FINALS
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.pair_acts import PairsAdded
from scorekeeper.tournament.finals import outcome_of
from scorekeeper.tournament.list_words import ListRow
from scorekeeper.tournament.pair_names import who
from scorekeeper.tournament.pasted_list import (
    LARGEST_LIST,
    NotAList,
    RowCheck,
    checked_text,
    decode_list,
    pair_of,
    read_rows,
    rows_of_pairs,
    rows_of_players,
)
from scorekeeper.tournament.service import (
    TOURNAMENTS,
    LoadedTournament,
    find_tournament,
    were_names_erased,
)
from scorekeeper.tournament.tournament_set_up import Pair
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import large_form
from scorekeeper.web.phone_identity import phone_id, role_in_club
from scorekeeper.web.tournaments.pairs import pairs_page
from scorekeeper.web.tournaments.phones_names import own_clubs, own_tournaments
from scorekeeper.web.tournaments.preview import (
    MOST_ROWS,
    Preview,
    choice_of,
    first_preview,
    preview_of_form,
    preview_page,
)
from scorekeeper.web.tournaments.rights import context_of, organised, pages
from scorekeeper.web.tournaments.told_once import tell_once

_OVER: Final = ("over", *ABSENT_FINALS)
"""Nothing more is played in it here."""


@pages.get("/tournaments/")
def index() -> str:
    """Show the tournaments that this phone organises or helps in: running ones, then the rest.

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
    is_individual = loaded_tournament.tournament.set_up.is_individual
    return render_template(
        "tournaments/earlier.html",
        **context_of(loaded_tournament),
        others=[
            one
            for one in own_tournaments(but=loaded_tournament)
            if is_individual or not one.tournament.set_up.is_individual
        ],
        clubs=[
            one for one in own_clubs() if sum(bool(player.name) for player in one.club.roster) > 1
        ],
        club_name=club_name,
    )


@pages.get("/t/<tournament_id>/earlier/<other_id>")
def take_over(tournament_id: str, other_id: str) -> Response:
    """The pairs of one of them as a list that is to be ticked."""
    loaded_tournament = organised(tournament_id)
    other = find_tournament(other_id)
    if TOURNAMENTS.role_of(other, phone_id()) != "organiser":
        abort(404)
    pairs = other.tournament.pairs.values()
    rows = rows_of_pairs(pairs)
    if loaded_tournament.tournament.set_up.is_individual:
        rows = rows_of_players(name for pair in pairs for name in pair.players)
    check = RowCheck.for_operation(loaded_tournament.tournament, "")
    return preview_page(loaded_tournament, choice_of(rows, check))


@pages.get("/t/<tournament_id>/earlier/club/<club_id>")
def take_from_club(tournament_id: str, club_id: str) -> Response:
    """The pairs that have played at a club, by the names of its roster, to be ticked.

    After them come persons without a pair there and here, each with an empty place for the second
    name. Strangers see a tournament, too: persons shown by number come as numbers.
    """
    loaded_tournament = organised(tournament_id)
    tournament, club = loaded_tournament.tournament, find_club(club_id).club
    if not role_in_club(club_id):
        abort(404)
    name_of = partial(person_name, club, is_inside=False)
    if tournament.set_up.is_individual:
        there = {pair.players[0] for pair in tournament.pairs.values()}
        names = [name_of(one) for one in club.roster if one.name]
        players = rows_of_players(name for name in names if name not in there)
        choice = choice_of(players[:MOST_ROWS], RowCheck.for_operation(tournament, ""))
        is_cut = len(players) > MOST_ROWS
        return preview_page(loaded_tournament, replace(choice, is_cut=is_cut, club=club_id))
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


_ENCODED = 12 * LARGEST_LIST
"""The list and what was understood of it, as a form sends them: three bytes for one."""


@pages.post("/t/<tournament_id>/pairs")
@large_form(LARGEST_LIST, is_encoded=True)
def add_pairs(tournament_id: str) -> BaseResponse:
    """Show the list as it was read; nothing is written yet."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    if were_names_erased(loaded_tournament.tournament, op_id, revision):
        raise Conflict(loaded_tournament)  # nor is it shown again, to be mended
    try:
        text = _list()
    except NotAList as error:
        wrong = _("Not read: %(fault)s", fault=words.BAD_ROWS.say(error.code))
        return pairs_page(loaded_tournament, 422, "", wrong)
    plays_alone = loaded_tournament.tournament.set_up.is_individual
    rows, columns, is_cut = read_rows(text, plays_alone=plays_alone)
    if not rows:
        nothing = _("There is no name in it.") if plays_alone else _("There is no pair in it.")
        return pairs_page(loaded_tournament, 422, text, nothing)
    check = RowCheck.for_operation(loaded_tournament.tournament, op_id)
    preview = Preview(first_preview(rows, check), columns=columns, is_cut=is_cut)
    return preview_page(loaded_tournament, preview)


@pages.get("/t/<tournament_id>/pairs/new")
def pairs_before(tournament_id: str) -> BaseResponse:
    """Lead from a refused list that is opened again to the list as it was pasted.

    The browser keeps what was typed, and shows it once the list is read again.
    """
    organised(tournament_id)
    return go_to(".pairs", tournament_id=tournament_id)


@pages.post("/t/<tournament_id>/pairs/new")
@large_form(_ENCODED)
def confirm_pairs(tournament_id: str) -> BaseResponse:
    """Add the pairs that are ticked; none where something is wrong with one of them."""
    loaded_tournament = organised(tournament_id)
    op_id, revision = operation()
    if were_names_erased(loaded_tournament.tournament, op_id, revision):
        raise Conflict(loaded_tournament)
    check = RowCheck.for_operation(loaded_tournament.tournament, op_id)
    preview = preview_of_form(check)
    if preview.has_faults:
        wrong = (
            _("Nobody was added. To be put right, or left out:")
            if check.plays_alone
            else _("No pair was added. To be put right, or left out:")
        )
        return preview_page(loaded_tournament, preview, 422, wrong, op_id)
    if not preview.wanted:
        wrong = (
            _("Nobody was added: none is ticked.")
            if check.plays_alone
            else _("No pair was added: none is ticked.")
        )
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
    tell_once(public_id, preview)
    return go_to(".pairs", tournament_id=public_id)


def _know_players(public_id: str, preview: Preview, op_id: str) -> None:
    """Store the players that were taken from a club's roster, if the tournament is the club's."""
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
