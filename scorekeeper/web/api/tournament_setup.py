"""Read the set-up of a tournament, or a change of it, as a program sends it."""

from typing import Final

from scorekeeper.draws.criteria import StandingRules
from scorekeeper.draws.model import FORMATS
from scorekeeper.journal.json_values import Json, object_in, one_of
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.model import Problem, RuleSet
from scorekeeper.services.tournament_acts.set_ups import NEEDED, SET_UP_FIELDS, write_set_up
from scorekeeper.services.tournaments.tournament_set_up import SetUp, usual_rounds
from scorekeeper.web.api.operation_fields import Unread, read_fields, without_nulls

_NEEDED: Final = tuple(one for one in SET_UP_FIELDS if one.name in NEEDED)


def read_new(body: Json) -> Json:
    """Read a tournament to set up, of which only its name and rules must be said.

    :raises Unread: with everything that is wrong with it.
    """
    values = without_nulls(body)
    usual = write_set_up(SetUp(name="", rules=RuleSet(), standing=StandingRules()))
    new = usual | _finish(usual, *read_fields(values, _NEEDED, SET_UP_FIELDS))
    return (
        new
        if "rounds" in values
        else new | {"rounds": usual_rounds(one_of(FORMATS, new["format"]))}
    )


def read_changes(values: Json, now: SetUp) -> Json:
    """Read what is to be changed of a tournament that is set up so.

    :raises Unread: with everything that is wrong with it.
    """
    read = _finish(write_set_up(now), *read_fields(values, (), SET_UP_FIELDS))
    format_ = one_of(FORMATS, read.get("format", now.format))
    is_usual = format_ != now.format and "rounds" not in read
    return read | {"rounds": usual_rounds(format_)} if is_usual else read


def _finish(before: Json, read: Json, found: list[Problem]) -> Json:
    """Make what was read whole, and check what hangs together."""
    if "rules" in read:
        rules, wrong = read_rules(read["rules"])
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
        read["standing"] = object_in(before, "standing") | object_in(read, "standing")
    return read
