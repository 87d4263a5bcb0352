"""Names as people type them: made tidy, or refused beside their field. See also test_hostile."""

import pytest

from tests.web.test_start import NAMES, refused

LONGEST = "Αθανάσιος Παπακωνσταντίνου-Χατζηγεωργίου"


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
    assert message == "At most 40 characters, and none hidden or piled up."
    form = page.form("/matches/")
    assert {name: form.value(name) for name in kept} == kept
    assert [form.value(name) for name in NAMES if name != field] == ["Kept"] * 5
    assert form.value(field), "what was typed is there to be mended"


def test_it_takes_the_mended_form(new):
    page = refused(new, name_A=LONGEST + "υ", player_B2="Kept")
    started = new.press(page, "Start match", name_A=LONGEST)
    new.url = started.goes_to
    assert (new.match().sides.A.name, new.match().player_at("B2")) == (LONGEST, "Kept")
