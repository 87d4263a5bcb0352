"""Around a match: evening, files, big screen, menu, language, colours, disputes, tournaments."""

import pytest

# On a busy machine a print takes longer than a script may, or says when to ask again.
_FETCH = """
const link = [...document.querySelectorAll("a[href]")].find((one) => arguments[0] === nameOf(one));
async function fetchIt() {
  const answer = await fetch(link.href);
  if (answer.headers.has("Retry-After")) return fetchIt();
  window.fetched = `${answer.status} ${answer.headers.get("content-type")}`;
}
window.fetched = "";
fetchIt();
"""
_PRINT_PATIENCE = 180.0
_PAPER = "return getComputedStyle(document.body).backgroundColor"
_CHOSEN = """
return [...document.querySelectorAll("[name=cards]:checked")]
  .map((one) => one.value).join(" ") === arguments[0];
"""
_MIDDLE = """
const button = document.querySelector("main a[href='/matches/new']");
const { x, y, width, height } = button.getBoundingClientRect();
return [x + width / 2, y + height / 2];
"""
PAIRS = [f"Μαρία {number}, Γιώργος {number}" for number in range(1, 5)]


def test_it_is_a_new_phone_of_this_size_and_language(open_phone):
    phone = open_phone("el")
    phone.goto("/")
    assert phone.browser.run("return [innerWidth, innerHeight]") == [360, 640]
    assert phone.browser.run("return document.documentElement.lang") == "el"
    phone.tap("New match")
    phone.arrive("/matches/new")
    again = open_phone("en", dark=True)
    again.goto("/")
    assert again.browser.run("return document.documentElement.lang") == "en"
    assert again.browser.run("return matchMedia('(prefers-color-scheme: dark)').matches")


def test_the_pages_around_a_match(phone):
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    phone.open_ledger()
    assert fetched(phone, phone.say("Scoresheet PDF")) == "200 application/pdf"
    phone.tap("Menu", "More", "The evening")
    phone.arrive(r"/evening$")
    phone.sees("19", "main")
    phone.open_ledger()
    phone.tap("Menu", "Send, or let others watch")
    phone.arrive(r"/share$")
    phone.holds("return document.querySelector('img.picture').naturalWidth > 0")
    assert fetched(phone, phone.say("Save the picture")) == "200 image/png"
    phone.tap("For a tablet or the wall", "Big screen")
    phone.arrive(r"/big$")
    phone.sees("19", ".board")
    phone.tap("Menu", "Turned to both sides")
    phone.holds("return document.querySelectorAll('.board').length === 2")


def test_menu_is_closed_by_its_button_or_beside_it_and_nothing_else_is_pressed(phone):
    phone.goto("/")
    button = phone.browser.run(_MIDDLE)
    for close in (lambda: phone.browser.touch(button), lambda: phone.tap("Menu")):
        phone.tap("Menu")
        phone.holds("return !!document.querySelector('#menu:popover-open')")
        close()
        phone.holds("return !document.querySelector('#menu:popover-open')")
    phone.tap("New match")
    phone.arrive("/matches/new")


def test_language_and_colour_are_chosen_and_pages_of_before_follow(open_phone):
    phone = open_phone("el")
    phone.goto("/")
    paper = phone.browser.run(_PAPER)
    phone.tap("Menu", "Settings and more", "Dark")
    phone.holds("return document.documentElement.dataset.theme === 'dark'")
    phone.holds(f"{_PAPER} !== arguments[0]", paper)
    phone.tap("English")
    phone.holds("return document.documentElement.lang === 'en'")
    phone.language = "en"
    phone.touch_at(".bar .back")
    phone.holds("return document.documentElement.lang === 'en' && location.pathname === '/'")
    phone.goto("/")
    phone.tap("Menu", "Settings and more", "Light")
    phone.holds("return document.documentElement.dataset.theme === 'light'")
    phone.browser.back()
    phone.holds("return location.pathname === '/'")
    phone.holds("return document.documentElement.dataset.theme === 'light'")
    dark = open_phone("el", dark=True)
    dark.goto("/")
    assert dark.browser.run(_PAPER) != paper


def fetched(phone, name):
    """How the server answers to the link of this name."""
    phone.browser.ask(_FETCH, name)
    return phone.browser.wait("return window.fetched", patience=_PRINT_PATIENCE)


# --- a dispute, settled by tapping cards and by drawing a finger over them ---


def test_cards_are_tapped_and_drawn_over(phone):
    phone.goto("/settle/tricks")
    phone.tap("Hearts")
    phone.touch("Last trick: Side B")
    phone.tap("jack, Hearts")
    phone.sees("20", "[data-count=points_A]")
    phone.tap("jack, Hearts")
    phone.draw(card("Ah"), card("7h"))
    phone.holds(_CHOSEN, "Ah Kh Qh Jh 10h 9h 8h 7h")
    phone.sees("62", "[data-count=points_A]")
    phone.sees("62, ", "#verdict")
    phone.draw(card("Kh"), card("10h"))
    phone.holds(_CHOSEN, "Ah 9h 8h 7h")
    phone.holds("return location.search.split('cards=').length - 1 === 4")


def card(code):
    return f"[name=cards][value='{code}']"


# --- a tournament in small ---


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
