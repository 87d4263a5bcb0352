"""Tefteri on the home screen: what opens there without a network, and the phone's words.

The views of a match have marks in place of its values (`static/js/fill.js`). `templates/phone/` has
a bar and a menu around those that the server's pages share (`templates/views/`). The rules are such
that the entry has every control that there is.
"""

import hashlib
import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from scorekeeper.config import current_settings
from scorekeeper.explain.line_fault_words import line_examples, line_vocabulary
from scorekeeper.explain.shown_names import deals_text
from scorekeeper.i18n import LANGUAGES, Language, current_locale, gettext, use_locale
from scorekeeper.i18n.language import catalogue_files
from scorekeeper.journal.json_values import Json
from scorekeeper.lines.line_cursor import LONGEST_LINE
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.match_journal import replay
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import SEATS, BySide
from scorekeeper.rules.presets import CAFE, PRESETS
from scorekeeper.web.api.tournament_view import acts_json
from scorekeeper.web.match.entry import EntryForm
from scorekeeper.web.match.hand_form_page import HandFormPage
from scorekeeper.web.match.matches import evening_heading
from scorekeeper.web.match.readers import reader_of
from scorekeeper.web.phone_identity import place_in
from scorekeeper.web.scripts import scripts_with_all_of
from scorekeeper.web.settle.topics import TOPICS
from scorekeeper.web.site import manual
from scorekeeper.web.site.own_machine import OWN_NAMES
from scorekeeper.web.static_files import JOINED_SHEETS, files_version, keep, page_files, static_url
from scorekeeper.web.vocabulary import words_url

pages = Blueprint("shell", __name__)


@pages.app_template_global()
def kept_match(loaded_match: LoadedMatch) -> Json:
    """The match as the phone keeps it: its acts, and what is known of it as their reader."""
    reader, match = reader_of(loaded_match), loaded_match.ledger.match
    deals: Json | None = None
    if reader.chair:
        deals = {seat: deals_text(match, seat, reader.chair) for seat in SEATS}
    known: Json = {"side": reader.side, "deals": deals}
    if evening := evening_heading(loaded_match):
        known["evening"] = evening
    if place_in(loaded_match.public_id):
        known["at_table"] = True
    return {**acts_json(loaded_match), **known}


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
    # No page: as plain text no browser takes it for one, and it needs no page's headers.
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
        "on_phone": True,
        "csrf_token": lambda: "",
        "bid_text": lambda bid: f"⟦bid:{bid}⟧",
    }


@lru_cache
def _no_match() -> LoadedMatch:
    match = Match(sides=BySide(*(Party(name) for name in NAMES)), rules=EVERYTHING)
    return LoadedMatch(PUBLIC_ID, replay([MatchAct(1, Started.of(match))]))


