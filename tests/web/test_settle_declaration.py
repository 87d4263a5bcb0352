"""The question of declarations: named by each side, or found in the cards of a hand."""

import pytest

from tests.table import MADE

KINGS = ["Kh", "Qh", "Jh", "Kd", "Kc", "Ks", "7c", "8c"]


def asked(query, **cards):
    told = [f"{name}={card}" for name, hand in cards.items() for card in hand]
    return "&".join([f"/settle/declaration?{query}", *told])


def verdict(page):
    return page.words(".//*[@id='verdict']")


def reasons(page):
    return page.words(".//*[@id='reasons']")


@pytest.mark.parametrize(
    ("query", "ruled"),
    [
        ("declarations_A=run4&declarations_B=run3", "Side A +5: 50 beats 20."),
        ("declarations_B=nines&declarations_A=four", "Side B +15: 150 beats 100."),
        ("declarations_A=run3", "Side A +2: only one side declared."),
        ("declarations_A=run5&declarations_B=four", "Side B +10: at 100 a four beats a run."),
        ("declarations_A=run6&declarations_B=run5", "Side A +10: the longer run: 6 > 5 cards."),
        (
            "declarations_A=run3&top_A_run3_0=A&declarations_B=run3&top_B_run3_0=A&trumps_B_run3_0=t",
            "Side B +2: equal runs, but theirs is in trumps.",
        ),
        (
            "declarations_A=run3&top_A_run3_0=A&declarations_B=run3&top_B_run3_0=A",
            "Nobody scores: the declarations are equal.",
        ),
    ],
)
def test_it_says_who_scores_what_and_by_which_comparison(phone, query, ruled):
    assert verdict(phone.get(asked(query))) == ruled


def test_the_better_side_scores_all_of_its_own(phone):
    page = phone.get(asked("declarations_A=run3&declarations_A=run4&declarations_B=run3"))
    assert verdict(page) == "Side A +7: 50 beats 20."
    assert "50 (run of 4) · 20 (run of 3)" in reasons(page)
    assert "50 + 20 = 70 → 7" in reasons(page)


def test_the_switch_that_decides_is_told_with_its_source(phone):
    page = phone.get(asked("declarations_A=run5&declarations_B=four"))
    assert "At 100 a four beats a run: yes (Wikipedia)" in reasons(page)
    page = phone.get(asked("declarations_A=run5&declarations_B=four&rules=online"))
    assert "At 100 a four beats a run: no" in reasons(page)


def test_a_comparison_that_all_rules_make_names_no_switch(phone):
    page = phone.get(asked("declarations_A=run4&declarations_B=run3"))
    assert page.findall(".//ol//p[@class='decided']") == []


TWO_RUNS = "declarations_A=run3&top_A_run3_0=A&declarations_B=run3&top_B_run3_0=K&trumps_B_run3_0=t"


def test_of_two_equally_long_runs_the_rule_that_decided_is_told(phone):
    page = phone.get(asked(TWO_RUNS))
    assert verdict(page) == "Side A +2: run of 3 to the ace beats run of 3 to the king in trumps."
    told = reasons(page)
    assert "Of equal length the higher card is better. Trumps count only between equal ones" in told
    assert "Of two equal runs the one in trumps is better: yes (public Cypriot code)" in told
    assert "before run of 3" not in told, "that is the verdict"


def test_reasons_say_that_a_run_in_trumps_counts_for_nothing(phone):
    told = reasons(phone.get(asked(f"{TWO_RUNS}&rules=cardrules")))
    assert "That a run is in trumps counts for nothing." in told
    assert "Of two equal runs the one in trumps is better: no" in told


def test_equal_declarations_ask_for_their_top_cards_and_only_those(phone):
    page = phone.get(asked("declarations_A=run3&declarations_A=run4&declarations_B=run4"))
    assert verdict(page) == "Equal declarations: tap each side's top card, and whether it is trump."
    names = {one.get("name") for one in page.findall(".//*[@id='tops']//input")}
    assert names == {"top_A_run4_0", "trumps_A_run4_0", "top_B_run4_0", "trumps_B_run4_0"}


def test_tie_that_the_leader_takes_asks_which_side_led(phone):
    equal = "rules=cardrules&declarations_A=run3&top_A_run3_0=A&declarations_B=run3&top_B_run3_0=A"
    page = phone.get(asked(equal))
    assert "which side led" in verdict(page)
    assert (
        phone.get(asked(f"{equal}&leader=B")).words(".//*[@id='verdict']").startswith("Side B +20")
    )


SPADES, HEARTS = ["As", "Ks", "Qs"], ["Ah", "Kh", "Qh"]


@pytest.mark.parametrize(
    ("query", "ruled"),
    [
        ("", "Which suit is trump? Whose declaration scores hangs on it."),
        ("trump=hearts", "Side A +2: equal runs, but theirs is in trumps."),
        ("trump=spades", "Side B +2: equal runs, but theirs is in trumps."),
        ("trump=clubs", "Nobody scores: the declarations are equal."),
        ("trump_breaks_tie=false", "Nobody scores: the declarations are equal."),
        ("declaration_tie=leader", "Which suit is trump? Whose declaration scores hangs on it."),
        (
            "declaration_tie=leader&leader=B",
            "Which suit is trump? Whose declaration scores hangs on it.",
        ),
    ],
)
def test_equal_runs_in_cards_ask_for_the_trump(phone, query, ruled):
    assert verdict(phone.get(asked(query, cards_A=HEARTS, cards_B=SPADES))) == ruled


