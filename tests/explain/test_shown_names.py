"""What the sides of a match are called for those who do not write it."""

import pytest

from scorekeeper.explain.shown_names import named_by_players
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide
from scorekeeper.rules.presets import CAFE
from tests.node import assert_alike


def names(a, b):
    """The names of two sides given as (name, players)."""
    sides = BySide(Party(*a), Party(*b))
    return tuple(party.name for party in named_by_players(Match(sides=sides, rules=CAFE)).sides)


LONG = ("Maria Hadjikonstantinou", "Giorgos Papadopoulos")
CASES = [
    (("", ("Maria", "Giorgos")), ("", ("", "")), ("Maria – Giorgos", "")),
    (("", ("Maria", "")), ("Wolves", ("Eleni", "Andreas")), ("Maria", "Wolves")),
    (("", LONG), ("", ("Eleni", "Andreas P.")), ("Maria – Giorgos", "Eleni – Andreas")),
    (("", LONG), ("", ("Maria P.", "Giorgos")), (" – ".join(LONG), "Maria P. – Giorgos")),
    (("", ()), ("", ()), ("", "")),
    (("", ("Giorgos", "")), ("", ("Giorgos", "")), ("", "")),
    (("Maria", ()), ("", ("Maria", "")), ("Maria", "")),
    (
        ("", ("🃏🃏", "Άννα-Μαρία Χατζηκωνσταντίνου")),
        ("", ("Zoe", "")),
        ("🃏🃏 – Άννα-Μαρία", "Zoe"),
    ),
]


@pytest.mark.parametrize(("a", "b", "shown"), CASES)
def test_a_side_without_a_name_has_its_players(a, b, shown):
    assert names(a, b) == shown


def test_the_phone_calls_them_alike():
    def told(name, players):
        return {"name": name, "players": [*players]}

    sides = [({"A": told(*a), "B": told(*b)}, [*shown]) for a, b, shown in CASES]
    assert_alike("side_names.mjs", sides)
