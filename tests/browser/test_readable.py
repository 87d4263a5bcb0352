"""Long, large and paler words are read all the same: headings, totals, columns, fields, colours."""

import secrets

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.browser.letter_sizes.measuring import FONTS, Size, enlarge, measure, told
from tests.browser.letter_sizes.states import States
from tests.engines.test_crawl import Walk
from tests.support.browser_phone import DESKTOP, HIDDEN, PHONE, SMALL_PHONE, TAP_MS
from tests.support.server import Demo

LINES = """
heading => {
  const bar = heading.closest(".bar").getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(heading);
  const lines = [...range.getClientRects()];
  return {
    above: Math.min(...lines.map(line => line.top)) - bar.top,
    below: bar.bottom - Math.max(...lines.map(line => line.bottom)),
  };
}
"""
# Each chosen control that is seen, and whether any like it on the page looks the same: its paints
# and those of the nearest thing of the same kind that is not chosen.
CHOSEN = """
() => {
  const kinds = [
    [".chip", ":has(:checked), .on, [aria-pressed=true]"],
    [".card", ":has(:checked)"],
    [".box", ".active"],
  ];
  const paints = one => {
    const { backgroundColor, borderTopColor, outlineStyle, color } = getComputedStyle(one);
    return [backgroundColor, borderTopColor, outlineStyle, color].join(", ");
  };
  return kinds.flatMap(([kind, chosen]) => {
    const all = [...document.querySelectorAll(kind)].filter(one => one.checkVisibility());
    const isOn = one => one.matches(`:is(${chosen})`);
    const [on, off] = [all.filter(isOn), all.filter(one => !isOn(one))];
    return on.map(one => ({
      kind,
      name: `${kind} “${one.textContent.trim().slice(0, 20)}”`,
      hasOthers: off.length > 0,
      isAlike: off.some(other => paints(other) === paints(one)),
    }));
  });
}
"""
PAGES = (
    *("settings", "new-match-open", "entry-bid", "entry-typed", "entry-menu"),
    *("settle-tricks", "settle-auction", "settle-declaration"),
)
STARTS = ("/", "/tournaments/", "/clubs/", "/help/offline", "/privacy")
LEAST_FIELDS = 100
# Also what is folded away: a detail, a menu, a sheet that opens from below.
_FIELDS = """
() => [...document.querySelectorAll(
  "textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=submit])",
)].map((one) => [
  `${location.pathname}: ${one.localName} ${one.name || one.id}`,
  parseFloat(getComputedStyle(one).fontSize),
])
"""
GIVEN = ({"A": "4901", "B": "4876"}, {"A": "9999", "B": "6012"})
TOTALS = ("14900", "10888")
PLACES = {"ledger": "", "evening": "evening", "big": "big", "big, turned": "big?turned=1"}
AIR_PX = 4
RULED = """
() => [...document.querySelectorAll("#ledger tbody tr")].flatMap((row) => {
  const [, ours, , theirs] = row.cells;
  const end = (cell, side) => {
    const text = document.createRange();
    text.selectNodeContents(cell.querySelector("b"));
    const distance = text.getBoundingClientRect()[side] - cell.getBoundingClientRect()[side];
    return Math.abs(distance);
  };
  return [end(ours, "right"), end(theirs, "left")];
})
"""
# The widest contracts that there are, struck through or not, and plain ones beside them.
HANDS = [
    {"contract": "A:140", "trump": "hearts", "doubled": "4", "kapo": "B"},
    {"contract": "A:90", "trump": "hearts", "points_A": "97"},
    {"contract": "B:150", "trump": "spades", "doubled": "2", "points_B": "60", "pilotta": "A"},
    {"contract": "B:90", "trump": "diamonds", "kapo": "B"},
    {"contract": "B:140", "trump": "hearts", "doubled": "4", "kapo": "A"},
]
# The right edges of a row's parts. Those of all rows have to be equal.
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


