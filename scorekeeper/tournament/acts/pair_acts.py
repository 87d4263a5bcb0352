"""Acts on pairs: the list, changes, payments, attendance, wishes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Annotated, ClassVar, Self, TypeVar

from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.journal.fields import Form
from scorekeeper.journal.record import Always, Record, StoredAs
from scorekeeper.rules.names import is_fit_name
from scorekeeper.tournament.acts.body import refuse_if
from scorekeeper.tournament.acts.fields import (
    HIGHEST_NUMBER,
    LONGEST_NOTE,
    PAIRS,
    REGISTRATION,
    SINGLES,
    TEXT,
    Cents,
    Name,
    Note,
    Number,
    PairKey,
    PairKeys,
    Seed,
    Seeding,
    Truth,
    TwoKeys,
    TwoNames,
)
from scorekeeper.tournament.drawn_rounds import entrants_of
from scorekeeper.tournament.pair_names import gives_one_of, who
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.tournament_set_up import (
    Pair,
    Registration,
    RegistrationState,
    Substitution,
    who_played,
)

_Value = TypeVar("_Value")


class NewPair(Record):
    """A pair as it comes."""

    players: TwoNames
    club: Always[Name] = ""
    seeding: Always[Seed] = None
    paid: Always[Truth] = False
    present: Always[Truth] = True
    note: Note = ""
    number: int | None = None
    """The number that it shall have; the next one where it is not said."""
    registration: int | None = None
    """The registration by which it announced itself."""
    partner_registration: int | None = None
    """The registration of the second player, if two singles make the pair."""

    @property
    def taken(self) -> tuple[int, ...]:
        """The registrations that become this pair."""
        both = (self.registration, self.partner_registration)
        return tuple(number for number in both if number is not None)


def numbers_of(pairs: Iterable[NewPair], there: Iterable[int]) -> tuple[int, ...]:
    """The numbers that new pairs get beside those that are there.

    Who brings none gets the next one behind all others.
    """
    new = tuple(pairs)
    following = count(max((*there, *(pair.number or 0 for pair in new)), default=0) + 1)
    return tuple(pair.number or next(following) for pair in new)


class PairsAdded(TournamentBody, kind="pairs_added", changes=("pairs",)):
    """More pairs, in the order of their numbers."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "add_pairs": (Form("AddPairs", (PAIRS,)),),
        "paste_pairs": (Form("PastePairs", (TEXT,)),),
        "take_pairs": (Form("TakePairs", (), (REGISTRATION,)),),
        "pair_singles": (Form("PairSingles", (), (SINGLES,)),),
    }
    pairs: tuple[NewPair, ...]
    seed: int | None = None
    """The seed of the lot by which singles became these pairs."""

    @property
    def taken(self) -> list[int]:
        """The registrations that become pairs."""
        return [number for pair in self.pairs for number in pair.taken]

    def rests_on(self) -> frozenset[str]:
        """Also the registrations, whose names it has as they were shown."""
        return frozenset({"texts", *(f"registration {number}" for number in self.taken)})

    def check(self, tournament: Tournament) -> None:
        refuse_if(not self.pairs, "no_pair", "pairs")
        refuse_if(len(tournament.pairs) + len(self.pairs) > MOST_PAIRS, "too_many_pairs", "pairs")
        own = [pair.number for pair in self.pairs if pair.number is not None]
        is_there = len({*own, *tournament.numbers}) < len(own) + len(tournament.numbers)
        refuse_if(is_there, "number_there", "pairs")
        highest = max(numbers_of(self.pairs, tournament.numbers))
        refuse_if(highest > HIGHEST_NUMBER, "number_beyond", "pairs")
        open_ones = {
            number
            for number, one in tournament.registrations.items()
            if one.state in ("waiting", "declined")
        }
        refuse_if(len({*self.taken} & open_ones) < len(self.taken), "not_waiting", "pairs")
        there = {who(pair.players) for pair in tournament.pairs.values()}
        for pair in self.pairs:
            check_names(tournament, pair.players)
            check_texts(pair.club, pair.note)
            refuse_if(who(pair.players) in there, "pair_there", "pairs")
            there.add(who(pair.players))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pairs, registrations = list(tournament.pairs.values()), dict(tournament.registrations)
        for number, new in zip(numbers_of(self.pairs, tournament.numbers), self.pairs, strict=True):
            pair = Pair(
                number=number,
                players=new.players,
                club=new.club,
                seeding=new.seeding,
                paid=new.paid,
                present=new.present,
                note=new.note,
                is_alone=tournament.set_up.is_individual,
            )
            pairs.append(pair)
            for taken in new.taken:
                old = registrations[taken]
                registrations[taken] = replace(old, state="accepted", pair=pair.key)
        return replace(tournament, pairs=pairs_by_number(pairs), registrations=registrations)

    def names_given(self, numbers: Iterable[int]) -> Mapping[str, tuple[str, str]]:
        own = zip(numbers_of(self.pairs, numbers), self.pairs, strict=True)
        return {str(number): pair.players for number, pair in own}

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


