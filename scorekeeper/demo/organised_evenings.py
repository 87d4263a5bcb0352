"""A tournament in its second round and a club of two seasons, by the rules of the café."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from scorekeeper.club import club_service
from scorekeeper.club.acts.club_set_ups import ClubCreated, SeasonSetUp
from scorekeeper.club.acts.roster import PersonAdded, PlayersKnown, TournamentBelongs
from scorekeeper.club.club_matches import start_at_club
from scorekeeper.club.club_service import CLUBS, LoadedClub
from scorekeeper.club.club_state import ClubBody, SeasonTournament
from scorekeeper.config import current_settings
from scorekeeper.demo.story import StoryStep, contract, do_step, hand
from scorekeeper.draws.standings import StandingRules
from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.json_values import Json
from scorekeeper.match import matches
from scorekeeper.match.links import open_link
from scorekeeper.match.matches import find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide, Seat
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament import round_draw, service
from scorekeeper.tournament.acts.pair_acts import PairsAdded
from scorekeeper.tournament.acts.result_acts import PointsAdjusted, ResultWritten
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.pasted_list import read_pairs
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament
from scorekeeper.tournament.state import TournamentBody
from scorekeeper.tournament.tournament_set_up import SetUp

_PAIRS: Final = """
Μαρία Χαραλάμπους, Γιώργος Χαραλάμπους, Πλάτανος, 1, x
Ελένη, Ανδρέας, Πλάτανος, 2, x
Χρυστάλλα; Νεόφυτος; Βρύση; 3; x
Παναγιώτα / Σάββας
Άντρια-Κωνσταντίνα Παπαχριστοδουλοπούλου, Κωστάκης, Βρύση, 4, x
Δέσπω & Πανίκος
Νίκη – Φοίβος
Σούλα, Αντώνης, Ομόνοια Αραδίππου
Γιωργούλλα, Μιχάλης
Κατερίνα, Πέτρος
Θεκλού, Χαμπής
Αθηνούλα, Βάσος
"""
_FIRST: Final = ((112, 87), (95, 131), (140, 66), (78, 121), (103, 99))
"""The scores at the tables of the first round; at the sixth table a phone keeps the score."""
_TOURNAMENT_HANDS: Final = (
    hand("A", 90, "♥", 97),
    hand("B", 80, "♠", 70),
    hand("A", 100, "♣", 112),
    hand("B", 90, "♦", 58, pilotta="B"),
    hand("B", 100, "♥", 71),
    hand("A", 80, "♠", 84),
    hand("A", 90, "♦", 79),
    hand("B", 110, "♣", 45, declarations={"B": ["run3"]}),
)
_PLAYED: Final = {
    2: _TOURNAMENT_HANDS,
    3: (*_TOURNAMENT_HANDS[:3], contract("B", 90, "♦")),
    4: _TOURNAMENT_HANDS[3:5],
}
"""The hands that phones have written in the second round, by table."""


def tell_tournament(phone_id: int) -> str:
    """Set the tournament up as this phone's, as if played now, and return its address."""
    start = clock.moment() - timedelta(minutes=80)
    with clock.at(start):
        loaded_tournament = _set_up(phone_id)
        loaded_tournament = round_draw.draw_round(
            loaded_tournament.public_id, phone_id, new_operation_id(), loaded_tournament.revision
        )
        _play(loaded_tournament, 6, _TOURNAMENT_HANDS)
    with clock.at(start + timedelta(minutes=45)):
        for table, score in enumerate(_FIRST, 1):
            loaded_tournament = _write_in_tournament(loaded_tournament, phone_id, table, score)
        loaded_tournament = _write_in_tournament(
            loaded_tournament, phone_id, 2, (95, 113), "131 έγραφε το φύλλο, αθροίστηκε λάθος"
        )
        late = PointsAdjusted(pair="9", to="difference", points=-10, reason="Ήρθαν αργά")
        loaded_tournament = _do_in_tournament(loaded_tournament, phone_id, late)
        loaded_tournament = round_draw.draw_round(
            loaded_tournament.public_id, phone_id, new_operation_id(), loaded_tournament.revision
        )
        loaded_tournament = _write_in_tournament(loaded_tournament, phone_id, 1, (108, 94))
        for table, steps in _PLAYED.items():
            _play(loaded_tournament, table, steps)
    return loaded_tournament.public_id


