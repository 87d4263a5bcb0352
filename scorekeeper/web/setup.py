"""Starting a match: names, target, rules, first dealer."""

from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, request
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response
from wtforms import StringField
from wtforms.validators import AnyOf, ValidationError

from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import switches
from scorekeeper.rules.codec import switch_values
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
)
from scorekeeper.rules.names import LONGEST_NAME, is_fit_name, tidy_name
from scorekeeper.rules.presets import PRESETS
from scorekeeper.services import matches
from scorekeeper.services.matches import Kept, OperationReused, last_match_of, new_operation_id
from scorekeeper.web.forms import whole_number
from scorekeeper.web.fragments import go_to, show
from scorekeeper.web.security import invite_phone, known_phone, phone_id

pages = Blueprint("setup", __name__, url_prefix="/matches")

DEALER_CHOICES: Final = (*SEATS, "lot", "cut")
NAMES: Final = ("name_A", "name_B", "player_A1", "player_B1", "player_A2", "player_B2")


def _fit_name(_form: Any, field: Any) -> None:
    field.data = tidy_name(field.data or "")
    if not is_fit_name(field.data):
        raise ValidationError(
            _("At most %(longest)s characters, and no hidden ones.", longest=LONGEST_NAME)
        )


def _name() -> StringField:
    return StringField(validators=[_fit_name])


def _one_of(*values: str, default: str) -> Any:
    # The template writes the words; the form only knows which values there are.
    return StringField(validators=[AnyOf(values)], default=default)


class SetupForm(FlaskForm):
    """Everything about a match that is known before the first hand."""

    op_id = StringField()
    name_A = _name()
    name_B = _name()
    player_A1 = _name()
    player_B1 = _name()
    player_A2 = _name()
    player_B2 = _name()
    target = _one_of(*map(str, TARGETS), "own", default="351")
    target_own = StringField()
    preset = _one_of(*PRESETS, default="cafe")
    first_dealer = _one_of(*DEALER_CHOICES, default="A1")
    shuffler = _one_of(*SEATS, default="A1")
    cut = _one_of(*SUITS, default="hearts")

    def validate_target_own(self, field: Any) -> None:
        """A target of one's own is a number from 21 to 5000."""
        if self.target.data != "own":
            return
        number = whole_number(field.data)
        if number is None or not LOWEST_TARGET <= number <= HIGHEST_TARGET:
            raise ValidationError(
                _("A number from %(low)s to %(high)s.", low=LOWEST_TARGET, high=HIGHEST_TARGET)
            )

    def rule_set(self) -> RuleSet:
        """The preset with the switches that were turned, and the target."""
        target = self.target_own.data if self.target.data == "own" else self.target.data
        return replace(house_rules(self.preset.data), target=int(target or 0))

    def dealer(self, rules: RuleSet) -> Seat:
        """The first dealer: chosen, drawn now, or named by the suit cut."""
        chosen = self.first_dealer.data
        if chosen == "lot":
            # Drawn with the form: a second tap, or a lost answer, draws the same seat again.
            return SEATS[int(self.op_id.data or "0", 16) % len(SEATS)]
        if chosen == "cut":
            return cut_dealer(self.shuffler.data, self.cut.data, rules)
        return next(seat for seat in SEATS if seat == chosen)

    def match(self) -> Match:
        """The match that is about to start."""
        rules = self.rule_set()
        players = {seat: getattr(self, f"player_{seat}").data for seat in SEATS}
        return Match(
            sides=BySide(
                Party(self.name_A.data or "", (players["A1"], players["A2"])),
                Party(self.name_B.data or "", (players["B1"], players["B2"])),
            ),
            rules=rules,
            first_dealer=self.dealer(rules),
        )

    def fill(self, match: Match | None) -> None:
        """Show the last match's names, target and rules, or a new phone's defaults."""
        rules = match.rules if match else PRESETS["cafe"]
        self.op_id.data = new_operation_id()
        self.preset.data = rules.preset
        self.show_target(rules.target)
        self.first_dealer.data = "A1"
        if match is None:
            return
        self.name_A.data, self.name_B.data = match.sides.A.name, match.sides.B.name
        for seat in SEATS:
            getattr(self, f"player_{seat}").data = match.player_at(seat)
        self.first_dealer.data = match.standing().dealer

    def show_target(self, target: int) -> None:
        """Choose the target, as one of the usual or as one's own."""
        own = target not in TARGETS
        self.target.data = "own" if own else str(target)
        self.target_own.data = str(target) if own else ""


def house_rules(preset: str) -> RuleSet:
    """The preset with every switch that the request turns; `switch_…` empty is the preset's."""
    turned: dict[str, Any] = {}
    for field, values in switch_values().items():
        given = request.values.get(f"switch_{field}", "")
        for value in values:
            if str(value) == given:
                turned[field] = value
    return replace(PRESETS[preset], **turned)


def turned_switches(rules: RuleSet) -> dict[str, str]:
    """The switches of a rule set that differ from its preset, as the form holds them."""
    preset = PRESETS[rules.preset]
    return {
        field: str(getattr(rules, field))
        for field in switch_values()
        if getattr(rules, field) != getattr(preset, field)
    }


@pages.get("/new")
def new() -> Response:
    """The form, filled as the last match on this phone was."""
    last = last_match_of(phone_id())
    form = SetupForm(formdata=None)
    match = last.ledger.match if last else None
    form.fill(match)
    return _page(form, turned_switches(match.rules) if match else {})


@pages.get("/")
def again() -> Response:
    """A reload of a refused form's address."""
    return new()


@pages.route("/rules", methods=["GET", "POST"])
def rules() -> Response:
    """The switches and the target of another preset, for htmx and for the plain form's button."""
    form = SetupForm(formdata=request.values)
    preset = form.preset.data if form.preset.data in PRESETS else "cafe"
    form.preset.data = preset
    form.show_target(PRESETS[preset].target)
    form.op_id.data = form.op_id.data or new_operation_id()
    return _page(form, {})


@pages.post("/")
def start() -> Response:
    """Start the match; the same form again leads to the same match."""
    form = SetupForm(formdata=request.form)
    op_id = form.op_id.data or ""
    if not matches.is_operation_id(op_id):
        form.op_id.data = op_id = new_operation_id()
    if not form.validate():
        return _page(form, _turned_now(), 422)
    try:
        kept, _new = matches.start_match(form.match(), known_phone(), op_id)
    except OperationReused as used:
        form.op_id.data = new_operation_id()
        return _page(form, _turned_now(), 422, started=used.kept)
    return go_to("matches.show", public_id=kept.public_id)


def _turned_now() -> dict[str, str]:
    return {field: request.form.get(f"switch_{field}", "") for field in switch_values()}


def _page(
    form: SetupForm, turned: dict[str, str], status: int = 200, started: Kept | None = None
) -> Response:
    invite_phone()
    rules = PRESETS[form.preset.data if form.preset.data in PRESETS else "cafe"]
    return show(
        "setup/page.html",
        "setup/_rules.html",
        status,
        form=form,
        started=started,
        rules=rules,
        presets=PRESETS,
        turned=turned,
        groups=switches.SWITCH_GROUPS,
        values=switch_values(),
        switches=switches,
        seats=SEATS,
        suits=SUITS,
        targets=TARGETS,
        longest=LONGEST_NAME,
    )