def new_pairs(acts: Iterable[TournamentAct]) -> list[tuple[int, NewPair]]:
    """All pairs as they came, with the numbers that they got."""
    found: list[tuple[int, NewPair]] = []
    for act in acts:
        if isinstance(act.body, PairsAdded):
            numbers = numbers_of(act.body.pairs, [number for number, _ in found])
            found += zip(numbers, act.body.pairs, strict=True)
    return found


class OfPair(TournamentBody, undoable=True, changes=("pairs", "pair {self.pair}")):
    """Something about one pair of the list."""

    pair: PairKey


class PairChanged(
    OfPair,
    kind="pair_changed",
    op="change_pair",
    form="ChangePair",
    rests=("pair {self.pair}", "names"),
):
    """The fields of a pair that are new."""

    players: TwoNames | None = None
    club: Name | None = None
    seeding: Seeding = None
    """0 takes its place in seeding order from it."""
    paid: Truth | None = None
    present: Truth | None = None
    withdrawn: Truth | None = None
    note: Note | None = None
    from_now: Truth | None = None
    """Does a substitute sit down who has not played before?"""
    until: int | None = None
    """The last round that those played who leave; the first version left it to the fold."""

    def writes(self) -> frozenset[str]:
        return super().writes() | (set() if self.paid is None else {f"fee {self.pair}"})

    def check(self, tournament: Tournament) -> None:
        check_pair(tournament, self.pair)
        refuse_if(not self.fields().keys() - {"pair", "from_now", "until"}, "nothing_new", "pair")
        check_texts(self.club or "", self.note or "")
        if self.players is not None:
            check_names(tournament, self.players)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pair = tournament.pairs[self.pair]
        were = pair.were
        if self.from_now and self.players is not None:
            until = len(tournament.rounds) if self.until is None else self.until
            were = who_played((*were, Substitution(pair.players, until)), until)
        new_pair = replace(
            pair,
            players=newer(self.players, pair.players),
            club=newer(self.club, pair.club),
            seeding=pair.seeding if self.seeding is None else self.seeding or None,
            paid=newer(self.paid, pair.paid),
            payment=pair.payment if self.paid is None else None,
            present=newer(self.present, pair.present),
            withdrawn=newer(self.withdrawn, pair.withdrawn),
            note=newer(self.note, pair.note),
            were=were,
        )
        return replace(tournament, pairs=tournament.pairs | {pair.key: new_pair})

    @property
    def is_substitution(self) -> bool:
        return bool(self.from_now)

    def names_given(self, numbers: Iterable[int]) -> Mapping[str, tuple[str, str]]:
        return {} if self.players is None else {self.pair: self.players}

    def without_pair(self, pair: str, names: Collection[str], before: Tournament) -> Self | None:
        if self.pair == pair:
            return self.redacted()
        # The note about a pair may name another.
        is_named = self.note is not None and gives_one_of(names, self.note)
        return replace(self, note="", erased=True) if is_named else None


