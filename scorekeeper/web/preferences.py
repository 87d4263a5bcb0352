"""Language, light or dark, and big letters, each remembered by a cookie."""

from flask import Blueprint, Response, g, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import LANGUAGES
from scorekeeper.operating.cookies import cookie_name, read_preference, set_cookie
from scorekeeper.web.same_origin import own_path
from scorekeeper.web.static_files import is_file

pages = Blueprint("preferences", __name__)
_CHOICES = {"lang": LANGUAGES, "theme": ("", "light", "dark"), "letters": ("", "big")}


def chosen_looks() -> tuple[str, str]:
    """The looks that this reader chose: light, dark or "" as the phone is; big letters or ""."""
    theme, letters = (
        value if (value := read_preference(name)) in _CHOICES[name] else ""
        for name in ("theme", "letters")
    )
    return theme, letters


@pages.post("/preferences")
def choose() -> BaseResponse:
    """Remember a choice and show the same page again."""
    response = redirect(own_path(request.form.get("next"), url_for("home.show")), code=303)
    for name, values in _CHOICES.items():
        value = request.form.get(name)
        if value in values:
            g.setdefault("chosen_now", set()).add(name)
            set_cookie(response, name, value)
    return response


@pages.after_app_request
def _carry_over(response: Response) -> Response:
    """Put what was chosen over HTTPS when these cookies had no prefix into one that has it."""
    if not request.is_secure or is_file():
        return response
    for name in _CHOICES.keys() & request.cookies.keys():
        value = request.cookies[name]
        is_chosen = cookie_name(name) in request.cookies or name in g.get("chosen_now", ())
        if value in _CHOICES[name] and not is_chosen:
            set_cookie(response, name, value)
        response.delete_cookie(name, secure=True, httponly=True, samesite="Lax")
    return response
