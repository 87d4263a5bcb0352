"""Starting a match: names, target, rules, first dealer."""

from typing import Final

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.club.club_matches import start_at_club
from scorekeeper.club.club_service import LoadedClub
from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.match import matches
from scorekeeper.match.acts.fields import SeatedBy
from scorekeeper.match.matches import LoadedMatch, OperationIdReused, last_match_of
from scorekeeper.rules.match import Match, cut_dealer
from scorekeeper.rules.model import SEATS, SUITS, RuleSet, Seat
from scorekeeper.rules.presets import PRESETS
from scorekeeper.web.club_here import (
    club_here,
    is_played_at,
    last_persons_of,
    remember_club,
    sent_club,
    sent_persons,
    start_context,
    with_numbers,
)
from scorekeeper.web.fragments import go_to, show
from scorekeeper.web.limits import new_matches
from scorekeeper.web.match.match_form import (
    MatchForm,
    form_context,
    house_rules,
    one_of,
    turned_by,
    turned_now,
    turned_switches,
)
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id

pages = Blueprint("setup", __name__, url_prefix="/matches")

DEALER_CHOICES: Final = (*SEATS, "lot", "cut")


class SetupForm(MatchForm):
    """Everything about a match that is known before the first hand."""

    first_dealer = one_of(*DEALER_CHOICES, default="A1")
    shuffler = one_of(*SEATS, default="A1")
    cut = one_of(*SUITS, default="hearts")

    def dealer(self, rules: RuleSet) -> Seat:
        """The first dealer: chosen, drawn now, or named by the suit cut."""
        dealer_seat = self.first_dealer.data
        if dealer_seat == "lot":
            # Drawn with the form: a second tap, or a lost answer, draws the same seat again.
            return SEATS[int(self.op_id.data or "0", 16) % len(SEATS)]
        if dealer_seat == "cut":
            return cut_dealer(self.shuffler.data, self.cut.data, rules)
        return next(seat for seat in SEATS if seat == dealer_seat)

    def match(self) -> Match:
        """The match that is about to start."""
        rules = self.rule_set()
        return Match(sides=self.sides(), rules=rules, first_dealer=self.dealer(rules))

    def fill(self, match: Match | None, rules: RuleSet) -> None:
        """Show these rules with their target, and the last match's names and next dealer."""
        self.op_id.data = new_operation_id()
        self.preset.data = rules.preset
        self.show_target(rules.target)
        self.first_dealer.data = "A1"
        if match is not None:
            self.show_names(match)
            self.first_dealer.data = match.standing().dealer


@pages.get("/new")
def new() -> Response:
    """The form, filled as the last match on this phone was, or by the rules of the address.

    At a club it has the club's rules, and names only of a match that was played there.
    """
    last, club = last_match_of(phone_id()), club_here()
    if club is not None and last is not None and not is_played_at(last, club):
        last = None
    form = SetupForm(formdata=None)
    match = last.ledger.match if last else None
    usual = club.club.rules if club else match.rules if match else PRESETS["cafe"]
    rules = _rules_of_address() or usual
    form.fill(match, rules)
    persons = last_persons_of(last) if club and last else {}
    return _page(form, turned_switches(rules), club=club, persons=persons)


def _rules_of_address() -> RuleSet | None:
    preset = request.args.get("preset")
    return house_rules(preset) if preset in PRESETS else None


@pages.get("/")
def again() -> Response:
    """A reload of a refused form's address."""
    return new()


@pages.route("/rules", methods=["GET", "POST"])
def rules() -> Response:
    """The switches and the target of another preset, for htmx and for the plain form's button."""
    form = SetupForm(formdata=request.values)
    form.op_id.data = form.op_id.data or new_operation_id()
    turned = turned_by(form)
    return _page(form, turned, club=sent_club(), persons=sent_persons())


@pages.post("/")
@new_matches
def start() -> Response:
    """Start the match; the same form again leads to the same match."""
    form = SetupForm(formdata=request.form)
    op_id = form.op_id.data or ""
    if not is_operation_id(op_id):
        form.op_id.data = op_id = new_operation_id()
    if not form.validate():
        return _page(form, turned_now(), 422)
    club, phone = sent_club(), known_phone(op_id)
    try:
        match = with_numbers(form.match(), club, sent_persons()) if club else form.match()
        loaded_match, _new = matches.start_match(match, phone, op_id)
    except OperationIdReused as error:
        form.op_id.data = new_operation_id()
        return _page(form, turned_now(), 422, started=error.loaded_match)
    response = go_to("matches.show", public_id=loaded_match.public_id)
    if club is not None:
        start_at_club(loaded_match, phone, op_id, club.public_id, sent_persons())
        remember_club(response, club)
    return response


def _page(
    form: SetupForm,
    turned: dict[str, str],
    status: int = 200,
    started: LoadedMatch | None = None,
    *,
    club: LoadedClub | None = None,
    persons: SeatedBy | None = None,
) -> Response:
    invite_phone()
    if status == 422:
        club, persons = sent_club(), sent_persons()
    return show(
        "setup/page.html",
        "setup/_swapped.html",
        status,
        **form_context(form, turned),
        **start_context(club, persons or {}),
        rules_url=url_for(".rules"),
        started=started,
        is_unknown=phone_id() is None,
    )
