"""One wording, two runtimes: the phone says what Python says, to the last letter."""

import json
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, get_args

import pytest

from scorekeeper.explain import labels
from scorekeeper.explain.acts import ACTS, act_name
from scorekeeper.explain.field_words import HAND_FIELDS, question
from scorekeeper.explain.problems import (
    AFTER_END,
    CLAIMS,
    FULL,
    MISSING,
    claim_problem_text,
    problem_text,
)
from scorekeeper.explain.shown_names import side_names
from scorekeeper.explain.spoken import vocabulary
from scorekeeper.i18n import Language, use_locale
from scorekeeper.match.acts.registry import BODIES, read_body
from scorekeeper.rules.codec import read_hand, read_rules, write_rules
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import (
    SEATS,
    TRUMPS,
    BySide,
    Declaration,
    DeclarationKind,
    Problem,
    Rank,
    RuleSet,
)
from scorekeeper.rules.presets import PRESETS
from tests.explain.hands import told
from tests.rules.table import all_rows
from tests.rules.wild import Wild
from tests.support.examples import ALL_EXAMPLES, rarely
from tests.support.node import answers, assert_alike

Json = Any
NAMES = {"A": "Οι γείτονες από πάνω", "B": "Μαρία $& Γιώργος"}
CAFE = write_rules(PRESETS["cafe"])
POINTS = write_rules(PRESETS["simple"])
HOUSE = {**CAFE, "target": 21, "kapo_bonus": 100}
HANDS = 2_000 if ALL_EXAMPLES else 500


def _problem_text(problem: Json, hand: Json, rules: Json) -> str:
    rule_set, _ = read_rules(rules)
    return problem_text(Problem(**problem), read_hand(hand, rule_set)[0], rule_set)


def _side_names(sides: Json) -> Json:
    parties = BySide(*(Party(sides[side]["name"]) for side in "AB"))
    return side_names(Match(sides=parties, rules=RuleSet()))._asdict()


def _each(*values: Json) -> list[tuple[Json, ...]]:
    return [(value,) for value in values]


def _sides(*names: str) -> list[tuple[Json, ...]]:
    return [({"A": {"name": name}, "B": {"name": ""}},) for name in names]


def _problems(code: str, fields: Iterable[str | None], hand: Json) -> list[tuple[Json, ...]]:
    return [({"code": code, "field": field}, hand, CAFE) for field in fields]


HAVE_FIELDS = ("recorded", "changed", "adjusted")
"""The acts whose names tell their fields, and the first."""
ACTS_OF = [
    {"kind": "recorded", "data": {}},
    *({"kind": kind, "data": {}} for kind in ACTS if kind not in (*HAVE_FIELDS, "penalty")),
    *(
        {"kind": "adjusted", "data": {"adjust": adjust, "reason": "Friday: late"}}
        for adjust in ({"B": -10}, {"A": 10})
    ),
    {"kind": "changed", "data": {"names": {"A": "Us"}, "rules": {"target": 151}}},
    {"kind": "changed", "data": {"players": {"A1": ""}, "first_dealer": "B1"}},
    {"kind": "changed", "data": {"rules": {"preset": "online"}}},
]
DECLARATIONS = [
    {"kind": "run3", "top": None, "in_trumps": False},
    *({"kind": "run4", "top": top, "in_trumps": trumps} for top in "AKQJ" for trumps in (0, 1)),
    *({"kind": "four", "top": top, "in_trumps": False} for top in (None, "A", "K", "Q", "10")),
    {"kind": "jacks", "top": None, "in_trumps": False},
]
LOOKS = [
    *({"asks": asks, "missing": []} for asks in ("swept", "tie_point", "declarations")),
    *({"asks": None, "missing": fields} for fields in ([], ["bid"], ["bidder"], ["points"])),
]
OTHER_SCRIPTS = ("שלום", "بيت", "ܫܠܡܐ", "ދިވެހި", "ߒߞߏ", "𞤀𞤣𞤤𞤢𞤥", "ﬥ", "Ёж", "กา", "東", "Us ש")

_OF_NOBODY = (
    {"A": "Us", "B": "Them"},
    {"A": "Εμείς", "B": "Αυτοί"},
    {"A": "Αυτοί", "B": "Εμείς"},
    {"A": "Ομάδα Α", "B": "Ομάδα Β"},
    {"A": "Side A", "B": "Side B"},
)

_CALLED = ("Us", "Them", "Εμείς", "Αυτοί", "Ομάδα Α")

