"""JSON ⇄ the phases of a tournament: each one as far as it can be read, and every problem.

A harmless value replaces a part that cannot be read. So the problems of other parts are found, too.
Null means absent.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.draws.model import PLACES
from scorekeeper.json_parts import (
    JsonPart,
    PartProblem,
    PartReader,
    UnreadJson,
    UnreadValue,
    anything,
    list_of,
    one_of,
    read_object,
    text,
    whole,
)
from scorekeeper.phases.phase_checks import source_problems
from scorekeeper.phases.phase_plan import (
    MOST_GROUPS,
    MOST_ROUNDS,
    PHASE_FORMATS,
    SIT_OUTS,
    Phase,
    PhaseProblem,
    PhaseSource,
)

NAME: Final = text(1)
NAMES: Final = list_of(NAME)


def read_part(value: UnreadJson, read: PartReader) -> tuple[object, list[PartProblem]]:
    """The value as far as it can be read, and its problems."""
    part = JsonPart(value, "", [])
    return read(part), part.problems


def without_nulls(data: Mapping[str, UnreadJson]) -> dict[str, UnreadJson]:
    """The fields that are not null."""
    return {name: value for name, value in data.items() if value is not None}


class ReadFields(NamedTuple):
    """An object's fields in which nothing is wrong, and its problems."""

    sound: dict[str, object]
    problems: list[PhaseProblem]


def sound_fields(
    data: Mapping[str, UnreadJson], readers: Mapping[str, PartReader], phase: int | None = None
) -> ReadFields:
    """Read the fields of an object, which is the phase of this number or the whole line."""
    found = ReadFields({}, [])
    for name, value in data.items():
        read, wrong = read_part(value, readers[name]) if name in readers else (None, [True])
        if wrong:
            found.problems.append(PhaseProblem("unknown", name, phase))
        else:
            found.sound[name] = read
    return found


def _read_true(part: JsonPart) -> bool | UnreadValue:
    return True if part.value is True else part.refuse("unknown_value")


_TAKES: Final[dict[str, PartReader]] = {
    "places": list_of(whole(1)),
    "best": whole(1),
    "rest": _read_true,
    "losers": whole(1),
}


def _read_source(part: JsonPart) -> PhaseSource | UnreadValue:
    part = part.without_nulls()
    named = part.value if type(part.value) is dict else {}
    takes = [name for name in _TAKES if name in named]
    if len(takes) != 1 or named.get("places") == []:
        return part.refuse("unknown_value")
    (name,) = takes

    def make(phase: int, **taken: object) -> PhaseSource:
        number = taken[name]
        numbers = number if isinstance(number, tuple) else () if number is True else (number,)
        return PhaseSource(phase, name, numbers)  # type: ignore[arg-type]

    return read_object(part, make, {"phase": whole(), name: _TAKES[name]})


_SOURCES: Final = list_of(_read_source)
_FIELDS: Final[dict[str, PartReader]] = {
    "format": one_of(PHASE_FORMATS),
    "from": anything,
    "name": text(),
    "groups": whole(1, MOST_GROUPS),
    "rounds": whole(1, MOST_ROUNDS),
    "places": one_of(PLACES),
    "drop": whole(0),
    "sit_out": one_of(SIT_OUTS),
    "drawn": anything,
}


class ReadPhase(NamedTuple):
    """A phase as far as it can be read."""

    phase: Phase
    has_format: bool
    """Can its format be read?"""
    problems: tuple[PhaseProblem, ...]


def read_plan(phases: Iterable[UnreadJson], by: object) -> tuple[ReadPhase, ...]:
    """Read the phases; `by` is None where it cannot be read.

    Sources that name no earlier phase are problems, and left out.
    """
    found: list[ReadPhase] = []
    taken: set[tuple[int, str, int]] = set()
    for number, phase in enumerate(phases, 1):
        found.append(_PhaseReader(number, by, found, taken).read(phase))
    return tuple(found)


