"""What all pages of a tournament share: rights, variables, and being made once for all."""

import re
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Final

from cachetools import TTLCache
from flask import Blueprint, render_template
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.club_tournaments import clubs_mark, is_hidden_by_club
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.tournament_words import helper_name, source_text
from scorekeeper.journal import clock
from scorekeeper.journal.owner import ActRefused, NotAllowed
from scorekeeper.printing.link_card import standings_card, tournament_card
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import PRINTER
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.played_tables import mark_of
from scorekeeper.tournament.service import TOURNAMENT_ROLE_LINKS, LoadedTournament, find_tournament
from scorekeeper.web.forms import OperationForms, draft_attributes
from scorekeeper.web.frames import At, LinkPreview, card_response, embed_line, link_preview
from scorekeeper.web.limits import count_rare_page, prints
from scorekeeper.web.page_memory import cached_page, request_key
from scorekeeper.web.phone_identity import role_in_tournament
from scorekeeper.web.printing import on_unavailable
from scorekeeper.web.role_link_pages import RoleLinkPages
from scorekeeper.web.tournament_operations import TOURNAMENT_OPERATIONS

pages = Blueprint("tournaments", __name__)


def organised(tournament_id: str) -> LoadedTournament:
    """The tournament, for its organiser.

    :raises NotAllowed: for anyone else.
    """
    loaded_tournament = find_tournament(tournament_id)
    if role_in_tournament(tournament_id) != "organiser":
        raise NotAllowed
    return loaded_tournament


def helped(tournament_id: str) -> LoadedTournament:
    """The tournament, for its organiser and helpers.

    :raises NotAllowed: for anyone else.
    """
    loaded_tournament = find_tournament(tournament_id)
    if not role_in_tournament(tournament_id):
        raise NotAllowed
    return loaded_tournament


def _draft(
    loaded_tournament: LoadedTournament, *form: str | int, mark: int, is_unwritten: bool = False
) -> Markup:
    key = (loaded_tournament.public_id, *form, loaded_tournament.tournament.last_erasure)
    return draft_attributes(*key, mark=mark, is_unwritten=is_unwritten)


def context_of(loaded_tournament: LoadedTournament) -> dict[str, object]:
    """The variables that every page of a tournament has."""
    role = role_in_tournament(loaded_tournament.public_id)
    return {
        "loaded_tournament": loaded_tournament,
        "tournament": loaded_tournament.tournament,
        "set_up": loaded_tournament.tournament.set_up,
        "role": role,
        "round_name": partial(words.round_name, loaded_tournament.tournament),
        "draw_text": partial(words.draw_text, loaded_tournament.tournament),
        "table_name": partial(words.table_name, loaded_tournament.tournament),
        "last_table_name": words.last_table_name,
        "helper_name": partial(helper_name, is_named=bool(role)),
        "source_of": partial(source_text, loaded_tournament.tournament, is_named=bool(role)),
        "draft": partial(_draft, loaded_tournament),
    }


def refusal_text(refusal: ActRefused) -> str:
    """The first of what is wrong, in words."""
    assert isinstance(refusal, TournamentRefused)
    return words.FAULTS.say(refusal.faults[0].code)


TOURNAMENT_FORMS: Final = OperationForms(
    pages, TOURNAMENT_OPERATIONS, organised, role_in_tournament, refusal_text
)
TOURNAMENT_LINK_PAGES: Final = RoleLinkPages(
    TOURNAMENT_ROLE_LINKS,
    "tournaments",
    "tournament_id",
    organised,
    context_of,
    refusal_text,
)
TOURNAMENT_LINK_PAGES.add_to(pages, "/t/")


SECONDS: Final = 5
"""How old the hands may be that a reader is shown: in a hall there is a new one each second."""
RECENT: Final[TTLCache[tuple[str, int], str]] = TTLCache(256, SECONDS)
"""The marks that readers are shown."""
_lock: Final = Lock()
_turn: Final = Lock()
"""Held by the one thread of the process that makes a page: side by side they would read all the
time, and no other process could write (docs/decisions/storage.md)."""
_MARK: Final = re.compile(r"(\d{1,9})-(\d{1,9})-(\d{4})")


def mark_now(loaded_tournament: LoadedTournament) -> str:
    """Another one for each state; and each minute, in which tables fall silent."""
    return f"{mark_of(loaded_tournament)}-{clock.moment():%H%M}"


