"""The page of the hand form: the entry form, a typed line, and all that is shown around it."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from flask import Response, abort, make_response, render_template, request, url_for

from scorekeeper.explain import labels
from scorekeeper.explain.field_words import question
from scorekeeper.explain.line_fault_words import line_fault_text
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.ruling import topic_title
from scorekeeper.explain.shown_names import hand_words, match_as_read, side_names
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.act import Revision
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.lines.line_names import NO_NAMES, LineNames, names_in
from scorekeeper.lines.line_reader import read_line
from scorekeeper.match.acts.body import Refused
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.checks import problems
from scorekeeper.rules.match import Match, Row
from scorekeeper.rules.model import (
    NO_POINTS,
    SIDES,
    TRUMPS,
    BySide,
    Code,
    Hand,
    Problem,
    RuleSet,
    Seat,
    Side,
)
from scorekeeper.rules.scoring import card_points
from scorekeeper.web.match import entry
from scorekeeper.web.match.entry import EntryForm
from scorekeeper.web.match.entry_values import live_values, tops_values
from scorekeeper.web.match.hand_preview import HandPreview, preview_hand
from scorekeeper.web.match.matches import find_row, names_to_send, own_match
from scorekeeper.web.match.readers import ReaderPlace, reader_of
from scorekeeper.web.settle.auction import auction_url

FIELD: Final = "line"
"""The field of an address that brings a line."""
_ASKED_LATER: Final[frozenset[Code]] = frozenset(
    {"missing", "declarations_undecided", "leader_needed", "tie_point_needed"}
)
"""The problems that the form itself asks about."""


class TypedLine(NamedTuple):
    """A line as it was typed, and its result."""

    text: str = ""
    fault: str = ""
    """Why it is no hand; empty for a hand, and before anything is typed."""
    is_pass: bool = False
    """Did all four pass? There is a button for that."""


def read_typed_line(
    text: str,
    rules: RuleSet,
    asked_later: Collection[Code] = (),
    writer: Side | None = "A",
    names: LineNames = NO_NAMES,
) -> Hand | str:
    """Read a line as a hand by these rules, or return a text that says why it is no hand.

    Problems with a code of `asked_later` are let pass. "Us" is the side of its `writer`. `names`
    are words for the sides.
    """
    found = read_line(text, writer, names)
    if not isinstance(found, Hand):
        return line_fault_text(found)
    wrong = [one for one in problems(found, rules) if one.code not in asked_later]
    return problem_text(wrong[0], found, rules) if wrong else found


@dataclass
class HandFormPage:
    """The entry form of a hand and all that its page shows around it."""

    loaded_match: LoadedMatch
    form: EntryForm
    row: Row | None = None
    """The hand that is corrected; None for a new one."""
    hand_id: int | None = None
    before: int | None = None
    """The entry that a forgotten hand is inserted before."""
    notice: str = ""
    preview: HandPreview | None = None
    refused: tuple[Problem, ...] = ()
    line: TypedLine | None = None
    """The hand as a line, where one is typed."""

    @property
    def ledger(self) -> Ledger:
        """The match as it stands."""
        return self.loaded_match.ledger

    @property
    def dealer(self) -> Seat:
        """The dealer of this hand."""
        if self.row is not None and self.row.dealer is not None:
            return self.row.dealer
        if self.before is not None:
            return self.ledger.dealer_at(self.before)
        return self.ledger.standing.dealer

    @property
    def number(self) -> int:
        """The hand's number."""
        if self.row is not None and self.row.number is not None:
            return self.row.number
        if self.before is not None:
            return self.ledger.number_at(self.before)
        return self.ledger.standing.number

    @property
    def address(self) -> str:
        """The address to which the form is sent."""
        public_id = self.loaded_match.public_id
        if self.hand_id is not None:
            return url_for("changes.correct", public_id=public_id, hand_id=self.hand_id)
        if self.before is not None:
            return url_for("changes.insert", public_id=public_id, hand_id=self.before)
        return url_for("hands.record", public_id=public_id)

    @property
    def draft(self) -> str:
        """The name under which the browser keeps what is typed and not yet sent."""
        place = self.hand_id or (f"before-{self.before}" if self.before else "new")
        return f"{self.loaded_match.public_id}:{place}"

    @property
    def changes(self) -> bool:
        """Does saving change a hand that is written, so that its effect is shown first?"""
        return self.hand_id is not None or self.before is not None

    @property
    def before_words(self) -> str:
        """The hand as it was written, which the correction replaces."""
        entry = self.row.entry if self.row is not None else None
        return hand_words(entry, self.match_as_read) if isinstance(entry, Hand) else ""

    @property
    def reader(self) -> ReaderPlace:
        """The asking phone."""
        return reader_of(self.loaded_match)

    @property
    def match_as_read(self) -> Match:
        """The match as the asking phone reads it."""
        return match_as_read(self.ledger.match, self.reader.side)

    @property
    def dispute(self) -> tuple[str, str] | None:
        """The dispute about the auction of a new hand: title and address."""
        if self.changes or self.row is not None:
            return None
        match = self.ledger.match
        names, public_id = names_to_send(self.loaded_match), self.loaded_match.public_id
        url = auction_url(self.dealer, match.rules, *names, match=public_id)
        return topic_title("auction"), url

    def turn_to(
        self, loaded_match: LoadedMatch, row: Row | None = None, hand_id: int | None = None
    ) -> None:
        """Go on with the match as it stands now, at the next hand or at this one."""
        self.loaded_match, self.row, self.hand_id, self.preview = loaded_match, row, hand_id, None
        prepare(self.form, loaded_match.revision)

    def make_preview(self, *, typing: bool = False) -> HandPreview:
        """Score and check the entry as far as it has come."""
        self.preview = preview_hand(self.form, self.ledger.match.rules, self.dealer, typing=typing)
        return self.preview

    def _was(self) -> BySide[int] | None:
        """The score of the hand that is corrected."""
        score = self.row.score if self.hand_id is not None and self.row is not None else None
        return BySide(score.A, score.B) if score else None

    def context(self) -> dict[str, object]:
        """The variables of the templates."""
        match = self.ledger.match
        preview = self.preview or self.make_preview(typing=True)
        names = side_names(self.match_as_read)
        found = (*self.refused, *preview.wrong)
        wrong = problem_text(found[0], preview.hand, match.rules) if found else ""
        asked = question(preview.asks, preview.missing)
        return {
            "wrong_field": found[0].field if found else "",
            "to_mend": wrong or asked,
            "live": live_values(
                self.form,
                preview,
                match.rules,
                names,
                wrong,
                asked,
                was=self._was(),
                totals=None if self.changes else self.ledger.standing.totals,
            ),
            "tops": tops_values(preview, match.rules, names),
            "page": self,
            "form": self.form,
            "loaded_match": self.loaded_match,
            "match": match,
            "rules": match.rules,
            "save_text": _("See what changes") if self.changes else _("Save hand"),
            "bid_text": lambda bid: labels.bid_text(bid, match.rules),
            "names": names,
            "sides": SIDES,
            "trumps": TRUMPS,
            "preview": preview,
            "entry": entry,
            "public_id": self.loaded_match.public_id,
        }


