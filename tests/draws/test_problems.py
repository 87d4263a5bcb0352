"""The problems that prevent a draw, also by the command; the draws know nothing else."""

import json
import os
import pkgutil
import subprocess
import sys

import pytest

import scorekeeper.draws
from scorekeeper.draws.codec import answer
from scorekeeper.draws.draw_json import HIGHEST_SCORE, HIGHEST_SEED
from scorekeeper.draws.model import CODES, MOST_PAIRS, PAIR_FORMATS
from tests.draws.playing import names, problems, request, results_of, wild_individual
from tests.rules.test_purity import modules_loaded_by
from tests.support.examples import rarely
from tests.support.processes import PATIENCE, PROJECT, Conversation

TABLE = {"a": "1", "b": "2", "score": [351, 240]}
ROWS = [
    ({"format": None}, ["missing format"], "null is absent"),
    ({"pairs": None}, ["missing pairs"], ""),
    ({"seed": None}, ["missing seed"], ""),
    ({"results": None}, ["missing results"], "before the first round it is an empty list"),
    ({"format": "league"}, ["unknown format"], ""),
    ({"format": ["swiss"]}, ["unknown format"], ""),
    ({"Format": "swiss"}, ["unknown Format"], "no such key"),
    ({"pairs": "1234"}, ["unknown pairs"], "no list"),
    ({"pairs": ["1", 2]}, ["unknown pairs"], "a name is a text"),
    ({"pairs": ["1", ""]}, ["unknown pairs"], "a name is not empty"),
    ({"pairs": ["1"]}, ["too_few pairs"], ""),
    ({"pairs": []}, ["too_few pairs"], ""),
    ({"pairs": names(MOST_PAIRS + 1)}, ["too_many pairs"], ""),
    ({"pairs": ["1", "2", "1"]}, ["twice pairs 1"], ""),
    ({"seed": "7"}, ["unknown seed"], ""),
    ({"seed": True}, ["unknown seed"], ""),
    ({"seed": 7.5}, ["unknown seed"], ""),
    ({"seed": HIGHEST_SEED + 1}, ["unknown seed"], ""),
    ({"seed": float("inf")}, ["unknown seed"], "1e999"),
    ({"results": {}}, ["unknown results"], ""),
    ({"results": [[TABLE], "2"]}, ["unknown results 2"], "the second round is no list"),
    ({"results": [[], [7]]}, ["unknown results 2"], ""),
    ({"results": [[{"a": "1", "b": "2"}]]}, ["unknown results 1"], "no score"),
    ({"results": [[{**TABLE, "bye": "3"}]]}, ["unknown results 1"], "both a table and a bye"),
    ({"results": [[{**TABLE, "score": [1]}]]}, ["unknown results 1"], ""),
    ({"results": [[{**TABLE, "score": [1, 2, 3]}]]}, ["unknown results 1"], ""),
    ({"results": [[{**TABLE, "score": [1, False]}]]}, ["unknown results 1"], ""),
    ({"results": [[{**TABLE, "score": [HIGHEST_SCORE + 1, 0]}]]}, ["unknown results 1"], ""),
    ({"results": [[{"bye": ["1"]}]]}, ["unknown results 1"], ""),
    ({"results": [[], [{}], [{"bye": 3}]]}, ["unknown results 2"], "the first such round"),
    ({"results": [[{**TABLE, "forfeit": "a"}]]}, ["unknown results 1"], ""),
    ({"results": [[{**TABLE, "shade": None}, {"bye": "3", "a": None}]]}, [],
     "null in a result is absent, whatever it is called"),
    ({"results.3": 1}, ["unknown results.3"], "a key with a dot is no round"),
    ({"shade": None}, ["unknown shade"], "beside the fields it is not"),
    ({"kept_tables": [["1", 0]]}, ["unknown kept_tables"], ""),
    ({"version": True}, ["unknown version"], ""),
    ({"version": 1e300}, ["unknown version"], ""),
    ({"results": [[], [{**TABLE, "b": "9"}]]}, ["stranger results 2 9"], ""),
    ({"results": [[{"bye": "9"}]]}, ["stranger results 1 9"], ""),
    ({"results": [[{**TABLE, "b": "1"}]]}, ["itself results 1 1"], ""),
    ({"results": [[TABLE, {"bye": "2"}]]}, ["twice results 1 2"], "each pair once a round"),
    ({"fixed": [["1"]]}, ["unknown fixed"], ""),
    ({"fixed": [["1", "2", "3"]]}, ["unknown fixed"], ""),
    ({"fixed": [["1", "9"]]}, ["stranger fixed 9"], ""),
    ({"fixed": [["1", "1"]]}, ["itself fixed 1"], ""),
    ({"fixed": [["1", "2"], ["3", "1"]]}, ["twice fixed 1"], ""),
    ({"fixed": [["1", "2"]], "forbidden": [["2", "1"]]},
     ["contradiction fixed 1", "contradiction fixed 2"], "fixed and forbidden at once"),
    ({"fixed": [["1", "2"]], "absent": ["2"]}, ["contradiction fixed 2"], ""),
    ({"forbidden": {"1": "2"}}, ["unknown forbidden"], ""),
    ({"forbidden": [["8", "9"]]}, ["stranger forbidden 8", "stranger forbidden 9"], ""),
    ({"forbidden": [["2", "2"]]}, ["itself forbidden 2"], ""),
    ({"absent": "1"}, ["unknown absent"], ""),
    ({"absent": ["9"]}, ["stranger absent 9"], ""),
    ({"pairs": ["1", "1"], "absent": ["9"]}, ["twice pairs 1", "stranger absent 9"], "both"),
    ({"format": "x", "seed": None, "pairs": 3}, ["missing seed", "unknown format", "unknown pairs"],
     "all at once"),
]  # fmt: skip
MODULES = [
    f"scorekeeper.draws.{module.name}"
    for module in pkgutil.iter_modules(scorekeeper.draws.__path__)
]
COMMAND = (sys.executable, "-m", "scorekeeper", "draw")
GOOD = json.dumps(request("swiss", 4)).encode()


