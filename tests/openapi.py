"""The API's document, and whether an answer is one that it announces."""

import json
from functools import cache
from urllib.parse import unquote

from jsonschema_rs import Draft202012, Draft202012Validator, Registry

from scorekeeper.web.api.document import document_at

BASE = "/api/v1"
DOCUMENT = document_at(BASE)
_NAME = "urn:openapi"
_REGISTRY = Registry([(_NAME, DOCUMENT)], draft=Draft202012)


def operations():
    """Every operation: its id, method, path, and what the document says of it."""
    return [
        (operation["operationId"], method.upper(), path, operation)
        for path, item in DOCUMENT["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    ]


def statuses():
    """Every answer that is announced: the operation's id and the status."""
    return [(name, int(code)) for name, _, _, said in operations() for code in said["responses"]]


def examples(name):
    """The bodies that the document shows for an operation, in its order."""
    (said,) = [said for one, _, _, said in operations() if one == name]
    shown = said["requestBody"]["content"]["application/json"]["examples"]
    return {title: example["value"] for title, example in shown.items()}


def resolved(part):
    """Return this part of the document, with its references followed."""
    while "$ref" in part:
        found = DOCUMENT
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part


def assert_fits(value, schema):
    """The value is what the schema of this name, or this schema of the document's, lets in."""
    if isinstance(schema, str):
        schema = {"$ref": f"#/components/schemas/{schema}"}
    _validator(json.dumps(schema)).validate(value)


@cache
def _validator(schema):
    """The validator of a schema; to make one takes longer than all that it is asked."""
    absolute = json.loads(schema.replace('"#/', f'"{_NAME}#/'))
    return Draft202012Validator(absolute, registry=_REGISTRY)


def assert_announced(method, path, answer):
    """The answer is one that the document announces: status, headers, kind of body, body."""
    said = _responses(method, path)
    if said is None:
        assert answer.status_code in (404, 405, 308), answer.status_code
        if answer.status_code != 308:
            _assert_problem(answer)
        return
    if answer.status_code in (500, 400) and str(answer.status_code) not in said:
        _assert_problem(answer)  # as the document says of all
        return
    assert str(answer.status_code) in said, (method, path, answer.status_code)
    response = resolved(said[str(answer.status_code)])
    for name, header in response.get("headers", {}).items():
        assert not resolved(header).get("required") or name in answer.headers, name
    kinds = response.get("content", {})
    if not kinds:
        assert answer.data == b""
        return
    assert answer.mimetype in kinds, answer.mimetype
    if answer.mimetype != "text/html" and "Content-Encoding" not in answer.headers:
        assert_fits(json.loads(answer.data), kinds[answer.mimetype]["schema"])


def _assert_problem(answer):
    assert answer.mimetype == "application/problem+json"
    assert_fits(json.loads(answer.data), "Problem")


def _responses(method, path):
    own = unquote(path).partition("?")[0].removeprefix(BASE)
    for _, known, template, said in operations():
        if known == method and _is_at(own, template):
            return said["responses"]
    return None


def _is_at(path, template):
    parts, wanted = path.split("/"), template.split("/")
    return len(parts) == len(wanted) and all(
        (part and step.startswith("{")) or part == step
        for part, step in zip(parts, wanted, strict=True)
    )
