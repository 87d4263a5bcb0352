"""Adjusting the score: a penalty, a ruling, a score carried over from paper."""

from typing import Final

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response as BaseResponse
from wtforms import SelectMultipleField, StringField

from scorekeeper.explain.labels import number_text
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.shown_names import adjust_words
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import lazy_gettext as _l
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.json_values import Json
from scorekeeper.match.acts.body import Body, Refused
from scorekeeper.match.acts.fields import SentAdjustment
from scorekeeper.match.acts.hand_acts import Adjusted, Corrected, Voided
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.matches import LoadedMatch, find_match
from scorekeeper.rules.match import Adjust, Row
from scorekeeper.rules.match_file import LARGEST_ADJUSTMENT
from scorekeeper.rules.model import SIDES, Problem, Side
from scorekeeper.web.forms import whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.filled_views import ViewValues, form_values
from scorekeeper.web.match.history_entries import history_of_hand
from scorekeeper.web.match.match_form import one_of
from scorekeeper.web.match.matches import match_context, own_match
from scorekeeper.web.match.proposals import ChangeProposal, answer_written, propose
from scorekeeper.web.match.view_values import (
    adjustment_values,
    by_side,
    entry_urls,
    names_values,
    wrong_values,
)

pages = Blueprint("adjustments", __name__, url_prefix="/m/<public_id>")
pages.before_request(answer_written)
WHY: Final = {
    "carried": _l("Carried over from paper"),
    "penalty": _l("Penalty"),
    "ruling": _l("Ruling"),
}
"""The purposes of an adjustment, and its reason where none is typed. A penalty takes off."""
pages.add_app_template_global(lambda: WHY, "adjustment_kinds")
_ERASED: Final = Problem("missing", "erased_reason")
"""The reason was erased after the form was opened."""


class AdjustForm(FlaskForm):
    """Points for both sides, a reason, and the place in the ledger."""

    op_id = StringField()
    why = one_of(*WHY, default="carried")
    points_A = StringField()
    points_B = StringField()
    minus = SelectMultipleField(choices=None, validate_choice=False)
    reason = StringField()
    before = StringField()
    """The entry that it comes before; nothing: at the end."""
    opened = StringField()
    """The revision that the form was opened on."""

    def fill(self, adjust: Adjust) -> None:
        """Show an adjustment as it stands."""
        self.points_A.data, self.points_B.data = (str(abs(n)) if n else "" for n in adjust[:2])
        self.minus.data = [side for side in SIDES if getattr(adjust, side) < 0]
        self.reason.data = adjust.reason
        self.why.data = "ruling"
        for why, words in WHY.items():
            if adjust.reason == str(words):
                self.why.data, self.reason.data = why, ""
            elif adjust.reason.startswith(f"{words}: "):
                self.why.data, self.reason.data = why, adjust.reason.removeprefix(f"{words}: ")

    def has_erased_reason(self, ledger: Ledger) -> bool:
        """Is there a reason in it from before the match's names were erased?"""
        revision = whole_number(self.opened.data)
        return bool(self.reason.data) and revision is not None and revision < ledger.last_erasure

    @property
    def is_carried(self) -> bool:
        """Is it the score of a match that was begun on paper?"""
        return bool(self.why.data == "carried")

    def points(self, side: Side) -> int | str:
        """The points that the side is given or loses; the text as typed where it is no number."""
        text = (getattr(self, f"points_{side}").data or "").strip().replace("−", "-")
        number = whole_number(text.removeprefix("-") or "0", digits=4)
        if number is None:
            return text
        is_minus = text.startswith("-") or side in (self.minus.data or [])
        return -number if is_minus or self.why.data == "penalty" else number

    def entry(self) -> SentAdjustment:
        """The adjustment that is to be written."""
        words, why = (self.reason.data or "").strip(), str(WHY.get(self.why.data, ""))
        # Of a score from paper other words say enough; that it is a penalty must stay.
        is_named = not words or self.why.data == "carried" or words.startswith(why)
        reason = (words or why) if is_named else f"{why}: {words}"
        points: Json = {side: self.points(side) for side in SIDES}
        return SentAdjustment.read({"adjust": points, "reason": reason})


@pages.get("/adjust")
def new(public_id: str) -> str:
    """The form for an adjustment."""
    loaded_match = own_match(public_id)
    form = AdjustForm(formdata=None)
    form.op_id.data = new_operation_id()
    standing = loaded_match.ledger.standing
    form.why.data = "penalty" if standing.rows else "carried"
    if standing.is_over:
        counting = zip(loaded_match.ledger.hand_ids, standing.rows, strict=True)
        form.before.data = next((str(i) for i, row in reversed([*counting]) if row.counts), "")
    return _page(loaded_match, form)


