"""A tournament in small, with a finger: set up, drawn, a result written, the board read."""

import pytest

PAIRS = [f"Μαρία {number}, Γιώργος {number}" for number in range(1, 5)]


def draw_first_round(phone):
    """A new tournament with a round of two tables; its address."""
    phone.goto("/tournaments/")
    phone.tap("New tournament")
    phone.fill("[name=title]", "Κύπελλο")
    phone.tap("Set it up")
    phone.fill("[name=text]", "\n".join(PAIRS))
    phone.tap("Read the list")
    phone.tap("Add the pairs")
    phone.holds("return document.querySelectorAll('.pairs li').length === 4")
    home = phone.browser.run("return location.pathname").removesuffix("pairs")
    phone.goto(f"{home}draw")
    phone.tap("Propose the round")
    phone.tap("Draw it so")
    phone.holds("return document.querySelectorAll('.grid-row').length === 2")
    return home


@pytest.mark.smoke
def test_a_tournament_is_set_up_drawn_and_its_result_is_on_the_board(open_phone):
    phone = open_phone("el")
    home = draw_first_round(phone)
    phone.goto(f"{home}rounds/1/tables/1")
    phone.fill("[name=a]", "351")
    phone.fill("[name=b]", "240")
    phone.tap("Write the result")
    phone.sees(phone.say("by the organiser"), "#table-1")
    phone.goto(f"{home}standings")
    phone.sees("Μαρία 1", "main")


ENTER = """
document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
"""
FOCUSED = "return document.activeElement.name === '{}'"


def test_results_are_typed_row_by_row_and_a_question_is_asked_in_place(open_phone):
    phone = open_phone("el")
    home = draw_first_round(phone)
    phone.goto(f"{home}rounds/1")
    phone.holds("return document.querySelector('#grid.scripted') !== null")
    phone.browser.run("document.querySelector('[name=a1]').focus()")
    for text, there in (("351", "b1"), ("240", "a2"), ("12", "b2")):
        phone.browser.type(text)
        phone.browser.run(ENTER)
        phone.holds(FOCUSED.format(there))
    phone.sees(phone.say("saved"), "#table-1")
    phone.browser.type("9")
    phone.browser.run(ENTER)
    phone.sees(phone.say("Nobody reached %(number)s.", number=351), "#table-2")
    phone.holds(FOCUSED.format("sure2"))
    phone.browser.run(ENTER)  # one too many says nothing
    phone.browser.run("document.activeElement.click()")  # as the space bar does
    phone.browser.run(ENTER)
    phone.sees(phone.say("saved"), "#table-2")
    phone.sees(phone.say("Every table has its result."), "#left")
