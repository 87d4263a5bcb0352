"""The first page: this phone's matches."""

import pytest

from scorekeeper.rules.model import BySide, Hand
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import score_hand
from tests.support.phone import Phone
from tests.support.table import MADE, SWEPT, SWEPT_BY_B

CURRENT = ".//div[@class='current']"
CARD = "//a[@class='match-card']"
OLDER = ".//details[@class='older']"


def cards(page):
    """Return the text on the card of each match."""
    return [" ".join(" ".join(card.itertext()).split()) for card in page.findall("." + CARD)]


def matches_in(page, path):
    """The addresses of the matches that are listed in a part of the page."""
    return [card.get("href") for card in page.findall(path + CARD)]


def test_it_begins_with_a_drawn_ledger_in_place_of_a_match(phone):
    page = phone.get("/")
    drawn = page.find(".//figure[@class='drawn']/div")
    assert drawn.get("aria-label") == "A ledger after three hands: Us 25, Them 50"
    assert "/matches/new" in page.links()
    assert cards(page) == []


def test_the_drawn_ledger_is_what_the_cafes_rules_make_of_these_hands(phone):
    figures = phone.get("/").words(".//figure[@class='drawn']/div")
    cafe = PRESETS["cafe"]
    hands = [("A", 90, "hearts", 97, 65), ("A", 100, "spades", 95, 67), ("B", 80, "clubs", 60, 102)]
    totals = {"A": 0, "B": 0}
    for bidder, bid, trump, *points in hands:
        hand = Hand(bidder=bidder, bid=bid, trump=trump, points=BySide(*points))
        score = score_hand(hand, cafe)
        for side, points_of_side in zip("AB", (score.A, score.B), strict=True):
            totals[side] += points_of_side
        assert f"{totals['A']} " in figures
        assert f" {totals['B']}" in figures
    assert totals == {"A": 25, "B": 50}


def test_once_a_match_was_started_no_ledger_is_drawn(scorer):
    assert not scorer.get("/").has(".//figure")


def test_it_shows_a_running_match_with_its_score_and_hand(keep):
    scorer = keep(MADE)
    page = scorer.get("/")
    assert scorer.url in page.links()
    assert cards(page) == ["Ours 19 to 351 Theirs 6 Maria, Giorgos – Eleni, Andreas Continue"]
    assert "Hand 2 · Eleni deals" in page.words(CURRENT)


@pytest.mark.parametrize(
    ("hands", "act", "state"),
    [
        ([SWEPT] * 3, None, "Won by Ours"),
        ([MADE], ("stopped", {}), "stopped"),
        ([MADE], ("claimed", {"side": "A", "points": 0}), "Won by Theirs"),
    ],
)
def test_it_shows_how_a_match_ended_and_offers_a_rematch(keep, hands, act, state):
    scorer = keep(*hands, claim=True, then=lambda t: t.do(act[0], **act[1]) if act else None)
    page = scorer.get("/")
    assert state in page.words(CURRENT)
    assert "Rematch" in page.buttons()
    assert "Continue" not in page.words(CURRENT)


def test_it_shows_running_matches_first_and_the_newest_before(scorer):
    urls = [scorer.url]
    for name in ("second", "third"):
        urls.append(scorer.start(name_A=name).url)
    scorer.do("Yes, stop")
    page = scorer.get("/")
    assert [link for link in page.links() if link.startswith("/m/")] == [urls[1], urls[0], urls[2]]


def test_the_running_match_is_large_and_the_finished_ones_are_behind_older_matches(scorer):
    first = scorer.url
    scorer.do("Yes, stop")
    running = [scorer.start(name_A=f"number {number}").url for number in range(4)]
    page = scorer.get("/")
    assert matches_in(page, CURRENT) == [running[3]]
    assert matches_in(page, OLDER) == [running[0], first]
    assert page.words(OLDER + "/summary") == "Older matches 2"
    assert not page.find(OLDER).get("open")


def test_winner_stands_first_on_the_card_of_an_older_match(keep):
    scorer = keep(MADE, SWEPT_BY_B, SWEPT_BY_B, SWEPT_BY_B)
    scorer.start()
    (card,) = cards(scorer.get("/"))[1:]
    assert card.startswith("Theirs – Ours 381 – 19 Eleni, Andreas – Maria, Giorgos Won by Theirs")


def test_nothing_stands_on_it_twice(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    scorer.start()
    links = [link for link in scorer.get("/").links() if not link.startswith("/static/")]
    assert sorted(links) == sorted(set(links))


def test_a_match_leaves_the_list_by_two_taps_in_different_places(keep):
    """Another tap opens the place of the button."""
    page = keep(MADE).get("/")
    (more,) = page.findall(CURRENT + "/details")
    assert not more.get("open")
    assert "Take out of the list" in page.words(CURRENT + "/details//form")


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
    assert "/removed" in scorer.get("/settings").links()
    removed = scorer.get("/removed")
    assert scorer.url in removed.links()
    scorer.press(removed, "Put back into the list")
    page = scorer.get("/")
    assert scorer.url in page.links()
    assert "/removed" not in scorer.get("/settings").links()


def test_the_match_stays_and_its_scorer_too(keep):
    scorer = keep(MADE)
    scorer.press(scorer.get("/"), "Take Ours – Theirs out of the list")
    assert scorer.save("A:90", 97).totals() == (38, 12)
