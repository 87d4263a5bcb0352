"""Every switch and every other value of the rules has a name in both languages, and its source."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_args

import pytest

from scorekeeper.explain import labels, switch_words
from scorekeeper.explain.switch_words import (
    GROUP_TITLES,
    SOURCE_NAMES,
    SWITCH_GROUPS,
    SWITCH_WORDS,
    our_reading,
    preset_note,
    switch_source,
    switch_title,
    switch_value,
)
from scorekeeper.i18n import use_locale
from scorekeeper.rules.codec import read_declaration, read_rules
from scorekeeper.rules.model import (
    RULES,
    SEATS,
    TARGETS,
    TRUMPS,
    BySide,
    DeclarationKind,
    Rank,
    RuleSet,
)
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values

# Texts that are the same in Greek: signs, numbers, and untranslated names.
SAME = {"♥", "♦", "♣", "♠", "×2", "×4", "gamerules", *"78910", "10"}
NAMED: list[tuple[Callable[[Any], str], tuple[Any, ...]]] = [
    (labels.preset_name, tuple(PRESETS)),
    (labels.trump_name, TRUMPS),
    (labels.trump_glyph, TRUMPS),
    (labels.doubled_name, (2, 4)),
    (labels.doubled_text, (2, 4)),
    (labels.kind_name, get_args(DeclarationKind)),
    (labels.rank_name, get_args(Rank)),
    (labels.run_top, get_args(Rank)),
    (labels.rule_name, RULES),
    (labels.direction_name, ("right", "left")),
    (labels.unit_name, ("tenths", "points")),
]
SWITCHES: dict[str, tuple[Any, ...]] = {**switch_values(), "target": TARGETS}
PAIRS = [(field, value) for field, values in SWITCHES.items() for value in values]


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in NAMED for value in values]
)
def test_every_value_has_a_name_in_both_languages(name: Callable[[Any], str], value: Any) -> None:
    with use_locale("en"):
        english = name(value)
    with use_locale("el"):
        greek = name(value)
    assert english
    assert greek
    assert type(greek) is str
    assert greek != english or greek in SAME


@pytest.mark.parametrize("name", [name for name, values in NAMED if len(values) > 2])
def test_no_two_values_have_the_same_name(language: str, name: Callable[[Any], str]) -> None:
    values = next(values for named, values in NAMED if named is name)
    assert len({name(value) for value in values}) == len(values)


@pytest.mark.parametrize(
    ("bid", "preset", "spoken"),
    [
        (80, "cafe", "8"),
        (150, "cafe", "15"),
        (86, "palaristi", "86"),
        (90, "palaristi", "90"),
        (400, "cafe", "40"),
        (90, "simple", "90"),
        ("kapo", "cafe", "καπό"),
        (None, "cafe", ""),
    ],
)
def test_a_bid_is_written_as_it_is_spoken(bid: Any, preset: str, spoken: str) -> None:
    with use_locale("el"):
        assert labels.bid_text(bid, PRESETS[preset]) == spoken


@pytest.mark.parametrize(
    ("code", "en", "el"),
    [
        ("run3", "run of 3", "σκάλα 3"),
        ("run3:A", "run of 3 to the ace", "σκάλα 3 ως τον άσο"),
        ("run4:Q:t", "run of 4 to the queen in trumps", "σκάλα 4 ως την ντάμα, κόζι"),
        ("run3:9", "run of 3 to 9", "σκάλα 3 ως το 9"),
        ("four", "four of a kind", "καρέ"),
        ("four:A", "four aces", "4 άσοι"),
        ("four:10", "four tens", "4 δεκάρια"),
        ("nines", "four nines", "4 εννιάρια"),
        ("jacks", "four jacks", "4 βαλέδες"),
    ],
)
def test_a_declaration_is_named(code: str, en: str, el: str) -> None:
    for language, name in (("en", en), ("el", el)):
        with use_locale(language):
            assert labels.declaration_name(read_declaration(code)) == name


@pytest.mark.parametrize(
    ("rules", "en", "el"),
    [
        ("cafe", "Café table", "Καφενείο"),
        ({"preset": "cafe", "target": 201}, "Café table", "Καφενείο"),
        (
            {"preset": "cafe", "kapo_bid": False},
            "House rules (from Café table)",
            "Δικοί μας κανόνες (από: Καφενείο)",
        ),
    ],
)
def test_a_rule_set_is_named_after_its_preset(rules: Any, en: str, el: str) -> None:
    rule_set, _ = read_rules(rules)
    for language, name in (("en", en), ("el", el)):
        with use_locale(language):
            assert labels.rules_name(rule_set) == name


@pytest.mark.parametrize(
    ("language", "names", "own"),
    [("en", "Side A, Side B", "Us, Them"), ("el", "Ομάδα Α, Ομάδα Β", "Εμείς, Αυτοί")],
)
def test_sides_without_a_name_have_words_for_everybody_and_own_ones(
    language: str, names: str, own: str
) -> None:
    with use_locale(language):
        assert labels.default_side_names() == BySide(*names.split(", "))
        assert labels.own_side_names("A") == BySide(*own.split(", "))
        assert labels.own_side_names("B") == BySide(*reversed(own.split(", ")))


def test_a_seat_is_its_player_or_the_side_and_a_number() -> None:
    names = BySide("Αετοί", "Λιοντάρια")
    assert labels.seat_name("B2", names, "Ανδρέας") == "Ανδρέας"
    assert [labels.seat_name(seat, names) for seat in SEATS] == [
        "Αετοί 1",
        "Λιοντάρια 1",
        "Αετοί 2",
        "Λιοντάρια 2",
    ]


def test_points_are_counted() -> None:
    with use_locale("en"):
        assert [labels.points_text(n) for n in (0, 1, 97)] == ["0 points", "1 point", "97 points"]
    with use_locale("el"):
        assert [labels.points_text(n) for n in (1, 97)] == ["1 πόντος", "97 πόντοι"]


def test_the_ledger_s_signs() -> None:
    with use_locale("el"):
        assert labels.trump_glyph(None) == ""
        assert labels.doubled_text(1) == labels.doubled_name(1) == ""
        assert (labels.pilotta_mark(), labels.kapo_word()) == ("Π", "καπό")
        assert (labels.trump_glyph("none"), labels.trump_glyph("all")) == ("χωρίς", "όλα")


@pytest.mark.parametrize("what", get_args(labels.Addressed))
def test_sentence_about_us_or_them_has_their_name_in_its_case(language: str, what: Any) -> None:
    sentences = [labels.addressed_text(what, name, phone=2) for name in labels.own_side_names("A")]
    assert len(set(sentences)) == 2
    assert not any(":" in sentence for sentence in sentences)
    assert labels.addressed_text(what, "Maria", phone=2).rstrip(".").endswith(": Maria")


# --- switches ---


def both(words: Any, *arguments: Any) -> tuple[str, str]:
    """The words in English and in Greek."""
    with use_locale("en"):
        english = words(*arguments)
    with use_locale("el"):
        return english, words(*arguments)


@pytest.mark.parametrize("field", SWITCHES)
def test_every_switch_has_a_title(field: str) -> None:
    english, greek = both(switch_title, field)
    assert english
    assert greek
    assert greek != english


@pytest.mark.parametrize(("field", "value"), PAIRS)
def test_every_value_has_words(field: str, value: Any) -> None:
    english, greek = both(switch_value, field, value)
    assert english
    assert greek
    assert greek != english or not set(english.lower()) & set("bcdefghilmnoprstuvwxyz")


@pytest.mark.parametrize("field", [f for f, values in SWITCHES.items() if len(values) > 1])
def test_no_two_values_of_a_switch_read_alike(language: str, field: str) -> None:
    words = [switch_value(field, value) for value in SWITCHES[field]]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(("field", "value"), PAIRS)
def test_every_value_has_a_source(language: str, field: str, value: Any) -> None:
    source = switch_source(field, value)
    assert source
    assert (source == our_reading()) == (switch_words.switch_sources(field, value) == ())


def test_a_source_is_said_in_a_word_or_two() -> None:
    assert both(switch_source, "failed_declarations", "defence") == (
        "kypros.org, online game",
        "kypros.org, διαδικτυακό παιχνίδι",
    )


def test_source_that_does_not_quite_say_it_is_marked_as_our_reading() -> None:
    assert both(switch_source, "leads", "eldest") == (
        "cardrulesplus, rule card to 151, Tefteri's reading of Wikipedia, kypros.org",
        "cardrulesplus, κάρτα κανόνων ως 151, ερμηνεία του Τεφτεριού για: Βικιπαίδεια, kypros.org",
    )


def test_the_sources_are_of_values_that_exist() -> None:
    told = [(field, value) for field, one in switch_words.SWITCHES.items() for value in one.sources]
    assert set(told) <= set(PAIRS)
    assert {source for one in told for source in switch_words.switch_sources(*one)} == set(
        SOURCE_NAMES
    )


def test_the_tables_of_words_hold_no_stranger() -> None:
    assert set(SWITCH_WORDS) == set(SWITCHES)
    for field, words in SWITCH_WORDS.items():
        assert not words.values or set(words.values) == set(SWITCHES[field])


def test_the_groups_hold_every_switch_once() -> None:
    grouped = [field for group in SWITCH_GROUPS for field in group.fields]
    assert len(grouped) == len(set(grouped))
    assert {switch.group for switch in switch_words.SWITCHES.values()} == set(GROUP_TITLES)
    assert {*grouped, "preset", "version"} == {field.name for field in fields(RuleSet)}
    for group in SWITCH_GROUPS:
        english, greek = both(lambda group=group: str(group.title))
        assert english != greek


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_note_for_players(preset: str) -> None:
    english, greek = both(preset_note, preset)
    assert english != greek
    assert greek.endswith(".")
