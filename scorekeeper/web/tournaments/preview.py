"""The form to mend and confirm a list of pairs, with a row for each line that the server read.

Nothing is written before it is confirmed. Each line with a tick is taken. A line without two names
has no tick, and is taken once it has them. Titles, totals and messages are folded away, each with a
tick, too.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from flask import Response, make_response, render_template, request

from scorekeeper.explain import tournament_words as words
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.rules.names import LONGEST_NAME, tidy_name
from scorekeeper.tournament.acts.fields import LONGEST_NOTE
from scorekeeper.tournament.list_words import CODES, DOUBTS, BadRow, ListRow, PasteCode, has_letter
from scorekeeper.tournament.pasted_list import (
    RowCheck,
    named_twice,
    unfit_fields,
    with_unread_in_note,
)
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.state import Tournament
from scorekeeper.web.forms import whole_number
from scorekeeper.web.tournaments.phones_names import known_names, meant_names
from scorekeeper.web.tournaments.rights import context_of

MOST_ROWS: Final = 2100
_LONGEST_LINE: Final = 500
_Place = tuple[str, int]
"""A pair by its number, or a line."""


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row of the form."""

    row: ListRow
    is_ticked: bool = True
    is_open: bool = False
    """Had its line no two names? Then it is taken once it has them."""
    fault: PasteCode | None = None
    unread: Mapping[PasteCode, str] = field(default_factory=dict)
    """The texts that are no seed or no payment, and so stand in the note."""

    @property
    def is_wanted(self) -> bool:
        """Shall it become a pair?"""
        return self.is_ticked and (self.row.is_whole or not self.is_open)

    @property
    def is_left_out(self) -> bool:
        """Is it folded away?"""
        return self.row.is_no_pair and not self.is_ticked

    @property
    def why_out(self) -> PasteCode | None:
        """The reason why it becomes no pair; None where only its tick is missing."""
        return self.fault or self.row.doubt

    @property
    def name(self) -> str:
        """The pair, or the line where it names none."""
        return " – ".join(filter(None, self.row.players)) or self.row.text

    @property
    def is_faulty(self) -> bool:
        """Does it keep the list from being added?"""
        return self.fault is not None and self.is_wanted

    @property
    def wrong_fields(self) -> tuple[str, ...]:
        """The fields that its fault is about."""
        if self.fault == "unfit":
            return unfit_fields(self.row)
        if self.fault == "twice":
            return ("player1", "player2")
        if self.fault in ("one_name", "no_letter", "too_much"):
            names = zip(("player1", "player2"), self.row.players, strict=True)
            return tuple(field for field, name in names if not has_letter(name))
        return (self.fault,) if self.fault else ()


@dataclass(frozen=True, slots=True)
class Preview:
    """The rows of a list as the form shows them."""

    rows: tuple[PreviewRow, ...]
    keeps_numbers: bool = False
    columns: tuple[BadRow, ...] = ()
    is_cut: bool = False
    is_choice: bool = False
    """Are they pairs from elsewhere, of which the organiser ticks those that play?"""
    club: str = ""
    """The address of the club whose roster named them."""

    @property
    def left_out(self) -> tuple[PreviewRow, ...]:
        """The lines that name no pair, as titles, totals and messages."""
        return tuple(one for one in self.rows if one.is_left_out)

    @property
    def has_open(self) -> bool:
        """Is there a row that had no two names?"""
        return any(one.is_open for one in self.rows)

    @property
    def second_names(self) -> tuple[str, ...]:
        """The names that are offered for the second place of a row: all that stand in the list."""
        names = (name for one in self.rows for name in one.row.players if name)
        return tuple(dict.fromkeys(names)) if self.is_choice and self.has_open else ()

    @property
    def wanted(self) -> tuple[ListRow, ...]:
        """The rows that become pairs."""
        return tuple(one.row for one in self.rows if one.is_wanted)

    @property
    def named(self) -> tuple[ListRow, ...]:
        """The rows with a remark on players in other pairs, too; of a choice, the chosen rows."""
        if self.is_choice:
            return self.wanted
        return tuple(one.row for one in self.rows if not one.is_left_out)

    @property
    def out(self) -> tuple[PreviewRow, ...]:
        """The lines in sight that become no pairs; none of a choice, which has many such rows."""
        if self.is_choice:
            return ()
        return tuple(one for one in self.rows if not (one.is_wanted or one.is_left_out))

    @property
    def has_faults(self) -> bool:
        """Is something wrong with a row that shall become a pair?"""
        return any(one.is_faulty for one in self.rows)

    @property
    def has_numbers(self) -> bool:
        """Has the list numbers in front of its pairs?"""
        return any(one.row.number for one in self.rows)

    @property
    def digest(self) -> str:
        """The key of the form's typed texts: another list has another key."""
        text = "\n".join(one.row.text for one in self.rows)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def choice_of(rows: Iterable[ListRow], check: RowCheck) -> Preview:
    """Pairs from elsewhere, none of them ticked."""
    return Preview(first_preview(rows, check, is_ticked=False), is_choice=True)


