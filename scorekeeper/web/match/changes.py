"""Correcting a hand and changing a running match: first what it changes, then the change."""

from dataclasses import replace

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response as BaseResponse
from wtforms import StringField

from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.shown_names import match_as_read, side_names
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.acts.body import Body, MixedUnits, Refused
from scorekeeper.match.acts.fields import SentHand
from scorekeeper.match.acts.hand_acts import Corrected, Inserted, Voided
from scorekeeper.match.acts.head_acts import Changed, difference
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import replay
from scorekeeper.match.matches import LoadedMatch, find_match
from scorekeeper.rules.match import Adjust, Match, dealers
from scorekeeper.rules.model import SEATS, SIDES, Hand, RuleSet, Seat
from scorekeeper.tournament.places import place_of
from scorekeeper.web.forms import whole_number
from scorekeeper.web.fragments import go_to, show
from scorekeeper.web.match.hand_form_page import (
    HandFormPage,
    bring_line,
    hand_to_save,
    open_hand_form,
    prepare,
    refuse,
    show_hand_form,
)
from scorekeeper.web.match.match_club import leads_to_club
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
from scorekeeper.web.settle.hand import with_count

pages = Blueprint("changes", __name__, url_prefix="/m/<public_id>")
pages.before_request(answer_written)


@pages.get("/hands/<int:hand_id>/correct")
def correct_form(public_id: str, hand_id: int) -> BaseResponse:
    """The form, filled with the hand as it stands; a count of the tricks comes with the address."""
    page = open_hand_form(public_id, hand_id, blank=True)
    assert page.row is not None
    assert isinstance(page.row.entry, Hand)
    rules = page.ledger.match.rules
    page.form.fill(with_count(page.row.entry, request.args, rules), rules)
    bring_line(page)
    prepare(page.form, page.loaded_match.revision)
    return show_hand_form(page)


@pages.post("/hands/<int:hand_id>/correct")
def correct(public_id: str, hand_id: int) -> BaseResponse:
    """Show what a correction changes, and once that is confirmed, write it."""
    if _was_done(public_id, hand_id):
        return go_to("matches.show", public_id=public_id)
    page = open_hand_form(public_id, hand_id)
    hand = hand_to_save(page)
    if hand is None:
        return show_hand_form(page, 422)
    return _change(page, Corrected(corrects=hand_id, entry=SentHand(hand)))


@pages.get("/hands/<int:hand_id>/insert")
def insert_form(public_id: str, hand_id: int) -> BaseResponse:
    """The form for a hand that was forgotten before this one."""
    page = open_hand_form(public_id, before=hand_id, blank=True)
    bring_line(page)
    prepare(page.form, page.loaded_match.revision)
    return show_hand_form(page)


@pages.post("/hands/<int:hand_id>/insert")
def insert(public_id: str, hand_id: int) -> BaseResponse:
    """Show what the forgotten hand changes, and once that is confirmed, write it in its place."""
    ledger = find_match(public_id).ledger
    if ledger.done_by(request.form.get("op_id", "")) and ledger.row(hand_id) is None:
        return go_to("matches.show", public_id=public_id)
    page = open_hand_form(public_id, before=hand_id)
    hand = hand_to_save(page)
    if hand is None:
        return show_hand_form(page, 422)
    return _change(page, Inserted(before=hand_id, entry=SentHand(hand)))


@pages.route("/hands/<int:hand_id>/void", methods=["GET", "POST"])
def void(public_id: str, hand_id: int) -> BaseResponse:
    """Show what the match is without the hand, and once that is confirmed, void it."""
    if _was_done(public_id, hand_id):
        return go_to("matches.show", public_id=public_id)
    return _change(open_hand_form(public_id, hand_id, blank=True), Voided(voids=hand_id))


