"""Saving a hand by its form: contract first, all passed, or as a line."""

from urllib.parse import urlencode

import pytest

from tests.support.page import altered
from tests.support.table import MADE, OPEN, PASSED_OUT, SWEPT


def send(scorer, **changes):
    """Send the entry as it is with these changes, whether or not the form offers them."""
    form = scorer.entry().form("entry")
    return scorer.post(form.action, altered(form.filled, **changes))


def told(answer):
    """Return the text of the live result."""
    return answer.words(".//div[@class='say']")


def test_a_save_looks_once_before_the_lock_and_once_behind_it(scorer, statements):
    form = scorer.entry().form("entry")
    typed = altered(form.filled, contract="A:90", trump="hearts", points_A="97")
    statements.clear()
    assert scorer.post(form.action, typed).status == 303
    words = [one.split()[0] for one in statements]
    assert words == ["SELECT", "BEGIN", "SELECT", "INSERT", "UPDATE", "COMMIT"]


def test_it_saves_a_hand_and_shows_the_match(scorer):
    saved = scorer.press(
        scorer.entry(), "Save hand", contract="A:90", trump="hearts", points_A="97"
    )
    assert (saved.status, saved.goes_to) == (303, scorer.url)
    page = scorer.page()
    assert page.words(".//section[@id='standing']").startswith("Us 19")
    assert "✓ saved" in page.words(".//footer")
    assert scorer.totals() == (19, 6)


def test_it_saves_a_whole_evening(scorer):
    scorer.save("A:90", 97).save("B:100", 82).save("A:120", kapo=["A"]).save("B:80", 100)
    scorer.save("A:90", 89, doubled=["2"]).save("B:kapo", kapo=["B"])
    assert [tuple(row.score)[1:3] for row in scorer.ledger().standing.rows] == [
        (19, 6),
        (26, 0),
        (37, 0),
        (6, 18),
        (0, 34),
        (0, 50),
    ]


def test_points_beside_a_kapo_are_asked_about_and_neither_is_dropped(scorer):
    refused = send(scorer, contract="A:90", kapo=["A"], points_A="97")
    assert refused.status == 422
    assert "take out the points, or the kapo" in told(refused)
    form = refused.form("entry")
    assert (form.value("points_A"), form.values("kapo")) == ("97", ["A"])
    assert scorer.ledger().revision == 1
    scorer.save("A:90", 162, kapo=["A"])
    assert scorer.totals() == (34, 0)


def test_it_gives_the_whole_page_when_it_refuses(scorer):
    refused = send(scorer, contract="A:90")
    assert refused.status == 422
    assert refused.has(".//header")
    assert refused.form("entry").value("contract") == "A:90"


def test_it_opens_the_form_under_an_operation_of_its_own(scorer):
    page = scorer.get(scorer.url + "hand")
    assert page.status == 302
    again = scorer.get(page.goes_to)
    assert again.form("entry").value("op_id") == page.goes_to.partition("op=")[2]


@pytest.mark.parametrize("op", ["", "x", "F" * 32])
def test_it_makes_an_operation_where_the_address_has_none(scorer, op):
    page = scorer.get(f"{scorer.url}hand?op={op}")
    assert (page.status, len(page.goes_to.partition("op=")[2])) == (302, 32)


def test_it_shows_the_match_instead_of_a_form_after_the_end(keep):
    scorer = keep(SWEPT, SWEPT, SWEPT)
    assert (scorer.entry().status, scorer.entry().goes_to) == (302, scorer.url)


def test_it_refuses_a_hand_after_the_end_and_keeps_what_was_typed(keep):
    scorer = keep(SWEPT, SWEPT)
    entry = scorer.entry()
    scorer.save("A:kapo", kapo=["A"], doubled=["4"])
    typed = {"contract": "A:90", "points_A": "97", "revision": "4", "after": None}
    filled = altered(entry.form("entry").filled, **typed)
    refused = scorer.post(scorer.url + "hand", filled)
    assert refused.status == 422
    assert "over" in told(refused)
    assert refused.form("entry").value("points_A") == "97"
    assert scorer.ledger().revision == 4