def open_hand_form(
    public_id: str, hand_id: int | None = None, *, before: int | None = None, blank: bool = False
) -> HandFormPage:
    """Open the form for the scorer; 403 for anyone else, 404 if there is no such hand."""
    loaded_match = own_match(public_id)
    form = EntryForm(None if blank else request.form)
    row = find_row(loaded_match, hand_id) if hand_id is not None else None
    if before is not None and loaded_match.ledger.row(before) is None:
        abort(404)
    return HandFormPage(loaded_match, form, row, hand_id, before)


def show_hand_form(page: HandFormPage, status: int = 200) -> Response:
    """Answer with the form in its page."""
    return make_response(render_template("hands/page.html", **page.context()), status)


def prepare(form: EntryForm, revision: Revision, op_id: str | None = None) -> None:
    """Give the form its operation ids and the revision that it is decided on."""
    form.op_id.data = op_id or new_operation_id()
    form.contract_op_id.data = new_operation_id()
    form.revision.data, form.after.data = str(revision), revision.after


def hand_to_save(page: HandFormPage) -> Hand | None:
    """The hand as it will be kept, or None where something is wrong, missing or asked."""
    preview = page.make_preview()
    if not preview.is_ready:
        page.notice = "mend" if preview.missing or preview.wrong else "ask"
        return None
    return _normalised(page, preview.hand)


def _normalised(page: HandFormPage, hand: Hand) -> Hand:
    """Normalise a typed hand, so that it is the same hand when it is sent again.

    Who led follows from the dealer, unless the table said it; points are both sides', or none
    beside a kapo.
    """
    if not page.form.leader.data:
        hand = replace(hand, leader=None)
    if hand.kapo is not None:
        hand = replace(hand, points=NO_POINTS)
    elif hand.points != NO_POINTS:
        rules = page.ledger.match.rules
        hand = replace(hand, points=BySide(*(card_points(hand, side, rules) for side in SIDES)))
    return hand


def refuse(page: HandFormPage, refusal: Refused) -> Response:
    """The form again, with the reasons of the refusal."""
    page.refused, page.notice = refusal.problems, "mend"
    return show_hand_form(page, 422)


def bring_line(page: HandFormPage) -> None:
    """Fill the form with the line that the address brings, or say why it is no hand."""
    text = request.args.get(FIELD)
    if text is None:
        return
    page.line = TypedLine(text)
    if not text.strip():
        return
    match = page.ledger.match
    rules = match.rules
    found = read_typed_line(text, rules, _ASKED_LATER, page.reader.side, names_in(match))
    if isinstance(found, str):
        page.line = TypedLine(text, fault=found)
    elif found.passed_out:
        page.line = TypedLine(text, is_pass=True)
    else:
        page.form.fill(found, rules)
        page.form.swept.data = ""  # a line says kapo, or the form asks
        page.notice = "line"  # what was typed before does not come back over it
