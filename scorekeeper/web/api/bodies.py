"""Read the body of a request: one JSON object, and nothing that two readers could read differently.

That is I-JSON (RFC 7493): UTF-8, no name twice, no half of a surrogate pair, no number beyond a
double. Nested deeper than any hand is, it is refused too.
"""

import json
from typing import Final

from flask import Response, request
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from scorekeeper.explain.problems import problem_text
from scorekeeper.i18n import _
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.json_parts import each_once, refuse_constant
from scorekeeper.rules.model import Problem
from scorekeeper.web.api.answers import problem, problems_json
from scorekeeper.web.api.blueprint import pages

_DEEPEST: Final = 16
_MANY_DIGITS: Final = 300
"""A double has up to 309 before the point."""


class NotJson(Exception):
    """The body is no JSON object."""


def read_body() -> Json:
    """The JSON object that the request brings.

    :raises UnsupportedMediaType: it says that it is something else.
    :raises RequestEntityTooLarge: it is longer than a request may be.
    :raises NotJson: it is none.
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
    # Where no length is said, Werkzeug reads as much as is let in and drops the rest.
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
