"""Changing a running match: names, seats, dealer, target, rules."""

from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.i18n import gettext as _
from scorekeeper.i18n.problems import problem_text
from scorekeeper.rules.match import Match
from scorekeeper.rules.model import SEATS, SIDES, Hand, Seat
from scorekeeper.services.acting import Refused
from scorekeeper.services.ledger import Ledger, head_of, players_of
from scorekeeper.services.matches import Kept, new_operation_id
from scorekeeper.web.fragments import show
from scorekeeper.web.match_form import (
    MatchForm,
    form_context,
    one_of,
    turned_now,
    turned_switches,
)
from scorekeeper.web.matches import own_match
from scorekeeper.web.proposals import Proposal, propose
from scorekeeper.web.words import side_names

pages = Blueprint("change", __name__, url_prefix="/m/<public_id>/change")


class ChangeForm(MatchForm):
    """What may be changed once a match has begun."""

    dealer = one_of(*SEATS, default="A1")
    """Of the next hand."""
    since = one_of("always", "now", default="always")
    """Were the names wrong, or have other players sat down now?"""

    def fill(self, ledger: Ledger) -> None:
        """Show the match as it is."""
        self.op_id.data = new_operation_id()
        self.show_names(ledger.match)
        self.preset.data = ledger.match.rules.preset
        self.show_target(ledger.match.rules.target)
        self.dealer.data = ledger.standing.dealer

    def changed(self, ledger: Ledger) -> dict[str, Any]:
        """What of the match's head is another now; nothing where all is as it was."""
        match = ledger.match
        first_dealer = first_dealer_for(self.dealer.data, ledger)
        wanted = head_of(
            Match(sides=self.sides(), rules=self.rule_set(), first_dealer=first_dealer)
        )
        now = head_of(match)
        # A side without players is the same as one whose players have no names.
        if (match.sides.A.name, match.sides.B.name, players_of(match)) == (
            self.name_A.data,
            self.name_B.data,
            tuple(party.players for party in self.sides()),
        ):
            wanted["sides"] = now["sides"]
        fields = ("sides", "rules", "first_dealer")
        data = {field: wanted[field] for field in fields if wanted[field] != now[field]}
        if "sides" in data and self.since.data == "now":
            data["from_now"] = True
        return data


def first_dealer_for(dealer: str | None, ledger: Ledger) -> Seat:
    """The first dealer with whom this seat deals the next hand: all dealers move alike."""
    now = ledger.standing.dealer
    moved = SEATS.index(dealer) - SEATS.index(now) if dealer in SEATS else 0
    return SEATS[(SEATS.index(ledger.match.first_dealer) + moved) % len(SEATS)]


@pages.get("/")
def form(public_id: str) -> BaseResponse:
    """The form, filled with the match as it is."""
    kept = own_match(public_id)
    change_form = ChangeForm(formdata=None)
    change_form.fill(kept.ledger)
    return _page(kept, change_form, turned_switches(kept.ledger.match.rules))


@pages.route("/rules", methods=["GET", "POST"])
def rules(public_id: str) -> BaseResponse:
    """The switches and the target of another preset, for htmx and for the plain form's button."""
    kept = own_match(public_id)
    change_form = ChangeForm(formdata=request.values)
    change_form.show_preset()
    return _page(kept, change_form, {})


@pages.post("/")
def change(public_id: str) -> BaseResponse:
    """Show what the change does to every total; once that is confirmed, write it."""
    kept = own_match(public_id)
    change_form = ChangeForm(formdata=request.form)
    if not change_form.validate():
        return _page(kept, change_form, turned_now(), 422)
    data = change_form.changed(kept.ledger)
    if not data and request.form.get("confirm") != "yes":
        notice = _("Nothing is changed yet.")
        return _page(kept, change_form, turned_now(), 422, notice)

    def refuse(refused: Refused) -> BaseResponse:
        problem = refused.problems[0]
        if problem.field == "changed":  # it was done already, by the tap before
            return _page(kept, change_form, turned_now(), 422, _("Nothing is changed yet."))
        text = problem_text(problem, Hand(), kept.ledger.match.rules)
        return _page(kept, change_form, turned_now(), 422, text)

    return propose(_proposal(kept, data), refuse)


def _proposal(kept: Kept, data: dict[str, Any]) -> Proposal:
    return Proposal(
        kept=kept,
        kind="changed",
        data=data,
        url=url_for(".change", public_id=kept.public_id),
        back_url=url_for(".form", public_id=kept.public_id),
        back=_("Back"),
        title=_("Change the match?"),
        button=_("Write the change"),
    )


def _page(
    kept: Kept, form: ChangeForm, turned: dict[str, str], status: int = 200, notice: str = ""
) -> BaseResponse:
    return show(
        "changes/match.html",
        "setup/_rules.html",
        status,
        **form_context(form, turned),
        rules_url=url_for(".rules", public_id=kept.public_id),
        kept=kept,
        standing=kept.ledger.standing,
        names=side_names(kept.ledger.match),
        sides=SIDES,
        notice=notice,
    )