@pages.post("/adjust")
def adjust(public_id: str) -> BaseResponse:
    """Show what the adjustment changes; once that is confirmed, write it."""
    loaded_match = own_match(public_id)
    form = AdjustForm(formdata=request.form)
    return _propose(loaded_match, form, None)


@pages.get("/adjustments/<int:hand_id>")
def show(public_id: str, hand_id: int) -> str:
    """An adjustment: its reason and what was done to it."""
    loaded_match = find_match(public_id)
    row = _find_adjustment(loaded_match, hand_id)
    context = match_context(loaded_match)
    values = adjustment_values(row, context["names"])
    if context["may_write"]:
        values = {**values, **entry_urls(public_id, hand_id, "adjustments.void")}
    return render_template(
        "adjustments/show.html",
        **context,
        hand_id=hand_id,
        values=values,
        history=history_of_hand(context["ledger"], hand_id),
    )


@pages.get("/adjustments/<int:hand_id>/correct")
def correct_form(public_id: str, hand_id: int) -> str:
    """The form, filled with the adjustment as it stands."""
    loaded_match = own_match(public_id)
    row = _find_adjustment(loaded_match, hand_id)
    assert isinstance(row.entry, Adjust)
    form = AdjustForm(formdata=None)
    form.op_id.data = new_operation_id()
    form.fill(row.entry)
    return _page(loaded_match, form, hand_id=hand_id)


@pages.post("/adjustments/<int:hand_id>/correct")
def correct(public_id: str, hand_id: int) -> BaseResponse:
    """Show what the correction changes; once that is confirmed, write it."""
    loaded_match, form = own_match(public_id), AdjustForm(formdata=request.form)
    ledger = loaded_match.ledger
    is_past = ledger.row(hand_id) is None or form.has_erased_reason(ledger)
    if is_past and _was_done(loaded_match):
        return go_to("matches.show", public_id=public_id)
    _find_adjustment(loaded_match, hand_id)
    return _propose(loaded_match, form, hand_id)


@pages.route("/adjustments/<int:hand_id>/void", methods=["GET", "POST"])
def void(public_id: str, hand_id: int) -> BaseResponse:
    """Show what the match is without the adjustment; once that is confirmed, void it."""
    loaded_match = own_match(public_id)
    if _was_done(loaded_match):
        return go_to("matches.show", public_id=public_id)
    _find_adjustment(loaded_match, hand_id)
    proposal = ChangeProposal(
        loaded_match=loaded_match,
        body=Voided(voids=hand_id),
        url=request.path,
        back_url=url_for(".show", public_id=public_id, hand_id=hand_id),
        back=_("Adjustment"),
        title=_("Void the adjustment?"),
        button=_("Void it"),
        hand_id=hand_id,
    )
    return propose(proposal, lambda _refusal: go_to("matches.show", public_id=public_id))


def _propose(loaded_match: LoadedMatch, form: AdjustForm, hand_id: int | None) -> BaseResponse:
    if form.has_erased_reason(loaded_match.ledger) and not _was_done(loaded_match):
        form.reason.data = form.opened.data = ""
        return Response(_page(loaded_match, form, (_ERASED,), hand_id), status=409)
    body: Body = Adjusted(entry=form.entry(), before=whole_number(form.before.data))
    if hand_id is not None:
        body = Corrected(corrects=hand_id, entry=form.entry())
    proposal = ChangeProposal(
        loaded_match=loaded_match,
        body=body,
        url=request.path,
        back_url=request.path,  # where the browser has kept what is typed
        back=_("Back"),
        title=_title(form, hand_id),
        button=_("Write it"),
        hand_id=hand_id,
    )

    def refuse(refusal: Refused) -> BaseResponse:
        return Response(_page(loaded_match, form, refusal.problems, hand_id), status=422)

    return propose(proposal, refuse)


def _title(form: AdjustForm, hand_id: int | None) -> str:
    if hand_id is not None:
        return _("Correct the adjustment?")
    return _("Score from paper?") if form.is_carried else _("Write the penalty or ruling?")


def _was_done(loaded_match: LoadedMatch) -> bool:
    return loaded_match.ledger.done_by(request.form.get("op_id", "")) is not None


