"""How the tables of the demo write a match down, act by act, at their time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from scorekeeper.club import rematches
from scorekeeper.config import current_settings
from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.match import matches
from scorekeeper.match.acts.body import Body, MatchAct
from scorekeeper.match.acts.fields import SentAdjustment, SentHand
from scorekeeper.match.acts.hand_acts import (
    Adjusted,
    AgreedHere,
    Claimed,
    Contract,
    Corrected,
    FlaggedHere,
    Inserted,
    Recorded,
    Reopened,
    Stopped,
    Voided,
)
from scorekeeper.match.acts.head_acts import Changed
from scorekeeper.match.acts.meta import Undone
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.match import Adjust, Match
from scorekeeper.rules.match_file import read_match
from scorekeeper.rules.model import SUITS, BySide, Hand, RuleSet, Seat, Side

Names = tuple[str, str, str]
"""A side's name and its two players."""

_SUITS: Final = dict(zip("♥♦♣♠", SUITS, strict=True))


class StoryStep(NamedTuple):
    """One act."""

    act: Callable[[Ledger], Body]
    """The function that makes the act from the ledger at that time; it counts rows from 1."""
    minutes: int = 5
    """Since the act before."""
    rules: RuleSet | None = None
    """The rules of the match from then on, if it changes them."""


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


def _hand(bidder: Side, bid: int | str, trump: str, more: Json) -> Json:
    values = {key: value for key, value in more.items() if value is not None}
    return {"bidder": bidder, "bid": bid, "trump": _SUITS.get(trump, trump), **values}


def hand(
    bidder: Side,
    bid: int | str,
    trump: str,
    ours: int | None = None,
    minutes: int = 6,
    **more: JsonValue,
) -> StoryStep:
    """A hand that was played; `ours` are side A's card points, absent for a kapo."""
    points: Json = {} if ours is None else {"points": {"A": ours}}
    return played(SentHand.read(_hand(bidder, bid, trump, {**points, **more})).value, minutes)


def played(hand: Hand, minutes: int = 5) -> StoryStep:
    """A hand as the form keeps it: with the card points of both sides, where one has some."""

    def recorded(ledger: Ledger) -> Recorded:
        ours = hand.points.A
        if ours is None:
            return Recorded(entry=SentHand(hand))
        points = BySide[int | None](ours, ledger.match.rules.total(hand.trump) - ours)
        return Recorded(entry=SentHand(replace(hand, points=points)))

    return StoryStep(recorded, minutes)


def contract(bidder: Side, bid: int | str, trump: str, **more: JsonValue) -> StoryStep:
    """The bid that was saved when the auction ended."""
    body = Contract(entry=SentHand.read(_hand(bidder, bid, trump, more)))
    return StoryStep(lambda _ledger: body, 2)


def correct(entry: int, right_step: StoryStep) -> StoryStep:
    """The hand in that row was another."""
    return StoryStep(
        lambda ledger: Corrected(
            corrects=ledger.hand_ids[entry - 1], entry=_entry_of(right_step, ledger)
        ),
        1,
    )


def insert(before: int, missing_step: StoryStep) -> StoryStep:
    """Insert a forgotten hand before that row."""
    return StoryStep(
        lambda ledger: Inserted(
            before=ledger.hand_ids[before - 1], entry=_entry_of(missing_step, ledger)
        ),
        1,
    )


def _entry_of(step: StoryStep, ledger: Ledger) -> SentHand:
    body = step.act(ledger)
    assert isinstance(body, Recorded)
    return body.entry


def void(entry: int) -> StoryStep:
    """The row does not count."""
    return StoryStep(lambda ledger: Voided(voids=ledger.hand_ids[entry - 1]), 1)


def agree(entry: int, side: Side) -> StoryStep:
    """The side agrees to the hand on the scorer's phone."""
    return StoryStep(
        lambda ledger: AgreedHere(
            side=side, answers=ledger.hand_ids[entry - 1], score=_score_of(ledger, entry)
        ),
        1,
    )