@pytest.mark.parametrize(("changed", "told", "why"), ROWS)
def test_it_is_told(changed, told, why):
    assert problems({**request("swiss", 4), **changed}) == told, why


@pytest.mark.parametrize("nothing", [None, 7, "swiss", [], [{}], True])
def test_value_that_is_no_object_is_reported_as_not_json(nothing):
    assert answer(nothing) == {"ok": False, "problems": [{"code": "not_json", "field": None}]}


def test_every_code_is_told_by_a_row_or_a_knockout():
    told = {problem.split()[0] for _, problems, _ in ROWS for problem in problems}
    assert told == set(CODES) - {"not_json", "drawn", "out"}


@pytest.mark.parametrize("format_", PAIR_FORMATS)
def test_nothing_of_these_is_a_problem(format_):
    whole = request(format_, 4, seed=7.0, fixed=None, forbidden=[], absent=None)
    assert problems(whole) == []
    assert answer(whole) == answer(request(format_, 4))


@pytest.mark.parametrize("seed", [-HIGHEST_SEED, 0, HIGHEST_SEED])
def test_any_whole_number_is_a_seed(seed):
    assert answer(request("random", 4, seed=seed))["ok"]


def test_a_table_may_be_forbidden_twice_and_a_score_be_below_nothing():
    results = [[{"a": "1", "b": "2", "score": [-20, -HIGHEST_SCORE]}]]
    assert problems(request("swiss", 4, results, forbidden=[["1", "3"], ["3", "1"]])) == []


@pytest.mark.parametrize("named", [7, None, "η κλήρωση", [1, {}], False])
def test_an_id_comes_back(named):
    assert answer({**request("swiss", 4), "id": named})["id"] == named
    assert answer({"id": named})["id"] == named


