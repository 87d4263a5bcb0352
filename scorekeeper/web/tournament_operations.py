"""The operations of tournaments, for programs and pages alike."""

from typing import Final, TypeAlias

from scorekeeper.journal.json_values import (
    Json,
    number_in,
    number_or_none,
    numbers_in,
    object_in,
    objects_in,
    one_of,
    text_in,
    two_texts_in,
)
from scorekeeper.phases.phase_plan import PHASE_FORMATS
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.model import Problem, RuleSet
from scorekeeper.tournament import announced_pairs, corrections, round_draw, standing
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.pair_acts import Attended, NewPair, PairChanged, PairsAdded
from scorekeeper.tournament.acts.registry import BODIES
from scorekeeper.tournament.acts.result_acts import ResultWithdrawn, ResultWritten
from scorekeeper.tournament.acts.set_ups import CHANGE, SET_UP, SetUpChanged
from scorekeeper.tournament.finals import moves_finalists
from scorekeeper.tournament.list_words import BadRow
from scorekeeper.tournament.pasted_list import NotAList, read_list
from scorekeeper.tournament.plausibility import Doubt, doubts_about
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, is_next
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.table_results import won_in
from scorekeeper.tournament.tournament_set_up import SetUp, usual_rounds
from scorekeeper.web import limits
from scorekeeper.web.operation_table import (
    OperationRequest,
    Operations,
    Unread,
    read_fields,
    without_nulls,
)


class BadList(Exception):
    """Lines of a list are no pairs; none was added."""

    def __init__(self, rows: tuple[BadRow, ...]) -> None:
        super().__init__(rows)
        self.rows = rows


class DoubtfulResult(Exception):
    """A result may be a slip; sent again as sure, it is written."""

    def __init__(self, doubts: tuple[Doubt, ...]) -> None:
        super().__init__(doubts)
        self.doubts = doubts


_Request: TypeAlias = OperationRequest[LoadedTournament]


def read_new(body: Json) -> Json:
    """Read a tournament to set up, of which only its name and rules must be said.

    :raises Unread: with everything that is wrong with it.
    """
    values = without_nulls(body)
    usual = SetUp(name="", rules=RuleSet()).all_fields()
    new = usual | _finish(usual, *read_fields(values, SET_UP.needed, SET_UP.optional))
    return (
        new
        if "rounds" in values
        else new | {"rounds": usual_rounds(one_of(PHASE_FORMATS, new["format"]))}
    )


def read_changes(values: Json, now: SetUp) -> Json:
    """Read what is to be changed of a tournament that is set up so.

    :raises Unread: with everything that is wrong with it.
    """
    read = _finish(now.all_fields(), *read_fields(values, (), CHANGE.optional))
    format_ = one_of(PHASE_FORMATS, read.get("format", now.format))
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


def _change(op_request: _Request) -> LoadedTournament:
    """Change the set-up. A repeat is recognised by the sent fields, before they are tidied."""
    sent = op_request.sent or op_request.fields
    new = read_changes(sent, op_request.loaded.tournament.set_up)
    return TOURNAMENTS.write(*op_request.who, SetUpChanged(new=new), sent)


def _add_pairs(op_request: _Request) -> LoadedTournament:
    pairs = objects_in(op_request.fields["pairs"])
    if any("players" not in pair for pair in pairs):
        raise TournamentRefused(Fault("one_player", "pairs"))
    return TOURNAMENT_OPERATIONS.write(
        op_request, PairsAdded(pairs=tuple(map(NewPair.read, pairs)))
    )


def _paste_pairs(op_request: _Request) -> LoadedTournament:
    tournament, text = op_request.loaded.tournament, text_in(op_request.fields, "text")
    try:
        pair_list = read_list(tournament, op_request.op_id, text)
    except NotAList as error:
        raise BadList((BadRow(1, error.code, ""),)) from None
    if pair_list.bad:
        raise BadList(pair_list.bad)
    return TOURNAMENT_OPERATIONS.write(op_request, PairsAdded(pairs=pair_list.pairs))


