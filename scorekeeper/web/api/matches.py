"""Matches through the API: a new one, how one stands, its file, and one hand scored without one."""

from collections.abc import Callable
from typing import Final

from flask import Response, request, url_for

from scorekeeper.club.club_matches import start_at_club
from scorekeeper.explain.problems import file_problem_text, problem_text, undecided_texts
from scorekeeper.explain.tournament_operations import operation_problem_text
from scorekeeper.i18n import _
from scorekeeper.journal.identifiers import is_operation_id, is_public_id, new_operation_id
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.match.acts.fields import SeatedBy
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.erasure import erase_match
from scorekeeper.match.import_export import Undecided, file_content, match_file_of
from scorekeeper.match.matches import (
    IdTaken,
    LoadedMatch,
    OperationIdReused,
    find_match,
    is_match,
    mark_of,
    start_match,
    start_match_as,
)
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.codec import answer as score_of
from scorekeeper.rules.codec import read_fields, read_rules
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import FORMAT, HEAD_FIELDS, FileProblem, read_match
from scorekeeper.rules.model import SEATS, Problem, RuleSet, in_order
from scorekeeper.web import limits
from scorekeeper.web.api.access import phone_that_starts, scorer_of
from scorekeeper.web.api.blueprint import (
    answer,
    answer_with_tag,
    not_modified,
    pages,
    problem,
    problems_json,
    read_body,
)
from scorekeeper.web.api.tournament_view import acts_json, match_json
from scorekeeper.web.operation_table import without_nulls

_HEAD: Final = HEAD_FIELDS - {"started"}
_UNSAID: Final[Json] = {
    "format": FORMAT,
    "sides": {"A": {}, "B": {}},
    "first_dealer": "A1",
    "hands": [],
}


class _Unfit(Exception):
    """The sent data makes no match."""

    def __init__(self, *problems: FileProblem) -> None:
        super().__init__(problems)
        self.problems = problems


@pages.post("/matches")
@limits.new_matches
def create() -> Response:
    """Start a match, and answer with the secret to write in it, which is shown this once."""
    match = _read_head(read_body())
    phone_id, secret = enrol_phone()
    loaded_match, _new = start_match(match, phone_id, new_operation_id())
    response = answer({"secret": secret, "match": match_json(loaded_match)}, 201)
    response.headers["Location"] = url_for(
        ".read", public_id=loaded_match.public_id, _external=True
    )
    return response


@pages.put("/matches/<public_id>")
@limits.new_matches
def begin(public_id: str) -> Response:
    """A new match under an id that the phone chose; asked again, the same one."""
    starter = phone_that_starts()
    body = read_body()
    op_id = body.pop("op_id", None)
    club, persons = _read_club(body.pop("club", None), body.pop("persons", None))
    match = _read_head(body, HEAD_FIELDS)
    if not is_public_id(public_id):
        raise _Unfit(FileProblem(None, "unknown", "id"))
    if op_id is not None and not (isinstance(op_id, str) and is_operation_id(op_id)):
        raise _Unfit(FileProblem(None, "unknown", "op_id"))
    if starter.find(public_id) is None and is_match(public_id):
        raise IdTaken(is_own=False)
    phone_id, op_id = starter.enrol(public_id), op_id or new_operation_id()
    try:
        loaded_match, is_new = start_match_as(public_id, match, phone_id, op_id)
    except OperationIdReused as error:
        if isinstance(error.act.body, Started) and error.act.phone == phone_id:
            return _started_before(error.loaded_match.public_id)
        # The operation may be of another's match, which is not shown.
        raise _Unfit(FileProblem(None, "unknown", "op_id")) from None
    if club:
        loaded_match = start_at_club(loaded_match, phone_id, op_id, club, persons)
    return answer(acts_json(loaded_match), 201 if is_new else 200)


def _read_club(club: JsonValue, persons: JsonValue) -> tuple[str, SeatedBy]:
    """The club that the match is played at, and the persons who sit there."""
    if not isinstance(club, str | None):
        raise _Unfit(FileProblem(None, "unknown", "club"))
    seated = persons if isinstance(persons, dict) else {}
    known: SeatedBy = {seat: one for seat in SEATS if isinstance(one := seated.get(seat), str)}
    if not isinstance(persons, dict | None) or len(known) < len(seated):
        raise _Unfit(FileProblem(None, "unknown", "persons"))
    return club or "", known


