"""Pairs come, change, are there or not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, ClassVar, Final, Self, TypeVar

from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.journal.body import (
    Json,
    number_in,
    objects_in,
    text_in,
    texts_in,
    two_texts_in,
    without,
)
from scorekeeper.journal.fields import Form
from scorekeeper.rules.names import is_fit_name
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import (
    ABSENT,
    CLUB,
    DELETED,
    FROM_NOW,
    IS_PRESENT,
    LONGEST_NOTE,
    NOTE,
    PAID,
    PAIR,
    PAIRS,
    PLAYERS,
    PRESENT,
    SEEDING,
    TEXT,
    WITHDRAWN,
)
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournaments.pair_list import Pair, Substitution
from scorekeeper.services.tournaments.pair_names import who

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament

_NAMES: Final = ("players", "club", "note")
_Value = TypeVar("_Value")


@dataclass(frozen=True, kw_only=True)
class NewPair:
    """A pair as it comes."""

    players: tuple[str, str]
    club: str = ""
    seeding: int | None = None
    paid: bool = False
    present: bool = True
    note: str = ""
    number: int | None = None
    """The number that it shall have; the next one where it is not said."""
    registration: int | None = None
    """The registration by which it announced itself."""

    @classmethod
    def read(cls, data: Json) -> Self:
        """Read what `fields` wrote.

        :raises KeyError, TypeError: it is something else.
        """
        return cls(
            players=two_texts_in(data["players"]),
            club=text_in(data, "club"),
            seeding=_seeding_in(data) or None,
            paid=bool(data.get("paid")),
            present=bool(data.get("present", True)),
            note=text_in(data, "note"),
            number=_number_in(data, "number"),
            registration=_number_in(data, "registration"),
        )

    def fields(self) -> Json:
        """The pair as its act stores it; what is not said of it is not there."""
        later: Json = {
            "note": self.note or None,
            "number": self.number,
            "registration": self.registration,
        }
        return {
            "players": [*self.players],
            "club": self.club,
            "seeding": self.seeding,
            "paid": self.paid,
            "present": self.present,
            **{name: value for name, value in later.items() if value is not None},
        }


def numbers_of(pairs: Iterable[NewPair], there: Iterable[int]) -> tuple[int, ...]:
    """The numbers that new pairs get beside those that are there.

    Who brings none gets the next one behind all others.
    """
    new = tuple(pairs)
    following = count(max((*there, *(pair.number or 0 for pair in new)), default=0) + 1)
    return tuple(pair.number or next(following) for pair in new)


@dataclass(frozen=True, kw_only=True)
class PairsAdded(TournamentBody):
    """More pairs, in the order of their numbers."""

    kind: ClassVar[str] = "pairs_added"
    operations: ClassVar[Mapping[str, Form]] = {
        "add_pairs": Form("AddPairs", (PAIRS,)),
        "paste_pairs": Form("PastePairs", (TEXT,)),
    }
    texts: ClassVar[tuple[str, ...]] = _NAMES
    """The texts of each pair."""

    pairs: tuple[NewPair, ...]

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(pairs=tuple(map(NewPair.read, objects_in(data["pairs"]))))

    def fields(self) -> Json:
        return {"pairs": [pair.fields() for pair in self.pairs]}

    def writes(self) -> frozenset[str]:
        return frozenset({"pairs"})

    def rests_on(self) -> frozenset[str]:
        """Also the registrations, whose names it has as they were shown."""
        taken = (pair.registration for pair in self.pairs if pair.registration is not None)
        return frozenset({"texts", *(f"registration {number}" for number in taken)})

    def check(self, tournament: Tournament) -> None:
        if not self.pairs:
            raise TournamentRefused(Fault("no_pair", "pairs"))
        if len(tournament.pairs) + len(self.pairs) > MOST_PAIRS:
            raise TournamentRefused(Fault("too_many_pairs", "pairs"))
        own_numbers = [pair.number for pair in self.pairs if pair.number is not None]
        if len({*own_numbers, *tournament.numbers}) < len(own_numbers) + len(tournament.numbers):
            raise TournamentRefused(Fault("number_there", "pairs"))
        taken = [pair.registration for pair in self.pairs if pair.registration is not None]
        if len({*taken} & _to_be_taken(tournament)) < len(taken):
            raise TournamentRefused(Fault("not_waiting", "pairs"))
        there = {who(pair.players) for pair in tournament.pairs.values()}
        for pair in self.pairs:
            check_names(pair.players, pair.club, pair.note)
            if who(pair.players) in there:
                raise TournamentRefused(Fault("pair_there", "pairs"))
            there.add(who(pair.players))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pairs = list(tournament.pairs.values())
        registrations = dict(tournament.registrations)
        numbers = numbers_of(self.pairs, tournament.numbers)
        for number, new in zip(numbers, self.pairs, strict=True):
            pair = Pair(
                number=number,
                players=new.players,
                club=new.club,
                seeding=new.seeding,
                paid=new.paid,
                present=new.present,
                note=new.note,
            )
            pairs.append(pair)
            if new.registration is not None:
                registration = registrations[new.registration]
                registrations[registration.number] = replace(
                    registration, state="accepted", pair=pair.key
                )
        return replace(tournament, pairs=_by_number(pairs), registrations=registrations)

    @classmethod
    def redacted_data(cls, data: Json) -> Json:
        return {**data, "pairs": [*map(without(*_NAMES), objects_in(data["pairs"]))]}

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        numbers = numbers_of(self.pairs, before.numbers)
        if int(pair) not in numbers:
            return None
        place = numbers.index(int(pair))
        redacted_pair = replace(self.pairs[place], players=("", ""), club="", note="")
        pairs = (*self.pairs[:place], redacted_pair, *self.pairs[place + 1 :])
        return replace(self, pairs=pairs, erased=True)


class OfPair(TournamentBody):
    """Something about one pair of the list."""

    pair: str

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        return frozenset({"pairs", f"pair {self.pair}"})


@dataclass(frozen=True, kw_only=True)
class PairChanged(OfPair):
    """The fields of a pair that are new."""

    kind: ClassVar[str] = "pair_changed"
    operations: ClassVar[Mapping[str, Form]] = {
        "change_pair": Form(
            "ChangePair",
            (PAIR,),
            (PLAYERS, CLUB, SEEDING, PAID, IS_PRESENT, WITHDRAWN, NOTE, FROM_NOW),
        )
    }
    texts: ClassVar[tuple[str, ...]] = _NAMES

    pair: str
    players: tuple[str, str] | None = None
    club: str | None = None
    seeding: int | None = None
    """0 takes its place in seeding order from it."""
    paid: bool | None = None
    present: bool | None = None
    withdrawn: bool | None = None
    note: str | None = None
    from_now: bool | None = None
    """Does a substitute sit down, who did not play before?"""
    until: int | None = None
    """The last round that those played who leave; the first version left it to the fold."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            pair=text_in(data, "pair"),
            players=two_texts_in(data["players"]) if "players" in data else None,
            club=text_in(data, "club") if "club" in data else None,
            seeding=_seeding_in(data),
            paid=_truth_in(data, "paid"),
            present=_truth_in(data, "present"),
            withdrawn=_truth_in(data, "withdrawn"),
            note=text_in(data, "note") if "note" in data else None,
            from_now=_truth_in(data, "from_now"),
            until=number_in(data, "until") if "until" in data else None,
        )

    def fields(self) -> Json:
        values: Json = {
            "pair": self.pair,
            "players": None if self.players is None else [*self.players],
            "club": self.club,
            "paid": self.paid,
            "present": self.present,
            "withdrawn": self.withdrawn,
            "note": self.note,
            "from_now": self.from_now,
            "until": self.until,
        }
        seeding: Json = {} if self.seeding is None else {"seeding": self.seeding or None}
        return {field: new for field, new in values.items() if new is not None} | seeding

    def rests_on(self) -> frozenset[str]:
        return frozenset({f"pair {self.pair}", "names"})

    def check(self, tournament: Tournament) -> None:
        check_pair(tournament, self.pair)
        if not self.fields().keys() - {"pair", "from_now", "until"}:
            raise TournamentRefused(Fault("nothing_new", "pair"))
        check_names(self.players or (), self.club or "", self.note or "")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pair = tournament.pairs[self.pair]
        were = pair.were
        if self.from_now and self.players is not None:
            until = len(tournament.rounds) if self.until is None else self.until
            were = who_played((*were, Substitution(pair.players, until)), until)
        new_pair = replace(
            pair,
            players=_new(self.players, pair.players),
            club=_new(self.club, pair.club),
            seeding=pair.seeding if self.seeding is None else self.seeding or None,
            paid=_new(self.paid, pair.paid),
            payment=pair.payment if self.paid is None else None,
            present=_new(self.present, pair.present),
            withdrawn=_new(self.withdrawn, pair.withdrawn),
            note=_new(self.note, pair.note),
            were=were,
        )
        return replace(tournament, pairs=tournament.pairs | {pair.key: new_pair})

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        return self.redacted() if self.pair == pair else None