# (the phone's function, Python's, what both are given)
SAID: list[tuple[str, Callable[..., Json], list[tuple[Json, ...]]]] = [
    ("presetName", labels.preset_name, _each(*PRESETS)),
    (
        "rulesName",
        lambda rules: labels.rules_name(read_rules(rules)[0]),
        _each(*map(write_rules, PRESETS.values()), HOUSE, {**CAFE, "target": 21, "version": 7}),
    ),
    ("trumpName", labels.trump_name, _each(*TRUMPS)),
    ("trumpGlyph", labels.trump_glyph, _each(*TRUMPS, None)),
    (
        "bidText",
        lambda bid, rules: labels.bid_text(bid, read_rules(rules)[0]),
        [*product((None, "kapo", 80, 86, 400), (CAFE, POINTS))],
    ),
    ("doubledText", labels.doubled_text, _each(1, 2, 4)),
    ("doubledName", labels.doubled_name, _each(1, 2, 4)),
    ("kindName", labels.kind_name, _each(*get_args(DeclarationKind))),
    ("kindShort", labels.kind_short, _each(*get_args(DeclarationKind))),
    ("rankName", labels.rank_name, _each(*get_args(Rank))),
    ("runTop", labels.run_top, _each(*get_args(Rank))),
    (
        "declarationName",
        lambda told: labels.declaration_name(Declaration(**told)),
        _each(*DECLARATIONS),
    ),
    ("defaultSideNames", lambda: labels.default_side_names()._asdict(), [()]),
    ("sideNames", _side_names, _sides("", "Οι πάνω", *OTHER_SCRIPTS)),
    (
        "seatName",
        lambda seat, names, player: labels.seat_name(seat, BySide(**names), player),
        [*product(SEATS, [NAMES], ["", "Μαρία"])],
    ),
    (
        "dealsText",
        lambda seat, names, player: labels.deals_text(seat, BySide(**names), player),
        [*product(SEATS, [NAMES, *_OF_NOBODY], ["", "Μαρία"])],
    ),
    ("needText", labels.need_text, [*product(_CALLED, (1, 294))]),
    ("endsText", labels.ends_text, _each(*_CALLED)),
    ("wonText", labels.won_text, _each(*_CALLED)),
    ("say", lambda _table, key: labels.LABELS.say(key), [("label", "equal_declarations")]),
    ("scoreText", labels.score_text, _each(0, 19, -20)),
    ("numberText", labels.number_text, _each(0, 351, -20)),
    ("question", lambda look: question(look["asks"], look["missing"]), _each(*LOOKS)),
    (
        "problemText",
        _problem_text,
        [
            *_problems("missing", MISSING, {}),
            *_problems("pilotta_trump", ("pilotta", "pilotta_failed"), {"trump": "none"}),
            *_problems("after_end", AFTER_END, {}),
            *_problems("claim_not_played", ["claim"], {}),
            *_problems("unknown", HAND_FIELDS, {}),
            *_problems("unknown", HAND_FIELDS, {"passed_out": True}),
        ],
    ),
    (
        "problemText",
        lambda problem, hand, rules: FULL.say(problem["field"]),
        _problems("full", FULL, {}),
    ),
    (
        "claimProblemText",
        lambda problem, hand, rules: claim_problem_text(Problem(**problem)),
        [*_problems("missing", CLAIMS, {}), *_problems("claim_not_played", [None], {})],
    ),
    (
        "actName",
        lambda act, number: act_name(body_of(act), number),
        [*product(ACTS_OF, [12]), *product(ACTS_OF[1:], [None])],
    ),
]


RUNS = {"A": ["run3:A", "run3:A:t"], "B": ["run3:A"]}
BY_TRUMPS = {"bidder": "A", "bid": 80, "trump": "clubs", "points": {"A": 100}, "declarations": RUNS}
"""A side's two best differ in their suits alone."""


def by_trumps(language: Language) -> list[dict[str, Json]]:
    """The same hand at a table with names, and at one where we are called Us."""
    with use_locale(language):
        unnamed = labels.own_side_names("A")._asdict()
    return [{"rules": "cafe", "hand": BY_TRUMPS, "names": names} for names in (NAMES, unnamed)]


def of_tables() -> list[dict[str, Json]]:
    return _of_a_phone({"rules": row["rules"], "hand": row["hand"]} for _, row in all_rows())


def random_hands(seed: int, count: int) -> list[dict[str, Json]]:
    """Hands of all rules, some of them spoilt."""
    wild = Wild(seed)
    return _of_a_phone(wild.asked_of_hand()["hand"] for _ in range(count))


def _of_a_phone(asked: Iterable[dict[str, Json]]) -> list[dict[str, Json]]:
    """Those that a phone's form can hold: with the fields of a hand and no others."""
    return [{**one, "names": NAMES} for one in asked if {*one["hand"]} <= HAND_FIELDS.keys()]


def _words(language: Language) -> dict[str, Json]:
    return json.loads(vocabulary(language))


def _asked_and_said() -> list[tuple[Json, Json]]:
    return [
        ({"say": function, "of": values}, python(*values))
        for function, python, given in SAID
        for values in given
    ]


def body_of(act):
    """The act; without its fields where its name tells none of them."""
    kind, data = act["kind"], act["data"]
    return read_body(kind, data) if data else object.__new__(BODIES[kind])


def test_every_row_of_the_tables(language: Language) -> None:
    told_of = [(hand, told(hand)) for hand in [*of_tables(), *by_trumps(language)]]
    assert_alike("words.mjs", [({"speak": _words(language)}, None), *told_of])


@pytest.mark.parametrize("seed", [0, rarely(1)])
def test_random_hands(language: Language, seed: int) -> None:
    told_of = [(hand, told(hand)) for hand in random_hands(seed, HANDS)]
    assert_alike("words.mjs", [({"speak": _words(language)}, None), *told_of])


def test_names_questions_and_acts(language: Language) -> None:
    assert_alike("words.mjs", [({"speak": _words(language)}, None), *_asked_and_said()])


@pytest.mark.slow
def test_every_word_handed_over_is_said_and_every_word_said_is_handed_over(
    language: Language,
) -> None:
    """The second, because the phone fails at a word that is not there."""
    words = _words(language)
    asked = [line for line, _ in _asked_and_said()]
    hands = [*of_tables(), *by_trumps(language), *random_hands(0, 1500)]
    *_, used = answers("words.mjs", [{"speak": words}, *asked, *hands, {"used": True}])
    assert {f"{table}.{key}" for table in words for key in words[table]} == {*used}
