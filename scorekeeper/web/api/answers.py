"""Answers of the API: JSON, and for whatever went wrong a problem (RFC 9457)."""

import json
from collections.abc import Iterable
from typing import Final

from flask import Response, request, url_for

from scorekeeper.i18n import _
from scorekeeper.operating.logs import request_id
from scorekeeper.rules.model import Problem

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
    """A problem; `kind` is its name in the document, nothing where the status says it all.

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
