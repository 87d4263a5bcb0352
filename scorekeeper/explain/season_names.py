"""The names of those whom a season ranks."""

from collections.abc import Mapping

from scorekeeper.explain.club_words import person_name
from scorekeeper.i18n import gettext as _
from scorekeeper.seasons.season import Persons
from scorekeeper.services.clubs.club_seasons import CountedSeason
from scorekeeper.services.clubs.club_state import Club, ClubSeason


def season_name(season: ClubSeason) -> str:
    """The season's name; its number where names were erased."""
    return season.name or _("Season %(number)s", number=season.number)


def season_names(club: Club, counted: CountedSeason, *, is_inside: bool) -> dict[str, str]:
    """The name of everybody in the season, by the ids in its rows."""
    persons = {key: person_name(one, is_inside=is_inside) for key, one in club.persons.items()}
    strangers = {
        stranger: name or _("Pair %(number)s", number=stranger.split(":")[1])
        for stranger, name in counted.strangers.items()
    }
    return {**persons, **strangers}


def unit_name(unit: Persons, names: Mapping[str, str]) -> str:
    """Who is ranked: one name, or two."""
    return " – ".join(names[one] for one in unit)