def test_a_run_in_cards_that_is_better_in_any_suit_asks_for_no_trump(phone):
    page = phone.get(asked("", cards_A=HEARTS, cards_B=["Ks", "Qs", "Js"]))
    assert verdict(page) == "Side A +2: run of 3 to the ace beats run of 3 to the king."


def test_every_declaration_in_a_hand_is_found_best_first(phone):
    hand = ["7h", "8h", "9h", "10h", "Qh", "Kh", "Ah", "7c"]
    page = phone.get(asked("trump=hearts", cards_A=hand))
    assert verdict(page) == "Side A +7: only one side declared."
    assert "50 (run of 4 to 10 in trumps) · 20 (run of 3 to the ace in trumps)" in reasons(page)


def test_the_pilotta_is_named_apart(phone):
    page = phone.get(asked("trump=hearts&declarations_A=four", cards_B=["Kh", "Qh", "Jh", "7c"]))
    assert verdict(page) == "Side A +10: 100 beats 20."
    assert "Pilotta Side B: 20 points, apart from the declarations" in reasons(page)
    assert "Pilotta" not in reasons(phone.get(asked("trump=clubs", cards_B=["Kh", "Qh", "Jh"])))


def test_reasons_name_the_run_lost_because_a_card_serves_once(phone):
    page = phone.get(asked("trump=clubs", cards_A=KINGS))
    assert "100 (four kings). A card serves in one declaration only (Tefteri's reading)" in reasons(
        page
    )
    assert "so not: 20 (run of 3 to the king)" in reasons(page)


def test_the_order_of_the_cards_is_told_where_the_hand_hangs_on_it(phone):
    page = phone.get(asked("rules=cardrules", cards_A=["Qh", "Kh", "10h"]))
    assert "7 8 9 J Q K 10 A" in reasons(page)
    page = phone.get(asked("rules=cardrules", cards_A=["7h", "8h", "9h"]))
    assert "7 8 9 J Q K 10 A" not in reasons(page)


def test_cards_stand_in_place_of_what_the_side_named(phone):
    page = phone.get(asked("declarations_A=jacks", cards_A=["7h", "8h", "9h"]))
    assert verdict(page) == "Side A +2: only one side declared."


def test_a_hand_without_a_declaration_waits_for_another(phone):
    page = phone.get(asked("trump=hearts", cards_A=["7h", "8d"]))
    assert "What did each side declare?" in verdict(page)
    assert "nothing to declare" in page.words(".//*[@id='more']")


@pytest.mark.parametrize(
    ("query", "cards", "field"),
    [
        ("declarations_A=run9", {}, "declarations"),
        ("declarations_A=nines&declarations_B=nines", {}, "declarations"),
        ("trump=cups&declarations_A=run3", {}, "trump"),
        ("", {"cards_A": ["6h"]}, "cards_A"),
        ("", {"cards_A": [*KINGS, "9c"]}, "cards_A"),
        ("", {"cards_A": ["7h", "8h", "9h"], "cards_B": ["9h"]}, "cards_B"),
    ],
)
def test_impossible_declaration_is_marked_at_its_field(phone, query, cards, field):
    page = phone.get(asked(query, **cards))
    assert page.words(f".//*[@id='wrong-{field}']")
    assert not page.has(".//ol")


def test_it_opens_from_a_hand_that_has_declarations(keep):
    told = {"A": ["run3:A", "run3:9"], "B": ["run3:K"]}
    scorer = keep({**MADE, "declarations": told}, MADE)
    links = [disputed(scorer, hand) for hand in scorer.hands()]
    assert [len(found) for found in links] == [1, 0]
    page = scorer.get(links[0][0])
    assert verdict(page) == "Ours +4: run of 3 to the ace beats run of 3 to the king."
    assert page.has(".//*[@class='top-row']")


@pytest.mark.parametrize(
    ("ruling", "ruled"),
    [("nobody", "Nobody scores: the table ruled so."), ("B", "Theirs +2: the table ruled so.")],
)
def test_the_ruling_of_the_table_stands_until_it_is_taken_back(keep, ruling, ruled):
    told = {"A": ["run4:A"], "B": ["run3:K"]}
    scorer = keep({**MADE, "declarations": told, "declarations_to": ruling})
    [hand] = scorer.hands()
    [link] = disputed(scorer, hand)
    page = scorer.get(link)
    assert verdict(page) == ruled
    assert page.form("question").value("ruling") == ruling
    assert verdict(scorer.press(page, "Rule", ruling=None)) == "Ours +5: 50 beats 20."


def disputed(scorer, hand):
    links = scorer.get(f"{scorer.url}hands/{hand}").links()
    return [link for link in links if "/settle/declaration" in link]


def test_a_run_that_leaves_a_card_to_a_four_is_told_as_our_reading(phone):
    cards = ["Kh", "Kd", "Kc", "Ks", "9d", "10d", "Jd", "Qd"]
    told = reasons(phone.get(asked("trump=hearts", cards_A=cards)))
    assert "100 (four kings) · 50 (run of 4 to the queen)." in told
    assert "A run may be declared shorter to leave a card to a four (Tefteri's reading)." in told


def test_that_a_long_run_is_never_cut_is_told_as_our_reading(phone):
    cards = ["7d", "8d", "9d", "10d", "Jd", "Qd", "Kd", "Ad"]
    told = reasons(phone.get(asked("trump=hearts", cards_A=cards)))
    assert "A run is never cut into two (Tefteri's reading)." in told
    told = reasons(phone.get(asked("trump=hearts", cards_A=[*cards[:5], "7h", "8h", "Kd"])))
    assert "never cut" not in told, "there is nothing to cut"
