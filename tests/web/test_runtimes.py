"""A phone without a network reads the entry, begins a match, counts a pile as the server does."""

import random
from dataclasses import replace
from itertools import product

import pytest
from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper.explain.counting_rulings import cut_text
from scorekeeper.rules.cards import PACK
from scorekeeper.rules.codec import write_hand
from scorekeeper.rules.match_file import write_head
from scorekeeper.rules.model import OTHER, SEATS, SIDES, SUITS, TARGETS, TRUMPS
from scorekeeper.rules.play import Pile, count
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values
from scorekeeper.web.match.match_form import DEALER_CHOICES, SetupForm
from scorekeeper.web.settle.tricks import count_table
from tests.node import assert_alike
from tests.web.wild_forms import WildForm, fields_of, new_form, preview_data, shown

TARGETS_TYPED = [*map(str, TARGETS), *(f"own:{text}" for text in ("1000", "77", " 21 ", "5000"))]
NO_TARGETS = ["own:", "own:20", "own:5001", "own:1e3", "own:0x50", "own:-77", "own:77.0"]
NAMES = ["", " Kites ", "Ξένιος  και Κύπρος", "Ζωή", "x" * 41, "a\u202eb", "👨‍👩‍👧"]
HEAD = ("sides", "rules", "target", "first_dealer")
WILD = 2000


def form(**fields):
    """The form as it lies open, with what was chosen in it."""
    target, _, own = fields.pop("target", "351").partition(":")
    names = dict.fromkeys(
        ("name_A", "name_B", *(f"player_{seat}" for seat in SEATS)),
        "",
    )
    shown = {"rules_of": "cafe", "preset": "cafe", "op_id": "0123456789abcdef" * 2}
    dealing = {"first_dealer": "A1", "shuffler": "A1", "cut": "hearts"}
    return {**names, **shown, **dealing, "target": target, "target_own": own, **fields}


def wild(seed):
    chance = random.Random(seed)
    names = {name: chance.choice(NAMES) for name in form() if name.startswith(("name_", "player_"))}
    turned = {
        f"switch_{field}": str(chance.choice(["", "", *values]))
        for field, values in switch_values().items()
    }
    return form(
        **names if chance.random() < 0.3 else {},
        **turned,
        rules_of=chance.choice([*PRESETS]),
        preset=chance.choice([*PRESETS]),
        target=chance.choice(TARGETS_TYPED + NO_TARGETS[: chance.choice([0, 0, 0, 7])]),
        first_dealer=chance.choice(DEALER_CHOICES),
        shuffler=chance.choice(SEATS),
        cut=chance.choice(SUITS),
        op_id=f"{chance.getrandbits(128):032x}",
    )


@pytest.fixture
def served(running_app):
    """A function that sends a form to the server: its wrong fields, and the match's head."""

    def served(typed):
        with running_app.test_request_context(method="POST", data=MultiDict(typed)):
            read = SetupForm(formdata=request.form, meta={"csrf": False})
            if not read.validate():
                return {"wrong": sorted(read.errors), "head": None}
            head = write_head(read.match())
            return {"wrong": [], "head": {field: head[field] for field in HEAD}}

    return served


def assert_same_match(served, forms):
    assert_alike("start.mjs", [(typed, served(typed)) for typed in forms])


@pytest.mark.slow
def test_the_form_is_played_as_it_stands_also_where_its_rules_were_another_before(served):
    """The rules and the target that are ticked: what they would change may not have come."""
    forms = [
        form(rules_of=before, preset=now, target=target)
        for before, now, target in product(PRESETS, PRESETS, TARGETS_TYPED + NO_TARGETS)
    ]
    assert_same_match(served, forms)


@pytest.mark.slow
def test_every_field_means_the_same_with_a_network_and_without(served):
    each_switch = [
        form(preset=preset, rules_of=preset, **{f"switch_{field}": str(value)})
        for preset in PRESETS
        for field, values in switch_values().items()
        for value in values
    ]
    assert_same_match(served, each_switch + [wild(seed) for seed in range(WILD)])


TABLES = 800
FORMS_AT_EACH = 3


