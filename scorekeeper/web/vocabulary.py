"""The words of the phone's own sentences, as a file of a language."""

import hashlib
from functools import cache

from flask import Blueprint, Response, abort, request, url_for

from scorekeeper.explain.spoken import vocabulary
from scorekeeper.i18n import LANGUAGES, Language, current_locale
from scorekeeper.web.static_files import keep

pages = Blueprint("vocabulary", __name__)


@pages.get("/words/<name>.json")
def show(name: str) -> Response:
    """Send the words of a language; 404 for a language that is not ours."""
    language = next((one for one in LANGUAGES if one == name), None)
    if language is None:
        abort(404)
    response = Response(vocabulary(language), mimetype="application/json")
    return keep(response, is_ours=request.args.get("v") == _digest(language))


@pages.get("/words/<name>/spoken.json")
def show_spoken(name: str) -> Response:
    """Send the words of a voice in a language; 404 for a language that is not ours."""
    language = next((one for one in LANGUAGES if one == name), None)
    if language is None:
        abort(404)
    response = Response(vocabulary(language, is_spoken=True), mimetype="application/json")
    return keep(response, is_ours=False)


def words_url(language: Language | None = None) -> str:
    """The address of the words, the reader's if not another's; it changes when a word does."""
    language = language or current_locale()
    return url_for("vocabulary.show", name=language, v=_digest(language))


@cache
def _digest(language: Language) -> str:
    return hashlib.sha256(vocabulary(language).encode()).hexdigest()[:10]