class _PhaseReader:
    """Reads one phase, after all that come before it."""

    def __init__(
        self,
        number: int,
        by: object,
        earlier: Sequence[ReadPhase],
        taken: set[tuple[int, str, int]],
    ) -> None:
        self._number = number
        self._by = by
        self._earlier = earlier
        self._taken = taken
        self._problems: list[PhaseProblem] = []

    def read(self, phase: UnreadJson) -> ReadPhase:
        if type(phase) is not dict:
            self._refuse("phases")
            return ReadPhase(Phase(format="swiss"), False, tuple(self._problems))
        there = without_nulls(phase)
        fields, self._problems = sound_fields(there, _FIELDS, self._number)
        for name in self._missing(there, fields.get("format")):
            self._problems.append(PhaseProblem("missing", name, self._number))
        not_allowed = list(self._not_allowed(fields, there))
        for name in not_allowed:
            self._refuse(name)
        sources = self._read_sources(fields.pop("from", None))
        drawn = self._read_drawn(fields.pop("drawn", None), fields, there)
        # A key that is not allowed is as good as left out; a format has no other value.
        sound = {name: fields[name] for name in fields if name not in not_allowed}
        read = Phase(
            **{**sound, "format": fields.get("format", "swiss")},  # type: ignore[arg-type]
            sources=sources,
            drawn=drawn,
            is_drawn_unread="drawn" in there and drawn is None,
        )
        return ReadPhase(read, "format" in fields, tuple(self._problems))

    def _refuse(self, field: str) -> None:
        self._problems.append(PhaseProblem("unknown", field, self._number))

    def _missing(self, there: Mapping[str, UnreadJson], format_: object) -> Iterator[str]:
        if "format" not in there:
            yield "format"
        if "from" not in there and self._number > 1:
            yield "from"
        if "rounds" not in there and format_ not in (None, "knockout", "round_robin"):
            yield "rounds"

    def _not_allowed(
        self, fields: Mapping[str, object], there: Mapping[str, UnreadJson]
    ) -> Iterator[str]:
        """Yield the fields that a phase of this format, or of this tournament, does not have."""
        format_ = fields.get("format")
        if "drop" in there and (self._by == "wins" or fields.get("groups", 1) != 1):
            yield "drop"
        if format_ is None:
            return
        is_bracket, is_individual = format_ == "knockout", format_ == "individual"
        allowed = {
            "rounds": not is_bracket,
            "groups": not is_bracket and not is_individual,
            "places": is_bracket,
            "drop": not is_bracket,
            "sit_out": is_individual,
        }
        yield from (name for name in allowed if name in there and not allowed[name])
        first = self._earlier[0] if self._earlier else None
        if first and first.has_format and is_individual != (first.phase.format == "individual"):
            yield "format"

    def _read_sources(self, value: UnreadJson) -> tuple[PhaseSource, ...]:
        """Read each source that names an earlier phase, and find what is wrong with any of them."""
        if value is None:
            return ()
        read, wrong = read_part(value, _SOURCES)
        if wrong or value == [] or self._number == 1:
            self._refuse("from")
        assert isinstance(read, tuple)
        sources = [one for one in read if isinstance(one, PhaseSource)] if self._number > 1 else []
        phases = [one.phase if one.has_format else None for one in self._earlier]
        self._problems += source_problems(self._number, sources, phases, self._taken)
        return tuple(source for source in sources if 1 <= source.phase < self._number)

    def _read_drawn(
        self, value: UnreadJson, fields: Mapping[str, object], there: Mapping[str, UnreadJson]
    ) -> tuple[tuple[str, ...], ...] | None:
        """Read the seats by the format; of a bracket they are one list."""
        if value is None or "format" not in fields:
            return None
        is_bracket = fields["format"] == "knockout"
        drawn, wrong = read_part(value, NAMES if is_bracket else list_of(NAMES))
        groups = (drawn,) if is_bracket else drawn
        assert isinstance(groups, tuple)
        count = None if is_bracket else fields.get("groups", None if "groups" in there else 1)
        if wrong or count not in (None, len(groups)):
            self._refuse("drawn")
            return None
        return groups
