"""Fees and prizes: due and paid a pair with their sums; prizes shared at equal rank."""

import json
from itertools import groupby

import pytest

from scorekeeper.draws.standings import StandingRules
from scorekeeper.tournament.accounts import share


@pytest.mark.parametrize(
    ("places", "prizes", "shares"),
    [
        ([(1, "a"), (2, "b"), (3, "c")], [100, 60], {"a": 100, "b": 60}),
        ([(1, "a"), (1, "b"), (3, "c")], [100, 60, 40], {"a": 80, "b": 80, "c": 40}),
        ([(1, "a"), (2, "b"), (2, "c")], [100, 60], {"a": 100, "b": 30, "c": 30}),
        ([(1, "a"), (1, "b"), (1, "c")], [100], {"a": 33, "b": 33, "c": 33}),
        ([(1, "a"), (2, "b"), (2, "c")], [100], {"a": 100}),
        ([], [100], {}),
    ],
)
def test_pairs_on_a_shared_place_get_the_mean_of_its_prizes(places, prizes, shares):
    assert share(places, prizes) == shares


def set_money(organiser, fee="10", prizes="100 60 40"):
    page = organiser.page("fees")
    return organiser.press(page, "Save fee and prizes", fee=fee, prizes=prizes)


def sums(organiser):
    return organiser.page("fees").words(".//p[@role='status']/b").replace("\u00a0", " ")


def test_fees_page_adds_up_due_and_paid_amounts(organise):
    organiser = organise(3)
    assert set_money(organiser).status == 303
    assert sums(organiser) == "Paid: 0 € of 30 €"
    page = organiser.page("fees")
    told = {"payment-1": "10", "payment-2": "4,50", "due-3": "5.00"}
    assert organiser.press(page, "Save what was paid", **told).status == 303
    assert sums(organiser) == "Paid: 14.50 € of 25 €"
    pairs = organiser.tournament().pairs
    assert [pair.paid for pair in pairs.values()] == [True, False, False]
    organiser.press(organiser.page("pairs/2"), "Save the pair", paid="1")
    assert sums(organiser) == "Paid: 20 € of 25 €"


def test_all_paid_fills_in_who_is_there_and_writes_nothing(organise):
    organiser = organise(4)
    set_money(organiser)
    organiser.press(organiser.page("fees"), "Save what was paid", **{"payment-1": "4"})
    organiser.press(organiser.page("pairs/3"), "Save the pair", present=None)
    before = organiser.tournament().revision
    filled = organiser.press(organiser.page("fees"), "All paid", **{"due-2": "8"})
    form = filled.form_of("Save what was paid")
    assert [form.value(f"payment-{pair}") for pair in "1234"] == ["10", "8", "0", "10"]
    assert "nothing is saved yet" in filled.words()
    assert organiser.tournament().revision == before
    assert organiser.press(filled, "Save what was paid").status == 303
    assert sums(organiser) == "Paid: 28 € of 38 €"
    assert "All paid" not in organiser.page("fees").buttons()


def test_all_paid_fills_in_what_another_has_not_changed_meanwhile(organise):
    organiser = organise(3)
    set_money(organiser)
    old = organiser.page("fees")
    meanwhile = {"due-1": "0", "payment-2": "12"}
    organiser.press(organiser.page("fees"), "Save what was paid", **meanwhile)
    form = organiser.press(old, "All paid").form_of("Save what was paid")
    assert [form.value(f"payment-{pair}") for pair in "123"] == ["0", "12", "10"]


def test_conflict_at_the_second_pair_says_that_the_first_was_saved(organise):
    organiser = organise(3)
    set_money(organiser)
    mine = organiser.page("fees")
    organiser.press(organiser.page("fees"), "Save what was paid", **{"payment-2": "7"})
    stale = organiser.press(
        mine, "Save what was paid", **{"payment-1": "10", "payment-2": "8", "payment-3": "9"}
    )
    assert stale.status == 409
    assert "Saved: pair 1." in stale.words()
    form = stale.form_of("Save what was paid")
    assert [form.value(f"payment-{pair}") for pair in "123"] == ["10", "8", "9"]
    assert organiser.tournament().pairs["1"].payment == 1000


