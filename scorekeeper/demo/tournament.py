"""A tournament in its second round: twelve pairs, eight hands a match, by the rules of the café."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from scorekeeper.demo.story import StoryStep, contract, do_step, hand
from scorekeeper.draws.standings import StandingRules
from scorekeeper.journal import clock
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.matches import find_match
from scorekeeper.match.pencil.links import open_link
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament import drawing, service
from scorekeeper.tournament.acts.pair_acts import PairsAdded
from scorekeeper.tournament.acts.result_acts import PointsAdjusted, ResultWritten
from scorekeeper.tournament.acts.set_ups import TournamentSetUp
from scorekeeper.tournament.pasted_list import read_pairs
from scorekeeper.tournament.playing import play_round
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
"""What was written at the tables of the first round; at the sixth a phone keeps the score."""
_HANDS: Final = (
    hand("A", 90, "♥", 97),
    hand("B", 80, "♠", 70),
    hand("A", 100, "♣", 112),
    hand("B", 90, "♦", 58, pilotta="B"),
    hand("B", 100, "♥", 71),
    hand("A", 80, "♠", 84),
    hand("A", 90, "♦", 79),
    hand("B", 110, "♣", 45, declarations={"B": ["run3"]}),
)
_PLAYED: Final = {2: _HANDS, 3: (*_HANDS[:3], contract("B", 90, "♦")), 4: _HANDS[3:5]}
"""What phones have written in the second round."""


def tell_tournament(phone_id: int) -> str:
    """Set it up as this phone's, as if it were being played now; its address."""
    start = clock.moment() - timedelta(minutes=80)
    with clock.at(start):
        loaded_tournament = _set_up(phone_id)
        loaded_tournament = drawing.draw_round(
            loaded_tournament.public_id, phone_id, new_operation_id(), loaded_tournament.revision
        )
        _play(loaded_tournament, 6, _HANDS)
    with clock.at(start + timedelta(minutes=45)):
        for table, score in enumerate(_FIRST, 1):
            loaded_tournament = _write(loaded_tournament, phone_id, table, score)
        loaded_tournament = _write(
            loaded_tournament, phone_id, 2, (95, 113), "131 έγραφε το φύλλο, αθροίστηκε λάθος"
        )
        late = PointsAdjusted(pair="9", to="difference", points=-10, reason="Ήρθαν αργά")
        loaded_tournament = _do(loaded_tournament, phone_id, late)
        loaded_tournament = drawing.draw_round(
            loaded_tournament.public_id, phone_id, new_operation_id(), loaded_tournament.revision
        )
        loaded_tournament = _write(loaded_tournament, phone_id, 1, (108, 94))
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
        limit=len(_HANDS),
        rounds=4,
        standing=StandingRules(),
    )
    loaded_tournament = TOURNAMENTS.begin_once(
        TournamentSetUp.of(set_up), phone_id, new_operation_id()
    )
    return _do(loaded_tournament, phone_id, PairsAdded(pairs=read_pairs(_PAIRS).pairs))


def _do(
    loaded_tournament: LoadedTournament, phone_id: int, body: TournamentBody
) -> LoadedTournament:
    return TOURNAMENTS.write(
        loaded_tournament.public_id, phone_id, new_operation_id(), loaded_tournament.revision, body
    )


def _write(
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
    return _do(loaded_tournament, phone_id, result)


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
