"""A tournament as its acts leave it, and the base of these."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, Self

from scorekeeper.draws.standings import Adjustment
from scorekeeper.journal.act import Act, act_done_by, undone_seqs
from scorekeeper.journal.body import DeclaredBody
from scorekeeper.journal.role_acts import Helper
from scorekeeper.tournament.acts.body import TournamentMarks
from scorekeeper.tournament.drawn_rounds import (
    DrawnRound,
    MissingPairs,
    ProposedRound,
    entrants_of,
)
from scorekeeper.tournament.pair_names import sounding_runs
from scorekeeper.tournament.table_results import DrawnTable, players_of
from scorekeeper.tournament.tournament_set_up import Pair, Registration, SetUp, names_put_right


class TournamentBody(DeclaredBody["Tournament", "TournamentAct"], TournamentMarks):
    """The body of an act of a tournament."""

    def check_request(self, tournament: Tournament, /) -> None:
        """Check that a new request may ask for it; stored acts stand without this check.

        :raises TournamentRefused: it may not; the error has the faults.
        """

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        """The body without what names this pair, whose players had these names.

        None where it does not speak of the pair. `before` is the tournament before the act.
        """
        return None


class TournamentAct(Act[TournamentBody]):
    """An event as the tournament sees it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """The fee of a pair and the prizes of the first places, in cents."""

    fee: int = 0
    prizes: tuple[int, ...] = ()
    """By place, the first first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The state of check-in and announcements."""

    check_in: bool = False
    """May a pair say by its own code that it is there?"""
    was_open: bool = False
    """Was the check-in open before?"""
    coming: bool = False
    """May pairs announce themselves?"""
    most: int = 0
    """The places for pairs; 0 for all that come."""


class RecordedAdjustment(NamedTuple):
    """An adjustment, and the act that made it."""

    adjustment: Adjustment
    act: TournamentAct


@dataclass(frozen=True, slots=True)
class Finalists:
    """The pairs of a final."""

    count: int
    pairs: tuple[str, ...]
    """As they stood; an earlier version does not say it."""


