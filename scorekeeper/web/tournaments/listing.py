"""The tournaments of this phone, and a way to a new one."""

from flask import render_template

from scorekeeper.explain import tournament_words
from scorekeeper.services.tournaments.service import list_of
from scorekeeper.services.tournaments.winning import outcome_of
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.blueprint import pages


@pages.get("/tournaments/")
def index() -> str:
    """Show the tournaments that this phone organises or helps in: what is played, then the rest.

    The newest is first in each.
    """
    phone = phone_id()
    found, damaged_ids = list_of(phone) if phone is not None else ([], [])
    outcomes = [outcome_of(one) for one in found]
    return render_template(
        "tournaments/index.html",
        running=[one for one in outcomes if one.stand != "over"],
        over=[one for one in outcomes if one.stand == "over"],
        damaged=damaged_ids,
        words=tournament_words,
    )
