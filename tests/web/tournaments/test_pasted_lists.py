"""Whole lists, as people paste them, by the page and by the API."""

import pytest

from tests.desk import Desk
from tests.director import Director
from tests.parameters import rarely
from tests.services.tournaments.pasted_lists import COUNT, pasted_list

FEW = 12
every_list = pytest.mark.parametrize("places", [range(FEW), rarely(range(FEW, COUNT))])


def text_of(lines):
    return "\n".join(line.text for line in lines)


@every_list
def test_the_page_ticks_the_pairs_of_a_pasted_list_and_shows_each_line(organise, places):
    for lines in map(pasted_list, places):
        organiser = organise()
        page = organiser.press(organiser.page("pairs"), "Read the list", text=text_of(lines))
        form = page.form_of("Add the pairs")
        rows = range(int(form.value("rows")))
        ticked = [
            (form.value(f"player1-{at}"), form.value(f"player2-{at}"))
            for at in rows
            if form.value(f"take-{at}") and not form.value(f"open-{at}")
        ]
        assert ticked == [line.pair for line in lines if line.pair]
        shown = [form.value(f"text-{at}") for at in rows]
        assert shown == [line.text.strip() for line in lines if not line.is_frame]


@every_list
def test_a_program_adds_the_pairs_of_a_pasted_list_alone(app, places):
    for lines in map(pasted_list, places):
        with app.app_context():
            desk = Desk()
        director = Director(app, desk.secret, desk.public_id)
        answer = director.do("paste_pairs", text=text_of(lines))
        bad = [number for number, line in enumerate(lines, 1) if not (line.pair or line.is_frame)]
        assert [one["line"] for one in answer.data.get("problems", [])] == bad
        good = [line for line in lines if line.pair or line.is_frame]
        if bad and any(line.pair for line in good):
            director.do("paste_pairs", text=text_of(good))
        assert [tuple(one["players"]) for one in director.tournament()["pairs"]] == [
            line.pair for line in good if line.pair
        ]
