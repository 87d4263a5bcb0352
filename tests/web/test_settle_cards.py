"""Disputes over cards: a pile counted, a card played, seats drawn, declarations shown."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.support.table import KAPO, MADE

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


def test_sources_of_a_ruling_are_folded_below_it(phone):
    page = phone.get(RUFFED)
    rule = "A trump must beat the trumps in the trick: always"
    folded = page.words(".//*[@id='reasons']/details")
    assert folded.startswith("Rules: Café table · the sources")
    assert f"{rule} (Wikipedia, kypros.org)" in folded
    in_sight = page.words(".//*[@id='reasons']/ol")
    assert rule in in_sight
    assert "Wikipedia" not in in_sight


def test_red_suits_of_a_ruling_are_red(phone):
    for place in ("verdict", "reasons"):
        red = phone.get(RUFFED).findall(f".//*[@id='{place}']//span[@class='hearts']")
        assert {one.text for one in red} <= {"♥", "♦"}
        assert red


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
    assert "This suit was led" in page.words(".//*[@id='more']")


@pytest.mark.parametrize(
    ("first", "led", "ruled"),
    [
        ("As", "", "No ♠: a trump must beat the ♥ Q, so ♥ J."),
        ("Qh", "", "♥ must be followed with a trump over the ♥ Q: ♥ J."),
        ("Qh", "&led=spades", "No ♠: a trump must beat the ♥ Q, so ♥ J."),
        ("Ad", "", "Which suit was led?"),
    ],
    ids=["spade", "heart", "the table says otherwise", "card lies elsewhere"],
)
def test_card_that_was_tapped_first_says_which_suit_was_led(phone, first, led, ruled):
    page = phone.get(f"{RUFFED.replace('&led=spades', led)}&first={first}")
    assert verdict(page) == ruled


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
        ("trump=hearts&trick=As", "Press In the hand, then the cards in it."),
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


RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]


def pile(cards):
    return "&".join(f"cards={card}" for card in cards.split())


CARDS = "/settle/tricks?trump=hearts&" + pile("Jh 9h Ah 10h Ad Kd Qd 7d Ks 8s 7s 9s")
COUNTED = f"{CARDS}&last=B"
EQUAL = "last=B&" + pile("Jh 9h Ah 10h Kh Qh 7h 8h 10c Kc Qc 7c 8c 9c Kd Qd")


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


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("cut=hearts", "♥ names the shuffler: Side A 1 deals."),
        ("cut=diamonds", "♦ names the player on the shuffler's right: Side B 1 deals."),
        ("cut=clubs", "♣ names the player opposite the shuffler: Side A 2 deals."),
        ("cut=spades", "♠ names the player on the shuffler's left: Side B 2 deals."),
        ("cut=spades&shuffler=B1", "♠ names the player on the shuffler's left: Side A 1 deals."),
        ("cut=spades&rules=simple", "♠ names the player on the shuffler's left: Side B 1 deals."),
    ],
)
def test_the_suit_cut_names_the_dealer(phone, query, said):
    assert verdict(phone.get(f"/settle/dealer?{query}")) == said


def test_the_source_and_our_reading_of_it_are_told(phone):
    told = phone.get("/settle/dealer?cut=spades").words(".//*[@id='reasons']")
    assert "♥ the shuffler, ♠ the player on the shuffler's left (Wikipedia)" in told
    assert "both its examples the shuffler (Tefteri's reading)" in told


def chairs(page):
    return page.findall(".//div[@class='round-table']/span[@class='cloth']/../span")[:-1]


def test_the_seats_are_drawn_with_their_suits_and_the_dealer_is_marked(phone):
    page = phone.get("/settle/dealer?cut=clubs&us=Maria")
    drawn = {" ".join(seat.itertext()).split()[0]: seat for seat in chairs(page)}
    said = [" ".join("".join(seat.itertext()).split()) for seat in chairs(page)]
    assert said == ["♥ Maria 1", "♦ Side B 1", "♣ Maria 2", "♠ Side B 2"]
    assert [suit for suit, seat in drawn.items() if "deals" in seat.get("class")] == ["♣"]


def test_without_a_suit_it_asks_for_it_and_nobody_is_marked(phone):
    page = phone.get("/settle/dealer?shuffler=B2")
    assert verdict(page) == "Which suit was cut?"
    assert "♥" not in "".join(text for seat in chairs(page) for text in seat.itertext())
    assert [seat.get("class").split()[-1] for seat in chairs(page)] == ["uncut"] * 4


@pytest.mark.parametrize(
    ("query", "field", "told"),
    [
        ("cut=swords", "cut", "No such suit"),
        ("cut=hearts&shuffler=A3", "shuffler", "No such seat"),
    ],
)
def test_unknown_suit_or_seat_is_marked_at_its_field(phone, query, field, told):
    page = phone.get(f"/settle/dealer?{query}")
    assert told in page.words(f".//*[@id='wrong-{field}']")


KINGS = ["Kh", "Qh", "Jh", "Kd", "Kc", "Ks", "7c", "8c"]


def asked(query, **cards):
    told = [f"{name}={card}" for name, hand in cards.items() for card in hand]
    return "&".join([f"/settle/declaration?{query}", *told])


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


def test_run_in_trumps_stays_so_before_its_top_card_is_chosen(phone):
    page = phone.get(asked("declarations_A=run4&declarations_B=run4&trumps_B_run4_0=t"))
    trumps = {
        one.get("name"): one.get("checked") is not None
        for one in page.findall(".//*[@id='tops']//input[@type='checkbox']")
    }
    assert trumps == {"trumps_A_run4_0": False, "trumps_B_run4_0": True}


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
