"""Every page of a match in every state, in both languages, also with nothing in it."""

from collections import Counter
from datetime import date

import pytest

from scorekeeper.club.erased_names import erase_club
from scorekeeper.match.erasure import erase_match
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.erasure import erase_tournament
from tests.support.desk import ClubDesk, Desk
from tests.support.examples import rarely
from tests.support.phone import Phone
from tests.support.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT, Table
from tests.web.test_framing import readable

DECLARED = {
    **MADE,
    "doubled": 2,
    "pilotta": "B",
    "declarations": {"A": ["run3:A", "four:A"], "B": ["run4:10:t"]},
}
STATES = {
    "no hand": ([], {}, None),
    "an open contract": ([MADE], {}, lambda t: t.do("contract", contract=OPEN)),
    "running": ([MADE, FAILED, KAPO, PASSED_OUT, DECLARED], {}, None),
    "won": ([SWEPT, SWEPT, SWEPT], {}, None),
    "claimed": ([MADE], {"claim": True}, lambda t: t.do("claimed", side="B", points=7)),
    "stopped": ([MADE], {}, lambda t: t.do("stopped")),
    "hands after the end": ([SWEPT, MADE, SWEPT, FAILED], {}, lambda t: t.correct(2, SWEPT)),
    "undone": ([MADE, FAILED], {}, lambda t: t.correct(1, KAPO).undo()),
    "house rules": ([MADE], {"stake": False, "six_six": "ask", "both_over": "bidder"}, None),
    **{f"by {preset}": ([MADE, PASSED_OUT], {"rules": preset}, None) for preset in PRESETS},
}


OFTEN = {"by cafe", "by cardrules", "by simple"}
"""The templates are the same for every preset; tests/demo/test_evening.py opens them by all."""
SELDOM = {name for name in STATES if name.startswith("by ")} - OFTEN
ALIKE = {"no hand", "stopped", "undone", "hands after the end"}
"""They lead to nothing that another state does not lead to."""


def states(seldom):
    """Every state as a parameter, and those that only the long runs try."""
    return [
        rarely(state, id=name) if name in seldom else pytest.param(state, id=name)
        for name, state in STATES.items()
    ]


@pytest.fixture(params=states(SELDOM))
def kept(request, keep):
    hands, rules, then = request.param
    return keep(*hands, then=then, **rules)


def paths_of(scorer):
    """Every page of the match, and of the site around it."""
    yield from ("/", "/matches/new", "/matches/rules?preset=palaristi", "/nowhere")
    yield from (scorer.url, f"{scorer.url}hand", f"{scorer.url}claim", f"{scorer.url}sheet")
    for hand_id in scorer.hands():
        for page in ("", "/correct", "/void"):
            yield f"{scorer.url}hands/{hand_id}{page}"


def check(page, language):
    """Assert the properties of every page."""
    root = page.find("html")
    assert root.get("lang") == language
    ids = Counter(one.get("id") for one in root.iter() if one.get("id"))
    assert [one for one, times in ids.items() if times > 1] == []
    for one in root.iter():
        if one.get("data-outbox") is not None:
            continue  # a script fetches what it opens
        for attribute in ("aria-describedby", "aria-labelledby", "popovertarget", "form"):
            assert one.get(attribute) is None or ids[one.get(attribute)], (one.tag, one.attrib)
    assert len(root.findall(".//h1")) == 1
    assert root.findtext(".//title").strip()
    assert "None" not in page.words(), "nothing empty is shown as a word"
    assert "{{" not in page.html


@pytest.mark.slow
@pytest.mark.parametrize("language", ["el", "en"])
def test_it_renders_whole_for_its_scorer(kept, language):
    kept.headers["Accept-Language"] = language
    for path in paths_of(kept):
        page = kept.get(path, follow=True)
        assert page.status == (404 if path == "/nowhere" else 200), path
        check(page, language)


@pytest.mark.parametrize("language", ["el", "en"])
def test_it_renders_whole_for_a_reader(kept, stranger, language):
    stranger.headers["Accept-Language"] = language
    for path in (kept.url, f"{kept.url}sheet", *(f"{kept.url}hands/{one}" for one in kept.hands())):
        page = stranger.get(path)
        assert page.status == 200
        check(page, language)


@pytest.mark.slow
@pytest.mark.parametrize("kept", states(SELDOM | ALIKE), indirect=True)
def test_every_link_leads_somewhere(kept):
    pages = list(paths_of(kept))
    links = {link: path for path in pages for link in kept.get(path, follow=True).links()}
    for link, path in links.items():
        if not link.endswith(".pdf") and ".pdf?" not in link:
            assert kept.get(link, follow=True).status == 200, (path, link)


def test_every_file_of_a_page_is_there(keep):
    scorer = keep(MADE)
    page = scorer.entry()
    named = [one.get("src") or one.get("href") for one in page.root.iter() if one.tag in _FILES]
    files = [file for file in named if file]
    assert len(files) >= 6
    for file in files:
        assert scorer.get_file(file) == 200, file


_FILES = ("script", "link")


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
