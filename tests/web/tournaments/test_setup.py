"""Setting a tournament up, its limits, and a small one from its list to its standings."""

from dataclasses import replace
from itertools import starmap
from threading import Event, Thread

import pytest

from scorekeeper.draws.standings import StandingRules
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.phases.phase_plan import Phase, PhaseSource
from scorekeeper.tournament import draw_requests, service
from scorekeeper.tournament.draw_requests import _places
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL
from scorekeeper.tournament.standing import standing_of
from tests.services.tournaments.test_keeping import fill
from tests.support.page import altered
from tests.support.phone import Phone, Scorer


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
        way="everybody",
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
        "way": "everybody", "length": "hands", "limit": "12", "by": "match_points",
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
        ({"way": "everybody"}, "Rounds: 7"),
        ({"way": "everybody", "rounds": "3"}, "Rounds: 3"),
        ({"way": "rounds"}, "Rounds: 5"),
    ],
)
def test_all_play_all_plans_as_many_rounds_as_it_takes(organise, typed, told):
    organiser = organise(7)
    organiser.press(organiser.page("setup"), "Save the set-up", **{"rounds": "", **typed})
    assert told in organiser.get(organiser.url).words()
    assert organiser.page("setup").form_of("Save the set-up").value("rounds") in ("", "3", "5")


def test_another_format_keeps_no_rounds_that_nobody_typed(organise):
    organiser = organise(8)
    for way, rounds in (("everybody", 7), ("rounds", 5)):
        organiser.press(organiser.page("setup"), "Save the set-up", way=way)
        assert organiser.tournament().planned_rounds == rounds


def test_another_format_keeps_the_rounds_that_were_typed(organise):
    organiser = organise(8, rounds=3)
    organiser.press(organiser.page("setup"), "Save the set-up", way="everybody")
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


def knockout(*sources):
    return Phase(format="knockout", sources=tuple(starmap(PhaseSource, sources)))


FINAL = knockout((1, "best", (4,)))
FIRST_TWO = knockout((1, "places", (1, 2)))
REST = knockout((1, "rest"))
WAYS = [
    ("rounds", {}, {"format": "swiss", "rounds": 5, "phases": ()}),
    (
        "rounds",
        {"rounds": "4", "format": "random", "final": "4"},
        {"format": "random", "rounds": 4, "phases": (FINAL,)},
    ),
    ("rounds", {"format": "odd_even"}, {"format": "odd_even", "rounds": 5}),
    ("groups", {}, {"format": "round_robin", "rounds": 0, "groups": 4, "phases": (FIRST_TWO,)}),
    (
        "groups",
        {"groups": "3", "consolation": "rest"},
        {"format": "round_robin", "groups": 3, "phases": (FIRST_TWO, REST)},
    ),
    (
        "groups",
        {"groups": "2", "first": "1", "consolation": "losers"},
        {"groups": 2, "phases": (knockout((1, "places", (1,))), knockout((2, "losers", (1,))))},
    ),
    ("everybody", {}, {"format": "round_robin", "rounds": 0, "groups": 1, "phases": ()}),
    ("everybody", {"final": "4"}, {"format": "round_robin", "rounds": 0, "phases": (FINAL,)}),
    (
        "ranking",
        {"final": "2", "places": "none"},
        {"format": "ranking", "phases": (replace(knockout((1, "best", (2,))), places="none"),)},
    ),
    ("ranking", {"rounds": "6"}, {"format": "ranking", "rounds": 6, "drop": 0}),
    ("ranking", {"counted": "total", "drop": "2"}, {"format": "ranking", "rounds": 5, "drop": 2}),
    ("individual", {}, {"format": "individual", "rounds": 5, "sit_out": "nothing"}),
    (
        "individual",
        {"counted": "total", "rounds": "8", "drop": "1", "sit_out": "mean"},
        {"format": "individual", "rounds": 8, "drop": 1, "sit_out": "mean"},
    ),
    ("knockout", {}, {"format": "knockout", "rounds": 5, "places": "third", "phases": ()}),
    ("knockout", {"places": "all", "losers": "1"}, {"places": "all", "phases": ()}),
    (
        "knockout",
        {"places": "none", "losers": "1"},
        {"places": "none", "phases": (knockout((1, "losers", (1,))),)},
    ),
]


@pytest.mark.parametrize(("way", "chosen", "expected"), WAYS)
def test_each_way_to_play_makes_its_phases_and_is_shown_again(app, phone, way, chosen, expected):
    made = set_up(phone, way=way, **chosen)
    address = made.goes_to.removesuffix("pairs")
    with app.app_context():
        before = service.find_tournament(address.split("/")[2]).tournament
    assert {name: getattr(before.set_up, name) for name in expected} == expected
    page = phone.get(f"{address}setup")
    form = page.form_of("Save the set-up")
    assert form.value("way") == way
    if chosen.get("places") == "all":
        chosen = {"places": "all"}
    assert {name: form.value(name) for name in chosen} == chosen
    assert phone.press(page, "Save the set-up").status == 303
    with app.app_context():
        assert service.find_tournament(address.split("/")[2]).tournament == before


