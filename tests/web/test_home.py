"""The first page: this phone's matches."""

import pytest

from tests.phone import Phone
from tests.table import MADE, SWEPT


def cards(page):
    """What the page says of each match."""
    return [" ".join(" ".join(card.itertext()).split()) for card in page.findall(".//li")]


def test_it_begins_with_no_match(phone):
    page = phone.get("/")
    assert "None yet" in page.words()
    assert "/matches/new" in page.links()
    assert page.findall(".//li") == []


def test_it_shows_a_running_match_with_its_score_and_hand(keep):
    scorer = keep(MADE)
    page = scorer.get("/")
    assert scorer.url in page.links()
    (card,) = cards(page)
    assert "Ours – Theirs 19 – 6 running, hand 2" in card
    assert "to 351" in card


@pytest.mark.parametrize(
    ("hands", "act", "state"),
    [
        ([SWEPT] * 3, None, "Ours won"),
        ([MADE], ("stopped", {}), "stopped"),
        ([MADE], ("claimed", {"side": "A", "points": 0}), "Theirs won"),
    ],
)
def test_it_shows_how_a_match_ended_and_offers_a_rematch(keep, hands, act, state):
    scorer = keep(*hands, claim=True, then=lambda t: t.do(act[0], **act[1]) if act else None)
    page = scorer.get("/")
    assert state in cards(page)[0]
    assert "Rematch" in page.buttons()


def test_it_shows_running_matches_first_and_the_newest_before(scorer):
    urls = [scorer.url]
    for name in ("second", "third"):
        urls.append(scorer.start(name_A=name).url)
    scorer.do("Yes, stop")
    page = scorer.get("/")
    assert [link for link in page.links() if link.startswith("/m/")] == [urls[1], urls[0], urls[2]]


def test_it_shows_no_match_of_another_phone(app, scorer):
    assert cards(Phone(app).get("/")) == []


def test_it_starts_a_rematch_from_here(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    started = scorer.press(scorer.get("/"), "Rematch")
    assert started.status == 303
    assert started.goes_to != scorer.url
    assert len(cards(scorer.get("/"))) == 2


def test_a_match_is_taken_out_of_the_list_and_put_back_with_one_tap(keep):
    scorer = keep(MADE)
    gone = scorer.press(scorer.get("/"), "Take Ours – Theirs out of the list")
    assert gone.status == 303
    page = scorer.get(gone.goes_to)
    assert "Taken out of the list: Ours – Theirs" in page.words(".//div[@role='status']")
    assert scorer.url not in page.links()
    scorer.press(page, "Undo")
    assert scorer.url in scorer.get("/").links()


def test_a_match_that_was_taken_out_can_be_found_later(keep):
    scorer = keep(MADE)
    scorer.press(scorer.get("/"), "Take Ours – Theirs out of the list")
    assert "/removed" in scorer.get("/").links()
    removed = scorer.get("/removed")
    assert scorer.url in removed.links()
    scorer.press(removed, "Put back into the list")
    page = scorer.get("/")
    assert scorer.url in page.links()
    assert "/removed" not in page.links()


def test_the_match_stays_and_its_scorer_too(keep):
    scorer = keep(MADE)
    scorer.press(scorer.get("/"), "Take Ours – Theirs out of the list")
    assert scorer.save("A:90", 97).totals() == (38, 12)
