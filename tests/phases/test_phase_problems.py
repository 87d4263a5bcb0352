"""The problems of a line for `advance`: each as `code field phase round entrant`, `-` for none."""

import json
import sys

import pytest

from scorekeeper.draws.draw_json import HIGHEST_SCORE
from scorekeeper.phases.advance_codec import answer
from scorekeeper.phases.phase_plan import MOST_ENTRANTS, MOST_GROUPS, MOST_PHASES, PHASE_CODES
from tests.draws.playing import names
from tests.support.processes import Conversation

SWISS = {"format": "swiss", "rounds": 1}
GROUPS = {**SWISS, "groups": 2}
BRACKET = {"format": "knockout"}
ALONE = {"format": "individual", "rounds": 1}
BEST = [{"phase": 1, "best": 2}]
TABLE = {"a": "1", "b": "2", "score": [3, 1]}
SEATED = {"a": ["1", "2"], "b": ["3", "4"], "score": [3, 1]}
COMMAND = (sys.executable, "-m", "scorekeeper", "advance")
GOOD = json.dumps({"entrants": ["1", "2"], "phases": [{"format": "swiss", "rounds": 1}]}).encode()
FIELDS = ("entrants", "phases", "results", "by", "ties", "withdrawn", "forbidden", "clubs")


def line(*phases, **more):
    return {"entrants": names(4), "phases": list(phases or [SWISS]), **more}


def behind(sources, first=SWISS, **more):
    """Two phases, the second one from these sources."""
    return line(first, {**SWISS, "from": sources, **more})


def rounds(*tables, first=SWISS, **more):
    return line(first, results=[[list(tables)]], **more)