WRONG = {
    "nothing": ({}, "Who bid, and how much?"),
    "no bidder": ({"contract": ":90", "points_A": "97"}, "Who bid, and how much?"),
    "no bid": ({"contract": "A:", "points_A": "97"}, "Who bid, and how much?"),
    "no points": ({"contract": "A:90"}, "The points are still to come."),
    "another side": ({"contract": "C:90", "points_A": "97"}, "the bidder cannot be read"),
    "a bid too low": ({"contract": "A:70", "points_A": "97"}, "from 8 to 40"),
    "a bid too high": ({"contract": "A:410", "points_A": "97"}, "from 8 to 40"),
    "a bid between the steps": ({"contract": "A:95", "points_A": "97"}, ""),
    "a bid of letters": ({"contract": "A:nine", "points_A": "97"}, ""),
    "an endless bid": ({"contract": "A:" + "9" * 5000, "points_A": "97"}, ""),
    "ones that are no number": ({"contract": "A:90", "ones": "x", "points_A": "97"}, ""),
    "ones in a bid without any": ({"contract": "A:90", "ones": "7", "points_A": "97"}, ""),
    "a suit that does not exist": ({"contract": "A:90", "trump": "stars", "points_A": "97"}, ""),
    "no trump": ({"contract": "A:90", "trump": "none", "points_A": "97"}, "choose a suit"),
    "tripled": ({"contract": "A:90", "doubled": "3", "points_A": "97"}, ""),
    "doubled by a word": ({"contract": "A:90", "doubled": ["2", "x"], "points_A": "97"}, ""),
    "doubled by words": ({"contract": "A:90", "doubled": ["x", "y"], "points_A": "97"}, ""),
    "doubled by nothing and a word": (
        {"contract": "A:90", "doubled": ["", "x"], "points_A": "97"},
        "",
    ),
    "points over 162": ({"contract": "A:90", "points_A": "163"}, "162"),
    "points that do not add up": ({"contract": "A:90", "points_A": "97", "points_B": "97"}, "162"),
    "a point of 1": ({"contract": "A:90", "points_A": "1"}, ""),
    "161 points": ({"contract": "A:90", "points_B": "161"}, ""),
    "points below zero": ({"contract": "A:90", "points_A": "-5"}, ""),
    "points and a half": ({"contract": "A:90", "points_A": "97.5"}, ""),
    "points in Arabic": ({"contract": "A:90", "points_A": "٩٧"}, ""),
    "a pilotta of nobody": ({"contract": "A:90", "points_A": "97", "pilotta": "C"}, ""),
    "a kapo of nobody": ({"contract": "A:90", "kapo": "C"}, ""),
    "a declaration that does not exist": (
        {"contract": "A:90", "points_A": "97", "declarations_A": "run9"},
        "",
    ),
    "declarations of one pack": (
        {"contract": "A:90", "points_A": "97", "declarations_A": ["jacks", "jacks"]},
        "One pack cannot hold",
    ),
    "a top card that does not exist": (
        {
            "contract": "A:90",
            "points_A": "97",
            "declarations_A": "run3",
            "declarations_B": "run3",
            "top_A_run3_0": "1",
        },
        "",
    ),
    "a ruling for nobody known": (
        {"contract": "A:90", "points_A": "97", "declarations_A": "run3", "ruling": "C"},
        "",
    ),
    "both pilottas": (
        {"contract": "A:90", "points_A": "97", "pilotta": "A", "pilotta_failed": "A"},
        "take off one of the two",
    ),
    "a button that does not exist": ({"act": "surrender"}, "Who bid, and how much?"),
}


@pytest.mark.parametrize(("typed", "said"), WRONG.values(), ids=WRONG)
def test_it_refuses_what_is_no_hand_and_says_why(scorer, typed, said):
    refused = send(scorer, **typed)
    assert refused.status == 422
    assert said in told(refused)
    assert told(refused), "there is always a word"
    form = refused.form("entry")
    assert form.value("points_A") == typed.get("points_A", ""), "what was typed stays"
    assert form.value("contract") in (typed.get("contract"), None)
    assert scorer.ledger().revision == 1


def test_it_saves_the_mended_form_once(scorer):
    refused = send(scorer, contract="A:90", points_A="163")
    saved = scorer.press(refused, "Save hand", points_A="97")
    assert saved.status == 303
    assert scorer.totals() == (19, 6)


def test_it_refuses_doubling_where_it_is_not_played(keep):
    refused = send(keep(rules="kypros"), contract="A:90", points_A="97", doubled="2")
    assert refused.status == 422
    assert "nothing is doubled" in told(refused)


def test_it_refuses_a_pilotta_without_trumps(keep):
    refused = send(
        keep(rules="cardrules"), contract="A:90", points_A="97", trump="all", pilotta="A"
    )
    assert refused.status == 422
    assert "there is no pilotta" in told(refused)


