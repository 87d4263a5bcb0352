"""Matches through the API: a new one, how one stands, and its match file."""

from typing import Final

from flask import Response, request, url_for

from scorekeeper.i18n import _
from scorekeeper.i18n import carrying as words
from scorekeeper.i18n.problems import file_problem_text
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import FORMAT, FileProblem, read_match
from scorekeeper.rules.model import Problem, in_order
from scorekeeper.services.carrying import Undecided, file_content, match_file_of
from scorekeeper.services.ledger import Json
from scorekeeper.services.matches import find_match, mark_of, new_operation_id, start_match
from scorekeeper.services.phones import enrol_phone
from scorekeeper.web import limits
from scorekeeper.web.api.answers import answer, problem, told
from scorekeeper.web.api.blueprint import pages
from scorekeeper.web.api.bodies import read_body
from scorekeeper.web.api.view import match_json

_HEAD: Final = frozenset(
    {"sides", "rules", "target", "first_dealer", "place", "event", "round", "table", "numbers"}
)
_UNSAID: Final[Json] = {
    "format": FORMAT,
    "sides": {"A": {}, "B": {}},
    "first_dealer": "A1",
    "hands": [],
}


class _Unfit(Exception):
    """No match can be made of what was sent."""

    def __init__(self, *problems: FileProblem) -> None:
        super().__init__(problems)
        self.problems = problems


@pages.post("/matches")
@limits.new_matches
def create() -> Response:
    """A new match, and the secret to write in it, which is told this once."""
    match = _read_head(read_body())
    phone_id, secret = enrol_phone()
    kept, _new = start_match(match, phone_id, new_operation_id())
    response = answer({"secret": secret, "match": match_json(kept)}, 201)
    response.headers["Location"] = url_for(".read", public_id=kept.public_id, _external=True)
    return response


def _read_head(body: Json) -> Match:
    given = {field: value for field, value in body.items() if value is not None}
    alien = in_order([Problem("unknown", field) for field in given.keys() - _HEAD])
    file = {**_UNSAID, **{field: given[field] for field in given.keys() & _HEAD}}
    match, found = read_match(file)
    if match is None or alien:
        raise _Unfit(*(FileProblem(None, code, field) for code, field in alien), *found)
    return match


@pages.get("/matches/<public_id>")
def read(public_id: str) -> Response:
    """The match as it stands; where the asker has it already, one look into the database."""
    mark = mark_of(public_id)
    known = _known_tag(mark)
    if known is not None:
        response = Response(status=304)
        response.set_etag(known)
        return response
    kept = find_match(public_id)  # by now perhaps further on than the mark
    response = answer(match_json(kept))
    response.set_etag(kept.ledger.mark)
    return response


def _known_tag(mark: str) -> str | None:
    """The tag of the match as the asker has it, if that is how it stands; packed, it has a tail."""
    tags = request.if_none_match
    if tags.star_tag:
        return mark
    given = filter(None, tags.as_set(include_weak=True))  # of an empty tag it makes None
    return next((tag for tag in given if tag.split(":")[0] == mark), None)


@pages.get("/matches/<public_id>/export")
def export(public_id: str) -> Response:
    """The match file, the same bytes as the page's."""
    content = file_content(match_file_of(find_match(public_id).ledger))
    return Response(content, mimetype="application/json")


@pages.errorhandler(_Unfit)
def _on_unfit(error: _Unfit) -> Response:
    texts = [file_problem_text(one) for one in error.problems]
    problems = told(
        (Problem(one.code, one.field), text)
        for one, text in zip(error.problems, texts, strict=True)
    )
    return problem(422, _("No match can be made of this"), texts[0], "problems", problems=problems)


@pages.errorhandler(Undecided)
def _on_undecided(error: Undecided) -> Response:
    texts = words.undecided(error)
    problems = [
        {"code": code, "field": field, "row": row, "message": file_problem_text(one, error.file)}
        for one in error.problems
        for row, code, field in [one]
    ]
    title = _("There is no match file of this match yet")
    return problem(409, title, " ".join(texts), "undecided", problems=problems)
