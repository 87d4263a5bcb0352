"""While the server is looked after, every page says so, and phones keep what they have to send."""

from datetime import UTC, datetime
from typing import Final

from flask import Flask, Response, request

from scorekeeper.config import current_settings
from scorekeeper.i18n import gettext
from scorekeeper.i18n.times import clock
from scorekeeper.operating import maintenance
from scorekeeper.web import errors
from scorekeeper.web.static_files import FILES

_OPEN: Final = FILES | {"health.show", "health.ready", "figures.show"}
"""The endpoints that answer during maintenance: files, health and metrics."""


def init_app(app: Flask) -> None:
    """Ask before every request whether the server is looked after."""
    app.before_request(_refuse)


def _refuse() -> Response | None:
    flag = current_settings().maintenance
    if not maintenance.is_on(flag) or request.endpoint in _OPEN:
        return None
    sentences = [_promise(maintenance.promised_end(flag))]
    if request.method == "POST":  # a form of a page without scripts: no hand of it waits
        sentences.append(gettext("Nothing was saved. What you typed is not lost: try again."))
    return errors.show(errors.ErrorPage.MAINTENANCE, more=" ".join(filter(None, sentences)))


def _promise(until: datetime | None) -> str:
    if until is None:
        return ""
    if until < datetime.now(UTC):
        return gettext("It takes longer than was thought.")
    zone = current_settings().zone
    return gettext("It is to be done at %(time)s.", time=clock(until.astimezone(zone)))
