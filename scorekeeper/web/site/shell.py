"""Serve the templates of the views that the phone fills in itself, from what it keeps.

They stand in `templates/phone/`, with marks in place of a match's values (`static/js/fill.js`).
Only the entry of a hand includes the templates of the server's own page; the other views are
written a second time. The rules are such that the entry has every control that there is.
"""

import hashlib
from dataclasses import replace
from functools import lru_cache
from typing import Final

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from scorekeeper.explain.line_fault_words import line_examples, line_vocabulary
from scorekeeper.explain.shown_names import deals_text
from scorekeeper.i18n import LANGUAGES, Language, current_locale, use_locale
from scorekeeper.journal.json_values import Json
from scorekeeper.lines.line_cursor import LONGEST_LINE
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.match_journal import replay
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import SEATS, BySide
from scorekeeper.rules.presets import CAFE
from scorekeeper.web.api.view import acts_json
from scorekeeper.web.match.entry import EntryForm
from scorekeeper.web.match.hand_form_page import HandFormPage
from scorekeeper.web.match.readers import reader_of
from scorekeeper.web.request_roles import place_in
from scorekeeper.web.static_files import keep

pages = Blueprint("shell", __name__)


@pages.app_template_global()
def kept_match(loaded_match: LoadedMatch) -> Json:
    """The match as the phone keeps it: its acts, and what is known of it as their reader."""
    reader, match = reader_of(loaded_match), loaded_match.ledger.match
    deals: Json | None = None
    if reader.chair:
        deals = {seat: deals_text(match, seat, reader.chair) for seat in SEATS}
    at_table: Json = {"at_table": True} if place_in(loaded_match.public_id) else {}
    return {**acts_json(loaded_match), "side": reader.side, "deals": deals, **at_table}


pages.add_app_template_global(line_examples)
pages.add_app_template_global(lambda: LONGEST_LINE, "longest_line")
pages.add_app_template_global(line_vocabulary)

NAMES: Final = BySide("⟦A⟧", "⟦B⟧")
PUBLIC_ID: Final = "__match__"
PARTS: Final = ("entry", "match", "outbox", "line")
"""The views by when a page needs them: at the first touch, later, once something is unsent, once a
line is typed."""
EVERYTHING: Final = replace(
    CAFE,
    bid_step=1,
    kapo_bid=True,
    trumps="with_none_all",
    doubling="stake",
    pilotta_failed_penalty=20,
    claim=True,
)
"""Rules that hide no control of the entry."""


@pages.get("/shell")
def show() -> str:
    """A page without a match, which `phone.js` makes the page that was asked for."""
    return render_template("phone/shell.html")


@pages.get("/views/<language>/<part>.html")
def views(language: str, part: str) -> Response:
    """A part of the views in this language."""
    if language not in LANGUAGES or part not in PARTS:
        abort(404)
    content, version = _views(language, part)
    # No page: as plain text nobody's browser takes it for one, and it needs no page's headers.
    response = Response(content, mimetype="text/plain")
    return keep(response, is_ours=request.args.get("v") == version)


@pages.app_template_global()
def views_url(part: str, language: Language | None = None) -> str:
    """The address of a part of the views, in the reader's language if no other is given."""
    language = language or current_locale()
    version = _views(language, part)[1]
    return url_for("shell.views", language=language, part=part, v=version)


def _views(language: str, part: str) -> tuple[str, str]:
    """The views and their version, made once for each language and each way to ask for them."""
    cache = current_app.extensions.setdefault("views", {})
    key = (language, part, request.script_root)
    if key not in cache:
        with use_locale(language):
            content = render_template(f"phone/_{part}_views.html", **_context())
        cache[key] = content, hashlib.sha256(content.encode()).hexdigest()[:10]
    found: tuple[str, str] = cache[key]
    return found


def _context() -> dict[str, object]:
    """The variables of the views' templates, with marks in place of a match."""
    page = HandFormPage(_no_match(), EntryForm())
    return {
        **page.context(),
        "save_text": "⟦save⟧",
        "csrf_token": lambda: "",
        "bid_text": lambda bid: f"⟦bid:{bid}⟧",
    }


@lru_cache
def _no_match() -> LoadedMatch:
    match = Match(sides=BySide(*(Party(name) for name in NAMES)), rules=EVERYTHING)
    return LoadedMatch(PUBLIC_ID, replay([MatchAct(1, Started.of(match))]))
