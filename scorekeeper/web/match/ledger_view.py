"""The ledger and the history of a match as their templates write them, ready to be set.

A long match has hundreds of rows and a page is requested often. So a row's texts are made here
once, and a contract's marks once for all hands with the same contract.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from flask import current_app, url_for
from markupsafe import Markup

from scorekeeper.explain.acts import act_text, changed_facts
from scorekeeper.explain.labels import score_text
from scorekeeper.explain.shown_names import Fact
from scorekeeper.i18n import current_locale
from scorekeeper.i18n import gettext as _
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.agreement import NO_ANSWER, SideAnswer, answers
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.match import Adjust, Row
from scorekeeper.rules.model import BySide, Hand, RuleSet, Side


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


class LedgerRow(NamedTuple):
    """A row of the ledger: a hand, or an adjustment, which has a reason and no number."""

    url: str
    number: int | None
    spoken: str
    """The words that a screen reader says before the contract."""
    contract: Markup
    reason: str
    scores: BySide[str]
    totals: BySide[int]
    counts: bool
    is_wrong: bool
    is_doubted: bool
    is_corrected: bool
    answers: BySide[SideAnswer] = NO_ANSWER
    """The answer of each side to the hand."""


def ledger_rows(loaded_match: LoadedMatch, names: BySide[str]) -> list[LedgerRow]:
    """The rows of a match's ledger, the oldest first, in the language in use."""
    hand_url, adjustment_url = (
        url_for(endpoint, public_id=loaded_match.public_id, hand_id=0)[:-1]
        for endpoint in ("matches.hand", "adjustments.show")
    )
    # Without values a message comes back as it is, to be filled for each row.
    hand_word, adjustment = _("Hand %(number)s"), _("Adjustment")
    rows = []
    ledger = loaded_match.ledger
    side_answers = answers(ledger)
    for hand_id, row in zip(ledger.hand_ids, ledger.standing.rows, strict=True):
        entry = row.entry
        if isinstance(entry, Adjust):
            is_corrected = hand_id in ledger.corrected
            ledger_row = _adjustment(f"{adjustment_url}{hand_id}", row, entry, adjustment)
            rows.append(ledger_row._replace(is_corrected=is_corrected))
            continue
        assert row.score is not None
        heading = hand_word % {"number": row.number}
        if entry.bidder is not None:
            heading = f"{heading}, {names.of(entry.bidder)}"
        rows.append(
            LedgerRow(
                f"{hand_url}{hand_id}",
                row.number,
                heading,
                contract_marks(entry, row.rules, row.score.made),
                "",
                BySide(score_text(row.score.A), score_text(row.score.B)),
                row.totals,
                row.counts,
                hand_id in ledger.wrong,
                hand_id in ledger.doubted,
                hand_id in ledger.corrected,
                side_answers.get(hand_id, NO_ANSWER),
            )
        )
    return rows


def contract_marks(hand: Hand, rules: RuleSet, made: bool | None) -> Markup:
    """A contract as the ledger writes it, in the language in use; struck through if it failed."""
    key = Hand(
        passed_out=hand.passed_out,
        bidder=hand.bidder,
        bid=hand.bid,
        trump=hand.trump,
        doubled=hand.doubled,
        kapo=hand.kapo,
    )
    return _contract_marks(key, rules.unit, made, current_locale())


@lru_cache(maxsize=2000)
def _contract_marks(hand: Hand, unit: str, made: bool | None, _language: str) -> Markup:
    module = current_app.jinja_env.get_template("_controls.html").module
    rules = RuleSet(unit="points" if unit == "points" else "tenths")
    return Markup(module.contract(hand, rules, made))  # type: ignore[attr-defined]


def _adjustment(url: str, row: Row, entry: Adjust, word: str) -> LedgerRow:
    scores = BySide(score_text(entry.A), score_text(entry.B))
    reason = entry.reason or word
    return LedgerRow(
        url, None, word, Markup(), reason, scores, row.totals, row.counts, False, False, False
    )
