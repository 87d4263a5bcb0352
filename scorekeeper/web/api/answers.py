"""Answers of the API: JSON, and for whatever went wrong a problem (RFC 9457)."""

import hashlib
import json
from collections.abc import Iterable
from typing import Final

from flask import Response, request, url_for

from scorekeeper.i18n import _
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
    """The answer under a tag of its own content, or 304: whoever has it is not sent it again."""
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
