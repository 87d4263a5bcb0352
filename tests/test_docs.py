"""Documents say what the code does: draws.md, phases.md, seasons.md; and security.md's evidence."""

import json
import re
from typing import get_args

import pytest

from scorekeeper.club.seasons import record_codec, season_reader
from scorekeeper.club.seasons.season import SEASON_TIES
from scorekeeper.club.seasons.season_reader import MOST_POINTS
from scorekeeper.draws import codec as draws_codec
from scorekeeper.draws.codec import FIELDS_OF_ONE
from scorekeeper.draws.individual import FOUR, INDIVIDUAL_RULES
from scorekeeper.draws.individual_codec import INDIVIDUAL_FIELDS
from scorekeeper.draws.individual_round import EXACT_PLAYERS
from scorekeeper.draws.model import CODES, MOST_PAIRS, PAIR_FORMATS, RULES, draw_lot
from scorekeeper.draws.pairing import LOOKS_AHEAD
from scorekeeper.draws.standings import ORDERS, TieBreak
from scorekeeper.json_parts import LONGEST_ID, PartCode
from scorekeeper.phases import advance_codec
from scorekeeper.phases.phase_plan import (
    FEWEST_ENTRANTS,
    FEWEST_PLAYERS,
    MOST_ENTRANTS,
    MOST_GROUPS,
    MOST_PHASES,
    MOST_ROUNDS,
    PHASE_CODES,
    PHASE_FORMATS,
    PHASE_TIES,
)
from tests.support.processes import PROJECT