def flag(entry: int, side: Side, reason: str) -> StoryStep:
    """The side has something against the hand, on the scorer's phone."""
    return StoryStep(
        lambda ledger: FlaggedHere.of(
            side, ledger.hand_ids[entry - 1], _score_of(ledger, entry), reason
        ),
        1,
    )


def _score_of(ledger: Ledger, entry: int) -> BySide[int]:
    score = ledger.standing.rows[entry - 1].score
    assert score is not None
    return BySide(score.A, score.B)


def adjust(ours: int, theirs: int, reason: str, before: int | None = None) -> StoryStep:
    """A penalty, a ruling, or a score carried over."""
    entry = SentAdjustment(Adjust(ours, theirs, reason), reason)
    return StoryStep(
        lambda ledger: Adjusted(
            entry=entry, before=None if before is None else ledger.hand_ids[before - 1]
        ),
        1,
    )


def change_rules(rules: str | Json) -> StoryStep:
    """From the first hand on, the match is played by other rules."""
    new = rule_set(rules)
    return StoryStep(lambda _ledger: Changed(rules=write_rules(new)), 1, new)


def change_player(seat: Seat, name: str, *, from_now: bool) -> StoryStep:
    """Another has taken the chair, or the name was wrong all the time."""
    body = Changed(players={seat: name}, from_now=from_now)
    return StoryStep(lambda _ledger: body, 2)


def change_dealer(first: Seat) -> StoryStep:
    """Another player had dealt the first hand."""
    return StoryStep(lambda _ledger: Changed(first_dealer=first), 1)


def claim(side: Side, points: int) -> StoryStep:
    """A side stops the match and claims its points in the hand."""
    return StoryStep(lambda _ledger: Claimed(side=side, points=points))


def _undone(act: MatchAct | None) -> Undone:
    assert act is not None
    return Undone(seq=act.seq)


def sides(us: Names, them: Names) -> Json:
    """Write the sides as a match file holds them."""
    pairs = zip("AB", (us, them), strict=True)
    return {side: {"name": name, "players": list(players)} for side, (name, *players) in pairs}


PASSED_OUT: Final = played(Hand(passed_out=True), 2)
STOP: Final = StoryStep(lambda _ledger: Stopped())
REOPEN: Final = StoryStep(lambda _ledger: Reopened(), 3)
UNDO: Final = StoryStep(lambda ledger: _undone(ledger.last_act()), 1)
"""Undoes the last act that stands."""
BRING_BACK: Final = StoryStep(lambda ledger: _undone(ledger.last_undoing()), 1)
"""Takes the last undoing back."""


def tell(stories: Iterable[Story], day: date, phone_id: int) -> dict[str, str]:
    """Write the stories into this evening; by their names, the addresses of the matches."""
    zone = current_settings().zone
    addresses: dict[str, str] = {}
    for story in sorted(stories, key=lambda story: story.at):
        moment = datetime.combine(day, datetime.strptime(story.at, "%H:%M").time(), zone)
        with clock.at(moment):
            loaded_match = _start(story, phone_id, addresses)
        addresses[story.name] = loaded_match.public_id
        for step in story.steps:
            moment += timedelta(minutes=step.minutes)
            with clock.at(moment):
                loaded_match = do_step(loaded_match, step, phone_id)
    return addresses


def _start(story: Story, phone_id: int, addresses: dict[str, str]) -> LoadedMatch:
    if story.rematch_of:
        return rematches.rematch(addresses[story.rematch_of], phone_id, new_operation_id())
    return matches.start_match(match_of(story), phone_id, new_operation_id())[0]


def match_of(story: Story) -> Match:
    """The match as it is started."""
    head = {"format": 1, "sides": sides(story.us, story.them), "first_dealer": story.dealer}
    match, wrong = read_match({**head, "rules": "cafe", "hands": []})
    assert match is not None, (story.name, wrong)
    return replace(match, rules=rule_set(story.rules))


def do_step(loaded_match: LoadedMatch, step: StoryStep, phone_id: int) -> LoadedMatch:
    """The match after the step; the phone must be its scorer's."""
    at = (loaded_match.public_id, phone_id, new_operation_id(), loaded_match.revision)
    return matches.append_act(*at, step.act(loaded_match.ledger))[0]
