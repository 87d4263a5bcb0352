"""Watching a match: what is new in it, the big screen, the overlay, previews of its link."""

from typing import Final

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club.rematches import newest_rematch
from scorekeeper.explain.shown_names import side_names
from scorekeeper.explain.spoken import spoken_score
from scorekeeper.i18n import current_locale
from scorekeeper.match.evenings import series_of
from scorekeeper.match.links import choose_previews
from scorekeeper.match.matches import LoadedMatch, find_match
from scorekeeper.match.phones import WATCHER
from scorekeeper.printing.link_card import evening_card, match_card
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.rules.match import Row
from scorekeeper.rules.model import Hand
from scorekeeper.tournament.places import next_seats, place_of
from scorekeeper.web.club_here import club_line
from scorekeeper.web.forms import operation
from scorekeeper.web.fragments import go_to
from scorekeeper.web.frames import card_response
from scorekeeper.web.limits import prints
from scorekeeper.web.match.matches import (
    next_seats_of,
    own_match,
    page_context,
)
from scorekeeper.web.match.polls import mark_answer_for_all
from scorekeeper.web.match.readers import ANYBODY, ReaderPlace, is_read_alike, reader_of
from scorekeeper.web.page_memory import cached_page, is_for_all
from scorekeeper.web.phone_identity import open_match, phone_id, place_in, role_in
from scorekeeper.web.printing import on_unavailable

pages = Blueprint("watching", __name__, url_prefix="/m/<public_id>")

_PARTS: Final = ("page", "big", "turned", "overlay")
"""The pages that can be watched: the match, the big screen, that turned to both sides, and the
score over a stream."""
_SCORER: Final = "scorer"
"""The page of a phone that writes: it is loaded anew where the match is another."""


@pages.get("/watch")
def show(public_id: str) -> BaseResponse:
    """Lead to the page for sharing: older links and bookmarks have this address."""
    find_match(public_id)
    return go_to("import_export.share", public_id=public_id)


@pages.get("/live")
def live(public_id: str) -> BaseResponse:
    """The parts of a watched page that a save changes.

    Where the mark that the page has is still the match's, `polls` has answered 204.
    """
    loaded_match = open_match(public_id)
    part = request.args.get("part")
    if part not in (*_PARTS, _SCORER):
        part = "page"
    role = role_in(public_id) if part == "page" else WATCHER
    if part == _SCORER or role.writes:  # since a moment ago
        # Not a refresh: the page may be the answer to a form.
        return go_to("matches.show", public_id=public_id)
    reader = _reader_of_part(loaded_match, part)
    club = club_line(loaded_match)
    place = place_in(public_id)
    of_place = (
        place,
        next_seats_of(loaded_match, place),
        club,
        current_locale(),
        request.script_root,
    )
    key = ("live", part, public_id, loaded_match.ledger.mark, role, reader, *of_place)
    response = make_response(cached_page(key, lambda: _live(loaded_match, part)))
    is_same = (
        role == WATCHER
        and (reader == ANYBODY or is_read_alike(public_id, reader))
        and club.is_for_all
        and is_for_all(key)
    )
    return mark_answer_for_all(response) if is_same else response


@pages.get("/next")
def follow(public_id: str) -> BaseResponse:
    """Lead a page of a match that is over to its rematch; 204 while no rematch exists.

    A screen goes there by itself, a reader by a link. At a tournament's table nothing follows: a
    reader sees the next seats of both pairs.
    """
    if place := place_in(public_id):
        if not (seats := next_seats(place)):
            return Response(status=204)
        told = render_template("matches/_at_desk.html", place=place, next_seats=seats)
        return make_response(told)
    address = newest_rematch(public_id)
    if address is None:
        return Response(status=204)
    match request.args.get("part"):
        case "big":
            return go_to(".big", public_id=address)
        case "turned":
            return go_to(".big", public_id=address, turned=1)
        case "overlay":
            return go_to(".overlay", public_id=address)
        case _:
            return make_response(render_template("watching/next.html", rematch=address))


@pages.get("/big")
def big(public_id: str) -> str:
    """The score for a tablet on the table or a screen on the wall."""
    loaded_match = open_match(public_id)
    part = "turned" if request.args.get("turned") == "1" else "big"
    return render_template("watching/big.html", **_watch_context(loaded_match, part))


@pages.get("/overlay")
def overlay(public_id: str) -> str:
    """The score for the picture of a stream, on a transparent ground."""
    return render_template(
        "watching/overlay.html", **_watch_context(open_match(public_id), "overlay")
    )


def _live(loaded_match: LoadedMatch, part: str) -> str:
    return render_template("watching/live.html", **_watch_context(loaded_match, part))


def _watch_context(loaded_match: LoadedMatch, part: str) -> dict[str, object]:
    """The variables of a watched page; a big screen has nothing to tap, also for a scorer."""
    role = None if part == "page" else WATCHER
    context = page_context(loaded_match, role, _reader_of_part(loaded_match, part))
    ledger = context["ledger"]
    return context | {
        "part": part,
        "last": _last_hand(loaded_match),
        "spoken": spoken_score(side_names(ledger.match), ledger.standing),
    }


def _reader_of_part(loaded_match: LoadedMatch, part: str) -> ReaderPlace:
    """The asking phone, or anybody where both sides or strangers read the part."""
    return reader_of(loaded_match) if part in ("page", "big") else ANYBODY


def _last_hand(loaded_match: LoadedMatch) -> Row | None:
    rows = [
        row
        for row in loaded_match.ledger.standing.rows
        if row.counts and isinstance(row.entry, Hand)
    ]
    return rows[-1] if rows else None


pages.register_error_handler(PdfUnavailable, on_unavailable)


@pages.get("/elsewhere")
def elsewhere(public_id: str) -> BaseResponse:
    """Lead to what a chat shows of the link: older links and bookmarks have this address."""
    find_match(public_id)
    return _go_to_chat(public_id)


@pages.post("/previews")
def set_previews(public_id: str) -> BaseResponse:
    """The scorer says whether the link's preview has names."""
    own_match(public_id)
    op_id, _revision = operation()
    choose_previews(public_id, phone_id(), op_id, names=request.form.get("names") == "1")
    return _go_to_chat(public_id)


def _go_to_chat(public_id: str) -> BaseResponse:
    return go_to("import_export.share", public_id=public_id, open="chat", _anchor="chat")


@pages.get("/card.png")
@prints
def card(public_id: str) -> BaseResponse:
    """Send the picture that a chat shows beside the match's link."""
    find_match(public_id)
    return card_response(lambda: match_card(find_match(public_id), place_of(public_id)))


@pages.get("/evening.png")
@prints
def evening_picture(public_id: str) -> BaseResponse:
    """Send the picture that a chat shows beside the evening's link."""
    return card_response(lambda: evening_card(series_of(public_id)))
