"""A tournament is set up, and becomes another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Annotated, ClassVar, Final, Self

from scorekeeper.journal.fields import Form
from scorekeeper.journal.json_values import Json, list_of, numbers_in, object_of, text_in
from scorekeeper.journal.record import Inlined
from scorekeeper.phases.phase_plan import MOST_PHASES
from scorekeeper.phases.plan_writer import plan_problems, takes_once, write_phase
from scorekeeper.rules.names import is_fit_name
from scorekeeper.tournament.acts.body import Fault, TournamentRefused, refuse_if
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.tournament_set_up import LONGEST_TEXT, SetUp

SET_UP: Final = SetUp.form("NewTournament")
"""The fields by which a tournament is set up."""
CHANGE: Final = Form("ChangeTournament", optional=(*SET_UP.needed, *SET_UP.optional))


class _OfSetUp(TournamentBody, changes=("setup",)):
    new: Annotated[Json, Inlined(dict, dict, texts=SetUp.texts)] = field(default_factory=dict)
    """The values that are said, by their names. A set-up stays as it was stored: rules of an older
    version have fewer switches, and a final says of which tournament it is."""


class TournamentSetUp(_OfSetUp, kind="set_up"):
    """The first act: the tournament's data without its pairs."""

    @classmethod
    def of(cls, set_up: SetUp, final_of: str = "") -> Self:
        """The act that sets this tournament up, maybe as the final of another one."""
        final: Json = {"final_of": final_of} if final_of else {}
        return cls(new={**set_up.fields(), **final})

    def check_first(self) -> None:
        """See whether it can be set up so.

        :raises TournamentRefused: its name, or another text of it, is missing or unfit.
        """
        check_set_up(self.new)
        check_phases(_read_set_up(self.new))

    @property
    def set_up(self) -> SetUp:
        """The set-up that it holds, which was checked when it was written."""
        return SetUp.read(self.new)

    @property
    def final_of(self) -> str:
        """The address of the tournament whose final it is; empty for any other."""
        return text_in(self.new, "final_of")


class SetUpChanged(_OfSetUp, kind="changed", undoable=True):
    """The fields of the tournament's set-up that are new."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {"change": (CHANGE,)}

    def check(self, tournament: Tournament) -> None:
        refuse_if(not self.new, "nothing_new", "name")
        check_set_up(self.new)
        if self.new.keys() & _OF_PHASES:
            old, new = tournament.set_up, self._changed(tournament)
            check_phases(new)
            check_drawn_phases(tournament, old, new)

    def check_request(self, tournament: Tournament) -> None:
        """Pairs do not become players, nor players pairs: names would be lost, or missing."""
        was, now = tournament.set_up.is_individual, self._changed(tournament).is_individual
        is_other = was != now and bool(tournament.pairs)
        refuse_if(is_other, "two_players" if now else "one_player", "format")

    def _changed(self, tournament: Tournament) -> SetUp:
        """The set-up after the change.

        :raises TournamentRefused: a phase has no format, or takes from nothing.
        """
        return _read_set_up({**tournament.set_up.all_fields(), **self.new})

    def apply(self, tournament: Tournament, act: TournamentAct) -> Tournament:
        set_up = self._changed(tournament)
        rounds = tuple(one.with_forfeits(set_up.forfeit) for one in tournament.rounds)
        return replace(tournament, set_up=set_up, rounds=rounds)


def check_set_up(data: Json) -> None:
    """Is it a tournament that can be set up, or such a change of one?

    :raises TournamentRefused: its name, or another text of it, is missing or unfit; or a forfeit
        would be no match won.
    """
    if not data.get("name", "x"):
        raise TournamentRefused(Fault("no_name", "name"))
    there, absent = numbers_in(data.get("forfeit", [*SetUp.forfeit]))
    if there <= absent:
        raise TournamentRefused(Fault("no_forfeit", "forfeit"))
    refuse_if(not all(map(takes_once, _sources_in(data))), "unfit_phase", "phases")
    unfit = [name for name in SetUp.texts if not is_fit_name(text_in(data, name), LONGEST_TEXT)]
    if unfit:
        raise TournamentRefused(*(Fault("unfit_name", name) for name in unfit))


def _sources_in(data: Json) -> Iterator[Json]:
    """The sources that new phases name."""
    for phase in list_of(data.get("phases") or []):
        for source in list_of(object_of(phase).get("from") or []):
            yield object_of(source)


_OF_PHASES: Final = frozenset(
    {"format", "groups", "places", "drop", "sit_out", "phases", "rounds", "standing"}
)


def _read_set_up(data: Json) -> SetUp:
    """Read a set-up with its phases.

    :raises TournamentRefused: a phase has no format, or takes from nothing.
    """
    try:
        return SetUp.read(data)
    except (KeyError, TypeError, StopIteration) as unread:
        raise TournamentRefused(Fault("unfit_phase", "phases")) from unread


def check_phases(set_up: SetUp) -> None:
    """See that the phases fit each other, as docs/phases.md says.

    :raises TournamentRefused: they do not.
    """
    if not set_up.has_phases and set_up.sit_out == SetUp.sit_out:
        return
    refuse_if(len(set_up.phases) >= MOST_PHASES, "unfit_phase", "phases")
    first, *later = set_up.plan
    problems = plan_problems(first, map(write_phase, later), set_up.phase_ranking)
    refuse_if(problems, "unfit_phase", "phases")


def check_drawn_phases(tournament: Tournament, old: SetUp, new: SetUp) -> None:
    """See that nothing changes in a phase that was drawn.

    The number of its rounds may change until another phase was drawn from it.

    :raises TournamentRefused: it does.
    """
    if not old.has_phases and not new.has_phases:
        return
    drawn = {part.phase for one in tournament.rounds for part in one.parts}
    is_over = {source.phase for number in drawn for source in old.plan[number - 1].sources}
    for number in drawn:
        phases = [one.plan[number - 1] for one in (old, new) if number <= len(one.plan)]
        if number not in is_over:
            phases = [replace(one, rounds=None) for one in phases]
        refuse_if(len(phases) < 2 or phases[0] != phases[1], "phase_drawn", "phases")


def difference(old: SetUp, new: SetUp) -> Json:
    """Return the change from the one to the other; empty where they are alike."""
    before, after = old.all_fields(), new.all_fields()
    return {name: value for name, value in after.items() if value != before[name]}