def _set_up(phone_id: int) -> LoadedTournament:
    set_up = SetUp(
        name="Τουρνουά του Πλατάνου",
        day=clock.moment().date(),
        place="Καφενείο ο Πλάτανος",
        organiser="Μαρία Χαραλάμπους",
        rules=PRESETS["cafe"],
        length="hands",
        limit=len(_TOURNAMENT_HANDS),
        rounds=4,
        standing=StandingRules(),
    )
    loaded_tournament = TOURNAMENTS.begin_once(
        TournamentSetUp.of(set_up), phone_id, new_operation_id()
    )
    return _do_in_tournament(
        loaded_tournament, phone_id, PairsAdded(pairs=read_pairs(_PAIRS).pairs)
    )


def _do_in_tournament(
    loaded_tournament: LoadedTournament, phone_id: int, body: TournamentBody
) -> LoadedTournament:
    return TOURNAMENTS.write(
        loaded_tournament.public_id, phone_id, new_operation_id(), loaded_tournament.revision, body
    )


def _write_in_tournament(
    loaded_tournament: LoadedTournament,
    phone_id: int,
    table: int,
    score: tuple[int, int],
    reason: str = "",
) -> LoadedTournament:
    result = ResultWritten(
        round=len(loaded_tournament.tournament.rounds),
        table=table,
        score=score,
        hands=(0, 0),
        source="organiser",
        reason=reason,
    )
    return _do_in_tournament(loaded_tournament, phone_id, result)


def _play(loaded_tournament: LoadedTournament, table: int, steps: Iterable[StoryStep]) -> None:
    """Write these at the table, as a phone there that opened its code does."""
    last = loaded_tournament.tournament.last_round
    live = play_round(loaded_tournament, last)[table - 1].live if last else None
    secret = service.table_link(live.public_id) if live else None
    assert live is not None
    assert secret is not None
    scorer, _secret = enrol_phone()
    open_link(secret, scorer, new_operation_id())
    loaded_match, moment = find_match(live.public_id), clock.moment()
    for step in steps:
        moment += timedelta(minutes=step.minutes)
        with clock.at(moment):
            loaded_match = do_step(loaded_match, step, scorer)


_PERSONS: Final = (
    ("Μαρία Χαραλάμπους", "Μαρικκού"), ("Γιώργος Χαραλάμπους", ""), ("Ελένη Νεοφύτου", ""),
    ("Ανδρέας Λοΐζου", "Αντρίκκος"), ("Δέσπω Κωνσταντίνου", ""), ("Πανίκος Σάββα", ""),
    ("Νίκη Παπαγεωργίου", ""), ("Φοίβος Μιχαήλ", ""),
)  # fmt: skip
_WEEKS_AGO: Final = ((60, 58, 56), (8, 6, 4))
"""The evenings of each season."""
_OF_YEAR: Final = ("Χειμώνας", "Άνοιξη", "Καλοκαίρι", "Φθινόπωρο")
_RULES: Final[Json] = {
    "by": "player",
    "points": {"scheme": "places", "table": [25, 18, 15, 12], "rest": 0},
    "best": 2,
    "minimum": 0,
    "ties": ["wins", "countback"],
}
_SCORES: Final = ((351, 287), (214, 351), (351, 309), (351, 190), (298, 351), (351, 340))
_CLUB_HANDS: Final = (
    hand("A", 90, "♥", 97), hand("B", 80, "♠", 70), hand("A", 100, "♣", 112),
    hand("B", 90, "♦", 58, pilotta="B"), hand("B", 100, "♥", 71), hand("A", 80, "♠", 84),
    hand("A", 110, "♦", 79), hand("B", 110, "♣", 45, declarations={"B": ["run3"]}),
    hand("A", 80, "♣", 92), hand("B", 80, "♥", 95), hand("A", 90, "♦", 101, pilotta="A"),
)  # fmt: skip
_SHORT: Final = replace(PRESETS["cafe"], target=151)
_MATCHES: Final = 10
_BY_SIDES: Final[tuple[Seat, ...]] = ("A1", "A2", "B1", "B2")


def tell_club(phone_id: int) -> str:
    """Set the club up as this phone's, with its games, and return its address."""
    zone = current_settings().zone
    today = clock.moment().astimezone(zone).date()
    body = ClubCreated(name="Ο Πλάτανος", place="Λάρνακα")
    loaded_club = CLUBS.begin_once(body, phone_id, new_operation_id())
    for name, note in _PERSONS:
        loaded_club = _do_in_club(loaded_club, phone_id, PersonAdded(name=name, note=note))
    for number, weeks in enumerate(_WEEKS_AGO, 1):
        days = [today - timedelta(weeks=one) for one in weeks]
        addresses = [_tell_evening(loaded_club, phone_id, day, number) for day in days]
        loaded_club = club_service.find_club(loaded_club.public_id)
        season = SeasonSetUp(
            season=number,
            name=f"{_OF_YEAR[days[0].month % 12 // 3]} {days[0].year}",
            rules={**_RULES},
            tournaments=tuple(SeasonTournament(one, "1") for one in addresses),
        )
        loaded_club = _do_in_club(loaded_club, phone_id, season)
    for number in range(_MATCHES):
        day = today - timedelta(days=9 * (_MATCHES - number))
        with clock.at(datetime(day.year, day.month, day.day, 20, 30, tzinfo=zone)):
            _tell_match(loaded_club, number)
    return loaded_club.public_id


