"""Language, light or dark, big letters and the simple entry, each remembered by a cookie."""

from typing import NamedTuple

from flask import Blueprint, Response, g, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import LANGUAGES
from scorekeeper.operating.cookies import cookie_name, read_preference, set_cookie
from scorekeeper.web.same_origin import own_path
from scorekeeper.web.static_files import is_file

pages = Blueprint("preferences", __name__)
_CHOICES = {
    "lang": LANGUAGES,
    "theme": ("", "light", "dark"),
    "letters": ("", "big"),
    "entry": ("", "simple", "first"),
}


class Looks(NamedTuple):
    """The looks that a reader chose; each is empty where nothing was chosen."""

    theme: str
    """`light` or `dark`; else as the phone is."""
    letters: str
    """`big`."""
    entry: str
    """`simple`: without declarations and the rarities of the auction. `first`: the same for a first
    evening, until a match begins with another target."""


def chosen_looks() -> Looks:
    """The looks that this reader chose."""
    return Looks(
        *(
            value if (value := read_preference(name)) in _CHOICES[name] else ""
            for name in Looks._fields
        )
    )


def choose_entry(response: BaseResponse, *, is_first_evening: bool) -> None:
    """Remember the entry of the match that begins; who chose the simple one for good keeps it."""
    entry = chosen_looks().entry
    if is_first_evening and not entry:
        set_cookie(response, "entry", "first")
    elif entry == "first" and not is_first_evening:
        set_cookie(response, "entry", "")


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
