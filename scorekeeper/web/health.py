"""Is the server well? For whoever runs it."""

from typing import Any

from flask import Blueprint

from scorekeeper import __version__
from scorekeeper.printing.pdf import pdf_ready
from scorekeeper.services.health import database_health

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def show() -> tuple[dict[str, Any], int]:
    """Version, database, journal mode, migration, PDF ready; 503 where a match cannot be kept."""
    database = database_health()
    ready, missing = pdf_ready()
    pdf = {"ready": ready, "missing": missing}
    status = 200 if database["ok"] else 503
    return {"ok": database["ok"], "version": __version__, "database": database, "pdf": pdf}, status
