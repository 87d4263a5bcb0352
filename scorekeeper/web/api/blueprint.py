"""The blueprint of all that lies under /api/v1, bodies of requests and answers.

A body is I-JSON (RFC 7493): UTF-8 without double names, lone surrogates, or numbers beyond a
double. A body nested deeper than any hand is refused, too.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Final

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from scorekeeper.explain.problems import problem_text
from scorekeeper.i18n import _
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.json_parts import each_once, refuse_constant
from scorekeeper.operating.logs import request_id
from scorekeeper.rules.model import Problem


def not_modified(mark: str) -> Response | None:
    """Answer 304 if the client has the state with this mark."""
    tag = _known_tag(mark)
    if tag is None:
        return None
    response = Response(status=304)
    response.set_etag(tag)
    return response


def answer_with_tag(payload: object, mark: str) -> Response:
    """The answer, under this mark."""
    response = answer(payload)
    response.set_etag(mark)
    return response


def answer_once(payload: object) -> Response:
    """Answer with a tag of the content, or with 304 where the client has that content already."""
    response = answer(payload)
    response.add_etag()
    response.make_conditional(request)
    return response


def mark_of_parts(*parts: object) -> str:
    """A digest of the values that an answer depends on."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def _known_tag(mark: str) -> str | None:
    """The tag under which the asker has it; packed, it has a tail."""
    tags = request.if_none_match
    if tags.star_tag:
        return mark
    sent_tags = filter(None, tags.as_set(include_weak=True))  # of an empty tag it makes None
    return next((tag for tag in sent_tags if tag.split(":")[0] == mark), None)


_PREFIX: Final = "/api/"
MOST_PROBLEMS: Final = 100
"""A body can have thousands; the first ones show what it lacks."""


def is_api() -> bool:
    """Does a program ask, that cannot read a page of errors?"""
    return request.path.startswith(_PREFIX)


def answer(data: object, status: int = 200, mimetype: str = "application/json") -> Response:
    """The data as JSON, in the order in which it was put together."""
    return Response(json.dumps(data, ensure_ascii=False) + "\n", status, mimetype=mimetype)


def problem(status: int, title: str, detail: str, kind: str = "", **more: object) -> Response:
    """A problem; `kind` is its name in the document, empty where the status says it all.

    Of `problems` in a body the first hundred are sent.
    """
    problems = more.get("problems")
    if isinstance(problems, list):
        more["problems"] = problems[:MOST_PROBLEMS]
    body = {
        "type": url_for("api.page", _anchor=f"problem-{kind}") if kind else "about:blank",
        "title": str(title),
        "status": status,
        "detail": str(detail),
        "request_id": request_id(),
        **more,
    }
    response = answer(body, status, "application/problem+json")
    response.vary.add("Authorization")  # also where no route was found
    return response


def refuse_reused_id(**more: object) -> Response:
    """The problem of an operation id under which something else was written."""
    return problem(
        422,
        _("This operation id was used for something else"),
        _("Nothing was written. What was saved under it stands; send the rest under a new id."),
        "operation_reused",
        **more,
    )


def problems_json(problems: Iterable[tuple[Problem, str]]) -> list[dict[str, object]]:
    """The problems as JSON: code, field and a sentence in the reader's language."""
    return [{"code": code, "field": field, "message": text} for (code, field), text in problems]


pages = Blueprint("api", __name__, url_prefix="/api/v1")


@pages.after_request
def _vary(response: Response) -> Response:
    response.vary.add("Authorization")
    return response


_DEEPEST: Final = 16
_MANY_DIGITS: Final = 300
"""A double has up to 309 before the point."""


class NotJson(Exception):
    """The body is no JSON object."""


def read_body() -> Json:
    """The JSON object that the request brings.

    :raises UnsupportedMediaType: it says that it is something else.
    :raises RequestEntityTooLarge: it is longer than a request may be.
    :raises NotJson: it is no JSON.
    """
    if request.mimetype != "application/json":
        raise UnsupportedMediaType
    try:
        body: JsonValue = _READER.decode(_content().decode())
        _check(body, _DEEPEST)
    except (ValueError, RecursionError):
        raise NotJson from None
    if not isinstance(body, dict):
        raise NotJson
    return body


def _content() -> bytes:
    content = request.get_data()
    # Without a Content-Length, Werkzeug reads up to the limit and drops the rest.
    if request.content_length is None and len(content) == request.max_content_length:
        raise RequestEntityTooLarge
    return content


def _within_reason(digits: str) -> object:
    if len(digits) > _MANY_DIGITS:
        raise ValueError("a number that no double holds")
    return int(digits)


def _double(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number that no double holds")
    return number


_READER: Final = json.JSONDecoder(
    object_pairs_hook=each_once,
    parse_constant=refuse_constant,
    parse_float=_double,
    parse_int=_within_reason,
)


def _check(value: JsonValue, levels: int) -> None:
    """See that the value can be written again.

    :raises ValueError: it is nested too deep, or holds half of a surrogate pair.
    """
    if levels == 0:
        raise ValueError("nested too deep")
    if isinstance(value, str):
        value.encode()
    elif isinstance(value, list):
        for one in value:
            _check(one, levels - 1)
    elif isinstance(value, dict):
        for name, one in value.items():
            name.encode()
            _check(one, levels - 1)


@pages.errorhandler(NotJson)
def _on_not_json(_error: NotJson) -> Response:
    wrong = Problem("not_json", None)
    text = problem_text(wrong)
    return problem(
        400, _("That is no JSON object"), text, "not_json", problems=problems_json([(wrong, text)])
    )


@pages.errorhandler(UnsupportedMediaType)
def _on_other_type(_error: UnsupportedMediaType) -> Response:
    detail = _("Send one JSON object, as Content-Type: application/json.")
    response = problem(415, _("Only JSON is read here"), detail, "media_type")
    response.headers["Accept"] = "application/json"
    return response