class Page:
    """A document with tables of words, and with examples in JSON."""

    def __init__(self, name):
        self.text = (PROJECT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```json\n(.*?)```", self.text, re.DOTALL)
        self.examples = [json.loads(text) for text in blocks]

    def first_cells(self, heading):
        """The words in backticks that begin the rows of the section's tables."""
        section = rf"^#+ {heading}$(.*?)(?=^#|\Z)"
        rows = re.search(section, self.text, re.MULTILINE | re.DOTALL)[1]
        cells = re.findall(r"^\| (`[^|]*`) \|", rows, re.MULTILINE)
        return [word for cell in cells for word in re.findall(r"`(.*?)`", cell)]


DRAWS, PHASES, SEASONS = Page("draws"), Page("phases"), Page("seasons")
LINE, ADVANCED, WRONG_LINE = PHASES.examples
SEASON, RANKED, MATCHES, PAIR, WRONG_SEASON = SEASONS.examples
SWISS = {"format": "swiss", "rounds": 1}
VALUES = {
    **{"format": "knockout", "from": [{"phase": 1, "rest": True}], "name": "x", "groups": 2},
    **{"rounds": 1, "places": "all", "drop": 1, "sit_out": "mean", "drawn": [["1", "2"]]},
}
TABLES = [
    (DRAWS, "Rules that a draw breaks", RULES),
    (DRAWS, "Problems", CODES),
    (DRAWS, "Standings", [*ORDERS, *get_args(TieBreak)]),
    (DRAWS, "JSON", DRAWS.examples[0]),
    (DRAWS, "Fields of one format", [one for fields in FIELDS_OF_ONE.values() for one in fields]),
    (PHASES, "Problems", PHASE_CODES),
    (PHASES, "The command", LINE),
    (PHASES, "A phase", VALUES),
    (SEASONS, "Problems", get_args(PartCode)),
    (SEASONS, "Who stands where", SEASON_TIES),
    (SEASONS, "A season", SEASON),
    (SEASONS, "A record", list(PAIR)[1:]),
]
NUMBERS = [
    (
        DRAWS,
        f"from 2 to {MOST_PAIRS},",
        f"more than {MOST_PAIRS} pairs",
        f"Up to {LOOKS_AHEAD} pairs",
        f"Up to {EXACT_PLAYERS} players",
        f"from {FOUR} to {MOST_PAIRS}",
    ),
    (
        PHASES,
        f"from {FEWEST_ENTRANTS} to {MOST_ENTRANTS} (from {FEWEST_PLAYERS} in",
        f"from 1 to {MOST_PHASES} of them",
        f"| `groups` | from 1 to {MOST_GROUPS};",
        f"planned, from 1 to {MOST_ROUNDS};",
        f"more than {MOST_ENTRANTS} entrants or {MOST_PHASES} phases",
    ),
    (
        SEASONS,
        f"from −{MOST_POINTS} to {MOST_POINTS},",
        f"of 1 to {LONGEST_ID} characters",
    ),
]
SECURITY = (PROJECT / "docs/security.md").read_text()
ROWS = re.findall(r"^\| (\d+\.\d+)[^|]* \| ([^|]*) \| ?(.*)\|$", SECURITY, re.MULTILINE)
SECTIONS_PER_CHAPTER = {
    **{1: 5, 2: 4, 3: 7, 4: 4, 5: 4, 6: 8, 7: 6, 8: 4, 9: 2, 10: 7, 11: 7, 12: 3, 13: 4, 14: 3},
    **{15: 4, 16: 5, 17: 3},
}
"""As ASVS 5.0.0 has them."""
OF_LEVEL_3 = {"3.1", "3.6", "11.7", "15.4"}
"""Sections without a requirement of the first two levels."""


@pytest.mark.parametrize(("page", "heading", "words"), TABLES)
def test_a_table_s_words_are_the_code_s_in_their_order(page, heading, words):
    assert page.first_cells(heading) == list(words)


@pytest.mark.parametrize(("page", "texts"), [(page, texts) for page, *texts in NUMBERS])
def test_the_numbers_are_the_code_s(page, texts):
    assert [text for text in texts if text not in page.text] == []


# --- draws ---


def test_the_formats_are_the_code_s():
    assert sorted(DRAWS.first_cells("Formats")) == sorted((*PAIR_FORMATS, "individual"))


def test_fields_and_rules_of_players_have_their_rows():
    *fields, rule = DRAWS.first_cells("A draw of players")
    assert {*fields, "format", "seed", "version"} == {*INDIVIDUAL_FIELDS}
    assert {rule} == {*INDIVIDUAL_RULES} - {*RULES}


def test_examples_of_draws_are_what_the_code_answers():
    request, drawn, of_players, drawn_players, broken, wrong = DRAWS.examples
    assert draws_codec.answer(request) == drawn
    assert draws_codec.answer(of_players) == drawn_players
    two = {"format": "random", "pairs": ["1", "2"], "seed": 7}
    met = [[{"a": "1", "b": "2", "score": [1, 0]}]]
    assert draws_codec.answer({**two, "results": met}) == broken
    assert draws_codec.answer({**two, "results": [[{"bye": "9"}]]}) == wrong


def test_the_lot_on_the_page_is_the_code_s():
    [(text, digits)] = re.findall(r"printf '(.*?)' \| sha256sum.*\n(\w+)", DRAWS.text)
    assert draw_lot(*json.loads(text)) == int(digits, 16)


# --- phases ---


def advance(*phases, **fields):
    return advance_codec.answer({"entrants": ["1", "2"], "phases": [*phases], **fields})


def test_examples_of_phases_are_what_the_code_answers():
    assert advance_codec.answer(LINE) == ADVANCED
    assert advance(SWISS, {**SWISS, "from": [{"phase": 2, "best": 1}]}) == WRONG_LINE


def test_no_key_of_a_phase_is_known_but_those_with_a_row():
    for key in [*PHASES.first_cells("A phase"), "odd"]:
        answer = advance({**SWISS, key: VALUES.get(key, 1)}, by="total")
        found = {one["field"] for one in answer.get("problems", [])}
        assert found & {key} == {"from", "places", "sit_out", "odd"} & {key}, key


def test_sources_can_be_read():
    for source in map(json.loads, PHASES.first_cells("Who plays on")):
        first = {"format": "knockout"} if "losers" in source else SWISS
        assert advance(first, {**SWISS, "from": [{**source, "phase": 1}]})["ok"], source


def test_words_of_phases_are_the_code_s():
    formats = re.search(r"^\| `format` \|(.*?);", PHASES.text, re.MULTILINE)[1]
    assert set(re.findall(r"`(\w+)`", formats)) == set(PHASE_FORMATS)
    ties = re.search(r"^\| `ties` \|(.*?);", PHASES.text, re.MULTILINE)[1]
    assert re.findall(r"`(\w+)`", ties) == list(PHASE_TIES)


# --- seasons ---


def test_examples_of_seasons_are_what_the_code_answers():
    assert season_reader.answer(SEASON) == RANKED
    reply = record_codec.answer(MATCHES)
    assert PAIR in reply["records"][0]["pairs"]
    first, *_ = SEASON["events"]
    ranking = [{**first["ranking"][0], "place": 0}]
    fourth = {"id": "e9", "date": "2026-03-01", "ranking": ranking}
    events = [*SEASON["events"], {**first, "id": "e8"}, fourth]
    assert season_reader.answer({**SEASON, "events": events}) == WRONG_SEASON


# --- security ---


def named(row):
    """The sections that a line is about: `4.3 GraphQL, 4.4 WebSocket`, `17.1–17.3`."""
    first, last = re.match(r"\| (\d+\.\d+)(?:–(\d+\.\d+))?", row).groups()
    if last is None:
        return re.findall(r"(?:\| |, )(\d+\.\d+)(?= )", row.split(" | ")[0])
    chapter, begin = first.split(".")
    return [f"{chapter}.{one}" for one in range(int(begin), int(last.split(".")[1]) + 1)]


def test_every_section_has_its_row():
    rows = [line for line in SECURITY.splitlines() if re.match(r"\| \d", line)]
    told = [section for row in rows for section in named(row)]
    wanted = {
        f"{chapter}.{section}"
        for chapter, count in SECTIONS_PER_CHAPTER.items()
        for section in range(1, count + 1)
    }
    assert len(told) == len(set(told))
    assert set(told) == wanted - OF_LEVEL_3


def test_a_row_says_what_it_is_and_why():
    assert {verdict for _section, verdict, _why in ROWS} == {"pass", "fail", "—"}
    for section, verdict, why in ROWS:
        assert verdict == "—" or why.strip(), section
        if verdict == "fail":
            assert re.search(rf"\b{re.escape(section)}\.\d", why), f"{section}: which of them?"


def test_the_evidence_is_there():
    paths = re.findall(r"`((?:tests|scorekeeper|deploy)[\w./]*|[\w-]+\.(?:lock|json))`", SECURITY)
    assert len(paths) > 50
    assert [path for path in paths if not (PROJECT / path).exists()] == []


def test_its_links_lead_somewhere():
    for file, anchor in re.findall(r"\]\(([\w/-]+\.md)(?:#([^)]+))?\)", SECURITY):
        lines = (PROJECT / "docs" / file).read_text().splitlines()
        titles = [line.lstrip("# ") for line in lines if line.startswith("#")]
        anchors = {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in titles}
        assert not anchor or anchor in anchors, f"{file}#{anchor}"
