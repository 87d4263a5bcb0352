"""Words about the phases of a tournament: what each is called, and who plays on in it."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.draws.model import Places
from scorekeeper.i18n import current_locale
from scorekeeper.i18n.language import Sentences, _l, ngettext
from scorekeeper.i18n.language import gettext as _
from scorekeeper.phases.phase_plan import Phase, PhaseFormat, PhaseSource, SitOut
from scorekeeper.tournament.drawn_rounds import DrawnRound, RoundPart
from scorekeeper.tournament.finals import MovedSeats
from scorekeeper.tournament.places import PairSeat
from scorekeeper.tournament.stages import Stage, stage_of_part
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.tournament_set_up import SetUp

FORMATS: Final[Sentences[PhaseFormat]] = Sentences(
    {
        "round_robin": _l("Everyone meets everyone"),
        "swiss": _l("Swiss"),
        "odd_even": _l("Odd stays, even moves"),
        "random": _l("By lot"),
        "knockout": _l("Knockout"),
        "ranking": _l("Neighbours in the standings"),
        "individual": _l("Everyone for themselves"),
    }
)
ABOUT_FORMATS: Final[Sentences[PhaseFormat]] = Sentences(
    {
        "round_robin": _l("Each pair meets each other pair once."),
        "swiss": _l(
            "Winners meet winners; nobody meets the same pair again while it can be helped."
        ),
        "odd_even": _l("Odd pairs keep their tables, even ones go to the next table."),
        "random": _l("By lot alone, whatever the results."),
        "knockout": _l(
            "The loser is out. Seeded pairs meet late, and a match decides the third place."
        ),
        "ranking": _l("The first meets the second, the third the fourth, as they stand."),
        "individual": _l("Players come alone, and have another partner in each round."),
    }
)
STAGES: Final[Sentences[Stage]] = Sentences(
    {
        "final": _l("Final"),
        "third_place": _l("Third place"),
        "semi_finals": _l("Semi-finals"),
        "quarter_finals": _l("Quarter-finals"),
    }
)
PLACES_PLAYED: Final[Sentences[Places]] = Sentences(
    {
        "none": _l("the first two"),
        "third": _l("the third, too"),
        "all": _l("every place"),
    }
)
SIT_OUTS: Final[Sentences[SitOut]] = Sentences(
    {"nothing": _l("counts nothing"), "mean": _l("counts the mean of the player's rounds")}
)
_GREEK: Final = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
_LATIN: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def group_letter(number: int) -> str:
    """The letter of a group; behind the last letter its number."""
    letters = _GREEK if current_locale() == "el" else _LATIN
    return letters[number - 1] if number <= len(letters) else str(number)


def group_name(number: int) -> str:
    """Return `Group A`."""
    return _("Group %(letter)s", letter=group_letter(number))


def entrants_word(set_up: SetUp) -> str:
    """Return the word for those who are ranked: `Pairs`, or `Players` who come alone."""
    return _("Players") if set_up.is_individual else _("Pairs")


def phase_title(set_up: SetUp, number: int) -> str:
    """Name a phase: `Groups`, `Knockout`, `Consolation`, or its format."""
    plan = set_up.plan
    phase = plan[number - 1]
    if phase.is_bracket:
        return _("Consolation") if _is_consolation(plan, number) else FORMATS.say("knockout")
    return _("Groups") if phase.groups > 1 else FORMATS.say(phase.format)


def _is_consolation(plan: Sequence[Phase], number: int) -> bool:
    """Whether the bracket is for losers of another one, or for places behind another one's."""
    sources = plan[number - 1].sources
    if any(source.takes == "losers" for source in sources):
        return True
    earlier = {
        source.phase for phase in plan[: number - 1] if phase.is_bracket for source in phase.sources
    }
    return bool(sources) and all(source.phase in earlier for source in sources)


def plan_texts(set_up: SetUp) -> list[str]:
    """A sentence for each phase: what it is, and who plays in it."""
    return [_with_sources(set_up, number, phase) for number, phase in enumerate(set_up.plan, 1)]


def _with_sources(set_up: SetUp, number: int, phase: Phase) -> str:
    title = phase_title(set_up, number)
    if phase.groups > 1:
        title = f"{title}: {phase.groups}"
    if not phase.sources:
        return title
    is_alone = len(phase.sources) == 1
    who = ", ".join(source_text(set_up, one, is_alone=is_alone) for one in phase.sources)
    return _("%(phase)s with %(who)s", phase=title, who=who)


