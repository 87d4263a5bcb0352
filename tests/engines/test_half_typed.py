"""Half a hand stays on the phone through whatever is written, and no hand is written twice."""

# As another phone would: nothing of it goes through this page's outbox.
_WRITE_ELSEWHERE = """
const [match, hand] = arguments;
return (async () => {
  const page = await (await fetch(`/m/${match}/hand`)).text();
  const form = new DOMParser().parseFromString(page, "text/html").querySelector("#entry");
  const typed = new FormData(form);
  for (const [name, value] of Object.entries(hand)) typed.set(name, value);
  return (await fetch(form.getAttribute("action"), { method: "POST", body: typed })).status;
})();
"""
HAND = {"contract": "B:100", "trump": "spades", "points_B": "94"}


def test_half_a_hand_outlives_other_acts_and_is_written_once(phone, server):
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    phone.open_entry()
    phone.bid("B", 10, "spades")
    phone.type_points(94)
    phone.tap("Back to the ledger", "Undo")
    goes_on(phone, 1)
    phone.sees_all_sent()
    server.kill()
    phone.tap("Bring back")
    goes_on(phone, 2)
    server.start()
    phone.sees_all_sent()
    assert phone.browser.run(_WRITE_ELSEWHERE, phone.match, HAND)
    phone.open_ledger()
    phone.open_entry()
    phone.shows("[data-question]")
    phone.sees_result(26, 0)
    phone.tap("Yes, drop what I tapped here")
    phone.sees_totals(45, 6)
    assert phone.written().count("recorded") == 2


def goes_on(phone, number):
    """The ledger leads back to the hand as it was typed."""
    phone.tap(f"Continue hand {number}")
    phone.sees_result(26, 0)
    phone.tap("Back to the ledger")