def test_a_fee_that_is_changed_changes_what_is_due(organise):
    organiser = organise(2)
    set_money(organiser)
    organiser.press(organiser.page("fees"), "Save what was paid", **{"payment-1": "10"})
    set_money(organiser, fee="12")
    assert sums(organiser) == "Paid: 10 € of 24 €"


def test_each_account_is_an_act_of_its_own(organise):
    organiser = organise(3)
    before = organiser.tournament().revision
    mine, theirs = organiser.page("fees"), organiser.page("fees")
    organiser.press(mine, "Save what was paid", **{"payment-1": "10"})
    organiser.press(theirs, "Save what was paid", **{"payment-2": "10"})
    acts = organiser.tournament().acts[before:]
    assert [act.data for act in acts] == [
        {"pair": "1", "payment": 1000}, {"pair": "2", "payment": 1000},
    ]  # fmt: skip


@pytest.mark.parametrize("typed", ["ten", "-1", "1,234", "1000000", "1e3"])
def test_invalid_amount_is_refused_and_the_typed_values_stay(organise, typed):
    organiser = organise(2)
    page = organiser.page("fees")
    told = {"payment-1": "10", "payment-2": typed}
    refused = organiser.press(page, "Save what was paid", **told)
    assert (refused.status, "Pair 2: An amount" in refused.words()) == (422, True)
    form = refused.form_of("Save what was paid")
    assert (form.value("payment-1"), form.value("payment-2")) == ("10", typed)
    assert organiser.tournament().pairs["1"].payment is None
    for wrong in ({"fee": typed}, {"prizes": f"100 {typed}"}):
        assert set_money(organiser, **wrong).status == 422
    assert organiser.tournament().money.prizes == ()


@pytest.mark.parametrize(
    ("typed", "prizes"),
    [
        ("200, 100, 60", (20000, 10000, 6000)),
        ("200 , 100 ; 60,", (20000, 10000, 6000)),
        ("200;100;60", (20000, 10000, 6000)),
        ("200€, 12,50 €7", (20000, 1250, 700)),
        ("200 €, 100 € 60 €", (20000, 10000, 6000)),
        ("12,50, 10", (1250, 1000)),
    ],
)
def test_prizes_are_read_with_commas_between(organise, typed, prizes):
    organiser = organise(2)
    assert set_money(organiser, prizes=typed).status == 303
    assert organiser.tournament().money.prizes == prizes


@pytest.mark.parametrize(
    ("typed", "wrong"), [("200,100,60", "200,100,60"), ("200, 1o0", "1o0"), ("200, first", "first")]
)
def test_refused_prizes_name_the_text_and_say_how(organise, typed, wrong):
    organiser = organise(2)
    refused = set_money(organiser, prizes=typed)
    told = refused.words(".//*[@id='wrong']")
    assert (refused.status, told) == (
        422,
        f"“{wrong}” is no amount. An amount for each place, with spaces between: 100 60 40.",
    )
    many = set_money(organiser, prizes="5 " * 51)
    assert many.words(".//*[@id='wrong']") == "Prizes: at most 50."


def test_the_prizes_follow_the_standings(organise):
    rules = {"rounds": 1, "standing": StandingRules(tie_breaks=())}
    level = {1: (351, 200), 2: (351, 200)}

    def play(desk):
        desk.draw()
        for table, score in level.items():
            desk.result(table, *score)

    organiser = organise(4, then=play, **rules)
    set_money(organiser)
    page = organiser.page("fees").words(".//section[@class='stack']").replace("\u00a0", " ")
    assert page.count("80 €") == 2
    assert page.count("20 €") == 2


