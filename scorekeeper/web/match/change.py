"""Changing a running match: names, seats, dealer, target, rules."""

from dataclasses import replace

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import StringField

from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.shown_names import match_as_read, side_names
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.acting import MixedUnits, Refused
from scorekeeper.match.acts.head_acts import Changed, difference
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import replay
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.match import Adjust, Match, dealers
from scorekeeper.rules.model import SEATS, SIDES, Hand, RuleSet, Seat
from scorekeeper.tournament.places import place_of
from scorekeeper.web.forms import whole_number
from scorekeeper.web.fragments import show
from scorekeeper.web.match.match_form import (
    MatchForm,
    form_context,
    one_of,
    turned_by,
    turned_now,
    turned_switches,
)
from scorekeeper.web.match.matches import own_match
from scorekeeper.web.match.proposals import ChangeProposal, answer_written, propose
from scorekeeper.web.match.readers import reader_of

pages = Blueprint("change", __name__, url_prefix="/m/<public_id>/change")
pages.before_request(answer_written)


class ChangeForm(MatchForm):
    """The form of what may be changed once a match has begun."""

    dealer = one_of(*SEATS, default="A1")
    """The dealer of the next hand."""
    since = one_of("always", "now", default="always")
    """Were the names wrong, or have other players sat down now?"""
    opened = StringField()
    """The revision that the form showed. What it shows and nobody turned is no change."""

    def fill(self, ledger: Ledger) -> None:
        """Show the match as it is."""
        self.op_id.data = new_operation_id()
        self.opened.data = str(ledger.revision)
        self.show_names(ledger.match)
        self.preset.data = ledger.match.rules.preset
        self.show_target(ledger.match.rules.target)
        self.dealer.data = ledger.standing.dealer

    def changed(self, now: Ledger) -> Changed:
        """The changes in the form; nothing where all is as the form was opened."""
        shown_ledger = self._ledger_shown(now)
        rules = self.rule_set()
        # A form that was opened before the names were erased would write them again.
        has_erased_names = shown_ledger.revision < now.last_name_erasure
        new_match = Match(
            sides=shown_ledger.match.sides if has_erased_names else self.sides(),
            rules=rules,
            first_dealer=_first_dealer(self.dealer.data or "", shown_ledger, rules),
        )
        change = difference(shown_ledger.match, new_match)
        has_names = bool(change.names or change.players)
        return replace(change, from_now=self.since.data == "now" and has_names)

    def _ledger_shown(self, now: Ledger) -> Ledger:
        revision = whole_number(self.opened.data)
        if revision is None or not 0 < revision < now.revision:
            return now
        return replay(now.acts[:revision])


def _first_dealer(dealer: str, ledger: Ledger, rules: RuleSet) -> Seat:
    """The first dealer with whom this seat deals the next hand under these rules.

    All dealers move alike; the rules say which way the deal goes round.
    """
    match = ledger.match
    possible = (s for s in SEATS if dealers(match.entries, rules, s)[-1] == dealer)
    return next(possible, match.first_dealer)


@pages.get("/")
def form(public_id: str) -> BaseResponse:
    """The form, filled with the match as it is."""
    loaded_match = own_match(public_id)
    change_form = ChangeForm(formdata=None)
    change_form.fill(loaded_match.ledger)
    return _page(loaded_match, change_form, turned_switches(loaded_match.ledger.match.rules))


@pages.route("/rules", methods=["GET", "POST"])
def rules(public_id: str) -> BaseResponse:
    """The switches and the target of another preset, for htmx and for the plain form's button."""
    loaded_match = own_match(public_id)
    change_form = ChangeForm(formdata=request.values)
    return _page(loaded_match, change_form, turned_by(change_form, running=True))


@pages.post("/")
def change(public_id: str) -> BaseResponse:
    """Show what the change does to every total; once that is confirmed, write it."""
    loaded_match = own_match(public_id)
    change_form = ChangeForm(formdata=request.form)
    if not change_form.validate():
        return _page(loaded_match, change_form, turned_now(), 422)
    body = change_form.changed(loaded_match.ledger)
    if body.rules and place_of(public_id):
        notice = _("The tournament says which rules are played, and to what. Ask its organiser.")
        return _page(loaded_match, change_form, turned_now(), 422, notice)
    if body == Changed() and request.form.get("confirm") != "yes":
        notice = _("Nothing is changed yet.")
        return _page(loaded_match, change_form, turned_now(), 422, notice)

    def refuse(refusal: Refused) -> BaseResponse:
        if isinstance(refusal, MixedUnits):
            return _page(
                loaded_match, change_form, turned_now(), 422, _mixed_units(loaded_match, refusal)
            )
        problem = refusal.problems[0]
        if problem.field == "changed":  # it was done already, by the tap before
            return _page(loaded_match, change_form, turned_now(), 422, _("Nothing is changed yet."))
        text = problem_text(problem, Hand(), loaded_match.ledger.match.rules)
        return _page(loaded_match, change_form, turned_now(), 422, text)

    return propose(_proposal(loaded_match, body), refuse)


def _mixed_units(loaded_match: LoadedMatch, refusal: MixedUnits) -> str:
    rows = [loaded_match.ledger.row(hand_id) for hand_id in refusal.hand_ids]
    units = [
        f"± {row.entry.reason}" if isinstance(row.entry, Adjust) else str(row.number)
        for row in rows
        if row is not None
    ]
    if not units:
        return _("The claim is in the unit of the rules so far: go on with the match first.")
    return _(
        "Tenths and points cannot be added: in the ledger there stay %(entries)s. "
        "Correct or void them first.",
        entries=", ".join(units),
    )


def _proposal(loaded_match: LoadedMatch, change: Changed) -> ChangeProposal:
    return ChangeProposal(
        loaded_match=loaded_match,
        body=change,
        url=url_for(".change", public_id=loaded_match.public_id),
        back_url=url_for(".form", public_id=loaded_match.public_id),
        back=_("Back"),
        title=_("Change the match?"),
        button=_("Write the change"),
    )


def _page(
    loaded_match: LoadedMatch,
    form: ChangeForm,
    turned: dict[str, str],
    status: int = 200,
    notice: str = "",
) -> BaseResponse:
    reader = reader_of(loaded_match).side
    return show(
        "changes/match.html",
        "setup/_rules.html",
        status,
        **form_context(form, turned, reader),
        rules_url=url_for(".rules", public_id=loaded_match.public_id),
        loaded_match=loaded_match,
        standing=loaded_match.ledger.standing,
        names=side_names(match_as_read(loaded_match.ledger.match, reader)),
        sides=SIDES,
        notice=notice,
    )
