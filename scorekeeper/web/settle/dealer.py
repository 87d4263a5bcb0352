"""The question of the first dealer: the suit that was cut names a seat."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.explain.ruling import Ruling
from scorekeeper.explain.table_procedure import cutting_ruling
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.cutting import NamedSeat, named_seats
from scorekeeper.rules.model import SUITS, Seat, Suit
from scorekeeper.web.settle.topic import (
    AddressParameters,
    SettleTable,
    Topic,
    read_seat,
    read_table,
)


@dataclass(frozen=True)
class DealerQuestion:
    """The player who shuffled, and the suit that was cut."""

    table: SettleTable
    shuffler: Seat
    cut: Suit | None
    wrong: Mapping[str, str]
    lacks: str

    @property
    def named(self) -> tuple[NamedSeat, ...]:
        """The seat that each suit names."""
        return named_seats(self.shuffler, self.table.rules)


def _read(query: AddressParameters) -> DealerQuestion:
    wrong: dict[str, str] = {}
    shuffler = read_seat(query, "shuffler", wrong)
    cut = next((suit for suit in SUITS if suit == query.get("cut")), None)
    if cut is None and "cut" in query:
        wrong["cut"] = _("No such suit: choose one of the four.")
    lacks = "" if cut or wrong else _("Which suit was cut?")
    return DealerQuestion(read_table(query), shuffler, cut, wrong, lacks)


def _rule(question: DealerQuestion) -> Ruling | None:
    if question.wrong or question.cut is None:
        return None
    return cutting_ruling(question.named, question.cut, question.table.names)


TOPIC = Topic(
    "dealer",
    read=_read,
    rule=_rule,
    fields=("shuffler", "cut"),
    has_more=True,
    stays_open=True,
)