class PairDeleted(
    OfPair,
    kind="pair_deleted",
    op="delete_pair",
    form="DeletePair",
    changes=("pairs", "pair {self.pair}", "fee {self.pair}"),
    rests=("pair {self.pair}", "rounds"),
):
    """A pair that was in no draw is taken out of the list, or back into it."""

    deleted: Truth

    def check(self, tournament: Tournament) -> None:
        there = tournament.pairs if self.deleted else tournament.deleted
        refuse_if(self.pair not in there, "no_pair", "pair")
        if self.deleted:
            refuse_if(not may_be_deleted(tournament, self.pair), "in_draw", "pair")
            return
        refuse_if(len(tournament.pairs) >= MOST_PAIRS, "too_many_pairs", "pair")
        players = there[self.pair].players
        others = {who(one.players) for one in tournament.pairs.values()}
        refuse_if(any(players) and who(players) in others, "pair_there", "pair")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pairs, deleted = dict(tournament.pairs), dict(tournament.deleted)
        from_, to = (pairs, deleted) if self.deleted else (deleted, pairs)
        to[self.pair] = from_.pop(self.pair)
        return replace(
            tournament,
            pairs=pairs_by_number(pairs.values()),
            deleted=deleted,
            registrations=self._registrations(tournament),
        )

    def _registrations(self, tournament: Tournament) -> dict[int, Registration]:
        """The two singles of a deleted pair wait again, until it is brought back."""
        old: RegistrationState = "accepted" if self.deleted else "waiting"
        new: RegistrationState = "waiting" if self.deleted else "accepted"
        return {
            number: replace(one, state=new)
            if one.is_single
            and one.pair == self.pair
            and one.state == old
            and not tournament.set_up.is_individual
            else one
            for number, one in tournament.registrations.items()
        }


class Attended(
    TournamentBody, kind="attended", op="attend", form="Attend", undoable=True, rests=()
):
    """Pairs that came, and went."""

    present: Always[PairKeys] = ()
    absent: Always[PairKeys] = ()

    def writes(self) -> frozenset[str]:
        return frozenset({"pairs", *(f"pair {pair}" for pair in (*self.present, *self.absent))})

    def check(self, tournament: Tournament) -> None:
        for pair in (*self.present, *self.absent):
            check_pair(tournament, pair)

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pairs = dict(tournament.pairs)
        for keys, present in ((self.present, True), (self.absent, False)):
            pairs |= {key: replace(pairs[key], present=present) for key in keys}
        return replace(tournament, pairs=pairs)


class MoneyChanged(
    TournamentBody, kind="money", op="money", form="ChangeMoney", undoable=True, changes=("money",)
):
    """The fee of a pair, or the prizes. Amounts are whole cents."""

    fee: Cents | None = None
    prizes: tuple[Cents, ...] | None = None
    """By place, the first first."""

    def check(self, tournament: Tournament) -> None:
        refuse_if(not self.fields(), "nothing_new", "fee")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        money = tournament.money
        money = replace(
            money, fee=newer(self.fee, money.fee), prizes=newer(self.prizes, money.prizes)
        )
        return replace(tournament, money=money)


class FeePaid(
    OfPair,
    kind="fee_paid",
    op="fee_paid",
    form="PayFee",
    # It does not rest on the list of pairs: fees change no draw, and another phone may tick the
    # pair meanwhile.
    changes=("pair {self.pair}", "fee {self.pair}", "fees"),
    rests=("fee {self.pair}",),
):
    """The fee of one pair, where it is not the usual one, and the pair's payment."""

    due: Cents | None = None
    payment: Cents | None = None

    def check(self, tournament: Tournament) -> None:
        check_pair(tournament, self.pair)
        refuse_if(self.due is None and self.payment is None, "nothing_new", "due")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pair = tournament.pairs[self.pair]
        pair = replace(
            pair, due=newer(self.due, pair.due), payment=newer(self.payment, pair.payment)
        )
        due = tournament.money.fee if pair.due is None else pair.due
        is_paid = pair.paid if pair.payment is None else pair.payment >= due
        return replace(tournament, pairs=tournament.pairs | {pair.key: replace(pair, paid=is_paid)})


