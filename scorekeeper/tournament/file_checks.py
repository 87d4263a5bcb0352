"""See that each act of a file could have been written where it stands. Pure.

Its fields are read as a program's are, and it is checked against the tournament as it stood then.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, cast

from scorekeeper.draws.codec import read_tournament
from scorekeeper.draws.individual import FOUR
from scorekeeper.draws.individual_codec import read_individual
from scorekeeper.draws.model import Table
from scorekeeper.journal.act import undone_seqs
from scorekeeper.journal.fields import Reader, read_values, several, whole
from scorekeeper.journal.role_acts import MOST_HELPERS
from scorekeeper.match.saved_files import NoSavedFile, check_time, excused
from scorekeeper.phases.phase_plan import Phase
from scorekeeper.tournament.acts.body import TournamentCode
from scorekeeper.tournament.acts.desk import FinalSetUp, HelperNamed, HelperRemoved, LotsDrawn
from scorekeeper.tournament.acts.fields import HIGHEST_NUMBER, PAIR, STORED_PAIRS
from scorekeeper.tournament.acts.pair_acts import PairsAdded
from scorekeeper.tournament.acts.registrations import MOST_REGISTRATIONS, PairRegistered
from scorekeeper.tournament.acts.rounds import RoundDrawn, RoundProposed, TablesSwapped
from scorekeeper.tournament.acts.set_ups import SET_UP, TournamentSetUp
from scorekeeper.tournament.drawn_rounds import (
    DrawRequest,
    RoundPart,
    entrants_of,
    versioned,
)
from scorekeeper.tournament.service import replay, replay_further, replay_step
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.table_results import players_of
from scorekeeper.tournament.tournament_set_up import SetUp

_KEPT_EACH: Final = 100
_MOST_WORK: Final = 250_000
"""The most acts that are folded again for a file's undoings; a hundred undoings in the longest
tournament are half of it."""
_OF_NAMES: Final[frozenset[TournamentCode]] = frozenset(
    {"no_name", "one_player", "two_players", "pair_there", "no_reason"}
)
"""The faults of an act that only lost names by an erasure."""
_STORED: Final[dict[str, Reader]] = {
    "helper": whole(0, MOST_HELPERS),
    "registration": whole(1, MOST_REGISTRATIONS),
    "numbers": several(whole(1, HIGHEST_NUMBER)),
    "count": whole(1),
    "until": whole(0),
    "seed": whole(0),
    **dict((PAIR,)),
}
"""The fields for which no program can ask."""


_SET_UP_AT_LEAST: Final = frozenset({"rules", "length", "limit", "rounds", "format", "standing"})
"""The fields that the first version wrote of each set-up already."""


class CheckedTournament(NamedTuple):
    """The result of folding a file's acts."""

    tournament: Tournament
    taken_back: Mapping[int, Tournament]
    """By the seq of a draw that was taken back, the tournament when it was drawn."""


def check_acts(acts: Sequence[TournamentAct]) -> CheckedTournament:
    """The tournament that the acts make; each could have been written behind those before it.

    :raises NoSavedFile: one could not. Acts that do not fit together may raise other misfits.
    """
    first, *others = acts
    check_fields(first.body)
    fold = _FoldOfFile(replay([first]))
    _check_act(first.body, fold.tournament)
    for act in others:
        if isinstance(act.body, TournamentSetUp):
            raise NoSavedFile
        check_fields(act.body)
        _check_act(act.body, fold.tournament)
        fold.add(act)
    standing = {drawn_round.act.seq for drawn_round in fold.tournament.rounds}
    taken_back = {seq: then for seq, then in fold.drawn.items() if seq not in standing}
    return CheckedTournament(fold.tournament, taken_back)


