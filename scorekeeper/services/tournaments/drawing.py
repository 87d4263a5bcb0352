"""Draw the next round: propose it, write it, and check whether it would differ now."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from threading import BoundedSemaphore, Lock
from typing import Final, NamedTuple

from scorekeeper.draws.codec import HIGHEST_SEED, read_tournament
from scorekeeper.draws.model import (
    NEWEST,
    Broken,
    Bye,
    Draw,
    DrawProblem,
    PlayedPairing,
    Round,
    Table,
    Version,
)
from scorekeeper.draws.next_round import draw
from scorekeeper.journal.body import Json
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.result_acts import ResultWritten
from scorekeeper.services.tournament_acts.rounds import RoundDrawn, RoundProposed
from scorekeeper.services.tournaments.acting import Fault, TournamentRefused, with_act
from scorekeeper.services.tournaments.acts import TournamentAct
from scorekeeper.services.tournaments.drawn_rounds import DrawnRound, DrawRequest, PlayedJson
from scorekeeper.services.tournaments.pair_names import plain
from scorekeeper.services.tournaments.playing import (
    Live,
    play_round,
    results_of,
    start_tables,
)
from scorekeeper.services.tournaments.service import (
    LoadedTournament,
    TournamentConflict,
    append,
    append_all,
    begin,
    find_tournament,
)
from scorekeeper.services.tournaments.stages import lost_and_went_on
from scorekeeper.services.tournaments.state import Tournament
from scorekeeper.store.db import DatabaseUnavailable, writing

SEEDS: Final = 1_000_000
"""A seed is short enough to be read out, and long enough that nobody chooses by it."""

_MOST_DRAWS: Final = 32
"""Draws in memory."""
MANY_PAIRS: Final = 200
"""From so many on a draw is made alone: a thousand take a fifth of a second of every thread."""
_places: Final = BoundedSemaphore(2)
"""One that is drawn and one that waits for it: other threads are left for the hands."""
_one_at_a_time: Final = Lock()


class Proposal(NamedTuple):
    """A round that could be drawn."""

    request: DrawRequest
    draw: Draw

    @property
    def mark(self) -> str:
        """Another one for each thing that a round can be drawn from."""
        return hashlib.sha256(json.dumps(self.request).encode()).hexdigest()[:16]


class CannotDraw(TournamentRefused):
    """The next round cannot be drawn."""

    def __init__(self, *problems: DrawProblem) -> None:
        super().__init__(Fault("cannot_draw", "draw"))
        self.problems = problems
        """The problems as the draw itself tells them."""


def new_seed() -> int:
    """A seed that nobody chose, not even whoever asks for it."""
    return secrets.randbelow(SEEDS)


def seed_of_next(tournament: Tournament) -> int | None:
    """The seed of the next round; None until it is proposed."""
    proposals = tournament.proposals_of(len(tournament.rounds) + 1)
    return proposals[-1].seed if proposals else None


def propose(
    loaded_tournament: LoadedTournament,
    seed: int,
    fixed: Iterable[tuple[str, str]] = (),
    forbidden: Iterable[tuple[str, str]] = (),
) -> Proposal:
    """The next round as it would be drawn now by this seed.

    :raises TournamentRefused: a table of the last round is not done, or nothing is left to play.
    :raises CannotDraw: fixed or forbidden tables cannot be, or too few pairs are there.
    """
    request = _request(loaded_tournament, seed, fixed, forbidden)
    absent = request.get("absent", [])
    drawn_round = _draw_from(request)
    if _is_over(request):
        raise TournamentRefused(Fault("over", "round"))
    if len(request["pairs"]) - len(absent) < 2:
        raise CannotDraw(DrawProblem("too_few", "absent"))
    strays = strays_in(loaded_tournament.tournament, drawn_round.tables, drawn_round.byes)
    return Proposal(request, drawn_round._replace(broken=(*drawn_round.broken, *strays)))


def strays_in(
    tournament: Tournament, tables: Iterable[Table], byes: Iterable[str]
) -> tuple[Broken, ...]:
    """Find the pairs that would play on though out: a result was corrected after the next draw."""
    lost = lost_and_went_on(tournament, results_of(tournament)[0])
    there = [*(pair for table in tables for pair in table.pairs), *byes]
    return tuple(Broken("bracket", (pair,)) for pair in there if pair in lost)


def propose_round(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    fixed: Iterable[tuple[str, str]] = (),
    forbidden: Iterable[tuple[str, str]] = (),
    reason: str = "",
) -> LoadedTournament:
    """The tournament with its next round proposed by a new seed; with a reason, if it was before.

    :raises NoTournament, NotAllowed, TournamentConflict: as of `service.write`.
    :raises TournamentRefused: the round cannot be drawn, or a reason is missing.
    """
    seed, fixed, forbidden = new_seed(), list(fixed), list(forbidden)
    operation_request: Json = {**_wishes_json(fixed, forbidden), "reason": reason}
    before = find_tournament(public_id)
    proposal = (
        None if before.tournament.has_done(op_id) else propose(before, seed, fixed, forbidden)
    )
    with writing(public_id, op_id):
        body = RoundProposed(round=len(before.tournament.rounds) + 1, reason=reason)
        loaded_tournament, is_new = begin(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            return loaded_tournament
        if proposal is None:
            raise TournamentConflict(loaded_tournament)
        return append(
            loaded_tournament, phone_id, op_id, _proposed(body, proposal), operation_request
        )


def _proposed(body: RoundProposed, proposal: Proposal) -> RoundProposed:
    return replace(
        body,
        seed=proposal.request["seed"],
        tables=proposal.draw.tables,
        byes=proposal.draw.byes,
    )


def _is_over(request: DrawRequest) -> bool:
    """Has the bracket its winner, if absence is ignored?"""
    if request["format"] != "knockout":
        return False
    drawn_round = _draw_from(
        {
            "format": request["format"],
            "pairs": request["pairs"],
            "seed": request["seed"],
            "results": request["results"],
            "version": _version_of(request),
        }
    )
    return not drawn_round.tables and not drawn_round.byes


def _request(
    loaded_tournament: LoadedTournament,
    seed: int,
    fixed: Iterable[tuple[str, str]],
    forbidden: Iterable[tuple[str, str]],
) -> DrawRequest:
    tournament = loaded_tournament.tournament
    last = tournament.last_round
    results, is_whole = results_of(tournament, play_round(loaded_tournament, last) if last else ())
    if not is_whole:
        raise TournamentRefused(Fault("not_done", "round"))
    pairs = _pairs(tournament)
    request: DrawRequest = {
        "format": tournament.set_up.format,
        "pairs": pairs,
        "seed": seed % (HIGHEST_SEED + 1),
        "results": _results_to_draw_from(tournament, [_write_round(one) for one in results]),
    }
    if together := [list(table) for table in fixed]:
        request["fixed"] = together
    always = [two for two in tournament.apart if two[0] in pairs and two[1] in pairs]
    if apart := [list(table) for table in dict.fromkeys((*forbidden, *always))]:
        request["forbidden"] = apart
    if absent := [key for key in pairs if not tournament.pairs[key].plays]:
        request["absent"] = absent
    if tournament.clubs_apart and (clubs := clubs_of(tournament, pairs)):
        request["clubs"] = clubs
    kept: list[list[str | int]] = [
        [key, tournament.kept_tables[key]] for key in pairs if key in tournament.kept_tables
    ]
    if kept:
        request["kept_tables"] = kept
    version = _version_of(tournament.rounds[0].request) if tournament.rounds else NEWEST
    if version > 1:
        request["version"] = version
    return request


def clubs_of(tournament: Tournament, pairs: Iterable[str]) -> list[list[str]]:
    """The pairs of each club of which there are several, whatever its accents and capitals."""
    clubs: dict[str, list[str]] = {}
    for key in pairs:
        if club := plain(tournament.pairs[key].club):
            clubs.setdefault(club, []).append(key)
    return [members for members in clubs.values() if len(members) > 1]


def _version_of(request: DrawRequest) -> Version:
    return request.get("version", 1)


def versioned(request: DrawRequest) -> DrawRequest:
    """The request with its version, so that every later program draws the same."""
    return {**request, "version": _version_of(request)}


def _results_to_draw_from(
    tournament: Tournament, results: list[list[PlayedJson]]
) -> list[list[PlayedJson]]:
    """The results from which the round after these is drawn.

    A bracket goes on from who sat down: of rounds that another was drawn from it keeps the results
    as they were then, whatever was corrected since.
    """
    last = tournament.round(len(results))
    if last is None or last.format != "knockout":
        return results
    return [*last.request["results"], results[-1]]


def _draw_from(request: DrawRequest) -> Draw:
    return _draw_once(json.dumps(versioned(request)))


@lru_cache(_MOST_DRAWS)
def _draw_once(question: str) -> Draw:
    """Draw once: what was shown is not drawn again when it is written, which can take seconds."""
    field, wrong = read_tournament(json.loads(question))
    if field is None:
        raise CannotDraw(*wrong)
    if len(field.pairs) < MANY_PAIRS:
        return draw(field)
    if not _places.acquire(blocking=False):
        raise DatabaseUnavailable("a draw of many pairs is under way")
    try:
        with _one_at_a_time:
            return draw(field)
    finally:
        _places.release()


def _pairs(tournament: Tournament) -> list[str]:
    """List the pairs in seeding order. A drawn pair keeps its place: schedules depend on it."""
    last = tournament.last_round
    before: list[str] = last.request["pairs"] if last else []
    if before and tournament.set_up.format == "knockout":
        return before  # nobody joins a bracket
    new = [pair for pair in tournament.in_seeding_order if pair.key not in before]
    return [*before, *(pair.key for pair in new if not pair.withdrawn)]


def _write_round(played: Round) -> list[PlayedJson]:
    return [{"bye": one.pair} if isinstance(one, Bye) else _write_pairing(one) for one in played]


def _write_pairing(one: PlayedPairing) -> PlayedJson:
    written: PlayedJson = {"a": one.a, "b": one.b, "score": list(one.score)}
    return {**written, "forfeit": "both"} if one.forfeit == "both" else written


def command(request: DrawRequest) -> str:
    """The line that draws the round again, in any shell."""
    request_json = json.dumps(versioned(request), separators=(", ", ": "))
    return f"echo '{request_json}' | python -m scorekeeper draw"


def draw_round(
    public_id: str,
    phone_id: int | None,
    op_id: str,
    revision: int,
    fixed: Iterable[tuple[str, str]] = (),
    forbidden: Iterable[tuple[str, str]] = (),
    shown_draw: str = "",
) -> LoadedTournament:
    """The tournament with its next round drawn by its seed, and a match at each table.

    What the phones say of the round before is written down as its result. `shown_draw` is the mark
    of the proposal that was seen, if one was. A round that was not proposed yet is proposed, too.

    :raises NoTournament, NotAllowed, TournamentConflict, TournamentRefused: as of `service.write`.
    """
    loaded_tournament = find_tournament(public_id)
    seed = seed_of_next(loaded_tournament.tournament)
    wishes = (new_seed() if seed is None else seed, list(fixed), list(forbidden))
    operation_request = _wishes_json(wishes[1], wishes[2])
    proposal = (
        None
        if loaded_tournament.tournament.has_done(op_id)
        else propose(loaded_tournament, *wishes)
    )
    with writing(public_id, op_id):
        loaded_tournament, is_new = begin(
            public_id, phone_id, op_id, revision, RoundDrawn(), operation_request
        )
        if not is_new:
            return loaded_tournament
        # Drawn before, since nobody else writes meanwhile; a phone may have gone on since.
        if proposal is None or _request(loaded_tournament, *wishes) != proposal.request:
            raise TournamentConflict(loaded_tournament)
        if shown_draw not in ("", proposal.mark):
            raise TournamentConflict(loaded_tournament)
        loaded_tournament = _write_live(loaded_tournament, phone_id, op_id)
        operations: list[tuple[str, TournamentBody, Json]] = []
        if seed is None:
            first = RoundProposed(round=len(loaded_tournament.tournament.rounds) + 1)
            first = _proposed(first, proposal)
            operations.append((own_id(op_id, "proposal"), first, first.data))
        body = RoundDrawn(request=proposal.request, **proposal.draw._asdict())
        operations.append((op_id, body, operation_request))
        loaded_tournament = append_all(loaded_tournament, phone_id, operations)
        assert loaded_tournament.tournament.last_round is not None
        start_tables(loaded_tournament, loaded_tournament.tournament.last_round)
    return loaded_tournament


def _wishes_json(fixed: Iterable[tuple[str, str]], forbidden: Iterable[tuple[str, str]]) -> Json:
    return {
        "fixed": [[*table] for table in fixed],
        "forbidden": [[*table] for table in forbidden],
    }


def _write_live(
    loaded_tournament: LoadedTournament, phone_id: int | None, op_id: str
) -> LoadedTournament:
    """Write as results what phones alone have said until now, so that it stands."""
    last = loaded_tournament.tournament.last_round
    results = [
        _as_result(last, one.table.number, one.score, one.live)
        for one in (play_round(loaded_tournament, last) if last else ())
        if last and one.is_only_live and one.live and one.score
    ]
    operations = [(own_id(op_id, result.table), result, result.data) for result in results]
    return append_all(loaded_tournament, phone_id, operations)


def own_id(op_id: str, part: int | str) -> str:
    """The operation that is a part of this one, such as a table's result."""
    return hashlib.sha256(f"{op_id} {part}".encode()).hexdigest()[:32]


