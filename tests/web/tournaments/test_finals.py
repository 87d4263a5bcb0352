"""Five rounds and a final, a final that is not here, and rounds by their names."""

import pytest

from scorekeeper.draws.model import DrawProblem
from scorekeeper.explain import tournament_words as words
from scorekeeper.i18n import use_locale
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotAllowed
from scorekeeper.printing.papers import print_paper
from scorekeeper.tournament import finals
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL, find_tournament
from scorekeeper.tournament.standing import standing_of
from tests.support.databases import change_event
from tests.support.desk import Desk, set_up_final
from tests.support.desk_phone import DeskPhone
from tests.support.phone import Phone
from tests.web.tournaments.test_public import listed, played
from tests.web.tournaments.test_saved_file import address_in, opened, saved


@pytest.fixture
def organiser(organise):
    return organise(8, rounds=3, place="Larnaka", then=played(3))


def ranked(organiser):
    """The pairs' players, the first place first."""
    with organiser.app.app_context():
        held = organiser.held()
        return [held.tournament.pairs[row.pair].players for row in standing_of(held)]


def key_of(pairs, players):
    (key,) = [key for key, pair in pairs.items() if pair.players == players]
    return key


def printed(phone, paper):
    """The texts of each page."""
    return [texts for _, texts in print_paper(phone.held(), paper, None, str).pages]


def offers(organiser, path=""):
    return organiser.page(path).words(".//*[@id='played']")


@pytest.mark.parametrize("path", ["", "draw"])
def test_once_all_is_played_the_report_a_final_and_one_more_round_are_offered(organiser, path):
    for said in ("All planned rounds are played", "Report", "Final", "One more round"):
        assert said in offers(organiser, path)
    assert organiser.press(organiser.proposal(), "Draw it so").status == 303
    assert organiser.page("rounds/4").words(".//h1") == "Round 4"


@pytest.mark.parametrize(
    ("rounds", "then"),
    [(3, played(2)), (3, lambda desk: played(2)(desk) or desk.draw())],
    ids=["a round is left", "a table is not done"],
)
def test_before_nothing_of_it_is(organise, rounds, then):
    organiser = organise(8, rounds=rounds, then=then)
    for path in ("", "draw"):
        assert not organiser.page(path).findall(".//*[@id='played']")
    final = organiser.page("final")
    assert not final.findall(".//button[@name='count']")
    last = len(organiser.held().tournament.rounds)
    assert f"To the tables of round {last}" in final.words()


def test_nobody_else_is_offered_it(organiser, app):
    assert not Phone(app).get(organiser.url).findall(".//*[@id='played']")


def test_after_the_final_of_a_knockout_the_report_is_offered(organise):
    organiser = organise(4, format="knockout", then=played(2))
    assert offers(organiser).startswith("The final is played. Champions: ")
    assert offers(organiser).endswith(" Report")


def play_final(organiser, rounds):
    """Draw and write the rounds of the final, where the first of each table wins."""
    for _ in range(rounds):
        assert organiser.press(organiser.proposal(), "Draw it so").status == 303
        last = organiser.tournament().last_round
        for table in last.tables:
            page = organiser.page(f"rounds/{last.number}/tables/{table.number}")
            assert organiser.press(page, "Write the result", a=351, b=200).status == 303


def test_five_rounds_and_a_final_from_end_to_end(organise, app):
    organiser = organise(8, rounds=5, place="Larnaka", then=played(5))
    first = ranked(organiser)[:4]
    made = organiser.press(organiser.page("final"), "Semi-finals of the first 4")
    assert made.goes_to == f"{organiser.url}draw"
    play_final(organiser, 2)
    assert organiser.page("rounds/7").words(".//h1") == "Final and third place"
    assert ranked(organiser)[:4] == [first[0], first[1], first[3], first[2]]
    pairs = organiser.tournament().pairs
    champions = f"Champions: {' – '.join(first[0])} ({key_of(pairs, first[0])})"
    for page in ("standings", "screen?show=standings"):
        assert champions in organiser.page(page).words()
    with app.app_context(), use_locale("en"):
        whole = [text for page in printed(organiser, "report") for text in page.values()]
        assert "Final and third place" in whole, "the final's rounds are in it"
        assert champions in whole
        standings = [text for page in printed(organiser, "standings") for text in page.values()]
        assert champions in standings
        keys = [key_of(pairs, first[at]) for at in (0, 1, 3, 2)]
        places = [
            f"{at}. {' – '.join(pairs[key].players)} ({key})" for at, key in enumerate(keys, 1)
        ]
        assert [text for text in whole if text in places] == places


