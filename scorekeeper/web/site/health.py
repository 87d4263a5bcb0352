"""Health and readiness of the server, for its operator and for a proxy."""

from flask import Blueprint

from scorekeeper import __version__
from scorekeeper.config import current_settings
from scorekeeper.keeping.health import database_health, jobs_health, temporary_health
from scorekeeper.operating import maintenance, shutdown
from scorekeeper.printing.pdf import pdf_ready

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
    if shutdown.is_near():
        return "ending"
    if maintenance.is_on(current_settings().maintenance):
        return "maintenance"
    return "" if database_health()["ok"] else "database"