def mark_on_page(loaded_tournament: LoadedTournament) -> str:
    """The mark of what is shown: now, or of some seconds ago to who only reads."""
    if role_in_tournament(loaded_tournament.public_id):
        return mark_now(loaded_tournament)
    state = loaded_tournament.public_id, loaded_tournament.revision
    with _lock:
        mark = RECENT.get(state)
    if mark is None:
        mark = mark_now(loaded_tournament)
        with _lock:
            RECENT[state] = mark
    return mark


def is_news(loaded_tournament: LoadedTournament, mark: str) -> bool:
    """Has this process more to show than the page with this mark?

    Less it may have: each remembers for itself, and the page may come from one that looked later.
    """
    shown_mark = mark_on_page(loaded_tournament)
    return mark != shown_mark and not _is_ahead(mark, shown_mark)


def _is_ahead(mark: str, shown_mark: str) -> bool:
    """Has the mark more hands, in the same minute? A restored backup is behind for longer."""
    theirs, ours = _MARK.fullmatch(mark), _MARK.fullmatch(shown_mark)
    if theirs is None or ours is None or theirs[1] != ours[1] or theirs[3] != ours[3]:
        return False
    return int(theirs[2]) > int(ours[2])


def remembered_page(
    loaded_tournament: LoadedTournament, render: Callable[[], str], **parameters: object
) -> bytes:
    """The page at the address that was asked for, as it is now for this role and reader.

    `parameters` are those of the query on which it depends.
    """
    key = (
        loaded_tournament.public_id,
        loaded_tournament.revision.after,
        mark_on_page(loaded_tournament),
        role_in_tournament(loaded_tournament.public_id),
        clubs_mark(loaded_tournament),
        *request_key(**parameters),
    )
    return cached_page(key, lambda: _in_turn(render))


def rare_page(loaded_tournament: LoadedTournament, render: Callable[[], str]) -> bytes:
    """A page that hardly anybody else asks for, and so is not kept.

    :raises RateLimitExceeded: an address without a role asked for too many of them.
    """
    if not role_in_tournament(loaded_tournament.public_id):
        count_rare_page()
    return _in_turn(render).encode()


def _in_turn(render: Callable[[], str]) -> str:
    with _turn:
        return render()


pages.register_error_handler(PdfUnavailable, on_unavailable)


@pages.get("/t/<tournament_id>/elsewhere")
def elsewhere(tournament_id: str) -> str:
    """What a chat shows of its link, and the lines for another site."""
    PRINTER.start()
    loaded_tournament = find_tournament(tournament_id)
    last = loaded_tournament.tournament.last_round
    at: At = {"tournament_id": tournament_id}
    table = last.tables[0].number if last is not None and last.tables else None
    lines = {
        "standings": embed_line("tournaments.embed_standings", at),
        "round": embed_line("tournaments.embed_round", at),
        "table": embed_line("tournaments.embed_table", {**at, "table": table}) if table else "",
    }
    return render_template(
        "elsewhere/tournament.html",
        **context_of(loaded_tournament),
        shown=tournament_preview(loaded_tournament),
        lines=lines,
        is_hidden=is_hidden_by_club(loaded_tournament),
    )


@pages.get("/t/<tournament_id>/card.png")
@prints
def card(tournament_id: str) -> BaseResponse:
    """What a chat shows beside the tournament's link."""
    return card_response(lambda: tournament_card(find_tournament(tournament_id)))


@pages.get("/t/<tournament_id>/standings.png")
@prints
def card_of_standings(tournament_id: str) -> BaseResponse:
    """What a chat shows beside the link of the standings."""
    return card_response(lambda: standings_card(find_tournament(tournament_id)))


def tournament_preview(loaded_tournament: LoadedTournament) -> LinkPreview:
    """The tags of a tournament's page."""
    drawn = tournament_card(loaded_tournament)
    at: At = {"tournament_id": loaded_tournament.public_id}
    return link_preview(drawn, "tournaments.show", "tournaments.card", at, embeds=True)


def standings_preview(loaded_tournament: LoadedTournament) -> LinkPreview:
    """The tags of the page of its standings."""
    drawn = standings_card(loaded_tournament)
    at: At = {"tournament_id": loaded_tournament.public_id}
    page, image = "tournaments.standings", "tournaments.card_of_standings"
    return link_preview(drawn, page, image, at, embeds=True)
