"""Every problem of a tournament with phases that could be read."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from scorekeeper.draws.model import Bye
from scorekeeper.phases.phase_plan import (
    FEWEST_ENTRANTS,
    FEWEST_PLAYERS,
    MOST_ENTRANTS,
    MOST_PHASES,
    Phase,
    PhasedTournament,
    PhaseProblem,
    PhaseRound,
    PhaseSource,
    PhaseTable,
)


def phase_problems(tournament: PhasedTournament, unread: Collection[str]) -> Iterator[PhaseProblem]:
    """Yield each problem that needs no seats; `unread` are the fields that could not be read."""
    phases = tournament.phases
    if "phases" not in unread and not phases:
        yield PhaseProblem("too_few", "phases")
    if len(phases) > MOST_PHASES:
        yield PhaseProblem("too_many", "phases")
    if "entrants" not in unread:
        yield from _problems_of_entrants(tournament)
        yield from _strangers(tournament)
    if tournament.ties and phases and phases[0].format == "individual":
        yield PhaseProblem("unknown", "ties")
    for number, phase in enumerate(phases, 1):
        yield from _problems_of_rounds(number, phase, tournament.rounds_of(number))
        yield from _twice_in_drawn(number, phase)
    for a, b in tournament.forbidden:
        if a == b:
            yield PhaseProblem("itself", "forbidden", entrant=a)
    members = [entrant for club in tournament.clubs for entrant in club]
    yield from (PhaseProblem("twice", "clubs", entrant=one) for one in _repeated(members))
    yield from _drawn_twice(phases)


def _repeated(names: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def _problems_of_entrants(tournament: PhasedTournament) -> Iterator[PhaseProblem]:
    entrants, phases = tournament.entrants, tournament.phases
    plays_alone = bool(phases) and phases[0].format == "individual"
    if len(entrants) < (FEWEST_PLAYERS if plays_alone else FEWEST_ENTRANTS):
        yield PhaseProblem("too_few", "entrants")
    if len(entrants) > MOST_ENTRANTS:
        yield PhaseProblem("too_many", "entrants")
    yield from (PhaseProblem("twice", "entrants", entrant=one) for one in _repeated(entrants))


def _strangers(tournament: PhasedTournament) -> Iterator[PhaseProblem]:
    """Yield those who are not in the list of entrants, or not where all of them must be."""
    entrants = set(tournament.entrants)
    named = {
        "withdrawn": set(tournament.withdrawn),
        "forbidden": {one for table in tournament.forbidden for one in table},
        "clubs": {one for club in tournament.clubs for one in club},
    }
    for field, names in named.items():
        yield from (PhaseProblem("stranger", field, entrant=one) for one in names - entrants)
    for number, phase in enumerate(tournament.phases, 1):
        drawn = {one for group in phase.drawn or () for one in group}
        yield from (PhaseProblem("stranger", "drawn", number, None, x) for x in drawn - entrants)
        if number == 1 and phase.drawn is not None:
            yield from (PhaseProblem("missing", "drawn", 1, None, x) for x in entrants - drawn)
        for at, played in enumerate(tournament.rounds_of(number), 1):
            names = {one for result in played for one in _names_at(result)}
            yield from (
                PhaseProblem("stranger", "results", number, at, one) for one in names - entrants
            )


def _names_at(result: PhaseTable | Bye) -> tuple[str, ...]:
    return (result.pair,) if isinstance(result, Bye) else (*result.a, *result.b)


def _problems_of_rounds(
    number: int, phase: Phase, rounds: Sequence[PhaseRound]
) -> Iterator[PhaseProblem]:
    """Yield those who are twice in a round or meet themselves, and matches without a winner."""
    for at, played in enumerate(rounds, 1):
        seated: list[str] = []
        for one in played:
            names = _names_at(one)
            if len(names) == 2 and names[0] == names[1]:
                yield PhaseProblem("itself", "results", number, at, names[0])
                names = names[:1]
            seated += names
            if phase.is_bracket and isinstance(one, PhaseTable) and one.score and not one.winner:
                yield from (PhaseProblem("drawn", "results", number, at, name) for name in names)
        yield from (
            PhaseProblem("twice", "results", number, at, name) for name in _repeated(seated)
        )


def _twice_in_drawn(number: int, phase: Phase) -> Iterator[PhaseProblem]:
    seated = [entrant for group in phase.drawn or () for entrant in group]
    yield from (PhaseProblem("twice", "drawn", number, None, name) for name in _repeated(seated))


def _drawn_twice(phases: Sequence[Phase]) -> Iterator[PhaseProblem]:
    """Yield those who were drawn in two phases that take from the same one."""
    drawn = [
        (number, {source.phase for source in phase.sources}, set().union(*phase.drawn))
        for number, phase in enumerate(phases, 1)
        if phase.drawn is not None
    ]
    for (_, sources, seated), (later, also_from, also_seated) in combinations(drawn, 2):
        if sources & also_from:
            for name in seated & also_seated:
                yield PhaseProblem("twice", "drawn", later, entrant=name)


def source_problems(
    number: int,
    sources: Iterable[PhaseSource],
    earlier: Sequence[Phase | None],
    taken: set[tuple[int, str, int]],
) -> Iterator[PhaseProblem]:
    """Yield each source of a phase that has no sound phase, or takes what another one takes.

    None stands for a phase whose format is not known. `taken` is what the sources before take; what
    these take is added.
    """
    for source in sources:
        is_earlier = 1 <= source.phase < number
        if not is_earlier or not _gives(earlier[source.phase - 1], source):
            yield PhaseProblem("source", "from", number)
            continue
        places = source.numbers if source.takes == "places" else (0,)
        shares = [(source.phase, source.takes, place) for place in places]
        if source.takes == "best":
            continue
        if taken.intersection(shares) or len(set(shares)) < len(shares):
            yield PhaseProblem("source", "from", number)
        taken.update(shares)


def _gives(phase: Phase | None, source: PhaseSource) -> bool:
    """Whether the phase has the kind of part that the source takes."""
    if phase is None:
        return True
    if not phase.is_bracket:
        return source.takes != "losers"
    return source.takes == "losers" and phase.places != "all"


def strangers_in_rounds(
    number: int,
    rounds: Sequence[PhaseRound],
    groups: Sequence[Sequence[str]],
    unseated: Collection[str] = (),
) -> list[PhaseProblem]:
    """Find those who are not in the phase, or meet one of another group.

    The unseated are in the phase, in a group that is not known.
    """
    groups_of: dict[str, set[int]] = {}
    for place, group in enumerate(groups):
        for entrant in group:
            groups_of.setdefault(entrant, set()).add(place)
    for entrant in unseated:
        groups_of.setdefault(entrant, set(range(len(groups))))
    found = []
    for at, played in enumerate(rounds, 1):
        for one in played:
            strangers = [name for name in _names_at(one) if name not in groups_of]
            if not strangers and isinstance(one, PhaseTable) and _meet_across(one, groups_of):
                strangers = [one.a[0]]
            found += [PhaseProblem("stranger", "results", number, at, name) for name in strangers]
    return found


def _meet_across(table: PhaseTable, groups_of: Mapping[str, set[int]]) -> bool:
    return not set.intersection(*(groups_of[name] for name in (*table.a, *table.b)))