class PairsKeptApart(
    TournamentBody,
    kind="pairs_kept_apart",
    op="keep_apart",
    form="KeepApart",
    undoable=True,
    changes=("pairs", "apart {self.two[0]}-{self.two[1]}"),
    rests=("apart {self.two[0]}-{self.two[1]}",),
):
    """Two pairs never meet, or may meet again."""

    pairs: TwoKeys
    apart: Truth

    @property
    def two(self) -> tuple[str, str]:
        """The pairs, the lower number first."""
        one, other = sorted(self.pairs, key=int)
        return one, other

    def check(self, tournament: Tournament) -> None:
        for pair in self.pairs:
            check_pair(tournament, pair)
        refuse_if(self.pairs[0] == self.pairs[1], "same_pair", "pairs")
        refuse_if((self.two in tournament.apart) == self.apart, "nothing_new", "pairs")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        others = tuple(two for two in tournament.apart if two != self.two)
        return replace(tournament, apart=(*others, self.two) if self.apart else others)


class TableKept(
    TournamentBody,
    kind="table_kept",
    op="keep_table",
    form="KeepTable",
    undoable=True,
    changes=("pairs", "kept tables"),
    rests=("kept tables",),
):
    """A pair keeps a table, or none any more."""

    pair: PairKey
    table: Annotated[Number, StoredAs("kept_table")]
    """0 for none."""

    def check(self, tournament: Tournament) -> None:
        check_pair(tournament, self.pair)
        kept = tournament.kept_tables
        refuse_if(kept.get(self.pair, 0) == self.table, "nothing_new", "kept_table")
        refuse_if(self.table and self.table in kept.values(), "table_kept", "kept_table")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        kept = {pair: table for pair, table in tournament.kept_tables.items() if pair != self.pair}
        new = {self.pair: self.table} if self.table else {}
        return replace(tournament, kept_tables={**kept, **new})


class ClubsKeptApart(
    TournamentBody,
    kind="clubs_kept_apart",
    op="keep_clubs_apart",
    form="KeepClubsApart",
    undoable=True,
    changes=("pairs", "clubs apart"),
    rests=("clubs apart",),
):
    """Pairs of one club do not meet while it can be avoided, or may meet."""

    apart: Truth

    def check(self, tournament: Tournament) -> None:
        refuse_if(tournament.clubs_apart == self.apart, "nothing_new", "apart")

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        return replace(tournament, clubs_apart=self.apart)


def pairs_by_number(pairs: Iterable[Pair]) -> dict[str, Pair]:
    """The pairs by their keys, in the order of their numbers."""
    return {pair.key: pair for pair in sorted(pairs, key=lambda pair: pair.number)}


def check_pair(tournament: Tournament, pair: str) -> None:
    """See whether there is such a pair.

    :raises TournamentRefused: there is no such pair.
    """
    refuse_if(pair not in tournament.pairs, "no_pair", "pair")


def check_names(tournament: Tournament, players: Sequence[str]) -> None:
    """See whether these can be the names of an entrant: a pair, or a player who comes alone.

    :raises TournamentRefused: one is missing or unfit, or is one too many.
    """
    one, *others = players
    if tournament.set_up.is_individual:
        refuse_if(not one or any(others), "two_players", "players")
    else:
        refuse_if(not all(players), "one_player", "players")
    refuse_if(not all(map(is_fit_name, players)), "unfit_name", "players")


def check_announced(tournament: Tournament, players: Sequence[str]) -> None:
    """See whether these can announce themselves: a pair's two, or one who looks for a partner.

    :raises TournamentRefused: one is missing or unfit, or is one too many.
    """
    one, other = players
    if one and not other and not tournament.set_up.is_individual:
        refuse_if(not is_fit_name(one), "unfit_name", "players")
    else:
        check_names(tournament, players)


def check_texts(club: str, note: str = "") -> None:
    """See whether these can be a club and a note.

    :raises TournamentRefused: one is unfit.
    """
    is_fit = is_fit_name(club) and is_fit_name(note, LONGEST_NOTE)
    refuse_if(not is_fit, "unfit_name", "players")


def may_be_deleted(tournament: Tournament, pair: str) -> bool:
    """May the pair be deleted: is it in no draw, not even as absent, and in no adjustment?"""
    is_drawn = any(
        pair in entrants_of(part.request)
        for drawn_round in tournament.rounds
        for part in drawn_round.parts
    )
    return not is_drawn and all(one.adjustment.pair != pair for one in tournament.adjusted)


def newer(value: _Value | None, old: _Value) -> _Value:
    return old if value is None else value
