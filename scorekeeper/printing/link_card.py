"""The cards that a chat shows of a link, a match, an evening, a tournament and a season."""

from typing import Final, NamedTuple

from scorekeeper.club.club_matches import club_of
from scorekeeper.club.club_seasons import CountedSeason
from scorekeeper.club.club_state import Club
from scorekeeper.club.club_tournaments import has_names_in_cards
from scorekeeper.club.erased_names import does_match_tell
from scorekeeper.club.seasons.played_figures import decimal_text
from scorekeeper.draws.standings import StandingsRow
from scorekeeper.explain.club_words import club_name, points_text, sides_at_club
from scorekeeper.explain.labels import between, default_side_names, scores_text
from scorekeeper.explain.phase_standings import place_teller
from scorekeeper.explain.season_words import season_name, season_names, unit_name
from scorekeeper.explain.shown_names import named_by_players, side_names
from scorekeeper.explain.standings_words import champion_text, figure_text, standings_title
from scorekeeper.explain.tournament_words import length_text, number_text_of, title_of
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import long_date, ngettext
from scorekeeper.match.acts.meta import has_names_in_previews
from scorekeeper.match.evenings import Series
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.printing.pdf import PICTURE_STYLESHEET_URL, PIXELS
from scorekeeper.printing.picture import render
from scorekeeper.rules.model import OTHER, SIDES, BySide, Side
from scorekeeper.rules.names import shorten
from scorekeeper.tournament.places import TablePlace, place_of, tournament_of
from scorekeeper.tournament.service import LoadedTournament, find_tournament
from scorekeeper.tournament.standing import columns_of, standing_of
from scorekeeper.tournament.tournament_set_up import SetUp

CARD_SIZE: Final = (1200, 630)
"""The card's width and height in pixels: chats show this shape whole."""
MOST_CARD_ROWS: Final = 4
"""The rows of standings that a card holds; a chat shows it a quarter as large."""
_LONGEST_HEADING: Final = 90
_LONGEST_TEXT: Final = 150
_LONGEST_NAME: Final = 44
_LONG_HEADING: Final = 34
"""Letters above which a heading is set smaller."""


class CardRow(NamedTuple):
    """A line of standings."""

    place: str
    name: str
    points: str


