"""Read the fields that the forms of a new and of a running match share: names, target, rules."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

from flask import request
from flask_wtf import FlaskForm
from wtforms import StringField
from wtforms.validators import AnyOf, ValidationError

from scorekeeper.explain import labels, switch_words
from scorekeeper.explain.problems import unfit_name_text
from scorekeeper.explain.shown_names import names_to_show
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import (
    HIGHEST_TARGET,
    LOWEST_TARGET,
    SEATS,
    SUITS,
    TARGETS,
    BySide,
    RuleSet,
    Side,
)
from scorekeeper.rules.names import LONGEST_NAME, is_fit_name, tidy_name
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import differing_switches, switch_values
from scorekeeper.web.forms import whole_number

NAMES: Final = ("name_A", "name_B", "player_A1", "player_B1", "player_A2", "player_B2")


def _fit_name(_form: object, field: StringField) -> None:
    field.data = tidy_name(field.data or "")
    if not is_fit_name(field.data):
        raise ValidationError(unfit_name_text())


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
