"""The ledger's columns stand still, whatever a hand was and however small the phone is."""

import secrets

import pytest

from tests.browser.conftest import GREEK_FIRST
from tests.browser.phone import HIDDEN, PHONE, SMALL_PHONE

# The widest contracts that there are, struck through or not, and plain ones beside them.
HANDS = [
    {"contract": "A:140", "trump": "hearts", "doubled": "4", "kapo": "B"},
    {"contract": "A:90", "trump": "hearts", "points_A": "97"},
    {"contract": "B:150", "trump": "spades", "doubled": "2", "points_B": "60", "pilotta": "A"},
    {"contract": "B:90", "trump": "diamonds", "kapo": "B"},
    {"contract": "B:140", "trump": "hearts", "doubled": "4", "kapo": "A"},
]
# Where a row's parts end that have to lie below each other, from the left.
EDGES = """
() => [...document.querySelectorAll("#ledger tbody tr")].map(row => {
  const of = part => Math.round(row.querySelector(part).getBoundingClientRect().right);
  return [of(".ours small"), of(".ours b"), of(".bid"), of(".theirs b"), of(".theirs")].join(" ");
})
"""
# Elements that are wider than their cell, or lie beside it.
SPILT = """
() => [...document.querySelectorAll("#ledger td")].flatMap(cell => {
  const box = cell.getBoundingClientRect();
  return [...cell.querySelectorAll("b, small, .contract, .arrow, .said, bdi")]
    .filter(one => !one.closest(".sr") && one.textContent)
    .map(one => [one, one.getBoundingClientRect()])
    .filter(([, its]) => its.left < box.left - 0.5 || its.right > box.right + 0.5
      || its.top < box.top - 0.5 || its.bottom > box.bottom + 0.5)
    .map(([one]) => `${one.className} ${one.textContent}`);
})
"""
# Both sides have said what they think of every hand, and no hand is by the rules any more.
MARK = """
words => {
  for (const link of document.querySelectorAll("#ledger .bid a")) {
    for (const mark of ["✓", "⚑"]) {
      const said = Object.assign(document.createElement("span"), { className: "said" });
      said.textContent = mark;
      if (mark === "✓") link.prepend(said); else link.append(said);
    }
    const wrong = Object.assign(document.createElement("small"), { className: "wrong" });
    wrong.textContent = words;
    link.after(wrong);
  }
}
"""


def play(phone, **match):
    """Have the widest ledger written that the café has, as the form without scripts sends it."""
    phone.start_match(**match)
    for hand in HANDS:
        entry = phone.page.request.get(f"{phone.match_url}hand?op={secrets.token_hex(16)}")
        form = dict(HIDDEN.findall(entry.text())) | hand
        saved = phone.page.request.post(f"{phone.match_url}hand", form=form, max_redirects=0)
        assert saved.status == 303, saved.text()
    phone.open_ledger()


def has_letters(phone, percent):
    phone.page.evaluate("size => { document.documentElement.style.fontSize = size }", f"{percent}%")


@pytest.mark.parametrize("viewport", [SMALL_PHONE, PHONE], ids=["320", "360"])
@GREEK_FIRST
def test_no_contract_moves_a_total(open_phone, language, viewport):
    phone = open_phone(language, viewport)
    play(phone, target="own", target_own="2001")
    assert len(set(phone.page.evaluate(EDGES))) == 1
    assert phone.page.evaluate(SPILT) == []
    phone.page.evaluate(MARK, phone.say("not by these rules"))
    assert len(set(phone.page.evaluate(EDGES))) == 1
    assert phone.page.evaluate(SPILT) == []


def test_a_row_is_as_high_as_a_thumb_needs(match):
    match.play(("A", 9, 97, "hearts"), ("B", 8, 90))
    rows = match.page.locator("#ledger tbody tr")
    assert all(row.bounding_box()["height"] >= 44 for row in rows.all())


@pytest.mark.parametrize("percent", [130, 150, 200])
def test_large_letters_have_columns_too(open_phone, percent):
    phone = open_phone("el", SMALL_PHONE)
    play(phone, target="own", target_own="2001")
    has_letters(phone, percent)
    assert len(set(phone.page.evaluate(EDGES))) == 1
    assert phone.page.evaluate(SPILT) == []
    assert phone.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