@pytest.fixture
def looks(running_app):
    """The questions to Node about many forms, and the server's answers."""
    wilds = [WildForm(seed) for seed in range(TABLES)]
    with running_app.test_request_context():
        filled = [wild.filled() for wild in wilds]
    return [
        look(running_app, wild, wild.typed(fields))
        for wild, fields in zip(wilds, filled, strict=True)
        for _ in range(FORMS_AT_EACH)
    ]


def look(app, wild, typed):
    with app.test_request_context(method="POST", data=MultiDict(typed)):
        told = preview_data(wild, new_form(request.form))
    question = {"dealer": wild.dealer, "typing": wild.typing, "rules": wild.rules_told}
    return {**question, "typed": typed}, told


@pytest.mark.slow
def test_the_phone_reads_a_form_as_the_server_does(looks):
    assert_alike("hand_preview.mjs", looks)
    told = [expected for _, expected in looks]
    asked = {(one["asks"], one["isAnswered"]) for one in told}
    questions = ("swept", "declarations", "tie_point")
    assert asked == {(None, True), *product(questions, (True, False))}
    assert sum(one["isReady"] for one in told) > len(told) / 4
    assert any(one["tops"] for one in told)


def test_the_phone_shows_a_hand_as_the_server_does(running_app):
    wilds = [WildForm(seed) for seed in range(TABLES)]
    with running_app.test_request_context():
        pairs = [pair_of(wild) for wild in wilds]
    assert_alike("hand_preview.mjs", pairs)


def pair_of(wild):
    hand = wild.hand_shown()
    expected = sorted(map(list, fields_of(shown(hand, wild.rule_set))))
    return {"hand": write_hand(hand), "rules": wild.rules_told}, expected


RULE_SETS = [
    *PRESETS.values(),
    replace(PRESETS["cafe"], none_total=130, all_total=162),
    replace(PRESETS["cafe"], six_six="bidder", kapo_bonus=0),
]
HOW_MANY = [1, 4, 7, 8, 12, 16, 20, 24, 30, 32]


def asked_of_the_phone(pile, rules, bidder):
    last = pile.side if pile.last_trick else OTHER[pile.side]
    told = {"side": pile.side, "trump": pile.trump, "last": last}
    told["cards"] = [card.code for card in pile.cards]
    return {"pile": told, "values": count_table(rules, bidder)}


def answered_here(pile, rules, bidder):
    told = count(pile, rules, bidder)
    answer = {
        "cards": told.cards,
        "tricks": told.cards // 4,
        "spare": told.spare,
        "points": told.points._asdict(),
    }
    cut = {"cut": {side: cut_text(told, side, rules) for side in SIDES}}
    return answer | (cut if told.tenths else {})


def test_the_phone_counts_as_the_server_does():
    chance = random.Random(32)
    pairs = []
    for _ in range(3000):
        cards = chance.sample(PACK, chance.choice(HOW_MANY))
        last = chance.random() < 0.5
        pile = Pile(chance.choice(SIDES), frozenset(cards), last, chance.choice(TRUMPS))
        table = pile, chance.choice(RULE_SETS), chance.choice([None, *SIDES])
        pairs.append((asked_of_the_phone(*table), answered_here(*table)))
    assert_alike("tricks.mjs", pairs)


def test_without_a_trump_the_phone_counts_cards_and_tricks():
    pile = {"side": "A", "trump": None, "last": "A", "cards": ["Jh", "9h", "Ah", "7h", "7s"]}
    asked = {"pile": pile, "values": count_table(PRESETS["cafe"], None)}
    assert_alike("tricks.mjs", [(asked, {"cards": 5, "tricks": 1, "spare": 1})])


def test_nothing_is_summed_before_a_card_is_marked():
    pile = {"side": "A", "trump": "hearts", "last": "B", "cards": []}
    asked = {"pile": pile, "values": count_table(PRESETS["cafe"], None)}
    assert_alike("tricks.mjs", [(asked, {"cards": 0, "tricks": 0, "spare": 0})])


def test_while_nobody_has_the_last_trick_only_the_pile_itself_is_counted():
    pile = {"side": "B", "trump": "hearts", "last": None, "cards": ["Jh", "9h"]}
    asked = {"pile": pile, "values": count_table(PRESETS["cafe"], None)}
    told = {"cards": 2, "tricks": 0, "spare": 2, "points": {"B": 34}}
    assert_alike("tricks.mjs", [(asked, told)])