def source_text(set_up: SetUp, source: PhaseSource, *, is_alone: bool) -> str:
    """Say who comes from an earlier phase: `the first 2 of each group`, `all others`."""
    phase = set_up.plan[source.phase - 1]
    match source.takes:
        case "rest":
            return _("all others")
        case "losers":
            return ngettext(
                "who lost in the first round of %(phase)s",
                "who lost in the first %(num)s rounds of %(phase)s",
                source.numbers[0],
                phase=phase_title(set_up, source.phase),
            )
        case "best":
            if is_alone:
                return ngettext("the first one", "the first %(num)s", source.numbers[0])
            return ngettext("the best one", "the best %(num)s", source.numbers[0])
        case "places":
            return _places_text(source.numbers, is_of_groups=phase.groups > 1)


def _places_text(places: Sequence[int], *, is_of_groups: bool) -> str:
    if list(places) != list(range(1, len(places) + 1)):
        told = ", ".join(map(str, places))
        return (
            _("places %(places)s of each group", places=told)
            if is_of_groups
            else _("places %(places)s", places=told)
        )
    if is_of_groups:
        return ngettext("the first of each group", "the first %(num)s of each group", len(places))
    return ngettext("the first one", "the first %(num)s", len(places))


def phase_round_name(set_up: SetUp, drawn_round: DrawnRound) -> str:
    """Name a round by its phases: `Groups, round 2`, `Semi-finals`, `Knockout · …: Final`."""
    return parts_name(set_up, drawn_round.parts)


def parts_name(set_up: SetUp, parts: Sequence[RoundPart]) -> str:
    """Name the round of these parts, as `phase_round_name` does."""
    firsts = {part.phase: part for part in reversed(parts)}
    stages = {stage_text(part) for part in firsts.values()}
    if len(firsts) > 1 and len(stages) == 1 and "" not in stages:
        titles = " · ".join(phase_title(set_up, number) for number in sorted(firsts))
        return f"{titles}: {stages.pop()}"
    return " · ".join(_part_name(set_up, firsts[number]) for number in sorted(firsts))


def round_name_in(set_up: SetUp, drawn_round: DrawnRound, phase: int) -> str:
    """Name a round by one of its phases: `Knockout: Semi-finals`."""
    part = next((one for one in drawn_round.parts if one.phase == phase), drawn_round.parts[0])
    return _part_name(set_up, part)


def part_heading(set_up: SetUp, part: RoundPart) -> str:
    """Return the heading above the tables of a part: `Group A`, `Consolation`."""
    plan = set_up.plan
    if plan[part.phase - 1].groups > 1:
        return group_name(part.group)
    return phase_title(set_up, part.phase)


def heading_at(set_up: SetUp, drawn_round: DrawnRound, number: int) -> str:
    """Return the heading of the part with this table; empty where the round has one part."""
    is_whole = len(drawn_round.parts) == 1
    return "" if is_whole else part_heading(set_up, drawn_round.part_at(number))


def seat_heading(seat: PairSeat) -> str:
    """Return the group or the phase of a seat; empty in a tournament of one list."""
    return part_heading(seat.set_up, seat.part) if seat.set_up and seat.part else ""


def part_round_name(set_up: SetUp, part: RoundPart) -> str:
    """Name the round of a part: `Group A, round 2`, `Consolation: Semi-finals`."""
    return _part_name(set_up, part, part_heading(set_up, part))


def _part_name(set_up: SetUp, part: RoundPart, called: str = "") -> str:
    title, stage = called or phase_title(set_up, part.phase), stage_text(part)
    if not stage:
        return _("%(phase)s, round %(number)s", phase=title, number=part.number)
    brackets = sum(one.is_bracket for one in set_up.plan)
    return f"{title}: {stage}" if brackets > 1 else stage


def stage_text(part: RoundPart) -> str:
    """Return `Semi-finals` and the like; empty for a round that is not one of a knockout's last."""
    stage = stage_of_part(part)
    if stage == "final" and len(part.tables) + len(part.byes) > 1:
        is_of_all = part.request.get("places") == "all" and len(part.tables) > 2
        return _("Final and all places") if is_of_all else _("Final and third place")
    return STAGES.say(stage) if stage else ""


def moved_text(tournament: Tournament, moved: MovedSeats) -> str:
    """Say by name who would be in a drawn phase: `Knockout: with this 5 A – B would be in it`."""
    title = phase_title(tournament.set_up, moved.phase)
    come, go = (_named(tournament, keys) for keys in (moved.come, moved.go))
    if not go:
        return _(
            "%(phase)s: %(come)s would be in it, too. It stays as drawn.", phase=title, come=come
        )
    if not come:
        return _("%(phase)s: %(go)s would not be in it. It stays as drawn.", phase=title, go=go)
    return _(
        "%(phase)s: in it would be %(come)s, and not %(go)s. It stays as drawn.",
        phase=title,
        come=come,
        go=go,
    )


def _named(tournament: Tournament, keys: Sequence[str]) -> str:
    return ", ".join(f"{key} {tournament.name(key)}".rstrip() for key in keys)
