"""Writing in a match: one operation, under an id that the asker chose."""

import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, Self

from flask import Response

from scorekeeper.explain.problems import FULL_ADVICE, FULL_TITLE, claim_problem_text, problem_text
from scorekeeper.explain.tournament_operations import operation_problem_text
from scorekeeper.i18n import _
from scorekeeper.journal.act import Revision
from scorekeeper.journal.fields import Form
from scorekeeper.journal.identifiers import is_operation_id
from scorekeeper.journal.json_values import Json, JsonValue, number_in, object_in
from scorekeeper.match import matches
from scorekeeper.match.acts.body import Body, BuiltOn, MatchAct, Refused
from scorekeeper.match.acts.fields import KNOWN_REVISION, SCORED
from scorekeeper.match.acts.registry import BODIES
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import replay
from scorekeeper.match.matches import (
    ErasedNamesConflict,
    Full,
    LoadedMatch,
    OperationIdReused,
    RevisionConflict,
    find_match,
)
from scorekeeper.rules.match_file import read_adjust, write_entry
from scorekeeper.rules.model import Hand, Problem, in_order
from scorekeeper.web.api.access import scorer_of
from scorekeeper.web.api.blueprint import (
    answer,
    pages,
    problem,
    problems_json,
    read_body,
    refuse_reused_id,
)
from scorekeeper.web.api.tournament_view import act_json, match_json
from scorekeeper.web.match.match_history import why_not_undone
from scorekeeper.web.match.sheets import print_ahead
from scorekeeper.web.operation_table import AFTER, REVISION, read_fields, revision_in, without_nulls

OPERATIONS: Final[Mapping[str, type[Body]]] = {
    op: body for body in BODIES.values() for op in body.operations
}
"""The acts that a program can ask for, by operation."""
_ALWAYS: Final = ("op", REVISION.name)


class Scored(NamedTuple):
    """The score of a hand as a phone has shown it, by its own engine."""

    engine: int
    A: int
    B: int

    @classmethod
    def read(cls, data: Json) -> Self:
        """Take what `SCORED` read."""
        return cls(number_in(data, "engine"), number_in(data, "A"), number_in(data, "B"))


class MatchOperation(NamedTuple):
    """An operation, ready for `match.matches.append_act`."""

    revision: Revision
    body: Body
    scored: Scored | None
    known_revision: int | None


def read_operation(body: Json) -> MatchOperation:
    """Read an operation. Hands and adjustments that cannot be read stay as they were sent. The
    match then reports their problems together with its own.

    :raises Refused: it is no operation; the error has every problem of its fields.
    """
    values = without_nulls(body)
    op = values.pop("op", None)
    if not isinstance(op, str) or op not in OPERATIONS:
        raise Refused(Problem("missing" if op is None else "unknown", "op"))
    kind = OPERATIONS[op]
    form = _form_of(kind.operations[op], values)
    read, found = read_fields(values, (REVISION, *form.needed), (*form.optional, AFTER))
    if found:
        raise Refused(*in_order(found))
    scored = None
    if SCORED.name in read:
        scored = Scored.read(object_in(read, SCORED.name))
        read["engine"] = scored.engine
    revision_name = KNOWN_REVISION.name
    known_revision = number_in(read, revision_name) if revision_name in read else None
    return MatchOperation(revision_in(read), kind.read(_tidy(read)), scored, known_revision)


def fields_of(op: JsonValue) -> tuple[str, ...]:
    """All that an operation of this name may have, its id in the address included."""
    always = ("op_id", *_ALWAYS, AFTER.name)
    if not isinstance(op, str) or op not in OPERATIONS:
        return always
    forms = OPERATIONS[op].operations[op]
    return (*always, *(name for form in forms for name in form.readers))


def _form_of(forms: Sequence[Form], names: Collection[str]) -> Form:
    """Return the form by its distinguishing field; the first form where none fits."""
    told = (form for form in forms if form.needed and form.needed[0].name in names)
    return max(told, key=forms.index, default=forms[0])


def _tidy(read: Json) -> Json:
    """Normalise an operation's fields, so that equal operations are stored equal."""
    if "adjust" not in read:
        return read
    row = {field: read[field] for field in ("adjust", "reason")}
    adjust, wrong = read_adjust({**row})
    return {**read, **(row if wrong else write_entry(adjust))}


