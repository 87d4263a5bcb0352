"""A match's history in words; undoing and stopping, and taking both back."""

import re

import pytest

from scorekeeper.web.match.match_history import PAGE
from tests.support.page import altered, plain
from tests.support.table import FAILED, KAPO, MADE, OPEN, SWEPT


def history(scorer):
    return scorer.get(scorer.url + "history/")


def told(scorer):
    """Return the sentences of the history, the newest first."""
    items = history(scorer).findall(".//ol[@class='history']/li")
    return [plain("".join(one.find(".//span[@class='what']").itertext())) for one in items]


def test_it_is_linked_from_the_match_and_open_to_a_watcher(keep, stranger):
    scorer = keep(MADE)
    assert f"{scorer.url}history/" in scorer.page().links()
    page = stranger.get(scorer.url + "history/")
    assert "Hand 1 written: Ours 9 ♥, 97 – 65" in page.words()
    assert not any("/undo" in link for link in page.links())


def test_it_tells_every_kind_of_act(keep):
    def play(table):
        table.do("contract", contract=OPEN).play(FAILED)
        table.do("adjusted", adjust={"A": 0, "B": -20}, reason="late")
        table.do("inserted", hand=KAPO, before=2).correct(1, MADE).void(2).undo()
        table.do("changed", names={"A": "Eagles"})
        table.do("claimed", side="A", points=20).do("reopened").do("stopped")

    assert told(keep(MADE, claim=True, then=play)) == [
        "Stop",
        "Going on",
        "Claim: Eagles with 20 in the hand",
        "Change",
        "undone: Voided hand 2",
        "Hand voided: Eagles 9 ♥, 97 – 65",
        "Hand 1 corrected: Eagles 9 ♥, 97 – 65",
        "Hand 1 inserted: Theirs 12 ♣ kapo, 0 – 162",
        "Adjustment written: 0 : −20, late",
        "Hand 3 written: Theirs 10 ♠, 80 – 82",
        "Bid: Theirs 8 ♦",
        "Hand 2 written: Eagles 9 ♥, 97 – 65",
        "Start",
    ]


def test_the_sentence_on_all_rows_stands_below_them(keep):
    words = history(keep(MADE)).words(".//main")
    assert words.startswith("Hand 1 written")
    assert words.endswith("Nothing is ever erased but names.")


def test_the_day_is_told_once(keep):
    scorer = keep(MADE, FAILED)
    moments = re.findall(r"(\d\d\.\d\d\.\d{4} )?\d\d:\d\d", history(scorer).words())
    assert [bool(day) for day in moments] == [True, False, False]


def test_undo_in_the_history_is_a_plain_link(keep):
    ways = history(keep(MADE, FAILED)).findall(".//ol[@class='history']/li/a")
    assert [(way.text, way.get("class")) for way in ways] == [("Undo", None)] * 2


def test_a_correction_is_told_with_what_stood_there(keep):
    def play(table):
        table.correct(1, FAILED).undo().correct(1, KAPO).correct(1, MADE)

    scorer = keep(MADE, then=play)
    for page in (history(scorer), scorer.get(f"{scorer.url}hands/2")):
        smalls = [plain("".join(one.itertext())) for one in page.root.iter("small")]
        befores = [text for text in smalls if "before: " in text]
        assert sorted(befores) == [
            "before: Ours 9 ♥, 97 – 65",
            "before: Ours 9 ♥, 97 – 65",
            "before: Theirs 12 ♣ kapo, 0 – 162",
        ]
        red = page.findall(".//span[@class='hearts']")
        assert {one.text for one in red} == {"♥"}, "in the history, clubs are black"


def test_a_change_is_told_with_old_and_new(keep):
    def play(table):
        table.do("changed", first_dealer="A2")

    page = history(keep(MADE, then=play))
    assert "Dealer of hand 1: Maria → Giorgos" in page.words(".//ol")


def test_an_earlier_act_is_undone_after_its_effect_was_shown(keep):
    scorer = keep(MADE, FAILED, KAPO)
    seen = scorer.get(f"{scorer.url}history/3/undo")
    assert "Undo: Hand 2?" in seen.words(".//h1")
    assert scorer.totals() == (45, 43)
    written = scorer.press(seen, "Undo it")
    assert (written.status, written.goes_to) == (303, scorer.url)
    assert scorer.totals() == (19, 43)
    back = scorer.get(f"{scorer.url}history/3/bring-back")
    scorer.press(back, "Bring it back")
    assert scorer.totals() == (45, 43)
    assert scorer.hands() == (2, 3, 4)