@pytest.mark.parametrize("path", ["", "draw"])
def test_page_after_a_final_names_the_winner_and_offers_no_other_final(organise, path):
    organiser = organise(4, rounds=1, then=played(1))
    organiser.press(organiser.page("final"), "Final of the first 2")
    play_final(organiser, 1)
    page = organiser.page(path)
    winner = ranked(organiser)[0]
    key = key_of(organiser.tournament().pairs, winner)
    assert f"The final is played. Champions: {' – '.join(winner)} ({key})" in page.words()
    assert not page.findall(".//button[@name='count']")
    assert [link for link in page.links() if link.endswith(("/final", "/draw#more"))] == []


@pytest.mark.parametrize(
    ("count", "stage"), [(2, "Final"), (4, "Semi-finals"), (8, "Quarter-finals")]
)
def test_button_of_a_final_says_with_which_round_it_begins(organiser, count, stage):
    (button,) = organiser.page("final").findall(f".//button[@value='{count}']")
    assert button.text == f"{stage} of the first {count}"


def test_report_has_the_prizes_and_each_draw_with_its_swaps(organise, app):
    def then(desk):
        desk.draw()
        (a, _), (_, b) = ((one.a, one.b) for one in desk.tournament.last_round.tables)
        desk.swap(a, b)

    organiser = organise(4, rounds=1, then=then)
    page = organiser.page("fees")
    organiser.press(page, "Save fee and prizes", fee="10", prizes="100 60")
    with app.app_context(), use_locale("en"):
        whole = [text for page in printed(organiser, "report") for text in page.values()]
        assert "Places and prizes" not in whole, "it is not over"
    (drawn,) = organiser.tournament().rounds
    for number in (1, 2):
        page = organiser.page(f"rounds/1/tables/{number}")
        organiser.press(page, "Write the result", a=351, b=200 + number)
    with app.app_context(), use_locale("en"):
        whole = [text for page in printed(organiser, "report") for text in page.values()]
    swap = "By hand: {} and {} changed places.".format(*drawn.swaps[0])
    assert f"Round 1 of 1: Seed {drawn.request['seed']} · {swap}" in whole
    told = [text.replace("\N{NO-BREAK SPACE}", " ") for text in whole]
    money = [
        text.split(" · ")[1:] for text in told if text[:2] in ("1.", "2.", "3.", "4.") if text[2:3]
    ]
    assert money == [["100 €"], ["60 €"], [], []]


def test_kept_table_is_kept_in_the_final_and_seats_there_are_told(organise):
    def keep_a_table(desk):
        played(1)(desk)
        keepers.append(finals.finalists(desk.held)[-1].pair)
        desk.do("table_kept", pair=keepers[0], kept_table=7)

    keepers = []
    organiser = organise(4, rounds=1, then=keep_a_table)
    (last,) = keepers
    organiser.press(organiser.page("final"), "Semi-finals of the first 4")
    organiser.press(organiser.proposal(), "Draw it so")
    seat = organiser.page(f"?name={last}").words(".//*[@id='found']")
    assert "table 7 Knockout: against" in seat


def test_another_final_takes_the_place_of_one_that_is_not_drawn(organiser):
    assert "Set up, and not drawn yet" not in organiser.page("final").words()
    organiser.press(organiser.page("final"), "Semi-finals of the first 4")
    told = "Set up, and not drawn yet: Semi-finals of the first 4. Another one takes its place."
    assert told in organiser.page("final").words()
    organiser.press(organiser.page("final"), "Final of the first 2", places="none")
    (final,) = organiser.tournament().set_up.phases
    assert (final.sources[0].numbers, final.places) == ((2,), "none")
    organiser.press(organiser.proposal(), "Draw it so")
    assert not organiser.page("final").findall(".//button[@name='count']")


def with_final(desk):
    """A round of four pairs, and a drawn final of the first two."""
    desk.draw().play()
    now, op_id = desk.held.revision, new_operation_id()
    desk.held = finals.add_final(desk.public_id, desk.phone, op_id, now, 2)
    desk.draw()


