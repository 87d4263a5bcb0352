"""The form of a season: its fields as texts, and the act that they make."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from werkzeug.datastructures import MultiDict

from scorekeeper.club.acts.club_set_ups import MOST_WEIGHT, SeasonSetUp
from scorekeeper.club.acts.refusals import ClubRefused
from scorekeeper.club.club_state import Club, ClubSeason, SeasonTournament
from scorekeeper.club.seasons.season import SEASON_TIES
from scorekeeper.explain.club_words import club_fault
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.rules.names import tidy_name

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
    """What stands in the form, as it was typed."""

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
        """What is wrong, by the field of the form that is to be mended."""
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
    """The number; a text that is none stays, and is found to be none."""
    return int(text) if _NUMBER.fullmatch(text) else text


def _text(value: JsonValue) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
