"""Drawing a round, and whether it would be drawn otherwise by the results as they are."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from scorekeeper.draws.draw_json import HIGHEST_SEED
from scorekeeper.draws.model import Broken, Draw, DrawProblem, Table
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Conflict, part_op_id
from scorekeeper.store.db import writing
from scorekeeper.tournament.acts.body import Fault, TournamentRefused
from scorekeeper.tournament.acts.result_acts import ResultWritten
from scorekeeper.tournament.acts.rounds import RoundDrawn, RoundProposed
from scorekeeper.tournament.draw_requests import (
    MANY_PAIRS,
    CannotDraw,
    draw_from,
    next_request,
    results_to_draw_from,
    round_json,
)
from scorekeeper.tournament.drawn_rounds import (
    DrawnRound,
    DrawRequest,
    PlayedJson,
    RoundPart,
    version_of,
)
from scorekeeper.tournament.phase_draws import (
    DrawnPart,
    draw_part,
    draw_parts,
    drawn_round_of,
    joined_draw,
    numbered_parts,
)
from scorekeeper.tournament.played_phases import phases_at
from scorekeeper.tournament.played_tables import Live, play_round, results_of, start_tables
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament, find_tournament, with_act
from scorekeeper.tournament.stages import lost_and_went_on
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.table_results import NO_HANDS

SEEDS: Final = 1_000_000
"""The number of seeds: short enough to read out, and too many for choosing a draw by its seed."""


class Proposal(NamedTuple):
    """A round that could be drawn."""

    requests: tuple[DrawRequest, ...]
    """One, unless several groups or phases play side by side."""
    draw: Draw
    parts: tuple[DrawnPart, ...] = ()
    """Empty without phases."""

    @property
    def seed(self) -> int:
        """The seed of all its parts."""
        return self.requests[0]["seed"]

    @property
    def round_parts(self) -> tuple[RoundPart, ...]:
        """Its parts as the round would have them; empty without phases."""
        return numbered_parts(self.parts, self.draw)

    @property
    def mark(self) -> str:
        """Another one for each thing that a round can be drawn from."""
        told = self.requests[0] if len(self.requests) == 1 else self.requests
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def new_seed() -> int:
    """Return a random seed, which not even the organiser chooses."""
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
    if loaded_tournament.tournament.set_up.has_phases:
        return _propose_phases(loaded_tournament, seed, fixed, forbidden)
    request = next_request(loaded_tournament, seed, fixed, forbidden)
    absent = request.get("absent", [])
    drawn_round = draw_from(request)
    if _is_over(request):
        raise TournamentRefused(Fault("over", "round"))
    if len(request["pairs"]) - len(absent) < 2:
        raise CannotDraw(DrawProblem("too_few", "absent"))
    strays = strays_in(loaded_tournament.tournament, drawn_round.tables, drawn_round.byes)
    return Proposal((request,), drawn_round._replace(broken=(*drawn_round.broken, *strays)))


def _propose_phases(
    loaded_tournament: LoadedTournament,
    seed: int,
    fixed: Iterable[tuple[str, str]],
    forbidden: Iterable[tuple[str, str]],
) -> Proposal:
    tournament = loaded_tournament.tournament
    last = tournament.last_round
    tables = play_round(loaded_tournament, last) if last else ()
    parts = draw_parts(tournament, tables, seed % (HIGHEST_SEED + 1), fixed, forbidden)
    drawn_round = joined_draw(parts, tournament.kept_tables)
    return Proposal(tuple(part.request for part in parts), drawn_round, parts)


def parts_to_come(loaded_tournament: LoadedTournament) -> tuple[RoundPart, ...]:
    """The parts of the next round, by which it is named; empty before the first phase is drawn.

    They are empty, too, where the next round cannot be drawn now, or its draw may take seconds.
    """
    tournament = loaded_tournament.tournament
    is_known = tournament.set_up.has_phases and phases_at(tournament).is_first_drawn
    if not is_known or len(tournament.pairs) >= MANY_PAIRS:
        return ()
    try:
        return propose(loaded_tournament, seed_of_next(tournament) or 0).round_parts
    except (CannotDraw, TournamentRefused):
        return ()


def _requests_now(
    loaded_tournament: LoadedTournament,
    seed: int,
    fixed: Iterable[tuple[str, str]],
    forbidden: Iterable[tuple[str, str]],
) -> tuple[DrawRequest, ...]:
    """The requests from which the next round would be drawn now."""
    if loaded_tournament.tournament.set_up.has_phases:
        return _propose_phases(loaded_tournament, seed, fixed, forbidden).requests
    return (next_request(loaded_tournament, seed, fixed, forbidden),)


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

    :raises NotFound, NotAllowed, Conflict: as of `Organised.write`.
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
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, body, operation_request
        )
        if not is_new:
            return loaded_tournament
        if proposal is None:
            raise Conflict(loaded_tournament)
        return TOURNAMENTS.append(
            loaded_tournament, phone_id, op_id, _proposed(body, proposal), operation_request
        )


def _proposed(body: RoundProposed, proposal: Proposal) -> RoundProposed:
    return replace(
        body,
        seed=proposal.seed,
        tables=proposal.draw.tables,
        byes=proposal.draw.byes,
    )


def _is_over(request: DrawRequest) -> bool:
    """Has the bracket its winner, if absence is ignored?"""
    if request["format"] != "knockout":
        return False
    drawn_round = draw_from(
        {
            "format": request["format"],
            "pairs": request["pairs"],
            "seed": request["seed"],
            "results": request["results"],
            "version": version_of(request),
        }
    )
    return not drawn_round.tables and not drawn_round.byes


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

    :raises NotFound, NotAllowed, Conflict, TournamentRefused: as of `Organised.write`.
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
        loaded_tournament, is_new = TOURNAMENTS.prepare(
            public_id, phone_id, op_id, revision, RoundDrawn(), operation_request
        )
        if not is_new:
            return loaded_tournament
        # It was drawn before the lock, which holds others up; a phone may have gone on since.
        if proposal is None or _requests_now(loaded_tournament, *wishes) != proposal.requests:
            raise Conflict(loaded_tournament)
        if shown_draw not in ("", proposal.mark):
            raise Conflict(loaded_tournament)
        loaded_tournament = _write_live(loaded_tournament, phone_id, op_id)
        operations: list[tuple[str, TournamentBody, Json]] = []
        if seed is None:
            first = RoundProposed(round=len(loaded_tournament.tournament.rounds) + 1)
            first = _proposed(first, proposal)
            operations.append((part_op_id(op_id, "proposal"), first, first.data))
        body = (
            drawn_round_of(loaded_tournament.tournament, proposal.parts, proposal.draw)
            if proposal.parts
            else RoundDrawn(request=proposal.requests[0], **proposal.draw._asdict())
        )
        operations.append((op_id, body, operation_request))
        loaded_tournament = TOURNAMENTS.append_all(loaded_tournament, phone_id, operations)
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
    operations = [(part_op_id(op_id, result.table), result, result.data) for result in results]
    return TOURNAMENTS.append_all(loaded_tournament, phone_id, operations)


def _as_result(
    drawn_round: DrawnRound, table: int, score: tuple[int, int], live: Live
) -> ResultWritten:
    return ResultWritten(
        round=drawn_round.number,
        table=table,
        score=score,
        hands=live.hands or NO_HANDS,
        source="live",
    )


def redraw_differences(tournament: Tournament) -> tuple[int, ...]:
    """The numbers of the rounds that would have been drawn otherwise by the results as they are.

    They are warned about, and never drawn again.
    """
    if tournament.set_up.has_phases:
        return _rounds_of_moved_phases(tournament)
    results = [round_json(one) for one in results_of(tournament)[0]]
    return tuple(
        drawn_round.number
        for drawn_round in tournament.rounds
        if _differs_redrawn(tournament, drawn_round, results)
    )


def has_redraw_difference(tournament: Tournament, drawn_round: DrawnRound) -> bool:
    """Would this round be drawn otherwise by the results as they are?"""
    if tournament.set_up.has_phases:
        return drawn_round.number in _rounds_of_moved_phases(tournament)
    results = [round_json(one) for one in results_of(tournament)[0]]
    return _differs_redrawn(tournament, drawn_round, results)


def new_redraw_differences(tournament: Tournament, body: TournamentBody) -> tuple[int, ...]:
    """The rounds that would be drawn otherwise only after this act.

    :raises TournamentRefused: it cannot be written.
    """
    after = with_act(tournament, TournamentAct(tournament.revision + 1, body))
    before = redraw_differences(tournament)
    return tuple(number for number in redraw_differences(after) if number not in before)


def _rounds_of_moved_phases(tournament: Tournament) -> tuple[int, ...]:
    """The first rounds of the phases in which others would be now, and rounds drawn otherwise."""
    phases = phases_at(tournament)
    moved = {
        phases.evening_rounds_of(played.number)[0]
        for played in phases.phases
        if played.would is not None
    }
    for parts in phases.parts.values():
        results: list[list[PlayedJson]] = []
        for played in parts:
            if _part_differs(played.part, results):
                moved.add(played.round)
            results = [
                *(played.part.request["results"] if played.part.is_bracket else results),
                round_json(played.results),
            ]
    return tuple(sorted(moved))


def _part_differs(part: RoundPart, results: list[list[PlayedJson]]) -> bool:
    """Would a part be drawn otherwise from these results?

    A ranking has the standings in its request, and is not drawn again.
    """
    if "order" in part.request or _winners(results) == _winners(part.request["results"]):
        return False
    try:
        return draw_part({**part.request, "results": results}) != draw_part(part.request)
    except CannotDraw:  # a bracket that others would have gone on in
        return True


def _differs_redrawn(
    tournament: Tournament, drawn_round: DrawnRound, results: list[list[PlayedJson]]
) -> bool:
    request = drawn_round.request
    now = results_to_draw_from(tournament, results[: drawn_round.number - 1])
    if _winners(now) == _winners(request["results"]):
        return False
    try:
        again = draw_from({**request, "results": now})
    except CannotDraw:  # a bracket that others would have gone on in
        return True
    before = drawn_round.act.body
    assert isinstance(before, RoundDrawn)
    return (before.tables, before.byes) != (again.tables, again.byes)


def _winners(rounds: list[list[PlayedJson]]) -> list[Mapping[str, int | None]]:
    """The winner of each table: a draw looks at nothing else."""
    return [
        {json.dumps([one["a"], one["b"]]): _winner(one) for one in played if "bye" not in one}
        for played in rounds
    ]


def _winner(one: PlayedJson) -> int | None:
    """Above 0 for the first pair, below for the second; None where neither was there."""
    if "forfeit" in one:
        return None
    ours, theirs = one["score"]
    return (ours > theirs) - (ours < theirs)
