"""The tables of a round: their matches, and what is known of each at this moment."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

from scorekeeper.draws.model import Bye, PlayedPairing, Round
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import matches
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.head_acts import Changed, difference
from scorekeeper.match.agreement import flags
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.rules.match import Match, Party, Row, side_of
from scorekeeper.rules.model import SEATS, SIDES, BySide
from scorekeeper.rules.names import LONGEST_NAME, shorten
from scorekeeper.store import tournament_queries as queries
from scorekeeper.store.db import lock
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.service import LoadedTournament, add_first_links
from scorekeeper.tournament.sheets.sheet_codec import Difference, first_difference, hand_of, won_of
from scorekeeper.tournament.sheets.sheet_slips import SheetHand
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import DrawnTable, players_of, round_end
from scorekeeper.tournament.tournament_set_up import SetUp

State = Literal["waiting", "playing", "over"]
SILENT_AFTER: Final = timedelta(minutes=10)
"""A table at which nothing was written for so long may have lost its phone."""


@dataclass(frozen=True, slots=True)
class Live:
    """A table's match as its scorer writes it."""

    match_id: int
    public_id: str
    ledger: Ledger
    totals: tuple[int, int]
    """After the hands that count in this tournament."""
    hands: tuple[int, int] | None
    """That each side won; None where earlier hands came as a score from elsewhere."""
    played: tuple[Row, ...]
    """The hands that count."""
    is_over: bool
    is_level: bool
    """Would it be over, if it needed no winner?"""

    @property
    def number(self) -> int:
        """The number of hands that were played."""
        return len(self.played)

    @property
    def sheet_hands(self) -> tuple[SheetHand | None, ...]:
        """The hands that count, as a sheet would have them."""
        return tuple(map(hand_of, self.played))

    @property
    def winner_differs(self) -> bool:
        """Did a claim give the match to a side that has no more than the other?

        The organiser rules on such a result.
        """
        winner = self.ledger.standing.winner
        ours, theirs = self.totals
        return winner is not None and (ours == theirs or (ours > theirs) != (winner == "A"))

    @property
    def score(self) -> tuple[int, int] | None:
        """The result; None while no result can be taken as it is."""
        return self.totals if self.is_over and not self.winner_differs else None


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table, what was written of it and what its phone says."""

    table: DrawnTable
    live: Live | None

    @property
    def score(self) -> tuple[int, int] | None:
        """The score that counts: the written one, else the phone's."""
        if self.table.result is not None:
            return self.table.result.score
        return self.live.score if self.live else None

    @property
    def is_only_live(self) -> bool:
        """Does the phone's score count, because no result is written yet?"""
        return self.table.result is None and self.score is not None

    @property
    def disagrees(self) -> bool:
        """Do the phone and what was written say different things?"""
        result, live = self.table.result, self.live
        if result is None or result.is_decided or live is None or not live.is_over:
            return False
        return result.score != live.totals

    @property
    def difference(self) -> Difference | None:
        """The first hand in which the typed sheet and the phone differ."""
        result, live = self.table.result, self.live
        if result is None or not result.sheet or live is None or not live.number:
            return None
        return first_difference(result.sheet, live.sheet_hands, is_over=live.is_over)

    @property
    def state(self) -> State:
        """The state of the table: does it play?"""
        if self.score is not None or (self.live and self.live.is_over):
            return "over"
        return "playing" if self.live and self.live.number else "waiting"

    @property
    def has_begun(self) -> bool:
        """Has its phone written a hand?"""
        return self.live is not None and bool(self.live.ledger.standing.rows)

    @property
    def flags(self) -> int:
        """How many flags stand open."""
        return sum(flag.is_open for flag in flags(self.live.ledger)) if self.live else 0

    @property
    def silent(self) -> timedelta | None:
        """How long nothing was written, where it should have been."""
        if self.state != "playing" or self.live is None:
            return None
        last = self.live.ledger.acts[-1].at
        silent = now() - last if last else timedelta()
        return silent if silent >= SILENT_AFTER else None

    def played(self) -> PlayedPairing | None:
        """The result as draws and standings read it."""
        if self.score is None:
            return None
        result = self.table.result
        forfeit = result.forfeit if result else None
        return PlayedPairing(self.table.a, self.table.b, self.score, self._hands, forfeit)

    @property
    def _hands(self) -> tuple[int, int] | None:
        if self.table.result is not None:
            return self.table.result.known_hands
        return self.live.hands if self.live else None


def play_round(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound
) -> tuple[PlayedTable, ...]:
    """The tables of the round, in order, as they stand now."""
    return _play_tables(loaded_tournament, drawn_round, drawn_round.tables)


def play_table(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound, number: int
) -> PlayedTable | None:
    """The table with this number as it stands now; a round may leave numbers out."""
    tables = [table for table in drawn_round.tables if table.number == number]
    return next(iter(_play_tables(loaded_tournament, drawn_round, tables)), None)