ROWS = [
    ({}, "missing entrants, missing phases", ""),
    (line(entrants=None, phases=None), "missing entrants, missing phases", "null is left out"),
    (line(odd=None, withdrawn={"9": None}), "", "null is left out, whatever it is called"),
    (line(odd=1), "unknown odd", "no such key"),
    (line(entrants="1234"), "unknown entrants", ""),
    (line(entrants=["1", ""]), "unknown entrants", "a name is not empty"),
    (line(entrants=["1"]), "too_few entrants", ""),
    (line(ALONE, entrants=names(3)), "too_few entrants", "four players make a table"),
    (line(entrants=names(MOST_ENTRANTS + 1)), "too_many entrants", ""),
    (line(entrants=["1", "2", "1"]), "twice entrants - - 1", ""),
    ({**line(), "phases": []}, "too_few phases", ""),
    ({**line(), "phases": {}}, "unknown phases", ""),
    ({**line(), "phases": [SWISS, 7]}, "unknown phases 2", ""),
    (line(SWISS, *[{**SWISS, "from": BEST}] * MOST_PHASES), "too_many phases", ""),
    (line({"rounds": 1}), "missing format 1", ""),
    (line({**SWISS, "format": "league"}), "unknown format 1", ""),
    (line(SWISS, {**ALONE, "from": BEST}), "unknown format 2", "all phases are individual or none"),
    (line({"format": "swiss"}), "missing rounds 1", ""),
    (line({"format": "round_robin"}), "", "it has as many as it needs"),
    (line({**SWISS, "rounds": 0}), "unknown rounds 1", ""),
    (line({**BRACKET, "rounds": 2}), "unknown rounds 1", "a tree has its rounds"),
    (line({**SWISS, "odd": 1}), "unknown odd 1", ""),
    (line({**SWISS, "name": 7}), "unknown name 1", ""),
    (line({**SWISS, "groups": MOST_GROUPS + 1}), "unknown groups 1", ""),
    (line({**BRACKET, "groups": 1}), "unknown groups 1", ""),
    (line({**ALONE, "groups": 1}), "unknown groups 1", ""),
    (line({**SWISS, "places": "third"}), "unknown places 1", "only in a bracket"),
    (line({**BRACKET, "places": "fifth"}), "unknown places 1", ""),
    (line({**SWISS, "sit_out": "mean"}), "unknown sit_out 1", "only of players"),
    (line({**SWISS, "drop": 1}), "unknown drop 1", "only by total"),
    (line({**SWISS, "drop": 1}, by="total"), "", ""),
    (line({**GROUPS, "drop": 1}, by="total"), "unknown drop 1", "only with one group"),
    (line({**BRACKET, "drop": 1}, by="total"), "unknown drop 1", ""),
    (line({**SWISS, "from": BEST}), "unknown from 1", "everybody plays the first phase"),
    (line(SWISS, SWISS), "missing from 2", ""),
    (behind([]), "unknown from 2", ""),
    (behind([{"phase": 1}]), "unknown from 2", ""),
    (behind([{"phase": 1, "best": 2, "rest": True}]), "unknown from 2", "one thing a source"),
    (behind([{"phase": 1, "rest": False}]), "unknown from 2", ""),
    (behind([{"phase": 1, "best": 2, "rest": None}]), "", ""),
    (behind([{"phase": 1, "places": []}]), "unknown from 2", ""),
    (behind([{"phase": 1, "best": 2}, {"phase": 1, "best": 1}]), "", "the next ones"),
    (behind([{"phase": 2, "best": 2}]), "source from 2", "no earlier phase"),
    (behind([{"phase": 0, "best": 2}]), "source from 2", ""),
    (behind([{"phase": 1, "losers": 1}]), "source from 2", "no bracket"),
    (behind([{"phase": 1, "best": 1}], BRACKET), "source from 2", "a bracket has losers only"),
    (behind([{"phase": 1, "losers": 1}], {**BRACKET, "places": "all"}), "source from 2", ""),
    (behind([{"phase": 1, "losers": 1}] * 2, BRACKET), "source from 2", "one a bracket"),
    (behind([{"phase": 1, "rest": True}] * 2), "source from 2", "one a phase"),
    (behind([{"phase": 1, "places": [1]}, {"phase": 1, "places": [2, 1]}]), "source from 2", ""),
    (line(SWISS, *[{**SWISS, "from": [{"phase": 1, "rest": True}]}] * 2), "source from 3", "later"),
    (line({**SWISS, "drawn": ["1", "2", "3", "4"]}), "unknown drawn 1", "no list of groups"),
    (line({**BRACKET, "drawn": [names(4)]}), "unknown drawn 1", "a seeding list"),
    (line({**GROUPS, "drawn": [names(4)]}), "unknown drawn 1", "two groups"),
    (line({**SWISS, "drawn": [["1", "2", "3"]]}), "missing drawn 1 - 4", "everybody plays it"),
    (line({**BRACKET, "drawn": names(5)}), "stranger drawn 1 - 5", ""),
    (line({**BRACKET, "drawn": [*names(4), "1"]}), "twice drawn 1 - 1", ""),
    (line(SWISS, *[{**BRACKET, "from": BEST, "drawn": ["1", "2"]}] * 2),
     "twice drawn 3 - 1, twice drawn 3 - 2", "of two phases that take from the same one"),
    (line(by="match_points"), "unknown by", ""),
    (line(ties=["lots"]), "unknown ties", ""),
    (line(ALONE, ties=["buchholz"]), "unknown ties", "players have none"),
    (line(withdrawn=["1"]), "unknown withdrawn", ""),
    (line(withdrawn={"1": 2}), "unknown withdrawn - - 1", "no such phase"),
    (line(withdrawn={"9": 1}), "stranger withdrawn - - 9", ""),
    (line(forbidden=[["1"]]), "unknown forbidden", ""),
    (line(forbidden=[["1", "1"], ["2", "9"]]), "itself forbidden - - 1, stranger forbidden - - 9",
     ""),
    (line(clubs=[["1", "2"], ["2", "9"]]), "twice clubs - - 2, stranger clubs - - 9", ""),
    (line(clubs=[["1", "1"]]), "twice clubs - - 1", "in one club, too"),
    (line(results={}), "unknown results", ""),
    (line(results=[[], []]), "unknown results", "more than phases"),
    (line(results=[7]), "unknown results 1", ""),
    (line(results=[[[], 7]]), "unknown results 1 2", ""),
    (rounds({**TABLE, "score": [1, 0.5]}), "unknown results 1 1", ""),
    (rounds({**TABLE, "score": [HIGHEST_SCORE + 1, 0]}), "unknown results 1 1", ""),
    (rounds({**TABLE, "score": None}), "", "not yet"),
    (rounds({**TABLE, "forfeit": "a"}), "unknown results 1 1", ""),
    (rounds({**TABLE, "odd": 1}), "unknown results 1 1", ""),
    (rounds(SEATED), "unknown results 1 1", "a side is one entrant"),
    (rounds(TABLE, first=ALONE), "unknown results 1 1", "a side is two players"),
    (rounds({**SEATED, "b": ["1", "3"]}, first=ALONE), "twice results 1 1 1", "at one table"),
    (rounds({**TABLE, "b": "1"}), "itself results 1 1 1", "not twice, too"),
    (rounds(TABLE, {"bye": "2"}), "twice results 1 1 2", ""),
    (rounds({**TABLE, "b": "9"}), "stranger results 1 1 9", ""),
    (rounds(TABLE, first=GROUPS), "stranger results 1 1 1", "they are in two groups"),
    ({**behind(BEST), "results": [[[TABLE]], [[{"bye": "1"}]]]}, "",
     "one round is enough, and the first of the order is 1"),
    ({**behind(BEST), "results": [[], [[{"bye": "1"}]]]}, "stranger results 2 1 1", "it waits"),
    ({**behind(BEST), "results": [[[TABLE]], [[{"bye": "4"}]]]}, "stranger results 2 1 4", ""),
    (rounds({**TABLE, "score": [2, 2]}, first=BRACKET), "drawn results 1 1 1, drawn results 1 1 2",
     ""),
    (rounds({**TABLE, "forfeit": "both"}, first=BRACKET),
     "drawn results 1 1 1, drawn results 1 1 2", "nobody has won"),
    (line({**SWISS, "odd": 1}, withdrawn={"9": 1}, by=7),
     "unknown odd 1, stranger withdrawn - - 9, unknown by", "all at once"),
]  # fmt: skip


