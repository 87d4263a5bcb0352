"""Setting a season up, changing what it counts, and setting up its final."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from flask import Response, abort, make_response, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club import club_seasons
from scorekeeper.club.acts.club_fields import LONGEST_CLUB_TEXT, ClubRefused
from scorekeeper.club.acts.club_set_ups import MOST_WEIGHT, SeasonSetUp
from scorekeeper.club.club_seasons import CountedSeason, count_season
from scorekeeper.club.club_service import CLUBS, LoadedClub
from scorekeeper.club.club_state import Club, ClubSeason, SeasonTournament
from scorekeeper.club.seasons.season import SEASON_TIES
from scorekeeper.explain import club_words, tournament_words
from scorekeeper.explain.club_words import club_fault
from scorekeeper.explain.season_words import season_name, season_names
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.rules.names import shorten, tidy_name
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.tournament_set_up import LONGEST_TEXT
from scorekeeper.web.clubs.club_form import club_context, organised_club, pages
from scorekeeper.web.clubs.club_games import evenings_of
from scorekeeper.web.clubs.club_standings import season_at
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import new_matches
from scorekeeper.web.phone_identity import phone_id

LONGEST_NAME_OF_FINAL: Final = LONGEST_TEXT - 12
"""The longest name of a season that leaves room for the word that makes it the final's."""
_TABLE: Final = "25 18 15 12 10 8 6 4 2 1"
_RESULTS: Final = ("win", "draw", "loss", "bye", "score_per")
_OF_SCHEME: Final[Mapping[str, tuple[str, ...]]] = {"places": ("rest",), "results": _RESULTS}
TIE_FIELDS: Final = tuple(f"tie_{place}" for place in range(1, len(SEASON_TIES) + 1))
_DEFAULTS: Final[Mapping[str, str]] = {
    "name": "",
    "by": "pair",
    "ranking": "end",
    "scheme": "places",
    "table": _TABLE,
    "rest": "0",
    **dict(zip(_RESULTS, ("4", "3", "2", "3", "0"), strict=True)),
    "best": "",
    "minimum": "0",
    **dict.fromkeys(TIE_FIELDS, ""),
    "tie_1": "wins",
    "tie_2": "countback",
    "reason": "",
}
_NUMBER: Final = re.compile("-?[0-9]{1,9}")
_BETWEEN_ENTRIES: Final = re.compile(r"\s*-\s+|[\s,;/–]+|(?<=[0-9])-(?=[0-9])")
"""A hyphen parts two numbers, and before one alone it is a minus."""


@dataclass(frozen=True)
class SeasonForm:
    """The contents of the form, as they were typed."""

    texts: Mapping[str, str]
    weights: Mapping[str, str] = field(default_factory=dict)
    """Of the tournaments that are ticked, by their addresses, in their order."""

    @classmethod
    def new(cls, club: Club) -> Self:
        """The form of a new season: ticked are the tournaments that no season counts yet."""
        name = _("Season %(number)s", number=len(club.seasons) + 1)
        counted = {one.tournament for season in club.seasons for one in season.tournaments}
        free = (address for address in club.tournaments if address not in counted)
        return cls({**_DEFAULTS, "name": name}, dict.fromkeys(free, "1"))

    @classmethod
    def of(cls, season: ClubSeason) -> Self:
        """The form as the season is set up."""
        points = season.rules["points"]
        assert isinstance(points, dict)
        told = {**season.rules, **points, "name": season.name, "ranking": season.ranking}
        texts = {name: _text(told[name]) for name in _DEFAULTS if told.get(name) is not None}
        ties = season.rules.get("ties")
        listed = [str(one) for one in ties] if isinstance(ties, list) else []
        by_place = dict(zip(TIE_FIELDS, [*listed, "", "", "", "", ""], strict=False))
        kept = {**_DEFAULTS, "best": "", **texts, **by_place}
        return cls(kept, {one.tournament: one.weight for one in season.tournaments})

    @classmethod
    def sent(cls, form: MultiDict[str, str], club: Club) -> Self:
        """The form as it was sent, its tournaments in the club's order."""
        texts = {name: tidy_name(form.get(name, "")) for name in _DEFAULTS}
        place = {one: at for at, one in enumerate(club.tournaments)}
        chosen = sorted(form.getlist("tournament"), key=lambda one: place.get(one, len(place)))
        weights = {one: form.get(f"weight-{one}", "1").strip().replace(",", ".") for one in chosen}
        return cls(texts, weights)

    def body(self, number: int) -> SeasonSetUp:
        """The act that the form asks for."""
        return SeasonSetUp(
            season=number,
            name=self.texts["name"],
            rules=self._rules(),
            ranking="end" if self.texts["ranking"] == "end" else "rounds",
            tournaments=tuple(SeasonTournament(*one) for one in self.weights.items()),
            reason=self.texts["reason"],
        )

    def _rules(self) -> Json:
        texts = self.texts
        points: Json = {"scheme": texts["scheme"]}
        if texts["scheme"] == "places":
            points["table"] = [
                _number(one)
                for one in _BETWEEN_ENTRIES.split(texts["table"].replace("−", "-"))
                if one
            ]
        points |= {name: _number(texts[name]) for name in _OF_SCHEME.get(texts["scheme"], ())}
        return {
            "by": texts["by"],
            "points": points,
            "best": _number(texts["best"]) if texts["best"] else None,
            "minimum": _number(texts["minimum"] or "0"),
            "ties": [texts[name] for name in TIE_FIELDS if texts[name]],
        }

    def wrong(self, refusal: ClubRefused) -> dict[str, str]:
        """Return the sentence on each fault, by the field of the form to mend."""
        found = {}
        for fault in refusal.faults:
            if fault.code != "unfit_season":
                found[fault.field] = club_fault(fault.code)
                continue
            name = self._field_at(fault.field)
            found[name] = self._mending(name)
        return found

    def _mending(self, name: str) -> str:
        """Say what may stand in this field."""
        if name.startswith("weight-"):
            return _("More than 0, at most %(most)s, with at most two decimals.", most=MOST_WEIGHT)
        if name in ("by", "scheme"):
            return _("Choose one of these.")
        if name == "ties":
            is_known = all(self.texts[tie] in ("", *SEASON_TIES) for tie in TIE_FIELDS)
            return _("Each only once.") if is_known else _("Choose one of these.")
        return _MENDING.get(name, lambda: _("A whole number."))()

    def _field_at(self, path: str) -> str:
        """The field of the form that gave this part of a season."""
        kind, *rest = path.split(".")
        if kind == "points":
            return rest[0] if rest else "scheme"
        if kind == "events":
            return f"weight-{[*self.weights][int(rest[0])]}"
        return "ties" if kind == "ties" else kind


