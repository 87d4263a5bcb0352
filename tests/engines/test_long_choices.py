"""A choice that is longer than its field makes no page wider than the screen."""

LONG = "ΧΑΡΑΛΑΜΠΟΠΟΥΛΟΥ-ΠΑΠΑΔΗΜΗΤΡΙΟΥ ΜΑΡΙΑΝΝΑ"
_CHOOSE = "document.querySelector('main select').value = '2'; return document.body.offsetWidth"
_SEND = """
const field = document.querySelector("main [name=name]");
field.value = arguments[0];
field.form.submit();
"""


def send(browser, name, arrived):
    browser.run(_SEND, name)
    browser.wait(f"return document.readyState === 'complete' && {arrived}")


def test_a_long_name_to_choose_makes_no_page_wider(open_phone, server):
    browser = open_phone("el").browser
    browser.resize(360, 640)
    browser.goto(f"{server.url}/clubs/new")
    send(browser, "Σύλλογος", "/^.c.[^/]+.$/.test(location.pathname)")
    club = browser.run("return location.href")
    for number, name in enumerate(("Μαρία", LONG), 1):
        browser.goto(f"{club}persons")
        send(browser, name, f"document.querySelectorAll('.rows .number').length === {number}")
    browser.goto(f"{club}persons/1")
    browser.run(_CHOOSE)
    assert browser.run("return document.querySelector('main select').value") == "2"
    assert browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0
