"""Names as people type them: every one is shown as it is, or refused beside its field."""

from html import unescape

import pytest

from tests.web.test_start import NAMES, refused

LONGEST = "Αθανάσιος Παπακωνσταντίνου-Χατζηγεωργίου"
HOSTILE = {
    "quotes": '"O\'Hara" & Sons',
    "markup": "<script>alert(1)</script>",
    "a template": "{{ 7 * 7 }}{% raw %}",
    "emoji": "👨‍👩‍👧‍👦 🇨🇾",
    "the longest Greek": LONGEST,
    "Arabic": "محمد",
    "Hebrew": "אברהם",
    "a formula": "=1+1",
    "percents": "%(side)s %s %d",
}


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_it_shows_every_name_as_it_was_typed_and_nothing_else(new, name):
    new.start(**dict.fromkeys(NAMES, name)).save("A:90", 97).save("B:90", 60)
    assert new.match().sides.A.name == name
    paths = [new.url, f"{new.url}hands/2", f"{new.url}hand", f"{new.url}hands/2/correct"]
    for path in [*paths, f"{new.url}hands/2/void", f"{new.url}sheet", "/", "/matches/new"]:
        page = new.get(path, follow=True)
        assert name in unescape(page.html), path
        assert "<script>" not in page.html, path


def test_it_tidies_a_name(new):
    new.start(name_A="  Μαρία \t  Χ. ", name_B="Μαρι\u0301α")
    assert (new.match().sides.A.name, new.match().sides.B.name) == ("Μαρία Χ.", "Μαρία")


UNFIT = {
    "41 characters": LONGEST + "υ",
    "a right-to-left override": "abc\u202edef",
    "an isolate": "\u2067abc",
    "a control character": "a\x07b",
    "a null": "a\x00b",
    "a line separator": "a\u2028b\u200f",
}


@pytest.mark.parametrize(
    ("field", "name"),
    [
        *((field, UNFIT["41 characters"]) for field in NAMES),
        *(("name_A", n) for n in UNFIT.values()),
    ],
)
def test_it_refuses_a_name_beside_its_field_and_loses_nothing(new, field, name):
    kept = {"target": "251", "preset": "online", "first_dealer": "cut", "cut": "clubs"}
    page = refused(new, **{**dict.fromkeys(NAMES, "Kept"), field: name, **kept})
    shown = page.find(f".//input[@name='{field}']")
    assert shown.get("aria-invalid") == "true"
    message = page.words(f".//*[@id='{shown.get('aria-describedby')}']")
    assert message == "At most 40 characters, and no hidden ones."
    form = page.form("/matches/")
    assert {name: form.value(name) for name in kept} == kept
    assert [form.value(name) for name in NAMES if name != field] == ["Kept"] * 5
    assert form.value(field), "what was typed is there to be mended"


def test_it_takes_the_mended_form(new):
    page = refused(new, name_A=LONGEST + "υ", player_B2="Kept")
    started = new.press(page, "Start match", name_A=LONGEST)
    new.url = started.goes_to
    assert (new.match().sides.A.name, new.match().player_at("B2")) == (LONGEST, "Kept")
