"""Setting a tournament up, its limits, and a small one from its list to its standings."""

from threading import Event, Thread

import pytest

from scorekeeper.draws.standings import StandingRules
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.tournament import draw_requests, service
from scorekeeper.tournament.draw_requests import _places
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL
from scorekeeper.tournament.standing import standing_of
from tests.phone import Phone, Scorer
from tests.services.tournaments.test_keeping import fill


def set_up(phone, **typed):
    return phone.press(
        phone.get("/tournaments/new"), "Set it up", **{"title": "Christmas Cup", **typed}
    )


def test_it_is_set_up_by_its_name_alone(phone):
    made = set_up(phone)
    assert made.status == 303
    assert "Christmas Cup" in phone.get("/tournaments/").words()
    assert "/tournaments/" in phone.get("/").links()


def test_it_keeps_all_that_was_chosen(phone, app):
    made = set_up(
        phone,
        day="2026-12-20",
        place="Kafeneio, Larnaka",
        organiser="Eleni",
        format="round_robin",
        rounds="7",
        length="hands",
        limit="12",
        preset="simple",
        by="match_points",
        tie_break_1="buchholz",
        tie_break_2="buchholz",
        tie_break_3="",
        tie_break_4="lots",
        points_won="3",
        bye="given",
        bye_own="351",
    )
    page = phone.get(made.goes_to.replace("pairs", ""))
    for words in ("20 December 2026", "Kafeneio, Larnaka", "Eleni", "12 hands", "Rounds: 7"):
        assert words in page.words()
    again = phone.get(made.goes_to.replace("pairs", "setup")).form_of("Save the set-up")
    for field, value in {
        "format": "round_robin", "length": "hands", "limit": "12", "by": "match_points",
        "tie_break_1": "buchholz", "tie_break_2": "lots", "tie_break_3": "",
        "points_won": "3", "bye": "given", "bye_own": "351", "preset": "simple",
    }.items():  # fmt: skip
        assert again.value(field) == value, field


@pytest.mark.parametrize(
    "typed",
    [
        {"title": ""},
        {"title": "x" * 81},
        {"place": "x\u202e"},
        {"day": "tomorrow"},
        {"rounds": "0"},
        {"rounds": "many"},
        {"length": "hands", "limit": ""},
        {"length": "minutes", "limit": "1000"},
        {"points_won": "-1"},
        {"target": "own", "target_own": "7"},
    ],
)
def test_it_shows_what_is_wrong_and_keeps_what_was_typed(phone, typed):
    refused = set_up(phone, **{"organiser": "Eleni Andreou", **typed})
    assert refused.status == 422
    assert refused.has(".//*[@class='wrong']")
    form = refused.form_of("Set it up")
    assert form.value("organiser") == "Eleni Andreou"
    assert all(form.value(field) == value for field, value in typed.items())
    assert phone.get("/tournaments/").findall(".//li") == []


def test_another_preset_brings_its_switches(phone):
    part = phone.get("/tournaments/rules", [("preset", "simple")], htmx=True)
    assert part.find(".//input[@name='rules_of']").get("value") == "simple"
    whole = phone.press(phone.get("/tournaments/new"), "Show the chosen rules", title="Cup")
    assert whole.form_of("Set it up").value("title") == "Cup"


def test_a_change_is_written_and_nothing_else(organise):
    organiser = organise(2)
    page = organiser.page("setup")
    done = organiser.press(page, "Save the set-up", place="Pafos", rounds="6")
    assert done.goes_to == organiser.url
    act = organiser.tournament().acts[-1]
    assert (act.kind, act.data) == ("changed", {"place": "Pafos", "rounds": 6})


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"format": "round_robin"}, "Rounds: 7"),
        ({"format": "round_robin", "rounds": "3"}, "Rounds: 3"),
        ({"format": "swiss"}, "Rounds: 5"),
    ],
)
def test_all_play_all_plans_as_many_rounds_as_it_takes(organise, typed, told):
    organiser = organise(7)
    organiser.press(organiser.page("setup"), "Save the set-up", **{"rounds": "", **typed})
    assert told in organiser.get(organiser.url).words()
    assert organiser.page("setup").form_of("Save the set-up").value("rounds") in ("", "3", "5")


def test_another_format_keeps_no_rounds_that_nobody_typed(organise):
    organiser = organise(8)
    for format_, rounds in (("round_robin", 7), ("swiss", 5)):
        organiser.press(organiser.page("setup"), "Save the set-up", format=format_)
        assert organiser.tournament().planned_rounds == rounds


def test_another_format_keeps_the_rounds_that_were_typed(organise):
    organiser = organise(8, rounds=3)
    organiser.press(organiser.page("setup"), "Save the set-up", format="round_robin")
    assert organiser.tournament().planned_rounds == 3