def told(request):
    """The problems of a line as texts."""
    return {
        " ".join(
            str(problem.get(key, "-")) for key in ("code", "field", "phase", "round", "entrant")
        )
        for problem in answer(request).get("problems", [])
    }


@pytest.mark.parametrize(("request_", "expected", "why"), ROWS)
def test_problems_of_a_line(request_, expected, why):
    padded = {
        " ".join((text.split() + ["-"] * 3)[:5]) for text in filter(None, expected.split(", "))
    }
    assert told(request_) == padded, why


GUEST = "stranger results 2 1 4"
"""In `played` the two best of phase 1 are 1 and 3: 4 is not in phase 2."""


def played(first=None, second=None, third=None, **more):
    """Two phases or three; in the results of the second one is 4, who is not in it."""
    phases = [{**SWISS, **(first or {})}, {**SWISS, "from": BEST, **(second or {})}]
    phases += [{**SWISS, **third}] if third else []
    return {**line(*phases), "results": [[[TABLE]], [[{"bye": "4"}]]], **more}


HARMLESS = [
    (played(odd=1), "an unknown field of the line"),
    (played(first={"odd": 1}), "an unknown key of the phase before"),
    (played(second={"odd": 1}), "of the phase itself"),
    (played(first={"name": 7}), "a name has no effect"),
    (played(first={"places": "all"}), "a key that is not allowed counts as left out"),
    (played(first={"sit_out": "mean"}), "nobody sits out"),
    (played(first={"drop": 1}), "by wins nothing is left out"),
    (played(first={"from": BEST}), "everybody plays the first phase"),
    (played(second={"rounds": 0}), "the seats of a phase do not wait for its rounds"),
    (played(withdrawn={"9": 1}), "no entrant withdraws"),
    (played(withdrawn={"9": 7}), "no entrant, and no phase"),
    (played(forbidden=[["1", "9"], ["2", "2"]]), "no wish parts two entrants"),
    (played(forbidden=7), "one list parts nobody"),
    (played(clubs=[["1", "9"], ["1"]]), "one list parts nobody"),
    (played(results=[[[TABLE]], [[{"bye": "4"}]], []]), "results of no phase"),
    (played(results=[[[TABLE]], [[{"bye": "4"}], 7]]), "another round of the phase"),
    (played(second={"from": [{"phase": 1, "places": [1, 2]}]}, third={"from": []}),
     "places are taken before what another phase takes"),
    (played(third={"from": BEST, "drawn": [["9"]]}), "9 is not in phase 1"),
    (played(first={"rounds": 2}, ties=7), "phase 2 waits, whatever the order of phase 1"),
    (played(second={"drawn": [["1", "3"]]}, by=7), "seats that were drawn stay"),
]  # fmt: skip


