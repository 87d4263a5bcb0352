"""Writing in a tournament: one operation, under an id that the asker chose."""

from collections.abc import Callable
from typing import Final, NamedTuple

from flask import Response

from scorekeeper.journal.identifiers import is_operation_id
from scorekeeper.journal.json_values import (
    Json,
    number_in,
    number_or_none,
    objects_in,
    text_in,
    two_texts_in,
)
from scorekeeper.journal.owner import NotAllowed
from scorekeeper.rules.model import Problem
from scorekeeper.services.tournament_acts.body import Fault, TournamentRefused
from scorekeeper.services.tournament_acts.pair_acts import (
    Attended,
    NewPair,
    PairChanged,
    PairsAdded,
)
from scorekeeper.services.tournament_acts.result_acts import ResultWithdrawn, ResultWritten
from scorekeeper.services.tournament_acts.set_ups import SetUpChanged
from scorekeeper.services.tournaments import (
    drawing,
    renaming,
    standing,
    swapping,
    taking,
    undoing,
)
from scorekeeper.services.tournaments.draw_requests import CannotDraw
from scorekeeper.services.tournaments.drawing import redraw_differences
from scorekeeper.services.tournaments.finals import moves_finalists
from scorekeeper.services.tournaments.list_rows import BadRow
from scorekeeper.services.tournaments.pasting import NotAList, read_list
from scorekeeper.services.tournaments.plausibility import Doubt, doubts_about
from scorekeeper.services.tournaments.service import TOURNAMENTS, LoadedTournament, is_next
from scorekeeper.services.tournaments.state import TournamentBody
from scorekeeper.services.tournaments.typed_sheets import won_in
from scorekeeper.web import limits
from scorekeeper.web.api.answers import answer
from scorekeeper.web.api.blueprint import pages
from scorekeeper.web.api.bodies import read_body
from scorekeeper.web.api.members import TOURNAMENT_MEMBERS, Member
from scorekeeper.web.api.operation_fields import Unread
from scorekeeper.web.api.tournament_acts import TournamentOperation, read_operation
from scorekeeper.web.api.tournament_problems import BadList, DoubtfulResult, refuse_draw
from scorekeeper.web.api.tournaments import read_changes


class _OperationRequest(NamedTuple):
    """An operation, who asks for it, and under which id."""

    member: Member[LoadedTournament]
    op_id: str
    operation: TournamentOperation

    @property
    def loaded_tournament(self) -> LoadedTournament:
        """The tournament as it stood when it was asked."""
        return self.member.loaded

    @property
    def sent(self) -> Json:
        """The operation's own fields."""
        return self.operation.fields

    @property
    def who(self) -> tuple[str, int, str, int]:
        """The arguments that every use case begins with."""
        return (
            self.loaded_tournament.public_id,
            self.member.phone,
            self.op_id,
            self.operation.revision,
        )

    def write(self, body: TournamentBody) -> LoadedTournament:
        """Write the act."""
        return TOURNAMENTS.write(*self.who, body, self.sent)


@pages.put("/tournaments/<public_id>/ops/<op_id>")
def write_in_tournament(public_id: str, op_id: str) -> Response:
    """Do it: 201; sent again it is answered the same, as 200, and done once."""
    member = TOURNAMENT_MEMBERS.requesting(public_id)
    body = read_body()
    if not is_operation_id(op_id):
        raise Unread(Problem("unknown", "op_id"))
    op_request = _OperationRequest(member, op_id, read_operation(body))
    if member.role == "helper" and not op_request.operation.kind.is_for_helpers:
        raise NotAllowed
    was_done = member.loaded.tournament.has_done(op_id)
    try:
        do = _DO.get(op_request.operation.op)
        loaded_tournament = (
            do(op_request)
            if do
            else op_request.write(op_request.operation.kind.read(op_request.sent))
        )
    except CannotDraw as refusal:
        return refuse_draw(member.loaded, refusal)
    return answer(_act_json(loaded_tournament, op_request), 200 if was_done else 201)


def _act_json(loaded_tournament: LoadedTournament, op_request: _OperationRequest) -> Json:
    act = next(act for act in loaded_tournament.tournament.acts if act.op_id == op_request.op_id)
    payload: Json = {"op_id": act.op_id, "seq": act.seq, "kind": act.kind, "data": act.data}
    payload["revision"] = loaded_tournament.revision
    if isinstance(act.body, ResultWritten) and act.body.round < len(
        loaded_tournament.tournament.rounds
    ):
        payload["drawn_otherwise"] = list(redraw_differences(loaded_tournament.tournament))
    return payload


