"""What a chat shows of a tournament, its standings, and a club's season."""

from scorekeeper.draws.standings import StandingsRow
from scorekeeper.explain.club_words import club_name, points_text
from scorekeeper.explain.criterion_text import figure_text
from scorekeeper.explain.season_names import season_name, season_names, unit_name
from scorekeeper.explain.standings_words import champion_text, standings_title
from scorekeeper.explain.tournament_words import title_of
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import long_date, ngettext
from scorekeeper.printing.link_card import MOST_CARD_ROWS, CardRow, LinkCard
from scorekeeper.seasons.exact import decimal_text
from scorekeeper.services.clubs.club_seasons import CountedSeason
from scorekeeper.services.clubs.club_state import Club
from scorekeeper.services.clubs.tournament_names import has_names_in_cards
from scorekeeper.services.tournaments.service import LoadedTournament
from scorekeeper.services.tournaments.standing import columns_of, standing_of


def tournament_card(loaded_tournament: LoadedTournament) -> LinkCard:
    """The card of a tournament: where and when, and who leads."""
    tournament, set_up = loaded_tournament.tournament, loaded_tournament.tournament.set_up
    title = title_of(set_up)
    count = len(tournament.pairs)
    facts = (
        long_date(set_up.day) if set_up.day else "",
        set_up.place,
        standings_title(loaded_tournament) if tournament.rounds else "",
        "" if tournament.rounds else ngettext("%(num)s pair", "%(num)s pairs", count),
    )
    rows = _standings_rows(loaded_tournament) if tournament.rounds else ()
    text = " · ".join(filter(None, facts))
    return LinkCard(_("Tournament"), title, text, heading=title, rows=rows)


def standings_card(loaded_tournament: LoadedTournament) -> LinkCard:
    """The card of a tournament's standings."""
    title = title_of(loaded_tournament.tournament.set_up)
    champion = champion_text(loaded_tournament) if has_names_in_cards(loaded_tournament) else ""
    text = " · ".join(filter(None, (standings_title(loaded_tournament), champion)))
    rows = _standings_rows(loaded_tournament)
    kind = _("Standings")
    return LinkCard(kind, f"{title} – {kind}", text, heading=title, rows=rows)


def season_card(club: Club, counted: CountedSeason) -> LinkCard:
    """The card of a season, with the names that strangers may read."""
    name, names = season_name(counted.season), season_names(club, counted, is_inside=False)
    rows = tuple(
        CardRow(
            f"{row.place}." if row.place else "–",
            unit_name(row.unit, names),
            points_text(decimal_text(row.points)),
        )
        for row in counted.rows[:MOST_CARD_ROWS]
    )
    text = ngettext(
        "Standings after %(num)s evening",
        "Standings after %(num)s evenings",
        len(counted.played.events),
    )
    return LinkCard(club_name(club), f"{name} – {club_name(club)}", text, heading=name, rows=rows)


def _standings_rows(loaded_tournament: LoadedTournament) -> tuple[CardRow, ...]:
    rows, by = standing_of(loaded_tournament), loaded_tournament.tournament.set_up.standing.by
    if not rows:
        return ()
    first = columns_of(rows, by)[0]
    has_names = has_names_in_cards(loaded_tournament)
    return tuple(
        CardRow(
            f"{row.place}.",
            _pair_name(loaded_tournament, row, has_names=has_names),
            figure_text(first, row.figures[first].points, by) if first in row.figures else "",
        )
        for row in rows[:MOST_CARD_ROWS]
    )


def _pair_name(loaded_tournament: LoadedTournament, row: StandingsRow, *, has_names: bool) -> str:
    name = loaded_tournament.tournament.pairs[row.pair].name
    if name and has_names:
        return f"{row.pair} {name}"
    return _("Pair %(number)s", number=row.pair)
