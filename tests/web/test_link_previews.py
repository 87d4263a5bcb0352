"""The preview of an address in a chat: title, one sentence, and a picture of 1200 × 630 pixels."""

import io
import time
from urllib.parse import urlsplit

import pytest
from PIL import Image

from scorekeeper.config import settings_of
from scorekeeper.match.erasure import erase_match
from scorekeeper.match.matches import find_match
from scorekeeper.printing.link_card import card_html, match_card
from scorekeeper.printing.pdf import LARGEST
from scorekeeper.printing.sheet_cache import SheetPrinter
from tests.support.desk import ClubDesk, ClubTable, Desk
from tests.support.phone import Phone
from tests.support.table import FAILED, MADE, SWEPT, SWEPT_BY_B

SETTLED = "/settle/why?contract=A:90&points_A=89"


def told(page):
    """The tags of a page, by their names."""
    return {one.get("property"): one.get("content") for one in page.findall(".//meta[@property]")}


def picture_of(phone, page):
    """Return the picture that a chat fetches by the page's head."""
    address = urlsplit(told(page)["og:image"])
    return phone.client.get(f"{address.path}?{address.query}", base_url=phone.origin)


@pytest.fixture(autouse=True)
def folder(app):
    """The folder of pictures; a test before removed the one that the app remembers."""
    folder = settings_of(app).instance / "sheets"
    folder.mkdir()
    return folder


@pytest.fixture
def visitor(app):
    """A chat's visitor: it has no cookie and accepts any answer."""
    return Phone(app)


def test_a_match_is_told_with_its_score(keep, visitor):
    page = visitor.get(keep(MADE, FAILED).url)
    tags = told(page)
    assert tags["og:title"] == "Ours 45 – 6 Theirs"
    assert tags["og:description"] == "2 hands were played · to 351"
    assert tags["og:image"].startswith("http://localhost/m/")
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")


def test_a_match_that_has_just_begun_counts_no_hands(app, keep, visitor):
    url = keep().url
    assert told(visitor.get(url))["og:description"] == "No hand yet · to 351"
    assert told(Phone(app, "el").get(url))["og:description"] == "Κανένα χέρι ακόμα · ως 351"


def test_a_match_that_is_over_says_who_won(keep, visitor):
    page = visitor.get(keep(SWEPT, SWEPT, SWEPT).url)
    assert told(page)["og:description"] == "Won by Ours, after 3 hands"


def test_winner_stands_first_in_title_and_picture(app, keep, visitor):
    scorer = keep(MADE, SWEPT_BY_B, SWEPT_BY_B, SWEPT_BY_B)
    assert told(visitor.get(scorer.url))["og:title"] == "Theirs 381 – 19 Ours"
    with app.test_request_context():
        drawn = card_html(match_card(find_match(scorer.url.split("/")[2]), None))
    assert drawn.index('class="them"') < drawn.index('class="us"')
    assert drawn.index(">381<") < drawn.index(">19<")


def test_an_evening_counts_matches(keep, visitor):
    page = visitor.get(f"{keep(SWEPT, SWEPT, SWEPT).url}evening")
    assert told(page)["og:title"] == "Ours 1 – 0 Theirs · The evening"
    assert told(page)["og:description"] == "1 match · 3 hands"


def test_a_ruling_is_told_with_its_verdict(visitor):
    tags = told(visitor.get(SETTLED))
    assert tags["og:title"] == "Why this score?"
    assert "89, needed 90" in tags["og:description"]
    assert "/settle/why/card.png?" in tags["og:image"]


def test_a_scorers_own_page_carries_none_of_it(keep):
    """No chat has the scorer's cookie, and the first visit is to stay small."""
    scorer = keep(MADE)
    assert told(scorer.get(scorer.url)) == {}


def test_another_score_is_another_picture(keep, visitor):
    scorer = keep(MADE)
    first = told(visitor.get(scorer.url))["og:image"]
    assert told(visitor.get(scorer.url))["og:image"] == first
    scorer.save("A:90", 97)
    assert told(visitor.get(scorer.url))["og:image"] != first


def test_addresses_are_those_of_the_proxy(make_app, keep):
    url = keep(MADE).url
    app = make_app(PROXY_HOPS=1)
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "score.example"}
    page = app.test_client().get(url, headers=headers).text
    assert '<meta property="og:url" content="https://score.example/m/' in page
    assert '<meta property="og:image" content="https://score.example/m/' in page
    plain = app.test_client().get(url).text
    assert "score.example" not in plain, "another reader's host is kept for nobody"