@dataclass(frozen=True)
class Tournament:
    """All that is known."""

    set_up: SetUp
    acts: tuple[TournamentAct, ...]
    pairs: dict[str, Pair]
    """The pairs by their keys, in the order of their numbers."""
    deleted: dict[str, Pair] = field(default_factory=dict)
    """The pairs that were deleted before they were in a draw; their numbers stay theirs."""
    registrations: dict[int, Registration] = field(default_factory=dict)
    """The pairs that announced themselves, by their numbers, in order."""
    door: Door = Door()
    money: Money = Money()
    rounds: tuple[DrawnRound, ...] = ()
    adjusted: tuple[RecordedAdjustment, ...] = ()
    lots: tuple[str, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    """Pairs that never meet, the lower number first."""
    kept_tables: dict[str, int] = field(default_factory=dict)
    """The tables that pairs keep."""
    clubs_apart: bool = False
    """Do pairs of one club not meet while it can be avoided?"""
    proposed: tuple[ProposedRound, ...] = ()
    """Every proposal of every round; the last one of a round has its seed."""
    final: str = ""
    """The address of the final that was set up from its standings."""
    final_set_up: Finalists | None = None
    """The pairs of the final that was set up last."""
    final_of: str = ""
    """The address of the tournament whose final it is; empty for any other."""
    erasing: TournamentAct | None = None
    """The act that began to erase all names, until the erasure has ended."""
    last_erasure: int = 0
    """The seq of the last act that erased names of pairs; 0 where none did."""
    roles_taken: tuple[tuple[TournamentAct, int | None], ...] = ()
    """The acts by which phones organise (None) or help (as which helper), in order."""
    helpers: tuple[Helper, ...] = ()
    """The helpers who ever had a name, by number, behind those without one, if there are."""

    @property
    def is_final_elsewhere(self) -> bool:
        """Was a final set up that is not here? A file leaves its address out."""
        return self.final_set_up is not None and not self.final

    @cached_property
    def undone(self) -> frozenset[int]:
        """The seqs of the acts that do not stand."""
        return undone_seqs(self.acts)

    @cached_property
    def sounding_names(self) -> frozenset[tuple[str, ...]]:
        """The names that are typed in it, in the `sounding_runs` of each text now or before."""
        texts = (text for act in self.acts for text in act.body.typed_texts())
        return frozenset().union(*map(sounding_runs, texts))

    @cached_property
    def put_right(self) -> tuple[tuple[str, tuple[str, str]], ...]:
        """The earlier names of pairs, which matches at their tables may still have."""
        return (*names_put_right(self.acts),)

    def act(self, seq: int) -> TournamentAct | None:
        """The act with this seq."""
        return self.acts[seq - 1] if 0 < seq <= len(self.acts) else None

    def helper(self, number: int) -> Helper | None:
        """The helper with this number."""
        return next((one for one in self.helpers if one.number == number), None)

    def helper_at(self, act: Act[TournamentMarks]) -> Helper | None:
        """The helper by whose phone the act was done; None where an organiser did it."""
        for taken, helper in reversed(self.roles_taken):
            if taken.phone == act.phone and taken.seq < act.seq:
                return None if helper is None else self.helper(helper)
        return None

    @property
    def revision(self) -> int:
        """The seq of the last act."""
        return self.acts[-1].seq

    def last_seq(self, written: str) -> int:
        """The seq of the last act that wrote what has this name; 0 before the first."""
        acts = reversed(self.acts)
        return next((act.seq for act in acts if written in act.body.writes()), 0)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that no new pair may have."""
        return tuple(pair.number for pair in (*self.pairs.values(), *self.deleted.values()))

    @cached_property
    def in_seeding_order(self) -> tuple[Pair, ...]:
        """The pairs with a place in seeding order, then the others, by number."""
        return tuple(
            sorted(
                self.pairs.values(),
                key=lambda pair: (pair.seeding is None, pair.seeding or 0, pair.number),
            )
        )

    @property
    def waiting(self) -> tuple[Registration, ...]:
        """The pairs that announced themselves and were neither taken nor declined."""
        return tuple(one for one in self.registrations.values() if one.state == "waiting")

    @property
    def singles(self) -> tuple[Registration, ...]:
        """The players among them who look for a partner."""
        return tuple(one for one in self.waiting if one.is_single and not self.set_up.is_individual)

    @property
    def last_round(self) -> DrawnRound | None:
        """The round that was drawn last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def pairs_to_draw(self) -> list[str]:
        """The pairs in seeding order. A drawn pair keeps its place: schedules depend on it."""
        before: list[str] = entrants_of(self.last_round.request) if self.last_round else []
        if before and self.set_up.format == "knockout":
            return before  # a bracket takes no new pair
        new = [pair for pair in self.in_seeding_order if pair.key not in before]
        return [*before, *(pair.key for pair in new if not pair.withdrawn)]

    @cached_property
    def planned_rounds(self) -> int:
        """How many rounds are planned.

        Pairs that come once all are drawn, or a final is set up, add none.
        """
        if self.set_up.groups > 1:
            return self.set_up.planned_rounds(self.set_up.groups * self._largest_group)
        final = self.last_seq("final")
        first = [one for one in self.rounds if one.parts[0].phase == 1]
        planned = [
            (one, self.set_up.planned_rounds(len(entrants_of(one.request)))) for one in first
        ]
        once_drawn = [count for one, count in planned if one.number >= count]
        before_final = [count for one, count in planned if one.act.seq < final]
        now = self.set_up.planned_rounds(len(self.pairs_to_draw))
        return [*once_drawn, *before_final[-1:], now][0]

    @property
    def _largest_group(self) -> int:
        """How many the largest group of the first phase has, or will have."""
        sizes = {
            part.group: len(entrants_of(part.request))
            for one in self.rounds
            for part in one.parts
            if part.phase == 1
        }
        count = sum(not pair.withdrawn for pair in self.pairs.values())
        return max(sizes.values(), default=-(-count // self.set_up.groups))

    @property
    def has_byes(self) -> bool:
        """Was a round drawn in which a pair has a bye?"""
        return any(one.byes for one in self.rounds)

    def has_done(self, op_id: str) -> bool:
        """Was this operation written?"""
        return act_done_by(op_id, self.acts) is not None

    def round(self, number: int) -> DrawnRound | None:
        """The round with this number."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None

    def proposals_of(self, number: int) -> tuple[ProposedRound, ...]:
        """The proposals of the round with this number; the last one has its seed."""
        return tuple(one for one in self.proposed if one.number == number)

    def with_round(self, drawn_round: DrawnRound) -> Self:
        """The tournament with this round in the place of the one with its number."""
        rounds = [drawn_round if one.number == drawn_round.number else one for one in self.rounds]
        return replace(self, rounds=tuple(rounds))

    def name(self, key: str) -> str:
        """Both players of the pair."""
        return self.side(key).name

    def side(self, key: str) -> Pair:
        """The pair with this key; of two players a pair that is only at one table."""
        if key in self.pairs:
            return self.pairs[key]
        one, other = (self.pairs[player] for player in players_of((key,)))
        return replace(
            one,
            players=(one.players[0], other.players[0]),
            club="",
            note="",
            were=(*one.were, *other.were),
            partner=other.number,
        )

    def pair_in(self, key: str, number: int) -> Pair:
        """The pair with those who played the round in its name."""
        pair = self.side(key)
        if pair.partner is None:
            return replace(pair, players=pair.players_in(number))
        one, other = (self.pairs[player].players_in(number)[0] for player in players_of((key,)))
        return replace(pair, players=(one, other))

    def missing_from(self, drawn_round: DrawnRound) -> MissingPairs:
        """Return the pairs that were not in the round.

        A pair that withdrew before all rounds may have been deleted since; it is left out.
        """
        absent, withdrawn = drawn_round.missing
        return MissingPairs(
            tuple(key for key in absent if key in self.pairs),
            tuple(key for key in withdrawn if key in self.pairs),
        )

    def table_of(self, key: str, number: int) -> DrawnTable | None:
        """The table of the pair in a round; None for a bye, or where it is not there."""
        drawn_round = self.round(number)
        tables = drawn_round.tables if drawn_round else ()
        return next((table for table in tables if key in table.entrants), None)
