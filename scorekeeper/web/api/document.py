"""What the API is, as OpenAPI 3.1 for programs and as a page for people; both of one file.

Paths, statuses, examples and prose stand in `openapi.json`. Switches, presets and the rules' own
words come from the rules.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from flask import Response, render_template, request, url_for

from scorekeeper.explain.switch_words import switch_title, switch_value
from scorekeeper.i18n import use_locale
from scorekeeper.rules.model import CODES, RULES
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values
from scorekeeper.services.ledger import Json
from scorekeeper.web.api.answers import answer
from scorekeeper.web.api.blueprint import pages as api

_TEXT: Final = Path(__file__).with_name("openapi.json").read_text(encoding="utf-8")


def document_at(url: str) -> Json:
    """The document of a server whose API is at this address."""
    document: Json = json.loads(_TEXT)
    document["servers"] = [{"url": url}]
    schemas = document["components"]["schemas"]
    with use_locale("en"):
        schemas["HouseRules"]["properties"] |= {
            field: _schema_of(field, values) for field, values in switch_values().items()
        }
    schemas["Preset"]["enum"] = [*PRESETS]
    schemas["Code"]["properties"]["code"]["enum"] = [*CODES]
    schemas["Line"]["properties"]["rule"]["enum"] = [*RULES]
    return document


def _schema_of(switch: str, values: Sequence[str | int]) -> Json:
    """A switch of house rules; null leaves it as the preset has it."""
    if values == (True, False):
        return {"description": f"{switch_title(switch)}.", "type": ["boolean", "null"]}
    words = [f"{value}: {switch_value(switch, value)}" for value in values]
    told = ". ".join([switch_title(switch), *words])
    return {"description": f"{told}.", "enum": [*values, None]}


@api.get("/openapi.json")
def document() -> Response:
    """The document, with this server's address as its reader used it."""
    response = answer(document_at(_address()))
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@api.get("/")
def page() -> str:
    """The document as a page."""
    return render_template(
        "api/page.html", document=document_at(_address()), address=_address(), written=_written
    )


def _address() -> str:
    return url_for("api.page", _external=True).rstrip("/")


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
