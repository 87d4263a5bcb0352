"""Open a saved tournament: it is kept here from now on, and whoever opens it organises it."""

from typing import Final

from scorekeeper.rules.match import Match
from scorekeeper.services import matches
from scorekeeper.services.import_export import acts_of_match
from scorekeeper.services.phones import enrol_silent
from scorekeeper.services.tournament_acts.rounds import RoundDrawn
from scorekeeper.services.tournaments.acts import TournamentAct, part_op_id
from scorekeeper.services.tournaments.drawn_rounds import DrawnRound
from scorekeeper.services.tournaments.links import add_first_links
from scorekeeper.services.tournaments.playing import match_at, play_round
from scorekeeper.services.tournaments.redraws import redraw_differences
from scorekeeper.services.tournaments.replaying import replay
from scorekeeper.services.tournaments.service import LoadedTournament, find_tournament
from scorekeeper.services.tournaments.standing import standing_of
from scorekeeper.services.tournaments.state import Tournament
from scorekeeper.services.tournaments.tournament_file import NoTournamentFile, TournamentFile
from scorekeeper.services.tournaments.tournament_journal import TOURNAMENT_JOURNAL
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.db import writing
from scorekeeper.store.roles import TOURNAMENT_ROLES, TournamentRoleRow
from scorekeeper.store.streams import TOURNAMENT_EVENTS

_MISFITS: Final = (AssertionError, IndexError, KeyError, TypeError, ValueError)
"""What acts raise that do not fit together."""


def open_file(file: TournamentFile, phone_id: int, op_id: str) -> LoadedTournament:
    """The tournament of the file; the same operation again gives the same one.

    Each round has new matches, with the hands that the file tells, and new codes.

    :raises NoTournamentFile: its acts do not fit together.
    """
    with writing(op_id):
        event = TOURNAMENT_EVENTS.event_with(part_op_id(op_id, 1))
        if event is not None:
            return find_tournament(TOURNAMENT_EVENTS.public_id_of(event.owner_id))
        loaded_tournament = keep_file(file, phone_id, op_id)
    return find_tournament(loaded_tournament.public_id)


def keep_file(file: TournamentFile, phone_id: int, op_id: str) -> LoadedTournament:
    """The tournament of the file, kept by this operation. Belongs into a `writing` block.

    :raises NoTournamentFile: its acts do not fit together.
    """
    try:
        loaded_tournament = _keep(file, phone_id, op_id)
        _check(loaded_tournament)
    except _MISFITS as misfit:
        raise NoTournamentFile from misfit
    return loaded_tournament


def _keep(file: TournamentFile, phone_id: int, op_id: str) -> LoadedTournament:
    public_id, phone = matches.new_public_id(), enrol_silent()
    phones = {0: phone_id} | {by: enrol_silent() for by in {act.by for act in file.acts} - {0}}
    acts = [
        TournamentAct(seq, act.body, part_op_id(op_id, seq), act.at, phones[act.by])
        for seq, act in enumerate(file.acts, 1)
    ]
    tournament = replay(acts)
    tournament_id = queries.add_tournament(public_id, phone, matches.now())
    TOURNAMENT_ROLES.set_role(
        tournament_id, phone_id, TournamentRoleRow("organiser"), matches.now()
    )
    TOURNAMENT_JOURNAL.append(tournament_id, *acts, public_id=public_id)
    loaded_tournament = LoadedTournament(tournament_id, public_id, phone, tournament)
    for act in acts:
        if isinstance(act.body, RoundDrawn):
            _start(loaded_tournament, _as_drawn(tournament, acts, act), file, op_id)
    return loaded_tournament


def _as_drawn(
    tournament: Tournament, acts: list[TournamentAct], act: TournamentAct
) -> tuple[Tournament, DrawnRound]:
    """The round as it stands; one that was taken back as it was drawn."""
    for drawn_round in tournament.rounds:
        if drawn_round.act.seq == act.seq:
            return tournament, drawn_round
    then = replay(acts[: act.seq])
    assert then.last_round is not None
    return then, then.last_round


def _start(
    loaded_tournament: LoadedTournament,
    drawn: tuple[Tournament, DrawnRound],
    file: TournamentFile,
    op_id: str,
) -> None:
    tournament, drawn_round = drawn
    seq, addresses = drawn_round.act.seq, []
    for table in drawn_round.tables:
        match = file.matches.get((seq, table.number))
        match = match or match_at(tournament, drawn_round, table)
        addresses.append(
            _keep_match(match, loaded_tournament.phone, part_op_id(op_id, f"{seq} {table.number}"))
        )
    add_first_links(addresses)
    numbers = [table.number for table in drawn_round.tables]
    rows = [(number, row_id) for number, (_, row_id) in zip(numbers, addresses, strict=True)]
    queries.add_tables(loaded_tournament.id, seq, rows)


def _keep_match(match: Match, phone: int, op_id: str) -> tuple[str, int]:
    acts = [act._replace(at=matches.now(), phone=phone) for act in acts_of_match(match, op_id)]
    public_id = matches.keep_new(acts, has_scorer=False)
    return public_id, matches.load(public_id)[0]


def _check(loaded_tournament: LoadedTournament) -> None:
    """See that it can be shown: what does not fit together raises one of `_MISFITS`."""
    tournament = loaded_tournament.tournament
    standing_of(loaded_tournament)
    redraw_differences(tournament)
    for drawn_round in tournament.rounds:
        for one in play_round(loaded_tournament, drawn_round):
            for key in (one.table.a, one.table.b):
                tournament.pair_in(key, drawn_round.number)
        for key in drawn_round.byes:
            tournament.pair_in(key, drawn_round.number)
