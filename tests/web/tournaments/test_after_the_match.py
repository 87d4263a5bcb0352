"""The end of a match at a tournament's table: the desk has the result, and says who sits where."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.links import open_link
from scorekeeper.match.phones import enrol_phone
from scorekeeper.tournament import finals, service
from scorekeeper.tournament.service import find_tournament
from tests.desk import Desk
from tests.phone import Phone, Scorer
from tests.table import SWEPT


class TablePhone(Scorer):
    """A phone that wrote the first table's match, and the desk that drew it."""

    def __init__(self, app, hands=3, **changes):
        super().__init__(app)
        with app.app_context():
            self.desk = Desk(4, **changes).draw().write(1, *[SWEPT] * hands)
            public_id = self.desk.tables()[0].live.public_id
            phone, secret = enrol_phone()
            open_link(service.table_link(public_id), phone, new_operation_id())
        self.client.set_cookie("phone", secret)
        self.url = f"/m/{public_id}/"

    def draw_next(self):
        with self.app.app_context():
            self.desk.result(2, 351, 200).draw()


@pytest.fixture
def scorer(app):
    return TablePhone(app)


def seats_said(desk, *keys):
    """Return the seats of pairs in the last round, as a page shows them."""
    tournament = desk.tournament
    for key in keys:
        table = tournament.table_of(key, len(tournament.rounds))
        other = table.b if table.a == key else table.a
        yield f"{key} {tournament.name(key)} table {table.number} against {other}"


def test_scorer_is_told_that_the_desk_has_the_result_and_offered_no_rematch(scorer):
    page = scorer.page()
    assert "The result is at the desk." in page.words(".//footer")
    assert "Rematch" not in page.buttons()
    assert "New hand" not in page.words(".//footer")
    assert "Rematch" not in scorer.get("/").buttons()


def test_table_is_told_where_both_pairs_sit_once_the_next_round_is_drawn(app, scorer):
    for phone in (scorer, Phone(app)):
        assert "The result is at the desk." in phone.get(scorer.url).words(".//footer")
    with app.app_context():
        table = scorer.desk.tables()[0].table
    scorer.draw_next()
    for phone in (scorer, Phone(app)):
        said = phone.get(scorer.url).words(".//*[@class='next-seats']")
        assert said.startswith("Where do I sit?")
        for seat in seats_said(scorer.desk, table.a, table.b):
            assert seat in said


def test_page_that_stays_open_asks_until_the_next_round_is_drawn(scorer):
    assert scorer.client.get(f"{scorer.url}next").status_code == 204
    scorer.draw_next()
    part = scorer.get(f"{scorer.url}next")
    assert "Where do I sit?" in part.words()
    assert f"/t/{scorer.desk.public_id}/" in part.links()


def test_table_that_plays_hands_is_told_alike(app):
    scorer = TablePhone(app, length="hands", limit=3)
    assert "The result is at the desk." in scorer.page().words(".//footer")
    assert "Rematch" not in scorer.page().buttons()


@pytest.mark.parametrize(("limit", "kind"), [(2, "button plus"), (9, "primary plus")])
def test_new_hand_is_no_first_choice_once_the_result_is_at_the_desk(app, limit, kind):
    scorer = TablePhone(app, hands=2, length="hands", limit=limit)
    page = scorer.page()
    assert ("The result is at the desk." in page.words(".//footer")) == (limit == 2)
    (new_hand,) = page.findall(f".//footer//a[@class='{kind}']")
    assert "New hand" in "".join(new_hand.itertext())


def test_match_that_was_stopped_there_has_no_rematch(app):
    scorer = TablePhone(app, length="minutes", limit=45)
    with app.app_context():
        scorer.desk.act(1, "stopped")
    assert "Rematch" not in scorer.page().buttons()


def test_rematch_that_is_asked_for_at_a_table_is_refused(scorer):
    form = scorer.page().form_of("Undo").filled
    before = scorer.get("/").links()
    answer = scorer.post(f"{scorer.url}rematch", form)
    assert answer.status == 409
    assert scorer.get("/").links() == before


def test_finalists_are_told_their_seat_in_the_final(app):
    scorer = TablePhone(app, rounds=1)
    desk = scorer.desk
    with app.app_context():
        desk.result(2, 351, 200)
        main, op_id = desk.held, new_operation_id()
        desk.held = finals.set_up_final(
            main.public_id, desk.phone, op_id, main.revision, 2, "Cup – Final"
        )
        assert "The result is at the desk." in scorer.page().words()
        desk.draw()
        desk.held = find_tournament(main.public_id)
        table = desk.tables()[0].table
        winner = next(
            row.pair for row in finals.finalists(desk.held)[:2] if row.pair in (table.a, table.b)
        )
    said = scorer.page().words(".//*[@class='next-seats']")
    assert f"{winner} {desk.tournament.name(winner)} Final, table 1 against" in said