def close_round_with_final(desk):
    """A final of the two winners, one of whom has less points than a loser."""
    desk.draw().result(1, 100, 50).result(2, 351, 340)
    now, op_id = desk.held.revision, new_operation_id()
    desk.held = finals.add_final(desk.public_id, desk.phone, op_id, now, 2)
    desk.draw()


@pytest.mark.parametrize("path", ["rounds/1/tables/1", "rounds/1"])
def test_a_correction_that_moves_who_is_in_the_final_is_asked_about(organise, path):
    organiser = organise(4, rounds=1, then=with_final)
    table = organiser.tournament().rounds[0].table(1)
    (a, b), corrected = table.result.score, (200, 351)
    page = organiser.page(path)
    if path == "rounds/1":
        button = again = "Save what is typed"
        typed = {"a1": corrected[0], "b1": corrected[1], "reason1": "misread"}
        done = {"sure1": "200:351"}
    else:
        button, again = "Correct the result", "Yes, correct it"
        typed, done = {"a": corrected[0], "b": corrected[1], "reason": "misread"}, {}
    asked = organiser.press(page, button, **typed)
    assert "in it would be" in asked.words()
    assert organiser.tournament().rounds[0].table(1).result == table.result
    organiser.press(asked, again, **done)
    assert organiser.tournament().rounds[0].table(1).result.score == corrected
    if path != "rounds/1":  # the very pairs that are in it
        back = organiser.page(path)
        asked = organiser.press(back, "Correct the result", a=a, b=b, reason="right")
        assert "in it would be" not in asked.words()
        assert organiser.press(asked, "Yes, correct it").status == 303


def test_a_penalty_that_moves_who_is_in_the_final_is_asked_about(organise):
    organiser = organise(4, rounds=1, then=with_final)
    winner = organiser.tournament().rounds[0].table(1).a
    typed = {"pair": winner, "to": "wins", "points": "-2", "reason": "came late"}
    asked = organiser.press(organiser.page("adjust"), "Write it", **typed)
    assert "in it would be" in asked.words()
    assert organiser.tournament().adjusted == ()
    another = organiser.press(asked, "Yes, write it", points="-3")
    assert "in it would be" in another.words(), "asked about the other one"
    assert organiser.press(another, "Yes, write it").status == 303
    assert len(organiser.tournament().adjusted) == 1


def test_set_up_that_moves_who_is_in_the_final_is_asked_about(organise):
    organiser = organise(4, rounds=1, then=close_round_with_final)
    asked = organiser.press(organiser.page("setup"), "Save the set-up", by="total")
    assert "in it would be" in asked.words()
    assert organiser.tournament().set_up.standing.by == "wins"
    another = organiser.press(asked, "Yes, write it", points_won="3")
    assert "in it would be" in another.words(), "asked about the other one"
    assert organiser.press(another, "Yes, write it").status == 303
    assert organiser.tournament().set_up.standing.by == "total"
    back = organiser.press(organiser.page("setup"), "Save the set-up", by="wins")
    assert back.status == 303, "the very pairs that are in it"


def test_set_up_is_asked_about_again_once_a_result_moves_others(app, organise):
    desks = []

    def then(desk):
        desk.draw().result(1, 351, 10).result(2, 200, 100).result(3, 349, 348)
        now, op_id = desk.held.revision, new_operation_id()
        desk.held = finals.add_final(desk.public_id, desk.phone, op_id, now, 2)
        desks.append(desk.draw())

    organiser = organise(6, rounds=1, then=then)
    table = organiser.tournament().rounds[0].table(3)
    asked = organiser.press(organiser.page("setup"), "Save the set-up", by="total")
    assert f"in it would be {table.a} " in asked.words()
    with app.app_context():
        desks[0].result(3, 300, 348, number=1, reason="misread")
    again = organiser.press(asked, "Yes, write it")
    assert f"in it would be {table.b} " in again.words()
    assert organiser.tournament().set_up.standing.by == "wins"
    assert organiser.press(again, "Yes, write it").status == 303


