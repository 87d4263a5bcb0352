"""The questions of the form before it saves: a kapo at 162–0, equal digits, equal declarations."""

import pytest

from tests.support.page import altered

RUNS = {
    "contract": "A:90",
    "points_A": "97",
    "declarations_A": ["run3"],
    "declarations_B": ["run3"],
}


def save(scorer, page, **typed):
    return scorer.press(page, "Save hand", **typed)


def asked(scorer, **typed):
    """The form that came back with a question; nothing may be saved."""
    page = save(scorer, scorer.entry(), **typed)
    assert page.status == 422
    assert scorer.ledger().revision == 1
    return page


def question(page):
    """Return the name of the field that the form asks about."""
    assert page.words(".//p[@class='ask']")
    form = page.form("entry")
    (name,) = [name for name in ("swept", "declarations_to", "tie_point") if form.offers(name)]
    return name


@pytest.mark.parametrize(
    "points",
    [{"points_A": "162"}, {"points_B": "0"}, {"points_A": "162", "points_B": "0"}],
    ids=str,
)
@pytest.mark.parametrize(("answer", "totals"), [("kapo", (34, 0)), ("tricks", (25, 0))])
def test_it_asks_at_162_to_0_whether_it_was_kapo(scorer, points, answer, totals):
    page = asked(scorer, contract="A:90", **points)
    assert question(page) == "swept"
    assert page.form("entry").offers("swept") == ["kapo", "tricks"]
    assert save(scorer, page, swept=answer).status == 303
    assert scorer.totals() == totals


def test_it_asks_the_same_of_the_defence(scorer):
    page = asked(scorer, contract="A:90", points_B="162")
    assert save(scorer, page, swept="kapo").status == 303
    assert scorer.totals() == (0, 34)


def test_it_does_not_ask_where_kapo_was_said(scorer):
    assert save(scorer, scorer.entry(), contract="A:90", kapo=["A"]).status == 303


def test_it_asks_again_until_it_is_answered(scorer):
    page = asked(scorer, contract="A:90", points_A="162")
    assert save(scorer, page).status == 422
    assert scorer.ledger().revision == 1


def test_it_asks_of_all_130_points_without_trumps(keep):
    scorer = keep(rules="simple")
    page = asked(scorer, contract="A:90", points_A="130", trump="none")
    assert question(page) == "swept"


def test_it_forgets_the_answer_with_the_points_it_was_about(scorer):
    page = asked(scorer, contract="A:90", points_A="162")
    saved = save(scorer, page, swept="kapo", points_A="97", points_B="65")
    assert saved.status == 303
    assert scorer.totals() == (19, 6)


@pytest.mark.parametrize(("answer", "totals"), [("A", (19, 6)), ("B", (18, 7))])
def test_it_asks_who_gets_the_point_at_equal_digits(keep, answer, totals):
    scorer = keep(rules="openclose")
    page = asked(scorer, contract="A:90", points_A="96")
    assert question(page) == "tie_point"
    assert page.form("entry").offers("tie_point") == ["A", "B"]
    assert save(scorer, page, tie_point=answer).status == 303
    assert scorer.totals() == totals


def test_it_asks_nobody_where_the_rules_know(keep):
    scorer = keep(rules="cafe")
    assert save(scorer, scorer.entry(), contract="A:90", points_A="96").status == 303
    assert scorer.totals() == (19, 6)


def test_it_asks_nobody_where_no_point_is_missing(keep):
    scorer = keep(rules="openclose")
    assert save(scorer, scorer.entry(), contract="A:90", points_A="101").status == 303
    assert scorer.totals() == (19, 6)


@pytest.mark.parametrize(
    ("answer", "totals"), [("A", (21, 6)), ("B", (19, 8)), ("nobody", (19, 6))]
)
def test_it_asks_whose_declarations_are_better(scorer, answer, totals):
    page = asked(scorer, **RUNS)
    assert question(page) == "declarations_to"
    assert page.form("entry").offers("declarations_to") == ["A", "B", "nobody"]
    assert save(scorer, page, declarations_to=answer).status == 303
    assert scorer.totals() == totals


def test_it_lets_the_top_cards_answer(scorer):
    page = asked(scorer, **RUNS)
    assert page.form("entry").offers("top_A_run3_0") == ["9", "10", "J", "Q", "K", "A"]
    assert save(scorer, page, top_A_run3_0="K", top_B_run3_0="A").status == 303
    assert scorer.totals() == (19, 8)


def test_it_lets_trumps_answer(scorer):
    page = asked(scorer, trump="clubs", **RUNS)
    typed = {"top_A_run3_0": "K", "top_B_run3_0": "K", "trumps_A_run3_0": "t"}
    assert save(scorer, page, **typed).status == 303
    assert scorer.totals() == (21, 6)


def test_it_asks_for_the_tops_of_fours(scorer):
    typed = {**RUNS, "declarations_A": ["four"], "declarations_B": ["four"]}
    page = asked(scorer, **typed)
    assert page.form("entry").offers("top_B_four_0") == ["10", "Q", "K", "A"]
    assert save(scorer, page, top_A_four_0="Q", top_B_four_0="10").status == 303
    assert scorer.totals() == (29, 6)


def test_it_asks_only_for_the_tops_that_decide(scorer):
    typed = {**RUNS, "declarations_A": ["run3", "run4"], "declarations_B": ["run4"]}
    names = {name for name, _ in _tops(asked(scorer, **typed))}
    assert names == {"top_A_run4_0", "top_B_run4_0"}


def _tops(page):
    inputs = page.findall(".//div[@id='tops']//input[@type='radio']")
    return [(one.get("name"), one.get("value")) for one in inputs]


def test_it_takes_the_tables_own_ruling_without_asking(scorer):
    saved = save(scorer, scorer.entry(), ruling="nobody", **RUNS)
    assert saved.status == 303
    assert scorer.totals() == (19, 6)


def test_it_forgets_an_answer_that_nothing_asks_for_any_more(scorer):
    page = asked(scorer, **RUNS)
    saved = save(scorer, page, declarations_to="B", declarations_A=["run4"])
    assert saved.status == 303
    assert scorer.totals() == (24, 6)


def test_it_asks_one_question_after_the_other(keep):
    scorer = keep(rules="openclose")
    page = asked(scorer, **{**RUNS, "points_A": "96"})
    assert question(page) == "declarations_to"
    page = save(scorer, page, declarations_to="A")
    assert page.status == 422
    assert question(page) == "tie_point"


def test_it_keeps_the_answer_while_the_next_question_is_asked(keep):
    scorer = keep(rules="openclose")
    page = save(scorer, asked(scorer, **{**RUNS, "points_A": "96"}), declarations_to="A")
    fields = altered(page.form("entry").filled, tie_point="A", declarations_to="A")
    assert scorer.post(page.form("entry").action, fields).status == 303
    assert scorer.totals() == (21, 6)


def test_it_keeps_the_answer_without_scripts(keep):
    """The next question must not make the form forget the answer to the last one."""
    scorer = keep(rules="openclose")
    page = save(scorer, asked(scorer, **{**RUNS, "points_A": "96"}), declarations_to="A")
    assert save(scorer, page, tie_point="A").status == 303
    assert scorer.totals() == (21, 6)


def test_it_keeps_the_declarations_answer_while_it_asks_for_the_kapo(scorer):
    page = save(scorer, asked(scorer, **{**RUNS, "points_A": "162"}), declarations_to="A")
    assert question(page) == "swept"
    assert save(scorer, page, swept="tricks").status == 303
    assert scorer.totals() == (27, 0)
