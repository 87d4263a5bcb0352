"""The document of the API: OpenAPI 3.1 with its schemas, and a page for people.

What `openapi.json` has under the name of a schema is laid over it: its prose, and what no reader
knows.

Paths, statuses, examples and prose stand in `openapi.json`. The schemas that follow from the rules
and from the acts are made here.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from flask import Response, render_template, url_for

from scorekeeper.club.acts.club_fields import CLUB_CODES, CLUB_HEAD, NAME
from scorekeeper.club.acts.registry import BODIES as CLUB_BODIES
from scorekeeper.draws.model import CODES as DRAW_CODES
from scorekeeper.explain.season_words import SEASON_CODES
from scorekeeper.explain.switch_words import switch_title, switch_value
from scorekeeper.i18n import use_locale
from scorekeeper.journal.fields import Form, OperationField, Reader, named_readers, object_schema
from scorekeeper.journal.json_values import Json, JsonValue, object_in
from scorekeeper.match.acts.registry import BODIES
from scorekeeper.rules.match_file import HEAD_TEXTS
from scorekeeper.rules.model import CODES as RULE_CODES
from scorekeeper.rules.model import RULES
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values
from scorekeeper.tournament.acts.body import CODES
from scorekeeper.tournament.acts.registry import BODIES as TOURNAMENT_BODIES
from scorekeeper.tournament.acts.set_ups import SET_UP
from scorekeeper.tournament.list_words import CODES as LIST_CODES
from scorekeeper.tournament.plausibility import DOUBTS
from scorekeeper.web.api.blueprint import answer_once
from scorekeeper.web.api.blueprint import pages as api
from scorekeeper.web.operation_table import AFTER, AFTER_ACT, REVISION

_CODES: Final = ("missing", "unknown", *CODES, *LIST_CODES, *DRAW_CODES, *DOUBTS)
_NOTHING_ELSE: Final[Json] = {"additionalProperties": {"type": "null"}}
_SENT: Final[Json] = {"type": ["string", "null"]}
_TOLD: Final[Json] = {"type": "string"}
_HEADS: Final = {"NewMatch": _SENT, "ChosenMatch": _SENT, "Match": _TOLD, "MatchFile": _TOLD}
"""The schemas that have a match's head, and how each has a text of it."""


class _Operation(NamedTuple):
    name: str
    form: Form
    always: tuple[OperationField, ...]
    """The fields that every operation may have beside its own."""

    @property
    def readers(self) -> dict[str, Reader]:
        return {REVISION.name: REVISION.reader, **dict(self.always), **self.form.readers}


OPERATIONS: Final = tuple(
    _Operation(op, form, (AFTER,))
    for body in BODIES.values()
    for op, forms in body.operations.items()
    for form in forms
)
TOURNAMENT_OPERATIONS: Final = tuple(
    _Operation(op, form, (AFTER_ACT,))
    for body in TOURNAMENT_BODIES.values()
    for op, (form,) in body.operations.items()
)

CLUB_OPERATIONS: Final = tuple(
    _Operation(op, form, (AFTER_ACT,))
    for body in CLUB_BODIES.values()
    for op, (form,) in body.operations.items()
)


def with_generated(document: Json) -> Json:
    """All schemas: those that are made, and laid over them those written by hand."""
    generated = {**dict(_of_rules()), **dict(_schemas())}
    return {
        name: _laid_over(generated.get(name, {}), document.get(name, {}))
        for name in {**document, **generated}
    }


def _schemas() -> Iterator[tuple[str, Json]]:
    every = (*OPERATIONS, *TOURNAMENT_OPERATIONS, *CLUB_OPERATIONS)
    readers = [reader for one in every for reader in one.readers.values()]
    readers += SET_UP.readers.values()
    yield from ((one.name, one.schema) for one in named_readers(readers))
    yield from ((one.form.schema, _schema_of(one.form.schema, every)) for one in every)
    for name, a_text in _HEADS.items():
        yield name, {"properties": dict.fromkeys(HEAD_TEXTS, a_text)}
    yield "Operation", _one_of(OPERATIONS)
    yield "TournamentOperation", _one_of(TOURNAMENT_OPERATIONS)
    yield "ClubOperation", _one_of(CLUB_OPERATIONS)
    yield "NewClub", {**object_schema(dict(CLUB_HEAD), (NAME.name,)), **_NOTHING_ELSE}
    yield "ClubDone", _with_kinds(CLUB_BODIES)
    codes = dict.fromkeys(("missing", "unknown", *CLUB_CODES, *SEASON_CODES))
    yield "ClubCode", {"properties": {"code": {"enum": [*codes]}}}
    yield SET_UP.schema, {**object_schema(SET_UP.readers, SET_UP.names), **_NOTHING_ELSE}
    yield "Act", _with_kinds(kind for kind, body in BODIES.items() if body.is_play)
    yield "TournamentDone", _with_kinds(TOURNAMENT_BODIES)
    yield "TournamentCode", {"properties": {"code": {"enum": [*dict.fromkeys(_CODES)]}}}
    yield "Tournament", object_schema(SET_UP.readers, SET_UP.readers)


def _of_rules() -> Iterator[tuple[str, Json]]:
    with use_locale("en"):
        switches: Json = {
            field: _switch_schema(field, values) for field, values in switch_values().items()
        }
    yield "HouseRules", {"properties": switches}
    yield "Preset", {"enum": [*PRESETS]}
    yield "Code", {"properties": {"code": {"enum": [*RULE_CODES]}}}
    yield "Line", {"properties": {"rule": {"enum": [*RULES]}}}


def _switch_schema(switch: str, values: Sequence[str | int]) -> Json:
    """A switch of house rules; null leaves it as the preset has it."""
    if values == (True, False):
        return {"description": f"{switch_title(switch)}.", "type": ["boolean", "null"]}
    words = [f"{value}: {switch_value(switch, value)}" for value in values]
    description = ". ".join([switch_title(switch), *words])
    return {"description": f"{description}.", "enum": [*values, None]}


def _schema_of(name: str, every: Iterable[_Operation]) -> Json:
    """The schema of the operations that share it."""
    ops = [one for one in every if one.form.schema == name]
    first, names = ops[0], [one.name for one in ops]
    op: Json = {"const": names[0]} if len(names) == 1 else {"enum": [*names]}
    schema = object_schema(first.readers, (REVISION.name, *first.form.names))
    required = ["op", *_as_list(schema["required"])]
    properties: Json = {"op": op, **object_in(schema, "properties")}
    return {**schema, "properties": properties, "required": required, **_NOTHING_ELSE}


def _one_of(operations: Iterable[_Operation]) -> Json:
    names = dict.fromkeys(one.form.schema for one in operations)
    return {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}


def _with_kinds(kinds: Iterable[str]) -> Json:
    return {"properties": {"kind": {"enum": [*kinds]}}}


def _laid_over(generated: JsonValue, manual: JsonValue) -> JsonValue:
    """Lay what is written by hand over what is made; it decides where both say something."""
    if not isinstance(generated, dict) or not isinstance(manual, dict) or "$ref" in manual:
        return manual
    both = {
        name: _laid_over(generated[name], manual[name]) for name in generated.keys() & manual.keys()
    }
    whole = {**generated, **manual, **both}
    if "required" in both:
        whole["required"] = [*_as_list(generated["required"]), *_as_list(manual["required"])]
    return whole


def _as_list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


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