_log = logging.getLogger(__name__)


@pages.put("/matches/<public_id>/ops/<op_id>")
def write(public_id: str, op_id: str) -> Response:
    """Do it: 201; sent again it is answered the same, as 200, and done once."""
    phone_id = scorer_of(public_id, op_id)
    body, operation = read_body(), None
    try:
        if not is_operation_id(op_id):
            raise Refused(Problem("unknown", "op_id"))
        operation = read_operation(body)
        loaded_match, is_new = matches.append_act(
            public_id,
            phone_id,
            op_id,
            operation.revision,
            operation.body,
            known_revision=operation.known_revision,
        )
    except Refused as refusal:
        return _refuse(find_match(public_id), body, operation, refusal)
    if is_new:
        print_ahead(loaded_match)
    act = loaded_match.ledger.done_by(op_id)
    assert act is not None
    result: Json = {**act_json(act), "match": match_json(loaded_match)}
    if operation.scored:
        comparison = _compare_scores(loaded_match.ledger, act, operation.scored)
        result["scored"] = comparison
        if is_new and comparison["differs"]:
            _log.warning(
                "a phone's engine %d showed another score: operation %s",
                operation.scored.engine,
                op_id,
            )
    return answer(result, 201 if is_new else 200)


def _compare_scores(ledger: Ledger, act: MatchAct, phone_score: Scored) -> Json:
    """The score of the hand when the act was written, and whether the phone showed another."""
    if act.seq < ledger.revision:
        ledger = replay(ledger.acts[: act.seq])
    row = ledger.row(act.entry_id)
    assert row is not None
    assert row.score is not None
    score = row.score
    return {
        "A": score.A,
        "B": score.B,
        "differs": (score.A, score.B) != (phone_score.A, phone_score.B),
    }


@pages.errorhandler(RevisionConflict)
def _on_stale(stale: RevisionConflict) -> Response:
    return problem(
        409,
        _("The match went on"),
        _("Nothing was written. Look at the match as it is now, and decide again."),
        "stale",
        match=match_json(stale.loaded_match),
    )


@pages.errorhandler(ErasedNamesConflict)
def _on_names_erased(error: ErasedNamesConflict) -> Response:
    return problem(
        409,
        _("The names were erased meanwhile"),
        _("Nothing was written: the reason is from before, and might bring a name back."),
        "names_erased",
        match=match_json(error.loaded_match),
    )


@pages.errorhandler(OperationIdReused)
def _on_reused(error: OperationIdReused) -> Response:
    act = error.loaded_match.ledger.done_by(error.act.op_id)
    return refuse_reused_id(
        op_id=error.act.op_id,
        seq=act.seq if act else None,
        match=match_json(error.loaded_match),
    )


@pages.errorhandler(Full)
def _on_full(_full: Full) -> Response:
    return problem(422, FULL_TITLE, FULL_ADVICE, "full")


def _refuse(
    loaded_match: LoadedMatch, body: Json, operation: MatchOperation | None, refusal: Refused
) -> Response:
    if operation is not None and isinstance(refusal, BuiltOn):
        texts = [_why_not_undone(loaded_match, operation, refusal)]
    else:
        texts = [_text(one, loaded_match, body, refusal) for one in refusal.problems]
    return problem(
        422,
        _("This cannot be written as the match stands"),
        texts[0],
        "built_on" if isinstance(refusal, BuiltOn) else "problems",
        problems=problems_json(zip(refusal.problems, texts, strict=True)),
    )


def _text(one: Problem, loaded_match: LoadedMatch, body: Json, refusal: Refused) -> str:
    """The problem in words, for the sent operation."""
    op, is_given = body.get("op"), body.get(one.field or "") is not None
    own = operation_problem_text(one, is_own=one.field in fields_of(op), is_given=is_given)
    if own is None and op == "claim" and one.field in ("side", "points"):
        return claim_problem_text(one)
    return own or problem_text(one, refusal.hand or Hand(), loaded_match.ledger.match.rules)


def _why_not_undone(loaded_match: LoadedMatch, operation: MatchOperation, refusal: BuiltOn) -> str:
    assert operation.body.undoes is not None
    act = loaded_match.ledger.act(operation.body.undoes)
    assert act is not None
    return why_not_undone(loaded_match, act, refusal)