class Duel(NamedTuple):
    """Two sides and what each has: points, or matches won."""

    names: BySide[str]
    totals: BySide[int]
    reached: BySide[int]
    """How much of the target each side has, in percent, from 0 to 100."""
    first: Side = "A"
    """The side that stands at the left: the winner, where a match has one."""

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, the left one first."""
        return self.first, OTHER[self.first]

    @property
    def score(self) -> tuple[int, int]:
        """The totals, the left one first."""
        first, second = map(self.totals.of, self.sides)
        return first, second

    def drawn_total(self, side: Side) -> str:
        """The side's total in letters that the bundled font has: it has no minus sign.

        Its dash is as wide as a digit and looks alike.
        """
        return str(self.totals.of(side)).replace("-", "–")


class LinkCard(NamedTuple):
    """The preview of an address in a chat: its title, one sentence, and the picture of both."""

    kind: str
    """The kind of page: a match, the standings."""
    title: str
    text: str
    heading: str = ""
    """The heading of the picture; empty where the duel says it."""
    duel: Duel | None = None
    rows: tuple[CardRow, ...] = ()
    """Not more than there is room for."""

    @property
    def head(self) -> str:
        """The heading, as much as there is room for."""
        return shorten(self.heading, _LONGEST_HEADING)

    @property
    def is_long(self) -> bool:
        """Is the heading set smaller?"""
        return len(self.heading) > _LONG_HEADING

    @property
    def foot(self) -> str:
        """The sentence, as much as there is room for."""
        return shorten(self.text, _LONGEST_TEXT)

    @property
    def lines(self) -> tuple[CardRow, ...]:
        """The rows as they are drawn."""
        return tuple(row._replace(name=shorten(row.name, _LONGEST_NAME)) for row in self.rows)


def card_html(card: LinkCard) -> str:
    """The card's HTML, for `printer.png`."""
    width, height = (pixels // PIXELS for pixels in CARD_SIZE)
    context = {"width": width, "height": height, "stylesheet": PICTURE_STYLESHEET_URL}
    return render("pictures/card.html", card=card, between=between, **context)


def match_card(loaded_match: LoadedMatch, place: TablePlace | None) -> LinkCard:
    """The card of a match, running or over, at this table of a tournament or at none."""
    match, standing = loaded_match.ledger.match, loaded_match.ledger.standing
    names = _preview_sides(loaded_match, place)
    is_limited = place is not None and place.limit > 0
    full = max(1, *standing.totals) if is_limited else match.rules.target
    hands = sum(row.number is not None and row.counts for row in standing.rows)
    length, limit = (place.length, place.limit) if place else ("target", 0)
    goal = length_text(length, limit, match.rules.target)
    if standing.winner:
        text = ngettext(
            "Won by %(side)s, after %(num)s hand",
            "Won by %(side)s, after %(num)s hands",
            hands,
            side=names.of(standing.winner),
        )
    elif standing.is_over:
        text = ngettext(
            "The match stopped after %(num)s hand.",
            "The match stopped after %(num)s hands.",
            hands,
        )
    else:
        played = ngettext("%(num)s hand was played", "%(num)s hands were played", hands)
        nothing = _("No hand yet")
        text = f"{played if hands else nothing} · {goal}"
    duel = _duel(names, standing.totals, full)._replace(first=standing.winner_first[0])
    return LinkCard(_("A match of Pilotta"), _title(duel), text, duel=duel)


def evening_card(series: Series) -> LinkCard:
    """The card of an evening: how many matches each side has won.

    It has no names where one of its matches has none.
    """
    sides = [
        _preview_sides(LoadedMatch(one.public_id, one.ledger), place_of(one.public_id))
        for one in series.matches
    ]
    default, won = default_side_names(), series.evening.won
    names = default if default in sides else sides[-1]
    duel = _duel(names, won, max(1, *won))
    text = " · ".join(
        (
            ngettext("%(num)s match", "%(num)s matches", len(series.matches)),
            ngettext("%(num)s hand", "%(num)s hands", series.evening.hands),
        )
    )
    kind = _("The evening")
    return LinkCard(kind, f"{_title(duel)} · {kind}", text, duel=duel)


def may_name_players(loaded_match: LoadedMatch) -> bool:
    """Whether the card may name players: by the match, its tournament and its club."""
    ledger, public_id = loaded_match.ledger, loaded_match.public_id
    tournament, club = tournament_of(public_id), club_of(loaded_match)
    return (
        has_names_in_previews(ledger)
        and (tournament is None or has_names_in_cards(tournament))
        and (club is None or not does_match_tell(club.club, public_id, ledger))
    )


def _preview_sides(loaded_match: LoadedMatch, place: TablePlace | None) -> BySide[str]:
    """The names that a chat is given: the tournament's or the scorer's choice.

    Who is a number to strangers in the club is one here, too.
    """
    by_number = _sides_by_number(place) if place else None
    if by_number is not None:
        return by_number
    ledger = loaded_match.ledger
    if not has_names_in_previews(ledger):
        return default_side_names()
    tournament = None if place else tournament_of(loaded_match.public_id)
    if tournament is not None and not has_names_in_cards(tournament):
        return default_side_names()  # it counts nowhere there, and has the pairs' names
    club = club_of(loaded_match)
    if club is not None:
        return sides_at_club(loaded_match, club.club, is_inside=False)
    return side_names(named_by_players(ledger.match))


def _sides_by_number(place: TablePlace) -> BySide[str] | None:
    """The pairs' numbers, where the tournament shows no names."""
    loaded_tournament = find_tournament(place.tournament)
    drawn_round = loaded_tournament.tournament.round(place.round)
    if has_names_in_cards(loaded_tournament) or drawn_round is None:
        return None
    table = next(one for one in drawn_round.tables if one.number == place.table)
    sides = (loaded_tournament.tournament.side(key) for key in (table.a, table.b))
    return BySide(*map(number_text_of, sides))


def _duel(names: BySide[str], totals: BySide[int], full: int) -> Duel:
    percent = BySide(*(min(max(100 * totals.of(side) // full, 0), 100) for side in SIDES))
    return Duel(names, totals, percent)


def _title(duel: Duel) -> str:
    first, second = map(duel.names.of, duel.sides)
    return f"{first} {scores_text(duel.score)} {second}"


def tournament_card(loaded_tournament: LoadedTournament) -> LinkCard:
    """The card of a tournament: where and when, and who leads."""
    tournament, set_up = loaded_tournament.tournament, loaded_tournament.tournament.set_up
    title = title_of(set_up)
    count = len(tournament.pairs)
    facts = (
        long_date(set_up.day) if set_up.day else "",
        set_up.place,
        standings_title(loaded_tournament) if tournament.rounds else "",
        "" if tournament.rounds else _count_text(set_up, count),
    )
    rows = _standings_rows(loaded_tournament) if tournament.rounds else ()
    text = " · ".join(filter(None, facts))
    return LinkCard(_("Tournament"), title, text, heading=title, rows=rows)


def _count_text(set_up: SetUp, count: int) -> str:
    if set_up.is_individual:
        return ngettext("%(num)s player", "%(num)s players", count)
    return ngettext("%(num)s pair", "%(num)s pairs", count)


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
    place_text = place_teller(loaded_tournament)
    return tuple(
        CardRow(
            place_text(row),
            _pair_name(loaded_tournament, row, has_names=has_names),
            figure_text(first, row.figures[first].points, by) if first in row.figures else "",
        )
        for row in rows[:MOST_CARD_ROWS]
    )


def _pair_name(loaded_tournament: LoadedTournament, row: StandingsRow, *, has_names: bool) -> str:
    tournament = loaded_tournament.tournament
    pair = tournament.pairs[row.pair]
    return f"{row.pair} {pair.name}" if pair.name and has_names else number_text_of(pair)
