"""What a tournament is, as a program says it: read as a `set_up` or a `changed` holds it."""

import re
from datetime import date
from typing import Any, Final, get_args

from scorekeeper.draws.criteria import ORDERS, StandingRules, TieBreak
from scorekeeper.draws.model import FORMATS
from scorekeeper.rules.codec import UNREAD, Json, read_rules, write_rules
from scorekeeper.rules.model import Problem, RuleSet
from scorekeeper.services.tournament_acts.set_ups import write_set_up
from scorekeeper.services.tournaments.acting import HIGHEST_BYE, LONGEST_TEXT, MOST, MOST_ROUNDS
from scorekeeper.services.tournaments.state import LENGTHS, SetUp
from scorekeeper.web.api.readers import Reader, fields, one_of, several, text, whole
from scorekeeper.web.api.tournament_problems import Unread

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NEEDED: Final = ("name", "rules")


def read_new(body: dict[str, Json]) -> dict[str, Any]:
    """A tournament to set up, of which only its name and rules must be said.

    :raises Unread: with everything that is wrong with it.
    """
    given = {field: value for field, value in body.items() if value is not None}
    usual = write_set_up(SetUp(name="", rules=RuleSet(), standing=StandingRules()))
    missing = [Problem("missing", field) for field in _NEEDED if field not in given]
    return usual | _read(given, usual, missing)


def read_changed(given: dict[str, Json], now: SetUp) -> dict[str, Any]:
    """What is to be changed of a tournament that is set up so.

    :raises Unread: with everything that is wrong with it.
    """
    return _read(given, write_set_up(now), [])


def _read(
    given: dict[str, Json], before: dict[str, Any], found: list[Problem]
) -> dict[str, object]:
    found = [*found, *(Problem("unknown", field) for field in given.keys() - FIELDS)]
    read = {field: _READ[field](value) for field, value in given.items() if field in _READ}
    found += [Problem("unknown", field) for field, value in read.items() if value is UNREAD]
    if "rules" in given:
        rules, wrong = read_rules(given["rules"])
        found += wrong
        read["rules"] = write_rules(rules)
    if not found and read.keys() & {"length", "limit"}:
        after = before | read
        read["limit"] = after["limit"] if after["length"] != "target" else 0
        if after["length"] != "target" and not after["limit"]:
            found.append(Problem("missing", "limit"))
    if found:
        raise Unread(*found)
    if "standing" in read:
        read["standing"] = before["standing"] | read["standing"]
    return read


def _day(value: Json) -> object:
    """A day as ISO 8601 has it, or an empty text for none."""
    if type(value) is not str or (value and not _DAY.fullmatch(value)):
        return UNREAD
    try:
        return value and date.fromisoformat(value).isoformat()
    except ValueError:
        return UNREAD


def _tie_breaks(value: Json) -> object:
    """Each at most once."""
    read = several(one_of(get_args(TieBreak)))(value)
    return UNREAD if read is UNREAD or len(set(read)) < len(read) else read


_READ: Final[dict[str, Reader]] = {
    "name": text(LONGEST_TEXT),
    "date": _day,
    "place": text(LONGEST_TEXT),
    "organiser": text(LONGEST_TEXT),
    "length": one_of(LENGTHS),
    "limit": whole(0, MOST),
    "rounds": whole(1, MOST_ROUNDS),
    "format": one_of(FORMATS),
    "standing": fields(
        {
            "by": one_of(ORDERS),
            "tie_breaks": _tie_breaks,
            "match_points": several(whole(0, MOST), 3),
            "bye": several(whole(0, HIGHEST_BYE), 2),
        }
    ),
}
FIELDS: Final = frozenset({*_READ, "rules"})
"""All that can be said of a tournament."""
