"""The form of a tournament: its rules, its counting, and its seasons."""

from collections.abc import Callable
from datetime import date
from typing import Any, Final

from flask import request
from wtforms import SelectMultipleField, StringField
from wtforms.validators import AnyOf, Optional, StopValidation, ValidationError

from scorekeeper.club.club_service import LoadedClub
from scorekeeper.club.club_state import ClubSeason
from scorekeeper.club.club_tournaments import open_seasons
from scorekeeper.draws.model import PLACES
from scorekeeper.draws.standings import ORDERS, ByeScore, StandingRules
from scorekeeper.i18n import gettext as _
from scorekeeper.phases.phase_plan import MOST_GROUPS, PHASE_RANKINGS, SIT_OUTS
from scorekeeper.rules.names import is_fit_name, tidy_name
from scorekeeper.tournament.finals import SIZES
from scorekeeper.tournament.service import TOURNAMENTS
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.tournament_set_up import (
    ABSENCES,
    HIGHEST_BYE,
    LENGTHS,
    LONGEST_TEXT,
    MEAN,
    MOST,
    MOST_ROUNDS,
    PREVIEWS,
    SHEET_PLACES,
    TIE_BREAKS,
    SetUp,
    usual_rounds,
)
from scorekeeper.tournament.ways_to_play import (
    BY_CHOICE,
    CONSOLATIONS,
    FIRSTS,
    ROUND_FORMATS,
    USUAL_FIRST,
    USUAL_GROUPS,
    WAYS,
    WayPlayed,
    plan_of,
    way_of,
)
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.match_form import MatchForm, one_of
from scorekeeper.web.match.sheets import local_now
from scorekeeper.web.phone_identity import role_in_club


def seasons_to_count_in(loaded_club: LoadedClub) -> list[ClubSeason]:
    """The seasons that may count one more tournament; only an organiser may tick them."""
    club = loaded_club.club
    if role_in_club(loaded_club.public_id) != "organiser":
        return []
    found = TOURNAMENTS.find_all(club.tournaments)
    days = {one.public_id: one.tournament.set_up.day for one in found}
    return open_seasons(club, days, local_now().date())


def sent_seasons(club_id: str) -> list[int]:
    """The numbers of the seasons that are ticked, where the organiser ticks them."""
    if role_in_club(club_id) != "organiser":
        return []
    sent = (whole_number(one, digits=4) for one in request.form.getlist("season"))
    return [number for number in dict.fromkeys(sent) if number]


_USUAL_TIE_BREAKS: Final = StandingRules().tie_breaks
FORFEIT: Final = StandingRules().forfeit
_PLACES: Final = tuple(f"tie_break_{place}" for place in range(1, len(TIE_BREAKS) + 1))
_AS_TYPED: Final = ("place", "organiser", "length", "absence", "previews")
"""The controls that have the names and the values of the set-up's fields."""
_POINTS: Final = ("points_won", "points_drawn", "points_lost")
KEPT: Final = "kept"
"""The answer that keeps phases which are like none of the usual ways."""
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "rounds": ("format", "rounds", "final", "places"),
    "groups": ("groups", "first", "consolation"),
    "everybody": ("rounds", "final", "places"),
    "ranking": ("rounds", "final", "places", "counted", "drop"),
    "individual": ("rounds", "counted", "drop", "sit_out"),
    "knockout": ("places", "losers"),
}
"""The controls of each way to play. Those of another way are sent, too, and are not read."""
_NUMBERS: Final = frozenset({"rounds", "final", "groups", "first", "drop"})
_DRAWN: Final = ("way", "format", "groups", "final", "places", "first", "consolation", "losers")
"""The controls that a drawn phase holds fast."""


def _fit_text(_form: object, field: StringField) -> None:
    field.data = tidy_name(field.data or "")
    if not is_fit_name(field.data, LONGEST_TEXT):
        raise ValidationError(
            _("At most %(longest)s characters, and no hidden ones.", longest=LONGEST_TEXT)
        )


def _require_name(_form: object, field: StringField) -> None:
    if not field.data:
        raise ValidationError(_("Give the tournament a name."))


def _between(low: int, high: int) -> Callable[[object, StringField], None]:
    def check(_form: object, field: StringField) -> None:
        number = whole_number(field.data)
        if number is None or not low <= number <= high:
            raise ValidationError(_("A number from %(low)s to %(high)s.", low=low, high=high))

    return check


def _number(low: int, high: int, default: int) -> Any:
    return StringField(validators=[_between(low, high)], default=str(default))


def _tie_break(place: int) -> Any:
    return one_of(*TIE_BREAKS, "", default=(*_USUAL_TIE_BREAKS, "")[place])


def _read_by_its_way(form: "TournamentForm", field: StringField) -> None:
    """Check nothing that the chosen way to play does not have."""
    if not form.reads(field.name):
        raise StopValidation