# --- a heading that needs two lines has them, clear of the screen's edge ---


@pytest.fixture(params=[PHONE, SMALL_PHONE], ids=["360", "320"])
def named_match(request, open_phone):
    phone = open_phone("el", request.param)
    phone.page.goto("/matches/new")
    phone.open_line("Names")
    for seat, name in {"A1": "Ανδρέας", "B1": "Κωνσταντίνος"}.items():
        phone.page.locator(f"[name=player_{seat}]").fill(name)
    phone.tap("Start match")
    phone.arrive_at_ledger()
    phone.match_url = phone.page.url
    return phone


def heading(phone):
    return phone.page.get_by_role("heading", level=1)


def keeps_off_the_edge(phone):
    lines = heading(phone).evaluate(LINES)
    return lines["above"] >= 1 and lines["below"] >= 0


def test_dealer_of_a_forgotten_hand_stands_on_a_separate_line(named_match):
    named_match.play(("A", 9, 97))
    named_match.open_hand(1)
    named_match.tap("Insert a forgotten hand before it")
    expect(heading(named_match)).to_contain_text("Ξεχασμένο χέρι 1")
    lines = heading(named_match).inner_text().replace("\xad", "").split("\n")
    assert lines == ["Ξεχασμένο χέρι 1", "μοιράζει Ανδρέας"]
    assert keeps_off_the_edge(named_match)


def test_a_long_question_keeps_off_the_edge(named_match):
    named_match.page.goto(named_match.match_url + "change/")
    named_match.open_line("Names")
    named_match.page.locator("[name=name_B]").fill("Οι άλλοι")
    named_match.tap("See what changes")
    named_match.page.wait_for_selector(".confirm")
    assert keeps_off_the_edge(named_match)


# --- a choice stays visible where the system forces its own few colours ---


@pytest.fixture
def states(open_phone):
    return States(open_phone("el", forced_colors="active"))


@pytest.mark.timeout(300)
def test_chosen_option_looks_different_from_the_others(states):
    told = {}
    for name in PAGES:
        states.open(name)
        told[name] = states.page.evaluate(CHOSEN)
    assert [
        f"{name}: {one}" for name, found in told.items() for one in found if one["isAlike"]
    ] == []
    assert all(told.values()), "each of these pages has something chosen"
    compared = {one["kind"] for found in told.values() for one in found if one["hasOthers"]}
    assert compared == {".chip", ".card", ".box"}


def test_the_race_shows_how_far_each_side_has_come(states):
    states.open("match-running")
    fill = "one => getComputedStyle(one).fill"
    race = states.page.locator("svg.race")
    expect(race).to_be_visible()
    track, us, them = (
        race.locator(part).first.evaluate(fill) for part in (".track", ".run-us", ".run-them")
    )
    assert len({track, us, them}) == 3


def test_the_digits_leave_the_names_above_them_alone(states):
    states.open("match-running")
    name = states.page.locator(".total h2").first
    beside_digits = name.screenshot(animations="disabled")
    for digits in states.page.locator(".total b").all():
        digits.evaluate("one => { one.style.visibility = 'hidden'; }")
    assert name.screenshot(animations="disabled") == beside_digits


def test_more_contrast_is_given_to_whoever_asks_for_it(open_phone):
    phone = open_phone("el")
    phone.go_home()
    muted = "getComputedStyle(document.documentElement).getPropertyValue('--muted')"
    usual = phone.page.evaluate(muted)
    phone.page.emulate_media(contrast="more")
    assert phone.page.evaluate(muted) != usual


# --- a finger's fields: below 16 px an iPhone zooms the page in ---


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    demo = Demo(tmp_path_factory.mktemp("demo"), SCRIPTS="joined").start()
    yield demo
    demo.kill()