def _do_in_club(loaded_club: LoadedClub, phone_id: int, body: ClubBody) -> LoadedClub:
    at = loaded_club.public_id, phone_id, new_operation_id(), loaded_club.revision
    return CLUBS.write(*at, body)


def _seated(number: int) -> list[str]:
    """The persons' numbers in the order of an evening's pairs: each time with another partner."""
    odd, even = ["1", "3", "5", "7"], ["2", "4", "6", "8"]
    turned = even[number % 4 :] + even[: number % 4]
    return [one for two in zip(odd, turned, strict=True) for one in two]


def _tell_evening(loaded_club: LoadedClub, phone_id: int, day: date, number: int) -> str:
    """A tournament of four pairs that was played on this day; its address."""
    zone = current_settings().zone
    seated = _seated(number + day.toordinal() // 7)
    with clock.at(datetime(day.year, day.month, day.day, 19, 0, tzinfo=zone)):
        set_up = SetUp(
            name="Βραδιά στον Πλάτανο",
            day=day,
            place="Λάρνακα",
            rules=PRESETS["cafe"],
            rounds=3,
            format="round_robin",
            standing=StandingRules(),
        )
        tournament = TOURNAMENTS.begin_once(
            TournamentSetUp.of(set_up), phone_id, new_operation_id()
        )
        names = [_PERSONS[int(one) - 1][0] for one in seated]
        lines = [f"{a}, {b}" for a, b in zip(names[::2], names[1::2], strict=True)]
        added = PairsAdded(pairs=read_pairs("\n".join(lines)).pairs)
        tournament = _write_in_club(tournament, phone_id, added)
        for drawn in range(3):
            where = tournament.public_id, phone_id, new_operation_id(), tournament.revision
            tournament = round_draw.draw_round(*where)
            for table in (1, 2):
                score = _SCORES[(number + drawn * 2 + table + day.day) % len(_SCORES)]
                result = ResultWritten(
                    round=drawn + 1,
                    table=table,
                    score=score,
                    hands=(0, 0),
                    source="organiser",
                    reason="",
                )
                tournament = _write_in_club(tournament, phone_id, result)
        players = {str(pair): (seated[2 * pair - 2], seated[2 * pair - 1]) for pair in range(1, 5)}
        address = tournament.public_id
        club = club_service.find_club(loaded_club.public_id)
        club = _do_in_club(club, phone_id, TournamentBelongs(tournament=address))
        _do_in_club(club, phone_id, PlayersKnown(tournament=address, players=players))
    return address


def _write_in_club(
    tournament: LoadedTournament, phone_id: int, body: TournamentBody
) -> LoadedTournament:
    at = tournament.public_id, phone_id, new_operation_id(), tournament.revision
    return TOURNAMENTS.write(*at, body)


def _tell_match(loaded_club: LoadedClub, number: int) -> None:
    """Write a match of four persons with a new phone."""
    phone_id, _secret = enrol_phone()
    seated, pair, other = _seated(number), 2 * (number % 4), 2 * ((number + 1 + number % 3) % 4)
    four = *seated[pair : pair + 2], *seated[other : other + 2]
    seats = dict(zip(_BY_SIDES, four, strict=True))
    names = {seat: _PERSONS[int(one) - 1][0] for seat, one in seats.items()}
    sides = BySide(Party("", (names["A1"], names["A2"])), Party("", (names["B1"], names["B2"])))
    op_id = new_operation_id()
    match = Match(sides=sides, rules=_SHORT, first_dealer="A1")
    loaded_match, _new = matches.start_match(match, phone_id, op_id)
    loaded_match = start_at_club(loaded_match, phone_id, op_id, loaded_club.public_id, seats)
    for played in range(3 * len(_CLUB_HANDS)):
        step = _CLUB_HANDS[(number + played * (played + number)) % len(_CLUB_HANDS)]
        if not loaded_match.ledger.standing.is_over:
            loaded_match = do_step(loaded_match, step, phone_id)
