"""Entity tags: a client that has the answer already gets 304, at the price of finding its mark."""

import hashlib

from flask import Response, request

from scorekeeper.web.api.answers import answer


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