@pytest.mark.timeout(600)
def test_no_field_of_any_page_makes_a_phone_zoom_in(open_phone, demo):
    phone = open_phone("el", at=demo, java_script_enabled=False)
    phone.watch.expect("status of 4")
    page = phone.page
    page.goto(demo.url)
    assert page.evaluate("() => matchMedia('(pointer: coarse)').matches")
    fields = []
    for path in Walk(demo, of_a_kind=1).pages(*STARTS):
        page.goto(demo.url + path, wait_until="load")
        fields += page.evaluate(_FIELDS)
    assert len(fields) >= LEAST_FIELDS
    assert [field for field in fields if field[1] < 16] == []


# --- totals of five digits on each side, the most by adjustments ---


@pytest.fixture
def rich_phone(open_phone):
    """It wrote a match of two such totals, and came to its ledger."""
    rich_phone = open_phone("el")
    adjust(rich_phone, GIVEN)
    return rich_phone


def adjust(phone, rows):
    """Start a match and write these adjustments; end at its ledger."""
    phone.start_match(preset="simple", target="own", target_own="5000")
    page = phone.page
    for points in rows:
        page.goto(f"{phone.match_url}adjust")
        page.locator("[name=why][value=ruling]").check(force=True)
        for side, given in points.items():
            page.locator(f"[name=points_{side}]").fill(given)
        page.locator(".start .primary").click()
        page.locator(".confirm").wait_for()
        page.wait_for_timeout(TAP_MS)
        page.locator(".confirm .primary").click()
        phone.arrive_at_ledger()


@pytest.mark.parametrize("viewport", [SMALL_PHONE, PHONE], ids=["320", "360"])
def test_totals_of_four_digits_touch_no_ruled_line(open_phone, viewport):
    rich_phone = open_phone("el")
    adjust(rich_phone, [{"A": "1008", "B": "1088"}])
    rich_phone.page.set_viewport_size(viewport)
    rich_phone.settle()
    assert min(rich_phone.page.evaluate(RULED)) >= AIR_PX


@pytest.mark.parametrize("viewport", [SMALL_PHONE, PHONE], ids=["320", "360"])
def test_totals_of_five_digits_are_whole(rich_phone, viewport):
    addresses = {name: rich_phone.match_url + place for name, place in PLACES.items()}
    found = []
    for name, address in {"home": "/", **addresses}.items():
        rich_phone.page.goto(address)
        rich_phone.settle()
        words = rich_phone.page.locator("body").inner_text()
        assert all(total in words for total in TOTALS), name
        sizes = [Size(*viewport.values(), root, "DejaVu Sans") for root in (100, 200)]
        found += told(name, measure(rich_phone.page, sizes))
    assert not found, "\n".join(found)


def test_big_letters_of_a_large_browser_keep_figures_in_their_columns(open_phone):
    rich_phone = open_phone("el")
    rich_phone.start_match(preset="simple", target="own", target_own="5000")
    rich_phone.play(("A", 13, 140, "hearts"), ("B", 13, 140, "hearts"))
    found = []
    for place in ("", "hand"):
        rich_phone.page.goto(rich_phone.match_url + place)
        rich_phone.settle()
        enlarge(rich_phone.page)
        size = Size(360, 640, 250, FONTS[0])
        found += told(place or "ledger", measure(rich_phone.page, [size]))
    assert not found, "\n".join(found)


# --- the ledger's columns stand still, whatever a hand was ---


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


def test_rows_on_a_wide_screen_leave_room_for_ruled_ones(open_phone):
    phone = open_phone(viewport=DESKTOP)
    phone.start_match()
    phone.play(("A", 9, 97), ("B", 10, 95))
    rows = phone.page.locator("#ledger tbody tr")
    assert [row.bounding_box()["height"] for row in rows.all()] == [44, 44]
    room = phone.page.locator(".scroll").bounding_box()["height"] // 44
    ruled = phone.page.locator(".scrolled > [data-part=ledger]").bounding_box()["height"]
    assert ruled == pytest.approx(44 * room, abs=1)


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
