"""Whatever a stranger can be led to from a club's page: no byte has the name of a number."""

import re
from datetime import date, timedelta
from urllib.parse import urljoin, urlsplit

import pytest

from tests.club_desk import ClubDesk
from tests.club_table import ClubTable
from tests.desk import Desk
from tests.phone import Phone
from tests.table import MADE
from tests.web.clubs.conftest import ClubPhone

HIDDEN = ("Xenofontas", "Ξενοφώντας", "Xenos")
FILES = ("calendar.ics", "club.json", "saved.json", "seasons/1/season.csv", "seasons/1/season.json")
PICTURES = (".pdf", ".png")  # no name could be read off their bytes
MOST = 400


@pytest.fixture
def hall(app):
    """A club with a number (4), by two entries, a nickname, and every kind of game and evening."""
    with app.app_context():
        desk = ClubDesk("Maria", "Giorgos", "Eleni")
        desk.add("Ξενοφώντας", note="Xenos", by_number=True).add("Petros").add("Xenofontas")
        desk.do("persons_joined", person="6", other="4")
        cup = {"name": "The cup of Xenofontas", "place": "Ξενοφώντας, Larnaka"}
        told = Desk(day=date(2026, 2, 6), format="round_robin", **cup)
        told.add(("Maria", "Giorgos"), ("Eleni", "Xenofontas")).draw().result(1, 351, 200)
        open_one = Desk(day=date(2026, 2, 13), format="round_robin")
        open_one.add(("Maria", "Giorgos"), ("Eleni", "No. 6")).draw().result(1, 351, 200)
        coming = Desk(day=date.today() + timedelta(days=9), **cup)
        coming.add(("Maria", "Giorgos"), ("Eleni", "Ξενοφώντας"))
        for evening in (told, open_one):
            desk.belong(evening, {"1": ["1", "2"], "2": ["3", "4"]})
        desk.belong(coming)
        desk.season(told, open_one, coming)
        tables = [ClubTable(desk, seats) for seats in ({"A1": "1", "A2": "2"}, {"B2": "4"}, {})]
        for table in tables:
            table.do("changed", players={"B2": "Xenofontas"})
            table.play(MADE)
    keeper = ClubPhone(app, desk.public_id, desk.secret)
    keeper.closed = [told.public_id, coming.public_id, *(one.kept.public_id for one in tables)]
    keeper.opened = open_one.public_id
    return keeper


def links_in(address, text):
    found = re.findall(r'(?:href|src|action|hx-get)="([^"#]+)"', text)
    paths = (urlsplit(urljoin(address, one.replace("&amp;", "&"))) for one in found)
    return {f"{one.path}?{one.query}" if one.query else one.path for one in paths}


def crawl(phone, start):
    """Every page that links lead to from there, and each file of the club that there may be."""
    waiting, seen = [start, *(start + file for file in FILES)], {}
    while waiting and len(seen) < MOST:
        path = waiting.pop(0)
        with phone.client.get(path, base_url=phone.origin) as answer:
            told = answer.data.decode(errors="replace").replace("\xad", "")  # in long words
            seen[path] = told if answer.status_code == 200 else ""
        is_text = answer.content_type.startswith("text/html")
        for one in sorted(links_in(path, seen[path])) if is_text else ():
            is_own = one.startswith(("/c/", "/m/", "/t/", "/matches/new"))
            is_picture = urlsplit(one).path.endswith(PICTURES)
            if is_own and not is_picture and one not in seen and one not in waiting:
                waiting.append(one)
    return seen


def test_no_stranger_is_led_to_the_name(app, hall):
    stranger = Phone(app)
    seen = crawl(stranger, hall.url)
    assert 40 < len(seen) < MOST
    assert any(hall.opened in path for path in seen), "an evening without the name is open"
    for path, text in seen.items():
        assert not any(name in text for name in HIDDEN), path
        assert not any(one in path for one in hall.closed), path
    inside = crawl(hall, hall.url)
    assert len(inside) < MOST, "all of it was looked at"
    for name in HIDDEN:
        assert any(name in text for text in inside.values()), "the crawl finds what is there"


def test_programs_are_told_no_name_either(app, hall):
    stranger = Phone(app)
    own = f"/api/v1/clubs/{hall.public_id}"
    for path in ("", "/matches", "/seasons/1", "/record"):
        with stranger.client.get(own + path) as answer:
            text = answer.get_data(as_text=True)
        assert answer.status_code == 200
        assert not any(name in text for name in HIDDEN), path
        assert not any(one in text for one in hall.closed), path
