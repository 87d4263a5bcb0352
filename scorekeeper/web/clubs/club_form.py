"""The form of a club, the check of rights in it, and the blueprint of its pages."""

from functools import partial
from typing import Final

from flask import Blueprint
from markupsafe import Markup
from wtforms import StringField

from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.club_service import LoadedClub, find_club
from scorekeeper.explain import club_words
from scorekeeper.explain.season_words import event_place, event_title
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import ActRefused, NotAllowed
from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.names import tidy_name
from scorekeeper.web.club_operations import CLUB_OPERATIONS
from scorekeeper.web.forms import OperationForms, draft_attributes
from scorekeeper.web.match.match_form import MatchForm
from scorekeeper.web.phone_identity import role_in_club

pages = Blueprint("clubs", __name__)


def organised_club(club_id: str) -> LoadedClub:
    """The club, for its organiser.

    :raises NotAllowed: for anyone else.
    """
    loaded_club = find_club(club_id)
    if role_in_club(club_id) != "organiser":
        raise NotAllowed
    return loaded_club


def helped_club(club_id: str) -> LoadedClub:
    """The club, for its organiser and helpers.

    :raises NotAllowed: for anyone else.
    """
    loaded_club = find_club(club_id)
    if not role_in_club(club_id):
        raise NotAllowed
    return loaded_club


def refusal_text(refusal: ActRefused) -> str:
    """The first fault, in words."""
    assert isinstance(refusal, ClubRefused)
    fault = refusal.faults[0]
    return club_words.club_fault(fault.code, fault.field)


CLUB_FORMS: Final = OperationForms(
    pages, "club_id", CLUB_OPERATIONS, organised_club, role_in_club, refusal_text
)


def club_context(loaded_club: LoadedClub) -> dict[str, object]:
    """The variables that every page of a club has."""
    role = role_in_club(loaded_club.public_id)
    return {
        "loaded_club": loaded_club,
        "club": loaded_club.club,
        "club_name": club_words.club_name(loaded_club.club),
        "helper_name": club_words.club_helper_name,
        "role": role,
        "name_of_person": partial(club_words.person_name, loaded_club.club, is_inside=bool(role)),
        "event_title": partial(event_title, loaded_club.club, is_inside=bool(role)),
        "event_place": partial(event_place, loaded_club.club, is_inside=bool(role)),
        "draft": partial(_draft, loaded_club),
    }


def _draft(loaded_club: LoadedClub, *form: str | int, is_unwritten: bool = False) -> Markup:
    erasures = sum(act.body.is_erasing for act in loaded_club.club.acts)
    key = (loaded_club.public_id, *form, erasures)
    return draft_attributes(*key, mark=loaded_club.revision, is_unwritten=is_unwritten)


class ClubForm(MatchForm):
    """The form of a club's data beside its persons and tournaments."""

    name = StringField()
    place = StringField()

    def fill(self, name: str, place: str, rules: RuleSet) -> None:
        """Show a club as it is."""
        self.name.data, self.place.data = name, place
        self.preset.data = rules.preset
        self.show_target(rules.target)

    def head(self) -> Json:
        """The fields of an operation that begins or changes a club."""
        name, place = (tidy_name(field.data or "") for field in (self.name, self.place))
        return {"name": name, "place": place, "rules": write_rules(self.rule_set())}
