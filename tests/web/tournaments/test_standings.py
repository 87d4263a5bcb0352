"""The standings: every number opens to its sum; tie-breaks, lots, penalties."""

import pytest

from scorekeeper.draws.standings import StandingRules
from tests.support.phone import Phone

SUMS = ["wins", "difference", "total", "hands_won"]
PLAYED = {"then": lambda desk: desk.draw("1" * 32).play().draw("3" * 32).play()}
"""The draws are the same each time, for the ties decide which figures are shown."""


def rows(page, table="standings"):
    found = page.findall(f".//table[@class='{table}']/tbody/tr")
    return [" ".join(" ".join(row.itertext()).split()) for row in found]


def test_everybody_reads_them_the_first_place_first(app, organise):
    organiser = organise(2, then=lambda desk: desk.draw().result(1, 351, 240))
    (table,) = organiser.tournament().last_round.tables
    first, second = rows(Phone(app).get(f"{organiser.url}standings"))
    name = organiser.tournament().name
    assert first == f"1. {table.a} {name(table.a)} 1 +111 351"
    assert second == f"2. {table.b} {name(table.b)} 0 −111 240"


def test_every_number_opens_to_what_it_is_the_sum_of(organise):
    organiser = organise(5, **PLAYED)
    page = organiser.page("standings")
    links = {link.partition("#")[0] for link in page.links() if "/standings/" in link}
    assert len(links) == 5
    for link in links:
        opened = organiser.get(link)
        ids = [table.get("id") for table in opened.findall(".//table")]
        assert ids[:3] == SUMS[:3]  # the ties decide which other columns there are
        for table in opened.findall(".//table"):
            *parts, total = ["".join(td.itertext()) for td in table.iter("td")]
            assert halves(total) == sum(halves(part) for part in parts if part != "not known")


def halves(text):
    return 2 * int(text.replace("½", "").replace("−", "-") or 0) + (1 if "½" in text else 0)


def test_a_match_without_a_winner_is_half_a_win(organise):
    organiser = organise(2, then=lambda desk: desk.draw().result(1, 300, 300))
    assert [row.split()[-3] for row in rows(organiser.page("standings"))] == ["½", "½"]


def test_a_bye_is_told_as_one(organise):
    organiser = organise(3, then=lambda desk: desk.draw().play())
    bye = organiser.tournament().last_round.byes[0]
    assert "Round 1 of 5 bye 1" in organiser.page(f"standings/{bye}").words()


def test_a_penalty_stands_with_its_reason(organise):
    organiser = organise(2, then=lambda desk: desk.draw().result(1, 351, 240))
    winner = organiser.tournament().last_round.tables[0].a
    page = organiser.page("adjust")
    done = organiser.press(page, "Write it", pair=winner, to="wins", points="-1", reason="late")
    assert done.status == 303
    page = organiser.get(done.goes_to)
    assert "Wins −1 · late" in page.words(".//ul[@class='ruled written']")
    assert "late −1 Sum 0" in organiser.page(f"standings/{winner}").words(".//table[@id='wins']")


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"pair": ""}, "There is no such pair"),
        ({"points": "many"}, "How many?"),
        ({"points": "0"}, "How many?"),
        ({"reason": " "}, "Say why"),
        ({"reason": "x" * 81}, "Say why"),
    ],
)
def test_a_wrong_penalty_keeps_what_was_typed(organise, typed, fault):
    organiser = organise(2)
    given = {"pair": "1", "points": "-20", "reason": "late", "to": "difference", **typed}
    refused = organiser.press(organiser.page("adjust"), "Write it", **given)
    assert refused.status == 422
    assert fault in refused.words(".//*[@id='wrong']")
    assert refused.form_of("Write it").value("to") == "difference"
    assert organiser.tournament().adjusted == ()


@pytest.mark.parametrize(
    ("rules", "offered"),
    [
        (StandingRules(tie_breaks=("hands_won",)), ["wins", "difference", "hands_won"]),
        (StandingRules(by="total", tie_breaks=("buchholz", "lots")), ["total"]),
        (StandingRules(by="match_points", tie_breaks=()), ["match_points"]),
    ],
)
def test_penalty_offers_the_numbers_that_decide_a_place(organise, rules, offered):
    organiser = organise(2, standing=rules)
    options = organiser.page("adjust").findall(".//select[@name='to']/option")
    assert [one.get("value") for one in options] == ["", *offered]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ({"points": "50"}, -50),
        ({"points": "-50"}, -50),
        ({"points": "50", "sign": "plus"}, 50),
        ({"points": "-50", "sign": "plus"}, -50),
        ({"points": "50", "sign": None}, 50),
        ({"points": "-50", "sign": None}, -50),
    ],
)
def test_penalty_takes_off_and_ruling_adds(organise, typed, written):
    organiser = organise(2)
    given = {"pair": "1", "to": "difference", "reason": "late", **typed}
    assert organiser.press(organiser.page("adjust"), "Write it", **given).status == 303
    assert [one.adjustment.points for one in organiser.tournament().adjusted] == [written]