def test_it_refuses_a_kapo_beside_other_points(scorer):
    refused = send(scorer, contract="A:90", kapo="A", points_A="97")
    assert refused.status == 422
    assert told(refused)


@pytest.mark.parametrize("points", [{"points_A": "162"}, {"points_A": "162", "points_B": "0"}])
def test_it_takes_a_kapo_beside_its_own_points(scorer, points):
    assert send(scorer, contract="A:90", kapo="A", **points).status == 303
    assert scorer.totals() == (34, 0)


def test_it_survives_hundreds_of_declarations(scorer):
    assert (
        send(scorer, contract="A:90", points_A="97", declarations_A=["run3"] * 2000).status == 303
    )


def test_it_writes_the_next_hand_after_the_last(keep):
    scorer = keep(MADE)
    assert "Hand 2" in scorer.entry().words(".//h1")
    assert "Eleni" in scorer.entry().words(".//h1"), "who deals it"


def save_bid(scorer, **typed):
    """Type the contract, be told that the points are missing, press the button that comes then."""
    asked = scorer.press(scorer.entry(), "Save hand", **typed)
    assert asked.status == 422
    return scorer.press(asked, "Save the bid")


def test_it_keeps_the_contract_in_the_next_row(scorer):
    saved = save_bid(scorer, contract="B:100", trump="clubs", doubled="2")
    assert (saved.status, saved.goes_to) == (303, scorer.url)
    row = scorer.page().words(".//tr[@class='open']")
    assert all(part in row for part in ("1", "Them", "10", "♣", "×2"))
    assert scorer.ledger().match.open.bid == 100


def test_it_goes_on_with_the_contract_where_the_points_come(scorer):
    save_bid(scorer, contract="B:100", trump="clubs", pilotta="B")
    saved = scorer.press(scorer.entry(), "Save hand", points_B="120")
    assert saved.status == 303
    assert scorer.totals() == (4, 12 + 10 + 2)
    assert not scorer.page().has(".//tr[@class='open']")


def test_it_changes_the_contract_before_the_points_come(scorer):
    save_bid(scorer, contract="B:100")
    save_bid(scorer, contract="A:110")
    assert scorer.ledger().match.open.bid == 110


def test_it_writes_one_contract_for_two_taps(scorer):
    form = scorer.entry().form("entry")
    fields = altered(form.filled, contract="A:90", act="contract")
    first, again = scorer.post(form.action, fields), scorer.post(form.action, fields)
    assert (first.status, again.status) == (303, 303)
    assert scorer.ledger().revision == 2


def test_it_saves_the_hand_from_a_form_whose_contract_was_saved(scorer):
    """The contract and the hand of one form are two operations, and the form knows one revision. So
    the hand is typed into the form that opens after the contract."""
    form = scorer.entry().form("entry")
    fields = altered(form.filled, contract="A:90", points_A="97")
    scorer.post(form.action, [*altered(fields, points_A=None), ("act", "contract")])
    stale = scorer.post(form.action, fields)
    assert stale.status == 409
    assert scorer.press(stale, "Save hand").status == 303
    assert scorer.totals() == (19, 6)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "What was the bid?"),
        ({"contract": "A:95"}, ""),
        ({"contract": "C:90"}, ""),
        ({"contract": "A:90", "trump": "stars"}, ""),
        ({"contract": "A:90", "ones": "x"}, ""),
        ({"contract": "A:90", "doubled": "x"}, ""),
        ({"contract": "A:90", "declarations_A": ["nines", "nines"]}, "One pack cannot hold"),
    ],
    ids=str,
)
def test_it_refuses_what_is_no_contract(scorer, typed, said):
    form = scorer.entry().form("entry")
    refused = scorer.post(form.action, [*altered(form.filled, **typed), ("act", "contract")])
    assert refused.status == 422
    assert said in refused.words(".//div[@class='say']")
    assert scorer.ledger().revision == 1


@pytest.mark.parametrize("op_id", [None, "", "x"])
def test_it_refuses_a_contract_without_an_operation(scorer, op_id):
    form = scorer.entry().form("entry")
    fields = altered(form.filled, contract="A:90", act="contract", contract_op_id=op_id)
    assert scorer.post(form.action, fields).status == 400
    assert scorer.ledger().revision == 1