def _of_way(*values: object, default: object) -> Any:
    one = AnyOf([*map(str, values)])
    return StringField(validators=[_read_by_its_way, one], default=str(default))


def _bye_values(bye: ByeScore) -> dict[str, object]:
    if bye == MEAN:
        return {"bye": MEAN}
    own, other = bye
    return {"bye": "given", "bye_own": own, "bye_other": other}


def _way_values(set_up: SetUp) -> dict[str, object]:
    """The values of the controls that say how it is played."""
    found = way_of(set_up)
    by = set_up.standing.by
    counted = {"counted": by} if by in PHASE_RANKINGS else {}
    if found is None:
        return {"way": KEPT, **counted}
    values = {**found._asdict(), **counted, "format": found.draw}
    del values["draw"]
    return values | {
        "rounds": found.rounds or "",
        "drop": found.drop or "",
        "losers": "1" if found.losers else "",
    }


class TournamentForm(MatchForm):
    """A tournament before its pairs are known. The names of a match's sides stay empty."""

    title = StringField(validators=[_fit_text, _require_name])
    day = StringField()
    place = StringField(validators=[_fit_text])
    organiser = StringField(validators=[_fit_text])
    way = one_of(*WAYS, KEPT, default=WAYS[0])
    format = _of_way(*ROUND_FORMATS, default=ROUND_FORMATS[0])
    rounds = StringField(
        validators=[_read_by_its_way, Optional(), _between(1, MOST_ROUNDS)], default=""
    )
    """Nothing: as usual."""
    final = _of_way(0, *SIZES, default=0)
    groups = StringField(
        validators=[_read_by_its_way, _between(2, MOST_GROUPS)], default=str(USUAL_GROUPS)
    )
    first = _of_way(*FIRSTS, default=USUAL_FIRST)
    consolation = _of_way(*CONSOLATIONS, default=CONSOLATIONS[0])
    counted = _of_way(*PHASE_RANKINGS, default=PHASE_RANKINGS[0])
    drop = StringField(
        validators=[_read_by_its_way, Optional(), _between(0, MOST_ROUNDS)], default=""
    )
    sit_out = _of_way(*SIT_OUTS, default=SIT_OUTS[0])
    places = _of_way(*PLACES, default="third")
    losers = StringField(default="")
    """A tick: those who lose in the first round play a consolation."""
    length = one_of(*LENGTHS, default="target")
    limit = StringField(default="")
    by = one_of(*ORDERS, default="wins")
    tie_break_1 = _tie_break(0)
    tie_break_2 = _tie_break(1)
    tie_break_3 = _tie_break(2)
    tie_break_4 = _tie_break(3)
    points_won = _number(0, MOST, 2)
    points_drawn = _number(0, MOST, 1)
    points_lost = _number(0, MOST, 0)
    bye = one_of(MEAN, "given", default=MEAN)
    bye_own = _number(0, HIGHEST_BYE, 0)
    bye_other = _number(0, HIGHEST_BYE, 0)
    forfeit_there = _number(0, HIGHEST_BYE, FORFEIT[0])
    forfeit_absent = _number(0, HIGHEST_BYE, FORFEIT[1])
    absence = one_of(*ABSENCES, default=ABSENCES[0])
    previews = one_of(*PREVIEWS, default=PREVIEWS[0])
    sheet_places = SelectMultipleField(default=SHEET_PLACES, validate_choice=False)
    tournament: Tournament | None = None
    """The tournament that the form changes."""

    def reads(self, name: str) -> bool:
        """Has the chosen way to play this choice?"""
        if name == "drop" and self.counted.data != "total":
            return False
        if name == "places" and self.way.data != "knockout" and self.final.data == "0":
            return False
        return name in _CHOICES.get(self.way.data, ())

    def validate_way(self, field: StringField) -> None:
        """Refuse to keep what is not there, and entrants that do not come so."""
        if self.tournament is None or field.data == KEPT:
            if self.tournament is None and field.data == KEPT:
                raise ValidationError(_("Choose how you play."))
            return
        is_alone = field.data == "individual"
        if self.tournament.pairs and is_alone != self.tournament.set_up.is_individual:
            raise ValidationError(
                _("The list has pairs, and here everyone comes alone.")
                if is_alone
                else _("The list has players who come alone, and here pairs play.")
            )

    def validate_groups(self, field: StringField) -> None:
        """Leave each group at least two pairs, where they are there."""
        count, tournament = whole_number(field.data), self.tournament
        if count is None or tournament is None or tournament.rounds:
            return
        pairs = len(tournament.pairs_to_draw)
        if 0 < pairs < 2 * count:
            raise ValidationError(
                _("With %(pairs)s pairs: at most %(most)s.", pairs=pairs, most=pairs // 2)
            )

    def validate_drop(self, field: StringField) -> None:
        """Let at least one round count."""
        dropped = whole_number(field.data) or 0
        rounds = whole_number(self.rounds.data) or usual_rounds(self.way.data)
        if dropped >= rounds:
            raise ValidationError(_("Fewer than the rounds: at least one counts."))

    def validate_day(self, field: StringField) -> None:
        """A day, or nothing."""
        if field.data and self.chosen_day() is None:
            raise ValidationError(_("A day, such as 2026-11-22."))

    def validate_forfeit_there(self, field: StringField) -> None:
        """Refuse a score of the present pair that is not higher: it has won."""
        there, absent = whole_number(field.data), whole_number(self.forfeit_absent.data)
        if there is not None and absent is not None and there <= absent:
            raise ValidationError(_("Whoever was there has won, and so has more."))

    def validate_limit(self, field: StringField) -> None:
        """Needed where hands or minutes end a match."""
        if self.length.data != "target":
            _between(1, MOST)(self, field)

    def chosen_day(self) -> date | None:
        """The day, if it is one."""
        try:
            return date.fromisoformat(self.day.data or "")
        except ValueError:
            return None

    def set_up(self) -> SetUp:
        """The tournament that the form describes, once it is valid."""
        is_limited = self.length.data != "target"
        places = self.sheet_places.data or ()
        return SetUp(
            **{name: self[name].data for name in _AS_TYPED},
            **self._plan(),
            name=self.title.data or "",
            day=self.chosen_day(),
            rules=self.rule_set(),
            limit=int(self.limit.data or 0) if is_limited else 0,
            standing=self._standing(),
            forfeit=(int(self.forfeit_there.data), int(self.forfeit_absent.data)),
            sheet_places=tuple(one for one in SHEET_PLACES if one in places),
        )

    def _plan(self) -> dict[str, Any]:
        before = self.tournament.set_up if self.tournament else None
        if before and self.way.data == KEPT:
            return plan_of(before)
        plan = self._way_played().plan()
        if before and before.format == plan["format"] == "knockout":
            plan["rounds"] = before.rounds  # its page does not ask for them
        return plan

    def _way_played(self) -> WayPlayed:
        """The chosen way, with the choices that it has."""
        chosen: dict[str, Any] = {
            name: self[name].data
            for name in _CHOICES[self.way.data]
            if name != "counted" and self.reads(name)
        }
        for name in chosen.keys() & _NUMBERS:
            chosen[name] = int(chosen[name] or 0)
        if "format" in chosen:
            chosen["draw"] = chosen.pop("format")
        return WayPlayed(way=self.way.data, **chosen)

    def _standing(self) -> StandingRules:
        tie_breaks = tuple(dict.fromkeys(self[place].data for place in _PLACES if self[place].data))
        if self.way.data == "individual":
            before = self.tournament.set_up if self.tournament else None
            tie_breaks = before.standing.tie_breaks if before and before.is_individual else ()
        won, drawn, lost = (int(self[field].data) for field in _POINTS)
        return StandingRules(
            by=(self.counted if self.way.data in BY_CHOICE else self.by).data,
            tie_breaks=tie_breaks,
            match_points=(won, drawn, lost),
            bye=MEAN
            if self.bye.data == MEAN
            else (int(self.bye_own.data), int(self.bye_other.data)),
        )

    def refuse(self, told: str, set_up: SetUp) -> None:
        """Say beside the first control that is not as the tournament is set up why it must be."""
        there = TournamentForm(formdata=None)
        there.show(set_up)
        moved = [
            name
            for name in _DRAWN
            if (name == "way" or self.reads(name)) and self[name].data != there[name].data
        ]
        self[[*moved, "way"][0]].errors = [told]

    def show(self, set_up: SetUp) -> None:
        """Fill the form in as the tournament is set up."""
        self.preset.data = set_up.rules.preset
        self.show_target(set_up.rules.target)
        standing = set_up.standing
        self.show_texts(set_up)
        values = {
            "day": set_up.day.isoformat() if set_up.day else "",
            **_way_values(set_up),
            "limit": set_up.limit or "",
            "by": standing.by,
            **dict(zip(_PLACES, (*standing.tie_breaks, "", "", "", ""), strict=False)),
            **dict(zip(_POINTS, standing.match_points, strict=True)),
            **_bye_values(standing.bye),
            **dict(zip(("forfeit_there", "forfeit_absent"), set_up.forfeit, strict=True)),
            **{name: getattr(set_up, name) for name in _AS_TYPED},
        }
        for field, value in values.items():
            self[field].data = str(value)
        self.sheet_places.data = [*set_up.sheet_places]

    def show_texts(self, set_up: SetUp) -> None:
        """Fill in the texts, which may hold names."""
        for name in SetUp.texts:
            self["title" if name == "name" else name].data = getattr(set_up, name)