def test_refused_ruling_stays_a_ruling(organise):
    organiser = organise(2)
    given = {"pair": "1", "to": "", "points": "50", "reason": "late", "sign": "plus"}
    refused = organiser.press(organiser.page("adjust"), "Write it", **given)
    assert "Choose a number that counts" in refused.words(".//*[@id='wrong']")
    assert refused.form_of("Write it").value("sign") == "plus"


def test_late_pair_above_losers_says_why_it_has_nothing(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play().add(("Late", "Pair")))
    assert rows(organiser.page("standings"))[2] == "3. 5 Late – Pair absent in round 1 0 0 0"
    told = organiser.page("standings/5").words(".//main")
    assert "absent in round 1. A round that was drawn without a pair counts for it: nothing" in told


def test_pair_that_forfeited_reads_nothing_of_rounds_drawn_without_it(organise):
    def then(desk):
        desk.draw().do("forfeited", round=1, table=1, by="b", reason="went home")
        desk.add(("Late", "Pair"))

    organiser = organise(4, then=then)
    loser = organiser.tournament().round(1).tables[0].b
    forfeit, absence = "A forfeited match counts 100 – 0.", "A round that was drawn without a pair"
    told = organiser.page(f"standings/{loser}").words(".//main")
    assert f"forfeited round 1. {forfeit}" in told
    assert absence not in told
    told = organiser.page("standings/5").words(".//main")
    assert absence in told
    assert forfeit not in told
    told = organiser.page("standings").words(".//main")
    assert forfeit in told
    assert absence in told


def test_lots_tell_apart_whom_nothing_else_does(organise):
    organiser = organise(4)
    page = organiser.page("standings")
    assert "Lots are not drawn yet." in page.words()
    assert {row.split()[0] for row in rows(page)} == {"1."}
    done = organiser.press(page, "Draw lots")
    page = organiser.get(done.goes_to)
    assert [row.split()[0] for row in rows(page)] == ["1.", "2.", "3.", "4."]
    headings = page.words(".//table[@class='standings']/thead")
    assert headings == "Rank Pair Wins Difference Points Lots", "what decided has a column"
    assert [row.split()[-1] for row in rows(page)] == ["4", "3", "2", "1"]


def test_a_pair_that_no_lot_was_asked_about_opens_to_its_sums_too(organise):
    organiser = organise(
        6,
        then=lambda desk: desk.draw().result(1, 351, 99).result(2, 351, 240).result(3, 351, 240),
    )
    organiser.press(organiser.page("standings"), "Draw lots")
    page = organiser.page("standings")
    assert [row.split()[0] for row in rows(page)] == ["1.", "2.", "3.", "4.", "5.", "6."]
    for link in {link for link in page.links() if "/standings/" in link}:
        assert organiser.get(link).status == 200


def test_standings_mark_withdrawn_pairs_and_substitutes(organise):
    organiser = organise(4, then=lambda desk: desk.draw().play())
    seat = {"player1": "Guest", "player2": "Friend", "from_now": "1"}
    organiser.press(organiser.page("pairs/1"), "Save the pair", **seat)
    organiser.press(organiser.page("pairs/2"), "Save the pair", withdrawn="1")
    told = {row.split()[1]: row for row in rows(organiser.page("standings"))}
    assert "substitute from round 2" in told["1"]
    assert "withdrawn" in told["2"]
    assert "withdrawn" not in told["3"]


def test_the_cross_table_tells_whom_each_met(organise, app):
    organiser = organise(5, then=lambda desk: desk.draw().result(1, 351, -5))
    table = organiser.tournament().last_round.tables[0]
    page = Phone(app).get(f"{organiser.url}cross")
    assert f"{organiser.url}cross" in Phone(app).get(f"{organiser.url}standings").links()
    told = {row.split()[1]: row for row in rows(page, "standings cross")}
    assert told[table.a].endswith(f"{table.b} + 351 : −5")
    assert told[table.b].endswith(f"{table.a} − −5 – 351")
    assert told[organiser.tournament().last_round.byes[0]].endswith("bye")
    assert "table 1: 351 : −5" in Phone(app).get(f"{organiser.url}history").words()


