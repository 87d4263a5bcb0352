"""The evening: its matches, their tally and figures, and the race of one replayed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask_babel import to_user_timezone

from scorekeeper.explain.shown_names import side_names
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import short_moment
from scorekeeper.i18n.number_words import clock, time_text, unbroken
from scorekeeper.match.evenings import EveningSitting, Series, series_of
from scorekeeper.match.matches import LoadedMatch, find_match
from scorekeeper.printing.charts import Race, race_chart
from scorekeeper.rules.evening import EveningPlace
from scorekeeper.rules.match import Match, Row, Standing
from scorekeeper.rules.model import BySide
from scorekeeper.tournament.places import place_of
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.matches import as_read, evening_preview, match_context
from scorekeeper.web.match.readers import ReaderPlace, reader_of

pages = Blueprint("evening", __name__, url_prefix="/m/<public_id>")

_ONE_NIGHT: Final = timedelta(hours=16)
"""A match past midnight belongs to the same evening; one that takes longer has a second date."""

_RACE_HEIGHT: Final = 290
"""Of the page of one race alone, which is nearly a square."""


class EveningCard(NamedTuple):
    """A match of the evening."""

    number: int
    url: str
    match: Match
    standing: Standing
    names: BySide[str]
    when: str
    """The start and the length; empty where they are not known."""
    chart: Race | None
    """The chart of the race, from the second hand on, as on the match's own page."""


class HandLink(NamedTuple):
    """A hand that a figure tells of."""

    row: Row
    url: str
    where: str
    """`match 2, hand 7`, or `hand 7` where there is one match."""


@pages.get("/evening")
def show(public_id: str) -> str:
    """The tally, each match with its race, and the figures by side and by player."""
    series = series_of(public_id)
    reader = reader_of(find_match(public_id))
    cards = [_card(number, one, reader) for number, one in enumerate(series.matches, 1)]
    return render_template(
        "evening/page.html",
        public_id=public_id,
        link_preview=evening_preview(public_id, series),
        evening=series.evening,
        cards=cards,
        names=cards[-1].names,
        when=_when(series),
        time=time_text(series.time) if series.time else "",
        hand_at=lambda place: _hand_at(place, series),
    )


def _card(number: int, sitting: EveningSitting, reader: ReaderPlace) -> EveningCard:
    read = as_read(LoadedMatch(sitting.public_id, sitting.ledger), reader).ledger
    match, standing = read.match, read.standing
    return EveningCard(
        number,
        url_for("matches.show", public_id=sitting.public_id),
        match,
        standing,
        side_names(match),
        f"{clock(_here(sitting.began))} · {time_text(sitting.time)}"
        if sitting.began and sitting.time
        else "",
        race_chart(standing, match.rules.target) if len(standing.rows) > 1 else None,
    )


def _hand_at(place: EveningPlace, series: Series) -> HandLink:
    sitting = series.matches[place.match]
    ledger = sitting.ledger
    row = ledger.standing.rows[place.row]
    where = [_("hand %(number)s", number=row.number)]
    if len(series.matches) > 1:
        where.insert(0, _("match %(number)s", number=place.match + 1))
    hand_id = ledger.hand_ids[place.row]
    url = url_for("matches.hand", public_id=sitting.public_id, hand_id=hand_id)
    return HandLink(row, url, ", ".join(map(unbroken, where)))


def _when(series: Series) -> str:
    """The moments from and to: `22.11.2026 20:10 – 00:25`."""
    if not (series.began and series.ended):
        return ""
    start, end = _here(series.began), _here(series.ended)
    to = clock(end) if end - start < _ONE_NIGHT else short_moment(end)
    return f"{short_moment(start)} – {to}"


def _here(moment: datetime) -> datetime:
    # The database keeps UTC without saying so.
    here: datetime = to_user_timezone(moment.replace(tzinfo=UTC))
    return here


@pages.get("/race")
def race(public_id: str) -> str:
    """Show the race after so many entries, else as it stands, in the frame of the whole match."""
    loaded_match = find_match(public_id)
    ledger = loaded_match.ledger
    standing = ledger.standing
    entries = zip(ledger.hand_ids, standing.rows, strict=True)
    counted = [(hand_id, row) for hand_id, row in entries if row.counts]
    asked = whole_number(request.args.get("after"), digits=4)
    after = len(counted) if asked is None else min(asked, len(counted))
    context = match_context(loaded_match)
    place = place_of(public_id)
    is_limited = place is not None and place.limit > 0
    full = max(1, *standing.totals) if is_limited else ledger.match.rules.target
    hand_id, row = counted[after - 1] if after else (None, None)
    totals = row.totals if row else BySide(0, 0)
    return render_template(
        "matches/race.html",
        **{**context, "standing": replace(standing, totals=totals)},
        chart=race_chart(standing, full, until=after, height=_RACE_HEIGHT),
        is_limited=is_limited,
        after=after,
        count=len(counted),
        hand_id=hand_id,
        row=row,
        totals=totals,
        winner=standing.winner if after == len(counted) else None,
    )