def _find_adjustment(loaded_match: LoadedMatch, hand_id: int) -> Row:
    row = loaded_match.ledger.row(hand_id)
    if row is None or not isinstance(row.entry, Adjust):
        abort(404)
    return row


def _page(
    loaded_match: LoadedMatch,
    form: AdjustForm,
    problems: tuple[Problem, ...] = (),
    hand_id: int | None = None,
) -> str:
    if not form.op_id.data:
        form.op_id.data = new_operation_id()
    public_id = loaded_match.public_id
    if hand_id is None:
        action = url_for(".adjust", public_id=public_id)
    else:
        action = url_for(".correct", public_id=public_id, hand_id=hand_id)
    values = {
        **_form_values(loaded_match, form, hand_id),
        **_wrong_values(form, problems),
        **form_values(loaded_match, action, form.op_id.data),
    }
    return render_template(
        "adjustments/form.html",
        title=_heading(form, hand_id),
        loaded_match=loaded_match,
        values=values,
    )


def _heading(form: AdjustForm, hand_id: int | None) -> str:
    if hand_id is not None:
        return _("Correct the adjustment")
    return _("Score from paper") if form.is_carried else _("Penalty or ruling")


def _form_values(loaded_match: LoadedMatch, form: AdjustForm, hand_id: int | None) -> ViewValues:
    """The values of the form, as it is filled."""
    context = match_context(loaded_match)
    ledger, standing = context["ledger"], context["standing"]
    places = [] if hand_id is not None else _places(ledger, form.before.data)
    return {
        **names_values(context["names"]),
        **by_side("total", lambda side: number_text(standing.totals.of(side))),
        "of_entry": f"-{hand_id}" if hand_id is not None else "",
        "erased": str(ledger.last_erasure),
        "opened": form.opened.data or str(int(ledger.revision)),
        f"is_{form.why.data}": True,
        **by_side("is_minus", lambda side: side in (form.minus.data or [])),
        **by_side("points", lambda side: getattr(form, f"points_{side}").data),
        "reason": form.reason.data,
        "has_places": bool(places),
        "plays": not standing.is_over,
        "places": places,
    }


def _places(ledger: Ledger, chosen: str | None) -> list[ViewValues]:
    """The entries that it may come before."""
    return [
        {
            "id": str(entry_id),
            "is_chosen": chosen == str(entry_id),
            "number": row.number,
            "words": adjust_words(row.entry) if isinstance(row.entry, Adjust) else None,
        }
        for entry_id, row in zip(ledger.hand_ids, ledger.standing.rows, strict=True)
        if row.counts
    ]


def _wrong_values(form: AdjustForm, problems: tuple[Problem, ...]) -> ViewValues:
    """The problems in words, each beside its field."""
    wrong = _wrong(form, problems)
    if "hands" in wrong:
        wrong.setdefault("before", wrong["hands"])

    def place_of(side: Side) -> str:
        places = (name for name in (f"points_{side}", "adjust") if name in wrong)
        return next((f"wrong-{name}" for name in places), "")

    return {
        **wrong_values({str(field): text for field, text in wrong.items()}),
        **by_side("wrong_at", place_of),
        **by_side("is_wrong", lambda side: bool(place_of(side))),
        "is_wrong_reason": "reason" in wrong,
        "is_wrong_before": "before" in wrong,
    }


def _wrong(form: AdjustForm, problems: tuple[Problem, ...]) -> dict[str | None, str]:
    """The problems in words, by the field in which each stands."""
    wrong = {one.field: _words(one) for one in problems}
    if _ERASED in problems:
        wrong["reason"] = wrong.pop(_ERASED.field)
    if Problem("unknown", "adjust") in problems:
        words = wrong.pop("adjust")
        wrong |= {f"points_{side}": words for side in SIDES if isinstance(form.points(side), str)}
    return wrong


def _words(problem: Problem) -> str:
    words = {
        ("missing", "adjust"): _("Which side gets or loses how many points?"),
        ("unknown", "adjust"): _("A number from 0 to %(highest)s.", highest=LARGEST_ADJUSTMENT),
        ("unknown", "reason"): _("At most 80 characters, and none hidden or piled up."),
        ("after_end", "hands"): _("The match is over: choose the hand before which it counts."),
        ("missing", "before"): _("That hand is not there any more."),
        ("missing", "erased_reason"): _(
            "Names and reasons were erased meanwhile: write this one again. Nothing was written."
        ),
    }
    return words.get((problem.code, problem.field or "")) or problem_text(problem)