@dataclass(frozen=True, kw_only=True)
class PairDeleted(OfPair):
    """A pair that was in no draw is taken out of the list, or back into it."""

    kind: ClassVar[str] = "pair_deleted"
    operations: ClassVar[Mapping[str, Form]] = {
        "delete_pair": Form("DeletePair", (PAIR, DELETED)),
    }

    pair: str
    deleted: bool

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(pair=text_in(data, "pair"), deleted=bool(data["deleted"]))

    def fields(self) -> Json:
        return {"pair": self.pair, "deleted": self.deleted}

    def rests_on(self) -> frozenset[str]:
        return frozenset({f"pair {self.pair}", "rounds"})

    def check(self, tournament: Tournament) -> None:
        if self.pair not in (tournament.pairs if self.deleted else tournament.deleted):
            raise TournamentRefused(Fault("no_pair", "pair"))
        if self.deleted and not may_be_deleted(tournament, self.pair):
            raise TournamentRefused(Fault("in_draw", "pair"))
        if not self.deleted:
            _check_can_return(tournament, tournament.deleted[self.pair])

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pairs, deleted = dict(tournament.pairs), dict(tournament.deleted)
        if self.deleted:
            deleted[self.pair] = pairs.pop(self.pair)
        else:
            pairs[self.pair] = deleted.pop(self.pair)
        return replace(tournament, pairs=_by_number(pairs.values()), deleted=deleted)