HIDING = [
    (played(entrants=["1", "2", "3", "4", "4"]), "the list of entrants"),
    (played(first={"format": "league"}), "how the phase before is ranked"),
    (played(first={"groups": 0}), "the groups of the phase before"),
    (played(first={"rounds": 0}), "whether the phase before is finished"),
    (played(first={"drop": -1}, by="total"), "the rounds that count"),
    (played(by=7), "the order of the phase before"),
    (played(ties=["lots"]), "the order of equal entrants"),
    (played(withdrawn=7), "who is passed over"),
    (played(withdrawn={"1": 7}), "from which phase on 1 is passed over"),
    (played(results=[[[TABLE], 7], [[{"bye": "4"}]]]), "the results of the phase before"),
    (played(second={"from": [*BEST, 7]}), "the sources"),
    (played(second={"drawn": 7}), "the seats that were drawn"),
    (played(third={"from": [7]}), "what phase 3 takes"),
    (played(third={"from": BEST, "drawn": 7}), "who of phase 1 is in phase 3"),
]  # fmt: skip


def test_stranger_in_a_later_phase_is_told():
    assert told(played()) == {GUEST}


@pytest.mark.parametrize(("request_", "why"), HARMLESS)
def test_problem_that_changes_no_seat_hides_no_stranger(request_, why):
    found = told(request_)
    assert GUEST in found, why
    assert len(found) > 1, why


@pytest.mark.parametrize(("request_", "unknown"), HIDING)
def test_problem_that_leaves_a_seat_unknown_hides_the_strangers_behind_it(request_, unknown):
    assert GUEST not in told(request_), unknown
    assert told(request_), unknown


def test_group_that_is_not_known_has_no_strangers_but_its_phase_has():
    groups = {**GROUPS, "from": [{"phase": 1, "best": 3}]}
    results = [[[TABLE]], [[{**TABLE, "b": "3"}, {"bye": "2"}]]]
    sound = {**line(SWISS, groups), "results": results}
    assert told(sound) == {"stranger results 2 1 1", "stranger results 2 1 2"}
    assert told({**sound, "clubs": 7}) == {"unknown clubs - - -", "stranger results 2 1 2"}


def test_rows_have_each_code():
    codes = {
        text.split()[0] for _, expected, _ in ROWS for text in filter(None, expected.split(", "))
    }
    assert codes == {*PHASE_CODES} - {"not_json"}


@pytest.mark.parametrize("request_", [None, [], "swiss", 7, True])
def test_value_that_is_no_object_is_not_json(request_):
    assert answer(request_) == {"ok": False, "problems": [{"code": "not_json", "field": None}]}


def test_id_comes_back_with_an_answer_and_with_problems():
    assert answer({**line(), "id": [7]})["id"] == [7]
    assert answer({"id": "x"})["id"] == "x"


# --- hostile lines to a real `python -m scorekeeper advance` ---


@pytest.fixture(scope="module")
def conversation():
    with Conversation(COMMAND) as talk:
        yield talk


@pytest.mark.parametrize(
    "value",
    [
        *(b"9" * 5000, b"1e999", b"-1e999", b"[" * 400 + b"]" * 400, b'"\\ud800"', b"true"),
        *(b"[{}]", b"[[]]", b"[[[{}]]]", b'{"1": 1e999}', b'[{"format": {"a": 1}}]'),
        *(b'[{"format": "swiss", "rounds": 1e999}]', b'[{"format": "swiss", "drawn": [[1]]}]'),
    ],
)
@pytest.mark.parametrize("field", FIELDS)
def test_hostile_values_are_refused(field, value, conversation):
    reply = conversation.ask(GOOD[:-1] + b', "%s": %s}' % (field.encode(), value))
    if reply["ok"]:
        assert (field, value) == ("results", b"[[]]") or field == "clubs"
        return
    assert reply["problems"]


@pytest.mark.parametrize(
    "source", [b'{"phase": 1e999, "best": 1}', b'{"phase": 1, "best": %s}' % (b"9" * 5000), b"[[]]"]
)
def test_hostile_sources_are_refused(source, conversation):
    phases = b'[{"format": "swiss", "rounds": 1}, {"format": "knockout", "from": [%s]}]' % source
    reply = conversation.ask(b'{"entrants": ["1", "2"], "phases": %s}' % phases)
    assert [problem["field"] for problem in reply["problems"]] == ["from"]


def test_number_of_hundreds_of_digits_is_a_number_like_any_other(conversation):
    source = b'{"phase": 1, "best": %s}' % (b"9" * 900)
    phases = b'[{"format": "swiss", "rounds": 1}, {"format": "knockout", "from": [%s]}]' % source
    line = b'{"entrants": ["1", "2"], "phases": %s, "results": [[[{"bye": "1"}]]]}' % phases
    assert conversation.ask(line)["phases"][1]["entrants"] == ["1", "2"]
