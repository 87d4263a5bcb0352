"""Doubts about a result, asked before it is written. A doubt never refuses a result."""

from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Final, Literal, NamedTuple, get_args

from scorekeeper.rules.model import (
    HIGHEST_BID,
    KAPO,
    LOWEST_BID,
    Bid,
    BySide,
    Declaration,
    Hand,
    RuleSet,
)
from scorekeeper.rules.scoring import score_hand
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.result_acts import ResultWritten
from scorekeeper.tournament.played_tables import Live, PlayedTable, play_table
from scorekeeper.tournament.service import LoadedTournament, is_next, with_act
from scorekeeper.tournament.sheets.sheet_codec import SheetHands, running_totals
from scorekeeper.tournament.state import TournamentAct
from scorekeeper.tournament.tournament_set_up import SetUp

DoubtCode = Literal[
    "nothing",
    "below_zero",
    "target_missed",
    "after_target",
    "too_little",
    "too_much",
    "level",
    "other_won",
    "moves_final",
]
DOUBTS: Final[tuple[DoubtCode, ...]] = get_args(DoubtCode)
"""All doubts, in the order of their questions."""
_ALL_DECLARED: Final = (
    Declaration("jacks"),
    Declaration("nines"),
    Declaration("four", "A"),
    Declaration("four", "K"),
)
"""The most that sixteen cards can declare."""
_PLAIN: Final = Hand(bidder="A", bid=LOWEST_BID, trump="hearts", points=BySide(81, 81))
_BEST: Final = Hand(
    bidder="A",
    trump="hearts",
    kapo="A",
    declarations=BySide(_ALL_DECLARED, ()),
    declarations_to="A",
    pilotta="A",
)


class Doubt(NamedTuple):
    """Why a result may be a slip, with the numbers that it is held against."""

    code: DoubtCode
    numbers: tuple[int, ...] = ()
    """A limit, or what the table's phone says."""


def doubts_of(
    score: tuple[int, int], set_up: SetUp, live: Live | None, sheet: SheetHands = ()
) -> tuple[Doubt, ...]:
    """Everything that speaks against this score of a match that was set up so.

    `live` is the match on the table's phone, if there is one. `sheet` has the hands, if they are
    known, with those that were passed out.
    """
    if score == (0, 0):
        return (Doubt("nothing"),)
    most = most_of_match(set_up)
    is_told = live is not None and live.totals == score
    is_seen = bool(sheet) or is_told
    is_played = live is not None and live.is_over and is_told
    is_below = min(score) < _lowest_of(sum(score), set_up.rules)
    found = [
        *([Doubt("below_zero")] if is_below and not is_seen else []),
        *(_doubts_of_target(score, set_up, sheet) if set_up.length == "target" else ()),
        *(
            ()
            if is_played or set_up.length == "target"
            else _doubts_of_length(score, set_up, sheet)
        ),
        *([Doubt("too_much", (most,))] if max(score) > most else []),
    ]
    if live is not None and _says_otherwise(score, set_up, live):
        found.append(Doubt("other_won", live.totals))
    return tuple(sorted(found, key=lambda doubt: DOUBTS.index(doubt.code)))


def doubts_about(
    loaded_tournament: LoadedTournament,
    body: ResultWritten,
    op_id: str,
    revision: int,
    played: PlayedTable | None = None,
) -> tuple[Doubt, ...]:
    """Return the doubts about a result that is going to be written.

    A result that was written before, or cannot be written, has no doubts. `played` is the table as
    it stands, where the caller has looked it up already.
    """
    tournament = loaded_tournament.tournament
    if not is_next(tournament, op_id, revision, body):
        return ()
    try:
        with_act(tournament, TournamentAct(tournament.revision + 1, body))
    except TournamentRefused:
        return ()
    drawn_round, (ours, theirs) = tournament.rounds[body.round - 1], body.score
    played = played or play_table(loaded_tournament, drawn_round, body.table)
    sheet = body.sheet.hands if body.sheet else ()
    return doubts_of((ours, theirs), drawn_round.set_up, played.live if played else None, sheet)


def most_of_match(set_up: SetUp) -> int:
    """More than this no side has after a match; by the clock a hand a minute is the quickest."""
    highest = highest_of_hand(set_up.rules)
    if set_up.length == "target":
        return set_up.rules.target - 1 + highest
    return set_up.limit * highest


def _doubts_of_target(score: tuple[int, int], set_up: SetUp, sheet: SheetHands) -> list[Doubt]:
    target = set_up.rules.target
    if max(score) < target:
        return [Doubt("target_missed", (target,))]
    for number, (a, b) in enumerate(running_totals(sheet)[:-1], 1):
        if max(a, b) >= target and a != b and any(sheet[number:]):  # all may be passed out
            return [Doubt("after_target", (target, number))]
    return [Doubt("level", (score[0],))] if score[0] == score[1] else []


def _doubts_of_length(score: tuple[int, int], set_up: SetUp, sheet: SheetHands) -> list[Doubt]:
    hands = set_up.limit if set_up.length == "hands" else 1
    if sheet:
        hands = sum(hand is not None for hand in sheet)
    least = hands * _least_with_penalty(set_up.rules)
    return [Doubt("too_little", (least,))] if sum(score) < least else []


def _lowest_of(together: int, rules: RuleSet) -> int:
    """The lowest total of a side that penalties of the rules explain, below zero.

    One hand has at most one penalty; both sides' sum limits the number of hands.
    """
    hands = max(together, 0) // _least_with_penalty(rules)
    return -hands * penalty_of_hand(rules)


def _least_with_penalty(rules: RuleSet) -> int:
    return least_of_hand(rules) - penalty_of_hand(rules)


def penalty_of_hand(rules: RuleSet) -> int:
    """Return the amount that a failed pilotta takes off by these rules, in the score's unit."""
    return rules.pilotta_failed_penalty // rules.divisor


def _says_otherwise(score: tuple[int, int], set_up: SetUp, live: Live) -> bool:
    """Did the other side win there? A phone that the clock stopped may not say that it is over."""
    if not live.number or not (live.is_over or set_up.length == "minutes"):
        return False
    winner = live.ledger.standing.winner
    theirs = {"A": 1, "B": -1}.get(winner or "", _sign(live.totals))
    return theirs * _sign(score) < 0


def _sign(score: tuple[int, int]) -> int:
    return (score[0] > score[1]) - (score[0] < score[1])


@lru_cache(64)
def highest_of_hand(rules: RuleSet) -> int:
    """The most that one side can score in a hand by these rules, or a little more.

    >>> highest_of_hand(RuleSet())
    242
    """
    bids: list[Bid] = [HIGHEST_BID, *range(LOWEST_BID, 250, 10)]
    if rules.kapo_bid:
        bids.append(KAPO)
    times: tuple[Literal[1, 4], ...] = (1,) if rules.doubling == "off" else (1, 4)
    scores = [
        score_hand(replace(_BEST, bid=bid, doubled=doubled), rules)
        for bid, doubled in product(bids, times)
    ]
    return max(max(one.A, one.B) for one in scores) + (rules.none_all_bonus // rules.divisor)


@lru_cache(64)
def least_of_hand(rules: RuleSet) -> int:
    """The fewest points that both sides together have of a hand by these rules, penalties apart.

    >>> least_of_hand(RuleSet())
    24
    """
    one = score_hand(_PLAIN, rules)
    return one.A + one.B