def test_an_act_that_others_are_built_on_stays_and_says_why(keep):
    scorer = keep(MADE, FAILED, then=lambda t: t.correct(1, KAPO).play(MADE))
    page = scorer.get(f"{scorer.url}history/2/undo")
    assert page.status == 409
    assert "Hand 1: first undo what was built on it (Correction of hand 1)." in page.words()
    assert scorer.ledger().revision == 5


def test_a_change_of_rules_that_a_later_hand_needs_stays_and_names_the_hand(keep):
    def play(table):
        table.do("changed", rules={"doubling": "stake", "kapo_bid": True}).play(SWEPT).play(MADE)

    scorer = keep(MADE, rules="kypros", then=play)
    page = scorer.get(f"{scorer.url}history/3/undo")
    assert page.status == 409
    assert "without it hand 2 could not be scored" in page.words()


def test_the_start_is_never_undone(keep):
    scorer = keep(MADE)
    assert scorer.get(f"{scorer.url}history/1/undo").status == 404


@pytest.mark.slow
def test_a_long_one_has_pages(keep, stranger):
    def play(table):
        for number in range(PAGE + 3):
            table.do("adjusted", adjust={"A": 1, "B": 0}, reason=f"no. {number}")

    scorer = keep(then=play)
    newest = scorer.get(f"{scorer.url}history/")
    (older,) = [link for link in newest.links() if "until=" in link]
    oldest = stranger.get(older)
    counts = [len(page.findall(".//ol[@class='history']/li")) for page in (newest, oldest)]
    assert counts == [PAGE, 4]
    assert f"no. {PAGE + 2}" in newest.words()
    assert "no. 3" in newest.words()
    assert "no. 2" in oldest.words()
    assert oldest.find(".//ol[@class='history']").get("start") == "4"
    (newer,) = [link for link in oldest.links() if "until=" in link]
    assert stranger.get(newer).words(".//ol") == stranger.get(f"{scorer.url}history/").words(
        ".//ol"
    )
    for odd in ("0", "-5", "99999", "x", ""):
        assert stranger.get(f"{scorer.url}history/?until={odd}").status == 200


def test_it_undoes_the_last_hand(keep):
    scorer = keep(MADE, FAILED)
    undone = scorer.press(scorer.page(), "Undo")
    assert (undone.status, undone.goes_to) == (303, scorer.url)
    assert scorer.totals() == (19, 6)


def test_it_brings_it_back(keep):
    scorer = keep(MADE, FAILED).do("Undo")
    assert "undone" in scorer.page().words(".//footer")
    assert scorer.do("Bring back").totals() == (45, 6)


@pytest.mark.slow
def test_it_undoes_all_there_is_and_brings_all_back(keep):
    scorer = keep(MADE, FAILED, KAPO)
    for _ in range(3):
        scorer.do("Undo")
    assert "Undo" not in scorer.page().buttons()
    for _ in range(3):
        scorer.do("Bring back")
    assert "Bring back" not in scorer.page().buttons()
    assert scorer.totals() == (45, 43)


def test_it_offers_nothing_at_the_start(scorer):
    assert not {"Undo", "Bring back"} & set(scorer.page().buttons())


def test_it_offers_nothing_to_bring_back_after_something_new(keep):
    scorer = keep(MADE).do("Undo").save("A:90", 97)
    assert "Bring back" not in scorer.page().buttons()


@pytest.mark.parametrize(
    ("kind", "data", "name"),
    [
        ("recorded", {"hand": MADE}, "Hand 2"),
        ("contract", {"contract": OPEN}, "Bid"),
        ("corrected", {"hand_id": 2, "hand": KAPO}, "Correction of hand 1"),
        ("voided", {"hand_id": 2}, "Voided hand 1"),
        ("inserted", {"hand": KAPO, "before": 2}, "Inserted hand 1"),
        ("stopped", {}, "Stop"),
        ("claimed", {"side": "A", "points": 1}, "Claim"),
    ],
)
def test_it_names_what_it_undoes_and_what_was_undone(keep, kind, data, name):
    scorer = keep(MADE, claim=True, then=lambda table: table.do(kind, **data))
    assert f"{name} ✓ saved" in scorer.page().words(".//footer")
    scorer.do("Undo")
    assert f"{name} : undone" in scorer.page().words(".//footer").replace(f"{name}:", f"{name} :")
    scorer.do("Bring back")
    assert f"{name} ✓ saved" in scorer.page().words(".//footer")