def _started_before(public_id: str) -> Response:
    title = _("This match was started already, under another id")
    detail = _("The answer to its start was lost. Go on in the one that was started.")
    return problem(422, title, detail, "started", id=public_id)


def _read_head(body: Json, fields: frozenset[str] = _HEAD) -> Match:
    values = without_nulls(body)
    alien = in_order([Problem("unknown", field) for field in values.keys() - fields])
    file = {**_UNSAID, **{field: values[field] for field in values.keys() & fields}}
    match, found = read_match(file)
    if match is None or alien:
        raise _Unfit(*(FileProblem(None, code, field) for code, field in alien), *found)
    return match


@pages.get("/matches/<public_id>")
def read(public_id: str) -> Response:
    """The match as it stands; where the asker has it already, one look into the database."""
    mark = mark_of(public_id)
    return not_modified(mark) or _tagged_response(match_json, find_match(public_id))


def _tagged_response(
    describe: Callable[[LoadedMatch], Json], loaded_match: LoadedMatch
) -> Response:
    """The answer with the tag of its content, which may be newer than the mark."""
    return answer_with_tag(describe(loaded_match), loaded_match.ledger.mark)


@pages.get("/matches/<public_id>/acts")
def acts(public_id: str) -> Response:
    """The acts of the match, for its scorer: a phone that knows them can go on by itself."""
    mark = mark_of(public_id)  # 404 before 401
    scorer_of(public_id)
    return not_modified(mark) or _tagged_response(acts_json, find_match(public_id))


@pages.get("/matches/<public_id>/export")
def export(public_id: str) -> Response:
    """The match file, the same bytes as the page's."""
    content = file_content(match_file_of(find_match(public_id).ledger))
    return Response(content, mimetype="application/json")


@pages.delete("/matches/<public_id>/names")
def erase_names(public_id: str) -> Response:
    """Erase the match's names and answer with it; a repeat changes nothing."""
    return answer(match_json(erase_match(public_id, scorer_of(public_id))))


@pages.errorhandler(IdTaken)
def _on_taken(error: IdTaken) -> Response:
    if error.is_own:
        title = _("This match was started with other names, rules or dealer")
        return problem(
            422, title, _("Nothing was written. The match stands as it was."), "other_head"
        )
    title = _("Another match has this id")
    return problem(409, title, _("Nothing was written. Start it under a new id."), "taken")


@pages.errorhandler(_Unfit)
def _on_unfit(error: _Unfit) -> Response:
    texts = [_text(one) for one in error.problems]
    problems = problems_json(
        (Problem(one.code, one.field), text)
        for one, text in zip(error.problems, texts, strict=True)
    )
    return problem(422, _("No match can be made of this"), texts[0], "problems", problems=problems)


def _text(one: FileProblem) -> str:
    """Return the problem in words. A match sent with a chosen id has id fields beside its head."""
    is_id = request.method == "PUT" and one.field in ("id", "op_id")
    own = operation_problem_text(Problem(one.code, one.field), is_own=is_id, is_given=True)
    return own or file_problem_text(one)


@pages.errorhandler(Undecided)
def _on_undecided(error: Undecided) -> Response:
    texts = undecided_texts(error)
    problems = [
        {"code": code, "field": field, "row": row, "message": file_problem_text(one, error.file)}
        for one in error.problems
        for row, code, field in [one]
    ]
    title = _("There is no match file of this match yet")
    return problem(409, title, " ".join(texts), "undecided", problems=problems)


@pages.post("/score")
def score() -> Response:
    """The score of the hand with its lines, or everything that is wrong with it."""
    body = read_body()
    found = score_of(body)
    if found["ok"]:
        return answer(found)
    return _refuse(body, found)


def _refuse(body: Json, found: dict[str, object]) -> Response:
    rules, wrong = read_rules(body.get("rules"))
    hand, _unread = read_fields(body.get("hand"))
    told_problems = found.pop("problems")
    assert isinstance(told_problems, list)
    problems = [Problem(one["code"], one["field"]) for one in told_problems]
    texts = [problem_text(one, hand, RuleSet() if wrong else rules) for one in problems]
    return problem(
        422,
        _("This hand cannot be scored"),
        texts[0],
        "problems",
        **found,
        problems=problems_json(zip(problems, texts, strict=True)),
    )
