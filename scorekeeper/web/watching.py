"""Watching a match: its address as a QR code, what is new in it, and the big screen."""

from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, make_response, render_template, request, url_for
from markupsafe import Markup

from scorekeeper.i18n import current_locale
from scorekeeper.rules.match import Row
from scorekeeper.rules.model import Hand
from scorekeeper.services.matches import Kept, find_match
from scorekeeper.web.matches import page_context
from scorekeeper.web.page_memory import remembered
from scorekeeper.web.words import side_names

pages = Blueprint("watching", __name__, url_prefix="/m/<public_id>")

_PARTS: Final = ("page", "big", "turned")
"""What can be watched: the match page, the big screen, and that turned to both sides."""


@pages.get("/watch")
def show(public_id: str) -> str:
    """The match's address, for other people's phones."""
    kept = find_match(public_id)
    address = url_for("matches.show", public_id=public_id, _external=True)
    return render_template(
        "watching/page.html",
        kept=kept,
        names=side_names(kept.ledger.match),
        address=address,
        code=qr_code(address),
        stays_here=_is_of_this_machine(address),
    )


@pages.get("/live")
def live(public_id: str) -> Response:
    """The parts of a watched page that a save changes.

    Where the mark that the page has is still the match's, `polls` has answered 204.
    """
    part = request.args.get("part")
    part = part if part in _PARTS else "page"
    kept = find_match(public_id)
    key = ("live", part, public_id, kept.ledger.mark, current_locale(), request.script_root)
    return make_response(remembered(key, lambda: _live(kept, part)))


@pages.get("/big")
def big(public_id: str) -> str:
    """The score for a tablet on the table or a screen on the wall."""
    kept = find_match(public_id)
    part = "turned" if request.args.get("turned") == "1" else "big"
    return render_template("watching/big.html", **_watched(kept, part))


def qr_code(text: str) -> Markup:
    """A QR code as an SVG picture of paths, which is black on white wherever it stands."""
    code = segno.make(text, error="m", micro=False)
    return Markup(
        code.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    )


def _live(kept: Kept, part: str) -> str:
    return render_template("watching/live.html", **_watched(kept, part))


def _watched(kept: Kept, part: str) -> dict[str, Any]:
    """What watchers see: the same for all, also for a scorer's second screen."""
    context = page_context(kept) | {"may_write": False}
    last = _last_hand(kept)
    rows = {row.number: row for row in context["rows"]}
    return context | {"part": part, "last": rows[last.number] if last else None}


def _last_hand(kept: Kept) -> Row | None:
    rows = [row for row in kept.ledger.standing.rows if row.counts and isinstance(row.entry, Hand)]
    return rows[-1] if rows else None


def _is_of_this_machine(address: str) -> bool:
    """Does no other machine get to this address?"""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