def first_preview(
    rows: Iterable[ListRow], check: RowCheck, *, is_ticked: bool = True
) -> tuple[PreviewRow, ...]:
    """The rows as they were read: all are ticked that can be pairs."""
    return tuple(_first(_with_all_in_note(row), check, is_ticked) for row in rows)


def _with_all_in_note(row: ListRow) -> ListRow:
    note = ", ".join(part for part in (row.note, row.more) if part)
    return replace(row, note=note, more="")


def _first(row: ListRow, check: RowCheck, is_ticked: bool) -> PreviewRow:
    row, unread = with_unread_in_note(row)
    problem = check.problem_of(row.without_number())
    if problem in DOUBTS:
        return PreviewRow(replace(row, doubt=problem), is_ticked=False, unread=unread)
    is_open = not row.is_whole
    is_ticked = is_ticked and not is_open and problem != "twice"
    return PreviewRow(row, is_ticked, is_open, problem, unread)


def preview_of_form(check: RowCheck) -> Preview:
    """The rows as they are sent."""
    keeps_numbers = request.form.get("own_numbers") == "1"
    count = min(whole_number(request.form.get("rows"), digits=4) or 0, MOST_ROWS)
    rows = [_sent_row(at, plays_alone=check.plays_alone) for at in range(count)]
    checked = [_checked(one, check, keeps_numbers) for one in rows]
    return Preview(
        tuple(checked),
        keeps_numbers,
        is_choice=request.form.get("choice") == "1",
        club=request.form.get("club", ""),
    )


def _sent_row(at: int, *, plays_alone: bool) -> PreviewRow:
    def sent(field: str) -> str:
        return tidy_name(request.form.get(f"{field}-{at}", ""))

    row = ListRow(
        line=whole_number(sent("line"), digits=6) or at + 1,
        text=sent("text")[:_LONGEST_LINE],
        number=sent("number"),
        players=(
            sent("meant-player1") or sent("player1"),
            "" if plays_alone else sent("meant-player2") or sent("player2"),
        ),
        is_player=plays_alone,
        club=sent("club"),
        seeding=sent("seeding"),
        paid=sent("paid"),
        note=sent("note"),
        doubt=next((code for code in CODES if code in DOUBTS and code == sent("doubt")), None),
    )
    is_open = sent("open") == "1"
    # The missing name is written: the pair is wanted, and its row has a tick from now on.
    is_completed = is_open and row.is_whole
    return PreviewRow(row, is_completed or sent("take") == "1", is_open and not is_completed)


def _checked(one: PreviewRow, check: RowCheck, keeps_numbers: bool) -> PreviewRow:
    if one.is_open:
        has_names = one.row.is_player or all(one.row.players)
        return replace(one, fault="no_letter" if has_names else "one_name")
    if not one.is_wanted:
        return replace(one, fault="twice") if check.knows(one.row) else one
    row = one.row if keeps_numbers else one.row.without_number()
    return replace(one, fault=check.fault_of(row))


def preview_page(
    loaded_tournament: LoadedTournament,
    preview: Preview,
    status: int = 200,
    wrong: str = "",
    op_id: str = "",
) -> Response:
    """The form."""
    known = [] if preview.is_choice else known_names(loaded_tournament)
    page = render_template(
        "tournaments/preview.html",
        **context_of(loaded_tournament),
        preview=preview,
        also=_also(loaded_tournament.tournament, preview.named),
        known=known,
        meant=meant_names(loaded_tournament, preview.named, known) if known else {},
        wrong=wrong,
        words=words,
        op_id=op_id or new_operation_id(),
        longest=LONGEST_NAME,
        longest_note=LONGEST_NOTE,
    )
    return make_response(page, status)


def _also(tournament: Tournament, rows: Sequence[ListRow]) -> dict[int, list[str]]:
    """Return the remarks on players who are in another pair, too, by the rows' lines."""
    named: list[tuple[_Place, Iterable[str]]] = [
        (("pair", pair.number), pair.players) for pair in tournament.pairs.values()
    ]
    named += [(("line", row.line), row.players) for row in rows]
    return {
        line: [_also_text(tournament, name, place) for name, place in found]
        for (kind, line), found in named_twice(named).items()
        if kind == "line"
    }


def _also_text(tournament: Tournament, name: str, place: _Place) -> str:
    kind, number = place
    if kind == "pair" and tournament.set_up.is_individual:
        return _("%(name)s has number %(number)s, too", name=name, number=number)
    if kind == "pair":
        return _("%(name)s is in pair %(number)s, too", name=name, number=number)
    return _("%(name)s is in line %(line)s, too", name=name, line=number)
