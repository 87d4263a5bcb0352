"""The tournaments of this phone, and a way to a new one."""

from typing import Final

from flask import render_template

from scorekeeper.explain import tournament_words
from scorekeeper.explain.standings_words import ABSENT_FINALS
from scorekeeper.services.tournaments.service import TOURNAMENTS
from scorekeeper.services.tournaments.winning import outcome_of
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.tournaments.blueprint import pages

_OVER: Final = ("over", *ABSENT_FINALS)
"""Nothing more is played in it here."""


@pages.get("/tournaments/")
def index() -> str:
    """Show the tournaments that this phone organises or helps in: what is played, then the rest.

    The newest is first in each.
    """
    phone = phone_id()
    found, damaged_ids = TOURNAMENTS.list_of(phone) if phone is not None else ([], [])
    outcomes = [outcome_of(one) for one in found]
    return render_template(
        "tournaments/index.html",
        running=[one for one in outcomes if one.stand not in _OVER],
        over=[one for one in outcomes if one.stand in _OVER],
        damaged=damaged_ids,
        words=tournament_words,
        absent_finals=ABSENT_FINALS,
    )
