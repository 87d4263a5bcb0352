"""Which card may be played? The table, the hand and the trump, and what `overtrump` says."""

from urllib.parse import parse_qs, urlsplit

import pytest

HAND = "hand=7h&hand=Kd&hand=Jh"
NINE = "&".join(f"hand={card}" for card in ["7s", "8s", "9s", "10s", "Js", "Qs", "Ks", "As", "7h"])
RUFFED = f"/settle/card?trump=hearts&trick=As&trick=Qh&led=spades&{HAND}"


def verdict(page):
    return page.words(".//*[@id='verdict']")


def reasons(page):
    return page.words(".//*[@id='reasons']")


def test_a_trump_that_beats_the_trump_on_the_table(phone):
    page = phone.get(RUFFED)
    assert verdict(page) == "No ♠: a trump must beat the ♥ Q, so ♥ J."
    told = reasons(page)
    assert "A trump must beat the trumps in the trick: always (Wikipedia, kypros.org)" in told
    assert "♦ K: a trump must be played. ♥ 7: not over the ♥ Q." in told
    assert "No source lets a player off because the partner is winning." in told


def test_the_simple_case_has_its_source_and_a_word_on_the_partner(phone):
    follows = reasons(phone.get("/settle/card?trump=hearts&trick=As&hand=7s&hand=Jh"))
    sources = "(cardrulesplus, rule card to 151, Wikipedia, gamerules, kypros.org)"
    rule = (
        f"Every trick: Follow suit; without the suit, trump; without a trump, anything. {sources}"
    )
    assert rule in follows
    assert "partner" not in follows
    ruffs = "/settle/card?trump=hearts&trick=As&trick=7s&hand=8h&hand=Kd"
    assert "No source lets a player off because the partner is winning." in reasons(
        phone.get(ruffs)
    )
    assert "partner" not in reasons(phone.get(ruffs.replace("&trick=7s", "")))


def test_another_rule_is_told_where_it_lets_more_be_played(phone):
    told = reasons(phone.get(RUFFED))
    assert "There ♥ J 7 may be played." in told
    assert "A trump must beat the trumps in the trick: never (Tefteri's reading)" in told
    assert "only when one cannot follow suit" not in told, "it says the same here"


def test_the_cards_that_were_led_come_first_in_the_question(phone):
    assert "Trump: hearts. On the table ♠ A ♥ Q; in the hand ♥ J 7 ♦ K." in reasons(
        phone.get(RUFFED)
    )


@pytest.mark.parametrize(
    ("query", "rules", "said"),
    [
        (f"trump=hearts&{HAND}", "cafe", "Whoever leads plays any card."),
        ("trump=hearts&trick=As&hand=7s&hand=Jh", "cafe", "♠ must be followed: ♠ 7."),
        ("trump=hearts&trick=As&hand=7d", "cafe", "No ♠ and no trump: any card."),
        ("trump=hearts&trick=As&hand=7h&hand=Kd", "cafe", "a trump must be played, ♥ 7."),
        ("trump=hearts&trick=Kh&hand=7h&hand=Ah", "cafe", "with a trump over the ♥ K: ♥ A."),
        ("trump=hearts&trick=Jh&hand=7h&hand=Ah", "cafe", "so any: ♥ A 7."),
        ("trump=hearts&trick=Kh&hand=7h&hand=Ah", "gamerules", "♥ must be followed: ♥ A 7."),
        ("trump=none&trick=As&hand=7h", "cardrules", "No ♠: any card."),
        ("trump=all&trick=As&hand=7h", "cardrules", "No ♠: any card."),
    ],
)
def test_each_duty_has_its_sentence(phone, query, rules, said):
    assert said in verdict(phone.get(f"/settle/card?rules={rules}&{query}"))


def test_of_two_suits_on_the_table_it_asks_which_was_led(phone):
    page = phone.get(RUFFED.replace("&led=spades", ""))
    assert verdict(page) == "Which suit was led?"
    assert page.form("question").offers("led") == ["hearts", "spades"]
    page = phone.press(page, "Rule", led="hearts")
    assert verdict(page) == "♥ must be followed with a trump over the ♥ Q: ♥ J."


@pytest.mark.parametrize(
    ("query", "field", "told"),
    [
        ("trick=As&trick=Xs", "trick", "There is no such card: Xs"),
        ("trick=As&trick=Ks&trick=Qs&trick=Js", "trick", "At most three cards"),
        ("trick=As&hand=As", "hand", "on the table and in the hand"),
        (
            NINE,
            "hand",
            "More than eight cards",
        ),
        ("trump=none&hand=As", "trump", "no no-trump"),
    ],
)
def test_impossible_cards_are_marked_at_their_field_and_the_rest_is_kept(phone, query, field, told):
    page = phone.get(f"/settle/card?{query}")
    assert told in page.words(f".//*[@id='wrong-{field}']")
    form = page.form("question")
    assert "As" in form.values("trick") + form.values("hand")


@pytest.mark.parametrize(
    ("query", "lacks"),
    [
        ("", "What was trump?"),
        ("trump=hearts", "Tap the cards on the table, then those in the hand."),
        ("trump=hearts&trick=As", "Tap the cards on the table, then those in the hand."),
    ],
)
def test_it_says_what_is_lacking(phone, query, lacks):
    assert verdict(phone.get(f"/settle/card?{query}")) == lacks


def test_which_cards_were_shown_is_no_part_of_the_address(phone):
    part = phone.get(RUFFED + "&shown=hand", htmx=True)
    assert "shown" not in parse_qs(urlsplit(part.headers["HX-Replace-Url"]).query)


def test_the_letters_on_the_cards_are_told_in_words_beside_them(phone):
    told = phone.get("/settle/card").words(".//*[@class='of-hand']/p[@class='ranks']")
    assert " ".join(told.split()) == "A ace · K king · Q queen · J jack"