def _take_pairs(op_request: _Request) -> LoadedTournament:
    return announced_pairs.take(*op_request.who, number_or_none(op_request.fields, "registration"))


def _pair_singles(op_request: _Request) -> LoadedTournament:
    singles = op_request.fields.get("singles")
    numbers = None if singles is None else numbers_in(singles)
    return announced_pairs.pair_singles(*op_request.who, numbers)


def _change_pair(op_request: _Request) -> LoadedTournament:
    operation_request = op_request.fields
    if "seeding" in operation_request:  # no seed is sent as 0, because null is absent
        operation_request = {**operation_request, "seeding": operation_request["seeding"] or None}
    return corrections.change_pair(
        *op_request.who, PairChanged.read(operation_request), operation_request
    )


def _attend(op_request: _Request) -> LoadedTournament:
    return TOURNAMENT_OPERATIONS.write(
        op_request, Attended.read({"present": [], "absent": [], **op_request.fields})
    )


def _propose(op_request: _Request) -> LoadedTournament:
    return round_draw.propose_round(
        *op_request.who,
        _tables(op_request, "fixed"),
        _tables(op_request, "forbidden"),
        text_in(op_request.fields, "reason"),
    )


@limits.new_matches
def _draw(op_request: _Request) -> LoadedTournament:
    return round_draw.draw_round(
        *op_request.who, _tables(op_request, "fixed"), _tables(op_request, "forbidden")
    )


def _tables(op_request: _Request, field: str) -> list[tuple[str, str]]:
    tables = op_request.fields.get(field, [])
    return [two_texts_in(table) for table in tables] if isinstance(tables, list) else []


def _swap(op_request: _Request) -> LoadedTournament:
    pairs = two_texts_in(op_request.fields["pairs"])
    return corrections.swap(*op_request.who, number_in(op_request.fields, "round"), pairs)


def _undraw(op_request: _Request) -> LoadedTournament:
    is_sure = bool(op_request.fields.get("sure"))
    number = number_in(op_request.fields, "round")
    return corrections.undraw(*op_request.who, number, is_sure=is_sure)


def _undo(op_request: _Request) -> LoadedTournament:
    return corrections.undo(*op_request.who, number_in(op_request.fields, "seq"))


def _result(op_request: _Request) -> LoadedTournament:
    hands: Json = {"hands": [*won_in(op_request.fields.get("sheet"))]}
    body = ResultWritten.read({**hands, **op_request.fields, "source": op_request.role})
    if not op_request.fields.get("sure"):
        loaded_tournament = op_request.loaded
        op_id, revision = op_request.op_id, op_request.revision
        doubts = doubts_about(loaded_tournament, body, op_id, revision)
        may_ask = is_next(loaded_tournament.tournament, op_id, revision, body)
        if may_ask and moves_finalists(loaded_tournament, body):
            doubts = (*doubts, Doubt("moves_final"))
        if doubts:
            raise DoubtfulResult(doubts)
    return TOURNAMENT_OPERATIONS.write(op_request, body)


def _withdraw_result(op_request: _Request) -> LoadedTournament:
    body = ResultWithdrawn.read({**op_request.fields, "source": op_request.role})
    return TOURNAMENT_OPERATIONS.write(op_request, body)


def _draw_lots(op_request: _Request) -> LoadedTournament:
    return standing.draw_lots_of(op_request.loaded, *op_request.who[1:])


class _TournamentOperations(
    Operations[LoadedTournament, Tournament, TournamentBody, TournamentAct]
):
    """The operations of tournaments, where a repeat is known by its fields."""

    def write(
        self, request: OperationRequest[LoadedTournament], body: TournamentBody
    ) -> LoadedTournament:
        """The tournament after the act that the operation asks for."""
        return TOURNAMENTS.write(*request.who, body, request.asked)


TOURNAMENT_OPERATIONS: Final = _TournamentOperations(
    TOURNAMENTS,
    BODIES,
    # The operations that take more than to write the act as it was sent.
    {
        "change": _change,
        "add_pairs": _add_pairs,
        "paste_pairs": _paste_pairs,
        "take_pairs": _take_pairs,
        "pair_singles": _pair_singles,
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
    },
)
