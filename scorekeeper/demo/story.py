"""How the tables of the demo write a match down: a story is what its scorer did, in order."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.model import SUITS, RuleSet, Seat, Side
from scorekeeper.services.ledger import Json
from scorekeeper.services.match_acts.body import Kind

Names = tuple[str, str, str]
"""A side's name and its two players."""

_SUITS: Final = dict(zip("♥♦♣♠", SUITS, strict=True))


class StoryStep(NamedTuple):
    """One act. `entry` and `before` in it are rows of the ledger as it then stands, from 1."""

    kind: Kind
    data: Json
    minutes: int = 5
    """Since the act before."""


@dataclass(frozen=True, kw_only=True)
class Story:
    """A match of the evening."""

    name: str
    at: str
    """When it was started: 19:05."""
    us: Names = ("", "", "")
    them: Names = ("", "", "")
    rules: str | Json = "cafe"
    dealer: Seat = "A1"
    rematch_of: str = ""
    """The name of the match before; players, rules and dealer then follow from it."""
    steps: tuple[StoryStep, ...]


def rule_set(rules: str | Json) -> RuleSet:
    """A preset by its name, or with switches turned: `{"preset": "cafe", "target": 151}`."""
    read, wrong = read_rules(rules)
    assert not wrong, wrong
    return read


def _told(bidder: Side, bid: int | str, trump: str, more: Json) -> Json:
    told = {key: value for key, value in more.items() if value is not None}
    return {"bidder": bidder, "bid": bid, "trump": _SUITS.get(trump, trump), **told}


def hand(
    bidder: Side,
    bid: int | str,
    trump: str,
    ours: int | None = None,
    minutes: int = 6,
    **more: object,
) -> StoryStep:
    """A hand that was played; `ours` are side A's card points, absent for a kapo."""
    points = {"points": {"A": ours}} if ours is not None else {}
    return StoryStep("recorded", {"hand": _told(bidder, bid, trump, points | more)}, minutes)


def contract(bidder: Side, bid: int | str, trump: str, **more: object) -> StoryStep:
    """The bid that was saved when the auction ended."""
    return StoryStep("contract", {"contract": _told(bidder, bid, trump, more)}, 2)


def correct(entry: int, as_played: StoryStep) -> StoryStep:
    """The hand in that row was another."""
    return StoryStep("corrected", {"entry": entry, **as_played.data}, 1)


def insert(before: int, forgotten: StoryStep) -> StoryStep:
    """A hand that nobody wrote, before that row."""
    return StoryStep("inserted", {"before": before, **forgotten.data}, 1)


def void(entry: int) -> StoryStep:
    """The row does not count."""
    return StoryStep("voided", {"entry": entry}, 1)


def adjust(ours: int, theirs: int, reason: str, before: int | None = None) -> StoryStep:
    """A penalty, a ruling, or a score carried over."""
    place = {} if before is None else {"before": before}
    return StoryStep("adjusted", {"adjust": {"A": ours, "B": theirs}, "reason": reason, **place}, 1)


def change_rules(rules: str | Json) -> StoryStep:
    """From the first hand on, the match is played by other rules."""
    return StoryStep("changed", {"rules": write_rules(rule_set(rules))}, 1)


def change_player(seat: Seat, name: str, *, from_now: bool) -> StoryStep:
    """Another has taken the chair, or the name was wrong all the time."""
    data: Json = {"players": {seat: name}}
    return StoryStep("changed", data | ({"from_now": True} if from_now else {}), 2)


def change_dealer(first: Seat) -> StoryStep:
    """Another player had dealt the first hand."""
    return StoryStep("changed", {"first_dealer": first}, 1)


def claim(side: Side, points: int) -> StoryStep:
    """A side stops the match and says what it has in the hand."""
    return StoryStep("claimed", {"side": side, "points": points})


def sides(us: Names, them: Names) -> Json:
    """Write the sides as a match file holds them."""
    pairs = zip("AB", (us, them), strict=True)
    return {side: {"name": name, "players": list(players)} for side, (name, *players) in pairs}


PASSED_OUT: Final = StoryStep("recorded", {"hand": {"passed_out": True}}, 2)
STOP: Final = StoryStep("stopped", {})
REOPEN: Final = StoryStep("reopened", {}, 3)
UNDO: Final = StoryStep("undone", {"of": "act"}, 1)
"""Undoes the last act that stands."""
BRING_BACK: Final = StoryStep("undone", {"of": "undoing"}, 1)
"""Takes the last undoing back."""
