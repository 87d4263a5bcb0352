"""The document of the API: OpenAPI 3.1 for programs, and a page for people.

Paths, statuses, examples and prose stand in `openapi.json`. The schemas that follow from the rules
and from the acts are made (`schemas`).
"""

import json
from pathlib import Path
from typing import Final

from flask import Response, render_template, url_for

from scorekeeper.journal.json_values import Json, JsonValue, object_in
from scorekeeper.web.api.answers import answer_once
from scorekeeper.web.api.blueprint import pages as api
from scorekeeper.web.api.schemas import with_generated

_TEXT: Final = Path(__file__).with_name("openapi.json").read_text(encoding="utf-8")


def document_at(url: str) -> Json:
    """The document of a server whose API is at this address."""
    document: Json = json.loads(_TEXT)
    components = object_in(document, "components")
    schemas = with_generated(object_in(components, "schemas"))
    servers: list[JsonValue] = [{"url": url}]
    return {**document, "servers": servers, "components": {**components, "schemas": schemas}}


@api.get("/openapi.json")
def document() -> Response:
    """The document, with this server's address as its reader used it."""
    response = answer_once(document_at(_address()))
    response.headers["Cache-Control"] = "no-cache"
    return response


@api.get("/")
def page() -> str:
    """The document as a page."""
    return render_template(
        "api/page.html", document=document_at(_address()), address=_address(), written=_json_text
    )


def _address() -> str:
    return url_for("api.page", _external=True).rstrip("/")


def _json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