def _change(op_request: _OperationRequest) -> LoadedTournament:
    new = read_changes(op_request.sent, op_request.loaded_tournament.tournament.set_up)
    return op_request.write(SetUpChanged(new=new))


def _add_pairs(op_request: _OperationRequest) -> LoadedTournament:
    pairs = objects_in(op_request.sent["pairs"])
    if any("players" not in pair for pair in pairs):
        raise TournamentRefused(Fault("one_player", "pairs"))
    return op_request.write(PairsAdded(pairs=tuple(map(NewPair.read, pairs))))


def _paste_pairs(op_request: _OperationRequest) -> LoadedTournament:
    tournament, text = op_request.loaded_tournament.tournament, text_in(op_request.sent, "text")
    try:
        pair_list = read_list(tournament, op_request.op_id, text)
    except NotAList as error:
        raise BadList((BadRow(1, error.code, ""),)) from None
    if pair_list.bad:
        raise BadList(pair_list.bad)
    return op_request.write(PairsAdded(pairs=pair_list.pairs))


def _take_pairs(op_request: _OperationRequest) -> LoadedTournament:
    return taking.take(*op_request.who, number_or_none(op_request.sent, "registration"))


def _change_pair(op_request: _OperationRequest) -> LoadedTournament:
    operation_request = op_request.sent
    if "seeding" in operation_request:  # no seed is sent as 0, because null is absent
        operation_request = {**operation_request, "seeding": operation_request["seeding"] or None}
    return renaming.change_pair(
        *op_request.who, PairChanged.read(operation_request), operation_request
    )


def _attend(op_request: _OperationRequest) -> LoadedTournament:
    return op_request.write(Attended.read({"present": [], "absent": [], **op_request.sent}))


def _propose(op_request: _OperationRequest) -> LoadedTournament:
    return drawing.propose_round(
        *op_request.who,
        _tables(op_request, "fixed"),
        _tables(op_request, "forbidden"),
        text_in(op_request.sent, "reason"),
    )


@limits.new_matches
def _draw(op_request: _OperationRequest) -> LoadedTournament:
    return drawing.draw_round(
        *op_request.who, _tables(op_request, "fixed"), _tables(op_request, "forbidden")
    )


def _tables(op_request: _OperationRequest, field: str) -> list[tuple[str, str]]:
    tables = op_request.sent.get(field, [])
    return [two_texts_in(table) for table in tables] if isinstance(tables, list) else []


def _swap(op_request: _OperationRequest) -> LoadedTournament:
    pairs = two_texts_in(op_request.sent["pairs"])
    return swapping.swap(*op_request.who, number_in(op_request.sent, "round"), pairs)


def _undraw(op_request: _OperationRequest) -> LoadedTournament:
    is_sure = bool(op_request.sent.get("sure"))
    number = number_in(op_request.sent, "round")
    return swapping.undraw(*op_request.who, number, is_sure=is_sure)


def _undo(op_request: _OperationRequest) -> LoadedTournament:
    return undoing.undo(*op_request.who, number_in(op_request.sent, "seq"))


def _result(op_request: _OperationRequest) -> LoadedTournament:
    hands: Json = {"hands": [*won_in(op_request.sent.get("sheet"))]}
    body = ResultWritten.read({**hands, **op_request.sent, "source": op_request.member.role})
    if not op_request.sent.get("sure"):
        loaded_tournament = op_request.loaded_tournament
        op_id, revision = op_request.op_id, op_request.operation.revision
        doubts = doubts_about(loaded_tournament, body, op_id, revision)
        may_ask = is_next(loaded_tournament.tournament, op_id, revision, body)
        if may_ask and moves_finalists(loaded_tournament, body):
            doubts = (*doubts, Doubt("moves_final"))
        if doubts:
            raise DoubtfulResult(doubts)
    return op_request.write(body)


def _withdraw_result(op_request: _OperationRequest) -> LoadedTournament:
    return op_request.write(
        ResultWithdrawn.read({**op_request.sent, "source": op_request.member.role})
    )


def _draw_lots(op_request: _OperationRequest) -> LoadedTournament:
    return standing.draw_lots_of(op_request.loaded_tournament, *op_request.who[1:])


_DO: Final[dict[str, Callable[[_OperationRequest], LoadedTournament]]] = {
    "change": _change,
    "add_pairs": _add_pairs,
    "paste_pairs": _paste_pairs,
    "take_pairs": _take_pairs,
    "change_pair": _change_pair,
    "attend": _attend,
    "propose": _propose,
    "draw": _draw,
    "swap": _swap,
    "undraw": _undraw,
    "undo": _undo,
    "result": _result,
    "withdraw_result": _withdraw_result,
    "draw_lots": _draw_lots,
}
"""The operations that take more than to write the act as it was sent."""