def test_it_keeps_the_contract_typed_when_the_match_went_on(scorer):
    form = scorer.entry().form("entry")
    scorer.save("A:90", 97)
    fields = altered(form.filled, contract="B:120", trump="spades", act="contract")
    stale = scorer.post(form.action, fields)
    assert stale.status == 409
    kept = stale.form("entry")
    assert (kept.value("contract"), kept.value("trump")) == ("B:120", "spades")
    assert scorer.ledger().match.open is None


def test_it_keeps_another_contract_under_the_same_operation_typed(scorer):
    form = scorer.entry().form("entry")
    first = altered(form.filled, contract="A:90", act="contract")
    scorer.post(form.action, first)
    other = scorer.post(form.action, altered(first, contract="B:110"))
    assert other.status == 409
    assert other.form("entry").value("contract") == "B:110"
    assert scorer.ledger().match.open.bid == 90


CONTRACT = ("contract", "trump", "doubled")


def test_an_address_brings_another_contract_whole(keep):
    scorer = keep(then=lambda table: table.do("contract", contract={**OPEN, "doubled": 2}))
    form = scorer.get(f"{scorer.url}hand?contract=A:100&trump=hearts", follow=True).form("entry")
    assert [form.value(name) for name in CONTRACT] == ["A:100", "hearts", None]


@pytest.mark.parametrize("told", ["trump=hearts", "doubled=4", "ones=5"])
def test_an_address_without_a_bid_leaves_the_contract_that_is_kept(keep, told):
    scorer = keep(then=lambda table: table.do("contract", contract={**OPEN, "doubled": 2}))
    form = scorer.get(f"{scorer.url}hand?{told}", follow=True).form("entry")
    assert [form.value(name) for name in CONTRACT] == ["B:80", "diamonds", "2"]


def test_it_refuses_a_contract_after_the_end(keep):
    scorer = keep(SWEPT, SWEPT)
    form = scorer.entry().form("entry")
    scorer.save("A:kapo", kapo=["A"], doubled=["4"])
    fields = altered(form.filled, contract="A:90", act="contract", revision="4", after=None)
    assert scorer.post(form.action, fields).status == 422


def test_it_offers_the_bids_button_only_while_the_points_are_missing(keep):
    scorer = keep(MADE, then=lambda table: table.do("contract", contract=OPEN))
    assert "Save the bid" in scorer.entry().buttons()
    asked = scorer.press(scorer.entry(), "Save hand", points_B="162")
    assert asked.status == 422
    assert "Save the bid" not in asked.buttons()
    assert "Save the bid" not in scorer.get(scorer.url + "hands/2/correct").buttons()


def test_it_is_one_button_of_the_entry(scorer):
    passed = scorer.press(scorer.entry(), "All four passed")
    assert (passed.status, passed.goes_to) == (303, scorer.url)
    assert scorer.ledger().match.entries[0].passed_out
    assert "pass" in scorer.page().words(".//table[@id='ledger']")


def test_it_forgets_what_else_was_typed(scorer):
    passed = scorer.press(scorer.entry(), "All four passed", contract="A:90", points_A="500")
    assert passed.status == 303
    assert scorer.totals() == (0, 0)


def test_it_moves_the_deal_on(keep):
    scorer = keep(then=lambda table: None)
    scorer.press(scorer.entry(), "All four passed")
    assert "hand 2" in scorer.page().words(".//footer")
    assert "Eleni" in scorer.page().words(".//footer")


def test_it_is_one_hand_for_two_taps(scorer):
    page = scorer.entry()
    for _ in range(2):
        assert scorer.press(page, "All four passed").status == 303
    assert len(scorer.hands()) == 1


def test_it_tells_why_it_scores_nothing(keep):
    page = keep(PASSED_OUT).get
    told = keep(PASSED_OUT)
    page = told.get(told.url + "hands/2")
    assert page.status == 200
    assert "0 – 0" in page.words(".//h1")


def test_it_corrects_a_hand_to_one_that_all_passed(keep):
    scorer = keep(MADE)
    page = scorer.get(scorer.url + "hands/2/correct")
    change = scorer.press(page, "All four passed")
    assert scorer.press(change, "Write the correction").status == 303
    assert scorer.totals() == (0, 0)


def test_it_corrects_a_hand_that_all_passed_to_one_that_was_played(keep):
    scorer = keep(PASSED_OUT)
    page = scorer.get(scorer.url + "hands/2/correct")
    change = scorer.press(page, "See what changes", contract="A:90", points_A="97")
    assert scorer.press(change, "Write the correction").status == 303
    assert scorer.totals() == (19, 6)