_MENDING: Final = {
    "table": lambda: _("Whole numbers with spaces between them."),
    "best": lambda: _("A whole number from 1, or nothing for all."),
}


def _number(text: str) -> JsonValue:
    """Return the number; any other text stays, and the season's reader refuses it."""
    return int(text) if _NUMBER.fullmatch(text) else text


def _text(value: JsonValue) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


@pages.get("/c/<club_id>/seasons/<int:number>/setup")
def season_setup(club_id: str, number: int) -> Response:
    """The form of a season, or of the next one."""
    loaded_club = organised_club(club_id)
    seasons = loaded_club.club.seasons
    if not 1 <= number <= len(seasons) + 1:
        abort(404)
    is_new = number > len(seasons)
    form = SeasonForm.new(loaded_club.club) if is_new else SeasonForm.of(seasons[number - 1])
    return _season_page(loaded_club, number, form)


@pages.post("/c/<club_id>/seasons/<int:number>/setup")
def set_season_up(club_id: str, number: int) -> BaseResponse:
    """Set the season up, or change what is new of it."""
    loaded_club = organised_club(club_id)
    form = SeasonForm.sent(request.form, loaded_club.club)
    body = form.body(number)
    try:
        CLUBS.write(club_id, phone_id(), *operation(), body)
    except ClubRefused as refusal:
        if refusal.faults[0].code == "no_season":
            abort(404)
        if refusal.faults[0].code != "nothing_new":
            return _season_page(loaded_club, number, form, refusal)
    return go_to(".standings", club_id=club_id, number=number)


def _season_page(
    loaded_club: LoadedClub, number: int, form: SeasonForm, refusal: ClubRefused | None = None
) -> Response:
    page = render_template(
        "clubs/season.html",
        **club_context(loaded_club),
        number=number,
        is_new=number > len(loaded_club.club.seasons),
        form=form,
        wrong=form.wrong(refusal) if refusal else {},
        is_unwritten=refusal is not None,
        evenings=evenings_of(loaded_club.club),
        longest=LONGEST_CLUB_TEXT,
        words=club_words,
    )
    return make_response(page, 422 if refusal else 200)


@pages.get("/c/<club_id>/seasons/<int:number>/final")
def season_final_form(club_id: str, number: int) -> Response:
    """Show of how many pairs the final may be, and which they are."""
    return _final_page(organised_club(club_id), number)


@pages.post("/c/<club_id>/seasons/<int:number>/final")
@new_matches
def make_season_final(club_id: str, number: int) -> BaseResponse:
    """Set it up; the same form again leads to the same tournament."""
    loaded_club = organised_club(club_id)
    season = season_at(loaded_club.club, number)
    op_id, _revision = operation()
    count = whole_number(request.form.get("count"), digits=2) or 0
    name = _("%(name)s – Final", name=shorten(season_name(season), LONGEST_NAME_OF_FINAL))
    try:
        final = club_seasons.set_up_season_final(
            club_id, phone_id(), op_id, number, count, name, _names
        )
    except TournamentRefused as refusal:
        wrong = tournament_words.FAULTS.say(refusal.faults[0].code)
        return _final_page(loaded_club, number, wrong)
    return go_to("tournaments.show", tournament_id=final.public_id)


def _names(club: Club, counted: CountedSeason) -> dict[str, str]:
    """The names in the final, which strangers see, too: persons shown by number stay numbers."""
    return season_names(club, counted, is_inside=False)


def _final_page(loaded_club: LoadedClub, number: int, wrong: str = "") -> Response:
    club = loaded_club.club
    counted = count_season(club, season_at(club, number))
    sizes = club_seasons.season_final_sizes(counted)
    page = render_template(
        "clubs/final.html",
        **club_context(loaded_club),
        season=counted.season,
        sizes=sizes,
        pairs={size: club_seasons.final_pairs(counted, size) for size in sizes},
        by_pair=counted.played.by == "pair",
        names=_names(club, counted),
        wrong=wrong,
        final_name=tournament_words.final_name,
    )
    return make_response(page, 422 if wrong else 200)
