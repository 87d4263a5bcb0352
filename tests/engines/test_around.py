"""Around a match: the evening, the files, the big screen, the menu, language and colours."""

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


def test_a_language_and_a_colour_are_chosen_and_the_menu_closes(open_phone):
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
    phone.touch("Menu")
    phone.holds("return document.querySelector('#menu').matches(':popover-open')")
    phone.touch_at("h1")
    phone.holds("return !document.querySelector('#menu').matches(':popover-open')")
    dark = open_phone("el", dark=True)
    dark.goto("/")
    assert dark.browser.run(_PAPER) != paper


def fetched(phone, name):
    """How the server answers to the link of this name."""
    phone.browser.ask(_FETCH, name)
    return phone.browser.wait("return window.fetched", patience=_PRINT_PATIENCE)
