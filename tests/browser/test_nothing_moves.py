"""Nothing moves under the finger, whatever is tapped and whatever the preview says."""

from tests.browser.phone import LOW_PHONE
from tests.browser.watch import forget_shifts, layout_shifts

BOXES = """
() => Object.fromEntries(
  [...document.querySelectorAll("#entry :is(.chip, .key, .box, .live, .save, .save > *), .bar > *")]
    .filter(one => !one.closest("[popover], .answers, #save-bid"))
    .map((one, place) => {
      const box = one.getBoundingClientRect();
      const input = one.querySelector("input[aria-label]");
      const name = input?.ariaLabel ?? one.ariaLabel ?? one.className;
      return [`${place} ${name}`, [box.x, box.y, box.width, box.height].join(" ")];
    }))
"""


def boxes(phone):
    """Return the places of all boxes, once the preview has come."""
    phone.settle()
    return phone.page.evaluate(BOXES)


def first_boxes(phone):
    """Return the places of all boxes once the page is there; no tap caused earlier moves."""
    found = boxes(phone)
    forget_shifts(phone.page)
    return found


def moved(before, after):
    return {
        name: (place, after.get(name)) for name, place in before.items() if place != after[name]
    }


def test_nothing_moves_from_the_first_tap_to_the_last(match):
    match.open_entry()
    before = first_boxes(match)
    steps = [
        lambda: match.bid("A", 9),
        lambda: match.tap("Hearts"),
        lambda: match.touch("9"),
        lambda: match.touch("7"),
        lambda: match.tap("×2 doubled"),
        lambda: match.of_side("B", "pilotta"),
        lambda: match.declare("A", "run of 3"),
        lambda: match.declare("B", "run of 3"),  # asks whose is better
        lambda: match.touch("Them"),
        lambda: match.tap("Switch side"),
        lambda: match.tap("Delete digit"),
        lambda: match.of_side("A", "kapo"),
        lambda: match.of_side("A", "kapo"),
        lambda: match.high_bid("B", 25),
    ]
    for number, step in enumerate(steps):
        step()
        assert moved(before, boxes(match)) == {}, f"step {number}"
    assert layout_shifts(match.page) == []


def test_nothing_moves_when_the_preview_asks_or_complains(open_phone):
    phone = open_phone(viewport=LOW_PHONE)
    phone.start_match()
    phone.open_entry()
    before = first_boxes(phone)
    phone.bid("A", 9)
    for digits, told in (("162", "Was it kapo?"), ("163", "162"), ("1", "")):
        for _ in range(3):
            phone.tap("Delete digit")
        phone.type_points(digits)
        phone.settle()
        assert told in phone.live.inner_text()
        assert moved(before, boxes(phone)) == {}, digits
    assert layout_shifts(phone.page) == []


def test_a_greek_page_with_long_names_stands_still_too(open_phone):
    phone = open_phone("el", LOW_PHONE)
    phone.names = {"A": "Οι αχώνευτοι του καφενείου της πλατείας", "B": "Ω" * 40}
    phone.start_match(name_A=phone.names["A"], name_B=phone.names["B"])
    phone.open_entry()
    before = first_boxes(phone)
    phone.bid("B", 12)
    phone.type_points(130)
    phone.declare("A", "run of 4")
    phone.declare("B", "run of 4")
    assert moved(before, boxes(phone)) == {}
    assert layout_shifts(phone.page) == []
    assert phone.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
