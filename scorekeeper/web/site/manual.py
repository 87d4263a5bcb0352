"""The manual behind “Help”: `docs/manual.md` as pages of the site, at the place that fits a page.

The Markdown files are the only source. A heading's `<a id="…"></a>` is its anchor, in every
language the same; pictures lie in `static/manual/`.
"""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup

from scorekeeper.config import resource
from scorekeeper.i18n import LANGUAGES, Language, current_locale
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n.syllables import syllables
from scorekeeper.web.static_files import static_url

if TYPE_CHECKING:
    from markdown_it.token import Token

pages = Blueprint("manual", __name__)

FILES: Final[dict[Language, Path]] = {
    language: resource(f"docs/manual.{language}.md" if place else "docs/manual.md")
    for place, language in enumerate(LANGUAGES)
}
PLACES: Final = {
    "acts": "end",
    "adjustments": "other",
    "import_export": "share",
    "changes": "correct",
    "changes.change": "other",
    "changes.change_form": "other",
    "changes.change_rules": "other",
    "clubs": "clubs",
    "clubs.season_setup": "seasons",
    "clubs.standings": "seasons",
    "evening": "end",
    "hands": "entry",
    "history": "history",
    "home": "start",
    "matches": "ledger",
    "matches.hand": "correct",
    "pencil": "pencil",
    "privacy": "names",
    "rules_pages": "rules",
    "settle": "settle",
    "setup": "start",
    "sheets": "share",
    "shell": "offline",
    "side_answers": "sides",
    "tournaments": "organise",
    "tournaments.adjust_form": "standings",
    "tournaments.ask": "helpers",
    "tournaments.board": "tables",
    "tournaments.draw": "draw",
    "tournaments.final": "final",
    "tournaments.helpers": "helpers",
    "tournaments.kept_sheet": "tables",
    "tournaments.names": "names",
    "tournaments.new": "set-up",
    "tournaments.pair": "pairs",
    "tournaments.pair_names": "names",
    "tournaments.pairs": "pairs",
    "tournaments.paper": "papers",
    "tournaments.papers": "papers",
    "tournaments.players": "players",
    "tournaments.setup": "set-up",
    "tournaments.sheet": "papers",
    "tournaments.standings": "standings",
    "tournaments.sums": "standings",
    "tournaments.table": "tables",
    "tournaments.table_link": "tables",
    "watching": "watch",
}
"""The places in the manual of pages: by endpoint, or else by blueprint."""
_HEAD: Final = 6
"""The tokens of the title and of the line that leads to other languages: a page has its own."""
_LONGEST_WHOLE: Final = 11
"""Letters that a line holds on the smallest phone with the largest letters."""
_STATIC: Final = "../static/"
_ANCHOR: Final = re.compile(r'<a id="([a-z-]+)">')


@pages.get("/help")
def show() -> str:
    """The manual in the reader's language."""
    return render_template("manual/page.html", manual=_manual(current_locale(), static_url("")))


@pages.app_template_global()
def help_url(place: str = "") -> str:
    """The address of a place in the manual: this one, or else that of the asked page."""
    place = place or PLACES.get(request.endpoint or "") or PLACES.get(request.blueprint or "", "")
    return url_for("manual.show", _anchor=place or None)


@cache
def _manual(language: Language, static: str) -> Markup:
    """The manual's HTML without its head, a section for each chapter behind the contents.

    Each chapter leads back to the contents: most readers come from a page to its chapter.

    `static` is where the static files are.
    """
    from markdown_it import MarkdownIt  # here: no start waits for it

    # HTML is the anchors alone, which become attributes of their headings.
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(FILES[language].read_text(encoding="utf-8"))
    body_tokens = tokens[_HEAD:]
    for token, following in pairwise(body_tokens):
        if token.type == "heading_open":
            _give_anchor(token, following)
        for part in token.children or ():
            if part.type == "image":
                _find_picture(part, static)
            elif part.type == "text":
                part.content = syllables(part.content, _LONGEST_WHOLE)
    html = markdown.renderer.render(body_tokens, markdown.options, {})
    contents, *chapters = html.split("<h2")
    way_up = '<p class="way-up"><a class="tap" href="#contents">↑ ' + _("Contents") + "</a></p>"
    return Markup(contents + "".join(f"<section>{way_up}<h2{one}</section>\n" for one in chapters))


def _give_anchor(heading: "Token", content: "Token") -> None:
    """Make `<a id="…"></a>` in the heading's content the heading's own id."""
    parts = content.children or []
    for part in parts:
        found = _ANCHOR.fullmatch(part.content) if part.type == "html_inline" else None
        if found:
            heading.attrSet("id", found[1])
    content.children = [part for part in parts if part.type != "html_inline"]


def _find_picture(image: "Token", static: str) -> None:
    """Take the picture from the static files, and say how large it is before it is there."""
    from PIL import Image  # here: no start waits for it

    name = str(image.attrGet("src")).removeprefix(_STATIC)
    with Image.open(resource("static") / name) as picture:
        width, height = picture.size
    image.attrSet("src", f"{static}{name}")
    image.attrSet("width", str(width // 2))  # drawn for screens of two dots a pixel
    image.attrSet("height", str(height // 2))
    image.attrSet("loading", "lazy")
