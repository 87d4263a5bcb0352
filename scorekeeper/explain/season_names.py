"""The names of those whom a season ranks."""

from collections.abc import Mapping

from scorekeeper.explain.club_words import person_name
from scorekeeper.i18n import gettext as _
from scorekeeper.seasons.season import Persons
from scorekeeper.services.clubs.club_seasons import CountedSeason
from scorekeeper.services.clubs.club_state import Club, ClubSeason
from scorekeeper.services.clubs.hidden_names import is_hidden


def season_name(season: ClubSeason) -> str:
    """The season's name; its number where names were erased."""
    return season.name or _("Season %(number)s", number=season.number)


def season_names(club: Club, counted: CountedSeason, *, is_inside: bool) -> dict[str, str]:
    """The name of everybody in the season, by the ids in its rows."""

    def shown(name: str) -> str:
        return "" if not is_inside and is_hidden(club, name) else name

    persons = {
        key: person_name(club, one, is_inside=is_inside) for key, one in club.persons.items()
    }
    strangers = {
        stranger: shown(name) or _("Pair %(number)s", number=stranger.split(":")[1])
        for stranger, name in counted.strangers.items()
    }
    return {**persons, **strangers}


def unit_name(unit: Persons, names: Mapping[str, str]) -> str:
    """Who is ranked: one name, or two."""
    return " – ".join(names[one] for one in unit)