def test_match_points_come_first_where_the_organiser_says_so(organise):
    standing = StandingRules(by="match_points", match_points=(3, 1, 0))
    played = {"then": lambda desk: desk.draw().result(1, 351, 240)}
    organiser = organise(2, standing=standing, **played)
    page = organiser.page("standings")
    assert page.words(".//thead").endswith("Match points Wins Difference")
    assert rows(page)[0].endswith("3 1 +111")


def test_a_pair_without_standing_is_not_found(organise):
    assert organise(2).page("standings/9").status == 404


def test_they_are_in_greek_too(organise):
    organiser = organise(4, language="el", **PLAYED)
    for path in ("standings", "standings/1", "adjust", "rounds/2", "rounds/2/tables/1", "draw"):
        words = organiser.page(path).words(".//main")
        for english in ("Wins", "Round", "Sum", "Seed", "Penalty", "written", "Draw"):
            assert english not in words, path


def test_hands_won_of_a_typed_total_are_told_to_be_unknown(organise):
    told_apart = StandingRules(tie_breaks=("hands_won",))
    organiser = organise(
        2, standing=told_apart, then=lambda desk: desk.draw().result(1, 351, 240).draw()
    )
    organiser.press(organiser.page("rounds/2/tables/1"), "Write the result", a=351, b=2)
    table = organiser.page("standings/1").find(".//table[@id='hands_won']")
    assert " ".join(table.itertext()).count("not known") == 3, "both matches and the sum"
    assert "Hands won are not known from a typed total" in organiser.page("standings/1").words()
    assert "Hands won decide only where they are known" in organiser.page("standings").words()


def test_hands_won_of_a_typed_sheet_are_counted(organise):
    told_apart = StandingRules(tie_breaks=("hands_won",))
    organiser = organise(2, standing=told_apart, then=lambda desk: desk.draw())
    typed = {"a1": 97, "b1": 65, "score_a1": 19, "score_b1": 6}
    page = organiser.press(organiser.page("rounds/1/tables/1/sheet"), "Check the sheet", **typed)
    organiser.press(page, "Write the sheet")
    a = organiser.tournament().last_round.tables[0].a
    page = organiser.page(f"standings/{a}")
    assert "not known" not in page.words()
    assert page.words(".//table[@id='hands_won']//tfoot").endswith("1")


def test_two_who_punish_a_pair_at_once_see_each_other_s_penalty(organise):
    organiser = organise(4, then=lambda desk: desk.draw())
    pages = [organiser.page(f"adjust?pair={pair}") for pair in (1, 1, 2)]
    late = {"to": "wins", "points": "-1", "reason": "late"}
    assert organiser.press(pages[0], "Write it", **late).status == 303
    assert organiser.press(pages[2], "Write it", **late).status == 303, "another pair"
    there = organiser.press(pages[1], "Write it", **late)
    assert there.status == 409
    assert "Odd1 – Even1: Wins −1 · late" in there.words(".//ul[@id='others']")
    assert organiser.press(there, "Write it").status == 303
    assert [one.adjustment.points for one in organiser.tournament().adjusted] == [-2, -2, -2]
    assert (
        "Undo it" in organiser.page(f"history/{organiser.tournament().revision - 2}/undo").buttons()
    )


@pytest.mark.parametrize(
    ("changes", "are_offered"),
    [
        ({}, True),
        ({"format": "knockout"}, True),
        ({"standing": StandingRules(tie_breaks=("buchholz",))}, False),
        ({"format": "knockout", "places": "all"}, False),
        ({"format": "ranking"}, True),
    ],
)
def test_lots_are_offered_where_they_part_somebody(organise, changes, are_offered):
    page = organise(4, then=lambda desk: desk.draw().play(), **changes).page("standings")
    assert ("Draw lots" in page.buttons()) == are_offered


def test_lots_are_not_offered_to_players(organise):
    def then(desk):
        desk.add(*((f"Player{number}", "") for number in range(4))).draw().play()

    page = organise(format="individual", then=then).page("standings")
    assert "Draw lots" not in page.buttons()
    assert "Lots" not in page.words(".//main")