class _FoldOfFile:
    """Folds act after act, and for an undoing only those behind what it undoes."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._kept = [tournament]
        """How it stood now and then."""
        self.drawn: dict[int, Tournament] = {}
        """How it stood when each round was drawn, by the seq of the draw."""
        self._work = 0

    def add(self, act: TournamentAct) -> None:
        """Fold one more act.

        :raises NoSavedFile: the clock is beside all time, or acts undo more than anybody would.
        """
        if isinstance(act.body, HelperNamed | HelperRemoved):  # it looks at all before it
            self._spend(self.tournament.revision // 10)
        if act.body.undoes is None:
            self._stand(replay_further(self.tournament, act))
        else:
            self._spend(self.tournament.revision // 10)
            self._fold_again((*self.tournament.acts, act))
        if isinstance(act.body, RoundDrawn):  # what is kept of it grows with all before it
            self._spend(self.tournament.revision // 10)
            self.drawn[act.seq] = self.tournament
        last = self.tournament.last_round
        if last is not None and last.clock is not None:
            check_time(last.clock)

    def _fold_again(self, acts: Sequence[TournamentAct]) -> None:
        undone = undone_seqs(acts)
        changed = min(undone ^ self.tournament.undone)
        while self._kept[-1].revision >= changed:
            self._kept.pop()
        self.tournament = self._kept[-1]
        again = acts[self.tournament.revision :]
        self._spend(len(again))
        for act in again:
            self._stand(replay_step(undone, self.tournament, act))

    def _stand(self, tournament: Tournament) -> None:
        self.tournament = tournament
        if tournament.revision % _KEPT_EACH == 0:
            self._kept.append(tournament)

    def _spend(self, work: int) -> None:
        self._work += work
        if self._work > _MOST_WORK:
            raise NoSavedFile


def check_fields(body: TournamentBody) -> None:
    """See that each field has a value that can be asked for, and a set-up all that each has.

    :raises NoSavedFile: a field has another value, or is missing.
    """
    readers = dict(_STORED)
    for (form,) in body.operations.values():
        readers |= form.readers
    if isinstance(body, TournamentSetUp):
        readers |= SET_UP.readers
        if not body.new.keys() >= _SET_UP_AT_LEAST:
            raise NoSavedFile
    if isinstance(body, PairsAdded):
        readers["pairs"] = STORED_PAIRS
    fields = body.fields()
    _, unread = read_values(
        {name: fields[name] for name in readers.keys() & fields.keys()}, readers
    )
    if unread:
        raise NoSavedFile


def _check_act(body: TournamentBody, tournament: Tournament) -> None:
    with excused(_OF_NAMES if body.erased else frozenset()):
        body.check_first()
        body.check(tournament)
    _check_pairs(body, tournament)


def _check_pairs(body: TournamentBody, tournament: Tournament) -> None:
    """See what the program itself chose: it names pairs that are there, each once."""
    named: list[str] = []
    match body:
        case RoundProposed() | RoundDrawn():
            named = [*players_of(side for table in body.tables for side in table), *body.byes]
        case LotsDrawn():
            named = [*body.lots]
        case FinalSetUp():
            named = [*body.pairs]
        case PairRegistered() if body.registration in tournament.registrations:
            raise NoSavedFile
        case _:
            pass
    if isinstance(body, RoundDrawn):
        _check_draw(body, tournament)
    if _has_twice(named) or not tournament.pairs.keys() >= {*named, *_broken_by(body)}:
        raise NoSavedFile


def _check_draw(body: RoundDrawn, tournament: Tournament) -> None:
    """See that each request of a round can be read, and that its parts have its tables and byes."""
    numbers = body.numbers or tuple(range(1, len(body.tables) + 1))
    requests = [part.request for part in body.parts if not _is_too_small(part)]
    if not body.parts:
        requests = [body.request]
    if _has_twice(numbers) or not all(map(_is_read, requests)):
        raise NoSavedFile
    if body.parts:
        own = sorted(number for part in body.parts for number in part.tables)
        byes = sorted(key for part in body.parts for key in part.byes)
        is_whole = own == sorted(numbers) and byes == sorted(body.byes)
        is_twice = _has_twice([f"{part.phase}.{part.group}" for part in body.parts])
        seats = dict(zip(numbers, body.tables, strict=True))
        is_fit = all(_is_fit(part, seats, tournament) for part in body.parts)
        is_next = body.round == len(tournament.rounds) + 1
        if not is_whole or is_twice or not is_fit or not is_next:
            raise NoSavedFile


def _is_fit(part: RoundPart, seats: Mapping[int, Table], tournament: Tournament) -> bool:
    """Is the part of a phase in the plan, and has it none but its own entrants at its tables?"""
    plan: list[SetUp | Phase] = [tournament.set_up, *tournament.set_up.phases]
    if not 0 < part.phase <= len(plan):
        return False
    phase = plan[part.phase - 1]
    if not 0 < part.group <= phase.groups or part.request["format"] != phase.format:
        return False
    entrants = {*entrants_of(part.request)}
    there = {*part.byes, *(key for at in part.tables for key in players_of(seats[at]))}
    return there <= entrants <= tournament.pairs.keys()


def _is_too_small(part: RoundPart) -> bool:
    """Has the part too few entrants for a table, who all sit out as long as they are there?"""
    request = part.request
    entrants = entrants_of(request)
    fewest = FOUR if request["format"] == "individual" else 2
    sat_out = [one.get("bye") for played in request["results"] for one in played]
    return not part.tables and len(entrants) < fewest and {*sat_out} <= {*entrants}


def _is_read(request: DrawRequest) -> bool:
    asked = cast(dict[str, object], versioned(request))
    if asked["version"] is None:
        return False
    if asked.get("format") == "individual":
        return read_individual(asked)[0] is not None
    return read_tournament(asked)[0] is not None


def _broken_by(body: TournamentBody) -> Iterable[str]:
    broken = body.broken if isinstance(body, RoundDrawn | TablesSwapped) else ()
    return (pair for one in broken for pair in one.pairs)


def _has_twice(values: Sequence[str] | Sequence[int]) -> bool:
    return len({*values}) < len(values)
