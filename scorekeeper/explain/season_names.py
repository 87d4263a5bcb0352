"""The names of those whom a season ranks, and of the tournaments that a club names."""

from collections.abc import Mapping

from scorekeeper.explain.club_words import person_name
from scorekeeper.explain.tournament_words import title_of
from scorekeeper.i18n import gettext as _
from scorekeeper.seasons.season import Persons
from scorekeeper.services.clubs.club_seasons import CountedSeason
from scorekeeper.services.clubs.club_state import Club, ClubSeason
from scorekeeper.services.clubs.hidden_names import is_hidden
from scorekeeper.services.tournaments.service import LoadedTournament


def season_name(season: ClubSeason) -> str:
    """The season's name; its number where names were erased."""
    return season.name or _("Season %(number)s", number=season.number)


def season_names(club: Club, counted: CountedSeason, *, is_inside: bool) -> dict[str, str]:
    """The name of everybody in the season, by the ids in its rows."""

    def shown(stranger: str, name: str) -> str:
        tournament, pair, _seat = stranger.split(":")
        is_closed = tournament in club.closed or is_hidden(club, name)
        known_name = "" if not is_inside and is_closed else name
        return known_name or _("Pair %(number)s", number=pair)

    persons = {
        key: person_name(club, one, is_inside=is_inside) for key, one in club.persons.items()
    }
    strangers = {one: shown(one, name) for one, name in counted.strangers.items()}
    return {**persons, **strangers}


def event_title(club: Club, event: LoadedTournament, *, is_inside: bool) -> str:
    """The tournament's name; for strangers what it is, where it names somebody who is a number."""
    title = title_of(event.tournament.set_up)
    return title if is_inside or not _tells(club, event, title) else _("Tournament")


def event_place(club: Club, event: LoadedTournament, *, is_inside: bool) -> str:
    """Where it is played; nothing for strangers, where it names somebody who is a number."""
    place = event.tournament.set_up.place
    return place if is_inside or not _tells(club, event, place) else ""


def _tells(club: Club, event: LoadedTournament, text: str) -> bool:
    return event.public_id in club.closed or is_hidden(club, text)


def unit_name(unit: Persons, names: Mapping[str, str]) -> str:
    """Who is ranked: one name, or two."""
    return " – ".join(names[one] for one in unit)
