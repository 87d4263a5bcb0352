"""docs/rules.md says what the code does.

`python -m tests.test_docs_rules` writes its generated blocks anew.
"""

import json
import re
from dataclasses import fields, replace
from typing import Any, get_args

import pytest

from scorekeeper.explain import labels
from scorekeeper.explain.switch_words import (
    SOURCE_NAMES,
    SWITCH_GROUPS,
    switch_readings,
    switch_sources,
    switch_title,
    switch_value,
)
from scorekeeper.i18n import gettext, use_locale
from scorekeeper.rules.codec import answer, read_declaration, read_hand
from scorekeeper.rules.match_file import read_match
from scorekeeper.rules.model import (
    CODES,
    HIGHEST_BID,
    HIGHEST_TARGET,
    LOWEST_BID,
    LOWEST_TARGET,
    PILOTTA,
    RULES,
    SEATS,
    TARGETS,
    TRUMPS,
    VALUES,
    DeclarationKind,
    Hand,
    RuleSet,
)
from scorekeeper.rules.presets import CAFE, PRESETS
from scorekeeper.rules.switches import switch_values
from scorekeeper.tournament.sheets import sheet_codec
from scorekeeper.tournament.sheets.sheet_slips import SlipCode
from tests.support.processes import PROJECT

PAGE = PROJECT / "docs" / "rules.md"
SEEDS = {
    "cardrules": "000",
    "simple": "001",
    "wikipedia": "002",
    "gamerules": "003",
    "kypros": "004",
}
SWITCHES: dict[str, tuple[Any, ...]] = {**switch_values(), "target": TARGETS}


def spelt(value: Any) -> str:
    """A value as JSON writes it, without quotes."""
    return value if isinstance(value, str) else json.dumps(value)


def presets_block() -> str:
    """Each preset: its names, and where it differs from the café table."""
    rows = ["| preset | name | differs from `cafe` in |", "|---|---|---|"]
    for name, rules in PRESETS.items():
        with use_locale("el"):
            greek = labels.preset_name(name)
        with use_locale("en"):
            english = labels.preset_name(name)
        differing = [
            f"`{field.name} {spelt(getattr(rules, field.name))}`"
            for field in fields(RuleSet)
            if field.name != "preset" and getattr(rules, field.name) != getattr(CAFE, field.name)
        ]
        told = ", ".join(differing) or "the base"
        rows.append(f"| `{name}` | {english} / {greek} | {told} |")
    return "\n".join(rows)


def cited(field: str, value: Any) -> str:
    """The sources of a value in brackets: a seed's number, or the public program; or none."""
    sources, readings = (
        ", ".join(sorted(SEEDS.get(source, source) for source in told(field, value)))
        for told in (switch_sources, switch_readings)
    )
    read = f"*our reading* of {readings}" if readings else ""
    told = ", ".join(filter(None, (sources, read)))
    return f"[{told}]" if told else ""


def switches_block() -> str:
    """Every switch with its values and their sources, in the form's order."""
    with use_locale("en"):
        return "\n\n".join(
            "\n".join([f"**{group.title}**", "", *map(switch_line, group.fields)])
            for group in SWITCH_GROUPS
        )


def switch_line(field: str) -> str:
    """A switch with its title and its values, the café table's first."""
    values = sorted(SWITCHES[field], key=lambda value: value != getattr(CAFE, field))
    told = "; ".join(
        f"`{spelt(value)}`{said(field, value)}{cited(field, value)}".rstrip() for value in values
    )
    return f"- `{field}` {switch_title(field)}: {told}"


def said(field: str, value: Any) -> str:
    """A value's words on the form, unless they repeat the value."""
    words = "" if isinstance(value, bool) else str(switch_value(field, value))
    words = words.removeprefix(spelt(value))
    return f"{words} " if words.startswith(" ") else f" {words} " if words else " "


BLOCKS = {"presets": presets_block, "switches": switches_block}


def block_pattern(name: str) -> re.Pattern[str]:
    """A block between its two markers."""
    return re.compile(rf"(<!-- generated: {name} -->\n).*?(<!-- end: {name} -->)", re.DOTALL)


