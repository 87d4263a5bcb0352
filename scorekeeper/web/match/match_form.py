"""Starting a match, and the fields that its form shares with a running match's."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

from flask import Blueprint, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import StringField
from wtforms.validators import AnyOf, ValidationError

from scorekeeper.club.club_matches import start_at_club
from scorekeeper.club.club_service import LoadedClub
from scorekeeper.explain import labels, switch_words
from scorekeeper.explain.problems import unfit_name_text
from scorekeeper.explain.shown_names import names_to_show
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.match import matches
from scorekeeper.match.acts.fields import SeatedBy
from scorekeeper.match.matches import LoadedMatch, OperationIdReused, last_match_of
from scorekeeper.rules.match import Match, Party, cut_dealer
from scorekeeper.rules.model import (
    HIGHEST_TARGET,
    LOWEST_TARGET,
    SEATS,
    SUITS,
    TARGETS,
    BySide,
    RuleSet,
    Seat,
    Side,
)
from scorekeeper.rules.names import LONGEST_NAME, is_fit_name, tidy_name
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import differing_switches, switch_values
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
from scorekeeper.web.forms import whole_number
from scorekeeper.web.fragments import go_to, show
from scorekeeper.web.limits import new_matches
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id
from scorekeeper.web.preferences import choose_entry, chosen_looks

NAMES: Final = ("name_A", "name_B", "player_A1", "player_B1", "player_A2", "player_B2")


def _fit_name(_form: object, field: StringField) -> None:
    field.data = tidy_name(field.data or "")
    if not is_fit_name(field.data):
        raise ValidationError(unfit_name_text())


FIRST_EVENING: Final = "first"
"""The choice of a table of beginners: the lowest target, and the simple entry on this phone.

The next match begins with the same choice, and any other target brings the whole entry back.

By rules that count points it is the preset's own target, for the lowest would be one hand.
"""


def _name() -> StringField:
    return StringField(validators=[_fit_name])


def one_of(*values: str, default: str) -> Any:
    """A field with one of these values."""
    # The template writes the words; the form only knows which values there are.
    return StringField(validators=[AnyOf(values)], default=default)


class MatchForm(FlaskForm):
    """Names, target and rules of a match."""

    op_id = StringField()
    rules_of = StringField()
    """The preset whose switches and target the form showed."""
    name_A = _name()
    name_B = _name()
    player_A1 = _name()
    player_B1 = _name()
    player_A2 = _name()
    player_B2 = _name()
    target = one_of(*map(str, TARGETS), "own", default="351")
    target_own = StringField()
    preset = one_of(*PRESETS, default="cafe")

    def validate_target_own(self, field: StringField) -> None:
        """A target of one's own is a number from 21 to 5000."""
        if self.target.data != "own":
            return
        number = whole_number(field.data)
        if number is None or not LOWEST_TARGET <= number <= HIGHEST_TARGET:
            raise ValidationError(
                _("A number from %(low)s to %(high)s.", low=LOWEST_TARGET, high=HIGHEST_TARGET)
            )

    def validate_preset(self, _field: object) -> None:
        """A switch that there is not, or a value that it has not, is no preset's own."""
        for name, value in request.values.items():
            field = name.removeprefix("switch_")
            if field == name or not value:
                continue
            if value not in map(str, switch_values().get(field, ())):
                raise ValidationError(_("There is no such rule: reload the page."))

    def rule_set(self) -> RuleSet:
        """The preset with the switches that were turned, and the target."""
        return replace(house_rules(self.preset.data), target=int(self._chosen_target() or 0))

    def _chosen_target(self) -> str | None:
        target: str | None = self.target.data
        if target == "own":
            target = self.target_own.data
        elif target == FIRST_EVENING:
            preset = PRESETS[self.preset.data]
            target = str(preset.target if preset.unit == "points" else min(TARGETS))
        return target

    def sides(self) -> BySide[Party]:
        """The sides' names and their players."""
        players = {seat: getattr(self, f"player_{seat}").data for seat in SEATS}
        return BySide(
            Party(self.name_A.data or "", (players["A1"], players["A2"])),
            Party(self.name_B.data or "", (players["B1"], players["B2"])),
        )

    def show_names(self, match: Match) -> None:
        """Fill in the names of this match."""
        self.name_A.data, self.name_B.data = match.sides.A.name, match.sides.B.name
        for seat in SEATS:
            getattr(self, f"player_{seat}").data = match.player_at(seat)

    def show_target(self, target: int) -> None:
        """Choose the target, as one of the usual or as one's own."""
        own = target not in TARGETS
        self.target.data = "own" if own else str(target)
        self.target_own.data = str(target) if own else ""

    def show_preset(self, *, running: bool = False) -> None:
        """Go over to the chosen preset, and to its own target unless another was chosen.

        A `running` match is played to its target by whatever rules that count in the same unit.
        """
        if self.preset.data not in PRESETS:
            self.preset.data = "cafe"
        before, now = PRESETS.get(self.rules_of.data or ""), PRESETS[self.preset.data]
        is_own = before is not None and (running or self._chosen_target() != str(before.target))
        if self.target.data == FIRST_EVENING:
            return
        if before is None or before.unit != now.unit or not is_own:
            self.show_target(now.target)


