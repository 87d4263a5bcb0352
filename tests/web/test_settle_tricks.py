"""The question of a wrong count: a pile's cards, and the correction of a hand written otherwise."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.table import KAPO, MADE

RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]


def pile(cards):
    return "&".join(f"cards={card}" for card in cards.split())


CARDS = "/settle/tricks?trump=hearts&" + pile("Jh 9h Ah 10h Ad Kd Qd 7d Ks 8s 7s 9s")
COUNTED = f"{CARDS}&last=B"
EQUAL = "last=B&" + pile("Jh 9h Ah 10h Kh Qh 7h 8h 10c Kc Qc 7c 8c 9c Kd Qd")


def verdict(page):
    return page.words(".//*[@id='verdict']")


def shown(page, what):
    return page.words(f".//*[@data-count='{what}']")


def test_a_pile_of_whole_tricks_is_ruled_on(phone):
    page = phone.get(COUNTED)
    assert verdict(page) == "Side A 77, Side B 85: 8 and 8."
    assert "cards 12, tricks 3" in page.words(".//*[@id='reasons']")
    assert "162 − 77 = 85" in page.words(".//*[@id='reasons']")
    assert "it goes to the higher last digit" in page.words(".//*[@id='reasons']")


def test_the_last_trick_and_the_other_side(phone):
    page = phone.get(CARDS + "&last=B&side=B")
    assert verdict(page) == "Side A 75, Side B 87: 7 and 9."


def test_correction_waits_until_the_last_trick_is_known(keep):
    scorer = keep(MADE)
    written = f"points_A=97&match={scorer.public_id}&hand={scorer.hands()[0]}"
    page = scorer.get(f"{CARDS}&{written}")
    assert verdict(page) == "Who took the last trick? It is worth 10."
    assert (shown(page, "points_A"), shown(page, "points_B")) == ("77", "–")
    assert correction(page) == ""
    assert correction(scorer.get(f"{CARDS}&{written}&last=B")).endswith("points_A=77")
    assert correction(scorer.get(f"{CARDS}&{written}&last=A")).endswith("points_A=87")


def test_an_address_of_before_it_was_asked_gives_it_to_who_took_the_cards(phone):
    assert verdict(phone.get(CARDS + "&last=1")) == "Side A 87, Side B 75: 9 and 7."


def test_nothing_is_summed_before_a_card_is_marked(phone):
    page = phone.get("/settle/tricks?trump=hearts&last=A")
    assert [shown(page, f"{what}_{side}") for what in ("points", "cut") for side in "AB"] == [
        *["–"] * 4
    ]


def test_the_missing_point_is_told_beside_the_tenths(phone):
    page = phone.get(CARDS + "&last=A")
    assert (shown(page, "cut_A"), shown(page, "cut_B")) == ("→ 8 + 1 = 9", "→ 7")
    assert page.find(".//*[@data-missing]").get("hidden") is None
    page = phone.get(CARDS + "&last=A&cards=Kc&cards=9c&cards=8c&cards=7c")
    assert page.find(".//*[@data-missing]").get("hidden") is not None


@pytest.mark.parametrize(
    ("hand", "turned"),
    [
        ("contract=A:90&points_A=97", " So the bid has failed."),
        ("contract=A:90&points_A=97&pilotta=A", ""),
        ("contract=B:80&points_A=97", " So the bid was made."),
        ("contract=B:90&points_A=97", ""),
        ("contract=A:90", ""),
    ],
)
def test_a_count_that_turns_the_bid_says_so(phone, hand, turned):
    page = phone.get(f"{COUNTED}&{hand}")
    assert verdict(page).partition("8 and 8.")[2] == turned


def test_the_count_stands_beside_the_cards_whether_whole_or_not(phone):
    page = phone.get(f"{COUNTED}&cards=Jc")
    assert (shown(page, "points_A"), shown(page, "points_B")) == ("79", "83")
    assert (shown(page, "cards"), shown(page, "tricks"), shown(page, "spare")) == ("13", "3", "1")


@pytest.mark.parametrize(
    ("query", "lacks"),
    [
        ("", "What was trump?"),
        ("trump=hearts", "Tap the cards"),
        ("trump=hearts&cards=Jh&cards=9h&cards=Ah", "Cards 3: whole tricks 0, and 3 over"),
        ("trump=hearts&last=A", "Tap the cards"),
    ],
)
def test_it_says_what_is_still_odd(phone, query, lacks):
    page = phone.get(f"/settle/tricks?{query}")
    assert lacks in verdict(page)
    assert not page.has(".//ol")


def test_all_the_cards_have_the_last_trick_with_them(phone):
    everything = pile(" ".join(f"{rank}{suit}" for suit in "hdcs" for rank in RANKS))
    page = phone.get(f"/settle/tricks?trump=clubs&{everything}&last=B")
    assert "the last trick is theirs, too" in verdict(page)
    page = phone.get(f"/settle/tricks?trump=clubs&{everything}&last=A")
    assert verdict(page) == "Kapo: all 32 cards went to Side A."
    assert "162 + 88 = 250" in page.words(".//*[@id='reasons']")


def test_a_card_that_is_none_is_told_and_the_rest_is_kept(phone):
    page = phone.get("/settle/tricks?trump=hearts&last=A&cards=Jh&cards=6h&cards=1")
    assert "6h, 1" in page.words(".//*[@id='wrong-cards']")
    assert shown(page, "points_A") == "30"


def test_a_trump_that_the_rules_do_not_play_is_told(phone):
    assert phone.get("/settle/tricks?trump=none").words(".//*[@id='wrong-trump']")
    assert phone.get("/settle/tricks?trump=cups").words(".//*[@id='wrong-trump']")
    page = phone.get("/settle/tricks?trump=none&rules=cardrules&cards=Ah")
    assert page.words(".//*[@id='wrong-trump']") == ""
    assert shown(page, "points_A") == "19"


def test_an_equal_digit_waits_for_the_bidder_where_the_rules_do(phone):
    page = phone.get(f"/settle/tricks?rules=online&trump=hearts&{EQUAL}")
    assert "one point not given yet" in verdict(page)
    page = phone.get(f"/settle/tricks?rules=online&trump=hearts&{EQUAL}&contract=B:90")
    assert verdict(page) == "Side A 86, Side B 76: 8 and 8."


def test_it_is_held_against_what_is_written(phone):
    page = phone.get(COUNTED + "&points_A=77&points_B=85")
    assert verdict(page).startswith("As written.")
    page = phone.get(COUNTED + "&points_B=84")
    assert verdict(page).startswith("Otherwise than written (78–84).")
    page = phone.get(COUNTED + "&kapo=B")
    assert verdict(page).startswith("Otherwise than written (0–162, kapo).")


def test_written_points_that_cannot_be_are_told(phone):
    page = phone.get(COUNTED + "&points_A=200")
    assert "from 0 to 162" in page.words(".//*[@id='wrong-written']")


def correction(page):
    [link] = [link for link in page.links() if "/correct" in link] or [""]
    return link


def test_the_correction_is_one_tap_away(keep):
    scorer = keep(MADE)
    hand = scorer.hands()[0]
    page = scorer.get(f"{COUNTED}&points_A=97&match={scorer.public_id}&hand={hand}")
    link = correction(page)
    assert urlsplit(link).path == f"{scorer.url}hands/{hand}/correct"
    assert parse_qs(urlsplit(link).query) == {"points_A": ["77"]}
    form = scorer.get(link).form_of("See what changes")
    assert (form.value("points_A"), form.value("points_B")) == ("77", "85")
    assert form.value("contract") == "A:90"


def test_shared_address_leaves_out_the_match(keep):
    scorer = keep(MADE)
    page = scorer.get(f"{COUNTED}&points_A=97&match={scorer.public_id}&hand=2")
    address = page.find(".//*[@data-address]").get("data-address")
    assert scorer.public_id not in address
    assert COUNTED in address
    assert not [one for one in page.links() if ".p" in one and scorer.public_id in one]


def test_a_kapo_is_corrected_to_points_and_points_to_a_kapo(keep):
    scorer = keep(KAPO, MADE)
    kapo, made = scorer.hands()
    form = scorer.get(f"{scorer.url}hands/{kapo}/correct?points_A=77").form_of("See what changes")
    assert (form.value("points_A"), form.value("kapo")) == ("77", None)
    form = scorer.get(f"{scorer.url}hands/{made}/correct?kapo=A").form_of("See what changes")
    assert (form.value("points_A"), form.value("kapo")) == ("", "A")


@pytest.mark.parametrize("told", ["points_A=999", "points_A=x", "kapo=C", ""])
def test_another_correction_is_as_the_hand_stands(keep, told):
    scorer = keep(MADE)
    page = scorer.get(f"{scorer.url}hands/{scorer.hands()[0]}/correct?{told}")
    assert page.form_of("See what changes").value("points_A") == "97"


@pytest.mark.parametrize(
    "query", ["points_A=77", "points_A=97&hand=2", "points_A=97&match=x&hand=2", "points_A=97"]
)
def test_there_is_nothing_to_correct_where_it_is_right_or_no_match_s(phone, query):
    assert correction(phone.get(f"{COUNTED}&{query}")) == ""


def test_form_keeps_the_written_hand(phone):
    page = phone.get(COUNTED + "&points_A=97&contract=A:90&match=x&hand=2")
    form = page.form("question")
    told = [form.value(name) for name in ("points_A", "contract", "match", "hand")]
    assert told == ["97", "A:90", "x", "2"]


def test_it_opens_from_a_hand_of_a_match(keep):
    scorer = keep(MADE)
    hand = scorer.hands()[0]
    [link] = [
        link for link in scorer.get(f"{scorer.url}hands/{hand}").links() if "/settle/tricks" in link
    ]
    page = scorer.get(f"{link}&trump=hearts&last=B&cards=7c&cards=8c&cards=7d&cards=8d")
    assert verdict(page).startswith("Otherwise than written (97–65).")
    assert correction(page) == f"{scorer.url}hands/{hand}/correct?points_A=0"