def _play_tables(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound, tables: Sequence[DrawnTable]
) -> tuple[PlayedTable, ...]:
    numbers = {table.number for table in tables}
    of_round = queries.tables_of(loaded_tournament.id, drawn_round.act.seq)
    rows = [row for row in of_round if row[0] in numbers]
    ledgers = dict(MATCH_JOURNAL.find_all([(match_id, address) for _, match_id, address in rows]))
    live = {
        number: live_of(match_id, address, ledgers[address], drawn_round.set_up_at(number))
        for number, match_id, address in rows
        if address in ledgers  # what a damaged one says counts for nothing
    }
    return tuple(PlayedTable(table, live.get(table.number)) for table in tables)


def hold_round(
    loaded_tournament: LoadedTournament, drawn_round: DrawnRound | None
) -> tuple[PlayedTable, ...]:
    """The tables of the round; no phone writes there until this is written.

    Belongs in a `writing` block.
    """
    if drawn_round is None:
        return ()
    lock(
        *(address for _, _, address in queries.tables_of(loaded_tournament.id, drawn_round.act.seq))
    )
    return play_round(loaded_tournament, drawn_round)


def mark_of(loaded_tournament: LoadedTournament) -> str:
    """Another one after each act of the tournament and of its matches."""
    return f"{loaded_tournament.revision}-{queries.revisions_of(loaded_tournament.id)}"


def live_of(match_id: int, public_id: str, ledger: Ledger, set_up: SetUp) -> Live:
    """The match as a table of a round that was drawn when the tournament was set up so."""
    match = round_end(
        ledger.standing, set_up.length, set_up.limit, needs_winner=set_up.needs_winners
    )
    won = won_of([(row.score.A, row.score.B) for row in match.hands if row.score])
    hands = None if match.is_carried_over else (won.A, won.B)
    return Live(
        match_id,
        public_id,
        ledger,
        (match.totals.A, match.totals.B),
        hands,
        match.hands,
        match.is_over,
        match.is_level,
    )


def results_of(
    tournament: Tournament, last: Sequence[PlayedTable] = ()
) -> tuple[tuple[Round, ...], bool]:
    """The rounds as draws and standings read them, and whether all of it is known.

    `last` are the tables of the round that is played, as far as they are over.
    """
    rounds: list[Round] = []
    is_whole = True
    for drawn_round in tournament.rounds:
        is_last = drawn_round == tournament.last_round and last
        tables = last if is_last else [PlayedTable(table, None) for table in drawn_round.tables]
        played = [table.played() for table in tables]
        is_whole = is_whole and None not in played
        results = [one for one in played if one is not None]
        rounds.append((*results, *(Bye(pair) for pair in drawn_round.byes)))
    return tuple(rounds), is_whole


def start_tables(loaded_tournament: LoadedTournament, drawn_round: DrawnRound) -> None:
    """Start the match of each table, with a link for its scorer. Belongs in a `writing` block."""
    new_matches = [
        match_at(loaded_tournament.tournament, drawn_round, table) for table in drawn_round.tables
    ]
    if new_matches:
        addresses = matches.add_started_matches(new_matches, loaded_tournament.phone)
        add_first_links(addresses)
        rows = zip(drawn_round.tables, addresses, strict=True)
        queries.add_tables(
            loaded_tournament.id,
            drawn_round.act.seq,
            [(table.number, match_id) for table, (_, match_id) in rows],
        )


def match_at(tournament: Tournament, drawn_round: DrawnRound, table: DrawnTable) -> Match:
    """The match that is about to start there; the first of side A deals."""
    pairs = BySide(*(tournament.pair_in(key, drawn_round.number) for key in (table.a, table.b)))
    return Match(
        sides=BySide(*(Party(shorten(pair.name, LONGEST_NAME), pair.players) for pair in pairs)),
        rules=drawn_round.set_up.match_rules,
        first_dealer=SEATS[0],
        started=matches.started_now(),
    )


def name_tables(
    loaded_tournament: LoadedTournament,
    drawn_round: DrawnRound,
    live: Mapping[int, Live],
    pairs: Collection[str],
) -> None:
    """Name these pairs in these matches, by their tables, as they are called now.

    Nothing else of a match changes. Belongs in a `writing` block.
    """
    for table in drawn_round.tables:
        if table.number in live:
            _name_table(loaded_tournament, drawn_round, table, live[table.number], pairs)


def _name_table(
    loaded_tournament: LoadedTournament,
    drawn_round: DrawnRound,
    table: DrawnTable,
    live: Live,
    pairs: Collection[str],
) -> None:
    sides = [
        side
        for side, key in zip(SIDES, (table.a, table.b), strict=True)
        if not {*pairs}.isdisjoint(players_of((key,)))
    ]
    new = difference(live.ledger.match, match_at(loaded_tournament.tournament, drawn_round, table))
    body = Changed(
        names={side: name for side, name in new.names.items() if side in sides},
        players={seat: name for seat, name in new.players.items() if side_of(seat) in sides},
    )
    if body != Changed():
        seq, op_id = live.ledger.revision + 1, new_operation_id()
        act = MatchAct(seq, body, op_id, now(), loaded_tournament.phone)
        MATCH_JOURNAL.append(live.match_id, act)