# --- no framework, no clock, no chance ---


@pytest.fixture(scope="module")
def loaded():
    return modules_loaded_by(*MODULES)


@pytest.mark.parametrize(
    "stranger", ["datetime", "time", "random", "secrets", "uuid", "logging", "numpy", "pathlib"]
)
def test_the_draws_load_no(stranger, loaded):
    assert [name for name in loaded if name.split(".")[0] == stranger] == []


def test_the_draws_load_the_standard_library_alone(loaded):
    roots = {name.split(".")[0] for name in loaded}
    assert roots - set(sys.stdlib_module_names) == {"scorekeeper"}


def test_the_draws_load_only_the_reader_of_json_beside_them(loaded):
    own = {name for name in loaded if name.startswith("scorekeeper.")}
    assert own == {"scorekeeper.draws", "scorekeeper.json_parts", *MODULES}


# --- `python -m scorekeeper draw`: JSON Lines in and out by a real process ---


@pytest.fixture(scope="module")
def conversation():
    with Conversation(COMMAND) as talk:
        yield talk


def answers(lines, **environment):
    """The answers to whole lines, from a process that must end with status 0."""
    ran = subprocess.run(
        COMMAND,
        input="\n".join(json.dumps(line) for line in lines).encode(),
        capture_output=True,
        cwd=PROJECT,
        env={**os.environ, **environment},
        timeout=PATIENCE,
        check=True,
    )
    assert ran.stderr == b""
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_the_second_round_of_three_is_drawn(conversation):
    results = [[{"a": "1", "b": "2", "score": [351, 240]}, {"bye": "3"}]]
    reply = conversation.ask(json.dumps(request("swiss", 3, results)).encode())
    assert reply == {"ok": True, "tables": [["3", "1"]], "byes": ["2"]}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seed", b"9" * 5000),
        ("seed", b"1e999"),
        ("pairs", b"[" * 400 + b"]" * 400),
        ("results", b'[[{"a": "1", "b": "2", "score": [%s, 0]}]]' % (b"9" * 5000)),
        ("absent", b'["\\ud800"]'),
    ],
)
def test_hostile_tournaments_are_refused_and_the_rest_go_on(field, value, conversation):
    reply = conversation.ask(GOOD[:-1] + b', "%s": %s}' % (field.encode(), value))
    assert [problem["field"] for problem in reply["problems"]] == [field]
    assert conversation.ask(GOOD)["ok"]


def test_half_a_character_is_a_name_like_any_other(conversation):
    line = GOOD.replace(b'"1"', b'"\\ud800"')
    assert conversation.ask(line)["ok"]


@pytest.mark.parametrize("seed", ["1", rarely("0"), rarely("4711")])
def test_another_process_with_other_hashes_draws_the_same(seed):
    lines = [
        request(format_, 21, results_of(format_, 21, 3), absent=["4"], forbidden=[["1", "2"]])
        for format_ in PAIR_FORMATS
    ]
    lines += [wild_individual(number) for number in (2, 3)] + [wild_individual(1, 40, 50)]
    here = [answer(line) for line in lines]
    assert answers(lines, PYTHONHASHSEED=seed) == here


@pytest.mark.parametrize("format_", [rarely("round_robin"), rarely("odd_even"), "knockout"])
def test_format_without_matching_does_not_load_rustworkx(format_):
    timed = [sys.executable, "-X", "importtime", *COMMAND[1:]]
    line = json.dumps(request(format_, 9)).encode()
    ran = subprocess.run(timed, input=line, capture_output=True, cwd=PROJECT, check=True)
    loaded = {part.split("|")[-1].strip() for part in ran.stderr.decode().splitlines()}
    assert "scorekeeper.draws.codec" in loaded
    assert loaded.isdisjoint({"rustworkx", "numpy", "flask", "sqlalchemy", "random"})