def test_late_penalty_shows_the_other_act_before_the_final_is_asked_about(organise):
    organiser = organise(4, rounds=1, then=with_final)
    typed = {"pair": organiser.tournament().rounds[0].table(1).a, "to": "wins", "reason": "late"}
    pages = [organiser.page("adjust") for _ in range(2)]
    assert organiser.press(pages[0], "Write it", points="1", **typed).status == 303
    late = organiser.press(pages[1], "Write it", points="-2", **typed)
    assert late.status == 409
    assert late.has(".//ul[@id='others']")


def test_a_final_is_added_once_however_often_it_is_asked(context_desk):
    desk = context_desk
    op_id, now = new_operation_id(), desk.held.revision
    asked = (desk.public_id, desk.phone, op_id, now, 2)
    one, again = finals.add_final(*asked), finals.add_final(*asked)
    assert one.revision == again.revision
    assert len(again.tournament.set_up.phases) == 1


def test_withdrawn_pair_is_in_no_final(context_desk):
    desk = context_desk
    best = standing_of(desk.held)[0].pair
    desk.do("pair_changed", pair=best, withdrawn=True)
    assert best not in [row.pair for row in finals.finalists(desk.held)]


@pytest.mark.parametrize("count", [0, 3, 8, 16])
def test_no_final_of_another_number_or_of_more_than_there_are(context_desk, count):
    desk = context_desk
    with pytest.raises(TournamentRefused) as refused:
        finals.add_final(desk.public_id, desk.phone, new_operation_id(), desk.held.revision, count)
    assert refused.value.faults[0].code == "no_final"
    assert desk.stored().revision == desk.held.revision, "nothing was written"


def test_a_helper_adds_no_final(context_desk):
    desk = context_desk
    helper, _secret = desk.helper()
    with pytest.raises(NotAllowed):
        finals.add_final(desk.public_id, helper, new_operation_id(), desk.held.revision, 2)


@pytest.fixture
def context_desk(app):
    """A desk whose only round is played."""
    with app.app_context():
        yield Desk(4, rounds=1).draw().play()


ABSENT = "Its final is another file."


@pytest.fixture
def finalist(organise):
    """One round of four, and a final that the second of the standings wins."""

    def play(desk):
        desk.do("money", fee=1000, prizes=[10000, 5000]).draw().play()
        now, op_id = desk.held.revision, new_operation_id()
        main = desk.held
        desk.held = set_up_final(desk.public_id, desk.phone, op_id, now, 2, "Cup – Final")
        desk.draw().result(1, 201, 351)
        desk.held = find_tournament(main.public_id)

    return organise(4, rounds=1, then=play)


@pytest.fixture
def elsewhere(app, finalist):
    """The organiser of the copy that was opened from the tournament's file."""
    public_id = address_in(opened(finalist, saved(finalist)))
    return DeskPhone(app, public_id, finalist.cookie("phone").value)


def papers_of(phone):
    """The texts of its standings and its report, each on paper."""
    with phone.app.app_context(), use_locale("en"):
        for paper in ("standings", "report"):
            pages = print_paper(phone.held(), paper, None, str).pages
            yield [text for _, texts in pages for text in texts.values()]


def test_opened_tournament_names_no_winner_on_any_page_or_paper(finalist, elsewhere):
    assert "Champions" in finalist.page("standings").words()
    words = elsewhere.page("standings").words()
    assert ABSENT in words
    assert "Champions" not in words
    assert ABSENT in elsewhere.page().words()
    for texts in papers_of(elsewhere):
        assert ABSENT in texts
        assert not [text for text in texts if "Champions" in text]


def test_opened_tournament_says_in_the_list_that_its_final_is_another_file(finalist, elsewhere):
    texts, headings = listed(elsewhere)
    assert texts[0] == f"Cup {ABSENT} Pairs: 4"
    assert headings == ["Played to the end"]


def test_opened_tournament_pays_nobody(finalist, elsewhere):
    assert "100 €" in finalist.page("fees").words().replace("\u00a0", " ")
    words = elsewhere.page("fees").words().replace("\u00a0", " ")
    assert "Prizes as it stands" not in words
    assert f"{ABSENT} It decides who wins the prizes." in words


def test_opened_tournament_is_saved_and_opened_as_the_same_again(app, finalist, elsewhere):
    public_id = address_in(opened(elsewhere, saved(elsewhere)))
    again = DeskPhone(app, public_id, elsewhere.cookie("phone").value)
    assert ABSENT in again.page("standings").words()
    assert "Without its final" in again.page("files").words()


