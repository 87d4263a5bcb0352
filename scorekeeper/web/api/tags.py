"""Entity tags: a client that has the answer already gets 304, at the price of finding its mark."""

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


def _known_tag(mark: str) -> str | None:
    """The tag under which the asker has it; packed, it has a tail."""
    tags = request.if_none_match
    if tags.star_tag:
        return mark
    sent_tags = filter(None, tags.as_set(include_weak=True))  # of an empty tag it makes None
    return next((tag for tag in sent_tags if tag.split(":")[0] == mark), None)