@pytest.mark.parametrize("by", ["wins", "total"])
def test_players_are_ranked_by_wins_or_total_without_tie_breaks(app, phone, by):
    made = set_up(phone, way="individual", counted=by, by="match_points")
    with app.app_context():
        held = service.find_tournament(made.goes_to.split("/")[2]).tournament
    assert (held.set_up.standing.by, held.set_up.standing.tie_breaks) == (by, ())


def test_choices_of_another_way_are_not_read(app, phone):
    made = set_up(phone, way="knockout", rounds="many", groups="", drop="x", losers=None)
    with app.app_context():
        held = service.find_tournament(made.goes_to.split("/")[2]).tournament
    assert (held.set_up.format, held.set_up.phases) == ("knockout", ())


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"way": "groups", "groups": "1"}, "A number from 2 to 64."),
        ({"way": "groups", "groups": "5"}, "With 9 pairs: at most 4."),
        (
            {"way": "ranking", "counted": "total", "rounds": "3", "drop": "3"},
            "Fewer than the rounds: at least one counts.",
        ),
        ({"way": "ranking", "counted": "total", "drop": "5"}, "Fewer than the rounds"),
        ({"way": "individual"}, "The list has pairs, and here everyone comes alone."),
        ({"way": "everybody", "rounds": "100"}, "A number from 1 to 99."),
    ],
)
def test_set_up_page_says_why_its_way_cannot_be_played(organise, typed, told):
    organiser = organise(9)
    refused = organiser.press(organiser.page("setup"), "Save the set-up", place="Pafos", **typed)
    assert refused.status == 422
    assert told in refused.words(".//fieldset[@class='ways']")
    form = refused.form_of("Save the set-up")
    assert {name: form.value(name) for name in typed} == typed
    assert form.value("place") == "Pafos"


FOUR_PHASES = (
    Phase(format="swiss", rounds=2, sources=(PhaseSource(1, "best", (4,)),)),
    Phase(format="swiss", rounds=2, sources=(PhaseSource(1, "rest"),)),
    knockout((2, "places", (1, 2))),
)


def test_phases_like_none_of_the_ways_are_told_and_kept(organise):
    organiser = organise(8, phases=FOUR_PHASES)
    page = organiser.page("setup")
    assert page.form_of("Save the set-up").value("way") == "kept"
    assert "Swiss with the first 4" in page.words(".//fieldset[@class='ways']")
    organiser.press(page, "Save the set-up", place="Pafos")
    assert organiser.tournament().set_up.phases == FOUR_PHASES
    organiser.press(organiser.page("setup"), "Save the set-up", way="everybody")
    assert organiser.tournament().set_up.phases == ()
    assert "kept" not in organiser.page("setup").form_of("Save the set-up").offers("way")


def test_new_tournament_has_no_phases_to_keep(phone):
    form = phone.get("/tournaments/new").form_of("Set it up")
    assert "kept" not in form.offers("way")
    refused = phone.post(form.action, altered(form.filled, title="Cup", way="kept"))
    assert (refused.status, "Choose how you play." in refused.words()) == (422, True)


def test_drawn_phase_stays_beside_its_control_and_later_ones_change(organise):
    drawn = {"format": "round_robin", "rounds": 0, "groups": 2, "phases": (FIRST_TWO,)}
    organiser = organise(8, then=lambda desk: desk.draw(), **drawn)
    page = organiser.page("setup")
    refused = organiser.press(page, "Save the set-up", groups="3", place="Pafos")
    told = "This phase is drawn: its groups and who plays on in it stay."
    assert (refused.status, refused.words(".//*[@id='wrong-groups']")) == (422, told)
    form = refused.form_of("Save the set-up")
    assert (form.value("groups"), form.value("place")) == ("3", "Pafos")
    refused = organiser.press(page, "Save the set-up", way="ranking")
    assert (refused.status, told in refused.words(".//fieldset[@class='ways']")) == (422, True)
    organiser.press(organiser.page("setup"), "Save the set-up", first="1", consolation="rest")
    assert organiser.tournament().set_up.phases == (knockout((1, "places", (1,))), REST)


def test_final_that_was_added_is_shown_with_its_size_and_places(organise):
    final = Phase(format="knockout", sources=(PhaseSource(1, "best", (16,)),), places="all")
    organiser = organise(16, phases=(final,))
    page = organiser.page("setup")
    form = page.form_of("Save the set-up")
    assert [form.value(name) for name in ("way", "final", "places")] == ["rounds", "16", "all"]
    before = organiser.tournament()
    organiser.press(page, "Save the set-up")
    assert organiser.tournament() == before


def test_rounds_that_a_knockout_was_given_stay(organise):
    organiser = organise(4, format="knockout", rounds=2)
    organiser.press(organiser.page("setup"), "Save the set-up", place="Pafos")
    assert organiser.tournament().acts[-1].data == {"place": "Pafos"}


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


@pytest.mark.slow
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
