"""Writing in a club: one operation, under an id that the asker chose."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from flask import Response

from scorekeeper.journal.fields import Form
from scorekeeper.journal.identifiers import is_operation_id
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import NotAllowed
from scorekeeper.rules.codec import read_rules
from scorekeeper.rules.model import Problem
from scorekeeper.services.club_acts.club_set_ups import SeasonSetUp, stored_rules
from scorekeeper.services.club_acts.registry import BODIES
from scorekeeper.services.clubs.club_service import CLUBS, LoadedClub
from scorekeeper.services.clubs.club_state import Club, ClubBody
from scorekeeper.web.api.answers import answer
from scorekeeper.web.api.blueprint import pages
from scorekeeper.web.api.bodies import read_body
from scorekeeper.web.api.members import CLUB_MEMBERS
from scorekeeper.web.api.operation_fields import SentOperation, Unread, read_named
from scorekeeper.web.api.tournament_problems import UnfitSeason

OPERATIONS: Final[Mapping[str, type[ClubBody]]] = {
    op: body for body in BODIES.values() for op in body.operations
}
"""The acts that a program can ask for, by what each is called then."""
_FORMS: Final[Mapping[str, Form]] = {
    op: form for body in BODIES.values() for op, (form,) in body.operations.items()
}


@pages.put("/clubs/<public_id>/ops/<op_id>")
def write_in_club(public_id: str, op_id: str) -> Response:
    """Do it: 201; sent again it is answered the same, as 200, and done once."""
    member = CLUB_MEMBERS.requesting(public_id)
    body = read_body()
    if not is_operation_id(op_id):
        raise Unread(Problem("unknown", "op_id"))
    sent = read_named(body, _FORMS)
    if member.role == "helper" and not OPERATIONS[sent.op].is_for_helpers:
        raise NotAllowed
    was_done = any(act.op_id == op_id for act in member.loaded.club.acts)
    loaded_club = CLUBS.write(
        public_id,
        member.phone,
        op_id,
        sent.revision,
        _body_of(sent, member.loaded.club, op_id),
    )
    return answer(_act_json(loaded_club, op_id), 200 if was_done else 201)


def _body_of(sent: SentOperation, club: Club, op_id: str) -> ClubBody:
    """The act that is asked for.

    A season whose order is left out keeps its own; a new one takes the final order. Sent again, it
    is what was written.

    :raises Unread: its rules are none.
    :raises UnfitSeason: a season cannot be counted so.
    """
    fields = sent.fields
    if sent.op == "know_players":
        fields = {**fields, "players": fields["persons"]}
    if sent.op == "change":
        fields = with_stored_rules(fields)
    body = OPERATIONS[sent.op].read(fields)
    if isinstance(body, SeasonSetUp) and "ranking" not in fields:
        written = next((one.body for one in club.acts if one.op_id == op_id), None)
        season = next((one for one in club.seasons if one.number == body.season), None)
        known = written if isinstance(written, SeasonSetUp) else season
        body = replace(body, ranking=known.ranking if known else "end")
    if isinstance(body, SeasonSetUp) and (problems := body.problems()):
        raise UnfitSeason(problems)
    return body


def with_stored_rules(fields: Json) -> Json:
    """The fields of a club's head with its rules as they are stored, where it tells them.

    :raises Unread: they are none.
    """
    if "rules" not in fields:
        return fields
    rules, problems = read_rules(fields["rules"])
    if problems:
        raise Unread(*problems)
    return {**fields, "rules": stored_rules(rules)}


def _act_json(loaded_club: LoadedClub, op_id: str) -> Json:
    act = next(act for act in loaded_club.club.acts if act.op_id == op_id)
    return {
        "op_id": act.op_id,
        "seq": act.seq,
        "kind": act.kind,
        "data": act.body.data,
        "revision": loaded_club.revision,
    }
