"""“Say it”: the device's own voice says hand and score after each save, once it was asked to.

The browser of the tests has no voice, so it is given one that writes down what it says.
"""

import pytest
from playwright.sync_api import expect

VOICES = """
window.said = [];
window.voices = %s;
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => window.voices,
  speak({ text, voice, lang }) {
    if (!text) return; // the tap alone
    window.said.push([text, voice.name, lang]);
    document.documentElement.dataset.said = window.said.map(([text]) => text).join("|");
  },
  cancel() {},
  addEventListener() {},
} });
"""
OWN = (
    '[{name: "far", lang: "en-GB", localService: false},'
    ' {name: "Greek", lang: "el-GR", localService: true},'
    ' {name: "own", lang: "en_GB", localService: true}]'
)
FAR = '[{name: "far", lang: "en-GB", localService: false}]'


@pytest.fixture
def voiced(open_phone):
    """A phone with these voices, at its own match."""

    def voiced(voices=OWN, language="en"):
        phone = open_phone(language)
        phone.page.add_init_script(VOICES % voices)
        phone.files = []
        phone.page.on("request", lambda one: phone.files.append(one.url))
        phone.start_match()
        return phone

    return voiced


def said(phone):
    return [text for text, *_ in phone.page.evaluate("window.said")]


def spoken(phone, *texts):
    expect(phone.page.locator("html")).to_have_attribute("data-said", "|".join(texts))


def switch(phone):
    phone.page.locator(".tool[popovertarget=menu]").click()
    for more in phone.page.locator("#menu details:not([open]) > summary").all():
        more.click()
    return phone.page.locator("#menu [data-say]")


def fetched(phone):
    names = ("say_it", "number_words", "spoken")
    return [url for url in phone.files if any(name in url for name in names)]


def test_it_is_silent_and_not_even_there_until_it_is_asked_for(voiced):
    phone = voiced()
    phone.write("A", 9, 97, "hearts")
    phone.sees_totals(19, 6)
    phone.settle()
    assert said(phone) == []
    assert fetched(phone) == []


def test_one_tap_and_every_save_is_said(voiced):
    phone = voiced()
    phone.settle()
    switch(phone).click()
    spoken(phone, "Total zero – zero.")
    expect(phone.page.locator("#menu [data-say]")).to_have_text("Say it no more")
    phone.page.keyboard.press("Escape")
    phone.write("A", 9, 97, "hearts")
    spoken(phone, "Total zero – zero.", "Us nineteen, Them six. Total nineteen – six.")
    assert phone.page.evaluate("window.said.at(-1).slice(1)") == ["own", "en_GB"]


def test_spoken_total_drops_a_hand_that_is_undone(voiced):
    phone = voiced()
    phone.write("A", 9, 97, "hearts")
    phone.settle()
    switch(phone).click()
    spoken(phone, "Total nineteen – six.")
    phone.page.keyboard.press("Escape")
    phone.page.get_by_role("button", name="Undo").click()
    spoken(phone, "Total nineteen – six.", "Total zero – zero.")


def test_the_phone_remembers_it_and_says_it_no_more_when_told(voiced):
    phone = voiced()
    phone.settle()
    switch(phone).click()
    spoken(phone, "Total zero – zero.")
    phone.page.reload()
    phone.settle()
    phone.write("A", 9, 97, "hearts")
    spoken(phone, "Us nineteen, Them six. Total nineteen – six.")
    button = switch(phone)
    expect(button).to_have_text("Say it no more")
    button.click()
    expect(button).to_have_text("Say it")
    phone.page.keyboard.press("Escape")
    phone.write("A", 9, 97, "hearts")
    phone.sees_totals(38, 12)
    phone.settle()
    assert len(said(phone)) == 1


def test_a_voice_from_elsewhere_is_none(voiced):
    """It would send the score to a foreign server."""
    phone = voiced(FAR)
    phone.settle()
    switch(phone).click()
    expect(phone.page.locator("#menu [data-silent]")).to_have_text(
        "This device has no English voice of its own."
    )
    phone.page.keyboard.press("Escape")
    phone.write("A", 9, 97, "hearts")
    phone.sees_totals(19, 6)
    phone.settle()
    assert said(phone) == []


def test_the_big_screen_says_what_others_write(voiced, open_phone):
    scorer = voiced()
    screen = open_phone("el")
    screen.page.add_init_script(VOICES % OWN)
    screen.page.goto(f"{scorer.match_url}big")
    switch(screen).click()
    spoken(screen, "Σύνολο μηδέν – μηδέν.")
    screen.page.keyboard.press("Escape")
    scorer.write("A", 9, 97, "hearts")
    text = "Ομάδα Α δεκαεννιά, Ομάδα Β έξι. Σύνολο δεκαεννιά – έξι."
    spoken(screen, "Σύνολο μηδέν – μηδέν.", text)
    assert screen.page.evaluate("window.said.at(-1)") == [text, "Greek", "el-GR"]
