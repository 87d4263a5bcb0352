"""The first page: this phone's matches."""

from flask import Blueprint, render_template

from scorekeeper.services.matches import matches_of
from scorekeeper.web.security import phone_id

pages = Blueprint("home", __name__)


@pages.get("/")
def show() -> str:
    """The phone's matches, running ones first."""
    phone = phone_id()
    matches = matches_of(phone) if phone is not None else []
    return render_template("home/page.html", matches=matches)
