"""Which pages other sites may show in a frame, and which results their scripts may read."""

import json

import pytest
from werkzeug.routing import IntegerConverter

from scorekeeper.web import page_memory
from scorekeeper.web.clubs import club_standings
from scorekeeper.web.security_headers import RESULTS
from tests.support.desk import Desk
from tests.support.phone import Phone
from tests.support.table import MADE

FRAMED = {
    "clubs.embed_season",
    "tournaments.embed_round",
    "tournaments.embed_standings",
    "tournaments.embed_table",
}
"""The endpoints of all pages that may be framed."""
PARTS = {"shell.views": "text/plain"}
"""The same for everybody, and no page to a browser: in a frame nothing of it can be tapped."""


@pytest.fixture
def evening(organise):
    """A tournament of four pairs with its first round drawn."""
    return organise(4, format="round_robin", then=lambda desk: desk.draw())


@pytest.fixture
def values(keep, keeper, evening):
    """The value of each part of an address."""
    return {
        "public_id": keep(MADE).public_id,
        "tournament_id": evening.public_id,
        "club_id": keeper.public_id,
        "number": 1,
        "table": 1,
        "hand_id": 2,
    }


def ancestors(answer):
    rules = (rule.split() for rule in answer.headers["Content-Security-Policy"].split(";"))
    return next(sources for name, *sources in rules if name == "frame-ancestors")


def _any(rule, name):
    """Return a possible value for that part of an address, wherever it leads."""
    is_number = isinstance(rule._converters[name], IntegerConverter)
    words = {"part": "entry", "before": "address", "language": "el", "seat": "A1", "side": "A"}
    return 1 if is_number else words.get(name, "x")