def may_be_deleted(tournament: Tournament, pair: str) -> bool:
    """Is the pair in no draw, not even as absent, and is nothing else told of it?"""
    is_drawn = any(pair in drawn_round.request["pairs"] for drawn_round in tournament.rounds)
    return not is_drawn and all(one.adjustment.pair != pair for one in tournament.adjusted)


def _check_can_return(tournament: Tournament, pair: Pair) -> None:
    if len(tournament.pairs) >= MOST_PAIRS:
        raise TournamentRefused(Fault("too_many_pairs", "pair"))
    if any(pair.players) and who(pair.players) in {
        who(one.players) for one in tournament.pairs.values()
    }:
        raise TournamentRefused(Fault("pair_there", "pair"))


def _by_number(pairs: Iterable[Pair]) -> dict[str, Pair]:
    return {pair.key: pair for pair in sorted(pairs, key=lambda pair: pair.number)}


@dataclass(frozen=True, kw_only=True)
class Attended(TournamentBody):
    """Pairs that came, and went."""

    kind: ClassVar[str] = "attended"
    operations: ClassVar[Mapping[str, Form]] = {"attend": Form("Attend", (), (PRESENT, ABSENT))}

    present: tuple[str, ...]
    absent: tuple[str, ...]

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(present=texts_in(data["present"]), absent=texts_in(data["absent"]))

    def fields(self) -> Json:
        return {"present": [*self.present], "absent": [*self.absent]}

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        return frozenset({"pairs", *(f"pair {pair}" for pair in (*self.present, *self.absent))})

    def rests_on(self) -> frozenset[str]:
        return frozenset()

    def check(self, tournament: Tournament) -> None:
        for pair in (*self.present, *self.absent):
            check_pair(tournament, pair)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pairs = dict(tournament.pairs)
        for keys, present in ((self.present, True), (self.absent, False)):
            pairs |= {key: replace(pairs[key], present=present) for key in keys}
        return replace(tournament, pairs=pairs)


def check_pair(tournament: Tournament, pair: str) -> None:
    """See whether there is such a pair.

    :raises TournamentRefused: there is none.
    """
    if pair not in tournament.pairs:
        raise TournamentRefused(Fault("no_pair", "pair"))


def who_played(were: Sequence[Substitution], last: int) -> tuple[Substitution, ...]:
    """Find the players who played a round up to this one before others sat down."""
    closed = [one._replace(until=min(one.until, last)) for one in were]
    before = [0, *(one.until for one in closed)]
    return tuple(one for one, since in zip(closed, before, strict=False) if one.until > since)


def check_names(players: Sequence[str], club: str, note: str = "") -> None:
    """See whether these can be names.

    :raises TournamentRefused: one is missing or unfit.
    """
    if not all(players):
        raise TournamentRefused(Fault("one_player", "players"))
    if not all(map(is_fit_name, (*players, club))) or not is_fit_name(note, LONGEST_NOTE):
        raise TournamentRefused(Fault("unfit_name", "players"))


def _to_be_taken(tournament: Tournament) -> set[int]:
    """The registrations that can become pairs."""
    states = ("waiting", "declined")
    return {number for number, one in tournament.registrations.items() if one.state in states}


def _number_in(data: Json, field: str) -> int | None:
    return None if data.get(field) is None else number_in(data, field)


def _seeding_in(data: Json) -> int | None:
    """The place in seeding order; 0 where it says that there is none, None where nothing."""
    if data.get("seeding") is None:
        return 0 if "seeding" in data else None
    return number_in(data, "seeding")


def _truth_in(data: Json, field: str) -> bool | None:
    return bool(data[field]) if field in data else None


def _new(value: _Value | None, old: _Value) -> _Value:
    return old if value is None else value
