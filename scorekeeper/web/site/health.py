"""Health and readiness of the server, and the page that it shows under maintenance."""

from datetime import UTC, datetime
from typing import Final

from flask import Blueprint, Flask, Response, request

from scorekeeper import __version__
from scorekeeper.config import current_settings
from scorekeeper.i18n import gettext
from scorekeeper.i18n.number_words import clock
from scorekeeper.keeping.health import database_health, jobs_health, temporary_health
from scorekeeper.operating import maintenance
from scorekeeper.printing.pdf import pdf_ready
from scorekeeper.web import errors
from scorekeeper.web.static_files import FILES

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def show() -> tuple[dict[str, object], int]:
    """Version, database and its settings, migration, PDF ready; 503 where no match can be kept."""
    database = database_health()
    ready, missing = pdf_ready()
    pdf = {"ready": ready, "missing": missing}
    found = {
        "database": database,
        "jobs": jobs_health(),
        "temporary": temporary_health(),
        "pdf": pdf,
    }
    status = 200 if database["ok"] else 503
    return {"ok": database["ok"], "version": __version__, **found}, status


@pages.get("/readyz")
def ready() -> tuple[dict[str, object], int]:
    """Is a request well sent here? 503 says that another server is better asked, and why."""
    why = _why_not()
    return {"ready": not why, "why": why}, 503 if why else 200


def _why_not() -> str:
    if maintenance.is_near():
        return "ending"
    if maintenance.is_on(current_settings().maintenance):
        return "maintenance"
    return "" if database_health()["ok"] else "database"


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
