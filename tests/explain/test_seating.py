"""The players at the table and the names of the sides, as each phone reads them."""

import json
from dataclasses import replace

import pytest

from scorekeeper.explain.shown_names import (
    Sitting,
    match_as_read,
    named_by_players,
    player_in,
    seating_remarks,
    side_names,
    sittings,
)
from scorekeeper.explain.spoken import vocabulary
from scorekeeper.i18n import LANGUAGES, use_locale
from scorekeeper.rules.evening import Seated
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import SEATS, BySide
from scorekeeper.rules.presets import CAFE
from tests.support.node import assert_alike
from tests.support.printed_evening import EVENING, Json, many, match

pytestmark = pytest.mark.usefixtures("english")

NAMES = BySide("Ours", "Theirs")
LATE: Json = {"adjust": {"A": 1}, "reason": "late"}
TODAY = BySide(
    ("Μαρία Χριστοδούλου", "Γιώργος Ιωάννου"), ("Ελένη Παπαδοπούλου", "Ανδρέας Γεωργίου")
)
"""Of `match`."""


def four(*names: str) -> Seated:
    """Side A's two, then side B's."""
    return BySide(names[:2], names[2:])


FIRST = four("Maria", "Giorgos", "Eleni", "Marios")


LATER = four("Maria", "Giorgos", "Eleni", "Sotiris")


def sat(kept: Match, *seated: Seated) -> list[Sitting]:
    return sittings(kept, kept.standing(), seated)


def told(*players: Seated, longest: int = 240) -> tuple[str, ...]:
    """Return the remarks on hands at which these players sat."""
    sitting = [Sitting(number, names) for number, names in enumerate(players, 1)]
    return seating_remarks(sitting, NAMES, longest)


# --- who sat there ---


def test_a_chair_is_found_by_its_seat() -> None:
    assert [player_in(FIRST, seat) for seat in SEATS] == ["Maria", "Eleni", "Giorgos", "Marios"]


def test_hands_without_recorded_seats_belong_to_the_present_players() -> None:
    assert sat(match(EVENING[:2])) == [Sitting(number, TODAY) for number in (1, 2, 3)]


def test_players_without_names_sit_there_too() -> None:
    kept = match([], sides={"A": {"name": "", "players": ["Maria"]}, "B": {"name": ""}})

    assert sat(kept) == [Sitting(1, four("Maria", "", "", ""))]


def test_an_adjustment_is_no_hand() -> None:
    kept = match([LATE, *EVENING[:1], LATE])

    assert sat(kept, FIRST, LATER, FIRST) == [Sitting(1, LATER), Sitting(2, TODAY)]


@pytest.mark.parametrize(
    ("head", "last"),
    [
        ({}, TODAY),
        ({"open": {"bidder": "B", "bid": 90}}, TODAY),
        ({"ended": {"by": "hand"}}, FIRST),
        ({"target": 262}, FIRST),
    ],
    ids=["running", "bid", "stopped", "won"],
)
def test_newcomer_counts_only_while_the_match_goes_on(head: Json, last: Seated) -> None:
    assert sat(match(EVENING, **head), *[FIRST] * len(EVENING))[-1].players == last


def test_a_claim_is_made_by_who_sits_there_now() -> None:
    claim = {"by": "claim", "side": "A", "points": 81}
    kept = match(EVENING[:1], rules="gamerules", target=100, ended=claim)

    assert sat(kept, FIRST)[-1] == Sitting(2, TODAY)


def test_a_match_that_was_stopped_before_its_first_hand_has_players() -> None:
    assert sat(match([], ended={"by": "hand"})) == [Sitting(1, TODAY)]


def test_hands_after_the_end_are_nobodys() -> None:
    won = match(many(2), target=5000)
    over = replace(won, rules=replace(won.rules, target=19))

    assert sat(over, FIRST, LATER) == [Sitting(1, FIRST)]


def test_the_players_of_some_other_match_are_refused() -> None:
    with pytest.raises(ValueError, match="argument 2 is longer"):
        sat(match([]), FIRST)


# --- the sentences ---


def test_unchanged_seating_has_no_remarks() -> None:
    assert told(FIRST, FIRST, FIRST) == ()


def test_each_change_has_a_line_with_all_that_sat_down() -> None:
    swapped = four("Giorgos", "Maria", "Eleni", "Sotiris")

    assert told(FIRST, FIRST, LATER, LATER, swapped, FIRST) == (
        "From hand 3: Sotiris in Marios's chair.",
        "From hand 5: Giorgos in Maria's chair, Maria in Giorgos's chair.",
        "From hand 6: Maria in Giorgos's chair, Giorgos in Maria's chair, "
        "Marios in Sotiris's chair.",
    )


def test_nameless_player_is_described_by_the_chair() -> None:
    empty = four("Maria", "Giorgos", "Eleni", "")

    assert told(empty, FIRST) == ("From hand 2: Marios in the chair Theirs 2.",)
    assert told(FIRST, empty) == ("From hand 2: another player in Marios's chair.",)


def test_greek_remark_leaves_typed_names_in_the_nominative() -> None:
    with use_locale("el"):
        assert told(FIRST, LATER) == ("Από το χέρι 2: Sotiris (πριν: Marios).",)


def test_remarks_too_long_for_the_paper_become_a_count() -> None:
    assert told(FIRST, LATER, longest=20) == ("The players changed at hand 2.",)
    often = (FIRST, *(FIRST, LATER) * 240)
    assert told(*often) == ("The players changed 479 times, first at hand 3.",)


# --- the sides, as phones of either side and all others read them ---


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