def _was_done(public_id: str, hand_id: int) -> bool:
    """Did this operation change the hand already, which is gone by now? A repeat is no fault."""
    ledger = find_match(public_id).ledger
    act = ledger.done_by(request.form.get("op_id", ""))
    return act is not None and act.body.hand_id == hand_id and ledger.row(hand_id) is None


def _change(page: HandFormPage, body: Body) -> BaseResponse:
    return propose(_hand_proposal(page, body), lambda refusal: refuse(page, refusal))


def _hand_proposal(page: HandFormPage, body: Body) -> ChangeProposal:
    number = page.number
    titles = {
        "corrected": _("Correct hand %(number)s?", number=number),
        "voided": _("Void hand %(number)s?", number=number),
        "inserted": _("Insert hand %(number)s?", number=number),
    }
    buttons = {
        "corrected": _("Write the correction"),
        "voided": _("Void it"),
        "inserted": _("Insert it"),
    }
    return ChangeProposal(
        loaded_match=page.loaded_match,
        body=body,
        url=request.path,
        **_way_back(page, body),
        title=titles[body.kind],
        button=buttons[body.kind],
        hand_id=page.hand_id,
    )


def _way_back(page: HandFormPage, body: Body) -> dict[str, str]:
    """To the form, where the browser has kept what is typed; from a void hand to its page."""
    if not isinstance(body, Voided):
        return {"back_url": request.path, "back": _("Back")}
    url = url_for("matches.hand", public_id=page.loaded_match.public_id, hand_id=page.hand_id)
    return {"back_url": url, "back": _("Hand %(number)s", number=page.number)}


pages.before_request(answer_written)


class ChangeForm(MatchForm):
    """The form of the changes that a running match allows."""

    dealer = one_of(*SEATS, default="A1")
    """The dealer of the next hand."""
    since = one_of("always", "now", default="always")
    """Were the names wrong, or have other players sat down now?"""
    opened = StringField()
    """The revision that the form showed. An untouched value of the form is no change."""

    def fill(self, ledger: Ledger) -> None:
        """Show the match as it is."""
        self.op_id.data = new_operation_id()
        self.opened.data = str(ledger.revision)
        self.show_names(ledger.match)
        self.preset.data = ledger.match.rules.preset
        self.show_target(ledger.match.rules.target)
        self.dealer.data = ledger.standing.dealer

    def changed(self, now: Ledger) -> Changed:
        """The changes in the form; empty where all is as the form was opened."""
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


@pages.get("/change/")
def change_form(public_id: str) -> BaseResponse:
    """The form, filled with the match as it is."""
    loaded_match = own_match(public_id)
    change_form = ChangeForm(formdata=None)
    change_form.fill(loaded_match.ledger)
    return _page(loaded_match, change_form, turned_switches(loaded_match.ledger.match.rules))


@pages.route("/change/rules", methods=["GET", "POST"])
def change_rules(public_id: str) -> BaseResponse:
    """The switches and the target of another preset, for htmx and for the plain form's button."""
    loaded_match = own_match(public_id)
    change_form = ChangeForm(formdata=request.values)
    return _page(loaded_match, change_form, turned_by(change_form, running=True))


@pages.post("/change/")
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

    return propose(_match_proposal(loaded_match, body), refuse)


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


def _match_proposal(loaded_match: LoadedMatch, change: Changed) -> ChangeProposal:
    return ChangeProposal(
        loaded_match=loaded_match,
        body=change,
        url=url_for(".change", public_id=loaded_match.public_id),
        back_url=url_for(".change_form", public_id=loaded_match.public_id),
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
        "setup/_swapped.html",
        status,
        **form_context(form, turned, reader),
        rules_url=url_for(".change_rules", public_id=loaded_match.public_id),
        loaded_match=loaded_match,
        standing=loaded_match.ledger.standing,
        leads_to_club=leads_to_club(loaded_match),
        names=side_names(match_as_read(loaded_match.ledger.match, reader)),
        sides=SIDES,
        notice=notice,
    )
