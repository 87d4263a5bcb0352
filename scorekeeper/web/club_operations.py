"""The operations of clubs, for programs and pages alike."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, TypeAlias

from scorekeeper.club.acts.club_set_ups import ClubChanged, SeasonSetUp, stored_rules
from scorekeeper.club.acts.registry import BODIES
from scorekeeper.club.acts.roster import PlayersKnown
from scorekeeper.club.club_service import CLUBS, LoadedClub
from scorekeeper.journal.act import act_done_by
from scorekeeper.journal.json_values import Json
from scorekeeper.json_parts import PartProblem
from scorekeeper.rules.codec import read_rules
from scorekeeper.web.operation_table import OperationRequest, Operations, Unread

_Request: TypeAlias = OperationRequest[LoadedClub]


class UnfitSeason(Exception):
    """A season cannot be counted so, with the problems that the `season` command finds."""

    def __init__(self, problems: Iterable[PartProblem]) -> None:
        super().__init__(problems)
        self.problems = tuple(problems)


def with_stored_rules(fields: Json) -> Json:
    """The fields of a club's head, with its rules, if given, as they are stored.

    :raises Unread: they are no rules.
    """
    if "rules" not in fields:
        return fields
    rules, problems = read_rules(fields["rules"])
    if problems:
        raise Unread(*problems)
    return {**fields, "rules": stored_rules(rules)}


def _change(op_request: _Request) -> LoadedClub:
    return CLUB_OPERATIONS.write(op_request, ClubChanged.read(with_stored_rules(op_request.fields)))


def _know_players(op_request: _Request) -> LoadedClub:
    fields = op_request.fields
    body = PlayersKnown.read({**fields, "players": fields["persons"]})
    return CLUB_OPERATIONS.write(op_request, body)


def _set_season_up(op_request: _Request) -> LoadedClub:
    """Set a season up; one whose order is left out keeps its own, and a new one the final order.

    Sent again, it is what was written.

    :raises UnfitSeason: a season cannot be counted so.
    """
    fields, club = op_request.fields, op_request.loaded.club
    body = SeasonSetUp.read(fields)
    if "ranking" not in fields:
        act = act_done_by(op_request.op_id, club.acts)
        season = next((one for one in club.seasons if one.number == body.season), None)
        known = act.body if act and isinstance(act.body, SeasonSetUp) else season
        body = replace(body, ranking=known.ranking if known else "end")
    if problems := body.problems():
        raise UnfitSeason(problems)
    return CLUB_OPERATIONS.write(op_request, body)


CLUB_OPERATIONS: Final = Operations(
    CLUBS,
    BODIES,
    {"change": _change, "know_players": _know_players, "set_season_up": _set_season_up},
)
