"""Enter in a name leads to the next seat: it begins no match and changes none."""

from playwright.sync_api import expect


def type_by_enter(phone, *names):
    """Type the players one after the other, as they sit."""
    first = phone.page.locator("[name=player_A1]")
    first.focus()
    for name in names:
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    for seat, name in zip(("A1", "B1", "A2", "B2"), names, strict=True):
        expect(phone.page.locator(f"[name=player_{seat}]")).to_have_value(name)
    assert phone.page.evaluate("document.activeElement === document.body"), "the last one is left"


def test_enter_leads_from_seat_to_seat(phone):
    phone.page.goto("/matches/new")
    phone.settle()
    phone.open_line("Names")
    type_by_enter(phone, "Maria", "Eleni", "Giorgos", "Andreas")
    assert phone.page.url.endswith("/matches/new")
    phone.tap("Start match")
    phone.arrive_at_ledger()
    phone.sees_dealer("Maria")
    phone.match_url = phone.page.url
    change = f"{phone.match_url}change/"
    phone.page.goto(change)
    phone.open_line("Names")
    for box in phone.page.locator("[name^=player_]").all():
        box.fill("")
    type_by_enter(phone, "Anna", "Nikos", "Petros", "Sofia")
    assert phone.page.url == change
    phone.confirm("Write the change")
    phone.arrive_at_ledger()
    phone.sees_dealer("Anna")
