"""The phone counts a pile as the server does, while no server is asked (static/js/tricks.js)."""

import random
from dataclasses import replace

from scorekeeper.explain.counting_rulings import cut_text
from scorekeeper.rules.cards import PACK
from scorekeeper.rules.model import OTHER, SIDES, TRUMPS
from scorekeeper.rules.play import Pile, count
from scorekeeper.rules.presets import PRESETS
from scorekeeper.web.settle.tricks import count_table
from tests.node import assert_alike

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