PAPER: Final = "#fbf7ee"
"""The light ground of `css/tokens.css`, which a phone shows before the page is there."""
_ICONS: Final = (("icon", "any"), ("maskable", "maskable"))
_SIZES: Final = (192, 512)
SHELL_PAGES: Final = {
    "home.show": r"/",
    "setup.new": r"/matches/(new)?",
    "settle.index": r"/settle",
    "rules_pages.index": None,
    "manual.show": None,
    "shell.help_page": None,
    "shell.offline": None,
    "shell.show": r"/m/[\w-]{22}/.*",
}
"""Pages that every phone keeps, and the paths for which each stands in where there is no copy.

So it keeps each topic of settling a dispute, and asks there when there is a network.

The paths are regular expressions; the first that fits counts.
"""
_SCORERS_PAGES: Final = ("home.show", "setup.new", "shell.offline", "shell.show")
_OFFLINE_STYLES: Final = "css/help.css"
_SCORERS_MODULES: Final = "js/home.js js/outbox_later.js js/setup.js js/phone.js"
"""The modules that a scorer's pages need to open. A phone fetches the others as it can."""
_CA_FILE: Final = "/ca.crt"
"""The address at which `serve-https` has Caddy hand out the certificate."""
_WORKER: Final = "js/worker.js"


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest, which a phone reads before it puts Tefteri on its home screen."""
    home = url_for("home.show")
    answer = {
        "id": home,
        "name": gettext("Tefteri"),
        "short_name": gettext("Tefteri"),
        "description": gettext("The score of Pilotta, kept at the table"),
        "lang": current_locale(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "icons": [_icon(*icon, size) for icon in _ICONS for size in _SIZES],
    }
    return Response(json.dumps(answer), mimetype="application/manifest+json")


def _icon(name: str, purpose: str, size: int) -> dict[str, str]:
    return {
        "src": static_url(f"icons/{name}-{size}.png"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


@pages.get("/worker.js")
def worker() -> Response:
    """The service worker, behind what it is to keep; another version of that is another worker."""
    script = (Path(str(current_app.static_folder)) / _WORKER).read_text(encoding="utf-8")
    text = f"self.SHELL = {json.dumps(_shell())};\n{script}"
    answer = Response(text, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _shell() -> dict[str, object]:
    """The files and pages that the service worker keeps, and a version that changes with them."""
    page_state = _cache_lists()
    made_of = f"{json.dumps(page_state)}{_words_version()}"
    return {"version": hashlib.sha256(made_of.encode()).hexdigest()[:16], **page_state}


def _pages() -> list[tuple[str, str | None]]:
    """The pages that are kept, and the paths for which each stands in."""
    topics = [(url_for("settle.show", topic=key), f"/settle/{key}") for key in TOPICS]
    # A preset's page stands in for nothing: with switches turned they are other rules.
    presets = [(url_for("rules_pages.show", preset=preset), None) for preset in PRESETS]
    shell = [(url_for(endpoint), path) for endpoint, path in SHELL_PAGES.items()]
    return [*shell, *topics, *presets]


def _cache_lists() -> dict[str, object]:
    pages = _pages()
    texts = [views_url(part, language) for language in LANGUAGES for part in PARTS]
    texts += map(words_url, LANGUAGES)
    scorers = [*JOINED_SHEETS, _OFFLINE_STYLES, *scripts_with_all_of(_SCORERS_MODULES)]
    return {
        "versioned": static_url("").removesuffix(f"{files_version()}/"),
        "files": [*map(static_url, shell_files()), *texts],
        "needed": [*map(static_url, scorers), *texts, *map(url_for, _SCORERS_PAGES)],
        "pages": [address for address, _path in pages],
        "standIns": [
            [f"^{request.script_root}{path}$", address]
            for address, path in pages
            if path is not None
        ],
        "offline": url_for("shell.offline"),
    }


def shell_files() -> list[str]:
    """The static files that pages are made of: all styles, scripts and drawings."""
    names = page_files(current_app._get_current_object())  # type: ignore[attr-defined]
    return [name for name in names if name != _WORKER]


@lru_cache
def _words_version() -> str:
    """Changes with the templates, the translations and the manual: kept pages are made of them."""
    digest = hashlib.sha256()
    templates = Path(str(current_app.root_path), str(current_app.template_folder))
    texts = (*manual.FILES.values(), *catalogue_files())
    for file in [*sorted(templates.rglob("*.html")), *texts]:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:6]


@pages.get("/offline")
def offline() -> str:
    """The page that a phone shows in place of one that it never kept."""
    return render_template("installing/offline.html")


@pages.get("/help/offline")
def help_page() -> str:
    """Show what works without a network, how to install, and how this phone stands."""
    return render_template(
        "installing/help.html",
        certificate_address=_certificate_address(),
        is_trusted=request.is_secure or urlsplit(request.host_url).hostname in OWN_NAMES,
    )


@pages.get("/help/certificate")
def certificate() -> str:
    """Explain how a phone comes to trust the CA of `serve-https`; 404 without such a CA."""
    port = current_settings().ca_port
    if not port:
        abort(404)
    # `serve-https` offers it at the port behind its own.
    address = _address("https", port - 1)
    return render_template("installing/certificate.html", address=address, file=_CA_FILE)


def _certificate_address() -> str | None:
    port = current_settings().ca_port
    return _address("http", port) if port else None


def _address(scheme: str, port: int) -> str:
    return f"{scheme}://{urlsplit(request.host_url).hostname}:{port}/"
