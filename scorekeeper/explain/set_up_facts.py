"""What is changed of a tournament's set-up, field by field."""

from collections.abc import Iterable
from typing import Final

from scorekeeper.explain import labels
from scorekeeper.explain.head_changes import Fact
from scorekeeper.explain.tournament_words import (
    ABSENCES,
    FORMATS,
    LENGTHS,
    PREVIEWS_SAID,
    RANKINGS,
    SHEET_PLACES,
)
from scorekeeper.i18n import long_date
from scorekeeper.i18n.language import _l
from scorekeeper.i18n.sentences import Sentences
from scorekeeper.services.tournament_acts.set_ups import write_set_up
from scorekeeper.services.tournaments.tournament_set_up import SetUp

_FIELDS: Final = Sentences[str](
    {
        "name": _l("Name"),
        "date": _l("Day"),
        "place": _l("Place"),
        "organiser": _l("Organiser"),
        "rules": _l("Rules"),
        "length": _l("What ends a match"),
        "limit": _l("Hands or minutes"),
        "rounds": _l("Rounds"),
        "format": _l("Who meets whom"),
        "standing": _l("Standings"),
        "forfeit": _l("A forfeited match"),
        "absence": _l("A round without the pair"),
        "sheet_places": _l("Places on a sheet"),
        "previews": _l("In a link's preview"),
    }
)


def field_names(fields: Iterable[str]) -> list[str]:
    """The names of these fields, in the order of the set-up."""
    changed = {*fields}
    return [_FIELDS.say(field) for field in _FIELDS if field in changed]


def set_up_facts(before: SetUp, after: SetUp) -> list[Fact]:
    """Each field that is another, with both values."""
    old, new = write_set_up(before), write_set_up(after)
    texts = _texts(before), _texts(after)
    return [
        Fact(_FIELDS.say(field), *(one.get(field) or "–" for one in texts))
        for field in _FIELDS
        if old[field] != new[field]
    ]


def _texts(set_up: SetUp) -> dict[str, str]:
    there, absent = set_up.forfeit
    return {
        "name": set_up.name,
        "date": long_date(set_up.day) if set_up.day else "",
        "place": set_up.place,
        "organiser": set_up.organiser,
        "rules": labels.rules_name(set_up.rules),
        "length": LENGTHS.say(set_up.length),
        "limit": str(set_up.limit or ""),
        "rounds": str(set_up.rounds or ""),
        "format": FORMATS.say(set_up.format),
        "standing": RANKINGS.say(set_up.standing.by),
        "forfeit": f"{there} – {absent}",
        "absence": ABSENCES.say(set_up.absence),
        "sheet_places": ", ".join(SHEET_PLACES.say(place) for place in set_up.sheet_places),
        "previews": PREVIEWS_SAID.say(set_up.previews),
    }