def test_the_mean_of_a_bye_is_told_by_an_example(phone, organise):
    words = phone.get("/tournaments/new").words()
    assert "in a round that ended 351 – 240 and 361 – 200 it is 356 – 220." in words
    organiser = organise(3, then=lambda desk: desk.draw().result(1, 351, 240))
    told = organiser.page("standings").words()
    assert "A bye is a match won, with the mean score of its round." in told
    bye = organiser.tournament().last_round.byes[0]
    assert "bye 351" in organiser.page(f"standings/{bye}").words(".//table[@id='total']")


def test_no_change_is_no_act(organise):
    organiser = organise(2)
    before = organiser.tournament()
    organiser.press(organiser.page("setup"), "Save the set-up")
    assert organiser.tournament() == before
    assert before.set_up.standing == StandingRules()


def test_two_who_change_it_at_once_do_not_overwrite_each_other(organise):
    organiser = organise(2)
    first, second = organiser.page("setup"), organiser.page("setup")
    organiser.press(first, "Save the set-up", place="Pafos")
    refused = organiser.press(second, "Save the set-up", place="Larnaka")
    assert refused.status == 409
    assert "What you typed is still here" in refused.words()
    assert "There now: Pafos" in refused.words()
    assert organiser.tournament().set_up.place == "Pafos"
    organiser.press(refused, "Save the set-up")
    assert organiser.tournament().set_up.place == "Larnaka"


def test_late_set_up_form_names_the_choice_made_meanwhile(organise):
    organiser = organise(2)
    first, second = organiser.page("setup"), organiser.page("setup")
    organiser.press(first, "Save the set-up", format="random")
    refused = organiser.press(second, "Save the set-up", by="total")
    assert "By lot chosen meanwhile" in refused.words()
    form = refused.form_of("Save the set-up")
    assert (form.value("by"), form.value("format")) == ("total", "swiss")


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


@pytest.fixture
def full(organise):
    return organise(4, then=lambda desk: fill(desk.draw().result(1, 351, 200)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"), [("en", "This tournament is full"), ("el", "Το τουρνουά γέμισε")]
)
def test_a_result_is_refused_in_so_many_words(full, language, words):
    page = full.page("rounds/1/tables/2")
    full.headers = {"Accept-Language": language}
    answer = full.press(page, "Write the result", a="351", b="200")
    assert (answer.status, words in answer.words()) == (422, True)


@pytest.mark.slow
def test_a_program_is_told_so(full):
    said = {"op": "result", "revision": full.held().revision, "round": 1, "table": 2}
    path = f"/api/v1/tournaments/{full.public_id}/ops/{new_operation_id()}"
    secret = full.client.get_cookie("phone").value
    headers = {"Authorization": f"Bearer {secret}"}
    answer = full.client.put(path, json={**said, "score": [351, 200]}, headers=headers)
    assert (answer.status_code, answer.get_json()["type"]) == (422, "/api/v1/#problem-full")


def test_it_sets_up_no_more_than_its_limit(make_app):
    phone = Phone(make_app(NEW_MATCHES=2))
    pages = [phone.get("/tournaments/new") for _ in range(3)]
    answers = [phone.press(page, "Set it up", title="Cup").status for page in pages]
    assert answers == [303, 303, 429]


def test_it_lets_nobody_guess_a_link(make_app):
    phone = Phone(make_app(FAILED_SECRETS=2))
    page = phone.get("/tournaments/link")
    answers = [phone.press(page, "Go on", secret=f"guess {n}").status for n in range(3)]
    assert answers == [422, 422, 429]


def test_large_draws_are_made_one_at_a_time_and_take_no_third_thread(organise, monkeypatch):
    """Two of four threads are left for the hands; a small draw waits for none of it."""
    begun, go_on, drawn = Event(), Event(), []

    def slow(question):
        drawn.append(question.seed)
        begun.set()
        assert go_on.wait(30)
        return draw(question)

    draw = draw_requests.draw
    organiser, small = organise(6), organise(4)
    monkeypatch.setattr(draw_requests, "MANY_PAIRS", 5)
    monkeypatch.setattr(draw_requests, "draw", slow)
    statuses = []

    def ask():
        statuses.append(organiser.page("draw").status)

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert begun.wait(30)
    while _places._value:
        pass
    refused = organiser.page("draw")
    assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
    assert len(drawn) == 1
    go_on.set()
    for thread in threads:
        thread.join(30)
    assert statuses == [200, 200]
    assert small.page("draw").status == 200


def test_large_draws_are_counted_where_they_are_only_shown(organise, monkeypatch):
    organiser = organise(6)
    monkeypatch.setattr(draw_requests, "MANY_PAIRS", 5)
    statuses = [organiser.page("draw").status for _ in range(61)]
    assert (set(statuses[:60]), statuses[60]) == ({200}, 429)