def _as_result(
    drawn_round: DrawnRound, table: int, score: tuple[int, int], live: Live
) -> ResultWritten:
    return ResultWritten(
        round=drawn_round.number, table=table, score=score, hands=live.hands, source="live"
    )


def redraw_differences(tournament: Tournament) -> tuple[int, ...]:
    """The numbers of the rounds that would have been drawn otherwise by the results as they are.

    They are warned about, and never drawn again.
    """
    results = [_write_round(one) for one in results_of(tournament)[0]]
    return tuple(
        drawn_round.number
        for drawn_round in tournament.rounds
        if _differs_redrawn(tournament, drawn_round, results)
    )


def has_redraw_difference(tournament: Tournament, drawn_round: DrawnRound) -> bool:
    """Would this round be drawn otherwise by the results as they are?"""
    results = [_write_round(one) for one in results_of(tournament)[0]]
    return _differs_redrawn(tournament, drawn_round, results)


def new_redraw_differences(tournament: Tournament, body: TournamentBody) -> tuple[int, ...]:
    """The rounds that would be drawn otherwise only after this act.

    :raises TournamentRefused: it cannot be written.
    """
    after = with_act(tournament, TournamentAct(tournament.revision + 1, body))
    before = redraw_differences(tournament)
    return tuple(number for number in redraw_differences(after) if number not in before)


def _differs_redrawn(
    tournament: Tournament, drawn_round: DrawnRound, results: list[list[PlayedJson]]
) -> bool:
    request = drawn_round.request
    now = _results_to_draw_from(tournament, results[: drawn_round.number - 1])
    if _winners(now) == _winners(request["results"]):
        return False
    try:
        again = _draw_from({**request, "results": now})
    except CannotDraw:  # a bracket that others would have gone on in
        return True
    before = drawn_round.act.body
    assert isinstance(before, RoundDrawn)
    return (before.tables, before.byes) != (again.tables, again.byes)


def _winners(rounds: list[list[PlayedJson]]) -> list[Mapping[tuple[str, str], int | None]]:
    """The winner of each table: a draw looks at nothing else."""
    return [
        {(one["a"], one["b"]): _winner(one) for one in played if "bye" not in one}
        for played in rounds
    ]


def _winner(one: PlayedJson) -> int | None:
    """Above 0 for the first pair, below for the second; None where neither was there."""
    if "forfeit" in one:
        return None
    ours, theirs = one["score"]
    return (ours > theirs) - (ours < theirs)