def test_it_has_nothing_to_score_where_the_match_went_on(keep):
    scorer = keep()
    page = scorer.entry()
    scorer.save("A:90", 97)
    stale = scorer.press(page, "All four passed")
    assert stale.status == 409
    assert "Passed out: nothing is scored" in stale.words(".//div[@id='live']")


def typed(scorer, line, place="hand"):
    """The page of an entry to which a line was sent."""
    page = scorer.get(f"{scorer.url}{place}?{urlencode({'line': line})}")
    return scorer.get(page.goes_to) if page.goes_to else page


def entered(page):
    form = page.form("entry")
    return {name: value for name, value in form.filled if value and not name.endswith("id")}


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("90κ 97", {"contract": "A:90", "trump": "hearts", "points_A": "97", "points_B": "65"}),
        (
            "them 100 spades closed 112 pilotta",
            {"contract": "B:100", "doubled": "2", "pilotta": "B", "points_A": "50"},
        ),
        ("us eight clubs", {"contract": "A:80", "trump": "clubs"}),
        ("90κ ανάποδο", {"contract": "A:90", "kapo": "B"}),
        ("b 9 97 led us", {"contract": "B:90", "leader": "A"}),
    ],
)
def test_a_line_fills_the_entry(scorer, line, fields):
    filled = entered(typed(scorer, line))
    assert {name: filled.get(name) for name in fields} == fields


def test_form_filled_from_the_line_is_saved_as_usual(scorer):
    page = typed(scorer, "90κ 97")
    assert scorer.ledger().standing.rows == ()
    assert scorer.press(page, "Save hand").status == 303
    assert scorer.totals() == (19, 6)


def test_all_points_to_one_side_are_asked_about(scorer):
    asked = scorer.press(typed(scorer, "90κ 162"), "Save hand")
    assert asked.status == 422
    assert "Was it kapo?" in asked.words()


def test_a_line_that_is_none_says_why_and_stays(scorer):
    page = typed(scorer, "90 κουπς 97")
    assert "“κουπς”: did you mean κούπες?" in page.words(".//*[@id='line-says']")
    assert page.find(".//input[@name='line']").get("value") == "90 κουπς 97"
    assert "contract" not in entered(page)


def test_line_says_that_its_rules_have_no_doubling(keep):
    scorer = keep(rules="kypros")
    page = typed(scorer, "90κ κλειστό 97")
    assert "nothing is doubled" in page.words(".//*[@id='line-says']")


def test_an_empty_line_is_a_place_to_type_one(scorer):
    page = typed(scorer, "")
    assert page.find(".//input[@name='line']").get("value") == ""
    assert page.words(".//*[@id='line-says']") == ""


def test_a_pass_of_all_four_is_a_button(scorer):
    page = typed(scorer, "πάσο")
    saved = scorer.press(page, "All four passed")
    assert saved.status == 303
    assert scorer.ledger().standing.rows[0].entry.passed_out


def test_name_of_a_player_is_a_side_in_a_typed_line(keep):
    scorer = keep(then=lambda table: table.do("changed", players={"B1": "Ελένη"}))
    assert entered(typed(scorer, "Ελένη 9κ 97"))["contract"] == "B:90"


def test_a_correction_is_typed_as_a_line_too(keep):
    scorer = keep(MADE)
    filled = entered(typed(scorer, "b 8κ 100", "hands/2/correct"))
    assert filled["contract"] == "B:80"
    assert filled["points_B"] == "100"


def test_a_forgotten_hand_is_typed_as_a_line_too(keep):
    scorer = keep(MADE)
    assert entered(typed(scorer, "b 8κ 100", "hands/2/insert"))["contract"] == "B:80"


def test_the_entry_leads_there(scorer):
    link = scorer.entry().find(".//a[@data-line]")
    assert link.get("href") == "?line="


def says(scorer, answer):
    """The scorer, after the phone said which side it is on."""
    form = [("csrf_token", scorer.token()), ("answer", answer)]
    assert scorer.post(f"{scorer.url}side/", form).status == 303
    return scorer


def test_line_on_a_phone_of_side_b_writes_us_as_b(scorer):
    filled = entered(typed(says(scorer, "B"), "us 90h 97"))
    assert filled["contract"] == "B:90"
    assert filled["points_B"] == "97"


def test_line_on_a_phone_of_unknown_side_asks_whose_it_is(scorer):
    page = typed(says(scorer, "-"), "us 90h 97")
    assert "“us”: of which side?" in page.words(".//*[@id='line-says']")
    assert "contract" not in entered(page)