def test_it_undoes_nothing_on_a_page_that_the_match_has_left_behind(keep):
    scorer = keep(MADE)
    page = scorer.page()
    scorer.save("B:90", 100)
    stale = scorer.press(page, "Undo")
    assert stale.status == 409
    assert "The match went on meanwhile" in stale.words(".//p[@id='message']")
    assert stale.words(".//section[@id='standing']").startswith("Ours 25")
    assert len(scorer.hands()) == 2


def test_it_undoes_the_hand_that_won(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT).do("Undo")
    assert "New hand" in scorer.page().words()


@pytest.mark.parametrize("seq", [None, "", "x", "-1", "²"])
def test_it_needs_an_act(keep, seq):
    scorer = keep(MADE)
    form = scorer.page().form_of("Undo")
    assert scorer.post(form.action, altered(form.filled, seq=seq)).status == 400
    assert scorer.ledger().revision == 2


@pytest.mark.parametrize("seq", ["0", "1", "2", "99", "9" * 40])
def test_it_undoes_no_act_but_the_last(keep, seq):
    scorer = keep(MADE, FAILED)
    form = scorer.page().form_of("Undo")
    assert scorer.post(form.action, altered(form.filled, seq=seq)).status == 409
    assert scorer.ledger().revision == 3


def test_it_stops_the_match(keep):
    scorer = keep(MADE).do("Yes, stop")
    page = scorer.page()
    assert "The match stopped at 19 – 6" in page.words(".//footer")
    assert "New hand" not in page.words()
    assert {"Rematch", "Go on", "Go on with the match"} <= set(page.buttons())


def test_it_asks_first_with_the_score_in_one_piece(keep):
    page = keep(MADE).page()
    button = page.find(".//button[@popovertarget='stop']")
    assert (button.text, button.get("type")) == ("Stop the match here", "button")
    asked = page.find(".//dialog[@id='stop']")
    assert "popover" in asked.attrib
    assert asked.find("h2").text == "Stop the match at 19\u00a0–\u2060\u00a06?"
    assert "Yes, stop" in page.buttons()


def test_it_asks_nobody_who_cannot_stop_it(keep, stranger):
    scorer = keep(MADE)
    assert not stranger.get(scorer.url).has(".//dialog")
    assert not scorer.do("Yes, stop").page().has(".//dialog")


def test_the_verdict_keeps_its_score_in_one_piece(keep):
    page = keep(MADE).do("Yes, stop").page()
    assert "19\u00a0–\u2060\u00a06" in "".join(page.find(".//p[@class='verdict']").itertext())
    won = keep(SWEPT, SWEPT, SWEPT).page()
    assert re.search(
        "\\d\u00a0–\u2060\u00a0\\d", "".join(won.find(".//p[@class='verdict']").itertext())
    )


def test_it_goes_on(keep):
    scorer = keep(MADE).do("Yes, stop").do("Go on")
    assert "New hand" in scorer.page().words()
    assert scorer.save("A:90", 97).totals() == (38, 12)


def test_it_goes_on_with_a_claimed_match(keep):
    claimed = keep(MADE, claim=True, then=lambda t: t.do("claimed", side="A", points=1))
    assert claimed.do("Go on with the match").ledger().standing.end is None


def test_it_offers_neither_for_a_match_that_was_won(keep):
    buttons = keep(SWEPT, SWEPT, SWEPT).page().buttons()
    assert not {"Yes, stop", "Go on", "Go on with the match"} & set(buttons)


def test_it_refuses_to_stop_what_is_over(keep):
    scorer = keep(MADE)
    form = scorer.page().form_of("Yes, stop")
    scorer.do("Yes, stop")
    fields = [pair for pair in form.filled if pair[0] not in ("op_id", "revision")]
    again = scorer.post(form.action, [*fields, ("op_id", "0" * 32), ("revision", "3")])
    assert again.status == 409
    assert scorer.ledger().revision == 3
