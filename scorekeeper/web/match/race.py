"""The race of a match, replayed hand by hand."""

from dataclasses import replace

from flask import Blueprint, render_template, request

from scorekeeper.match.matches import find_match
from scorekeeper.printing.charts import race_chart
from scorekeeper.rules.model import BySide
from scorekeeper.tournament.places import place_of
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.ledger_view import ledger_rows
from scorekeeper.web.match.matches import match_context

pages = Blueprint("race", __name__, url_prefix="/m/<public_id>")


@pages.get("/race")
def show(public_id: str) -> str:
    """Show the race as it stood after so many entries, in the frame of the whole match."""
    loaded_match = find_match(public_id)
    standing = loaded_match.ledger.standing
    counted = [row for row in standing.rows if row.counts]
    after = min(whole_number(request.args.get("after"), digits=4) or 0, len(counted))
    context = match_context(loaded_match)
    rows = ledger_rows(loaded_match, context["names"])
    listed = [one for one, row in zip(rows, standing.rows, strict=True) if row.counts]
    place = place_of(public_id)
    is_limited = place is not None and place.limit > 0
    full = max(1, *standing.totals) if is_limited else loaded_match.ledger.match.rules.target
    totals = counted[after - 1].totals if after else BySide(0, 0)
    return render_template(
        "matches/race.html",
        **{**context, "standing": replace(standing, totals=totals)},
        chart=race_chart(standing, full, until=after),
        is_limited=is_limited,
        after=after,
        count=len(counted),
        row=listed[after - 1] if after else None,
        totals=totals,
        winner=standing.winner if after == len(counted) else None,
    )
