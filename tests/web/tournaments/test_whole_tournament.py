"""A small tournament from its pasted list to its last standings, by pages and forms alone."""

import pytest

from scorekeeper.tournament import service
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL
from scorekeeper.tournament.standing import standing_of
from tests.phone import Phone, Scorer

PAIRS = "\n".join(f"Maria {n}, Giorgos {n}" for n in range(1, 9))
HANDS = (("A:90", 97), ("B:100", 120))
"""The hands of every live table; the table's number is taken from the points of the first."""


@pytest.fixture
def organiser(organise):
    return organise(length="hands", limit=2, rounds=3)


def play_live(app, organiser, number, table):
    """Open the table's code on a phone, write two hands, and return the match's totals."""
    link = organiser.page(f"rounds/{number}/tables/{table}/link").words(".//p[@id='address']")
    scorer = Scorer(app)
    asked = scorer.press(scorer.get("/s"), "Go on", secret=link)
    scorer.url = scorer.press(asked, "Write on this phone, too").goes_to
    (first, points), second = HANDS
    scorer.save(first, points - table).save(*second)
    return scorer.totals()


def type_in(phone, number, table):
    """A result from paper: the whole sheet at odd rounds, else its total alone."""
    score = (300 + 10 * number, 200 + table)
    path = f"rounds/{number}/tables/{table}"
    if number % 2:
        sheet = phone.page(f"{path}/sheet")
        first = {"a1": 97, "b1": 65, "score_a1": score[0]}
        second = {"a2": 0, "b2": 250, "mark2": "B", "score_b2": score[1]}
        done = phone.press(
            phone.press(sheet, "Check the sheet", **first, **second), "Write it all the same"
        )
    else:
        done = phone.press(phone.page(path), "Write the result", a=score[0], b=score[1])
    assert done.status == 303
    return score


def added_up(played):
    """Wins in halves and the difference of each pair, by hand."""
    sums = {str(number): [0, 0] for number in range(1, 9)}
    for a, b, (ours, theirs) in played:
        for pair, won in ((a, ours - theirs), (b, theirs - ours)):
            sums[pair][0] += (won > 0) * 2 + (won == 0)
            sums[pair][1] += won
    return sums


def shown(page):
    """The standings as a reader finds them: the pair, wins and difference."""
    rows = page.findall(".//table[@class='standings']/tbody/tr")
    cells = [["".join(cell.itertext()).split() for cell in row] for row in rows]
    return [(pair[0], wins[0], difference[0]) for _place, pair, wins, difference, *_ in cells]


def test_phones_and_paper_end_in_standings_that_are_the_fold_of_all_events(app, organiser, help_in):
    organiser.add_pairs(PAIRS)
    helper = help_in(organiser)
    played = []
    for number in range(1, 4):
        assert organiser.press(organiser.proposal(), "Draw it so").status == 303
        for table in organiser.tournament().last_round.tables:
            is_live = (table.number + number) % 2
            score = (
                play_live(app, organiser, number, table.number)
                if is_live
                else type_in(helper, number, table.number)
            )
            played.append((table.a, table.b, score))
        assert "4 of 4 done" in organiser.page(f"rounds/{number}").words()

    assert len({frozenset(one[:2]) for one in played}) == 12, "nobody has met twice"
    found = shown(Phone(app).get(f"{organiser.url}standings"))
    sums = added_up(played)
    assert {pair: (wins, difference) for pair, wins, difference in found} == {
        pair: (
            f"{wins // 2 or ''}½" if wins % 2 else str(wins // 2),
            f"{won:+}".replace("-", "−") if won else "0",
        )
        for pair, (wins, won) in sums.items()
    }
    assert [sums[pair] for pair, *_ in found] == sorted(sums.values(), reverse=True)

    TOURNAMENT_JOURNAL.forget_all()
    with app.app_context():
        folded = standing_of(service.find_tournament(organiser.public_id))
    assert [row.pair for row in folded] == [pair for pair, *_ in found]
    assert {
        row.pair: [row.figures["wins"].points, row.figures["difference"].points] for row in folded
    } == sums
