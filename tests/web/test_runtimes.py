"""A phone without a network reads the entry, begins a match, fills views as the server does."""

import json
import random
import re
from dataclasses import replace
from itertools import product

import pytest
from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper.explain.counting_rulings import cut_text
from scorekeeper.explain.labels import seat_name
from scorekeeper.explain.shown_names import (
    deals_text,
    match_as_read,
    player_in,
    players_today,
    side_names,
)
from scorekeeper.explain.spoken import vocabulary
from scorekeeper.i18n import use_locale
from scorekeeper.match.acts.body import MatchAct, Refused
from scorekeeper.match.acts.hand_acts import Voided
from scorekeeper.match.match_journal import with_act
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.cards import PACK
from scorekeeper.rules.codec import write_hand
from scorekeeper.rules.match import Adjust, Claim
from scorekeeper.rules.match_file import write_head
from scorekeeper.rules.model import OTHER, SEATS, SIDES, SUITS, TARGETS, TRUMPS
from scorekeeper.rules.play import Pile, count
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values
from scorekeeper.web.api.tournament_view import acts_json
from scorekeeper.web.match.adjustments import WHY
from scorekeeper.web.match.entry_values import change_values, claim_values
from scorekeeper.web.match.filled_views import fill_view
from scorekeeper.web.match.match_form import DEALER_CHOICES, SetupForm
from scorekeeper.web.match.view_values import adjustment_values, hand_values, ledger_values
from scorekeeper.web.settle.tricks import count_table
from tests.services.wild_acts import WildTable
from tests.support.node import answers, assert_alike, failed_in, run_tests
from tests.support.processes import PROJECT
from tests.support.server import Server
from tests.web.wild_forms import WildForm, fields_of, new_form, preview_data, shown

TARGETS_TYPED = [*map(str, TARGETS), *(f"own:{text}" for text in ("1000", "77", " 21 ", "5000"))]
NO_TARGETS = ["own:", "own:20", "own:5001", "own:1e3", "own:0x50", "own:-77", "own:77.0"]
NAMES = ["", " Kites ", "Ξένιος  και Κύπρος", "Ζωή", "x" * 41, "a\u202eb", "👨‍👩‍👧"]
HEAD = ("sides", "rules", "target", "first_dealer")
WILD = 2000
MATCHES = 60
PUBLIC_ID = "a" * 22
TESTS = sorted((PROJECT / "tests/js/phone").glob("*.test.mjs"))


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


# --- views of a match, filled with the same values ---


def written(view, values):
    """The view with these values, without what only one of both runtimes has."""
    html = fill_view(view, {**values, "is_unsent": False})
    html = re.sub(r' (href|value)="[^"]*"', "", html)
    html = re.sub(r'<p class="ways">.*?</p>', "", html, flags=re.DOTALL)
    return re.sub("[\u00ad\u2060]", "", html).replace("\u00a0", " ")  # where lines may break


def proposal(ledger):
    """Void the first entry: the act and the ledger after it, or None without an entry."""
    if not ledger.hand_ids:
        return None
    act = MatchAct(ledger.revision + 1, Voided(voids=ledger.hand_ids[0]))
    try:
        return act, with_act(ledger, act)
    except Refused:
        return None


def served_views(ledger, claim):
    """The views of a match as the server fills them."""
    shown = match_as_read(ledger.match, None)
    names = side_names(shown)
    loaded = LoadedMatch(PUBLIC_ID, ledger)
    deals = deals_text(shown, ledger.standing.dealer)
    first = {"plays": not ledger.standing.is_over, "deals": deals}
    whole = {**ledger_values(loaded, names, may_write=False), **first}
    yield from ((view, whole) for view in ("ledger", "totals", "verdict"))
    for hand_id in ledger.hand_ids:
        row = ledger.row(hand_id)
        if isinstance(row.entry, Adjust):
            yield "adjustment", adjustment_values(row, names)
            continue
        dealer = seat_name(row.dealer, names, player_in(players_today(shown), row.dealer))
        yield "hand", hand_values(ledger, hand_id, names, dealer)
    typed = {"side": claim.side, "points": str(claim.points)}
    yield "claim", claim_values(ledger, names, typed, {}, claim)
    if found := proposal(ledger):
        act, after = found
        values = change_values(ledger, after, shown, act.body.hand_id, act.body.kind)
        yield "change", values


@pytest.mark.parametrize("language", ["el", "en"])
def test_phone_fills_each_view_as_the_server_does(app, language):
    questions, expected = [], []
    with app.test_request_context(), use_locale(language):
        kinds = {kind: str(words) for kind, words in WHY.items()}
        for seed in range(MATCHES):
            table = WildTable(seed)
            _, ledger = table.tries(table.one_of([1, 5, 9, 20]))
            claim = Claim(table.one_of("AB"), 1)
            found = proposal(ledger)
            void = found and {"kind": "voided", "data": {"hand_id": ledger.hand_ids[0]}}
            acts = acts_json(LoadedMatch(PUBLIC_ID, ledger))["acts"]
            asked = {"side": claim.side, "points": claim.points}
            questions.append({"acts": acts, "proposed": void, "claim": asked, "kinds": kinds})
            expected.append([(view, written(view, v)) for view, v in served_views(ledger, claim)])
        given = answers("views.mjs", [{"speak": json.loads(vocabulary(language))}, *questions])[1:]
        for pages, values in zip(expected, given, strict=True):
            filled = [(view, written(view, its)) for view, its in values if view != "adjust"]
            assert [view for view, _ in filled] == [view for view, _ in pages]
            for (view, phone), (_, server) in zip(filled, pages, strict=True):
                assert phone.splitlines() == server.splitlines(), view


# --- static/js/outbox.js and static/js/store.js in Node ---


@pytest.fixture
def outbox_server(tmp_path):
    outbox_server = Server(tmp_path).start()
    yield outbox_server
    outbox_server.kill()


def test_every_test_of_the_outbox_in_node_passes(outbox_server):
    assert TESTS
    run = run_tests(TESTS, SERVER=outbox_server.url)
    assert failed_in(run) == []
    assert run.returncode == 0, run.stdout + run.stderr
