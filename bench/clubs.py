"""A club: a season of large tournaments, a person with many matches, and what it costs a save.

Pages are asked of the app in this process, without HTTP, and told in CPU. The limits are seconds,
the same page with nothing in memory, and the save of a match without a club.
"""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from itertools import cycle
from pathlib import Path
from time import thread_time
from typing import Final, NamedTuple

from flask.testing import FlaskClient

from bench.copying import add_copies
from bench.flows import TOLD, Played
from bench.seeding import TARGET, House
from bench.table import Row, at_most, microseconds, milliseconds, row, take_turns
from scorekeeper.club.club_record import forget_counted
from scorekeeper.club.club_service import CLUB_JOURNAL
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL
from tests.support.desk import ClubDesk, ClubTable, Desk
from tests.support.table import Table

_ROUNDS: Final = 5
"""Of each tournament."""
_HANDS: Final = 20
"""In each match before a save is measured: an evening's."""
_IN_A_MATCH: Final = 12
_SEASON: Final = 1.0
_RECORD: Final = 3.0
"""Seconds with nothing in memory."""


class ClubSize(NamedTuple):
    """How much is measured."""

    rounds: int
    tournaments: int
    pairs: int
    matches: int
    saves: int
    """Of each kind in a round."""


FULL_CLUB: Final = ClubSize(rounds=5, tournaments=20, pairs=80, matches=1_200, saves=100)
QUICK_CLUB: Final = ClubSize(rounds=1, tournaments=4, pairs=8, matches=40, saves=2)


def club_rows(size: ClubSize, folder: Path) -> Iterator[Row]:
    """The rows of a season, of a record and of a save."""
    house = House(folder / "club")
    with house.app.app_context():
        yield from _BenchedClub(house, size).rows()
    house.close()


class _BenchedClub:
    """A club with a season, and with matches by four persons. In an app's context."""

    def __init__(self, house: House, size: ClubSize) -> None:
        self._size, self._client = size, house.app.test_client()
        names = [f"Maria {number}" for number in range(1, 2 * size.pairs + 1)]
        self._desk = ClubDesk(*names)
        self._evenings = [_evening(names, number) for number in range(size.tournaments)]
        persons = {
            str(pair): [str(2 * pair - 1), str(2 * pair)] for pair in range(1, size.pairs + 1)
        }
        for evening in self._evenings:
            self._desk.belong(evening, persons)
        self._desk.season(*self._evenings)
        self._last = self._play(_IN_A_MATCH)
        add_copies(self._last, size.matches - 1)

    def rows(self) -> Iterator[Row]:
        """Every row as it is measured."""
        yield from self._season_rows()
        yield from self._record_rows()
        yield self._save_row()

    def _season_rows(self) -> Iterator[Row]:
        size = f"{self._size.tournaments} tournaments of {self._size.pairs} pairs"
        page = f"/c/{self._desk.public_id}/seasons/1"
        again = partial(self._spent, page)
        yield from self._page_rows(
            f"CPU of a season of {size}",
            page,
            _SEASON,
            ("unchanged", again, 0.03),
        )

    def _record_rows(self) -> Iterator[Row]:
        hands = self._size.matches * _IN_A_MATCH
        size = f"{self._size.matches:,} matches, {hands:,} hands"
        page = f"/c/{self._desk.public_id}/record/1"
        again = partial(self._after_one_more, page)
        yield from self._page_rows(
            f"CPU of the record of a person with {size}",
            page,
            _RECORD,
            ("after one more", again, 0.1),
        )

    def _page_rows(
        self,
        what: str,
        page: str,
        limit: float,
        again: tuple[str, Callable[[], float], float],
    ) -> Iterator[Row]:
        """The rows of a page that counts much: cold against a limit in seconds, and asked for
        again against cold."""
        again_name, measure_again, most = again
        cold, later = take_turns(self._size.rounds, lambda: self._cold(page), measure_again)
        limits = [limit] * len(cold)
        yield row(f"{what}, cold / {limit:.0f} s", cold, limits, milliseconds, at_most(1))
        yield row(f"{what}, {again_name} / cold", later, cold, milliseconds, at_most(most))

    def _save_row(self) -> Row:
        told = [self._saves() for _ in range(self._size.rounds + 1)][1:]  # one to warm up
        ours, limit = zip(*told, strict=True)
        what = "CPU of saving a hand of a club's match / of one of no club"
        return row(what, ours, limit, microseconds, at_most(1.05))

    def _spent(self, page: str) -> float:
        begin = thread_time()
        answer = self._client.get(page)
        spent = thread_time() - begin
        assert answer.status_code == 200, answer.status
        return spent

    def _cold(self, page: str) -> float:
        _forget_all()
        return self._spent(f"{page}?{new_operation_id()}")  # pages are kept by their addresses

    def _after_one_more(self, page: str) -> float:
        """Of the page after a hand more, where the last answer is known."""
        self._spent(page)
        self._last = _save(self._client, self._last)
        return self._spent(page)

    def _saves(self) -> tuple[float, float]:
        """The seconds of a save at the club and elsewhere, in turn, in fresh matches."""
        matches = [self._play(_HANDS), self._play(_HANDS, at_club=False)]
        spent = [0.0, 0.0]
        for _, at in zip(range(2 * self._size.saves), cycle((0, 1))):
            begin = thread_time()
            matches[at] = _save(self._client, matches[at])
            spent[at] += thread_time() - begin
        return spent[0] / self._size.saves, spent[1] / self._size.saves

    def _play(self, hands: int, *, at_club: bool = True) -> Played:
        table = ClubTable(self._desk, target=TARGET) if at_club else Table(target=TARGET)
        table.play(*(TOLD[number % len(TOLD)] for number in range(hands)))
        return Played(table.kept.public_id, table.phone, table.secret, table.kept.revision)


def _evening(names: list[str], number: int) -> Desk:
    """A tournament that was played to its end."""
    evening = Desk(day=date(2026, 1, 2) + timedelta(7 * number), rounds=_ROUNDS)
    evening.add(*zip(names[::2], names[1::2], strict=True))
    for place in range(_ROUNDS):
        evening.draw()
        for table in evening.tournament.last_round.tables:
            evening.result(table.number, 351, 100 + (37 * table.number + 11 * place) % 240)
    return evening


def _save(client: FlaskClient, played: Played) -> Played:
    """The match after one more hand, told to the API."""
    answer = client.put(
        f"/api/v1/matches/{played.public_id}/ops/{new_operation_id()}",
        json={
            "op": "record",
            "revision": played.revision,
            "hand": TOLD[played.revision % len(TOLD)],
        },
        headers={"Authorization": f"Bearer {played.secret}"},
    )
    assert answer.status_code == 201, answer.text
    return played._replace(revision=played.revision + 1)


def _forget_all() -> None:
    for journal in (CLUB_JOURNAL, MATCH_JOURNAL, TOURNAMENT_JOURNAL):
        journal.forget_all()
    forget_counted()
