"""The form of a club: what it is called, and the rules and the target that are played there."""

from typing import TypedDict

from wtforms import StringField

from scorekeeper.club.acts.club_set_ups import stored_rules
from scorekeeper.journal.json_values import Json
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.names import tidy_name
from scorekeeper.web.match.match_form import MatchForm


class ClubHead(TypedDict):
    """The fields of an act that begins or changes a club."""

    name: str
    place: str
    rules: Json


class ClubForm(MatchForm):
    """What is known of a club beside its persons and tournaments."""

    name = StringField()
    place = StringField()

    def fill(self, name: str, place: str, rules: RuleSet) -> None:
        """Show a club as it is."""
        self.name.data, self.place.data = name, place
        self.preset.data = rules.preset
        self.show_target(rules.target)

    def head(self) -> ClubHead:
        """What the form asks for."""
        name, place = (tidy_name(field.data or "") for field in (self.name, self.place))
        return ClubHead(name=name, place=place, rules=stored_rules(self.rule_set()))
