"""Stopping a match, and going on with it."""

from tests.table import MADE, SWEPT


def test_it_stops_the_match(keep):
    scorer = keep(MADE).do("Yes, stop")
    page = scorer.page()
    assert "The players stopped at 19 – 6" in page.words(".//footer")
    assert "New hand" not in page.words()
    assert {"Rematch", "Go on with the match"} <= set(page.buttons())


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
    assert "–" in won.find(".//p[@class='verdict']//span[@class='nb']").text


def test_it_goes_on(keep):
    scorer = keep(MADE).do("Yes, stop").do("Go on with the match")
    assert "New hand" in scorer.page().words()
    assert scorer.save("A:90", 97).totals() == (38, 12)


def test_it_goes_on_with_a_claimed_match(keep):
    claimed = keep(MADE, claim=True, then=lambda t: t.do("claimed", side="A", points=1))
    assert claimed.do("Go on with the match").ledger().standing.end is None


def test_it_offers_neither_for_a_match_that_was_won(keep):
    buttons = keep(SWEPT, SWEPT, SWEPT).page().buttons()
    assert not {"Yes, stop", "Go on with the match"} & set(buttons)


def test_it_refuses_to_stop_what_is_over(keep):
    scorer = keep(MADE)
    form = scorer.page().form_of("Yes, stop")
    scorer.do("Yes, stop")
    fields = [pair for pair in form.filled if pair[0] not in ("op_id", "revision")]
    again = scorer.post(form.action, [*fields, ("op_id", "0" * 32), ("revision", "3")])
    assert again.status == 409
    assert scorer.ledger().revision == 3