def test_those_of_a_final_are_won_in_it(organise):
    organiser = organise(4, rounds=1, then=lambda desk: desk.draw().play())
    organiser.press(organiser.page("final"), "Final of the first 2")
    organiser.press(organiser.proposal(), "Draw it so")
    organiser.press(organiser.page("rounds/2/tables/1"), "Write the result", a=200, b=351)
    set_money(organiser, prizes="100")
    told = organiser.page("fees").words(".//section[@class='stack']")
    winner = organiser.tournament().pairs[organiser.tournament().last_round.tables[0].b]
    assert winner.name in told


def test_stranger_reads_no_payment(organise, app):
    organiser = organise(2)
    set_money(organiser)
    organiser.press(organiser.page("fees"), "Save what was paid", **{"payment-1": "7"})
    guest = type(organiser)(app, organiser.public_id, "x")
    assert "has paid" not in guest.page("history").words(".//main")
    assert guest.page("fees").status == 403


def test_overpaid_fee_does_not_reduce_the_missing_sum(organise):
    organiser = organise(5, then=lambda desk: desk.change_pair("5", present=False))
    set_money(organiser, fee="12,50")
    paid = {"payment-1": "12,50", "payment-2": "20", "payment-3": "10"}
    organiser.press(organiser.page("fees"), "Save what was paid", **paid)
    told = organiser.page("fees").words(".//main").replace("\u00a0", " ")
    for part in (
        "missing: 27.50 € (of pairs that are not there: 12.50 €)",
        "paid too much: 7.50 €",
    ):
        assert part in told
    organiser.press(organiser.page("pairs/5"), "Save the pair", withdrawn="1")
    told = organiser.page("fees").words(".//main").replace("\u00a0", " ")
    assert "missing: 15 €" in told
    assert "pairs that are not there" not in told


def test_a_tick_at_the_door_disturbs_no_treasurer(organise):
    desks = []
    organiser = organise(3, then=desks.append)
    set_money(organiser)
    mine = organiser.page("fees")
    with organiser.app.app_context():
        desks[0].held = desks[0].stored()
        desks[0].do("attended", present=[], absent=["1"])
    assert organiser.press(mine, "Save what was paid", **{"payment-1": "10"}).status == 303
    pair = organiser.tournament().pairs["1"]
    assert (pair.payment, pair.present) == (1000, False)


def test_stale_fees_form_does_not_overwrite_a_payment(organise):
    organiser = organise(3)
    set_money(organiser)
    mine = organiser.page("fees")
    organiser.press(organiser.page("pairs/1"), "Save the pair", paid="1")
    assert organiser.press(mine, "Save what was paid", **{"payment-1": "5"}).status == 409
    assert organiser.tournament().pairs["1"].payment is None


def test_every_number_of_the_page_follows_from_the_saved_file(organise):
    organiser = organise(6, rounds=2, then=lambda desk: desk.draw().play().draw())
    set_money(organiser, fee="12,50", prizes="100 60 40,01 20")
    paid = {"payment-1": "12,50", "payment-2": "20", "payment-3": "10", "due-4": "5"}
    organiser.press(organiser.page("fees"), "Save what was paid", **paid)
    organiser.press(organiser.page("pairs/5"), "Save the pair", withdrawn="1")
    organiser.press(organiser.page("pairs/6"), "Save the pair", present=None)
    page = organiser.page("fees")
    file = json.loads(organiser.get(f"{organiser.url}saved.json").html)
    ranked = json.loads(organiser.get(f"{organiser.url}tournament.json").html)["standings"]
    fee, prizes, had, out, owed = accounts_in(file["tournament"])
    left = {pair: max(owed[pair] - had.get(pair, 0), 0) for pair in owed}
    told = page.words(".//main").replace("\u00a0", " ")
    assert f"Paid: {euros(sum(had.values()))} of {euros(sum(owed.values()))}" in told
    assert f"missing: {euros(sum(left.values()))}" in told
    assert f"(of pairs that are not there: {euros(sum(left[one] for one in out))})" in told
    assert f"paid too much: {euros(2000 - fee)}" in told
    assert f"prizes: {euros(sum(prizes))}" in told
    form = page.form_of("Save what was paid")
    for pair, cents in owed.items():
        assert number(form.value(f"due-{pair}")) == cents, pair
        assert number(form.value(f"payment-{pair}")) == had.get(pair, 0), pair
    shares = []
    for place, group in groupby(ranked, key=lambda row: row["place"]):
        alike = len([*group])
        share = sum(prizes[place - 1 : place - 1 + alike]) // alike
        shares += [f"{place}. {euros(share)}"] * alike if share else []
    lines = [
        " ".join("".join(b.itertext()).replace("\u00a0", " ") for b in line.iter("b"))
        for line in page.findall(".//ol[@class='draw']/li")
    ]
    assert lines == shares


