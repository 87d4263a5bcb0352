"""What a chat shows of a match and of an evening."""

from scorekeeper.explain.club_sides import sides_at_club
from scorekeeper.explain.labels import default_side_names, number_text
from scorekeeper.explain.shown_names import named_by_players, side_names
from scorekeeper.explain.tournament_words import length_text
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import ngettext
from scorekeeper.printing.link_card import Duel, LinkCard
from scorekeeper.rules.model import SIDES, BySide
from scorekeeper.services.clubs.club_matches import club_of
from scorekeeper.services.clubs.hidden_names import does_match_tell
from scorekeeper.services.clubs.tournament_names import has_names_in_cards
from scorekeeper.services.evenings import Series
from scorekeeper.services.match_acts.meta import has_names_in_previews
from scorekeeper.services.matches import LoadedMatch
from scorekeeper.services.tournaments.places import TablePlace, place_of, tournament_of
from scorekeeper.services.tournaments.service import find_tournament


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
            "The players stopped after %(num)s hand.",
            "The players stopped after %(num)s hands.",
            hands,
        )
    else:
        played = ngettext("%(num)s hand was played", "%(num)s hands were played", hands)
        nothing = _("No hand yet")
        text = f"{played if hands else nothing} · {goal}"
    duel = _duel(names, standing.totals, full)
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
    """Are its players' names for everybody who is shown a link, also by its club and tournament?"""
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
    return BySide(*(_("Pair %(number)s", number=key) for key in (table.a, table.b)))


def _duel(names: BySide[str], totals: BySide[int], full: int) -> Duel:
    percent = BySide(*(min(max(100 * totals.of(side) // full, 0), 100) for side in SIDES))
    # The bundled font has no minus sign; its dash is as wide as a digit and looks alike.
    texts = BySide(*(str(total).replace("-", "–") for total in totals))
    return Duel(names, texts, percent)


def _title(duel: Duel) -> str:
    ours, theirs = (number_text(total) for total in duel.totals)
    return f"{duel.names.A} {ours} – {theirs} {duel.names.B}"
