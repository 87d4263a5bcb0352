"""The question of the first dealer: the suit cut, and the four seats drawn."""

import pytest


def verdict(page):
    return page.words(".//*[@id='verdict']")


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
