"""Language and light or dark, remembered by a cookie."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.i18n import LANGUAGES
from scorekeeper.web.security import own_path

pages = Blueprint("preferences", __name__)
_A_YEAR = 365 * 24 * 3600
_CHOICES = {"lang": LANGUAGES, "theme": ("", "light", "dark")}


@pages.post("/preferences")
def choose() -> Response:
    """Remember a choice and show the same page again."""
    response = redirect(own_path(request.form.get("next"), url_for("home.show")), code=303)
    for name, values in _CHOICES.items():
        value = request.form.get(name)
        if value in values:
            response.set_cookie(
                name, value, max_age=_A_YEAR, secure=request.is_secure, samesite="Lax"
            )
    return response
