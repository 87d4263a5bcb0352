"""Names cookies: over HTTPS by names that no other host can set."""

from typing import Final

from flask import request
from werkzeug.wrappers import Response

_A_YEAR: Final = 365 * 24 * 3600


def cookie_name(name: str) -> str:
    """The cookie's name as it is asked for now."""
    return name_over(name, is_secure=request.is_secure)


def name_over(name: str, *, is_secure: bool) -> str:
    """The cookie's name over HTTPS, by which only this host can have set it, or over plain HTTP."""
    return f"__Host-{name}" if is_secure else name


def set_cookie(response: Response, name: str, value: str) -> None:
    """Set the cookie for a year, for the server alone to read."""
    response.set_cookie(
        cookie_name(name),
        value,
        max_age=_A_YEAR,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def delete_cookie(response: Response, name: str) -> None:
    """Have the browser forget the cookie."""
    response.delete_cookie(
        cookie_name(name), secure=request.is_secure, httponly=True, samesite="Lax"
    )


def read_preference(name: str) -> str:
    """Return the preference that a reader chose, or "".

    Also what was chosen over HTTPS when these cookies had no prefix yet (`web.preferences`).
    """
    cookies = request.cookies
    return cookies.get(cookie_name(name)) or cookies.get(name, "")
