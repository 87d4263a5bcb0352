"""A dispute is settled by tapping cards, and by drawing a finger over them."""

_CHOSEN = """
return [...document.querySelectorAll("[name=cards]:checked")]
  .map((one) => one.value).join(" ") === arguments[0];
"""


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
