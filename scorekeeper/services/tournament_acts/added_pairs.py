"""New pairs come into the list of a tournament."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.journal.body import (
    Json,
    number_or_none,
    objects_in,
    text_in,
    two_texts_in,
    without,
)
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import (
    HIGHEST_NUMBER,
    PAIRS,
    REGISTRATION,
    TEXT,
)
from scorekeeper.services.tournament_acts.pair_fields import (
    PAIR_TEXTS,
    check_names,
    pairs_by_number,
    seeding_in,
)
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused
from scorekeeper.services.tournaments.pair_list import Pair
from scorekeeper.services.tournaments.pair_names import gives_one_of, who

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


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
            seeding=seeding_in(data) or None,
            paid=bool(data.get("paid")),
            present=bool(data.get("present", True)),
            note=text_in(data, "note"),
            number=number_or_none(data, "number"),
            registration=number_or_none(data, "registration"),
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
        "take_pairs": Form("TakePairs", (), (REGISTRATION,)),
    }
    texts: ClassVar[tuple[str, ...]] = PAIR_TEXTS
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
        if max(numbers_of(self.pairs, tournament.numbers)) > HIGHEST_NUMBER:
            raise TournamentRefused(Fault("number_beyond", "pairs"))
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
        return replace(tournament, pairs=pairs_by_number(pairs), registrations=registrations)

    @classmethod
    def redacted_data(cls, data: Json) -> Json:
        return {**data, "pairs": [*map(without(*PAIR_TEXTS), objects_in(data["pairs"]))]}

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        numbers = numbers_of(self.pairs, before.numbers)
        pairs = tuple(
            replace(new, players=("", ""), club="", note="")
            if str(number) == pair
            else replace(new, note="" if gives_one_of(names, new.note) else new.note)
            for number, new in zip(numbers, self.pairs, strict=True)
        )
        is_about = int(pair) in numbers or pairs != self.pairs
        return replace(self, pairs=pairs, erased=True) if is_about else None


def _to_be_taken(tournament: Tournament) -> set[int]:
    """The registrations that can become pairs."""
    states = ("waiting", "declined")
    return {number for number, one in tournament.registrations.items() if one.state in states}
