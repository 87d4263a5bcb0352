"""Tefteri on the home screen: its name and icons, and what opens there without a network."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from scorekeeper.config import current_settings
from scorekeeper.i18n import LANGUAGES, current_locale, gettext
from scorekeeper.i18n.language import catalogue_files
from scorekeeper.rules.presets import PRESETS
from scorekeeper.web.scripts import scripts_with_all_of
from scorekeeper.web.settle.topics import TOPICS
from scorekeeper.web.site import manual
from scorekeeper.web.site.own_machine import OWN_NAMES
from scorekeeper.web.site.shell import PARTS, views_url
from scorekeeper.web.static_files import JOINED_SHEETS, files_version, page_files, static_url
from scorekeeper.web.vocabulary import words_url

pages = Blueprint("installing", __name__)

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
    "installing.help_page": None,
    "installing.offline": None,
    "shell.show": r"/m/[\w-]{22}/.*",
}
"""Pages that every phone keeps, and the paths for which each stands in where there is no copy.

So it keeps each topic of settling a dispute, and asks there when there is a network.

The paths are regular expressions; the first that fits counts.
"""
_SCORERS_PAGES: Final = ("home.show", "setup.new", "installing.offline", "shell.show")
_SCORERS_MODULES: Final = "js/home.js js/outbox_later.js js/setup.js js/start.js js/phone.js"
"""What a scorer's pages need: without these nothing opens. The rest a phone fetches as it can."""
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
    scorers = [*JOINED_SHEETS, *scripts_with_all_of(_SCORERS_MODULES)]
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
        "offline": url_for("installing.offline"),
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
    """How a phone comes to trust the CA of `serve-https`; nothing where there is none."""
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