def house_rules(preset: str) -> RuleSet:
    """The preset with every switch that the request turns; `switch_…` empty is the preset's."""
    switches: dict[str, Any] = {}
    for field, values in switch_values().items():
        sent_value = request.values.get(f"switch_{field}", "")
        for value in values:
            if str(value) == sent_value:
                switches[field] = value
    return replace(PRESETS[preset], **switches)


def turned_switches(rules: RuleSet) -> dict[str, str]:
    """The switches of a rule set that differ from its preset, as the form holds them."""
    switches = differing_switches(rules, PRESETS[rules.preset])
    return {field: str(getattr(rules, field)) for field in switches}


def turned_now() -> dict[str, str]:
    """The switches that the request turns."""
    return {field: request.form.get(f"switch_{field}", "") for field in switch_values()}


def turned_by(form: MatchForm, *, running: bool = False) -> dict[str, str]:
    """Show the chosen preset. Its turned switches: those sent, where only Enter was pressed."""
    is_same = form.rules_of.data == form.preset.data
    form.show_preset(running=running)
    return turned_now() if is_same and "enter" in request.form else {}


def typed_names(form: MatchForm, reader: Side | None = "A") -> BySide[str]:
    """The sides' names in the form, to a phone of this side."""
    return names_to_show(BySide(form.name_A.data or "", form.name_B.data or ""), reader)


def form_context(
    form: MatchForm, turned: dict[str, str], reader: Side | None = "A"
) -> dict[str, object]:
    """The variables that the templates of a match's form use.

    `reader` is the side of the phone that shows it: a phone that begins a match is on side A.
    """
    return {
        "form": form,
        "rules": PRESETS[form.preset.data if form.preset.data in PRESETS else "cafe"],
        "presets": PRESETS,
        "turned": turned,
        "groups": switch_words.SWITCH_GROUPS,
        "values": switch_values(),
        "switches": switch_words,
        "seats": SEATS,
        "seat_words": BySide("{side}", "{side}"),
        "typed_names": partial(typed_names, reader=reader),
        "unnamed": names_to_show(BySide("", ""), reader),
        "side_titles": labels.side_titles(reader),
        "is_apart": False,
        "is_swapped": False,
        "suits": SUITS,
        "targets": TARGETS,
        "longest": LONGEST_NAME,
        "unfit_name": unfit_name_text(),
    }


pages = Blueprint("setup", __name__, url_prefix="/matches")

DEALER_CHOICES: Final = (*SEATS, "lot", "cut")


class SetupForm(MatchForm):
    """Everything about a match that is known before the first hand."""

    target = one_of(*map(str, TARGETS), "own", FIRST_EVENING, default="351")
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
    if chosen_looks().entry == "first" and rules == usual and club is None:
        form.target.data = FIRST_EVENING
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
    choose_entry(response, is_first_evening=form.target.data == FIRST_EVENING)
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