def accounts_in(acts):
    """Return the fee, the prizes, each pair's payment and debt, and the absent pairs."""
    fee, prizes, due, had, gone, away = 0, [], {}, {}, set(), set()
    for data, kind in ((act["data"], act["kind"]) for act in acts):
        if kind == "money":
            fee, prizes = data.get("fee", fee), data.get("prizes", prizes)
        elif kind == "fee_paid":
            due |= {data["pair"]: data["due"]} if "due" in data else {}
            had |= {data["pair"]: data["payment"]} if "payment" in data else {}
        elif kind == "pair_changed":
            gone |= {data["pair"]} if data.get("withdrawn") else set()
            away |= {data["pair"]} if data.get("present") is False else set()
    owed = {
        pair: 0 if pair in gone and not had.get(pair) else due.get(pair, fee)
        for pair in map(str, range(1, 7))
    }
    return fee, prizes, had, gone | away, owed


def euros(cents):
    whole, rest = divmod(cents, 100)
    return f"{whole}.{rest:02} €" if rest else f"{whole} €"


def number(text):
    return round(float(text.replace(",", ".")) * 100)


def test_a_fee_that_is_paid_makes_no_draw_stale(organise):
    organiser = organise(4)
    set_money(organiser)
    proposal = organiser.proposal()
    organiser.press(organiser.page("fees"), "Save what was paid", **{"payment-1": "10"})
    assert organiser.press(proposal, "Draw it so").status == 303
    assert organiser.tournament().rounds


def test_stale_fees_form_shows_the_saved_fee_beside_the_typed_one(organise):
    organiser = organise(3)
    mine = organiser.page("fees")
    set_money(organiser, fee="20", prizes="50")
    there = organiser.press(mine, "Save fee and prizes", fee="10", prizes="100")
    assert there.status == 409
    assert [there.form_of("Save fee and prizes").value(one) for one in ("fee", "prizes")] == [
        "10",
        "100",
    ]
    assert "There now: 20" in there.words()
    assert organiser.press(there, "Save fee and prizes").status == 303
    money = organiser.tournament().money
    assert (money.fee, money.prizes) == (1000, (10000,))


def test_an_account_that_another_one_wrote_is_not_set_back_by_a_form_that_comes_back(organise):
    organiser = organise(3)
    set_money(organiser)
    pages = [organiser.page("fees") for _ in range(2)]
    organiser.press(organiser.page("fees"), "Save what was paid", **{"payment-1": "3"})
    there = organiser.press(pages[0], "Save what was paid", **{"payment-1": "5", "payment-2": "10"})
    refused = organiser.press(pages[1], "Save what was paid", **{"payment-3": "many"})
    assert (there.status, refused.status) == (409, 422)
    assert "There now: 3" in there.words()
    organiser.press(refused, "Save what was paid", **{"payment-3": "1"})
    assert organiser.tournament().pairs["1"].payment == 300, "not what the page had shown before"
    organiser.press(there, "Save what was paid")
    paid = [pair.payment for pair in organiser.tournament().pairs.values()]
    assert paid == [500, 1000, 100]