def test_new_final_takes_the_place_of_the_absent_one_once_that_is_ticked(finalist, elsewhere):
    page = elsewhere.page("final")
    assert ABSENT in page.words()
    refused = elsewhere.press(page, "Final of the first 2")
    assert (refused.status, "Tick first" in refused.words()) == (422, True)
    assert elsewhere.press(refused, "Final of the first 2", instead_of="elsewhere").status == 303
    assert ABSENT not in elsewhere.page("standings").words()


def test_correction_that_moves_who_is_in_the_absent_final_is_asked_about(finalist, elsewhere):
    table = elsewhere.tournament().rounds[0].table(1)
    score = dict(zip("ab", table.result.score[::-1], strict=True))
    page = elsewhere.page("rounds/1/tables/1")
    asked = elsewhere.press(page, "Correct the result", reason="Read wrongly", **score)
    assert "other pairs would be in the final" in asked.words()


def test_final_that_is_damaged_here_leaves_the_tournament_without_a_winner(app, finalist):
    with app.app_context():
        final = find_tournament(finalist.tournament().final)
        change_event("'{}'", "tournament_event", op_id=final.tournament.acts[-1].op_id)
    TOURNAMENT_JOURNAL.forget_all()
    words = finalist.page("standings").words()
    assert "Champions" not in words
    assert "Its final is damaged on the server." in words
    assert "Prizes as it stands" not in finalist.page("fees").words()


STAGES = {
    "en": ["Round 1", "Quarter-finals", "Semi-finals", "Final and third place"],
    "el": ["Γύρος 1", "Προημιτελικά", "Ημιτελικά", "Τελικός και μικρός τελικός"],
}


def rounds(count):
    """Draws and plays rounds, and draws one more."""

    def play(desk):
        for _ in range(count):
            desk.draw().play()
        desk.draw()

    return play


@pytest.fixture
def final(organise):
    return organise(4, format="knockout", then=rounds(1))


@pytest.mark.parametrize("language", ["en", "el"])
def test_the_last_rounds_of_a_knockout_have_names(organise, language):
    tournament = organise(16, format="knockout", then=rounds(3)).tournament()
    with use_locale(language):
        names = [words.round_name(tournament, drawn) for drawn in tournament.rounds]
    assert names == STAGES[language]


def test_a_final_without_a_match_beside_it_is_a_final(organise):
    final = organise(3, format="knockout", then=rounds(1))
    assert final.page("rounds/2").words(".//h1") == "Final"


def test_elsewhere_a_round_is_one_of_so_many_and_one_more_is_told_by_its_number(organise):
    organiser = organise(4, rounds=1, then=rounds(1))
    assert organiser.page("rounds/1").words(".//h1") == "Round 1 of 1"
    assert organiser.page("rounds/2").words(".//h1") == "Round 2"


def test_both_matches_are_named_on_the_screens(final, app):
    guest = Phone(app)
    for path in ("rounds/2", "screen", ""):
        found = guest.get(final.url + path).findall(".//*[@class='stage']")
        assert ["".join(one.itertext()) for one in found] == ["Final", "Third place"], path
    assert final.page("rounds/2/tables/1").words(".//h1") == "Final"
    assert final.page("rounds/2/tables/2/sheet").words(".//h1") == "Sheet: Third place"
    assert "Semi-finals, table 2" in final.page("rounds/1/tables/2").words(".//h1")


def test_a_knockout_tells_no_planned_rounds(final):
    assert "Rounds:" not in final.page().words()


def test_problem_without_a_pair_names_no_pair(final):
    with final.app.test_request_context(), use_locale("en"):
        told = [
            words.draw_problem_text(DrawProblem("out", "results", 1, pair), final.tournament())
            for pair in (None, "2")
        ]
    assert told[0] == "No bracket gives such a round."
    assert told[1].endswith(": 2 Odd2 – Even2")


@pytest.mark.parametrize("paper", ["sheets", "tables", "report"])
def test_and_on_paper(final, paper):
    held = final.held()
    with final.app.test_request_context(), use_locale("en"):
        made = print_paper(held, paper, held.tournament.last_round, lambda secret: secret)
    stamped = " ".join(text for _, texts in made.pages for text in texts.values())
    assert "Final" in stamped
    assert "Third place" in stamped
