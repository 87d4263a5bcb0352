"""The six usual ways to play a tournament, each with its few choices, and the phases they make."""

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, get_args

from scorekeeper.draws.model import Format, Places
from scorekeeper.phases.phase_plan import (
    PHASE_RANKINGS,
    Phase,
    PhaseSource,
    SitOut,
)
from scorekeeper.tournament.finals import SIZES, knockout_after
from scorekeeper.tournament.tournament_set_up import SetUp, usual_rounds

Way = Literal["rounds", "groups", "everybody", "ranking", "individual", "knockout"]
WAYS: Final[tuple[Way, ...]] = get_args(Way)
ROUND_FORMATS: Final[tuple[Format, ...]] = ("swiss", "odd_even", "random")
"""How the rounds of the first way are drawn."""
FINALS: Final = (0, 2, 4, 8)
"""How many are usual in a final after the rounds; 0 for no final."""
FIRSTS: Final = (1, 2, 4)
"""How many of each group go on."""
Consolation = Literal["none", "rest", "losers"]
CONSOLATIONS: Final[tuple[Consolation, ...]] = get_args(Consolation)
"""A consolation of nobody, of all who did not go on, or of those who lost in the first round."""
BY_CHOICE: Final[tuple[Way, ...]] = ("ranking", "individual")
"""The ways that ask what counts: wins or all points."""
USUAL_GROUPS: Final = 4
USUAL_FIRST: Final = 2


class WayPlayed(NamedTuple):
    """A way to play with its choices; a way reads only the choices that it has."""

    way: Way = "rounds"
    draw: Format = "swiss"
    rounds: int = 0
    """0 for the usual number."""
    final: int = 0
    groups: int = USUAL_GROUPS
    first: int = USUAL_FIRST
    consolation: Consolation = "none"
    drop: int = 0
    sit_out: SitOut = "nothing"
    places: Places = "third"
    """Of the final, or of the knockout that is played alone."""
    losers: bool = False
    """Do those who lose in the first round of a knockout play a consolation?"""

    def plan(self) -> dict[str, Any]:
        """The fields of a set-up that say how it is played."""
        plan = _USUAL | {"format": _FORMATS.get(self.way, self.draw)}
        plan["rounds"] = usual_rounds(plan["format"])
        match self.way:
            case "groups":
                return plan | {"groups": self.groups, "phases": tuple(self._brackets())}
            case "knockout":
                has_losers = self.losers and self.places != "all"
                return plan | {
                    "places": self.places,
                    "phases": (knockout_after(_losers_of(1)),) if has_losers else (),
                }
        plan["rounds"] = self.rounds or plan["rounds"]
        if self.way == "individual":
            return plan | {"drop": self.drop, "sit_out": self.sit_out}
        if self.way == "ranking":
            plan["drop"] = self.drop
        # As the page of a final adds one.
        final = knockout_after(PhaseSource(1, "best", (self.final,)), self.places)
        return plan | {"phases": (final,) if self.final else ()}

    def _brackets(self) -> Iterator[Phase]:
        yield knockout_after(_first(self.first))
        if self.consolation == "rest":
            yield knockout_after(PhaseSource(1, "rest"))
        if self.consolation == "losers":
            yield knockout_after(_losers_of(2))


def _first(count: int) -> PhaseSource:
    return PhaseSource(1, "places", tuple(range(1, count + 1)))


def _losers_of(phase: int) -> PhaseSource:
    return PhaseSource(phase, "losers", (1,))


_FORMATS: Final = {
    "groups": "round_robin",
    "everybody": "round_robin",
    "ranking": "ranking",
    "individual": "individual",
    "knockout": "knockout",
}
_USUAL: Final[dict[str, Any]] = {
    name: getattr(SetUp, name) for name in ("groups", "places", "drop", "sit_out", "phases")
}
PLAN_FIELDS: Final = ("format", "rounds", *_USUAL)


def plan_of(set_up: SetUp) -> dict[str, Any]:
    """The fields of a set-up that say how it is played, as `WayPlayed.plan` has them."""
    return {name: getattr(set_up, name) for name in PLAN_FIELDS}


def way_of(set_up: SetUp) -> WayPlayed | None:
    """The way in which a tournament is played; None where its phases are like none of them."""
    found = _like(set_up)
    plan = plan_of(set_up)
    if set_up.format == "knockout" or not set_up.rounds:
        plan["rounds"] = usual_rounds(set_up.format)  # the tree of a knockout says how many
    is_offered = found.final in (0, *SIZES) and found.first in FIRSTS
    if found.way in BY_CHOICE and set_up.standing.by not in PHASE_RANKINGS:
        is_offered = False
    return found if is_offered and found.plan() == plan else None


def _like(set_up: SetUp) -> WayPlayed:
    """The way that is most like it."""
    later = [source for phase in set_up.phases for source in phase.sources]
    final = later[0].numbers[0] if later and later[0].takes == "best" else 0
    places = set_up.phases[0].places if final else "third"
    rounds = 0 if set_up.rounds == usual_rounds(set_up.format) else set_up.rounds
    common = WayPlayed(
        rounds=rounds, drop=set_up.drop, sit_out=set_up.sit_out, final=final, places=places
    )
    match set_up.format:
        case "round_robin" if set_up.groups > 1:
            takes = later[1].takes if len(later) > 1 else "none"
            return common._replace(
                way="groups",
                groups=set_up.groups,
                first=len(later[0].numbers) if later else 0,
                consolation=takes if takes in ("rest", "losers") else "none",
            )
        case "round_robin":
            return common._replace(way="everybody")
        case "knockout":
            return common._replace(way="knockout", places=set_up.places, losers=bool(later))
        case "ranking" | "individual":
            return common._replace(way=set_up.format)
        case _:
            return common._replace(draw=set_up.format)
