"""Writing in a tournament: one operation, under an id that the asker chose."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from flask import Response

from scorekeeper.rules.model import Problem
from scorekeeper.services.ledger import Json
from scorekeeper.services.matches import is_operation_id
from scorekeeper.services.tournament_acts.registry import BODIES
from scorekeeper.services.tournament_acts.results import ResultWritten
from scorekeeper.services.tournaments import drawing, renaming, service, standing, swapping
from scorekeeper.services.tournaments.acting import Fault, TournamentRefused
from scorekeeper.services.tournaments.drawing import CannotDraw
from scorekeeper.services.tournaments.pasting import read_list
from scorekeeper.services.tournaments.service import LoadedTournament, NotAllowed
from scorekeeper.services.tournaments.sheets import won_in
from scorekeeper.web import limits
from scorekeeper.web.api.answers import answer
from scorekeeper.web.api.blueprint import pages
from scorekeeper.web.api.bodies import read_body
from scorekeeper.web.api.members import Member, member_of
from scorekeeper.web.api.tournament_acts import TournamentOperation, read_operation
from scorekeeper.web.api.tournament_problems import BadList, Unread, refuse_draw
from scorekeeper.web.api.tournament_setup import read_changed


class _Asked(NamedTuple):
    """An operation, who asks for it, and under which id."""

    member: Member
    op_id: str
    operation: TournamentOperation

    @property
    def held(self) -> LoadedTournament:
        """The tournament as it stood when it was asked."""
        return self.member.held

    @property
    def said(self) -> dict[str, Any]:
        """The operation's own fields."""
        return self.operation.fields

    @property
    def who(self) -> tuple[str, int, str, int]:
        """What every use case wants to know first."""
        return self.held.public_id, self.member.phone, self.op_id, self.operation.revision

    def do(self, data: Json) -> LoadedTournament:
        """Write the act."""
        return service.do(*self.who, self.operation.kind, data, self.said)


@pages.put("/tournaments/<public_id>/ops/<op_id>")
def write_in_tournament(public_id: str, op_id: str) -> Response:
    """Do it: 201; sent again it is answered the same, as 200, and done once."""
    member = member_of(public_id)
    body = read_body()
    if not is_operation_id(op_id):
        raise Unread(Problem("unknown", "op_id"))
    asked = _Asked(member, op_id, read_operation(body))
    if member.role == "helper" and not BODIES[asked.operation.kind].is_for_helpers:
        raise NotAllowed
    was_done = member.held.tournament.has_done(op_id)
    try:
        held = _DO[asked.operation.op](asked)
    except CannotDraw as refused:
        return refuse_draw(member.held, refused)
    return answer(_done(held, asked), 200 if was_done else 201)


def _done(held: LoadedTournament, asked: _Asked) -> Json:
    act = next(act for act in held.tournament.acts if act.op_id == asked.op_id)
    told = {"op_id": act.op_id, "seq": act.seq, "kind": act.kind, "data": act.data}
    told["revision"] = held.revision
    if isinstance(act.body, ResultWritten) and act.body.round < len(held.tournament.rounds):
        told["drawn_otherwise"] = list(drawing.drawn_otherwise(held.tournament))
    return told


def _change(asked: _Asked) -> LoadedTournament:
    return asked.do(read_changed(asked.said, asked.held.tournament.set_up))


def _add_pairs(asked: _Asked) -> LoadedTournament:
    usual = {"club": "", "seeding": None, "paid": False, "present": True}
    pairs = [usual | _seeded(pair) for pair in asked.said["pairs"]]
    if any("players" not in pair for pair in pairs):
        raise TournamentRefused(Fault("one_player", "pairs"))
    return asked.do({"pairs": pairs})


def _seeded(pair: dict[str, object]) -> dict[str, Any]:
    """The pair's fields; no seed is told as 0, because null is absent."""
    return {**pair, "seeding": pair["seeding"] or None} if "seeding" in pair else pair


def _paste_pairs(asked: _Asked) -> LoadedTournament:
    pasted = read_list(asked.held.tournament, asked.op_id, asked.said["text"])
    if pasted.bad:
        raise BadList(pasted.bad)
    return asked.do({"pairs": list(pasted.pairs)})


def _change_pair(asked: _Asked) -> LoadedTournament:
    return renaming.change_pair(*asked.who, _seeded(asked.said))


def _attend(asked: _Asked) -> LoadedTournament:
    return asked.do({"present": [], "absent": [], **asked.said})


@limits.new_matches
def _draw(asked: _Asked) -> LoadedTournament:
    return drawing.draw_round(*asked.who, _tables(asked, "fixed"), _tables(asked, "forbidden"))


def _tables(asked: _Asked, field: str) -> list[tuple[str, str]]:
    return [(a, b) for a, b in asked.said.get(field, ())]


def _swap(asked: _Asked) -> LoadedTournament:
    one, other = asked.said["pairs"]
    return swapping.swap(*asked.who, asked.said["round"], (one, other))


def _undraw(asked: _Asked) -> LoadedTournament:
    return swapping.undraw(*asked.who, asked.said["round"])


def _result(asked: _Asked) -> LoadedTournament:
    told = {"hands": won_in(asked.said.get("sheet")), "reason": "", **asked.said}
    return asked.do({**told, "source": asked.member.role})


def _draw_lots(asked: _Asked) -> LoadedTournament:
    return standing.draw_lots_of(asked.held, *asked.who[1:])


def _as_said(asked: _Asked) -> LoadedTournament:
    return asked.do(asked.said)


_DO: Final[dict[str, Callable[[_Asked], LoadedTournament]]] = {
    "change": _change,
    "add_pairs": _add_pairs,
    "paste_pairs": _paste_pairs,
    "change_pair": _change_pair,
    "attend": _attend,
    "draw": _draw,
    "swap": _swap,
    "undraw": _undraw,
    "result": _result,
    "adjust": _as_said,
    "draw_lots": _draw_lots,
    "start_clock": _as_said,
}
