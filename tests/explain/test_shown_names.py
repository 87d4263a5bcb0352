"""The names of a match's sides, as phones of either side and all others read them."""

import json

import pytest

from scorekeeper.explain.shown_names import match_as_read, named_by_players, side_names
from scorekeeper.explain.spoken import vocabulary
from scorekeeper.i18n import LANGUAGES, use_locale
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


READ = [
    ("el", "A", "Εμείς", "Αυτοί"),
    ("el", "B", "Αυτοί", "Εμείς"),
    ("el", None, "Ομάδα Α", "Ομάδα Β"),
    ("en", "A", "Us", "Them"),
    ("en", "B", "Them", "Us"),
    ("en", None, "Side A", "Side B"),
]


@pytest.mark.parametrize(("language", "reader", "a", "b"), READ)
def test_side_without_a_name_is_called_as_its_reader_sees_it(language, reader, a, b):
    match = Match(sides=BySide(Party(""), Party("")), rules=CAFE)
    with use_locale(language):
        assert side_names(match_as_read(match, reader)) == BySide(a, b)


@pytest.mark.parametrize("reader", ["A", "B"])
def test_typed_name_stays_beside_the_word_of_the_other_side(english, reader):
    sides = BySide(Party("Wolves", ("Eleni", "")), Party("", ("Maria", "")))
    read = side_names(match_as_read(Match(sides=sides, rules=CAFE), reader))
    assert read == BySide("Wolves", "Them" if reader == "A" else "Us")


def test_two_sides_never_read_one_word(english):
    sides = BySide(Party("Them"), Party(""))
    read = side_names(match_as_read(Match(sides=sides, rules=CAFE), "A"))
    assert read == BySide("Them", "Side B")


@pytest.mark.parametrize("language", LANGUAGES)
def test_phone_names_the_sides_as_the_server_does(language):
    def told(name, players):
        return {"name": name, "players": [*players]}

    them = "Them" if language == "en" else "Αυτοί"
    cases = [*((a, b) for a, b, _ in CASES), ((them, ()), ("", ())), (("שלום", ()), ("", ()))]
    asked = []
    with use_locale(language):
        for a, b in cases:
            match = Match(sides=BySide(Party(*a), Party(*b)), rules=CAFE)
            for reader in ("A", "B", None):
                read = side_names(match_as_read(match, reader))
                asked.append(([{"A": told(*a), "B": told(*b)}, reader], [*read]))
    words = json.loads(vocabulary(language))
    assert_alike("side_names.mjs", [({"speak": words}, None), *asked])
