"""Names cookies: over HTTPS by names that no other host can set."""

from flask import request


def cookie_name(name: str) -> str:
    """The cookie's name as it is asked for now."""
    return f"__Host-{name}" if request.is_secure else name


def chosen(name: str) -> str:
    """The preference that a reader chose; "" where there is none.

    Also what was chosen over HTTPS when these cookies had no prefix yet (`web.preferences`).
    """
    cookies = request.cookies
    return cookies.get(cookie_name(name)) or cookies.get(name, "")
