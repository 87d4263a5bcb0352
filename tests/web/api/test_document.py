"""The document is a right one, says what the code does, and can be read as a page."""

import json
import re
from typing import get_args

import pytest
from openapi_spec_validator import validate

from scorekeeper.draws import model as draw_model
from scorekeeper.rules.match_file import HEAD_FIELDS
from scorekeeper.rules.model import CODES, RULES, SEATS
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values
from scorekeeper.tournament.role_links import LINK_ROLES
from scorekeeper.tournament.table_results import Source
from scorekeeper.web.api.operations import OPERATIONS
from scorekeeper.web.club_operations import CLUB_OPERATIONS
from scorekeeper.web.tournament_operations import TOURNAMENT_OPERATIONS
from tests.support.phone import Phone
from tests.support.program import (
    BASE,
    DOCUMENT,
    Director,
    Program,
    Secretary,
    assert_fits,
    examples,
    operations,
    resolved,
)
from tests.web.routes import routes

SCHEMAS = DOCUMENT["components"]["schemas"]
PAGE = f"{BASE}/"


@pytest.mark.slow
def test_it_is_openapi():
    validate(DOCUMENT)


def test_it_has_every_route_and_no_other(app):
    own = {
        (rule.endpoint.removeprefix("api."), method, re.sub(r"<(\w+:)?(\w+)>", r"{\2}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if (rule.endpoint, method) in routes(app) and rule.rule.startswith("/api/")
    }
    said = {
        (name, method, BASE + path.replace("{id}", "{public_id}"))
        for name, method, path, _ in operations()
    }
    assert said == own


def test_its_switches_are_those_of_the_rules():
    said = dict(SCHEMAS["HouseRules"]["properties"])
    assert said.pop("target") == {"$ref": "#/components/schemas/Target"}
    assert said.pop("preset") == {"$ref": "#/components/schemas/Preset"}
    assert said.pop("version")["minimum"] == 1
    values = {
        name: [True, False, None] if one.get("type") == ["boolean", "null"] else one["enum"]
        for name, one in said.items()
    }
    assert values == {name: [*known, None] for name, known in switch_values().items()}
    assert "1: by the point" in said["bid_step"]["description"]
    assert said["stake_to"]["description"].startswith("The stake of a made bid. contract: ")


def test_its_words_are_those_of_the_rules():
    assert SCHEMAS["Preset"]["enum"] == [*PRESETS]
    assert SCHEMAS["Seat"]["enum"] == [*SEATS]
    assert SCHEMAS["Code"]["properties"]["code"]["enum"] == [*CODES]
    assert SCHEMAS["Line"]["properties"]["rule"]["enum"] == [*RULES]


@pytest.mark.parametrize("schema", ["NewMatch", "ChosenMatch", "Match", "MatchFile"])
def test_each_schema_of_a_match_has_every_field_of_a_head(schema):
    beside = {"started"} if schema == "NewMatch" else set()
    assert HEAD_FIELDS - beside <= SCHEMAS[schema]["properties"].keys()


def test_it_knows_every_operation():
    ops = [SCHEMAS[one["$ref"].split("/")[-1]]["properties"]["op"] for one in operation_schemas()]
    names = {name for op in ops for name in op.get("enum", [op.get("const")])}
    assert names == set(OPERATIONS)
    assert {example["op"] for example in examples("write").values()} == names


def optional_fields(schema):
    """The fields of a body, or of each form that it may have, that may be left out."""
    schema = resolved(schema)
    for form in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield from optional_fields(form)
    needed = schema.get("required", ())
    yield from (
        (name, of) for name, of in schema.get("properties", {}).items() if name not in needed
    )


@pytest.mark.parametrize(
    "body", [said["requestBody"] for *_, said in operations() if "requestBody" in said]
)
def test_every_field_that_may_be_left_out_may_be_null(body):
    for _name, schema in optional_fields(resolved(body)["content"]["application/json"]["schema"]):
        assert_fits(None, schema)


def operation_schemas():
    return SCHEMAS["Operation"]["oneOf"]


@pytest.mark.parametrize("title", examples("create"))
def test_its_examples_of_starting_are_taken(app, title):
    body = examples("create")[title]
    assert_fits(body, "NewMatch")
    Program(app).start(**body)


def test_its_examples_of_writing_are_one_match(app):
    program = Program(app).start(**examples("create")["house rules"])
    for title, body in examples("write").items():
        assert_fits(body, "Operation")
        told = {name: value for name, value in body.items() if name != "revision"}
        answer = program.do(told.pop("op"), revision=body["revision"], **told)
        assert answer.status == 201, (title, answer.text)
    assert program.match()["ended"] == {"by": "hand"}
    assert program.match()["standing"]["totals"] == {"A": 0, "B": 55}


@pytest.mark.parametrize("title", examples("set_up"))
def test_its_examples_of_setting_up_are_taken(app, title):
    body = examples("set_up")[title]
    assert_fits(body, "NewTournament")
    Director(app).set_up(**body)


def test_its_examples_of_a_tournament_are_one(app):
    director = Director(app).set_up()
    for title, body in examples("write_in_tournament").items():
        assert_fits(body, "TournamentOperation")
        assert body["revision"] == director.held().revision
        told = {name: value for name, value in body.items() if name != "op"}
        answer = director.do(body["op"], **told)
        assert answer.status == 201, (title, answer.text)
        if title == "let pairs come":
            for name in (("Ζωή", "Άννα"), ("Θεόδωρος", "Άννα"), ("Ρένα", ""), ("Νίκος", "")):
                assert director.come("announce", players=[*name]).status == 201
    assert director.tournament()["drawn"][0]["tables"][0]["score"] == [240, 351]


@pytest.mark.parametrize("title", examples("begin_club"))
def test_its_examples_of_beginning_a_club_are_taken(app, title):
    body = examples("begin_club")[title]
    assert_fits(body, "NewClub")
    Secretary(app).begin(**body)


def test_its_examples_of_a_club_are_one(app):
    secretary = Secretary(app).begin()
    evening = secretary.evening(("Μαρία", "Γιώργος"), ("Ελένη", "Ανδρέας"))
    for title, body in examples("write_in_club").items():
        assert_fits(body, "ClubOperation")
        assert body["revision"] == secretary.held().revision
        here = json.dumps(body).replace("q3JmG9x0T1mPp8cW7ZkVdA", evening.public_id)
        told = {name: value for name, value in json.loads(here).items() if name != "op"}
        answer = secretary.do(body["op"], **told)
        assert answer.status == 201, (title, answer.text)
    assert secretary.club()["place"] == "Λάρνακα"


@pytest.mark.parametrize(
    ("schema", "name", "operations_of"),
    [
        ("TournamentOperation", "write_in_tournament", TOURNAMENT_OPERATIONS.kinds),
        ("ClubOperation", "write_in_club", CLUB_OPERATIONS.kinds),
    ],
)
def test_it_knows_every_operation_in_a_tournament_and_in_a_club(schema, name, operations_of):
    named = SCHEMAS[schema]["oneOf"]
    ops = [SCHEMAS[one["$ref"].split("/")[-1]]["properties"]["op"] for one in named]
    names = {name for op in ops for name in op.get("enum", [op.get("const")])}
    assert names == set(operations_of)
    assert {one["op"] for one in examples(name).values()} == names


def test_its_words_are_those_of_tournaments():
    assert SCHEMAS["Broken"]["properties"]["rule"]["enum"] == [*draw_model.RULES]
    assert SCHEMAS["Result"]["properties"]["source"]["enum"] == [*get_args(Source)]
    assert SCHEMAS["LinkRole"]["enum"] == [*LINK_ROLES]


def test_prose_is_laid_over_what_follows_from_the_acts():
    insert = SCHEMAS["Insert"]
    assert insert["description"].startswith("Write a forgotten hand")
    assert insert["required"] == ["op", "revision", "hand", "before"]
    place = {"description": "The entry's `id`.", "$ref": "#/components/schemas/Place"}
    assert insert["properties"]["before"] == place
    assert SCHEMAS["Tournament"]["properties"]["rules"]["$ref"].endswith("HouseRules")


@pytest.mark.parametrize("title", examples("score"))
def test_its_examples_of_scoring_are_what_is_answered(app, title):
    body = examples("score")[title]
    assert_fits(body, "ScoreRequest")
    (said,) = [said for name, _, _, said in operations() if name == "score"]
    shown = said["responses"]["200"]["content"]["application/json"]["examples"][title]["value"]
    assert Program(app).send("POST", "/score", body).data == shown


def test_it_is_served_with_the_address_that_its_reader_used(app, make_app):
    near = Program(app).get("/openapi.json")
    assert near.data == {**DOCUMENT, "servers": [{"url": "http://localhost/api/v1"}]}
    told = {"X_Forwarded_Proto": "https", "X_Forwarded_Host": "score.example"}
    far = Program(make_app(PROXY_HOPS=1)).get("/openapi.json", **told)
    assert far.data["servers"] == [{"url": "https://score.example/api/v1"}]


def test_it_is_sent_once(app):
    program = Program(app)
    for packed in (None, "br"):
        first = program.get("/openapi.json", Accept_Encoding=packed)
        tag = first.headers["ETag"]
        again = program.get("/openapi.json", If_None_Match=tag, Accept_Encoding=packed)
        assert (again.status, again.content) == (304, b"")
        other = program.get("/openapi.json", If_None_Match='"other"', Accept_Encoding=packed)
        assert other.status == 200


# --- the page ---


@pytest.fixture
def page(phone):
    return phone.get(PAGE)


def test_the_page_tells_all_of_it(page):
    words = unspaced(page.words(".//main"))
    for _, method, path, said in operations():
        assert unspaced(f"{method}{path}") in words
        assert unspaced(said["summary"]) in words
    for name, schema in SCHEMAS.items():
        assert name in words
        assert unspaced(schema["description"]) in words
    for text in DOCUMENT["x-problems"].values():
        assert unspaced(text) in words


def unspaced(text):
    """As it is read, however it is set."""
    return "".join(text.replace("`", "").split())


def test_the_page_leads_nowhere_that_is_not_there(page):
    ids = [one.get("id") for one in page.root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    inner = {link[1:] for link in page.links() if link.startswith("#")}
    assert inner
    assert inner <= set(ids)
    assert {f"problem-{name}" for name in DOCUMENT["x-problems"]} <= set(ids)
    outer = [link for link in page.links() if not link.startswith("#")]
    assert set(outer) == {"/", "/help", "/settings", f"{BASE}/openapi.json"}


def test_the_page_is_in_the_readers_language_as_far_as_it_goes(app):
    greek = Phone(app, "el").get(PAGE)
    assert greek.find("html").get("lang") == "el"
    assert "Για προγραμματιστές" in greek.words(".//header")
    assert greek.find(".//div[@class='document stack']").get("lang") == "en"
    assert "μόνο στα αγγλικά" in greek.words()
    assert "in English only" not in Phone(app).get(PAGE).words()


def test_people_find_the_page(phone):
    assert "/settings" in phone.get("/").links()
    assert PAGE in phone.get("/settings").links()
