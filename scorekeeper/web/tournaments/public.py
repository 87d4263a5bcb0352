"""A tournament's page, as anybody sees it."""

from flask import render_template

from scorekeeper.i18n import tournament_words as words
from scorekeeper.services.tournaments.keeping import find_tournament
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of


@pages.get("/t/<tournament_id>/")
def show(tournament_id: str) -> str:
    """What it is, and who plays."""
    held = find_tournament(tournament_id)
    return render_template("tournaments/show.html", **context_of(held), words=words)