def test_opened_as_localhost_it_is_the_address_that_was_set(app, keep, visitor, change_settings):
    change_settings(address="http://192.168.1.7:8000/")
    tags = told(visitor.get(keep(MADE).url))
    assert tags["og:image"].startswith("http://192.168.1.7:8000/m/")


def test_the_scorer_may_leave_the_names_out(keep, visitor):
    scorer = keep(MADE)
    page = scorer.get(f"{scorer.url}share")
    scorer.press(page, "Leave the names out")
    assert told(visitor.get(scorer.url))["og:title"] == "Side A 19 – 6 Side B"
    assert told(visitor.get(f"{scorer.url}evening"))["og:title"].startswith("Side A 0 – 0 Side B")
    scorer.press(scorer.get(f"{scorer.url}share"), "With the names")
    assert told(visitor.get(scorer.url))["og:title"] == "Ours 19 – 6 Theirs"


def test_a_club_and_a_tournament_take_the_names_out_of_a_page_that_was_shown(app, visitor):
    """Nothing is written in the match itself by which its page is another."""
    with app.app_context():
        club, hall = ClubDesk("Maria"), Desk(2, format="round_robin").draw()
        of_club = f"/m/{ClubTable(club, {'A1': '1'}).play(MADE).kept.public_id}/"
        of_hall = f"/m/{hall.tables()[0].live.public_id}/"
    titles = [told(visitor.get(url))["og:title"] for url in (of_club, of_hall)]
    assert "Maria" in titles[0]
    assert "Odd1" in titles[1]
    with app.app_context():
        club.do("person_changed", person="1", name="Maria", note="", by_number=True)
        hall.do("changed", previews="numbers")
    titles = [told(visitor.get(url))["og:title"] for url in (of_club, of_hall)]
    assert "No. 1" in titles[0]
    assert "Pair 1" in titles[1]
    assert not [title for title in titles if "Maria" in title or "Odd1" in title]


def test_a_rematch_leaves_the_names_out_as_the_match_before(keep, visitor):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    scorer.press(scorer.get(f"{scorer.url}share"), "Leave the names out")
    again = scorer.press(scorer.page(), "Rematch").goes_to
    assert told(visitor.get(again))["og:title"] == "Side A 0 – 0 Side B"
    scorer.press(scorer.get(f"{again}share"), "With the names")
    assert told(visitor.get(again))["og:title"] == "Ours 0 – 0 Theirs"


def test_a_watcher_chooses_nothing(keep, visitor):
    page = visitor.get(f"{keep(MADE).url}share")
    assert "Leave the names out" not in page.buttons()


@pytest.mark.slow
@pytest.mark.parametrize("path", ["", "evening", SETTLED])
@pytest.mark.parametrize("language", ["en", "el"])
def test_the_picture_has_the_size_that_chats_show(app, keep, path, language):
    phone = Phone(app, language)
    scorer = keep(MADE, FAILED)
    page = phone.get(path if path.startswith("/") else scorer.url + path)
    answer = picture_of(phone, page)
    assert answer.mimetype == "image/png"
    assert Image.open(io.BytesIO(answer.data)).size == (1200, 630)
    assert len(answer.data) <= LARGEST
    began = time.perf_counter()
    assert picture_of(phone, page).data == answer.data
    assert time.perf_counter() - began < 1, "it is not drawn again: 5 ms on an idle machine"


def test_after_an_erasure_no_picture_is_kept(app, keep, visitor, folder):
    url = keep(MADE).url
    first = picture_of(visitor, visitor.get(url)).data
    assert [file for file in folder.iterdir() if first in file.read_bytes()]
    with app.app_context():
        erase_match(url.strip("/").split("/")[1], None, "operator")
    assert not [file for file in folder.iterdir() if first in file.read_bytes()]
    assert told(visitor.get(url))["og:title"] == "Side A 19 – 6 Side B"
    assert picture_of(visitor, visitor.get(url)).data != first


def test_picture_drawn_while_names_are_erased_is_not_kept(app, keep, visitor, folder, monkeypatch):
    url = keep(MADE).url
    page, png = visitor.get(url), b"a picture with the old names"

    def draw(_printer, _html):
        with app.app_context():
            erase_match(url.strip("/").split("/")[1], None, "operator")
        return png

    monkeypatch.setattr(SheetPrinter, "png", draw)
    assert picture_of(visitor, page).data == png
    assert not [file for file in folder.iterdir() if png in file.read_bytes()]
