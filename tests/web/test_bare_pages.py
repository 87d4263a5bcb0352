"""Every page of a match, a tournament and a club in which nothing stands, or no name any more."""

from datetime import date

import pytest

from scorekeeper.club.erased_names import erase_club
from scorekeeper.match.erasure import erase_match
from scorekeeper.tournament.erasure import erase_tournament
from tests.club_desk import ClubDesk
from tests.desk import Desk
from tests.phone import Phone
from tests.table import MADE, Table
from tests.web.test_framing import readable


def empty_match():
    table = Table()
    return table, {"public_id": table.kept.public_id}


def erased_match():
    table = Table().play(MADE)
    erase_match(table.kept.public_id, table.phone)
    return table, {"public_id": table.kept.public_id, "hand_id": 2}


def empty_tournament():
    desk = Desk()
    return desk, {"tournament_id": desk.public_id}


def undrawn_tournament():
    desk = Desk(4)
    return desk, {"tournament_id": desk.public_id}


def erased_tournament():
    desk = Desk(4, format="round_robin").draw().result(1, 351, 200)
    erase_tournament(desk.public_id, desk.phone)
    return desk, {"tournament_id": desk.public_id}


def empty_club():
    desk = ClubDesk()
    return desk, {"club_id": desk.public_id}


def club_with_empty_season():
    desk = ClubDesk("Maria").season()
    return desk, {"club_id": desk.public_id, "who": "1"}


def erased_club():
    desk = ClubDesk("Maria", "Giorgos")
    evening = Desk(day=date(2026, 2, 6), format="round_robin")
    evening.add(("Maria", "Giorgos"), ("Eleni", "Andreas")).draw().result(1, 351, 200)
    desk.belong(evening, {"1": ["1", "2"]}).season(evening)
    erase_club(desk.public_id, desk.phone)
    return desk, {"club_id": desk.public_id, "address": evening.public_id, "who": "1"}


@pytest.mark.parametrize("is_inside", [True, False], ids=["inside", "stranger"])
@pytest.mark.parametrize(
    "make",
    [
        *(empty_match, erased_match),
        *(empty_tournament, undrawn_tournament, erased_tournament),
        *(empty_club, club_with_empty_season, erased_club),
    ],
    ids=lambda make: make.__name__,
)
def test_bare_pages_are_no_fault_of_the_server(app, no_printing, make, is_inside):
    with app.app_context():
        made, values = make()
    phone = Phone(app)
    if is_inside:
        phone.client.set_cookie("phone", made.secret)
    statuses = {}
    for endpoint, path in readable(app, {"number": 1, "table": 1, **values}):
        is_of_it = any(value in path for value in values.values() if len(str(value)) > 5)
        if is_of_it:
            with phone.client.get(path, base_url=phone.origin) as answer:
                statuses[endpoint] = answer.status_code
    assert [one for one, status in statuses.items() if status == 500] == []
    assert [*statuses.values()].count(200) > 5
