"""A phone without a network begins the match that the server would begin with the same form."""

import random
from itertools import product

import pytest
from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.match_file import write_head
from scorekeeper.rules.model import SEATS, SUITS, TARGETS
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values
from scorekeeper.web.match.match_form import DEALER_CHOICES, SetupForm
from tests.node import assert_alike

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