def with_fresh_blocks(text: str) -> str:
    """The page with its generated blocks made anew."""
    for name, block in BLOCKS.items():
        fresh = block()
        text = block_pattern(name).sub(
            lambda found, fresh=fresh: f"{found[1]}\n{fresh}\n\n{found[2]}", text
        )
    return text


def section(title: str) -> str:
    """The text under a heading, up to the next one of its level or above."""
    text = PAGE.read_text()
    [(level, start)] = [
        (len(found[1]), found.end())
        for found in re.finditer(rf"^(#+) {re.escape(title)}$", text, re.MULTILINE)
    ]
    rest = text[start:]
    end = re.search(rf"^#{{1,{level}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def rows_of(title: str) -> list[list[str]]:
    """The cells of a section's table rows, without heads."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    heads = {place - 1 for place, row in enumerate(cells) if set("".join(row)) <= set("-|")}
    return [row for place, row in enumerate(cells) if place not in heads | {h + 1 for h in heads}]


def coded(cells: list[str]) -> list[str]:
    """Everything between backticks, blocks of code left out."""
    cells = [re.sub(r"```.*?```", "", cell, flags=re.DOTALL) for cell in cells]
    return [word for cell in cells for word in re.findall(r"`([^`]+)`", cell)]


def json_blocks() -> list[Any]:
    return [
        json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    ]


@pytest.mark.parametrize("name", BLOCKS)
def test_the_tables_of_switches_and_presets_are_the_code_s(name: str) -> None:
    assert block_pattern(name).search(PAGE.read_text())
    text = PAGE.read_text()
    assert with_fresh_blocks(text) == text, "run `python -m tests.test_docs_rules`"


def test_a_preset_is_what_its_row_says() -> None:
    for name, _names, differing in rows_of("Presets"):
        preset = name.strip("`")
        turned = [word.split() for word in coded([differing])]
        changes = dict(turned)
        rebuilt = {
            f: v for f, values in SWITCHES.items() for v in values if changes.get(f) == spelt(v)
        }
        assert rebuilt.keys() == changes.keys()
        assert replace(CAFE, preset=preset, **rebuilt) == PRESETS[preset]


def test_every_source_is_listed_with_its_name_on_screen() -> None:
    rows = {row[0].removeprefix("seed "): row[1] for row in rows_of("Where the rules come from")}
    with use_locale("en"):
        names = {SEEDS.get(key, key): str(name) for key, name in SOURCE_NAMES.items()}
    assert rows == names


def test_the_rules_of_scoring_are_numbered_as_the_code_s_comments_have_them() -> None:
    numbered = re.findall(r"^(\d)\. \*\*(.+?)\*\*", section("Scoring one hand"), re.MULTILINE)
    assert [int(number) for number, _ in numbered] == list(range(1, 9))
    called = {
        int(number)
        for file in (PAGE.parent.parent / "scorekeeper").rglob("*.py")
        for found in re.findall(r"[Rr]ules? (\d(?:(?:, | and | or )\d)*)\b", file.read_text())
        for number in re.findall(r"\d", found)
    }
    assert called
    assert called <= set(range(1, 9))


def test_the_lines_are_the_code_s_in_their_order() -> None:
    assert [coded(row)[0] for row in rows_of("Lines")] == list(RULES)


def test_the_problems_are_the_code_s_in_their_order() -> None:
    assert [coded(row)[0] for row in rows_of("Problems")] == list(CODES)
    assert f"from {LOWEST_BID} to {HIGHEST_BID}" in section("Problems")


def test_the_fields_of_a_hand_are_the_code_s() -> None:
    written = [coded(row[:1])[0] for row in rows_of("JSON") if row[0].startswith("`")]
    hand_fields = [field.name for field in fields(Hand)]
    assert [field for field in hand_fields if field not in written] == []
    for trump in TRUMPS:
        assert f"`{trump}`" in section("JSON")


def test_the_declarations_are_worth_what_the_table_says() -> None:
    points = {}
    for name, _greek, value in rows_of("Cards and declarations")[2:]:
        kinds = coded([name])
        if " to " in name:
            kinds = [kind for kind in get_args(DeclarationKind) if kinds[0] <= kind <= kinds[1]]
        points |= {kind: int(value) for kind in kinds}
    assert points == VALUES
    assert PILOTTA == 20
    assert "20 points" in section("Words")


def test_the_cards_add_up_to_the_pack() -> None:
    trump, plain = (
        [int(cell) for cell in row[1:]] for row in rows_of("Cards and declarations")[:2]
    )
    last_trick = 10
    assert sum(trump) + 3 * sum(plain) + last_trick == RuleSet().total("hearts")
    assert 4 * sum(plain) + last_trick == 130
    assert 4 * sum(trump) + last_trick == 258
    assert 4 * (14 + 9 + 6 + 5 + 3 + 1) + last_trick == 162
    assert 4 * (sum(plain) - 11 + 19) + last_trick == 162


@pytest.mark.parametrize("row", rows_of("Some hands on which careful people disagree"))
def test_a_worked_hand_scores_what_the_page_says(row: list[str]) -> None:
    [rules], [hand] = coded(row[:1]), coded(row[1:2])
    score = answer({"rules": rules, "hand": json.loads(hand)})
    assert score["ok"]
    assert [str(score["A"]), str(score["B"])] == row[2:4], row[4]


def test_the_json_on_the_page_is_what_the_code_reads_and_writes() -> None:
    hand, request, reply, refusal, _, _, match = json_blocks()
    assert read_hand(hand, CAFE)[1] == ()
    assert answer(request) == reply
    wrong = {"bidder": "A", "bid": 90, "points": {"A": 97, "B": 60}}
    assert answer({"rules": "cafe", "hand": wrong}) == refusal
    assert read_match(match)[1] == ()
    for field in match:
        assert f"`{field}`" in section("Match file")


def test_the_sheet_on_the_page_is_answered_so_and_every_code_is_told() -> None:
    *_, sheet, found, _ = json_blocks()
    assert sheet_codec.answer(sheet) == found
    of_whole_sheets = {"entered_twice", "hand_too_many", "hand_left_out", "sum_wrong"}
    known = {code for kind in get_args(SlipCode) for code in get_args(kind) or (kind,)}
    told = {code for row in rows_of("A sheet from paper") for code in coded(row[:1])}
    assert told == known - of_whole_sheets | {"points_off"}


def test_the_declaration_codes_on_the_page_can_be_read() -> None:
    codes = [
        word for word in coded([section("JSON")]) if re.match(r"(run\d|four|nines|jacks)", word)
    ]
    assert len(codes) > 8
    assert all(isinstance(read_declaration(code), tuple) for code in codes)


def test_the_match_has_the_code_s_targets_and_seats() -> None:
    text = section("The match")
    assert ", ".join(map(str, TARGETS[:-1])) + f" or {TARGETS[-1]}" in text
    assert f"from {LOWEST_TARGET} to {HIGHEST_TARGET}" in text
    assert ", ".join(f"`{seat}`" for seat in SEATS) in section("Match file")


@pytest.mark.parametrize(
    ("english", "greek"),
    [
        ("Stake", "στοίχημα"),
        ("Pilotta", "πιλόττα"),
        ("Declarations", "δηλώσεις"),
        ("Kapo", "καπό"),
        ("Made", "βγήκε"),
        ("Failed", "μέσα"),
        ("Passed out", "πάσο όλοι"),
        ("doubled", "κλειστό"),
        ("redoubled", "ανοικτό"),
        ("Us", "εμείς"),
        ("Them", "αυτοί"),
    ],
)
def test_the_page_has_the_screens_greek_words(english: str, greek: str) -> None:
    with use_locale("el"):
        assert gettext(english).lower() == greek
    assert greek in section("Words").lower()


if __name__ == "__main__":
    PAGE.write_text(with_fresh_blocks(PAGE.read_text()))
