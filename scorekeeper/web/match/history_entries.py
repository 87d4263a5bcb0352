"""Acts of a match in words, for its history and for the pages of its entries."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from scorekeeper.explain.acts import act_text, changed_facts
from scorekeeper.explain.shown_names import Fact
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.model import Side


class HistoryEntry(NamedTuple):
    """An act in words."""

    act: MatchAct
    text: str
    stands: bool
    facts: tuple[Fact, ...] = ()

    phone: int | None = None
    """The number by which the table knows the phone that did it."""
    before: str = ""
    """The words of the entry that a correction replaced."""

    @property
    def at(self) -> datetime | None:
        """When it was written; UTC."""
        return self.act.at


def history_of_hand(ledger: Ledger, hand_id: int) -> list[HistoryEntry]:
    """The acts about a hand or an adjustment, the oldest first."""
    return [_entry(act, ledger, is_headed=False) for act in ledger.history_of(hand_id)]


def history_of_match(
    ledger: Ledger, acts: Sequence[MatchAct] | None = None, reader: Side | None = None
) -> list[HistoryEntry]:
    """All acts, or these, the newest first, to a phone of this side."""
    shown_acts = ledger.acts if acts is None else acts
    facts = changed_facts(ledger, shown_acts, reader)
    return [_entry(act, ledger, facts.get(act.seq, ())) for act in reversed(shown_acts)]


def _entry(
    act: MatchAct, ledger: Ledger, facts: tuple[Fact, ...] = (), *, is_headed: bool = True
) -> HistoryEntry:
    heading, words, before = act_text(act, ledger)
    return HistoryEntry(
        act,
        f"{heading} {words}".strip() if is_headed else words,
        act.seq not in ledger.undone,
        facts,
        ledger.phones[act.phone] if act.body.is_by_phone else None,
        before,
    )