def readable(app, values):
    """(endpoint, address) of every page that can be opened with these values."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint != "static":
            given = {name: values.get(name, _any(rule, name)) for name in rule.arguments}
            yield rule.endpoint, adapter.build(rule.endpoint, given, method="GET")


def test_only_pages_made_for_it_may_be_framed(app, values, no_printing):
    """Every route of the app, for a stranger: each refuses but those below `/embed/`."""
    found = {}
    for endpoint, path in readable(app, values):
        with app.test_client().get(path) as answer:
            if endpoint in PARTS:
                assert answer.mimetype == PARTS[endpoint]
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                continue
            is_refused = ancestors(answer) == ["'none'"]
            assert (answer.headers.get("X-Frame-Options") == "DENY") == is_refused, endpoint
            found[endpoint] = is_refused, answer.status_code, path
    assert {endpoint for endpoint, (is_refused, *_) in found.items() if not is_refused} == FRAMED
    assert all(found[endpoint][1] == 200 for endpoint in FRAMED), found
    assert all(path.startswith("/embed/") == (one in FRAMED) for one, (*_, path) in found.items())
    assert len(found) > 150


def test_framed_page_has_no_form_no_script_and_no_cookie(app, values):
    for endpoint, path in readable(app, values):
        if endpoint in FRAMED:
            page = Phone(app).get(path)
            assert not page.has(".//form"), endpoint
            assert not page.has(".//script"), endpoint
            assert "Set-Cookie" not in page.headers
            assert page.find(".//base").get("target") == "_blank", "no link opens in the frame"


def test_an_embedded_page_that_is_not_there_refuses_frames(client):
    answer = client.get("/embed/t/nowhere/standings")
    assert answer.status_code == 404
    assert ancestors(answer) == ["'none'"]


def test_frames_that_ask_again_and_again_are_made_once(app, evening, keeper, monkeypatch):
    """Each asks every 30 seconds, for as many as look at the site."""
    season = f"{keeper.url}seasons/1"
    frames = [f"/embed{evening.url}{path}" for path in ("standings", "round", "tables/1")]
    addresses = [f"{one}?lang=el" for one in (*frames, f"/embed{season}")]
    first = [Phone(app).get(address).html for address in addresses]
    monkeypatch.setattr(page_memory, "_Page", lambda *_: 1 / 0)
    monkeypatch.setattr(club_standings, "count_season", lambda *_: 1 / 0)
    assert [Phone(app).get(address).html for address in addresses] == first


def test_a_frame_shows_the_next_result(app):
    with app.app_context():
        desk = Desk(4, format="round_robin").draw()
    addresses = [f"/embed/t/{desk.public_id}/{path}" for path in ("standings", "round")]
    before = [Phone(app).get(address).words() for address in addresses]
    with app.app_context():
        desk.result(1, 351, 200)
    for address, words in zip(addresses, before, strict=True):
        assert Phone(app).get(address).words() != words


def test_an_organiser_sees_in_a_frame_what_a_stranger_sees(app, evening):
    for path in ("standings", "round", "tables/1"):
        address = f"/embed{evening.url}{path}"
        assert evening.get(address).words() == Phone(app).get(address).words()
        links = [one.get("href") for one in evening.get(address).findall(".//a")]
        assert not [link for link in links if "/tables/" in link]


def test_it_speaks_the_language_of_its_address(app, evening):
    page = Phone(app, "en").get(f"/embed{evening.url}standings?lang=el")
    assert page.find(".//html").get("lang") == "el"
    assert (
        Phone(app, "en").get(f"/embed{evening.url}standings?lang=xx").find(".//html").get("lang")
        == "en"
    )


def test_the_line_on_the_page_shows_the_page(app, evening, keeper):
    for path in (f"{evening.url}players", f"{keeper.url}seasons/1/elsewhere"):
        page = Phone(app).get(path)
        lines = [one.text for one in page.findall(".//textarea")]
        assert lines
        for line in lines:
            address = line.split('src="')[1].split('"')[0]
            assert address.startswith("http://localhost/embed/")
            assert Phone(app).get(address.replace("&amp;", "&")).status == 200


def test_a_page_says_where_its_frame_is_asked_for(app, evening, keeper):
    for path in (evening.url, f"{evening.url}standings", f"{keeper.url}seasons/1"):
        page = Phone(app).get(path)
        link = page.find(".//link[@type='application/json+oembed']")
        answer = app.test_client().get(link.get("href").removeprefix("http://localhost"))
        told = answer.json
        assert (told["version"], told["type"]) == ("1.0", "rich")
        assert told["html"].startswith('<iframe src="http://localhost/embed/')
        assert told["thumbnail_width"] == 1200
        assert told["title"]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 404),
        ("url=http://elsewhere.example{path}", 404),
        ("url=http://[localhost{path}", 404),
        ("url=http://localhost/", 404),
        ("url=http://localhost/t/nowhere/", 404),
        ("url=http://localhost{path}&format=xml", 501),
        ("url=http://localhost{path}&format=json", 200),
        ("url=http://localhost{path}rounds/1", 200),
    ],
)
def test_it_answers_for_pages_of_ours_alone(app, evening, query, status):
    answer = app.test_client().get(f"/oembed?{query.format(path=evening.url)}")
    assert answer.status_code == status


def test_a_table_that_there_is_not_has_no_frame(app, evening):
    asked = f"/oembed?url=http://localhost/embed{evening.url}tables/"
    assert app.test_client().get(f"{asked}1").status_code == 200
    assert app.test_client().get(f"{asked}99").status_code == 404


def test_a_frame_is_no_larger_than_asked_for(app, evening):
    asked = f"/oembed?url=http://localhost{evening.url}&maxwidth=300&maxheight=90000"
    told = app.test_client().get(asked).json
    assert (told["width"], told["height"]) == (300, 520)
    assert 'width="300" height="520"' in told["html"]


def test_other_sites_may_read_results_and_nothing_else(app, values, no_printing):
    """Without credentials: no answer allows those, and what is not a result names no origin."""
    for endpoint, path in readable(app, values):
        with app.test_client().get(path, headers={"Origin": "https://club.example"}) as answer:
            allowed = answer.headers.get("Access-Control-Allow-Origin")
            assert allowed == ("*" if endpoint in RESULTS else None), endpoint
            assert "Access-Control-Allow-Credentials" not in answer.headers
            if endpoint in RESULTS and answer.status_code == 200:
                assert json.loads(answer.data)


def test_no_other_site_may_ask_for_more_than_to_read(app, evening):
    """A browser asks before it sends a secret or writes, and gets no permission."""
    asks = {"Origin": "https://club.example", "Access-Control-Request-Method": "PUT"}
    answer = app.test_client().options(f"/api/v1/tournaments/{evening.public_id}", headers=asks)
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Access-Control-Allow-Headers" not in answer.headers


def test_the_results_are_routes(app):
    assert {rule.endpoint for rule in app.url_map.iter_rules()} >= RESULTS


def test_a_tournament_and_a_season_are_told(app, evening, keeper):
    tags = {
        one.get("property"): one.get("content")
        for one in Phone(app).get(evening.url).findall(".//meta[@property]")
    }
    assert tags["og:title"]
    assert tags["og:image"].startswith(f"http://localhost{evening.url}card.png?v=")
    season = Phone(app).get(f"{keeper.url}seasons/1")
    tags = {one.get("property"): one.get("content") for one in season.findall(".//meta[@property]")}
    assert tags["og:title"] == "Spring – Club"
    assert tags["og:description"] == "Standings after 1 evening"
