"""What a pair pays, and what the first places win. Amounts are whole cents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import Json, number_or_none, numbers_in, text_in
from scorekeeper.journal.fields import Form
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.fields import DUE, FEE, PAIR, PAYMENT, PRIZES
from scorekeeper.services.tournament_acts.pair_fields import OfPair, check_pair
from scorekeeper.services.tournament_acts.refusals import Fault, TournamentRefused

if TYPE_CHECKING:
    from scorekeeper.services.tournaments.acts import TournamentAct
    from scorekeeper.services.tournaments.state import Tournament


@dataclass(frozen=True, kw_only=True)
class MoneyChanged(TournamentBody):
    """The fee of a pair, or the prizes."""

    kind: ClassVar[str] = "money"
    operations: ClassVar[Mapping[str, Form]] = {"money": Form("ChangeMoney", (), (FEE, PRIZES))}

    fee: int | None = None
    prizes: tuple[int, ...] | None = None
    """By place, the first first."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            fee=number_or_none(data, "fee"),
            prizes=numbers_in(data["prizes"]) if "prizes" in data else None,
        )

    def fields(self) -> Json:
        fee: Json = {} if self.fee is None else {"fee": self.fee}
        return fee | ({} if self.prizes is None else {"prizes": [*self.prizes]})

    @property
    def is_undoable(self) -> bool:
        return True

    def writes(self) -> frozenset[str]:
        return frozenset({"money"})

    def check(self, tournament: Tournament) -> None:
        if not self.fields():
            raise TournamentRefused(Fault("nothing_new", "fee"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        money = tournament.money
        money = replace(
            money,
            fee=money.fee if self.fee is None else self.fee,
            prizes=money.prizes if self.prizes is None else self.prizes,
        )
        return replace(tournament, money=money)


@dataclass(frozen=True, kw_only=True)
class FeePaid(OfPair):
    """What a pair owes, where it is not the usual fee, and what it has paid."""

    kind: ClassVar[str] = "fee_paid"
    operations: ClassVar[Mapping[str, Form]] = {
        "fee_paid": Form("PayFee", (PAIR,), (DUE, PAYMENT)),
    }

    pair: str
    due: int | None = None
    payment: int | None = None

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            pair=text_in(data, "pair"),
            due=number_or_none(data, "due"),
            payment=number_or_none(data, "payment"),
        )

    def fields(self) -> Json:
        due: Json = {} if self.due is None else {"due": self.due}
        payment: Json = {} if self.payment is None else {"payment": self.payment}
        return {"pair": self.pair, **due, **payment}

    def writes(self) -> frozenset[str]:
        """Nothing of the list of pairs: a round is drawn alike whoever has paid."""
        return frozenset({f"pair {self.pair}", f"fee {self.pair}", "fees"})

    def rests_on(self) -> frozenset[str]:
        """On nothing else of the pair: somebody may tick meanwhile that it is there."""
        return frozenset({f"fee {self.pair}"})

    def check(self, tournament: Tournament) -> None:
        check_pair(tournament, self.pair)
        if self.due is None and self.payment is None:
            raise TournamentRefused(Fault("nothing_new", "due"))

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        pair = tournament.pairs[self.pair]
        pair = replace(
            pair,
            due=pair.due if self.due is None else self.due,
            payment=pair.payment if self.payment is None else self.payment,
        )
        due = tournament.money.fee if pair.due is None else pair.due
        is_paid = pair.paid if pair.payment is None else pair.payment >= due
        pair = replace(pair, paid=is_paid)
        return replace(tournament, pairs=tournament.pairs | {pair.key: pair})
