"""A match's head: what is known before the first hand."""

from dataclasses import replace
from functools import lru_cache

from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import read_match
from scorekeeper.rules.model import SEATS, BySide, RuleSet
from scorekeeper.services.match_acts.body import Json

Players = BySide[tuple[str, ...]]
"""The players at the table: two of each side, as far as they have names."""


def match_of(head: Json) -> Match:
    """The match with this head and no rows."""
    match, found = read_match({**head, "hands": []}, is_kept=True)
    assert match is not None, found
    return replace(match, rules=_shared(match.rules))


@lru_cache(maxsize=256)
def _shared(rules: RuleSet) -> RuleSet:
    """The same value for the same rules: in memory once, and compared in no time."""
    return rules


def without_rows(match: Match) -> Match:
    """The match before its first hand."""
    return replace(match, entries=(), open=None, ended=None, older_rules={})


def players_of(match: Match) -> Players:
    """The players at the table, by side, in seat order."""
    names = {seat: match.player_at(seat) for seat in SEATS}
    return BySide((names["A1"], names["A2"]), (names["B1"], names["B2"]))
